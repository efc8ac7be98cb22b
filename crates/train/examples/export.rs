//! Scratch: everything of all pages for trials elsewhere.
use dehusk_auto::input;
use dehusk_eval::corpus::Corpus;
use dehusk_page::name;
use dehusk_train::read_samples;
use serde_json::json;
use std::io::Write;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (dir, out) = (std::path::Path::new(&args[1]), std::path::Path::new(&args[2]));
    std::fs::create_dir_all(out).unwrap();
    let (mut corpora, _) = Corpus::open_all(dir, &[]).unwrap();
    corpora.sort_by_key(|c: &Corpus| c.records().iter().all(|r| r.gold.is_empty()));
    let samples = read_samples(&corpora);
    let mut rows = std::io::BufWriter::new(std::fs::File::create(out.join("rows.f32")).unwrap());
    let mut pages = std::io::BufWriter::new(std::fs::File::create(out.join("pages.jsonl")).unwrap());
    let names = input::names();
    std::fs::write(out.join("names.json"), serde_json::to_string(&names).unwrap()).unwrap();
    for s in &samples {
        let d = &s.document;
        let page = d.page();
        let table = input::first(d);
        for b in 0..d.blocks().len() {
            let mut r = table.row(b);
            r.truncate(input::first_width());
            for v in r { rows.write_all(&v.to_le_bytes()).unwrap(); }
        }
        let over = dehusk_auto::training::FirstPass::new(d, vec![0.0; d.blocks().len()]).page;
        let c = d.containers();
        let list: Vec<_> = c.list().iter().map(|x| {
            let a = |n| page.attr(x.node, n).unwrap_or("").to_string();
            json!([x.parent.map_or(-1, |p| p as i64), x.blocks.start, x.blocks.end, page.tag(x.node),
                ([a(name::CLASS), a(name::ID), a(name::ITEMPROP), a(name::ROLE)].join(" ").trim())])
        }).collect();
        let b: Vec<_> = (0..d.blocks().len()).map(|n| {
            let k = d.blocks().block(n);
            json!([d.blocks().text(n), s.labels[n].content, s.labels[n].known, k.words, c.of_block(n), page.tag(k.container)])
        }).collect();
        let src = page.source();
        let count = |w: &str| src.matches(w).count();
        let age: Vec<usize> = ["ld+json", "srcset", "viewport", "aria-", "<font", "<table", "<script", "data-", "og:", "svg"].iter().map(|w| count(w)).collect();
        let line = json!({"corpus": s.corpus, "id": s.record.id, "host": s.record.host, "url": s.record.url, "type": s.record.kind,
            "lang": s.record.lang, "gold": s.record.gold, "with": s.record.with, "without": s.record.without, "covered": s.is_covered,
            "title": d.facts().title, "author": s.record.author, "published": s.record.published, "gtitle": s.record.title,
            "labels": s.record.blocks, "containers": list, "blocks": b, "age": age, "over": over, "bytes": src.len()});
        writeln!(pages, "{line}").unwrap();
    }
}
