//! Measures on blocks, words and DOM nodes, for corpora whose gold labels blocks.
//!
//! The gold's blocks come from another program's segmentation, so labels are carried over word by word:
//! the gold's tokens and the page's tokens are aligned, a page token takes the label of its partner, and a
//! block or a text node is content where most of its tokens are.

use super::Prf;
use crate::corpus::Record;
use crate::tokens::Vocabulary;
use dehusk::extractor::{Document, NodeId, NodeSet, Page, Selection};
use dehusk_extract::Media;
use serde::{Deserialize, Serialize};
use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::ops::Range;

/// Right and wrong decisions, in whatever is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confusion {
    /// Content that was kept.
    pub hit: usize,
    /// Anything else that was kept.
    pub extra: usize,
    /// Content that was dropped.
    pub missed: usize,
    /// Anything else that was dropped.
    pub dropped: usize,
}

impl Confusion {
    /// Counts a decision.
    pub fn add(&mut self, content: bool, kept: bool, weight: usize) {
        *match (content, kept) {
            (true, true) => &mut self.hit,
            (false, true) => &mut self.extra,
            (true, false) => &mut self.missed,
            (false, false) => &mut self.dropped,
        } += weight;
    }

    /// Adds another page's counts.
    pub fn merge(&mut self, other: &Confusion) {
        self.hit += other.hit;
        self.extra += other.extra;
        self.missed += other.missed;
        self.dropped += other.dropped;
    }

    /// Precision and recall on content.
    pub fn prf(&self) -> Prf {
        Prf::from_counts(self.hit, self.hit + self.extra, self.hit + self.missed)
    }

    /// The F1 of both classes, each weighted by its size: what papers on two classes of blocks report.
    pub fn weighted_f1(&self) -> f64 {
        let other = Confusion {
            hit: self.dropped,
            extra: self.missed,
            missed: self.extra,
            dropped: self.hit,
        };
        let (content, rest) = (self.hit + self.missed, self.dropped + self.extra);
        let all = (content + rest).max(1) as f64;
        (self.prf().f1 * content as f64 + other.prf().f1 * rest as f64) / all
    }

    /// Share of decisions that are right.
    pub fn accuracy(&self) -> f64 {
        let all = self.hit + self.extra + self.missed + self.dropped;
        (self.hit + self.dropped) as f64 / all.max(1) as f64
    }

    /// Share of what is not content that was kept.
    pub fn false_positive_rate(&self) -> f64 {
        self.extra as f64 / (self.extra + self.dropped).max(1) as f64
    }
}

/// One extractor's decisions on a page with labelled blocks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BlockOutcome {
    /// In words.
    pub words: Confusion,
    /// In words, where readers' comments count as content.
    #[serde(default)]
    pub words_with_comments: Confusion,
    /// In text nodes that have words.
    pub nodes: Confusion,
    /// In text nodes that have words, and media: pictures, films, frames and the like that are no decoration.
    #[serde(default)]
    pub leaves: Confusion,
    /// Each block's score, whether it is content, and its words: what the ROC curve is made of.
    pub scored: Vec<(f32, bool, u32)>,
}

/// Which of a document's blocks and text nodes the gold calls content.
#[derive(Debug)]
pub struct BlockGold {
    blocks: Vec<(bool, usize)>,
    /// The blocks where readers' comments are content.
    with_comments: Vec<(bool, usize)>,
    nodes: Vec<(NodeId, bool)>,
    media: Vec<(NodeId, bool)>,
    /// The label that most words of each block have.
    labels: Vec<u8>,
}

/// Labels that make up the content: headline, full text, supplemental.
const CONTENT: std::ops::RangeInclusive<u8> = 1..=3;
/// The label of readers' comments, which the paper of the two-class problem takes for content.
const COMMENTS: u8 = 5;

impl BlockGold {
    /// Carries the labels of a record over to a document; none if the record has no labels.
    pub fn align(record: &Record, document: &Document) -> Option<BlockGold> {
        if record.blocks.is_empty() {
            return None;
        }
        let mut vocabulary = Vocabulary::default();
        let gold = GoldTokens::of(record, &mut vocabulary);
        let page = PageTokens::of(document, &mut vocabulary);
        let found = gold.labels_of(&page.tokens);
        let mut gold = page.label(&found);
        gold.media = media(record, document, &gold.nodes);
        Some(gold)
    }

    /// Whether each block of the document is content, and its words.
    pub fn blocks(&self) -> &[(bool, usize)] {
        &self.blocks
    }

    /// The label that most words of each block have.
    pub fn labels(&self) -> &[u8] {
        &self.labels
    }

    /// How an extractor decided.
    pub fn judge(&self, document: &Document, selection: &Selection) -> BlockOutcome {
        let mut outcome = BlockOutcome::default();
        let gold = self.blocks.iter().zip(&self.with_comments);
        for ((&(content, words), &(wider, _)), verdict) in gold.zip(selection.verdicts(document)) {
            outcome.words.add(content, verdict.keep, words);
            outcome.words_with_comments.add(wider, verdict.keep, words);
            outcome.scored.push((verdict.score, content, words as u32));
        }
        for &(node, content) in &self.nodes {
            outcome.nodes.add(content, selection.keeps(node), 1);
        }
        outcome.leaves = outcome.nodes;
        for &(node, content) in &self.media {
            outcome.leaves.add(content, selection.keeps(node), 1);
        }
        outcome
    }
}

/// The label that most words of each of some pieces of a page have, 0 where there is none; the pieces are given by
/// their text nodes, in document order. None if the record has no labels.
pub fn labels_of_pieces<'n>(
    record: &Record,
    page: &Page,
    pieces: impl Iterator<Item = &'n [NodeId]>,
) -> Option<Vec<u8>> {
    if record.blocks.is_empty() {
        return None;
    }
    let mut vocabulary = Vocabulary::default();
    let gold = GoldTokens::of(record, &mut vocabulary);
    let (mut tokens, mut ends) = (Vec::new(), Vec::new());
    for nodes in pieces {
        nodes.iter().for_each(|&node| tokens.extend(vocabulary.encode(page.text(node))));
        ends.push(tokens.len());
    }
    let labels = gold.labels_of(&tokens);
    Some(stretches(ends.into_iter()).map(|stretch| most_of(&labels[stretch])).collect())
}

/// The tokens of a record's labelled blocks, each with the label of its block.
struct GoldTokens {
    tokens: Vec<u32>,
    labels: Vec<u8>,
}

impl GoldTokens {
    fn of(record: &Record, vocabulary: &mut Vocabulary) -> GoldTokens {
        let mut gold = GoldTokens { tokens: Vec::new(), labels: Vec::new() };
        for (text, label) in &record.blocks {
            gold.tokens.extend(vocabulary.encode(text));
            gold.labels.resize(gold.tokens.len(), *label);
        }
        gold
    }

    /// The labels of a page's tokens: those of their partners, 0 where they have none.
    fn labels_of(&self, page: &[u32]) -> Vec<u8> {
        let mut found = vec![0; page.len()];
        for op in capture_diff_slices(Algorithm::Myers, &self.tokens, page) {
            if let DiffOp::Equal { old_index, new_index, len } = op {
                found[new_index..new_index + len]
                    .copy_from_slice(&self.labels[old_index..old_index + len]);
            }
        }
        found
    }
}

/// The media of a page and whether each is content: as the record says, or else by the rule by which media go with
/// text, asked of the texts that are content.
fn media(record: &Record, document: &Document, texts: &[(NodeId, bool)]) -> Vec<(NodeId, bool)> {
    let (page, found) = (document.page(), document.derived::<Media>());
    let body = page.body().into_iter().flat_map(|body| page.descendants(body));
    let media: Vec<NodeId> = body.filter(|&node| found.contains(node)).collect();
    if record.media.len() == media.len() {
        return media.into_iter().zip(record.media.iter().copied()).collect();
    }
    let mut content = NodeSet::new(page.len());
    content.extend(texts.iter().filter(|text| text.1).map(|text| text.0));
    let nodes = texts.iter().map(|text| text.0);
    let gold = Selection::from_texts(document, nodes, content, Vec::new());
    media.into_iter().map(|node| (node, gold.keeps(node))).collect()
}

/// A document's tokens, with the ranges that its blocks and its text nodes have of them.
struct PageTokens {
    tokens: Vec<u32>,
    blocks: Vec<usize>,
    nodes: Vec<(NodeId, usize)>,
}

impl PageTokens {
    fn of(document: &Document, vocabulary: &mut Vocabulary) -> PageTokens {
        let mut out = PageTokens { tokens: Vec::new(), blocks: Vec::new(), nodes: Vec::new() };
        for block in 0..document.blocks().len() {
            for &node in document.blocks().nodes(block) {
                out.tokens.extend(vocabulary.encode(document.page().text(node)));
                out.nodes.push((node, out.tokens.len()));
            }
            out.blocks.push(out.tokens.len());
        }
        out
    }

    fn label(self, labels: &[u8]) -> BlockGold {
        let content: Vec<bool> = labels.iter().map(|label| CONTENT.contains(label)).collect();
        let wider: Vec<bool> =
            labels.iter().map(|label| CONTENT.contains(label) || *label == COMMENTS).collect();
        let blocks = by_majority(&content, self.blocks.iter().copied()).collect();
        let with_comments = by_majority(&wider, self.blocks.iter().copied()).collect();
        let most = stretches(self.blocks.iter().copied()).map(|stretch| most_of(&labels[stretch]));
        let most = most.collect();
        let nodes = by_majority(&content, self.nodes.iter().map(|&(_, end)| end));
        let nodes = self.nodes.iter().zip(nodes).filter(|(_, (_, len))| *len > 0);
        BlockGold {
            blocks,
            with_comments,
            labels: most,
            media: Vec::new(),
            nodes: nodes.map(|(&(node, _), (content, _))| (node, content)).collect(),
        }
    }
}

/// For stretches given by their ends: whether most of it is content, and its length.
fn by_majority(
    content: &[bool],
    ends: impl Iterator<Item = usize>,
) -> impl Iterator<Item = (bool, usize)> {
    stretches(ends).map(|stretch| {
        let stretch = &content[stretch];
        (2 * stretch.iter().filter(|&&c| c).count() > stretch.len(), stretch.len())
    })
}

fn stretches(ends: impl Iterator<Item = usize>) -> impl Iterator<Item = Range<usize>> {
    ends.scan(0, |start, end| Some(std::mem::replace(start, end)..end))
}

/// The label that more than half of a stretch has, or none, which is 0.
fn most_of(labels: &[u8]) -> u8 {
    let count = |label: u8| labels.iter().filter(|&&l| l == label).count();
    (1..=COMMENTS).find(|&label| 2 * count(label) > labels.len()).unwrap_or(0)
}

/// The area under the ROC curve of scored blocks, weighted by words: the chance that a word of the content
/// has a higher score than a word of the rest. None where one of the two is missing.
pub fn auc(scored: impl IntoIterator<Item = (f32, bool, u32)>) -> Option<f64> {
    let mut scored: Vec<(f32, bool, u32)> =
        scored.into_iter().filter(|s| s.0.is_finite()).collect();
    scored.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut area, mut below, mut content) = (0.0, 0.0, 0.0);
    for tied in scored.chunk_by(|a, b| a.0 == b.0) {
        let weight =
            |of: bool| tied.iter().filter(|s| s.1 == of).map(|s| f64::from(s.2)).sum::<f64>();
        let (here, rest) = (weight(true), weight(false));
        area += here * (below + rest / 2.0);
        below += rest;
        content += here;
    }
    (below > 0.0 && content > 0.0).then(|| area / (below * content))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk::extractor::Verdict;

    #[test]
    fn labels_travel_to_another_segmentation() {
        let record = Record {
            blocks: vec![
                ("Menu".into(), 0),
                ("One two".into(), 2),
                ("three four".into(), 2),
                ("Foot".into(), 5),
            ],
            ..Record::default()
        };
        let document = Document::new(Page::parse(
            "<div>Menu</div><p>One <b>two three</b> four</p><div>Foot</div>",
        ));
        let gold = BlockGold::align(&record, &document).expect("labels");
        assert_eq!(gold.blocks, [(false, 1), (true, 4), (false, 1)]);
        assert_eq!(gold.labels(), [0, 2, 5]);
        let verdicts =
            vec![Verdict::keep(0.9, "x"), Verdict::keep(0.8, "x"), Verdict::drop(0.1, "x")];
        let outcome = gold.judge(&document, &Selection::from_blocks(&document, verdicts));
        assert_eq!(outcome.words, Confusion { hit: 4, extra: 1, missed: 0, dropped: 1 });
        let wider = Confusion { hit: 4, extra: 1, missed: 1, dropped: 0 };
        assert_eq!(outcome.words_with_comments, wider);
        assert_eq!(outcome.nodes, Confusion { hit: 3, extra: 1, missed: 0, dropped: 1 });
        // Four content words above one of the two others: half of the pairs are in order.
        assert_eq!(auc(outcome.scored), Some(0.5));
    }

    #[test]
    fn pieces_may_be_cut_in_another_way() {
        let record = Record {
            blocks: vec![("Menu".into(), 0), ("One two three four".into(), 2), ("Foot".into(), 5)],
            ..Record::default()
        };
        let page = Page::parse("<div>Menu</div><p>One <b>two three</b> four</p><div>Foot</div>");
        let texts: Vec<NodeId> =
            page.descendants(NodeId::ROOT).filter(|&n| page.is_text(n)).collect();
        let labels = labels_of_pieces(&record, &page, texts.chunks(1));
        assert_eq!(labels, Some(vec![0, 2, 2, 2, 5]));
        assert_eq!(labels_of_pieces(&Record::default(), &page, texts.chunks(1)), None);
    }

    #[test]
    fn media_count_as_the_gold_says_or_as_their_texts_do() {
        let html = "<div>Menu</div><img src=logo.png class=logo><p>One two <img src=a.jpg> three</p>\
                    <div>Foot</div><aside><img src=b.jpg></aside>";
        let blocks = vec![("Menu".into(), 0), ("One two three".into(), 2), ("Foot".into(), 0)];
        let document = Document::new(Page::parse(html));
        let mut all = NodeSet::new(document.page().len());
        all.insert_range(NodeId::ROOT..NodeId::from_index(document.page().len()));
        let everything = Selection::from_nodes(&document, all, Vec::new());
        let judge = |media: Vec<bool>| {
            let record = Record { blocks: blocks.clone(), media, ..Record::default() };
            let gold = BlockGold::align(&record, &document).expect("labels");
            gold.judge(&document, &everything)
        };
        // The logo is decoration. Of the two pictures the first stands in the text that is content, the other aside.
        let texts = Confusion { hit: 2, extra: 2, missed: 0, dropped: 0 };
        let both = Confusion { hit: 3, extra: 3, missed: 0, dropped: 0 };
        let by_text = judge(Vec::new());
        assert_eq!((by_text.nodes, by_text.leaves), (texts, both));
        assert_eq!(judge(vec![false, true]).leaves, both);
        assert_eq!(judge(vec![true, true]).leaves.hit, 4);
    }

    #[test]
    fn ties_count_half() {
        assert_eq!(auc([(1.0, true, 2), (1.0, false, 3)]), Some(0.5));
        assert_eq!(auc([(1.0, true, 2), (0.0, false, 3)]), Some(1.0));
        assert_eq!(auc([(1.0, true, 2)]), None);
    }
}
