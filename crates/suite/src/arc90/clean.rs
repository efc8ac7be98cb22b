//! readability-lxml's last step: what is in the article and does not look like it goes.

use super::measures::{Below, Measures};
use super::{MIN_LENGTH, Scores, is_film, is_heading};
use crate::shared::light::{Id, Light};
use dehusk_page::{Name, name};

/// Commas from which an element is taken for text whatever else is in it.
const MANY_COMMAS: u32 = 10;
/// Characters of the texts around an element from which it stays although nothing is in it.
const LONG_NEIGHBOURS: u32 = 1000;

/// Cleans an article.
pub(super) fn clean(tree: &mut Light, measures: &mut Measures<'_>, scores: &Scores, article: Id) {
    for heading in tree.elements(article, is_heading) {
        let is_bad = measures.weight(tree, heading) < 0.0
            || measures.of(tree, heading).link_density() > 0.33;
        if is_bad {
            measures.drop(tree, heading);
        }
    }
    for element in tree.elements(article, |tag| matches!(tag, name::FORM | name::TEXTAREA)) {
        measures.drop(tree, element);
    }
    for frame in tree.elements(article, |tag| tag == name::IFRAME) {
        if !tree.origin(frame).is_some_and(|node| is_film(measures, node)) {
            measures.drop(tree, frame);
        }
    }
    let mut neighbours = Neighbours::of(tree, article);
    let mut allowed = vec![false; tree.len()];
    for tag in CONDITIONAL {
        for element in tree.elements(article, |t| t == tag).into_iter().rev() {
            if allowed[element.at()] {
                continue;
            }
            match judge(tree, measures, scores, element) {
                Judgement::Stays => {}
                Judgement::Goes => measures.drop(tree, element),
                Judgement::Empty if neighbours.are_long(tree, measures, element) => {
                    for inner in tree.elements(element, |t| {
                        matches!(t, name::TABLE | name::UL | name::DIV | name::SECTION)
                    }) {
                        allowed[inner.at()] = true;
                    }
                }
                Judgement::Empty => measures.drop(tree, element),
            }
        }
    }
}

/// The tags that are looked at, in this order, the last of each first.
const CONDITIONAL: [Name; 7] =
    [name::TABLE, name::UL, name::DIV, name::ASIDE, name::HEADER, name::FOOTER, name::SECTION];

/// What becomes of an element.
enum Judgement {
    Stays,
    Goes,
    /// Nothing is in it, and its neighbours decide.
    Empty,
}

fn judge(tree: &Light, measures: &mut Measures<'_>, scores: &Scores, element: Id) -> Judgement {
    let weight = measures.weight(tree, element);
    if weight + scores.get(element).unwrap_or(0.0) < 0.0 {
        return Judgement::Goes;
    }
    let below = measures.of(tree, element);
    if below.commas >= MANY_COMMAS {
        return Judgement::Stays;
    }
    match is_suspect(&below, tree.tag(element), weight) {
        true => Judgement::Goes,
        false if below.chars() == 0 => Judgement::Empty,
        false => Judgement::Stays,
    }
}

fn is_suspect(below: &Below, tag: Name, weight: f64) -> bool {
    let paragraphs = f64::from(below.paragraphs);
    let (images, items) = (f64::from(below.images), f64::from(below.items) - 100.0);
    let (density, length) = (below.link_density(), below.chars());
    paragraphs > 0.0 && images > 1.0 + paragraphs * 1.3
        || items > paragraphs && tag != name::UL
        || f64::from(below.fields) > paragraphs / 3.0
        || length < MIN_LENGTH && (below.images == 0 || below.images > 2)
        || weight < 25.0 && density > 0.2
        || weight >= 25.0 && density > 0.5
        || below.embeds == 1 && length < 75
        || below.embeds > 1
}

/// Which elements stand beside each other in the article, as it was before anything of them went.
struct Neighbours {
    /// The elements before and after each one, by its place; those that turned out to be empty are skipped.
    before: Vec<Option<Id>>,
    after: Vec<Option<Id>>,
}

impl Neighbours {
    fn of(tree: &Light, article: Id) -> Neighbours {
        let mut all = Neighbours { before: vec![None; tree.len()], after: vec![None; tree.len()] };
        for parent in std::iter::once(article).chain(tree.below(article)) {
            let mut last: Option<Id> = None;
            for child in tree.children(parent).filter(|&child| !tree.is_text(child)) {
                all.before[child.at()] = last;
                if let Some(last) = last {
                    all.after[last.at()] = Some(child);
                }
                last = Some(child);
            }
        }
        all
    }

    /// Whether the nearest elements with text on both sides have much of it.
    fn are_long(&mut self, tree: &Light, measures: &mut Measures<'_>, element: Id) -> bool {
        let after = filled(&mut self.after, tree, measures, element);
        let before = filled(&mut self.before, tree, measures, element);
        after + before > LONG_NEIGHBOURS
    }
}

/// The length of the nearest element with text in one direction. What is empty stays so, so that the way over empty ones
/// is remembered for whoever takes it next.
fn filled(next: &mut [Option<Id>], tree: &Light, measures: &mut Measures<'_>, from: Id) -> u32 {
    let mut passed = vec![from];
    let mut at = next[from.at()];
    let mut length = 0;
    while let Some(id) = at {
        // One that went has no parent any more.
        length = if tree.parent(id).is_some() { measures.of(tree, id).chars() } else { 0 };
        if length > 0 {
            break;
        }
        passed.push(id);
        at = next[id.at()];
    }
    passed.into_iter().for_each(|id| next[id.at()] = at);
    length
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_extract::Document;
    use dehusk_page::Page;

    /// What is left of the body's text.
    fn cleaned(html: &str) -> String {
        let document = Document::new(Page::parse(format!("<body>{html}")));
        let page = document.page();
        let mut tree = Light::of(page, page.body().unwrap(), |_| false);
        let mut measures = Measures::new(&document, false);
        let top = tree.top();
        clean(&mut tree, &mut measures, &Scores::default(), top);
        let texts = tree.below(top).filter(|&id| tree.is_text(id));
        let texts: String = texts.filter_map(|id| tree.origin(id)).map(|n| page.text(n)).collect();
        texts.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn headings_go_by_links_and_names() {
        let html = "<h2>Stays</h2><h2><a href=x>Goes</a></h2><h3 class=footer>Goes too</h3>";
        assert_eq!(cleaned(html), "Stays");
    }

    #[test]
    fn containers_go_for_what_is_in_them() {
        let text = "Text that is more than twenty-five characters long.";
        assert_eq!(cleaned(&format!("<div>{text}</div><div>short</div>")), text);
        assert_eq!(
            cleaned(&format!("<div>{text}<a href=x>and half of it a link, or so</a></div>")),
            ""
        );
        assert_eq!(cleaned(&format!("<section>{text}<input></section>")), "");
        assert_eq!(cleaned(&format!("<div>{text}<input type=hidden></div>")), text);
        assert_eq!(cleaned(&format!("<ul class=widget><li>{text}, {text}</ul>")), "");
        assert_eq!(cleaned(&format!("<div>{text}<form>Search</form></div>")), text);
    }

    #[test]
    fn a_picture_without_text_stays_between_long_texts() {
        let long = "word ".repeat(150);
        let between = |long: &str| {
            let html =
                format!("<body><p>{long}</p><div id=d><img src=x></div><div></div><p>{long}</p>");
            let document = Document::new(Page::parse(html));
            let page = document.page();
            let mut tree = Light::of(page, page.body().unwrap(), |_| false);
            let mut measures = Measures::new(&document, false);
            let top = tree.top();
            clean(&mut tree, &mut measures, &Scores::default(), top);
            tree.elements(top, |tag| tag == name::IMG).len()
        };
        assert_eq!((between(&long), between("word")), (1, 0));
    }
}
