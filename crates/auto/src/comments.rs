//! What readers wrote below a text is not the text.
//!
//! The models see forums, where posts are the content, and articles with comments below them, which look the
//! same block by block; a blog with three hundred comments then passes for a thread. What tells them apart is
//! the page: where it is not of a kind that is written by its readers, does not call itself a thread, and has a
//! text outside of what is named as comments, that text is what the page is for.

use super::address::is_thread;
use super::odds::{is_likely_one_of, less_likely};
use dehusk_blocks::features::{Family, NO_ANCESTOR};
use dehusk_extract::{Document, PageType};

/// Kinds of page whose content may stand in what is named as comments: threads, notes, reviews.
const BY_READERS: [PageType; 3] = [PageType::Forum, PageType::Documentation, PageType::Product];
/// How likely one of these may be.
const MAY_BE: f32 = 0.7;
/// Words of content that must be expected outside of the comments, and their share of all.
const LEAST_WORDS: f32 = 30.0;
const LEAST_SHARE: f32 = 0.05;
/// What it takes from a comment's log-odds: a factor of 20. A comment that the models are all but certain of
/// stays.
const AGAINST: f32 = 3.0;

/// Makes comments below a text less likely to be content.
pub(super) fn set_aside(
    document: &Document,
    kinds: &[f32],
    weights: &[f32],
    probabilities: &mut [f32],
) {
    if is_likely_one_of(kinds, &BY_READERS, MAY_BE) || is_thread(document) {
        return;
    }
    let features = document.features();
    let is_comment = |block: usize| features.families(block).get(Family::Comment) != NO_ANCESTOR;
    let comments: Vec<bool> = (0..features.len()).map(is_comment).collect();
    let (mut inside, mut outside) = (0.0, 0.0);
    for ((is_comment, weight), probability) in comments.iter().zip(weights).zip(&*probabilities) {
        *(if *is_comment { &mut inside } else { &mut outside }) += weight * probability;
    }
    if outside < LEAST_WORDS || outside < LEAST_SHARE * (inside + outside) {
        return;
    }
    for (probability, _) in probabilities.iter_mut().zip(comments).filter(|(_, is)| *is) {
        *probability = less_likely(*probability, AGAINST);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_page::Page;

    const KINDS: usize = PageType::ALL.len();

    const HTML: &str = "<p>The ferry was late.</p><div class=comments><p>It always is.</div>";

    fn adjusted(kind: PageType, text_words: f32) -> [f32; 2] {
        adjusted_of(&Document::new(Page::parse(HTML)), kind, text_words)
    }

    fn adjusted_of(document: &Document, kind: PageType, text_words: f32) -> [f32; 2] {
        let mut kinds = [0.0; KINDS];
        kinds[kind as usize] = 0.9;
        let mut probabilities = [0.8, 0.8];
        set_aside(document, &kinds, &[text_words, 200.0], &mut probabilities);
        probabilities
    }

    #[test]
    fn comments_below_a_text_are_less_likely_content() {
        let [text, comment] = adjusted(PageType::Article, 100.0);
        assert_eq!(text, 0.8);
        assert!((comment - 0.166).abs() < 0.001, "{comment}");
    }

    #[test]
    fn posts_of_a_forum_stay() {
        assert_eq!(adjusted(PageType::Forum, 100.0), [0.8, 0.8]);
    }

    #[test]
    fn posts_of_a_page_that_calls_itself_a_thread_stay() {
        let script = r#"<script type="application/ld+json">{"@type":"QAPage"}</script>"#;
        let declared = Document::new(Page::parse(format!("{script}{HTML}")));
        assert_eq!(adjusted_of(&declared, PageType::Article, 100.0), [0.8, 0.8]);
    }

    #[test]
    fn where_there_is_no_text_but_comments_they_stay() {
        assert_eq!(adjusted(PageType::Article, 5.0), [0.8, 0.8]);
    }

    #[test]
    fn kinds_are_in_the_order_of_their_list() {
        assert!(PageType::ALL.iter().enumerate().all(|(n, &kind)| kind as usize == n));
    }
}
