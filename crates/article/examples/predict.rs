//! scratch
use dehusk_article::{Article, Format};
use dehusk_extract::Document;
use dehusk_page::Page;
use std::io::{BufRead, Write};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let registry = dehusk_suite::registry();
    let names = &args[1..];
    let mut outs: Vec<_> = names
        .iter()
        .map(|n| {
            let dir = format!("/tmp/pred/{n}");
            std::fs::create_dir_all(&dir).unwrap();
            std::fs::File::create(format!("{dir}/defuddle.jsonl")).unwrap()
        })
        .collect();
    let ex: Vec<_> =
        names.iter().map(|n| registry.find(n).unwrap().build(&registry).unwrap()).collect();
    for line in std::io::stdin().lock().lines() {
        let v: serde_json::Value = serde_json::from_str(&line.unwrap()).unwrap();
        for ((n, e), out) in names.iter().zip(&ex).zip(&mut outs) {
            let doc = Document::new(Page::parse(v["html"].as_str().unwrap()))
                .with_url(v["url"].as_str().unwrap());
            let a = Article::extract(doc, &**e, n.as_str());
            writeln!(
                out,
                "{}",
                serde_json::json!({"id": v["id"], "text": a.render(Format::Markdown)})
            )
            .unwrap();
        }
    }
}
