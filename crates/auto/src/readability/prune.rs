//! First pass over the page: drops what can hardly be content, and makes paragraphs of `div` that are
//! used as such. What is left in the tags that hold text is what will be scored.

use super::breaks::{is_white, trim_end};
use super::measure::Text;
use super::stats::{Source, Stats, holds};
use super::tags::{is_dropped_when_empty, is_phrasing, is_scored};
use super::title::{MOST_NODES_OF_A_HEADING, Vocabulary};
use super::traits::Traits;
use super::tree::{Id, Sort, Tree};
use super::why::{Log, Why};
use dehusk_page::name;

/// A heading longer than that, in UTF-16 units, is no title.
const LONGEST_HEADING: u32 = 5_000;

/// What the pass needs to know beside the tree.
pub(super) struct Pruning<'a> {
    pub source: Source<'a>,
    /// Measures of the tree as it is when the pass begins. They hold for every element when its turn comes,
    /// because nothing below it has been touched until then.
    pub stats: &'a Stats,
    pub title: &'a Vocabulary,
    pub drop_unlikely: bool,
}

/// What is remembered from one attempt to the next.
#[derive(Debug, Default)]
pub(super) struct Author {
    /// Whether the author is known: from the head, or from a line that was found before.
    pub known: bool,
}

/// Prunes the tree. The elements to score, in document order.
pub(super) fn prune(
    tree: &mut Tree,
    html: Id,
    pruning: &Pruning,
    author: &mut Author,
    log: &mut Log,
) -> Vec<Id> {
    let mut to_score = Vec::new();
    let mut title_is_open = true;
    let mut next = Some(html);
    while let Some(id) = next {
        if let Some(why) = pruning.verdict(tree, id, author, title_is_open) {
            title_is_open &= why != Why::RepeatsTitle;
            log.note(tree, id, why);
            next = tree.next_after(id, html);
            tree.detach(id);
            continue;
        }
        if is_scored(tree.tag(id)) {
            to_score.push(id);
        }
        let mut at = id;
        if tree.tag(id) == name::DIV
            && let Some(paragraph) = pruning.div_to_paragraph(tree, id)
        {
            to_score.push(paragraph);
            at = paragraph;
        }
        next = tree.next_element(at, html);
    }
    to_score
}

impl Pruning<'_> {
    /// Why an element is dropped, if it is.
    fn verdict(
        &self,
        tree: &Tree,
        id: Id,
        author: &mut Author,
        title_is_open: bool,
    ) -> Option<Why> {
        let traits = tree.traits(id);
        let tag = tree.tag(id);
        if traits.has(Traits::HIDDEN) {
            return Some(Why::Hidden);
        }
        if traits.has(Traits::MODAL) {
            return Some(Why::Dialogue);
        }
        if !author.known && self.is_byline(tree, id) {
            author.known = self.names_somebody(tree, id);
            return Some(Why::Byline);
        }
        if title_is_open && matches!(tag, name::H1 | name::H2) && self.repeats_title(tree, id) {
            return Some(Why::RepeatsTitle);
        }
        if self.drop_unlikely {
            let exempt = || {
                matches!(tag, name::BODY | name::A)
                    || tree.has_near_ancestor(id, name::TABLE)
                    || tree.has_near_ancestor(id, name::CODE)
            };
            if traits.has(Traits::UNLIKELY) && !exempt() {
                return Some(Why::UnlikelyName);
            }
            if traits.has(Traits::UNLIKELY_ROLE) {
                return Some(Why::UnlikelyRole);
            }
        }
        (is_dropped_when_empty(tag) && self.is_empty(tree, id)).then_some(Why::Empty)
    }

    fn is_byline(&self, tree: &Tree, id: Id) -> bool {
        let length = || self.stats.of(tree, id).text.trimmed();
        tree.traits(id).has(Traits::BYLINE) && (1..100).contains(&length())
    }

    /// Whether the line has a name: the text of its part that is marked as one, or all of it.
    fn names_somebody(&self, tree: &Tree, id: Id) -> bool {
        let named = tree.elements_below(id).find(|&e| tree.traits(e).has(Traits::ITEM_NAME));
        !self.stats.of(tree, named.unwrap_or(id)).text.is_blank()
    }

    fn repeats_title(&self, tree: &Tree, id: Id) -> bool {
        let text = &self.stats.of(tree, id).text;
        if text.is_blank() || text.units > LONGEST_HEADING {
            return false;
        }
        let heading = tree.text_below(self.source.page, id, MOST_NODES_OF_A_HEADING);
        heading.is_some_and(|heading| self.title.share_known(&heading) > 0.75)
    }

    /// No text, and no elements but breaks.
    fn is_empty(&self, tree: &Tree, id: Id) -> bool {
        let below = self.stats.of(tree, id);
        if !below.text.is_blank() {
            return false;
        }
        let children = tree.element_children(id).count();
        children == 0 || children == below.breaks as usize
    }

    /// Makes a paragraph of a `div` that is one, which then stands in its place.
    fn div_to_paragraph(&self, tree: &mut Tree, div: Id) -> Option<Id> {
        let wrapped = wrap_phrasing(tree, self.source.texts, div);
        let below = self.stats.of(tree, div);
        if let Some(paragraph) = single_inside(tree, self.source, div, name::P)
            && below.link_density() < 0.25
        {
            tree.replace(div, paragraph);
            return Some(paragraph);
        }
        if wrapped || below.holds(holds::BLOCK) {
            return None;
        }
        tree.set_tag(div, name::P);
        Some(div)
    }
}

/// Puts each run of running text among the children of a `div` into a paragraph. Whether there was one.
fn wrap_phrasing(tree: &mut Tree, texts: &[Text], div: Id) -> bool {
    let mut any = false;
    let mut open: Option<Id> = None;
    let mut next = tree.first_child(div);
    while let Some(child) = next {
        next = tree.next_sibling(child);
        match (is_phrasing(tree, child), open) {
            (true, Some(paragraph)) => tree.append(paragraph, child),
            (true, None) if !is_white(tree, texts, child) => {
                let paragraph = tree.create(name::P, None);
                tree.replace(child, paragraph);
                tree.append(paragraph, child);
                (open, any) = (Some(paragraph), true);
            }
            (true, None) | (false, None) => {}
            (false, Some(paragraph)) => {
                trim_end(tree, texts, paragraph);
                open = None;
            }
        }
    }
    any
}

/// The only element in another one, if it has the tag and stands there without text. As in the reference
/// a text counts only if it does not end in white space.
fn single_inside(tree: &Tree, source: Source, id: Id, tag: dehusk_page::Name) -> Option<Id> {
    let only = tree.only_element(id).filter(|&only| tree.tag(only) == tag)?;
    let ends_in_text = |child: Id| {
        tree.sort(child) == Sort::Text
            && tree.text(child, source.texts).is_some_and(|t| t.units > 0 && t.trail == 0)
    };
    (!tree.children(id).any(ends_in_text)).then_some(only)
}

#[cfg(test)]
mod tests {
    use super::super::build::build;
    use super::super::sketch::sketch;
    use super::*;
    use dehusk_extract::Document;
    use dehusk_page::Page;

    /// The body after pruning, and the tags to score.
    fn pruned(html: &str) -> (String, Vec<String>) {
        let document = Document::new(Page::parse(format!("<body>{html}")));
        let mut working = build(&document).unwrap();
        let source = Source { page: document.page(), texts: &working.texts };
        let mut stats = Stats::default();
        stats.measure(&source, &mut working.tree, working.html);
        let title = Vocabulary::default();
        let pruning = Pruning { source, stats: &stats, title: &title, drop_unlikely: true };
        let tree = &mut working.tree;
        let (mut author, mut log) = (Author::default(), Log::default());
        let to_score = prune(tree, working.html, &pruning, &mut author, &mut log);
        let tags = to_score
            .iter()
            .map(|&id| document.page().name_text(tree.name(id)).to_string())
            .collect();
        (sketch(document.page(), tree, working.body), tags)
    }

    #[test]
    fn a_div_of_running_text_becomes_a_paragraph() {
        let (body, scored) = pruned("<div>one <b>two</b></div>");
        assert_eq!(body, "<p>one <b>two</b></p>");
        assert_eq!(scored, ["p"]);
    }

    #[test]
    fn running_text_beside_blocks_is_put_into_paragraphs() {
        let (body, scored) = pruned("<div>one <i>two</i> <br><ul></ul>three<p>four</p></div>");
        assert_eq!(body, "<div><p>one <i>two</i></p><ul></ul><p>three</p><p>four</p></div>");
        assert_eq!(scored, ["p", "p", "p"]);
    }

    #[test]
    fn a_div_around_one_paragraph_gives_way_to_it_unless_it_is_linked() {
        let (body, scored) = pruned("<div> <p>one</p> </div>");
        assert_eq!((body.as_str(), scored.len()), ("<p>one</p>", 1));
        let (body, scored) = pruned("<div><p><a href=x>one</a></p></div>");
        assert_eq!((body.as_str(), scored.len()), ("<div><p><a>one</a></p></div>", 1));
    }

    #[test]
    fn a_div_without_blocks_and_without_text_of_its_own_becomes_a_paragraph() {
        let (body, _) = pruned("<div><section>one</section></div>");
        assert_eq!(body, "<p><section>one</section></p>");
    }

    #[test]
    fn empty_blocks_and_headings_go() {
        let (body, _) = pruned(
            "<div> <br><hr></div><h3></h3><section> </section><p></p><div><img src=x></div>",
        );
        assert_eq!(body, "<p></p><p><img></p>");
    }

    #[test]
    fn unlikely_elements_go_with_all_below() {
        let (body, scored) =
            pruned("<div class=banner><p>x</p></div><div role=menu><p>y</p></div><p>z</p>");
        assert_eq!((body.as_str(), scored.len()), ("<p>z</p>", 1));
    }
}
