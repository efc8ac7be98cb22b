//! `readability-lxml`: the package of that name for Python, version 0.8.1, which the papers had; later versions have
//! other rules for articles in parts.
//!
//! 1. What is unlikely by class or id goes; not in the second attempt.
//! 2. A `div` without blocks becomes a paragraph, and texts beside blocks get one of their own.
//! 3. Paragraphs, `pre` and cells give points to the two elements around them, which start with those of their tag and
//!    names; links take their share away.
//! 4. The best one is taken with those of its siblings that score well or read like text.
//! 5. Headings, lists, tables and containers that look like none of it go ([`clean`]).
//! 6. Where the answer is shorter than 250 characters of markup, all is done once more without the first step.
//!
//! The tree is ours, and libxml2's differs where markup is broken; white space is folded as one reads it.

use super::clean::clean;
use super::measures::Measures;
use super::{
    MIN_LENGTH, SIBLING_LENGTH, SIBLING_LINKS, Scores, ends_sentence, holds_blocks, is_left_out,
    selection, sibling_threshold, wrap_texts,
};
use crate::shared::light::{Id, Light};
use dehusk_extract::{Document, Extractor, Selection};
use dehusk_page::{Name, name};

/// Characters of markup below which the answer is too short for the first attempt.
const RETRY_LENGTH: usize = 250;

/// The extractor `readability-lxml`.
pub(super) struct ReadabilityLxml;

impl Extractor for ReadabilityLxml {
    fn extract(&self, document: &Document) -> Selection {
        let mut measures = Measures::new(document, false);
        for ruthless in [true, false] {
            let Some((tree, article)) = attempt(document, &mut measures, ruthless) else {
                continue;
            };
            if !ruthless || markup_reaches(&tree, &measures, article, RETRY_LENGTH) {
                return selection(document, &tree, Some(article), "the best candidate, cleaned");
            }
        }
        Selection::from_nodes(document, Default::default(), Vec::new())
    }
}

/// The article of an attempt; none where there is no candidate, unless it is the last attempt.
fn attempt(
    document: &Document,
    measures: &mut Measures<'_>,
    ruthless: bool,
) -> Option<(Light, Id)> {
    let page = document.page();
    let mut tree = Light::of(page, page.html()?, is_left_out);
    measures.forget();
    if ruthless {
        remove_unlikely(&mut tree, measures);
    }
    make_paragraphs(&mut tree, measures);
    let mut scores = score(&tree, measures);
    let best = scores.best(&tree, measures);
    let article = match best {
        Some((best, most)) => join(&mut tree, measures, &scores, best, most),
        None if ruthless => return None,
        None => body(&tree),
    };
    clean(&mut tree, measures, &scores, article);
    Some((tree, article))
}

fn body(tree: &Light) -> Id {
    tree.children(tree.top()).find(|&id| tree.tag(id) == name::BODY).unwrap_or(tree.top())
}

fn remove_unlikely(tree: &mut Light, measures: &mut Measures<'_>) {
    let unlikely = |&id: &Id| {
        let tag = tree.tag(id);
        !matches!(tag, name::NONE | name::HTML | name::BODY) && measures.is_unlikely(tree, id)
    };
    let unlikely: Vec<Id> = tree.below(tree.top()).filter(unlikely).collect();
    unlikely.into_iter().for_each(|id| measures.drop(tree, id));
}

fn make_paragraphs(tree: &mut Light, measures: &mut Measures<'_>) {
    let holds_blocks = holds_blocks(tree, measures);
    for div in tree.elements(tree.top(), |tag| tag == name::DIV) {
        if !holds_blocks[div.at()] {
            tree.rename(div, name::P);
        }
    }
    for div in tree.elements(tree.top(), |tag| tag == name::DIV) {
        wrap_texts(tree, measures, div);
        let breaks: Vec<Id> = tree.children(div).filter(|&c| tree.tag(c) == name::BR).collect();
        breaks.into_iter().for_each(|line| tree.detach(line));
    }
    measures.forget();
}

/// The candidates with their points.
fn score(tree: &Light, measures: &mut Measures<'_>) -> Scores {
    let mut scores = Scores::default();
    for tag in [name::P, name::PRE, name::TD] {
        for element in tree.elements(tree.top(), |t| t == tag) {
            let Some(parent) = tree.parent(element) else { continue };
            let below = measures.of(tree, element);
            if below.chars() < MIN_LENGTH {
                continue;
            }
            let length = (f64::from(below.chars()) / 100.0).min(3.0);
            let points = 2.0 + f64::from(below.commas) + length;
            scores.add(parent, points, || start(tree, measures, parent));
            if let Some(around) = tree.parent(parent) {
                scores.add(around, points / 2.0, || start(tree, measures, around));
            }
        }
    }
    scores
}

/// What a candidate starts with.
fn start(tree: &Light, measures: &Measures<'_>, id: Id) -> f64 {
    measures.weight(tree, id) + tag_points(tree.tag(id))
}

fn tag_points(tag: Name) -> f64 {
    match tag {
        name::DIV | name::ARTICLE => 5.0,
        name::PRE | name::TD | name::BLOCKQUOTE => 3.0,
        name::ADDRESS
        | name::OL
        | name::UL
        | name::DL
        | name::DD
        | name::DT
        | name::LI
        | name::FORM
        | name::ASIDE => -3.0,
        name::H1 | name::H2 | name::H3 | name::H4 | name::H5 | name::H6 => -5.0,
        name::TH | name::HEADER | name::FOOTER | name::NAV => -5.0,
        _ => 0.0,
    }
}

/// The best candidate and the siblings that belong to it, in an element of their own. A text behind one goes with it.
fn join(tree: &mut Light, measures: &mut Measures<'_>, scores: &Scores, best: Id, most: f64) -> Id {
    let threshold = sibling_threshold(most);
    let siblings: Vec<Id> = match tree.parent(best) {
        Some(parent) => tree.children(parent).collect(),
        None => vec![best],
    };
    let article = tree.create(name::DIV);
    let mut joins = false;
    for sibling in siblings {
        if !tree.is_text(sibling) {
            joins = sibling == best
                || scores.get(sibling).is_some_and(|score| score >= threshold)
                || tree.tag(sibling) == name::P && reads_like_text(tree, measures, sibling);
        }
        if joins {
            tree.append(article, sibling);
        }
    }
    measures.forget();
    article
}

/// Judged by the text before the first element in it.
fn reads_like_text(tree: &Light, measures: &mut Measures<'_>, paragraph: Id) -> bool {
    let density = measures.of(tree, paragraph).link_density();
    let first = tree.children(paragraph).take_while(|&id| tree.is_text(id));
    let page = measures.page();
    let text: String = first.filter_map(|id| tree.origin(id)).map(|node| page.text(node)).collect();
    let length = text.chars().count() as u32;
    match length > SIBLING_LENGTH {
        true => density < SIBLING_LINKS,
        false => density == 0.0 && ends_sentence(text.strip_suffix('\n').unwrap_or(&text)),
    }
}

/// Whether an element is so long as markup, without attributes of looks.
fn markup_reaches(tree: &Light, measures: &Measures<'_>, root: Id, wanted: usize) -> bool {
    let page = measures.page();
    let mut length = "<div></div>".len();
    tree.below(root).any(|id| {
        length += match tree.origin(id) {
            Some(node) if tree.is_text(id) => page.text(node).chars().count(),
            origin => {
                let attributes = origin.into_iter().flat_map(|node| page.attrs(node));
                let kept = attributes.filter(|(name, _)| !is_of_looks(page.name_text(*name)));
                let kept: usize = kept
                    .map(|(name, value)| page.name_text(name).len() + value.chars().count() + 4)
                    .sum();
                2 * page.name_text(tree.tag(id)).len() + "<></>".len() + kept
            }
        };
        length >= wanted
    })
}

fn is_of_looks(attribute: &str) -> bool {
    matches!(attribute, "width" | "height" | "style")
        || attribute.ends_with("color")
        || attribute.starts_with("background")
        || attribute.starts_with("on")
}

#[cfg(test)]
mod tests {
    use super::super::super::shared::testing::{kept, words};
    use super::*;

    fn read(html: &str) -> String {
        kept(&ReadabilityLxml, html)
    }

    fn page(before: &str, after: &str) -> String {
        let text = format!("{}, {}, ", words("alpha", 30), words("beta", 30));
        format!("<body>{before}<div class=story><p>{text}</p><p>{text}</p></div>{after}")
    }

    #[test]
    fn the_best_candidate_is_found_and_the_menu_is_not() {
        let menu =
            "<div class=menu><p>A menu that is long enough, with commas, to be scored.</p></div>";
        let text = read(&page(menu, menu));
        assert!(text.starts_with("alpha0 ") && text.ends_with("beta29 ,"), "{text}");
    }

    #[test]
    fn siblings_with_a_sentence_join_and_others_do_not() {
        let text =
            read(&page("<p>A short one.</p><p>Nothing</p>", "<p>With <a href=x>link.</a></p>"));
        assert!(text.starts_with("A short one. alpha0"), "{text}");
        assert!(!text.contains("Nothing") && !text.contains("link"), "{text}");
    }

    #[test]
    fn a_div_of_text_is_a_paragraph_and_texts_beside_blocks_are_too() {
        let long = words("gamma", 40);
        let html = format!("<div id=main>{long}<br>{long}<div>{long}</div></div>");
        assert_eq!(
            read(&html),
            format!("{long} {long} {long}").split_whitespace().collect::<Vec<_>>().join(" ")
        );
    }

    #[test]
    fn what_is_unlikely_comes_back_where_there_is_nothing_else() {
        let html = format!("<div class=menu><p>{}, and more.</p></div>", words("delta", 40));
        assert!(read(&html).starts_with("delta0"));
        assert_eq!(read(""), "");
    }
}
