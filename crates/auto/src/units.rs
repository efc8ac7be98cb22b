//! Things that are content as a whole or not at all.
//!
//! The models judge block by block, and a cell of a table or a line of a program is a block like any other. But half a
//! table is worth less than none, since nobody sees that it is half. So tables of data, programs, lists, quotations,
//! questions with their answers and figures are one thing each: their blocks share one probability, and are kept or
//! dropped together. Numbers beside the lines of a program are not part of it.

use super::forest::probability;
use super::odds::log_odds;
use dehusk_blocks::{Block, Container, Within};
use dehusk_extract::{Derived, Document};
use dehusk_page::{NodeId, Page, name};
use std::ops::Range;

/// What kind of thing it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UnitKind {
    /// A program, or several right behind each other.
    Code,
    /// A table of data; those that lay out a page are none.
    Table,
    /// Terms with their definitions.
    Definitions,
    /// A list of short items.
    List,
    /// A quotation with its source.
    Quotation,
    /// A question with its answer, as `details` has them.
    Question,
    /// What is written at a figure.
    Figure,
}

impl UnitKind {
    /// A name for tables.
    pub fn name(self) -> &'static str {
        match self {
            UnitKind::Code => "code",
            UnitKind::Table => "table",
            UnitKind::Definitions => "definitions",
            UnitKind::List => "list",
            UnitKind::Quotation => "quotation",
            UnitKind::Question => "question",
            UnitKind::Figure => "figure",
        }
    }
}

/// One thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// What it is.
    pub kind: UnitKind,
    /// Its blocks.
    pub blocks: Range<usize>,
}

/// The things of a page, in their order. None stands in another.
#[derive(Debug, Default)]
pub struct Units {
    list: Vec<Unit>,
    /// Blocks inside of them that are no part of them, in their order.
    furniture: Vec<u32>,
}

/// Words that a cell of a table of data has in the mean at most.
const CELL_WORDS: f32 = 15.0;
/// Words that an item of a list, or a block of definitions, has in the mean at most.
const ITEM_WORDS: f32 = 40.0;
/// Blocks that an item of a list has in the mean at most: more are cards or posts, each a thing of its own.
const ITEM_BLOCKS: f32 = 2.0;
/// The share of the page's words from which a thing is the page.
const WHOLE_PAGE: f32 = 0.6;

impl Derived for Units {
    fn derive(document: &Document) -> Units {
        let mut units = Units::default();
        let mut end = 0;
        for (at, container) in document.containers().list().iter().enumerate() {
            let blocks = container.blocks.start as usize..container.blocks.end as usize;
            if blocks.start < end {
                continue;
            }
            if let Some(kind) = kind(document, at, container) {
                end = blocks.end;
                units.add(document, Unit { kind, blocks });
            }
        }
        units
    }
}

impl Units {
    /// All of them.
    pub fn list(&self) -> &[Unit] {
        &self.list
    }

    /// The blocks of a thing, without what is no part of it.
    pub fn parts<'u>(&'u self, unit: &'u Unit) -> impl Iterator<Item = usize> + 'u {
        let is_part = |block: &usize| self.furniture.binary_search(&(*block as u32)).is_err();
        unit.blocks.clone().filter(is_part)
    }

    fn add(&mut self, document: &Document, unit: Unit) {
        if unit.kind == UnitKind::Code {
            let is_number = |&block: &usize| is_line_number(document.blocks().text(block));
            let numbers: Vec<u32> =
                unit.blocks.clone().filter(is_number).map(|block| block as u32).collect();
            if numbers.len() < unit.blocks.len() {
                self.furniture.extend(numbers);
            }
            if let Some(before) = self.list.last_mut()
                && before.kind == UnitKind::Code
                && before.blocks.end == unit.blocks.start
            {
                before.blocks.end = unit.blocks.end;
                return;
            }
        }
        self.list.push(unit);
    }

    /// Gives the blocks of a thing one probability: the mean of what they have, in log-odds and by words.
    pub(super) fn even_out(&self, probabilities: &mut [f32], weights: &[f32]) {
        for unit in self.list.iter().filter(|unit| unit.blocks.len() > 1) {
            let (mut odds, mut sum) = (0.0, 0.0);
            for block in unit.blocks.clone() {
                let weight = weights[block].powf(WEIGHT);
                odds += weight * log_odds(probabilities[block]);
                sum += weight;
            }
            probabilities[unit.blocks.clone()].fill(probability(odds / sum));
        }
    }

    /// Keeps or drops each thing whole, by the larger part of its words, and drops what is no part of one.
    pub(super) fn make_whole(&self, weights: &[f32], keep: &mut [bool]) {
        for unit in &self.list {
            let (mut kept, mut all) = (0.0, 0.0);
            for block in unit.blocks.clone() {
                all += weights[block];
                kept += if keep[block] { weights[block] } else { 0.0 };
            }
            keep[unit.blocks.clone()].fill(2.0 * kept >= all && kept > 0.0);
        }
        self.furniture.iter().for_each(|&block| keep[block as usize] = false);
    }
}

/// The power of its words by which a block counts, as in training.
const WEIGHT: f32 = 0.75;

/// What kind of thing a container is; most are none.
fn kind(document: &Document, at: usize, container: &Container) -> Option<UnitKind> {
    let page = document.page();
    let tag = page.name(container.node);
    let kind = match tag {
        name::PRE | name::LISTING | name::XMP => return Some(UnitKind::Code),
        name::TABLE if is_code(document, container) => return Some(UnitKind::Code),
        name::TABLE => UnitKind::Table,
        name::UL | name::OL => UnitKind::List,
        name::DL => UnitKind::Definitions,
        name::BLOCKQUOTE => UnitKind::Quotation,
        name::DETAILS => UnitKind::Question,
        name::FIGURE if is_code(document, container) => return Some(UnitKind::Code),
        name::FIGURE => UnitKind::Figure,
        name::DIV if is_code(document, container) => return Some(UnitKind::Code),
        _ => return None,
    };
    let containers = document.containers();
    let sums = containers.sums_of(at);
    let is_part = (sums.words as f32) < WHOLE_PAGE * document.facts().words as f32;
    let words_a_block = sums.words as f32 / container.len() as f32;
    let is_one = match kind {
        UnitKind::Table => {
            return (words_a_block <= CELL_WORDS && is_data(page, container.node)).then_some(kind);
        }
        UnitKind::List => words_a_block <= ITEM_WORDS && has_short_items(page, container),
        UnitKind::Definitions => words_a_block <= ITEM_WORDS,
        _ => true,
    };
    (is_part && is_one && container.len() > 1).then_some(kind)
}

/// Blocks of an element that are looked through for one that is no program.
const MOST_CODE: usize = 200;

/// Whether a container holds nothing but preformatted text and the numbers of its lines.
fn is_code(document: &Document, container: &Container) -> bool {
    let blocks = document.blocks();
    let range = container.blocks.start as usize..container.blocks.end as usize;
    let is_pre = |block: &Block| block.within.has(Within::PRE);
    // Mostly the first block tells that it does not.
    let is_all = |n: usize| is_pre(blocks.block(n)) || is_line_number(blocks.text(n));
    (2..=MOST_CODE).contains(&range.len())
        && range.clone().all(is_all)
        && range.clone().any(|n| is_pre(blocks.block(n)))
}

/// Whether a text is one or more numbers, as they stand beside the lines of a program.
fn is_line_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_whitespace())
}

/// Whether the items of a list are no things of their own.
fn has_short_items(page: &Page, container: &Container) -> bool {
    let items = page.children(container.node).filter(|&child| page.name(child) == name::LI).count();
    items > 1 && container.len() as f32 <= ITEM_BLOCKS * items as f32
}

/// Rows and cells from which a table without headings is one of data.
const LEAST_ROWS: usize = 2;
const LEAST_CELLS: usize = 4;

/// Whether a table holds data: rows of cells, no table inside, and nothing that says it is there for the layout.
fn is_data(page: &Page, table: NodeId) -> bool {
    if page.attr(table, name::ROLE).is_some_and(|role| matches!(role, "presentation" | "none")) {
        return false;
    }
    let (mut rows, mut cells, mut headings) = (0, 0, 0);
    for node in page.subtree(table).skip(1) {
        match page.name(node) {
            name::TABLE => return false,
            name::TR => rows += 1,
            name::TD => cells += 1,
            name::TH | name::THEAD | name::CAPTION => {
                cells += 1;
                headings += 1;
            }
            _ => {}
        }
    }
    rows >= LEAST_ROWS && (cells >= LEAST_CELLS || headings > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(html: &str) -> Vec<(UnitKind, Range<usize>)> {
        // Enough other text for none to be the page.
        let document = Document::new(Page::parse(format!("{html}<p>{}", "word ".repeat(200))));
        let units = document.derived::<Units>();
        units.list().iter().map(|unit| (unit.kind, unit.blocks.clone())).collect()
    }

    #[test]
    fn things_are_found_by_their_elements() {
        use UnitKind::*;
        let row = "<tr><td>a<td>b";
        let cases = [
            (format!("<table>{row}{row}</table>"), vec![(Table, 0..4)]),
            (format!("<table role=presentation>{row}{row}</table>"), vec![]),
            (format!("<table><tr><td><table>{row}{row}</table></table>"), vec![(Table, 0..4)]),
            ("<ul><li>a<li>b<ul><li>c<li>d</ul></ul>".into(), vec![(List, 0..4)]),
            ("<ul><li><h3>a</h3><p>b<p>c<li><h3>d</h3><p>e<p>f</ul>".into(), vec![]),
            (
                "<dl><dt>a<dd>b</dl><blockquote><p>c<p>d</blockquote>".into(),
                vec![(Definitions, 0..2), (Quotation, 2..4)],
            ),
            ("<details><summary>a</summary><p>b</details>".into(), vec![(Question, 0..2)]),
            ("<ul><li>alone</ul><blockquote>alone</blockquote>".into(), vec![]),
        ];
        for (html, expected) in cases {
            assert_eq!(units(&html), expected, "{html}");
        }
    }

    #[test]
    fn programs_are_one_with_those_right_behind_them_and_without_the_numbers_of_their_lines() {
        use UnitKind::*;
        assert_eq!(
            units("<pre>a</pre><pre>b</pre><p>x</p><pre>c</pre>"),
            [(Code, 0..2), (Code, 3..4)]
        );
        let table = "<table><tr><td><pre>1\n2</pre><td><pre>a()\nb()</pre></table>";
        assert_eq!(units(table), [(Code, 0..2)]);
        let document = Document::new(Page::parse(table));
        let mut keep = [true; 2];
        document.derived::<Units>().make_whole(&[2.0, 2.0], &mut keep);
        assert_eq!(keep, [false, true]);
        assert_eq!(units("<pre>1984</pre>").len(), 1);
        let document = Document::new(Page::parse("<pre>1984</pre>"));
        let mut keep = [true];
        document.derived::<Units>().make_whole(&[1.0], &mut keep);
        assert_eq!(keep, [true], "a number alone is the program");
    }

    #[test]
    fn the_larger_part_decides() {
        let units =
            Units { list: vec![Unit { kind: UnitKind::Table, blocks: 0..3 }], furniture: vec![] };
        let mut keep = [true, false, false];
        units.make_whole(&[5.0, 1.0, 1.0], &mut keep);
        assert_eq!(keep, [true; 3]);
        keep = [true, false, false];
        units.make_whole(&[1.0, 1.0, 1.0], &mut keep);
        assert_eq!(keep, [false; 3]);
        let mut probabilities = [0.9, 0.5, 0.1, 0.3];
        units.even_out(&mut probabilities, &[1.0; 4]);
        assert!((probabilities[0] - 0.5).abs() < 1e-4 && probabilities[3] == 0.3);
    }
}
