//! `domdistiller`: boilerpipe's features with the filters of Chromium's DOM Distiller.
//!
//! The reader mode of Chrome took boilerpipe's article extractor and put what a tree knows beside what a row of
//! blocks knows: blocks that stand beside content in the tree become content, and headings go with what they
//! head. As published with DOM Distiller and its port go-domdistiller, which forgets what elements are called where
//! it found fewer than 500 words without those that are called like furniture.

use super::filters::block_proximity_fusion::BlockProximityFusion;
use super::filters::boilerplate_block::BoilerplateBlock;
use super::filters::document_title_match::DocumentTitleMatch;
use super::filters::english::num_words_rules::NumWordsRules;
use super::filters::english::terminating_blocks::TerminatingBlocks;
use super::filters::expand_title_to_content::ExpandTitleToContent;
use super::filters::heading_fusion::HeadingFusion;
use super::filters::keep_largest_block::KeepLargestBlock;
use super::filters::large_block_same_tag_level::LargeBlockSameTagLevel;
use super::filters::list_at_end::ListAtEnd;
use super::filters::similar_sibling_content::{Like, SimilarSiblingContent};
use super::filters::strictly_not_content::StrictlyNotContent;
use super::filters::unlikely_elements::UnlikelyElements;
use super::{Boilerpipe, Steps};

/// `domdistiller`.
pub(crate) const DOMDISTILLER: Boilerpipe = Boilerpipe(Steps::Retried(
    &[&UnlikelyElements { by_name: true }, &UnlikelyElements { by_name: false }],
    &[
        &TerminatingBlocks,
        &DocumentTitleMatch::WIDE,
        &NumWordsRules,
        &StrictlyNotContent,
        &SimilarSiblingContent {
            likes: &[
                Like { mixed_tags: false, max_link_density: 0.5 },
                Like { mixed_tags: true, max_link_density: 0.0 },
            ],
            max_distance: 10,
        },
        &HeadingFusion,
        &BlockProximityFusion { max_distance: 1, content_only: true, same_tag_level_only: false },
        &BoilerplateBlock { keep_title: true },
        &BlockProximityFusion { max_distance: 1, content_only: true, same_tag_level_only: true },
        &KeepLargestBlock { expand_from_words: Some(0) },
        &ExpandTitleToContent,
        &LargeBlockSameTagLevel { min_words: 100 },
        &ListAtEnd,
    ],
));

#[cfg(test)]
mod tests {
    use super::super::super::shared::testing::{kept, words};
    use super::*;

    #[test]
    fn short_blocks_beside_content_are_kept() {
        let (one, two) = (words("alpha", 300), words("beta", 300));
        let html = format!(
            "<div><a href=x>Home</a></div><div><p>{one}</p><p>A short one between.</p><p>{two}</p></div>\
             <div class=sidebar><p>{}</p></div>",
            words("side", 60)
        );
        let expected = format!("{one}A short one between. {two}");
        assert_eq!(kept(&DOMDISTILLER, &html), expected.trim());
    }

    #[test]
    fn names_are_forgotten_where_little_is_found_without_such_elements() {
        let page = |words_beside: usize| {
            let article = words("alpha", 80);
            let beside = format!("<p>{}</p>", words("beta", words_beside));
            format!("<div class=sidebar><p>{article}</p></div><div>{beside}</div>")
        };
        assert!(kept(&DOMDISTILLER, &page(5)).contains("alpha"));
        assert!(!kept(&DOMDISTILLER, &page(600)).contains("alpha"));
    }
}
