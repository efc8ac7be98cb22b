//! What the gold says of each block of a page: the answers a model learns from.
//!
//! Gold texts come without nodes, so a block is found in them by its words: its share of the longest
//! common subsequence, and, because common words match anywhere, its runs of three words.

use crate::align::matched;
use dehusk::extractor::Document;
use dehusk_eval::corpus::Record;
use dehusk_eval::tokens::Vocabulary;
use std::borrow::Cow;
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
#[derive(Clone, Debug)]
pub struct Labels {
    /// What is known of each block.
    pub blocks: Vec<Label>,
    /// The share of the gold's words that the page has, in their order; 1 where only snippets are known.
    pub covered: f32,
}

impl Labels {
    /// What a record says of a document.
    pub fn of(document: &Document, record: &Record) -> Labels {
        if record.gold.is_empty() {
            Labels { blocks: by_snippets(document, record), covered: 1.0 }
        } else {
            by_text(document, &readable(&record.gold))
        }
    }
}

/// A gold that was stored as UTF-16 and read as Latin-1 has a zero after every letter. Learned from as it is,
/// it would say that nothing on its page is content.
fn readable(gold: &str) -> Cow<'_, str> {
    if !gold.contains('\0') || gold.chars().any(|c| c as u32 > 0xff) {
        return Cow::Borrowed(gold);
    }
    let bytes: Vec<u8> = gold.chars().map(|c| c as u8).collect();
    let bytes = bytes.strip_prefix(b"\xff\xfe").unwrap_or(&bytes);
    let units = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
    char::decode_utf16(units).map(|c| c.unwrap_or('\u{fffd}')).collect::<String>().into()
}

fn by_text(document: &Document, gold: &str) -> Labels {
    let mut vocabulary = Vocabulary::default();
    let lines: HashSet<Vec<u32>> = vocabulary.encode_lines(gold).into_iter().collect();
    let gold = vocabulary.encode(gold);
    let triples: HashSet<&[u32]> = gold.windows(3).collect();
    let blocks = document.blocks();
    let texts: Vec<Vec<u32>> =
        (0..blocks.len()).map(|index| vocabulary.encode(blocks.text(index))).collect();
    let matched = matched(&texts.concat(), &gold);
    let covered = matched.iter().filter(|&&m| m).count() as f32 / gold.len().max(1) as f32;
    let mut start = 0;
    let label = |tokens: &Vec<u32>| {
        let hits = matched[start..start + tokens.len()].iter().filter(|&&m| m).count();
        start += tokens.len();
        let share = hits as f32 / tokens.len().max(1) as f32;
        Label::of(content(tokens, share, &lines, &triples))
    };
    Labels { blocks: texts.iter().map(label).collect(), covered }
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

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk::extractor::Page;

    fn labels(html: &str, record: &Record) -> (Vec<bool>, Vec<bool>, f32) {
        let labels = Labels::of(&Document::new(Page::parse(html)), record);
        let content = labels.blocks.iter().map(|l| l.is_content()).collect();
        (content, labels.blocks.iter().map(|l| l.known).collect(), labels.covered)
    }

    fn gold(text: &str) -> Record {
        Record { gold: text.into(), ..Record::default() }
    }

    const PAGE: &str = "<p>Home News<p>The ferry came in late again<p>News<p>and nobody was surprised by it\
        <p>More of the ferry and of nobody";

    #[test]
    fn blocks_of_the_gold_are_content_and_common_words_are_not_enough() {
        let (content, known, covered) =
            labels(PAGE, &gold("The ferry came in late again\nand nobody was surprised by it"));
        assert_eq!(content, [false, true, false, true, false]);
        assert_eq!((known, covered), (vec![true; 5], 1.0));
    }

    #[test]
    fn a_short_block_counts_where_it_is_a_line_of_the_gold() {
        let page = "<p>Home<p>News<p>and nobody was surprised by it<p>News of all kinds";
        let (content, ..) = labels(page, &gold("News\nand nobody was surprised by it"));
        assert_eq!(content, [false, true, true, false]);
    }

    #[test]
    fn a_gold_of_another_page_is_noticed() {
        let (_, _, covered) =
            labels(PAGE, &gold("nothing of this stands anywhere on that page late"));
        assert!(covered < 0.2);
    }

    #[test]
    fn a_gold_in_utf_16_is_read() {
        let stored: String = "\u{ff}\u{fe}"
            .chars()
            .chain("The ferry came in late again".chars().flat_map(|c| [c, '\0']))
            .collect();
        let (content, _, covered) = labels(PAGE, &gold(&stored));
        assert_eq!((content, covered), (vec![false, true, false, false, false], 1.0));
    }

    #[test]
    fn snippets_tell_of_their_blocks_alone() {
        let record = Record {
            with: vec!["came in  late".into()],
            without: vec!["Home News".into()],
            ..Record::default()
        };
        let (content, known, _) = labels(PAGE, &record);
        assert_eq!(content, [false, true, false, false, false]);
        assert_eq!(known, [true, true, false, false, false]);
    }
}
