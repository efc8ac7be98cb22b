//! IWPTD: incremental web page template detection.
//!
//! Wang, Fang, Cheng, Guo, Xu, "Incremental Web Page Template Detection", WWW 2008 (poster). Pages are
//! handled as they come and none is kept. A table counts in how many pages each text segment stood; a text
//! segment is a text node, and two are the same if their texts are literally equal and they have the same
//! path. Every page goes through four steps: it is cut into blocks and these into text segments, the table
//! takes them in, blocks that consist of segments seen before are template, and the table is shrunk.
//!
//! The poster leaves its thresholds to the reader; ours are the constants below.

use super::tree::{Labels, Place, Tree};
use dehusk_extract::{Document, Selection};
use std::collections::{BTreeMap, HashMap};

/// A segment belongs to the template if at least this many pages had it, this one included.
const LEAST_PAGES: u32 = 2;
/// And at least one page in so many of those seen.
const LEAST_SHARE: u32 = 10;
/// A block is template if more than this share of its characters is.
const BLOCK_SHARE: f32 = 0.5;
/// Text segments that the table holds before those of one page only are dropped.
const MOST_SEGMENTS: usize = 100_000;
/// Elements that cut a page into blocks.
const BLOCK_TAGS: [&str; 16] = [
    "body", "table", "td", "th", "div", "ul", "ol", "dl", "form", "section", "article", "aside",
    "nav", "header", "footer", "main",
];

/// A text segment: its path and its text.
type Segment = (u64, u64);

/// The texts of each page outside of blocks that came before.
pub fn extract(pages: &[&Document]) -> Vec<Selection> {
    let mut table = SegmentTable::default();
    pages.iter().map(|page| table.handle(page)).collect()
}

/// The text segment table.
#[derive(Default)]
struct SegmentTable {
    /// In how many pages a segment stood, and which was the last.
    pages_with: HashMap<Segment, (u32, u32)>,
    pages: u32,
}

impl SegmentTable {
    /// The four steps.
    fn handle(&mut self, page: &Document) -> Selection {
        let tree = Tree::of(page, Labels::Named);
        let blocks = blocks(page, &tree);
        self.expand(&tree);
        let mut in_template = vec![false; tree.nodes().len()];
        for texts in blocks.values().filter(|texts| self.is_template(page, &tree, texts)) {
            texts.iter().for_each(|&place| in_template[place] = true);
        }
        self.shrink();
        tree.select(page, "in a block of new text", |place| !in_template[place])
    }

    fn expand(&mut self, tree: &Tree) {
        self.pages += 1;
        for node in tree.nodes().iter().filter(|node| node.is_text) {
            let (count, last) = self.pages_with.entry((node.path, node.label)).or_default();
            if *last != self.pages {
                (*count, *last) = (*count + 1, self.pages);
            }
        }
    }

    fn is_template(&self, page: &Document, tree: &Tree, texts: &[Place]) -> bool {
        let least = LEAST_PAGES.max(self.pages.div_ceil(LEAST_SHARE));
        let (mut all, mut known) = (0, 0);
        for &place in texts {
            let node = tree.node(place);
            let chars = page.page().text(node.id).trim().chars().count();
            let seen = self.pages_with.get(&(node.path, node.label));
            all += chars;
            known += if seen.is_some_and(|(count, _)| *count >= least) { chars } else { 0 };
        }
        known as f32 > all as f32 * BLOCK_SHARE
    }

    fn shrink(&mut self) {
        if self.pages_with.len() > MOST_SEGMENTS {
            let now = self.pages;
            self.pages_with.retain(|_, (count, last)| *count > 1 || *last == now);
        }
    }
}

/// The texts of a page by the block they stand in.
fn blocks(page: &Document, tree: &Tree) -> BTreeMap<Place, Vec<Place>> {
    let mut block_of = vec![0; tree.nodes().len()];
    let mut blocks: BTreeMap<Place, Vec<Place>> = BTreeMap::new();
    for (place, node) in tree.nodes().iter().enumerate() {
        let around = tree.parent(place).map_or(0, |parent| block_of[parent]);
        let cuts = !node.is_text && BLOCK_TAGS.contains(&page.page().tag(node.id));
        block_of[place] = if cuts { place } else { around };
        if node.is_text {
            blocks.entry(around).or_default().push(place);
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use crate::tests::kept;

    #[test]
    fn a_block_is_template_once_most_of_it_was_seen() {
        let page = |more: &str| {
            format!("<div><b>Weather in the</b> <i>{more}</i></div><div>Own {more}</div>")
        };
        let [one, two] = [page("north"), page("south")];
        // 14 of 19 characters of the first block came before.
        let kept = kept("iwptd", &[&one, &two]);
        assert_eq!(kept[0], ["Weather in the", "north", "Own north"]);
        assert_eq!(kept[1], ["Own south"]);
    }

    #[test]
    fn the_same_text_at_another_path_is_another_segment() {
        let pages = ["<div><p>Words</div>", "<div><ul><li>Words</ul></div>"];
        assert_eq!(kept("iwptd", &pages), [["Words"], ["Words"]]);
    }

    #[test]
    fn in_a_long_stream_twice_is_not_often() {
        let pages: Vec<String> = (0..40)
            .map(|n| format!("<div>Menu</div><div>{}</div>", if n % 39 == 0 { -1 } else { n }))
            .collect();
        let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
        assert_eq!(kept("iwptd", &pages)[39], ["-1"]);
    }
}
