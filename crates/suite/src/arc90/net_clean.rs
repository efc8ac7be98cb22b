//! NReadability's last step: what is in the article and does not look like it goes.

use super::measures::{Below, Measures};
use super::{MIN_LENGTH, Scores, is_film, is_heading};
use crate::shared::light::{Id, Light};
use dehusk_page::{Name, name};

/// Commas from which an element is taken for text whatever else is in it.
const MANY_COMMAS: u32 = 9;

/// Cleans an article.
pub(super) fn clean(tree: &mut Light, measures: &mut Measures<'_>, scores: &Scores, article: Id) {
    drop_all(tree, measures, article, |tag| tag == name::FORM);
    for object in tree.elements(article, |tag| tag == name::OBJECT) {
        if !shows_film(tree, measures, object) {
            measures.drop(tree, object);
        }
    }
    drop_all(tree, measures, article, |tag| tag == name::H1);
    // A single one is the headline.
    if tree.elements(article, |tag| tag == name::H2).len() == 1 {
        drop_all(tree, measures, article, |tag| tag == name::H2);
    }
    drop_all(tree, measures, article, |tag| tag == name::IFRAME);
    for heading in tree.elements(article, is_heading) {
        let is_bad = measures.weight(tree, heading) < 0.0
            || measures.of(tree, heading).link_density() > 0.33;
        if is_bad {
            measures.drop(tree, heading);
        }
    }
    for tag in [name::TABLE, name::UL, name::DIV] {
        let all = tree.elements(article, |t| t == tag).into_iter();
        let goes = |&id: &Id| is_suspect(tree, measures, scores, id);
        let suspects: Vec<Id> = all.filter(goes).collect();
        suspects.into_iter().for_each(|id| measures.drop(tree, id));
    }
    for paragraph in tree.elements(article, |tag| tag == name::P) {
        let below = measures.of(tree, paragraph);
        if below.chars() == 0 && below.images + below.embeds + below.objects == 0 {
            measures.drop(tree, paragraph);
        }
    }
}

fn drop_all(
    tree: &mut Light,
    measures: &mut Measures<'_>,
    article: Id,
    is_wanted: impl Fn(Name) -> bool,
) {
    for element in tree.elements(article, is_wanted) {
        measures.drop(tree, element);
    }
}

/// Whether an object or something in it has the address of a film.
fn shows_film(tree: &Light, measures: &Measures<'_>, object: Id) -> bool {
    let mut all = std::iter::once(object).chain(tree.below(object));
    all.any(|id| tree.origin(id).is_some_and(|node| is_film(measures, node)))
}

fn is_suspect(tree: &Light, measures: &mut Measures<'_>, scores: &Scores, element: Id) -> bool {
    let weight = measures.weight(tree, element);
    if weight + scores.get(element).unwrap_or(0.0) < 0.0 {
        return true;
    }
    let below = measures.of(tree, element);
    !is_paragraph_in_a_div(tree, measures, element)
        && below.commas < MANY_COMMAS
        && looks_bad(&below, tree.tag(element), weight)
}

/// A `div` with one paragraph and a class that says so.
fn is_paragraph_in_a_div(tree: &Light, measures: &Measures<'_>, element: Id) -> bool {
    let mut children = tree.children(element);
    let only = children.next().filter(|_| children.next().is_none());
    tree.tag(element) == name::DIV
        && measures.is_of_paragraph(tree, element)
        && only.is_some_and(|only| tree.tag(only) == name::P)
}

fn looks_bad(below: &Below, tag: Name, weight: f64) -> bool {
    let (density, length) = (below.link_density(), below.chars());
    below.images > below.paragraphs
        || below.items.saturating_sub(100) > below.paragraphs && tag != name::UL
        || below.inputs > below.paragraphs / 3
        || length < MIN_LENGTH && (below.images == 0 || below.images > 2)
        || weight < 25.0 && density > 0.2
        || weight >= 25.0 && density > 0.5
        || below.embeds > 1
        || below.embeds == 1 && length < 75
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_extract::Document;
    use dehusk_page::Page;

    fn cleaned(html: &str) -> String {
        let document = Document::new(Page::parse(format!("<body>{html}")));
        let page = document.page();
        let mut tree = Light::of(page, page.body().unwrap(), |_| false);
        let mut measures = Measures::new(&document, true);
        let top = tree.top();
        clean(&mut tree, &mut measures, &Scores::default(), top);
        let texts = tree.below(top).filter(|&id| tree.is_text(id));
        let texts: String = texts.filter_map(|id| tree.origin(id)).map(|n| page.text(n)).collect();
        texts.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn headlines_go_and_subheadings_stay() {
        assert_eq!(cleaned("<h1>Title</h1><h2>One</h2><p>Text</p>"), "Text");
        assert_eq!(cleaned("<h2>One</h2><h2>Two</h2><h3 id=footer>Foot</h3>"), "OneTwo");
    }

    #[test]
    fn containers_go_for_what_is_in_them() {
        let text = "Text that is more than twenty-five characters long.";
        assert_eq!(cleaned(&format!("<div>{text}</div><div>short</div>")), text);
        assert_eq!(cleaned(&format!("<div>{text}<img src=a></div>")), "");
        assert_eq!(cleaned(&format!("<div><p>{text}</p><img src=a></div>")), text);
        assert_eq!(cleaned(&format!("<div>{text}<input type=hidden></div>")), "");
        assert_eq!(
            cleaned("<div class=text><p>short</p></div><div class=x><p>short</p></div>"),
            "short"
        );
    }
}
