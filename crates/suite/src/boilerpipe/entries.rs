//! The names under which a registry lists boilerpipe's extractors and the rules of its paper.

use super::{
    ARTICLE, ARTICLE_1_3, CLEANEVAL_RULE, DEFAULT, DENSITOMETRIC, DENSITOMETRIC_LARGEST,
    DENSITOMETRIC_MAIN_CONTENT, DENSITY_1R, DOMDISTILLER, KEEP_EVERYTHING, LARGEST,
    LINK_DENSITY_RULE, MIN_WORDS_10, NUMWORDS, SENTENCES, WORDS_15,
};
use crate::languages;
use dehusk_extract::Entry;
use std::sync::Arc;

/// How a registry lists it.
pub(crate) static ENTRIES: &[Entry] = &[
    Entry::new(
        "domdistiller",
        "articles, by boilerpipe's features and what stands beside content in the tree",
        "DOM Distiller of Chromium",
        languages::NEWS_IN_ENGLISH,
        |_| Ok(Arc::new(DOMDISTILLER)),
    ),
    Entry::new(
        "boilerpipe-default",
        "any kind of page, by text density and links",
        "boilerpipe's DefaultExtractor; Kohlschütter et al., WSDM 2010",
        languages::SPACED,
        |_| Ok(Arc::new(DEFAULT)),
    ),
    Entry::new(
        "boilerpipe-article",
        "news articles: the largest run of text, up to its title and down to the comments",
        "boilerpipe's ArticleExtractor; Kohlschütter et al., WSDM 2010",
        languages::NEWS_IN_ENGLISH,
        |_| Ok(Arc::new(ARTICLE)),
    ),
    Entry::new(
        "boilerpipe-article-1.3",
        "news articles, with the steps that later versions of boilerpipe added",
        "ArticleExtractor of boilerpipe 1.3",
        languages::NEWS_IN_ENGLISH,
        |_| Ok(Arc::new(ARTICLE_1_3)),
    ),
    Entry::new(
        "boilerpipe-sentences",
        "the paragraphs of a news article that have a full clause",
        "boilerpipe's ArticleSentencesExtractor; Kohlschütter et al., WSDM 2010",
        languages::NEWS_IN_ENGLISH,
        |_| Ok(Arc::new(SENTENCES)),
    ),
    Entry::new(
        "boilerpipe-largest",
        "the largest run of text",
        "boilerpipe's LargestContentExtractor; Kohlschütter et al., WSDM 2010",
        languages::SPACED,
        |_| Ok(Arc::new(LARGEST)),
    ),
    Entry::new(
        "boilerpipe-keep-everything",
        "all text blocks that boilerpipe sees",
        "boilerpipe's KeepEverythingExtractor; Kohlschütter et al., WSDM 2010",
        languages::ANY,
        |_| Ok(Arc::new(KEEP_EVERYTHING)),
    ),
    Entry::new(
        "numwords",
        "text blocks by their number of words and links, and their neighbours'",
        "Algorithm 2 of Kohlschütter et al., WSDM 2010",
        languages::SPACED,
        |_| Ok(Arc::new(NUMWORDS)),
    ),
    Entry::new(
        "densitometric",
        "text blocks by their text density and links, and their neighbours'",
        "Algorithm 1 of Kohlschütter et al., WSDM 2010",
        languages::SPACED,
        |_| Ok(Arc::new(DENSITOMETRIC)),
    ),
    Entry::new(
        "densitometric-largest",
        "the largest run of text among those that are dense or beside dense ones",
        "Algorithm 1 and the Largest Content Filter of Kohlschütter et al., WSDM 2010",
        languages::SPACED,
        |_| Ok(Arc::new(DENSITOMETRIC_LARGEST)),
    ),
    Entry::new(
        "densitometric-main-content",
        "news articles: the largest dense run of text, up to its title and down to the comments",
        "Algorithm 1 and the Main Content Filter of Kohlschütter et al., WSDM 2010",
        languages::NEWS_IN_ENGLISH,
        |_| Ok(Arc::new(DENSITOMETRIC_MAIN_CONTENT)),
    ),
    Entry::new(
        "words-15",
        "text blocks of fifteen words and more",
        "a single feature of Table 2 of Kohlschütter et al., WSDM 2010",
        languages::SPACED,
        |_| Ok(Arc::new(WORDS_15)),
    ),
    Entry::new(
        "link-density-rule",
        "text blocks with at most a third of their words in links",
        "a single feature of Table 2 of Kohlschütter et al., WSDM 2010",
        languages::SPACED,
        |_| Ok(Arc::new(LINK_DENSITY_RULE)),
    ),
    Entry::new(
        "min-words-10",
        "text blocks of ten words and more",
        "a baseline of Kohlschütter et al., WSDM 2010",
        languages::SPACED,
        |_| Ok(Arc::new(MIN_WORDS_10)),
    ),
    Entry::new(
        "density-1r",
        "text blocks with a text density of 10.5 and more",
        "the 1R rule of Kohlschütter et al., WSDM 2010",
        languages::SPACED,
        |_| Ok(Arc::new(DENSITY_1R)),
    ),
    Entry::new(
        "cleaneval-rule",
        "text blocks with a text density of 7 and more and few links",
        "the rule for CleanEval of Kohlschütter et al., WSDM 2010",
        languages::SPACED,
        |_| Ok(Arc::new(CLEANEVAL_RULE)),
    ),
];
