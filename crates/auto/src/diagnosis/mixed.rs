//! Texts that may not belong together: parts far from each other, or several articles in one page.

use super::tally::Tally;
use dehusk_extract::{Diagnosis, Trouble};
use dehusk_extract::{Document, Selection};
use dehusk_page::{NodeId, name};

/// Dropped words between two kept parts that set them apart.
const GAP: u32 = 200;
/// Kept words of a part that counts.
const PART_WORDS: u32 = 80;
/// Of the kept words, the share a part must have to count: one in so many.
const PART_SHARE: u32 = 5;
/// Articles side by side that are no comments or teasers.
const ARTICLES: usize = 3;

pub(super) fn find(document: &Document, selection: &Selection, tally: &Tally) -> Option<Diagnosis> {
    let (parts, articles) = Parts::of(document, selection);
    let counts = |words: &u32| *words >= PART_WORDS && PART_SHARE * words >= tally.kept_words;
    let large = parts.kept.iter().filter(|w| counts(w)).count();
    if large > 1 {
        let evidence = format!("{large} parts, {} words dropped between them", parts.dropped);
        return Some(Diagnosis::new(Trouble::Mixed, evidence));
    }
    let whole = articles.iter().filter(|a| a.words >= PART_WORDS && a.heading).count();
    let most = articles.iter().map(|a| a.words).max().unwrap_or(0);
    let several = whole >= ARTICLES && 5 * most < 3 * tally.kept_words;
    several.then(|| Diagnosis::new(Trouble::Mixed, format!("{whole} articles in one page")))
}

/// Kept words by stretches of the page that are far from each other.
#[derive(Default)]
struct Parts {
    kept: Vec<u32>,
    /// Words between the first and the last part.
    dropped: u32,
}

#[derive(Default)]
struct ArticleWords {
    end: Option<NodeId>,
    words: u32,
    heading: bool,
}

impl Parts {
    fn of(document: &Document, selection: &Selection) -> (Parts, Vec<ArticleWords>) {
        let mut parts = Parts::default();
        let mut articles = Articles::default();
        let mut gap = 0;
        for (index, block) in document.blocks().iter().enumerate() {
            if !selection.keeps_block(document, index) {
                gap += block.words;
                continue;
            }
            match parts.kept.last_mut() {
                Some(part) if gap < GAP => *part += block.words,
                Some(_) => {
                    parts.dropped += gap;
                    parts.kept.push(block.words);
                }
                None => parts.kept.push(block.words),
            }
            gap = 0;
            if block.within.has(dehusk_blocks::Within::ARTICLE) {
                articles.add(document, index);
            }
        }
        (parts, articles.list)
    }
}

/// The outermost `article` elements, as their kept blocks come by.
#[derive(Default)]
struct Articles {
    list: Vec<ArticleWords>,
}

impl Articles {
    fn add(&mut self, document: &Document, index: usize) {
        let Some(&node) = document.blocks().nodes(index).first() else { return };
        let block = document.blocks().block(index);
        if self.list.last().and_then(|a| a.end).is_none_or(|end| node >= end) {
            let page = document.page();
            let outermost = page.ancestors(node).filter(|&n| page.name(n) == name::ARTICLE).last();
            self.list.push(ArticleWords {
                end: outermost.map(|n| page.end(n)),
                ..ArticleWords::default()
            });
        }
        if let Some(article) = self.list.last_mut() {
            article.words += block.words;
            article.heading |= block.within.has(dehusk_blocks::Within::HEADING);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::diagnose;
    use super::super::tests::{prose, trouble};
    use super::*;
    use dehusk_extract::Verdict;
    use dehusk_page::Page;

    fn found(html: &str, keep: &[bool]) -> Option<Diagnosis> {
        let document = Document::new(Page::parse(html));
        let verdict = |&k: &bool| if k { Verdict::keep(1.0, "") } else { Verdict::drop(0.0, "") };
        let selection = Selection::from_blocks(&document, keep.iter().map(verdict).collect());
        diagnose(&document, &selection)
    }

    #[test]
    fn parts_far_from_each_other() {
        let p = format!("<p>{}</p>", prose(250));
        let html = p.repeat(3);
        let mixed = found(&html, &[true, false, true]).unwrap();
        assert_eq!(mixed.trouble, Trouble::Mixed);
        assert_eq!(mixed.evidence, "2 parts, 280 words dropped between them");
        assert_eq!(found(&html, &[true, true, false]), None);
        let close = format!("{p}<p>{}</p>{p}", prose(100));
        assert_eq!(
            found(&close, &[true, false, true]),
            None,
            "an advertisement between paragraphs"
        );
    }

    #[test]
    fn several_articles() {
        let article = format!("<article><h2>Late</h2><p>{}</p></article>", prose(150));
        assert_eq!(trouble(&article.repeat(4)), Some(Trouble::Mixed));
        assert_eq!(trouble(&article), None);
        let long =
            format!("<article><h1>One</h1><p>{}</p></article>{}", prose(2000), article.repeat(3));
        assert_eq!(trouble(&long), None, "one of them is the article");
        let comment = format!("<article><p>{}</p></article>", prose(150));
        assert_eq!(
            trouble(&format!("<p>{}</p>{}", prose(300), comment.repeat(4))),
            None,
            "no headings"
        );
    }
}
