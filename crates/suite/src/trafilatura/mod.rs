//! `trafilatura`: a cascade of rules.
//!
//! A. Barbaresi: "Trafilatura: A Web Scraping Library and Command-Line Tool for Text Discovery and Extraction"
//! (ACL 2021), and the documented behaviour of the program, stated anew over the read-only page:
//!
//! 1. Comments and elements without running text are left out ([`prune`]).
//! 2. The content is looked for in five places, by elements and names ([`names`]); below the first that has
//!    any, sections are left out by their names and by links, and the rest is collected ([`collect`]).
//! 3. If that is too little, paragraphs are taken wherever they stand.
//! 4. `readability` takes over where it finds much more, jusText where the text is still short, and at last
//!    whatever text the page has.
//! 5. A short text from a long page is tried again with more lenient rules.

mod collect;
mod names;
mod prune;
mod tree;

use super::justext;
use crate::languages;
use collect::{Pieces, Wanted, collect, has_paragraphs};
use dehusk_auto::readability;
use dehusk_extract::derived::is_code;
use dehusk_extract::{Decision, Document, Entry, Extractor, NodeSet, Selection};
use dehusk_page::{NodeId, Page, name};
pub(super) use names::RULES;
use names::{ARTICLE_FIRST, MAIN, PLACES};
use std::sync::Arc;
use tree::{Facts, Tree};

/// How a registry lists it.
pub(crate) static ENTRIES: &[Entry] = &[Entry::new(
    "trafilatura",
    "any kind of page, by elements and names of content and furniture, then by what others find",
    "trafilatura; Barbaresi, ACL 2021",
    languages::ANY,
    |_| Ok(Arc::new(Trafilatura)),
)];

/// Characters below which an extraction is too little.
const MIN_EXTRACTED_SIZE: u32 = 250;
/// Characters below which an extraction may be tried again, if it has less than [`ESCALATION_PAGE_SHARE`] of
/// the page's text.
const ESCALATION_MAX_LENGTH: u32 = 3000;
const ESCALATION_PAGE_SHARE: f32 = 0.2;
/// How much longer the second attempt has to be, or jusText's.
const ESCALATION_ACCEPT_RATIO: f32 = 1.5;
const ESCALATION_JUSTEXT_RATIO: f32 = 2.0;

/// Trafilatura.
pub(crate) struct Trafilatura;

/// What is preferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Focus {
    Balanced,
    Recall,
}

/// A text that was found, and how.
struct Answer {
    texts: NodeSet,
    chars: u32,
    how: &'static str,
}

impl Extractor for Trafilatura {
    fn extract(&self, document: &Document) -> Selection {
        let page = document.page();
        let Some(body) = page.body() else {
            return Selection::from_nodes(document, NodeSet::new(page.len()), Vec::new());
        };
        let facts = Facts::of(document);
        let cascade = Cascade::new(document, body, &facts);
        let answer = cascade.run();
        let decision = Decision::subtree(page, body, true, answer.chars as f32, answer.how);
        let mut kept = answer.texts;
        keep_spaces(&facts, &mut kept);
        let texts = page.descendants(body).filter(|&n| page.is_text(n));
        Selection::from_texts(document, texts, kept, vec![decision])
    }
}

/// Blank texts between two kept ones may be the space between two words.
fn keep_spaces(facts: &Facts<'_>, kept: &mut NodeSet) {
    let page = facts.page;
    let mut blanks: Vec<NodeId> = Vec::new();
    let mut before = false;
    let (first, last) = (kept.iter().next(), kept.iter().last());
    let between = first.zip(last).map_or(0..0, |(first, last)| first.index()..last.index() + 1);
    for index in between {
        let node = NodeId::from_index(index);
        if !page.is_text(node) {
            continue;
        }
        // Scripts and styles are not blank, though nothing in them is text.
        if facts.chars(node) == 0 && !is_code(page, node) {
            blanks.push(node);
            continue;
        }
        let now = kept.contains(node);
        if before && now {
            kept.extend(blanks.iter().copied());
        }
        blanks.clear();
        before = now;
    }
}

struct Cascade<'d> {
    document: &'d Document,
    page: &'d Page,
    body: NodeId,
    /// Without comments.
    raw: Tree<'d>,
    /// Without elements that hold no running text, too.
    cleaned: Tree<'d>,
    /// Characters of the latter.
    all: u32,
    places: Places,
}

impl<'d> Cascade<'d> {
    fn new(document: &'d Document, body: NodeId, facts: &'d Facts<'d>) -> Cascade<'d> {
        let mut raw = Tree::new(facts);
        prune::comments(&mut raw, body);
        let mut cleaned = raw.clone();
        prune::elements(&mut cleaned, body);
        let (all, places) = overview(&cleaned, body);
        Cascade { document, page: facts.page, body, raw, cleaned, all, places }
    }

    fn run(&self) -> Answer {
        let mut answer = self.attempt(Focus::Balanced);
        if answer.chars < MIN_EXTRACTED_SIZE {
            answer = longer(answer, self.baseline());
        }
        let is_small = answer.chars > 0
            && answer.chars < ESCALATION_MAX_LENGTH
            && (answer.chars as f32) < ESCALATION_PAGE_SHARE * self.all as f32;
        if is_small { self.escalate(answer) } else { answer }
    }

    /// The rules, then the other algorithms where these find more.
    fn attempt(&self, focus: Focus) -> Answer {
        let (pieces, answer) = self.by_rules(focus);
        if focus == Focus::Recall && answer.chars > 10 * MIN_EXTRACTED_SIZE {
            return answer;
        }
        // Where half of the page's text is found, nobody finds twice as much.
        let poor = self.has_poor_structure(&pieces);
        if self.all <= 2 * answer.chars && answer.chars >= MIN_EXTRACTED_SIZE && !poor {
            return answer;
        }
        let other = self.readability();
        let much_more = other.chars > 2 * answer.chars
            || focus == Focus::Recall && 2 * other.chars > 3 * answer.chars;
        let poor = other.chars > 2 * MIN_EXTRACTED_SIZE && poor;
        let same = other.chars == 0 || answer.chars > 2 * other.chars;
        let answer = if !same && (much_more || poor) { other } else { answer };
        match answer.chars < MIN_EXTRACTED_SIZE {
            true => longer(answer, self.justext(&self.cleaned)),
            false => answer,
        }
    }

    fn escalate(&self, answer: Answer) -> Answer {
        let again = self.attempt(Focus::Recall);
        let justext = self.justext(&self.raw);
        let ratio = |other: &Answer| other.chars as f32 / answer.chars.max(1) as f32;
        if justext.chars > again.chars && ratio(&justext) > ESCALATION_JUSTEXT_RATIO {
            justext
        } else if again.chars >= MIN_EXTRACTED_SIZE && ratio(&again) > ESCALATION_ACCEPT_RATIO {
            again
        } else {
            answer
        }
    }

    /// The five places, then paragraphs wherever they stand.
    fn by_rules(&self, focus: Focus) -> (Pieces, Answer) {
        let mut tree = self.cleaned.clone();
        let mut pieces = Pieces::default();
        for place in 0..=PLACES.len() {
            let Some(frame) = self.places.first(&tree, place) else { continue };
            prune::sections(&mut tree, frame, focus == Focus::Recall);
            if tree.element_children(frame, 1) == 0 {
                continue;
            }
            let with_divs = !has_paragraphs(&tree, self.body, 3 * MIN_EXTRACTED_SIZE);
            pieces = collect(&tree, frame, Wanted::Text { with_divs });
            if pieces.drop_trailing(self.page) > 1 {
                break;
            }
        }
        let mut answer = self.answer(&pieces, "found by its elements and names");
        if answer.chars < MIN_EXTRACTED_SIZE {
            let mut tree = self.cleaned.clone();
            prune::sections(&mut tree, self.body, focus == Focus::Recall);
            let wanted = match focus {
                Focus::Balanced => Wanted::Wild,
                Focus::Recall => Wanted::Text { with_divs: true },
            };
            pieces.extend(collect(&tree, self.body, wanted));
            answer = self.answer(&pieces, "a paragraph outside of any place for content");
        }
        (pieces, answer)
    }

    fn answer(&self, pieces: &Pieces, how: &'static str) -> Answer {
        self.measured(pieces.texts(self.page), how)
    }

    fn measured(&self, texts: NodeSet, how: &'static str) -> Answer {
        let lengths = texts.iter().map(|text| self.raw.facts.chars(text));
        let chars = lengths.filter(|&length| length > 0).map(|length| length + 1).sum();
        Answer { texts, chars, how }
    }

    /// No paragraph has text, or there are more tables than paragraphs.
    fn has_poor_structure(&self, pieces: &Pieces) -> bool {
        let count = |tag| pieces.iter(self.page).filter(|piece| piece.of == tag).count();
        let paragraphs = count(name::P) + count(name::DIV);
        paragraphs == 0 || count(name::TABLE) > paragraphs
    }

    /// What another extractor keeps of the tree.
    fn kept(&self, tree: &Tree<'_>, selection: &Selection, how: &'static str) -> Answer {
        let mut texts = NodeSet::new(self.page.len());
        let is_live = |n: NodeId| {
            self.page.is_text(n) && self.page.contains(self.body, n) && !tree.is_lost(n)
        };
        texts.extend(selection.nodes().iter().filter(|&n| is_live(n)));
        self.measured(texts, how)
    }

    fn readability(&self) -> Answer {
        let answer = &self.document.derived::<readability::Answer>().0;
        self.kept(&self.cleaned, answer, "readability found much more")
    }

    fn justext(&self, tree: &Tree<'_>) -> Answer {
        let selection = justext::LENIENT.extract_without(self.document, &|node| tree.is_gone(node));
        self.kept(tree, &selection, "jusText found more")
    }

    /// The article, else all paragraphs, else all text.
    fn baseline(&self) -> Answer {
        let how = "whatever text there is";
        let article = self.raw.live(self.body).find(|&n| self.page.name(n) == name::ARTICLE);
        if let Some(root) = article {
            let answer = self.all_text(root, how);
            if answer.chars > 100 {
                return answer;
            }
        }
        let answer = self.answer(&collect(&self.raw, self.body, Wanted::Wild), how);
        if answer.chars > 100 { answer } else { self.all_text(self.body, how) }
    }

    fn all_text(&self, root: NodeId, how: &'static str) -> Answer {
        let mut texts = NodeSet::new(self.page.len());
        texts.extend(self.cleaned.live(root).filter(|&n| self.page.is_text(n)));
        self.measured(texts, how)
    }
}

/// The longer of two answers, the first of equals.
fn longer(one: Answer, other: Answer) -> Answer {
    if other.chars > one.chars { other } else { one }
}

/// The elements that may be one of the five places for content, in document order, with a bit for each place.
struct Places(Vec<(NodeId, u8)>);

/// The characters of a tree and its places, in one walk.
fn overview(tree: &Tree<'_>, body: NodeId) -> (u32, Places) {
    let (mut weight, mut found) = (0, Vec::new());
    for node in tree.live(body) {
        let chars = tree.facts.chars(node);
        if chars > 0 {
            weight += chars + 1;
        } else if node != body && is_section(tree.page, node) {
            let places = places(tree, node);
            found.extend((places != 0).then_some((node, places)));
        }
    }
    (weight.saturating_sub(1), Places(found))
}

impl Places {
    /// The first element in a place that is left in a tree.
    fn first(&self, tree: &Tree<'_>, place: usize) -> Option<NodeId> {
        let mut elements = self.0.iter();
        let is_there =
            |(node, places): &&(NodeId, u8)| places >> place & 1 == 1 && !tree.is_lost(*node);
        elements.find(is_there).map(|&(node, _)| node)
    }
}

fn is_section(page: &Page, node: NodeId) -> bool {
    matches!(page.name(node), name::ARTICLE | name::DIV | name::MAIN | name::SECTION)
}

/// The places that a section may be, in bits.
fn places(tree: &Tree<'_>, node: NodeId) -> u8 {
    let page = tree.page;
    let (class, named) = (tree.facts.names.class(node), tree.facts.names.id(node));
    let id = page.attr(node, name::ID).unwrap_or_default();
    let role = page.attr(node, name::ROLE).unwrap_or_default();
    let is = [
        (class | named & 0b10) & PLACES[0] != 0
            || page.attr(node, name::ITEMPROP) == Some("articleBody"),
        page.name(node) == name::ARTICLE,
        class & (PLACES[2] | ARTICLE_FIRST) != 0
            || role == "article"
            || matches!(id, "article" | "story")
            || id.starts_with("primary")
            || id.contains("story-body"),
        (class | named) & PLACES[3] != 0,
        page.name(node) == name::MAIN || (class | named) & MAIN != 0 || role.starts_with("main"),
    ];
    is.iter().rev().fold(0, |places, &is| places << 1 | u8::from(is))
}

#[cfg(test)]
mod tests {
    use super::super::shared::testing::{kept, words};
    use super::*;

    fn page(article: &str) -> String {
        format!(
            "<body><nav><a href=x>Home</a></nav><div class='entry-content'>{article}</div>\
             <div class=sidebar><p>{}</p></div><div id=comments><p>{}</p></div><footer>end</footer>",
            words("side", 30),
            words("comment", 30)
        )
    }

    #[test]
    fn the_named_element_is_kept_without_furniture() {
        let (one, two) = (words("alpha", 70), words("beta", 70));
        let html = page(&format!(
            "<h2>Heading</h2><p>{one}</p><div class='share-box'>share</div><p>Facebook</p>\
             <ul><li>item <b>bold</b></ul><p>{two}</p><h3>Last</h3>"
        ));
        let expected = format!("Heading {one}item bold {two}");
        assert_eq!(kept(&Trafilatura, &html), expected.trim());
    }

    #[test]
    fn loose_text_is_kept_after_a_break_only() {
        let (one, two) = (words("alpha", 90), words("beta", 90));
        let html = page(&format!("<div>lead<br>{one}</div>tail<p>{two}</p>"));
        let expected = format!("{one}{two}");
        assert_eq!(kept(&Trafilatura, &html), expected.trim());
    }

    #[test]
    fn a_page_without_any_place_gives_its_paragraphs() {
        let text = words("alpha", 90);
        let html = format!("<body><div><p>{text}</p></div><div>loose</div>");
        assert_eq!(kept(&Trafilatura, &html), text.trim());
    }

    #[test]
    fn an_empty_page_has_no_content() {
        assert_eq!(kept(&Trafilatura, ""), "");
    }
}
