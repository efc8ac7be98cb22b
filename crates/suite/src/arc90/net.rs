//! `nreadability`: the .NET port, as its program text has it (NReadabilityTranscoder of github.com/marek-stoj).
//!
//! What differs from Python's port, and is followed: only paragraphs give points, and candidates start with none; points
//! are whole numbers, half of them rounded down; a candidate's class gives its siblings a bonus; `nav`, `noscript` and
//! targets of links go first; a row of line breaks starts a paragraph; a `div` around one paragraph goes; the first
//! step and the making of paragraphs are one walk, so that the second attempt has neither; sides are unlikely and bad;
//! cleaning ([`net_clean`](super::net_clean)) looks at fewer tags, and at all of a tag before any of them goes.
//!
//! Not followed: hints for single sites; the title that the program sets above the text; what its reader of SGML makes
//! of broken markup, where ours is the standard's. The program can not be run here, so that nothing is compared.

use super::measures::Measures;
use super::net_clean::clean;
use super::{
    MIN_LENGTH, SIBLING_LENGTH, SIBLING_LINKS, Scores, ends_sentence, holds_blocks, is_left_out,
    selection, sibling_threshold, wrap_texts,
};
use crate::shared::light::{Id, Light};
use dehusk_extract::{Document, Extractor, Selection};
use dehusk_page::name;

/// Characters below which the answer is too short for the first attempt.
const RETRY_LENGTH: u32 = 250;
/// Points for length that a paragraph gets at most, one for each hundred characters.
const MOST_FOR_LENGTH: u32 = 3;

/// The extractor `nreadability`.
pub(super) struct NReadability;

impl Extractor for NReadability {
    fn extract(&self, document: &Document) -> Selection {
        let mut measures = Measures::new(document, true);
        for strip in [true, false] {
            let Some((tree, article)) = attempt(document, &mut measures, strip) else { break };
            if !strip || measures.of(&tree, article).chars() >= RETRY_LENGTH {
                return selection(document, &tree, Some(article), "the best candidate, cleaned");
            }
        }
        Selection::from_nodes(document, Default::default(), Vec::new())
    }
}

fn attempt(document: &Document, measures: &mut Measures<'_>, strip: bool) -> Option<(Light, Id)> {
    let page = document.page();
    let mut tree = Light::of(page, page.html()?, |tag| {
        is_left_out(tag) || matches!(tag, name::NAV | name::NOSCRIPT)
    });
    measures.forget();
    prepare(&mut tree, measures);
    if strip {
        strip_and_wrap(&mut tree, measures);
    }
    collapse(&mut tree);
    measures.forget();
    let mut scores = score(&tree, measures);
    let best = scores.best(&tree, measures);
    let article = join(&mut tree, measures, &scores, best);
    clean(&mut tree, measures, &scores, article);
    Some((tree, article))
}

/// Targets of links go, and rows of line breaks become paragraphs.
fn prepare(tree: &mut Light, measures: &mut Measures<'_>) {
    let page = measures.page();
    for link in tree.elements(tree.top(), |tag| tag == name::A) {
        let Some(node) = tree.origin(link) else { continue };
        let named = page.find_name("name").is_some_and(|name| page.attr(node, name).is_some());
        if named && page.attr(node, name::HREF).is_none() {
            tree.detach(link);
        }
    }
    let mut last = None;
    for line in tree.elements(tree.top(), |tag| tag == name::BR) {
        let parent = tree.parent(line);
        // A row is met at its first break; the others are gone by then.
        if parent.is_some() && last != Some(line) {
            split_at(tree, measures, line);
        }
        last = Some(line);
    }
    measures.forget();
}

/// Where a line break is the first of a row, what follows it up to the next block is put into a paragraph.
fn split_at(tree: &mut Light, measures: &mut Measures<'_>, first: Id) {
    let mut row = vec![first];
    let mut next = tree.next_sibling(first);
    let mut blanks = Vec::new();
    while let Some(id) = next {
        match tree.tag(id) {
            name::BR => {
                row.append(&mut blanks);
                row.push(id);
            }
            name::NONE if measures.of(tree, id).chars() == 0 => blanks.push(id),
            _ => break,
        }
        next = tree.next_sibling(id);
    }
    if row.len() < 2 {
        return;
    }
    let paragraph = tree.create(name::P);
    tree.insert_before(first, paragraph);
    row.into_iter().for_each(|id| tree.detach(id));
    while let Some(id) = tree.next_sibling(paragraph) {
        let tag = tree.tag(id);
        let ends =
            tag != name::NONE && is_block(tag) || tag == name::BR && starts_row(tree, measures, id);
        if ends {
            break;
        }
        tree.append(paragraph, id);
    }
}

fn starts_row(tree: &Light, measures: &mut Measures<'_>, line: Id) -> bool {
    let mut next = tree.next_sibling(line);
    while let Some(id) = next.filter(|&id| tree.is_text(id) && measures.of(tree, id).chars() == 0) {
        next = tree.next_sibling(id);
    }
    next.is_some_and(|id| tree.tag(id) == name::BR)
}

/// What ends a paragraph in HTML 4.
fn is_block(tag: dehusk_page::Name) -> bool {
    super::is_heading(tag)
        || matches!(
            tag,
            name::P
                | name::DIV
                | name::UL
                | name::OL
                | name::DL
                | name::TABLE
                | name::PRE
                | name::BLOCKQUOTE
                | name::FORM
                | name::HR
                | name::ADDRESS
                | name::CENTER
        )
}

/// One walk from the top: what is unlikely goes, a `div` without blocks becomes a paragraph, and the texts of others
/// get one of their own.
fn strip_and_wrap(tree: &mut Light, measures: &mut Measures<'_>) {
    let holds_blocks = holds_blocks(tree, measures);
    let mut next = tree.next_below(tree.top());
    while let Some(id) = next {
        let tag = tree.tag(id);
        let may_go = !matches!(tag, name::NONE | name::BODY | name::A);
        if may_go && measures.is_unlikely(tree, id) {
            next = tree.next_after(id);
            tree.detach(id);
            continue;
        }
        if tag == name::DIV {
            match holds_blocks.get(id.at()) {
                Some(true) => wrap_texts(tree, measures, id),
                _ => tree.rename(id, name::P),
            }
        }
        next = tree.next_below(id);
    }
    measures.forget();
}

/// A `div` that holds a paragraph and nothing else is taken for the paragraph.
fn collapse(tree: &mut Light) {
    for div in tree.elements(tree.top(), |tag| tag == name::DIV) {
        let mut children = tree.children(div);
        let only = children.next().filter(|_| children.next().is_none());
        drop(children);
        if only.is_some_and(|only| tree.tag(only) == name::P) {
            tree.unwrap(div);
        }
    }
}

fn score(tree: &Light, measures: &mut Measures<'_>) -> Scores {
    let mut scores = Scores::default();
    for paragraph in tree.elements(tree.top(), |tag| tag == name::P) {
        let below = measures.of(tree, paragraph);
        if below.chars() < MIN_LENGTH {
            continue;
        }
        let points = 2 + below.commas + (below.chars() / 100).min(MOST_FOR_LENGTH);
        let around = tree.parent(paragraph).into_iter();
        let around = around.chain(tree.parent(paragraph).and_then(|parent| tree.parent(parent)));
        for (id, points) in around.zip([points, points / 2]) {
            if tree.tag(id) != name::HTML {
                scores.add(id, f64::from(points), || 0.0);
            }
        }
    }
    scores
}

/// The best candidate and the siblings that belong to it, or all of the body where none is better.
fn join(
    tree: &mut Light,
    measures: &mut Measures<'_>,
    scores: &Scores,
    best: Option<(Id, f64)>,
) -> Id {
    let article = tree.create(name::DIV);
    let best = best.filter(|&(id, _)| tree.tag(id) != name::BODY);
    let Some(((best, most), parent)) = best.and_then(|b| Some((b, tree.parent(b.0)?))) else {
        let body = tree.children(tree.top()).find(|&id| tree.tag(id) == name::BODY);
        let all: Vec<Id> = body.into_iter().flat_map(|body| tree.children(body)).collect();
        all.into_iter().for_each(|id| tree.append(article, id));
        measures.forget();
        return article;
    };
    let threshold = sibling_threshold(most);
    let class = class(tree, measures, best);
    let siblings: Vec<Id> = tree.children(parent).filter(|&id| !tree.is_text(id)).collect();
    for sibling in siblings {
        let same = class.is_some() && class == self::class(tree, measures, sibling);
        let bonus = if same { most * 0.2 } else { 0.0 };
        let joins = sibling == best
            || scores.get(sibling).unwrap_or(0.0) + bonus >= threshold
            || tree.tag(sibling) == name::P && reads_like_text(tree, measures, sibling);
        if joins {
            if !matches!(tree.tag(sibling), name::DIV | name::P) {
                tree.rename(sibling, name::DIV);
            }
            tree.append(article, sibling);
        }
    }
    measures.forget();
    article
}

fn class<'p>(tree: &Light, measures: &Measures<'p>, id: Id) -> Option<&'p str> {
    measures.page().attr(tree.origin(id)?, name::CLASS).filter(|class| !class.is_empty())
}

fn reads_like_text(tree: &Light, measures: &mut Measures<'_>, paragraph: Id) -> bool {
    let below = measures.of(tree, paragraph);
    match below.chars() {
        0 => false,
        SIBLING_LENGTH.. => below.link_density() < SIBLING_LINKS,
        _ => {
            let page = measures.page();
            let texts = tree.texts(paragraph).filter_map(|id| tree.origin(id));
            let text: String = texts.map(|node| page.text(node)).collect();
            below.link_density() == 0.0 && ends_sentence(text.trim())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::shared::testing::{kept, words};
    use super::*;

    fn read(html: &str) -> String {
        kept(&NReadability, html)
    }

    fn spaced(text: &str) -> String {
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_best_candidate_is_found_with_siblings_of_its_class() {
        let text = format!("{}, {}.", words("alpha", 30), words("beta", 30));
        // Eight points each: not enough without the bonus for the class, which is a fifth of eighteen.
        let part = |word: &str| format!("<h3>Head</h3><p>{}, a, b, c, d</p>", words(word, 30));
        let html = format!(
            "<body><nav><p>{text}</p></nav><div class=one><p>{text}</p><p>{text}</p><p>{text}</p></div>\
             <div class=one>{}</div><div class=two>{}</div>",
            part("gamma"),
            part("delta")
        );
        let expected = format!("{text} {text} {text} Head {}, a, b, c, d", words("gamma", 30));
        assert_eq!(read(&html), spaced(&expected));
    }

    #[test]
    fn rows_of_breaks_make_paragraphs() {
        let (one, two) = (words("one", 40), words("two", 40));
        let html = format!("<div id=a>{one}<br> <br>{two}<br>more<ul><li>item</ul></div>");
        let document = Document::new(dehusk_page::Page::parse(html));
        let page = document.page();
        let mut tree = Light::of(page, page.html().unwrap(), |_| false);
        let mut measures = Measures::new(&document, true);
        prepare(&mut tree, &mut measures);
        let paragraphs = tree.elements(tree.top(), |tag| tag == name::P);
        assert_eq!(paragraphs.len(), 1);
        let tags: Vec<_> = tree.children(paragraphs[0]).map(|id| tree.tag(id)).collect();
        assert_eq!(tags, [name::NONE, name::BR, name::NONE]);
    }

    #[test]
    fn a_second_attempt_has_what_was_unlikely() {
        let html = format!("<div class=sidebar><p>{}, and more.</p></div>", words("delta", 60));
        assert!(read(&html).starts_with("delta0"));
        assert_eq!(read(""), "");
    }
}
