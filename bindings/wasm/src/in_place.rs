//! What to do to a live page so that nothing but its content is seen, where it stands.
//!
//! Elements are hidden whole wherever they can be, and few are touched: what holds content and nothing else stays as it
//! is, with whatever scripts put into it later; what holds none goes; only where the two are mixed are children looked
//! at. So a mark says what becomes of an element and all below it, and only children of [mixed](Mark::Mixed) ones, and
//! the root, have one.

use crate::article::number;
use dehusk::Article;
use dehusk::extractor::{Blocks, NodeId, NodeSet, Page};
use dehusk_page::{Kind, name};

/// What becomes of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
enum Mark {
    /// It holds content and something else: its children have marks.
    Mixed = 1,
    /// It stays, and all in it.
    Stays = 2,
    /// It goes, and all in it.
    Goes = 3,
    /// It is not seen but keeps its place: a cell, without which the others of its row would move.
    Fades = 4,
    /// A text that goes, beside others that stay.
    Empties = 5,
}

/// Bits of a number that are the mark; the others are the node.
const MARK_BITS: u32 = 3;

/// Letters of text beside a video that may belong to its player: times, names of its buttons.
const PLAYER_LETTERS: usize = 200;

/// A number a node that has a mark, in document order: the node's own, shifted by three bits, and the mark.
pub(crate) fn marks(article: &Article) -> Vec<u32> {
    let (document, kept) = (article.document(), article.selection().nodes());
    let page = document.page();
    let holds = Holds::of(page, document.blocks(), kept);
    let mut marks = Vec::new();
    let mut nodes = page.descendants(page.root());
    while let Some(node) = nodes.next() {
        let mark = holds.mark(page, node);
        if let Some(mark) = mark {
            marks.push(number(node) << MARK_BITS | mark as u32);
        }
        if mark != Some(Mark::Mixed) {
            nodes.skip_subtree(page, node);
        }
    }
    marks
}

/// For each node, whether it holds content, and whether it holds anything else that is seen.
struct Holds {
    bits: Vec<u8>,
}

const CONTENT: u8 = 1;
const OTHER: u8 = 2;

impl Holds {
    fn of(page: &Page, blocks: &Blocks, kept: &NodeSet) -> Holds {
        let mut bits = vec![0; page.len()];
        let texts = texts_of_blocks(page, blocks);
        let inline = InlineImages::of(blocks, kept);
        let players = players(page, kept, &texts);
        // No block has the words of a button, which may hold a kept picture as well.
        let mut button_ends = page.root();
        let mut nodes = page.descendants(page.root());
        while let Some(node) = nodes.next() {
            let of_button = || node < button_ends && !page.text(node).trim().is_empty();
            let is_whole = players.contains(node) || kept.contains(node);
            bits[node.index()] = match page.kind(node) {
                Kind::Text if kept.contains(node) => CONTENT,
                Kind::Text if texts.contains(node) || of_button() => OTHER,
                Kind::Element if is_whole => CONTENT,
                Kind::Element if is_control(page, node, kept) => OTHER,
                Kind::Element if is_other_medium(page, node) && !inline.contains(page, node) => {
                    OTHER
                }
                Kind::Element if is_never_seen(page, node) => 0,
                Kind::Element if page.name(node) == name::BUTTON => {
                    button_ends = page.end(node);
                    continue;
                }
                _ => continue,
            };
            nodes.skip_subtree(page, node);
        }
        for index in (1..page.len()).rev() {
            if let Some(parent) = page.parent(NodeId::from_index(index)) {
                bits[parent.index()] |= bits[index];
            }
        }
        Holds { bits }
    }

    /// The mark of a child of a mixed element.
    fn mark(&self, page: &Page, node: NodeId) -> Option<Mark> {
        let bits = self.bits[node.index()];
        match (page.kind(node), bits) {
            (Kind::Element, 0) if is_neutral(page, node) => Some(Mark::Stays),
            (Kind::Element, 0) if is_never_seen(page, node) => None,
            (Kind::Element, 0 | OTHER) => Some(match page.name(node) {
                name::TD | name::TH => Mark::Fades,
                _ => Mark::Goes,
            }),
            (Kind::Element, CONTENT) => Some(Mark::Stays),
            (Kind::Element, _) => Some(Mark::Mixed),
            (Kind::Text, OTHER) => Some(Mark::Empties),
            _ => None,
        }
    }
}

/// The texts that are in a block and say something.
fn texts_of_blocks(page: &Page, blocks: &Blocks) -> NodeSet {
    let mut texts = NodeSet::new(page.len());
    for index in 0..blocks.len() {
        let nodes = blocks.nodes(index).iter().copied();
        texts.extend(nodes.filter(|&node| !page.text(node).trim().is_empty()));
    }
    texts
}

/// Pictures that stand in a line of kept text: drawn letters and the like, which no extractor speaks of.
struct InlineImages<'k> {
    kept: &'k NodeSet,
    /// The first and the last text of each kept block, in document order.
    lines: Vec<(NodeId, NodeId)>,
}

impl<'k> InlineImages<'k> {
    fn of(blocks: &Blocks, kept: &'k NodeSet) -> InlineImages<'k> {
        let line = |index: usize| {
            let nodes = blocks.nodes(index);
            let mut those_kept = nodes.iter().copied().filter(|&node| kept.contains(node));
            let first = those_kept.next()?;
            Some((first, those_kept.next_back().unwrap_or(first)))
        };
        InlineImages { kept, lines: (0..blocks.len()).filter_map(line).collect() }
    }

    fn contains(&self, page: &Page, image: NodeId) -> bool {
        if page.name(image) != name::IMG {
            return false;
        }
        let after = self.lines.partition_point(|&(first, _)| first <= image);
        let in_line = after > 0 && image < self.lines[after - 1].1;
        let beside =
            |parent| page.children(parent).any(|n| page.is_text(n) && self.kept.contains(n));
        in_line || page.parent(image).is_some_and(beside)
    }
}

/// The largest elements that hold a kept video or sound and hardly any text: players, whose buttons are theirs.
fn players(page: &Page, kept: &NodeSet, texts: &NodeSet) -> NodeSet {
    let mut players = NodeSet::new(page.len());
    let plays = |&node: &NodeId| matches!(page.name(node), name::VIDEO | name::AUDIO);
    for medium in kept.iter().filter(plays) {
        let is_player = |&around: &NodeId| {
            let is_page =
                matches!(page.name(around), name::ARTICLE | name::MAIN | name::BODY | name::HTML);
            !is_page && has_few_letters(page, texts, around)
        };
        let around = page.ancestors(medium).take_while(is_player).last();
        players.insert(around.unwrap_or(medium));
    }
    players
}

fn has_few_letters(page: &Page, texts: &NodeSet, around: NodeId) -> bool {
    let (mut inside, mut letters) = (around, 0);
    while let Some(text) = texts.first_in(inside..page.end(around)) {
        letters += page.text(text).trim().len();
        if letters > PLAYER_LETTERS {
            return false;
        }
        inside = NodeId::from_index(text.index() + 1);
    }
    true
}

/// What is used and not read, and is seen: buttons and fields, but not boxes to tick, which belong to their text.
fn is_control(page: &Page, node: NodeId, kept: &NodeSet) -> bool {
    let kind = || page.attr(node, name::TYPE).unwrap_or("text").to_ascii_lowercase();
    match page.name(node) {
        name::SELECT | name::TEXTAREA => true,
        name::BUTTON => !kept.any_in(node..page.end(node)),
        name::INPUT => !matches!(&*kind(), "hidden" | "checkbox" | "radio"),
        _ => false,
    }
}

fn is_other_medium(page: &Page, node: NodeId) -> bool {
    matches!(
        page.name(node),
        name::IMG | name::VIDEO | name::AUDIO | name::IFRAME | name::EMBED | name::OBJECT
    )
}

/// Elements that are never seen, whatever is in them.
fn is_never_seen(page: &Page, node: NodeId) -> bool {
    matches!(
        page.name(node),
        name::HEAD
            | name::SCRIPT
            | name::STYLE
            | name::TEMPLATE
            | name::NOSCRIPT
            | name::LINK
            | name::META
            | name::TITLE
            | name::BASE
            | name::SOURCE
            | name::TRACK
            | name::PARAM
    )
}

/// Elements that only lay out what is around them.
fn is_neutral(page: &Page, node: NodeId) -> bool {
    matches!(page.name(node), name::BR | name::WBR | name::HR | name::COL | name::COLGROUP)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::article::of_html;

    const TEXT: &str = "The ferry came in late, as it had all week, and nobody on the quay was surprised by it any more. \
        By noon the fish was gone, and with it the people who had come for it, so that the market closed an hour early.";

    /// The elements and texts of a page that have a mark, each with it.
    fn marked(html: &str) -> Vec<(String, u32)> {
        marked_by(r#"{"extractor": "readability"}"#, html)
    }

    fn marked_by(options: &str, html: &str) -> Vec<(String, u32)> {
        let article = of_html(html.to_string(), options).unwrap();
        let page = article.inner().document().page();
        let label = |node: NodeId| match page.attr(node, name::ID) {
            Some(id) => id.to_string(),
            None if page.is_text(node) => page.text(node).trim().chars().take(8).collect(),
            None => page.tag(node).to_string(),
        };
        let all = marks(article.inner()).into_iter();
        all.map(|m| (label(NodeId::from_index((m >> MARK_BITS) as usize + 1)), m & 7)).collect()
    }

    fn mark_of(html: &str, label: &str) -> Option<u32> {
        marked(html).into_iter().find(|(l, _)| l == label).map(|(_, mark)| mark)
    }

    #[test]
    fn few_elements_are_touched() {
        let html = format!(
            "<nav id=menu><a href=/>Home</a></nav><article id=story><p>{TEXT}</p><p>{TEXT}</p></article><footer id=foot>©</footer>"
        );
        let expected = [("html", 1), ("body", 1), ("menu", 3), ("story", 2), ("foot", 3)];
        assert_eq!(marked(&html), expected.map(|(label, mark)| (label.to_string(), mark)));
    }

    #[test]
    fn what_is_mixed_is_parted() {
        let html = format!(
            "<nav id=menu>Home</nav><article id=story><p>{TEXT}</p><button id=share>Share</button><br id=line>\
             <p id=last>{TEXT}<input id=box type=checkbox><img id=letter src=x.png width=16 height=16></p></article>"
        );
        assert_eq!(mark_of(&html, "story"), Some(1));
        assert_eq!(mark_of(&html, "share"), Some(3));
        assert_eq!(mark_of(&html, "line"), Some(2));
        assert_eq!(
            mark_of(&html, "last"),
            Some(2),
            "a drawn letter and a box belong to their line"
        );
    }

    #[test]
    fn a_picture_stays_without_the_words_of_its_button() {
        let html = format!(
            "<article><p>{TEXT}</p><button id=zoom><span id=words>Zoom in</span><img src=x.jpg width=900 height=600></button>\
             <p>{TEXT}</p></article>"
        );
        // Readability takes no button for content; the default extractor keeps its picture.
        let marks = marked_by("", &html);
        let mark_of = |label| marks.iter().find(|(l, _)| l == label).map(|(_, mark)| *mark);
        assert_eq!(mark_of("zoom"), Some(1));
        assert_eq!(mark_of("words"), Some(3));
    }

    #[test]
    fn a_player_stays_with_its_buttons() {
        let player =
            "<div id=player><video src=v.mp4></video><div><button>Play</button> 0:00</div></div>";
        let html = format!(
            "<nav>Home</nav><article><p>{TEXT}</p>{player}<p>{TEXT}</p><button>Share</button></article>"
        );
        let article = of_html(html, "").unwrap();
        let page = article.inner().document().page();
        let player = page
            .descendants(page.root())
            .find(|&n| page.attr(n, name::ID) == Some("player"))
            .unwrap();
        assert!(
            marks(article.inner()).contains(&(number(player) << MARK_BITS | Mark::Stays as u32))
        );
    }

    #[test]
    fn without_content_everything_goes() {
        assert_eq!(marked("<p id=a></p>"), [("html".to_string(), 3)]);
    }

    /// The words of the texts that are neither hidden nor emptied.
    fn shown(article: &Article) -> Vec<String> {
        let page = article.document().page();
        let mut hidden = NodeSet::new(page.len());
        for mark in marks(article) {
            let node = NodeId::from_index((mark >> MARK_BITS) as usize + 1);
            if mark & 7 >= Mark::Goes as u32 {
                hidden.insert_range(node..page.end(node));
            }
        }
        let texts = texts_of_blocks(page, article.document().blocks());
        let seen = texts.iter().filter(|&text| !hidden.contains(text));
        seen.flat_map(|text| words(page.text(text))).collect()
    }

    fn words(text: &str) -> Vec<String> {
        let split = text.split(|c: char| !c.is_alphanumeric());
        split.filter(|word| !word.is_empty()).map(str::to_string).collect()
    }

    #[test]
    fn what_is_shown_is_what_was_kept_on_every_fixture() {
        let pages = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/pages");
        let mut tried = 0;
        for folder in std::fs::read_dir(pages).unwrap() {
            let path = folder.unwrap().path().join("page.html");
            let Ok(html) = std::fs::read(&path) else { continue };
            let html = String::from_utf8_lossy(&html).into_owned();
            for extractor in ["auto", "readability", "r4"] {
                let options = format!(r#"{{"extractor": "{extractor}", "embedded": false}}"#);
                let article = of_html(html.clone(), &options).unwrap();
                let page = article.inner().document().page();
                let mut kept = NodeSet::new(page.len());
                for node in article.inner().selection().nodes().iter() {
                    kept.insert_range(node..page.end(node));
                }
                let texts = texts_of_blocks(page, article.inner().document().blocks());
                let kept = texts.iter().filter(|&n| kept.contains(n));
                let kept: Vec<String> = kept.flat_map(|n| words(page.text(n))).collect();
                assert_eq!(shown(article.inner()), kept, "{} by {extractor}", path.display());
                tried += 1;
            }
        }
        assert!(tried >= 30, "{tried}");
    }
}
