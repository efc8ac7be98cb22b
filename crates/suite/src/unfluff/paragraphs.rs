//! Containers become paragraphs.
//!
//! unfluff writes what it makes of a container as HTML and reads that again. So only the outermost of nested
//! containers is made into paragraphs (the others are gone by then, and what was read anew is not searched), and
//! what cannot stand in a paragraph ends it.

use super::super::goose::common::is_block;
use super::super::goose::tree::{Id, Tree};
use super::clean::cut_after;
use super::notes::Notes;
use dehusk_page::{Name, Page, name};

/// Makes paragraphs of the outermost elements with a tag.
pub(super) fn make(page: &Page, tree: &mut Tree<'_>, notes: &mut Notes, tag: Name) {
    let mut next = tree.first_below(tree.top());
    while let Some(here) = next {
        if tree.tag(here) != tag {
            next = tree.next_below(here);
            continue;
        }
        next = tree.next_after(here);
        if notes.any_cut() {
            tree.below(here).for_each(|inner| notes.mend(inner));
        }
        convert(page, tree, notes, here);
    }
}

fn convert(page: &Page, tree: &mut Tree<'_>, notes: &mut Notes, container: Id) {
    cut_after(tree, notes, container);
    notes.mend(container);
    if tree.has(container, is_block) {
        for piece in pieces(page, tree, notes, container) {
            wrap(tree, container, &piece);
        }
        tree.detach(container);
    } else if tree.children(container).any(|child| ends_paragraph(tree.tag(child))) {
        let children: Vec<Id> = tree.children(container).collect();
        wrap(tree, container, &children);
        tree.detach(container);
    } else {
        tree.rename(container, name::P);
    }
}

/// What each paragraph of a container holds: what is in each of its elements, and its loose texts, which gather
/// across elements until a paragraph comes.
fn pieces(page: &Page, tree: &mut Tree<'_>, notes: &mut Notes, container: Id) -> Vec<Vec<Id>> {
    let mut links = Links::of(tree, container);
    let mut pieces = Vec::new();
    let mut run = Vec::new();
    for child in tree.children(container).collect::<Vec<_>>() {
        if !tree.is_text(child) {
            if tree.tag(child) == name::P && !run.is_empty() {
                pieces.push(std::mem::take(&mut run));
            }
            pieces.push(tree.children(child).collect());
            links.passed += 1;
        } else if tree.origin(child).is_some_and(|node| is_worth_a_paragraph(page.text(node))) {
            links.take_before(tree, notes, &mut run);
            notes.drop_tabs(child);
            run.push(child);
            links.take_next(tree, notes, &mut run);
        }
    }
    pieces.push(run);
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

/// More than white space or one character.
fn is_worth_a_paragraph(text: &str) -> bool {
    let is_space = |c: char| c.is_whitespace() || c == '\u{feff}';
    let mut chars = text.chars().filter(|&c| c != '\t');
    let first = chars.next();
    let has_more = chars.next().is_some() || first.is_some_and(|c| c.len_utf16() > 1);
    has_more && !text.chars().all(is_space)
}

/// The elements of a container, of which links are taken along by the texts beside them, once each.
struct Links {
    elements: Vec<Id>,
    used: Vec<bool>,
    /// How many of the elements are before the text in question.
    passed: usize,
}

impl Links {
    fn of(tree: &Tree<'_>, container: Id) -> Links {
        let elements: Vec<Id> =
            tree.children(container).filter(|&child| !tree.is_text(child)).collect();
        Links { used: vec![false; elements.len()], elements, passed: 0 }
    }

    /// The links before a text up to one that was used or is none, nearest first.
    fn take_before(&mut self, tree: &mut Tree<'_>, notes: &mut Notes, run: &mut Vec<Id>) {
        for place in (0..self.passed).rev() {
            if !self.take(tree, notes, place, run) {
                break;
            }
        }
    }

    /// The next link after a text. Further ones are left alone.
    fn take_next(&mut self, tree: &mut Tree<'_>, notes: &mut Notes, run: &mut Vec<Id>) {
        self.take(tree, notes, self.passed, run);
    }

    /// A link stays in its own place too, so it is a copy that is taken.
    fn take(
        &mut self,
        tree: &mut Tree<'_>,
        notes: &mut Notes,
        place: usize,
        run: &mut Vec<Id>,
    ) -> bool {
        let (Some(&link), Some(used)) = (self.elements.get(place), self.used.get_mut(place)) else {
            return false;
        };
        if tree.tag(link) != name::A || *used {
            return false;
        }
        *used = true;
        let copy = tree.copy(link);
        notes.put_spaces_around(copy);
        run.push(copy);
        true
    }
}

/// Puts nodes before a place, in a paragraph as far as it goes: after one that ends it they stand beside it, and
/// the end tag that is left over makes an empty one.
fn wrap(tree: &mut Tree<'_>, place: Id, nodes: &[Id]) {
    let inside = nodes.iter().position(|&node| ends_paragraph(tree.tag(node)));
    let inside = inside.unwrap_or(nodes.len());
    let paragraph = tree.create(name::P);
    tree.insert_before(place, paragraph);
    nodes[..inside].iter().for_each(|&node| tree.append(paragraph, node));
    if inside < nodes.len() {
        nodes[inside..].iter().for_each(|&node| tree.insert_before(place, node));
        let empty = tree.create(name::P);
        tree.insert_before(place, empty);
    }
}

/// Elements before which an open paragraph ends.
fn ends_paragraph(tag: Name) -> bool {
    matches!(tag, name::P | name::H1 | name::H2 | name::H3 | name::H4 | name::H5 | name::H6)
}

#[cfg(test)]
mod tests {
    use super::super::super::shared::stop_words::StopWords;
    use super::*;
    use dehusk_extract::Document;

    /// The body after paragraphs were made of `div` and `span`, an element as `tag(…)`.
    fn made(html: &str) -> String {
        let document = Document::new(Page::parse(html));
        let page = document.page();
        let mut tree = Tree::of(&document, page.body().unwrap(), StopWords::of("en").unwrap());
        let mut notes = Notes::default();
        make(page, &mut tree, &mut notes, name::DIV);
        make(page, &mut tree, &mut notes, name::SPAN);
        let mut text = String::new();
        tree.children(tree.top()).for_each(|child| write(page, &tree, child, &mut text));
        text
    }

    fn write(page: &Page, tree: &Tree<'_>, id: Id, text: &mut String) {
        if tree.is_text(id) {
            return text.push_str(tree.origin(id).map_or("", |node| page.text(node)));
        }
        text.push_str(page.name_text(tree.tag(id)));
        text.push('(');
        tree.children(id).for_each(|child| write(page, tree, child, text));
        text.push(')');
    }

    #[test]
    fn containers_without_blocks_are_one_paragraph() {
        assert_eq!(made("<div>one <b>two</b></div><div></div>"), "p(one b(two))p()");
        assert_eq!(made("<div><h2>one</h2>two</div>"), "p()h2(one)twop()");
    }

    #[test]
    fn only_the_outermost_container_is_converted() {
        assert_eq!(made("<div><div><div>one</div></div></div>"), "p(div(one))");
        assert_eq!(
            made("<div><span><i>one</i></span><span>two <span>three</span></span><p></div>"),
            "p(i(one))p(two p(three))"
        );
    }

    #[test]
    fn loose_texts_gather_across_elements() {
        let html = "<div>one <div>two</div> three<p>four</p>five<ul><li>six</ul></div>";
        assert_eq!(made(html), "p(two)p(one  three)p(four)p(li(six))p(five)");
    }

    #[test]
    fn links_are_taken_by_the_texts_beside_them() {
        let html = "<div><a>1</a><a>2</a>one<a>3</a><a>4</a>.</div>";
        assert_eq!(made(html), "p(1)p(2)p(3)p(4)p(a(2)a(1)onea(3))");
    }

    #[test]
    fn what_ends_a_paragraph_stands_beside_it() {
        let html = "<div><div>one<p>two</p>three</div></div>";
        assert_eq!(made(html), "p(one)p(two)threep()");
    }
}
