//! Paragraphs that were written as line breaks: two or more `br` in a row begin one.

use super::measure::Text;
use super::tags::is_phrasing;
use super::tree::{Id, Sort, Tree};
use dehusk_page::name;

/// Turns each chain of `br` into a paragraph with the running text that follows. Whether there was one.
pub(super) fn breaks_to_paragraphs(tree: &mut Tree, texts: &[Text], breaks: &[Id]) -> bool {
    let mut found = false;
    for &first in breaks {
        if drop_rest_of_chain(tree, texts, first) {
            found = true;
            let paragraph = tree.create(name::P, None);
            tree.replace(first, paragraph);
            gather(tree, texts, paragraph);
        }
    }
    found
}

/// Takes out the `br` that follow another one with nothing but white space between. Whether there were any.
fn drop_rest_of_chain(tree: &mut Tree, texts: &[Text], first: Id) -> bool {
    let mut found = false;
    let mut next = tree.next_sibling(first);
    while let Some(other) = skip_blank(tree, texts, next).filter(|&n| tree.tag(n) == name::BR) {
        found = true;
        next = tree.next_sibling(other);
        tree.detach(other);
    }
    found
}

/// Moves the running text after a paragraph into it, up to the next chain or block.
fn gather(tree: &mut Tree, texts: &[Text], paragraph: Id) {
    let mut next = tree.next_sibling(paragraph);
    while let Some(node) = next {
        next = tree.next_sibling(node);
        let starts_chain = tree.tag(node) == name::BR
            && skip_blank(tree, texts, next).is_some_and(|n| tree.tag(n) == name::BR);
        if starts_chain || !is_phrasing(tree, node) {
            break;
        }
        tree.append(paragraph, node);
    }
    trim_end(tree, texts, paragraph);
    if let Some(parent) = tree.parent(paragraph).filter(|&p| tree.tag(p) == name::P) {
        tree.set_tag(parent, name::DIV);
    }
}

/// The first of a node and those after it that is more than white space.
fn skip_blank(tree: &Tree, texts: &[Text], from: Option<Id>) -> Option<Id> {
    std::iter::successors(from, |&n| tree.next_sibling(n)).find(|&n| match tree.sort(n) {
        Sort::Text => !is_blank_text(tree, texts, n),
        Sort::BlankComment => false,
        Sort::Html | Sort::Foreign | Sort::Comment => true,
    })
}

pub(super) fn is_blank_text(tree: &Tree, texts: &[Text], id: Id) -> bool {
    tree.text(id, texts).is_some_and(Text::is_blank)
}

/// Whether a node shows nothing but space: blank text or a line break.
pub(super) fn is_white(tree: &Tree, texts: &[Text], id: Id) -> bool {
    is_blank_text(tree, texts, id) || tree.tag(id) == name::BR
}

/// Takes white space off the end of an element.
pub(super) fn trim_end(tree: &mut Tree, texts: &[Text], id: Id) {
    while let Some(last) = tree.last_child(id).filter(|&last| is_white(tree, texts, last)) {
        tree.detach(last);
    }
}

#[cfg(test)]
mod tests {
    use super::super::build::build;
    use super::super::sketch::sketch;
    use super::*;
    use dehusk_extract::Document;
    use dehusk_page::Page;

    fn after(html: &str) -> String {
        let document = Document::new(Page::parse(format!("<body>{html}")));
        let mut working = build(&document).unwrap();
        breaks_to_paragraphs(&mut working.tree, &working.texts, &working.breaks);
        sketch(document.page(), &working.tree, working.body)
    }

    #[test]
    fn a_chain_begins_a_paragraph() {
        assert_eq!(
            after("<div>a<br>b<br> <br><br>c<br>d</div>"),
            "<div>a<br>b<p> c<br>d</p></div>"
        );
    }

    #[test]
    fn the_next_chain_or_block_ends_it() {
        assert_eq!(
            after("<div>a<br><br>b <i>c</i><br><br>d<div>e</div>f</div>"),
            "<div>a<p>b <i>c</i></p><p>d</p><div>e</div>f</div>"
        );
    }

    #[test]
    fn a_paragraph_around_becomes_a_div() {
        assert_eq!(after("<p>a<br><br>b</p>"), "<div>a<p>b</p></div>");
    }

    #[test]
    fn words_in_a_comment_part_a_chain() {
        assert_eq!(after("<div>a<br><!--x--><br>b</div>"), "<div>a<br><br>b</div>");
        assert_eq!(after("<div>a<br> <!-- --><br>b</div>"), "<div>a<p></p>b</div>");
    }
}
