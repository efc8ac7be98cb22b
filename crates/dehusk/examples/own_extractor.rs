//! An extractor of one's own, alone and in a vote with others: `cargo run -p dehusk --features suite --example own_extractor`.

use dehusk::Options;
use dehusk::extractor::{Document, Entry, Extractor, Selection, Verdict, registry};

/// Keeps blocks that read like sentences: long enough, with a comma, and hardly any links.
struct Sentences;

impl Extractor for Sentences {
    fn extract(&self, document: &Document) -> Selection {
        let blocks = document.blocks();
        let verdict = |index: usize| {
            let block = blocks.block(index);
            let commas = blocks.text(index).matches([',', '，', '、']).count();
            match block.words >= 8 && commas > 0 && block.link_density() < 0.3 {
                true => Verdict::keep(commas as f32, "long, with commas, few links"),
                false => Verdict::drop(0.0, "short, without commas, or mostly links"),
            }
        };
        Selection::from_blocks(document, (0..blocks.len()).map(verdict).collect())
    }
}

fn main() -> Result<(), dehusk::Error> {
    let html = include_str!("../../../examples/article.html");
    let article = Options::new().with_extractor(Sentences)?.extract(html);
    println!("{}", article.text());

    // In a registry others can ask it by its name, ensembles too.
    let registry =
        registry().with(Entry::ready("sentences", "blocks that read like sentences", Sentences));
    if let Some(vote) = registry.find("em:2of(sentences,readability,bte)") {
        let article = Options::new().with_extractor(vote.build(&registry)?)?.extract(html);
        println!("{} paragraphs by two of three", article.counts().paragraphs);
    }
    Ok(())
}
