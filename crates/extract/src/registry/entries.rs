//! The table of all extractors.

use super::Entry;
use crate::algorithms::{
    boilerpipe, bs4, bte, ccb, cetd, cetr, dsc, ensemble, fe, gravity, html_text, html2text,
    inscriptis, justext, lqf, lxml_cleaner, r4, readability, resiliparse, text, trafilatura,
    unfluff, wlr, xpath_text,
};
use crate::auto::Auto;
use crate::learned::{choose, em13, four_class, mss, ncleaner, victor, web2text};

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

/// All extractors, the default first.
pub static ENTRIES: &[Entry] = &[
    Entry {
        name: "auto",
        about: "any kind of page, learned from pages that people marked; says how sure it is",
        source: "boosted trees over the features of blocks, trained by `dehusk train auto`",
        languages: TRAINED,
        make: |wanted| Box::new(Auto::new(wanted.options.clone())),
    },
    Entry {
        name: "readability",
        about: "the article as the reader views of browsers find it",
        source: "Mozilla's Readability.js 0.6",
        languages: ANY,
        make: |_| Box::new(readability::Readability::default()),
    },
    Entry {
        name: "trafilatura",
        about: "any kind of page, by elements and names of content and furniture, then by what others find",
        source: "trafilatura; Barbaresi, ACL 2021",
        languages: ANY,
        make: |_| Box::new(trafilatura::Trafilatura),
    },
    Entry {
        name: "resiliparse",
        about: "all but what rules take for navigation, sidebars, footers and advertisements",
        source: "Resiliparse; Bevendorff et al., ECIR 2018",
        languages: ENGLISH_NAMES,
        make: |_| Box::new(resiliparse::Resiliparse),
    },
    Entry {
        name: "domdistiller",
        about: "articles, by boilerpipe's features and what stands beside content in the tree",
        source: "DOM Distiller of Chromium",
        languages: NEWS_IN_ENGLISH,
        make: |_| Box::new(boilerpipe::DOMDISTILLER),
    },
    Entry {
        name: "goose",
        about: "the element that paragraphs with stop words weigh most on, inside articles first",
        source: "goose3, after Gravity Labs' Goose",
        languages: STOP_WORDS,
        make: |_| Box::new(gravity::Goose),
    },
    Entry {
        name: "unfluff",
        about: "the element that paragraphs with stop words weigh most on",
        source: "node-unfluff, after Gravity Labs' Goose",
        languages: STOP_WORDS,
        make: |_| Box::new(unfluff::Unfluff),
    },
    Entry {
        name: "justext",
        about: "paragraphs by length, links and stop words, then by their neighbours",
        source: "jusText; Pomikálek, thesis, Brno 2011",
        languages: STOP_WORDS,
        make: |_| Box::new(justext::JUSTEXT),
    },
    Entry {
        name: "boilerpipe-default",
        about: "any kind of page, by text density and links",
        source: "boilerpipe's DefaultExtractor; Kohlschütter et al., WSDM 2010",
        languages: SPACED,
        make: |_| Box::new(boilerpipe::DEFAULT),
    },
    Entry {
        name: "boilerpipe-article",
        about: "news articles: the largest run of text, up to its title and down to the comments",
        source: "boilerpipe's ArticleExtractor; Kohlschütter et al., WSDM 2010",
        languages: NEWS_IN_ENGLISH,
        make: |_| Box::new(boilerpipe::ARTICLE),
    },
    Entry {
        name: "boilerpipe-article-1.3",
        about: "news articles, with the steps that later versions of boilerpipe added",
        source: "ArticleExtractor of boilerpipe 1.3",
        languages: NEWS_IN_ENGLISH,
        make: |_| Box::new(boilerpipe::ARTICLE_1_3),
    },
    Entry {
        name: "boilerpipe-sentences",
        about: "the paragraphs of a news article that have a full clause",
        source: "boilerpipe's ArticleSentencesExtractor; Kohlschütter et al., WSDM 2010",
        languages: NEWS_IN_ENGLISH,
        make: |_| Box::new(boilerpipe::SENTENCES),
    },
    Entry {
        name: "boilerpipe-largest",
        about: "the largest run of text",
        source: "boilerpipe's LargestContentExtractor; Kohlschütter et al., WSDM 2010",
        languages: SPACED,
        make: |_| Box::new(boilerpipe::LARGEST),
    },
    Entry {
        name: "boilerpipe-keep-everything",
        about: "all text blocks that boilerpipe sees",
        source: "boilerpipe's KeepEverythingExtractor; Kohlschütter et al., WSDM 2010",
        languages: ANY,
        make: |_| Box::new(boilerpipe::KEEP_EVERYTHING),
    },
    Entry {
        name: "numwords",
        about: "text blocks by their number of words and links, and their neighbours'",
        source: "Algorithm 2 of Kohlschütter et al., WSDM 2010",
        languages: SPACED,
        make: |_| Box::new(boilerpipe::NUMWORDS),
    },
    Entry {
        name: "densitometric",
        about: "text blocks by their text density and links, and their neighbours'",
        source: "Algorithm 1 of Kohlschütter et al., WSDM 2010",
        languages: SPACED,
        make: |_| Box::new(boilerpipe::DENSITOMETRIC),
    },
    Entry {
        name: "min-words-10",
        about: "text blocks of ten words and more",
        source: "a baseline of Kohlschütter et al., WSDM 2010",
        languages: SPACED,
        make: |_| Box::new(boilerpipe::MIN_WORDS_10),
    },
    Entry {
        name: "density-1r",
        about: "text blocks with a text density of 10.5 and more",
        source: "the 1R rule of Kohlschütter et al., WSDM 2010",
        languages: SPACED,
        make: |_| Box::new(boilerpipe::DENSITY_1R),
    },
    Entry {
        name: "cleaneval-rule",
        about: "text blocks with a text density of 7 and more and few links",
        source: "the rule for CleanEval of Kohlschütter et al., WSDM 2010",
        languages: SPACED,
        make: |_| Box::new(boilerpipe::CLEANEVAL_RULE),
    },
    Entry {
        name: "bte",
        about: "the stretch with most words inside and most tags outside",
        source: "Body Text Extraction; Finn et al., DELOS 2001",
        languages: ANY,
        make: |_| Box::new(bte::Bte),
    },
    Entry {
        name: "cetr",
        about: "lines with many characters a tag, by clusters",
        source: "Content Extraction via Tag Ratios; Weninger et al., WWW 2010",
        languages: ANY,
        make: |_| Box::new(cetr::Cetr),
    },
    Entry {
        name: "cetd-ds",
        about: "elements whose children have many characters a tag",
        source: "text density with DensitySum; Sun et al., SIGIR 2011",
        languages: ANY,
        make: |_| Box::new(cetd::CETD_DS),
    },
    Entry {
        name: "cetd-s",
        about: "texts in elements with many characters a tag, smoothed",
        source: "text density with smoothing; Sun et al., SIGIR 2011",
        languages: ANY,
        make: |_| Box::new(cetd::CETD_S),
    },
    Entry {
        name: "cectd-ds",
        about: "elements whose children have many characters and few links a tag",
        source: "composite text density with DensitySum; Sun et al., SIGIR 2011",
        languages: ANY,
        make: |_| Box::new(cetd::CECTD_DS),
    },
    Entry {
        name: "cectd-s",
        about: "texts in elements with many characters and few links a tag, smoothed",
        source: "composite text density with smoothing; Sun et al., SIGIR 2011",
        languages: ANY,
        make: |_| Box::new(cetd::CECTD_S),
    },
    Entry {
        name: "cehtd-ds",
        about: "elements whose children have many characters a tag, large letters counting more",
        source: "hybrid text density; Song et al., KAIS 2015",
        languages: ANY,
        make: |_| Box::new(cetd::CEHTD_DS),
    },
    Entry {
        name: "r4",
        about: "the element that stands out by words, links, children and position, media kept",
        source: "Algorithms 1 to 5 of Alarte and Silva, 2020",
        languages: ANY,
        make: |_| Box::new(r4::R4::default()),
    },
    Entry {
        name: "lqf",
        about: "all but elements whose text is mostly links",
        source: "Link Quota Filter; Mantratzis et al., Hypertext 2005",
        languages: ANY,
        make: |_| Box::new(lqf::Lqf),
    },
    Entry {
        name: "ccb",
        about: "texts with little markup around them",
        source: "Content Code Blurring; Gottron, DEXA 2008",
        languages: ANY,
        make: |_| Box::new(ccb::CCB),
    },
    Entry {
        name: "accb",
        about: "texts with little markup around them, tags of links not counted",
        source: "adapted Content Code Blurring; Gottron, DEXA 2008",
        languages: ANY,
        make: |_| Box::new(ccb::ACCB),
    },
    Entry {
        name: "dsc",
        about: "stretches with few tags a word",
        source: "Document Slope Curves; Pinto et al., JCDL 2002",
        languages: ANY,
        make: |_| Box::new(dsc::Dsc),
    },
    Entry {
        name: "fe",
        about: "the one block that has most text and little else",
        source: "FeatureExtractor; Debnath et al., SAC 2005",
        languages: ANY,
        make: |_| Box::new(fe::FE),
    },
    Entry {
        name: "k-fe",
        about: "the cluster of blocks that have most text and little else",
        source: "K-FeatureExtractor; Debnath et al., TKDE 2005",
        languages: ANY,
        make: |_| Box::new(fe::K_FE),
    },
    Entry {
        name: "wlr",
        about: "the element with most words and most words a leaf, media kept",
        source: "words/leafs ratio; Insa et al., JLAP 2013",
        languages: ANY,
        make: |_| Box::new(wlr::Wlr),
    },
    Entry {
        name: "justext-language-free",
        about: "paragraphs by length and links, then by their neighbours; no stop words",
        source: "jusText without a stop list; Pomikálek, thesis, Brno 2011",
        languages: ANY,
        make: |_| Box::new(justext::LANGUAGE_FREE),
    },
    Entry {
        name: "bs4",
        about: "all text of the document, hidden text too",
        source: "get_text of Beautiful Soup 4",
        languages: ANY,
        make: |_| Box::new(bs4::Bs4),
    },
    Entry {
        name: "html-text",
        about: "all text and the title",
        source: "html-text",
        languages: ANY,
        make: |_| Box::new(html_text::HtmlText),
    },
    Entry {
        name: "html2text",
        about: "all text but the head's",
        source: "html2text, without its marks",
        languages: ANY,
        make: |_| Box::new(html2text::Html2Text),
    },
    Entry {
        name: "inscriptis",
        about: "all text that styles do not hide",
        source: "inscriptis",
        languages: ANY,
        make: |_| Box::new(inscriptis::Inscriptis),
    },
    Entry {
        name: "lxml-cleaner",
        about: "all but navigation, forms and media, by their elements",
        source: "lxml's cleaner with trafilatura's list of elements",
        languages: ANY,
        make: |_| Box::new(lxml_cleaner::LxmlCleaner),
    },
    Entry {
        name: "xpath-text",
        about: "all text of the body, scripts too",
        source: "//body//text()",
        languages: ANY,
        make: |_| Box::new(xpath_text::XpathText),
    },
    Entry {
        name: "text",
        about: "all visible text",
        source: "the baseline of every comparison",
        languages: ANY,
        make: |_| Box::new(text::Text),
    },
    Entry {
        name: "em-2-5",
        about: "what at least 2 of 5 extractors keep",
        source: "em_2_5 of Gupta, thesis, Weimar 2022",
        languages: MEMBERS,
        make: |_| Box::new(ensemble::EM_2_5.make()),
    },
    Entry {
        name: "em-3-5",
        about: "what at least 3 of 5 extractors keep",
        source: "em_3_5 of Gupta, thesis, Weimar 2022",
        languages: MEMBERS,
        make: |_| Box::new(ensemble::EM_3_5.make()),
    },
    Entry {
        name: "em-4-5",
        about: "what at least 4 of 5 extractors keep",
        source: "em_4_5 of Gupta, thesis, Weimar 2022",
        languages: MEMBERS,
        make: |_| Box::new(ensemble::EM_4_5.make()),
    },
    Entry {
        name: "em-4-8",
        about: "what at least 4 of 8 extractors keep",
        source: "em_4_8 of Gupta, thesis, Weimar 2022",
        languages: MEMBERS,
        make: |_| Box::new(ensemble::EM_4_8.make()),
    },
    Entry {
        name: "em-6-8",
        about: "what at least 6 of 8 extractors keep",
        source: "em_6_8 of Gupta, thesis, Weimar 2022",
        languages: MEMBERS,
        make: |_| Box::new(ensemble::EM_6_8.make()),
    },
    Entry {
        name: "em-13",
        about: "what a random forest makes of thirteen extractors' votes",
        source: "em_13 of Gupta, thesis, Weimar 2022; trained by `dehusk train em-13`",
        languages: MEMBERS,
        make: |_| Box::new(em13::Em13 { logistic: false }),
    },
    Entry {
        name: "em-13-logistic",
        about: "what a logistic regression makes of thirteen extractors' votes",
        source: "em_13 of Gupta, thesis, Weimar 2022; trained by `dehusk train em-13`",
        languages: MEMBERS,
        make: |_| Box::new(em13::Em13 { logistic: true }),
    },
    Entry {
        name: "choose",
        about: "the extractor that is likely to do best, told from the page alone",
        source: "trained by `dehusk train choose`",
        languages: MEMBERS,
        make: |_| Box::new(choose::Choose),
    },
    Entry {
        name: "web2text",
        about: "two networks over the features of blocks and edges, and the likeliest labels",
        source: "Vogels et al., ECIR 2018; trained by `dehusk train web2text`",
        languages: TRAINED,
        make: |_| Box::new(web2text::Web2Text),
    },
    Entry {
        name: "victor",
        about: "the likeliest labels of blocks by a conditional random field",
        source: "Spousta et al., WAC4 2008; trained by `dehusk train victor`",
        languages: TRAINED,
        make: |_| Box::new(victor::Victor),
    },
    Entry {
        name: "four-class",
        about: "headline, full text and supplemental text, by shallow features",
        source: "the four-class problem of Kohlschütter et al., WSDM 2010; trained by `dehusk train four-class`",
        languages: LEARNED_NEWS,
        make: |_| Box::new(four_class::FourClass),
    },
    Entry {
        name: "ncleaner-lexical",
        about: "blocks whose characters are those of clean text",
        source: "NCleaner; Evert, LREC 2008; trained by `dehusk train ncleaner`",
        languages: TRAINED,
        make: |_| Box::new(ncleaner::Ncleaner { lexical: true }),
    },
    Entry {
        name: "ncleaner-non-lexical",
        about: "blocks whose marks, letters and digits are in the order of clean text",
        source: "NCleaner; Evert, LREC 2008; trained by `dehusk train ncleaner`",
        languages: TRAINED,
        make: |_| Box::new(ncleaner::Ncleaner { lexical: false }),
    },
    Entry {
        name: "mss-unigram",
        about: "the stretch with the most words of content",
        source: "maximum subsequence segmentation; Pasternack and Roth, WWW 2009; trained by `dehusk train mss`",
        languages: TRAINED,
        make: |_| Box::new(mss::Mss { trigrams: false }),
    },
    Entry {
        name: "mss-trigram",
        about: "the stretch with the most runs of words of content",
        source: "maximum subsequence segmentation; Pasternack and Roth, WWW 2009; trained by `dehusk train mss`",
        languages: TRAINED,
        make: |_| Box::new(mss::Mss { trigrams: true }),
    },
];
