//! What the gold says of each block of a page: the answers a model learns from.
//!
//! Gold texts come without nodes, so a block is found in them by its words: its share of the longest
//! common subsequence, and, because common words match anywhere, its runs of three words.

use crate::align::matched;
use dehusk::Document;
use dehusk_eval::corpus::Record;
use dehusk_eval::tokens::Vocabulary;
use std::collections::HashSet;

/// Blocks of fewer tokens have too few runs of three to go by.
const SHORT: usize = 4;
/// Share of runs of three in the gold below which a block is not content, whatever the alignment says.
const STRANGE: f32 = 0.3;
/// Share of runs of three in the gold above which a block is content although the alignment lost it.
const FAMILIAR: f32 = 0.8;

/// What is known of a block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Label {
    /// The share of it that is content; half and more counts as content.
    pub content: f32,
    /// Whether anything is known at all: a page with snippets only says nothing of most blocks.
    pub known: bool,
}

impl Label {
    const UNKNOWN: Label = Label { content: 0.0, known: false };

    fn of(content: f32) -> Label {
        Label { content, known: true }
    }

    /// Whether it is content.
    pub fn is_content(self) -> bool {
        self.content >= 0.5
    }
}

/// The labels of a document's blocks.
pub fn labels(document: &Document, record: &Record) -> Vec<Label> {
    if record.gold.is_empty() {
        by_snippets(document, record)
    } else {
        by_text(document, &record.gold)
    }
}

fn by_text(document: &Document, gold: &str) -> Vec<Label> {
    let mut vocabulary = Vocabulary::default();
    let lines: HashSet<Vec<u32>> = vocabulary.encode_lines(gold).into_iter().collect();
    let gold = vocabulary.encode(gold);
    let triples: HashSet<&[u32]> = gold.windows(3).collect();
    let blocks = document.blocks();
    let texts: Vec<Vec<u32>> =
        (0..blocks.len()).map(|index| vocabulary.encode(blocks.text(index))).collect();
    let matched = matched(&texts.concat(), &gold);
    let mut start = 0;
    let label = |tokens: &Vec<u32>| {
        let hits = matched[start..start + tokens.len()].iter().filter(|&&m| m).count();
        start += tokens.len();
        let share = hits as f32 / tokens.len().max(1) as f32;
        Label::of(content(tokens, share, &lines, &triples))
    };
    texts.iter().map(label).collect()
}

/// How much of a block is content, from the share of it that is aligned.
fn content(
    tokens: &[u32],
    aligned: f32,
    lines: &HashSet<Vec<u32>>,
    triples: &HashSet<&[u32]>,
) -> f32 {
    if tokens.len() < SHORT {
        let whole = lines.contains(tokens) || aligned > 0.99;
        return if whole { aligned } else { 0.0 };
    }
    let runs = tokens.windows(3);
    let known = runs.clone().filter(|run| triples.contains(run)).count() as f32 / runs.len() as f32;
    match known {
        known if known > FAMILIAR => aligned.max(if aligned > STRANGE { 0.6 } else { 0.4 }),
        known if known > STRANGE => aligned,
        _ => 0.0,
    }
}

/// Where only snippets are known, a block that shares one is what the snippet is, and no other is known.
fn by_snippets(document: &Document, record: &Record) -> Vec<Label> {
    let folded = |text: &String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let with: Vec<String> = record.with.iter().map(folded).collect();
    let without: Vec<String> = record.without.iter().map(folded).collect();
    let shares = |text: &str, snippets: &[String]| {
        snippets.iter().any(|s| {
            !s.is_empty() && (text.contains(s.as_str()) || (text.len() > 20 && s.contains(text)))
        })
    };
    let blocks = document.blocks();
    let label = |index: usize| {
        let text = folded(&blocks.text(index).to_string());
        match (shares(&text, &with), shares(&text, &without)) {
            (true, false) => Label::of(1.0),
            (false, true) => Label::of(0.0),
            _ => Label::UNKNOWN,
        }
    };
    (0..blocks.len()).map(label).collect()
}
