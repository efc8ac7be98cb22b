//! What stands beside a text, or was put into it, and is not part of it: the next article of an endless page, teasers in
//! an `aside`, an appeal for money between two paragraphs.
//!
//! The models judge by the look of a block, and these look like text. What gives them away is declared: the page's own
//! article has its heading, and what is named as an appeal is one.

use dehusk_blocks::features::{Family, NO_ANCESTOR, Tag};
use dehusk_extract::{Document, PageType};
use dehusk_page::name;
use std::ops::Range;

/// How much of the title the heading of the page's own article has at least.
const LIKE_TITLE: f32 = 0.5;
/// Words that the page's own article is expected to have.
const LEAST_WORDS: f32 = 25.0;
/// Kinds of page that are made of many texts.
const OF_MANY: [PageType; 3] = [PageType::Forum, PageType::Collection, PageType::Listing];
/// How likely one of these may be.
const MAY_BE: f32 = 0.5;
/// Elements between an appeal's text and its name, and words that it has at most.
const NEAR: u8 = 2;
const APPEAL_WORDS: u32 = 120;
/// What it takes from a block's log-odds: twice what comments lose, since it is declared.
const AGAINST: f32 = 6.0;

/// Makes what stands beside the page's own text less likely to be content.
pub(super) fn set_aside(
    document: &Document,
    kinds: &[f32],
    weights: &[f32],
    probabilities: &mut [f32],
) {
    let likely = |kind: &PageType| kinds.get(*kind as usize).is_some_and(|&p| p >= MAY_BE);
    let of_many = OF_MANY.iter().any(likely) || document.facts().declared.forum;
    let own = if of_many { None } else { own_article(document, weights, probabilities) };
    let factor = AGAINST.exp();
    for (block, probability) in probabilities.iter_mut().enumerate() {
        let is_beside = || own.as_ref().is_some_and(|own| is_beside(document, own, block));
        if *probability > LOW && (is_beside() || is_appeal(document, block)) {
            *probability /= *probability + (1.0 - *probability) * factor;
        }
    }
}

/// Below this a block is out already.
const LOW: f32 = 0.02;

/// The blocks of the `article` whose first heading is the page's title.
fn own_article(
    document: &Document,
    weights: &[f32],
    probabilities: &[f32],
) -> Option<Range<usize>> {
    let (page, blocks, features) = (document.page(), document.blocks(), document.features());
    let is_title = |&block: &usize| {
        features.tags(block).get(Tag::H1) != NO_ANCESTOR
            && features.tags(block).get(Tag::Article) != NO_ANCESTOR
            && features.likeness(block).title_overlap >= LIKE_TITLE
    };
    let title = (0..blocks.len()).find(is_title)?;
    let above = page.ancestors(blocks.block(title).container);
    let article = above.into_iter().find(|&node| page.name(node) == name::ARTICLE)?;
    let containers = document.containers();
    let held = containers.list()[containers.find(article)?].blocks.clone();
    let held = held.start as usize..held.end as usize;
    let expected: f32 = held.clone().map(|block| weights[block] * probabilities[block]).sum();
    (expected >= LEAST_WORDS).then_some(held)
}

/// Whether a block stands in another article, or in an `aside`, outside of the page's own article.
fn is_beside(document: &Document, own: &Range<usize>, block: usize) -> bool {
    let tags = document.features().tags(block);
    !own.contains(&block)
        && (tags.get(Tag::Aside) != NO_ANCESTOR
            || tags.get(Tag::Article) != NO_ANCESTOR && block >= own.end)
}

/// Whether a block is part of a few words that are named as an appeal, a newsletter or a notice.
pub(super) fn is_appeal(document: &Document, block: usize) -> bool {
    let distance = document.features().families(block).get(Family::Cookie);
    if distance > NEAR {
        return false;
    }
    let containers = document.containers();
    let mut above = containers.chain(containers.of_block(block));
    above.nth(usize::from(distance)).is_none_or(|at| containers.sums_of(at).words <= APPEAL_WORDS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_page::Page;

    const TEXT: &str = "One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen.";

    fn kept(html: &str, kind: PageType) -> Vec<bool> {
        let document = Document::new(Page::parse(html));
        let weights: Vec<f32> = document.blocks().iter().map(|b| b.words as f32).collect();
        let mut kinds = [0.0; PageType::ALL.len()];
        kinds[kind as usize] = 0.9;
        let mut probabilities = vec![0.8; weights.len()];
        set_aside(&document, &kinds, &weights, &mut probabilities);
        probabilities.into_iter().map(|p| p > 0.5).collect()
    }

    #[test]
    fn the_next_article_and_what_stands_aside_go() {
        let article = format!("<article><h1>Late ferry</h1><p>{TEXT}<p>{TEXT}</article>");
        let html = format!(
            "<title>Late ferry</title>{article}<aside><p>{TEXT}</aside><article><p>{TEXT}</article>"
        );
        assert_eq!(kept(&html, PageType::Article), [true, true, true, false, false]);
        assert_eq!(kept(&html, PageType::Forum), [true; 5]);
        let untitled = html.replace("<title>Late", "<title>Other");
        let untitled = untitled.replace("ferry</title>", "news</title>");
        assert_eq!(kept(&untitled, PageType::Article), [true; 5]);
    }

    #[test]
    fn appeals_go_and_texts_that_are_named_so_stay() {
        let html = format!("<p>{TEXT}</p><div class=newsletter><p>Every week in your inbox.</div>");
        assert_eq!(kept(&html, PageType::Article), [true, false]);
        let long = format!("<div class=newsletter><p>{}</div>", TEXT.repeat(12));
        assert_eq!(kept(&long, PageType::Article), [true]);
    }
}
