//! An article: what a page is there for.

use crate::prose::Prose;

/// A piece of an article.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A paragraph.
    Paragraph(String),
    /// A heading between paragraphs.
    Heading(String),
    /// The items of a list.
    List(Vec<String>),
    /// A quotation.
    Quote(String),
    /// A picture's caption.
    Caption(String),
    /// Rows of cells.
    Table(Vec<Vec<String>>),
}

/// An article of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Article {
    /// Its number within the site.
    pub number: u64,
    /// Its headline.
    pub title: String,
    /// Who wrote it, by the number of the author.
    pub author: usize,
    /// The number of its section.
    pub section: usize,
    /// When it was published, in seconds since 1970.
    pub published: i64,
    /// What it consists of below the headline.
    pub parts: Vec<Part>,
}

impl Part {
    /// Its texts, each a block of a page.
    pub fn texts(&self) -> Vec<&str> {
        match self {
            Part::Paragraph(text)
            | Part::Heading(text)
            | Part::Quote(text)
            | Part::Caption(text) => vec![text],
            Part::List(items) => items.iter().map(String::as_str).collect(),
            Part::Table(rows) => rows.iter().flatten().map(String::as_str).collect(),
        }
    }
}

/// The parts of an article: mostly 3 to 14 paragraphs, now and then a brief of one or two.
pub fn parts(prose: &mut Prose) -> Vec<Part> {
    let brief = prose.chance().percent(8);
    let paragraphs =
        if brief { prose.chance().between(1, 2) } else { prose.chance().between(3, 14) };
    let headings = !brief && prose.chance().percent(40);
    let mut parts = Vec::new();
    if !brief && prose.chance().percent(45) {
        let count = prose.chance().between(4, 12);
        parts.push(Part::Caption(prose.words(count)));
    }
    for index in 0..paragraphs {
        if headings && index > 0 && index % 4 == 0 {
            let count = prose.chance().between(2, 6);
            parts.push(Part::Heading(prose.words(count)));
        }
        let sentences = prose.chance().between(1, 6);
        parts.push(Part::Paragraph(prose.paragraph(sentences)));
        if !brief && prose.chance().percent(6) {
            parts.push(extra(prose));
        }
    }
    parts
}

fn extra(prose: &mut Prose) -> Part {
    match prose.chance().below(3) {
        0 => {
            let count = prose.chance().between(3, 6);
            Part::List((0..count).map(|_| prose.sentence()).collect())
        }
        1 => Part::Quote(prose.sentence()),
        _ => {
            let rows = prose.chance().between(2, 5);
            let row = |prose: &mut Prose| {
                let amount = prose.chance().between(10, 99_999).to_string();
                vec![prose.words(2), amount]
            };
            Part::Table((0..rows).map(|_| row(prose)).collect())
        }
    }
}
