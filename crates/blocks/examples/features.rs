//! The blocks of HTML files with all their features, as tab-separated values: `features FILE…`.

use dehusk_blocks::{Blocks, Containers, Features, PageFeatures};
use dehusk_page::Page;
use std::io::Write;

fn main() -> std::io::Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    writeln!(out, "file\tblock\t{}\ttext", Features::names().join("\t"))?;
    for file in std::env::args().skip(1) {
        let bytes = std::fs::read(&file)?;
        let page = Page::parse(String::from_utf8_lossy(&bytes).into_owned());
        let blocks = Blocks::of(&page);
        let containers = Containers::of(&page, &blocks);
        let measured = PageFeatures::of(&page, &blocks, &containers);
        for (at, block) in measured.view(&blocks, &containers).iter().enumerate() {
            let values: Vec<String> = block.to_vec().iter().map(f32::to_string).collect();
            let text = blocks.text(at).replace('\n', " ");
            writeln!(out, "{file}\t{at}\t{}\t{text}", values.join("\t"))?;
        }
    }
    out.flush()
}
