//! What stands beside a text, or was put into it, and is not part of it: the next article of an endless page, teasers in
//! an `aside`, an appeal for money between two paragraphs.
//!
//! The models judge by the look of a block, and these look like text. What gives them away is declared: the page's own
//! article has its heading, and what is named as an appeal is one.

use super::address::is_thread;
use super::odds::{is_likely_one_of, less_likely};
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
/// What it takes from a block's log-odds: as much as from a comment, and twice of it where another article has begun.
const AGAINST: f32 = 3.0;

/// Makes what stands beside the page's own text less likely to be content.
pub(super) fn set_aside(
    document: &Document,
    kinds: &[f32],
    weights: &[f32],
    probabilities: &mut [f32],
) {
    let of_many = is_likely_one_of(kinds, &OF_MANY, MAY_BE) || is_thread(document);
    let articles = if of_many { None } else { Articles::of(document, weights, probabilities) };
    for (block, probability) in probabilities.iter_mut().enumerate().filter(|(_, p)| **p > LOW) {
        let beside = articles.as_ref().and_then(|articles| articles.against(document, block));
        let appeal = || is_appeal(document, block).then_some(AGAINST);
        if let Some(against) = beside.or_else(appeal) {
            *probability = less_likely(*probability, against);
        }
    }
}

/// Below this a block is out already.
const LOW: f32 = 0.02;

/// The page's own article, and those behind it that have a headline of their own.
struct Articles {
    own: Range<usize>,
    next: Vec<Range<usize>>,
}

impl Articles {
    /// Finds the `article` whose headline is the page's title, where there is one with text.
    fn of(document: &Document, weights: &[f32], probabilities: &[f32]) -> Option<Articles> {
        let features = document.features();
        let is_headline = |&block: &usize| {
            features.tags(block).get(Tag::H1) != NO_ANCESTOR
                && features.tags(block).get(Tag::Article) != NO_ANCESTOR
        };
        let mut headlines = (0..features.len()).filter(is_headline);
        let title =
            headlines.find(|&block| features.likeness(block).title_overlap >= LIKE_TITLE)?;
        let own = article_of(document, title)?;
        let expected: f32 = own.clone().map(|block| weights[block] * probabilities[block]).sum();
        if expected < LEAST_WORDS {
            return None;
        }
        let behind = headlines.filter(|&block| block >= own.end);
        let next = behind.filter_map(|block| article_of(document, block)).collect();
        Some(Articles { own, next })
    }

    /// What speaks against a block for where it stands.
    fn against(&self, document: &Document, block: usize) -> Option<f32> {
        let is_next = || self.next.iter().take(MOST_NEXT).any(|next| next.contains(&block));
        let is_aside = || document.features().tags(block).get(Tag::Aside) != NO_ANCESTOR;
        if self.own.contains(&block) {
            None
        } else if is_next() {
            Some(2.0 * AGAINST)
        } else {
            is_aside().then_some(AGAINST)
        }
    }
}

/// Articles behind the page's own that are looked at.
const MOST_NEXT: usize = 16;

/// The blocks of the `article` around a block.
fn article_of(document: &Document, block: usize) -> Option<Range<usize>> {
    let (page, containers) = (document.page(), document.containers());
    let mut above = page.ancestors(document.blocks().block(block).container);
    let article = above.find(|&node| page.name(node) == name::ARTICLE)?;
    let held = &containers.list()[containers.find(article)?].blocks;
    Some(held.start as usize..held.end as usize)
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
            "<title>Late ferry</title>{article}<aside><p>{TEXT}</aside><article><h1>Rain</h1><p>{TEXT}</article>"
        );
        assert_eq!(kept(&html, PageType::Article), [true, true, true, false, false, false]);
        assert_eq!(kept(&html, PageType::Forum), [true; 6]);
        let untitled = html.replace("<title>Late", "<title>Other");
        let untitled = untitled.replace("ferry</title>", "news</title>");
        assert_eq!(kept(&untitled, PageType::Article), [true; 6]);
    }

    #[test]
    fn appeals_go_and_texts_that_are_named_so_stay() {
        let html = format!("<p>{TEXT}</p><div class=newsletter><p>Every week in your inbox.</div>");
        assert_eq!(kept(&html, PageType::Article), [true, false]);
        let long = format!("<div class=newsletter><p>{}</div>", TEXT.repeat(12));
        assert_eq!(kept(&long, PageType::Article), [true]);
    }
}
