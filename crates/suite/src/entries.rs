//! The extractors of this crate, as a registry lists them: a line an extractor.

use crate::classic_learned::{choose, em13, four_class, mss, ncleaner, victor, web2text};
use crate::{
    boilerpipe, bs4, bte, ccb, cetd, cetr, dsc, ensemble, fe, goose, html_text, html2text,
    inscriptis, justext, lqf, lxml_cleaner, r4, resiliparse, text, trafilatura, unfluff, wlr,
    xpath_text,
};
use dehusk_extract::Entry;
use std::sync::Arc;

/// Nothing in it knows a language.
const ANY: &str = "any";
/// Its limits are in words, found on English pages.
const SPACED: &str = "any with spaces between words; limits found on English pages";
/// It looks for English phrases too.
const NEWS_IN_ENGLISH: &str = "limits and phrases of English pages";
/// Names of classes are English words on most sites of the world.
const ENGLISH_NAMES: &str = "any; looks for English names in markup";
/// It has lists of stop words.
const STOP_WORDS: &str = "57 languages with stop words, the page's detected";
/// It asks others.
const MEMBERS: &str = "those of its members";
/// It learned from news of 2008.
const LEARNED_NEWS: &str = "any; the pages it learned from are news in English";
/// It learned from these.
const TRAINED: &str =
    "any; most pages it learned from are in English, Chinese, Greek, Polish, Russian, German";

/// All of them; those with a model only where its feature is on.
pub static ENTRIES: &[Entry] = &[
    Entry::new(
        "trafilatura",
        "any kind of page, by elements and names of content and furniture, then by what others find",
        "trafilatura; Barbaresi, ACL 2021",
        ANY,
        |_| Ok(Arc::new(trafilatura::Trafilatura)),
    ),
    Entry::new(
        "resiliparse",
        "all but what rules take for navigation, sidebars, footers and advertisements",
        "Resiliparse; Bevendorff et al., ECIR 2018",
        ENGLISH_NAMES,
        |_| Ok(Arc::new(resiliparse::Resiliparse)),
    ),
    Entry::new(
        "domdistiller",
        "articles, by boilerpipe's features and what stands beside content in the tree",
        "DOM Distiller of Chromium",
        NEWS_IN_ENGLISH,
        |_| Ok(Arc::new(boilerpipe::DOMDISTILLER)),
    ),
    Entry::new(
        "goose",
        "the element that paragraphs with stop words weigh most on, inside articles first",
        "goose3, after Gravity Labs' Goose",
        STOP_WORDS,
        |_| Ok(Arc::new(goose::Goose)),
    ),
    Entry::new(
        "unfluff",
        "the element that paragraphs with stop words weigh most on",
        "node-unfluff, after Gravity Labs' Goose",
        STOP_WORDS,
        |_| Ok(Arc::new(unfluff::Unfluff)),
    ),
    Entry::new(
        "justext",
        "paragraphs by length, links and stop words, then by their neighbours",
        "jusText; Pomikálek, thesis, Brno 2011",
        STOP_WORDS,
        |_| Ok(Arc::new(justext::JUSTEXT)),
    ),
    Entry::new(
        "boilerpipe-default",
        "any kind of page, by text density and links",
        "boilerpipe's DefaultExtractor; Kohlschütter et al., WSDM 2010",
        SPACED,
        |_| Ok(Arc::new(boilerpipe::DEFAULT)),
    ),
    Entry::new(
        "boilerpipe-article",
        "news articles: the largest run of text, up to its title and down to the comments",
        "boilerpipe's ArticleExtractor; Kohlschütter et al., WSDM 2010",
        NEWS_IN_ENGLISH,
        |_| Ok(Arc::new(boilerpipe::ARTICLE)),
    ),
    Entry::new(
        "boilerpipe-article-1.3",
        "news articles, with the steps that later versions of boilerpipe added",
        "ArticleExtractor of boilerpipe 1.3",
        NEWS_IN_ENGLISH,
        |_| Ok(Arc::new(boilerpipe::ARTICLE_1_3)),
    ),
    Entry::new(
        "boilerpipe-sentences",
        "the paragraphs of a news article that have a full clause",
        "boilerpipe's ArticleSentencesExtractor; Kohlschütter et al., WSDM 2010",
        NEWS_IN_ENGLISH,
        |_| Ok(Arc::new(boilerpipe::SENTENCES)),
    ),
    Entry::new(
        "boilerpipe-largest",
        "the largest run of text",
        "boilerpipe's LargestContentExtractor; Kohlschütter et al., WSDM 2010",
        SPACED,
        |_| Ok(Arc::new(boilerpipe::LARGEST)),
    ),
    Entry::new(
        "boilerpipe-keep-everything",
        "all text blocks that boilerpipe sees",
        "boilerpipe's KeepEverythingExtractor; Kohlschütter et al., WSDM 2010",
        ANY,
        |_| Ok(Arc::new(boilerpipe::KEEP_EVERYTHING)),
    ),
    Entry::new(
        "numwords",
        "text blocks by their number of words and links, and their neighbours'",
        "Algorithm 2 of Kohlschütter et al., WSDM 2010",
        SPACED,
        |_| Ok(Arc::new(boilerpipe::NUMWORDS)),
    ),
    Entry::new(
        "densitometric",
        "text blocks by their text density and links, and their neighbours'",
        "Algorithm 1 of Kohlschütter et al., WSDM 2010",
        SPACED,
        |_| Ok(Arc::new(boilerpipe::DENSITOMETRIC)),
    ),
    Entry::new(
        "min-words-10",
        "text blocks of ten words and more",
        "a baseline of Kohlschütter et al., WSDM 2010",
        SPACED,
        |_| Ok(Arc::new(boilerpipe::MIN_WORDS_10)),
    ),
    Entry::new(
        "density-1r",
        "text blocks with a text density of 10.5 and more",
        "the 1R rule of Kohlschütter et al., WSDM 2010",
        SPACED,
        |_| Ok(Arc::new(boilerpipe::DENSITY_1R)),
    ),
    Entry::new(
        "cleaneval-rule",
        "text blocks with a text density of 7 and more and few links",
        "the rule for CleanEval of Kohlschütter et al., WSDM 2010",
        SPACED,
        |_| Ok(Arc::new(boilerpipe::CLEANEVAL_RULE)),
    ),
    Entry::new(
        "bte",
        "the stretch with most words inside and most tags outside",
        "Body Text Extraction; Finn et al., DELOS 2001",
        ANY,
        |_| Ok(Arc::new(bte::Bte)),
    ),
    Entry::new(
        "cetr",
        "lines with many characters a tag, by clusters",
        "Content Extraction via Tag Ratios; Weninger et al., WWW 2010",
        ANY,
        |_| Ok(Arc::new(cetr::Cetr)),
    ),
    Entry::new(
        "cetd-ds",
        "elements whose children have many characters a tag",
        "text density with DensitySum; Sun et al., SIGIR 2011",
        ANY,
        |_| Ok(Arc::new(cetd::CETD_DS)),
    ),
    Entry::new(
        "cetd-s",
        "texts in elements with many characters a tag, smoothed",
        "text density with smoothing; Sun et al., SIGIR 2011",
        ANY,
        |_| Ok(Arc::new(cetd::CETD_S)),
    ),
    Entry::new(
        "cectd-ds",
        "elements whose children have many characters and few links a tag",
        "composite text density with DensitySum; Sun et al., SIGIR 2011",
        ANY,
        |_| Ok(Arc::new(cetd::CECTD_DS)),
    ),
    Entry::new(
        "cectd-s",
        "texts in elements with many characters and few links a tag, smoothed",
        "composite text density with smoothing; Sun et al., SIGIR 2011",
        ANY,
        |_| Ok(Arc::new(cetd::CECTD_S)),
    ),
    Entry::new(
        "cehtd-ds",
        "elements whose children have many characters a tag, large letters counting more",
        "hybrid text density; Song et al., KAIS 2015",
        ANY,
        |_| Ok(Arc::new(cetd::CEHTD_DS)),
    ),
    Entry::new(
        "r4",
        "the element that stands out by words, links, children and position, media kept",
        "Algorithms 1 to 5 of Alarte and Silva, 2020",
        ANY,
        |_| Ok(Arc::new(r4::R4::default())),
    ),
    Entry::new(
        "lqf",
        "all but elements whose text is mostly links",
        "Link Quota Filter; Mantratzis et al., Hypertext 2005",
        ANY,
        |_| Ok(Arc::new(lqf::Lqf)),
    ),
    Entry::new(
        "ccb",
        "texts with little markup around them",
        "Content Code Blurring; Gottron, DEXA 2008",
        ANY,
        |_| Ok(Arc::new(ccb::CCB)),
    ),
    Entry::new(
        "accb",
        "texts with little markup around them, tags of links not counted",
        "adapted Content Code Blurring; Gottron, DEXA 2008",
        ANY,
        |_| Ok(Arc::new(ccb::ACCB)),
    ),
    Entry::new(
        "dsc",
        "stretches with few tags a word",
        "Document Slope Curves; Pinto et al., JCDL 2002",
        ANY,
        |_| Ok(Arc::new(dsc::Dsc)),
    ),
    Entry::new(
        "fe",
        "the one block that has most text and little else",
        "FeatureExtractor; Debnath et al., SAC 2005",
        ANY,
        |_| Ok(Arc::new(fe::FE)),
    ),
    Entry::new(
        "k-fe",
        "the cluster of blocks that have most text and little else",
        "K-FeatureExtractor; Debnath et al., TKDE 2005",
        ANY,
        |_| Ok(Arc::new(fe::K_FE)),
    ),
    Entry::new(
        "wlr",
        "the element with most words and most words a leaf, media kept",
        "words/leafs ratio; Insa et al., JLAP 2013",
        ANY,
        |_| Ok(Arc::new(wlr::Wlr)),
    ),
    Entry::new(
        "justext-language-free",
        "paragraphs by length and links, then by their neighbours; no stop words",
        "jusText without a stop list; Pomikálek, thesis, Brno 2011",
        ANY,
        |_| Ok(Arc::new(justext::LANGUAGE_FREE)),
    ),
    Entry::new(
        "bs4",
        "all text of the document, hidden text too",
        "get_text of Beautiful Soup 4",
        ANY,
        |_| Ok(Arc::new(bs4::Bs4)),
    ),
    Entry::new("html-text", "all text and the title", "html-text", ANY, |_| {
        Ok(Arc::new(html_text::HtmlText))
    }),
    Entry::new("html2text", "all text but the head's", "html2text, without its marks", ANY, |_| {
        Ok(Arc::new(html2text::Html2Text))
    }),
    Entry::new("inscriptis", "all text that styles do not hide", "inscriptis", ANY, |_| {
        Ok(Arc::new(inscriptis::Inscriptis))
    }),
    Entry::new(
        "lxml-cleaner",
        "all but navigation, forms and media, by their elements",
        "lxml's cleaner with trafilatura's list of elements",
        ANY,
        |_| Ok(Arc::new(lxml_cleaner::LxmlCleaner)),
    ),
    Entry::new("xpath-text", "all text of the body, scripts too", "//body//text()", ANY, |_| {
        Ok(Arc::new(xpath_text::XpathText))
    }),
    Entry::new("text", "all visible text", "the baseline of every comparison", ANY, |_| {
        Ok(Arc::new(text::Text))
    }),
    Entry::new(
        "em-2-5",
        "what at least 2 of 5 extractors keep",
        "em_2_5 of Gupta, thesis, Weimar 2022",
        MEMBERS,
        |registry| Ok(Arc::new(ensemble::EM_2_5.build(registry)?)),
    ),
    Entry::new(
        "em-3-5",
        "what at least 3 of 5 extractors keep",
        "em_3_5 of Gupta, thesis, Weimar 2022",
        MEMBERS,
        |registry| Ok(Arc::new(ensemble::EM_3_5.build(registry)?)),
    ),
    Entry::new(
        "em-4-5",
        "what at least 4 of 5 extractors keep",
        "em_4_5 of Gupta, thesis, Weimar 2022",
        MEMBERS,
        |registry| Ok(Arc::new(ensemble::EM_4_5.build(registry)?)),
    ),
    Entry::new(
        "em-4-8",
        "what at least 4 of 8 extractors keep",
        "em_4_8 of Gupta, thesis, Weimar 2022",
        MEMBERS,
        |registry| Ok(Arc::new(ensemble::EM_4_8.build(registry)?)),
    ),
    Entry::new(
        "em-6-8",
        "what at least 6 of 8 extractors keep",
        "em_6_8 of Gupta, thesis, Weimar 2022",
        MEMBERS,
        |registry| Ok(Arc::new(ensemble::EM_6_8.build(registry)?)),
    ),
    #[cfg(feature = "em-13")]
    Entry::new(
        "em-13",
        "what a random forest makes of thirteen extractors' votes",
        "em_13 of Gupta, thesis, Weimar 2022; trained by `dehusk train em-13`",
        MEMBERS,
        |registry| Ok(Arc::new(em13::Em13::shipped(registry, false)?)),
    ),
    #[cfg(feature = "em-13")]
    Entry::new(
        "em-13-logistic",
        "what a logistic regression makes of thirteen extractors' votes",
        "em_13 of Gupta, thesis, Weimar 2022; trained by `dehusk train em-13`",
        MEMBERS,
        |registry| Ok(Arc::new(em13::Em13::shipped(registry, true)?)),
    ),
    #[cfg(feature = "choose")]
    Entry::new(
        "choose",
        "the extractor that is likely to do best, told from the page alone",
        "trained by `dehusk train choose`",
        MEMBERS,
        |registry| Ok(Arc::new(choose::Choose::shipped(registry)?)),
    ),
    #[cfg(feature = "web2text")]
    Entry::new(
        "web2text",
        "two networks over the features of blocks and edges, and the likeliest labels",
        "Vogels et al., ECIR 2018; trained by `dehusk train web2text`",
        TRAINED,
        |_| Ok(Arc::new(web2text::Web2Text::shipped()?)),
    ),
    #[cfg(feature = "victor")]
    Entry::new(
        "victor",
        "the likeliest labels of blocks by a conditional random field",
        "Spousta et al., WAC4 2008; trained by `dehusk train victor`",
        TRAINED,
        |_| Ok(Arc::new(victor::Victor::shipped()?)),
    ),
    #[cfg(feature = "four-class")]
    Entry::new(
        "four-class",
        "headline, full text and supplemental text, by shallow features",
        "the four-class problem of Kohlschütter et al., WSDM 2010; trained by `dehusk train four-class`",
        LEARNED_NEWS,
        |_| Ok(Arc::new(four_class::FourClass::shipped()?)),
    ),
    #[cfg(feature = "ncleaner")]
    Entry::new(
        "ncleaner-lexical",
        "blocks whose characters are those of clean text",
        "NCleaner; Evert, LREC 2008; trained by `dehusk train ncleaner`",
        TRAINED,
        |_| Ok(Arc::new(ncleaner::Ncleaner::shipped(true)?)),
    ),
    #[cfg(feature = "ncleaner")]
    Entry::new(
        "ncleaner-non-lexical",
        "blocks whose marks, letters and digits are in the order of clean text",
        "NCleaner; Evert, LREC 2008; trained by `dehusk train ncleaner`",
        TRAINED,
        |_| Ok(Arc::new(ncleaner::Ncleaner::shipped(false)?)),
    ),
    #[cfg(feature = "mss")]
    Entry::new(
        "mss-unigram",
        "the stretch with the most words of content",
        "maximum subsequence segmentation; Pasternack and Roth, WWW 2009; trained by `dehusk train mss`",
        TRAINED,
        |_| Ok(Arc::new(mss::Mss::shipped(false)?)),
    ),
    #[cfg(feature = "mss")]
    Entry::new(
        "mss-trigram",
        "the stretch with the most runs of words of content",
        "maximum subsequence segmentation; Pasternack and Roth, WWW 2009; trained by `dehusk train mss`",
        TRAINED,
        |_| Ok(Arc::new(mss::Mss::shipped(true)?)),
    ),
];
