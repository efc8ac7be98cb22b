//! Every extractor by its name.
//!
//! ```
//! use dehusk_extract::{Document, registry};
//! let document = Document::new(dehusk_page::Page::parse("<p>The only paragraph."));
//! let selection = registry::find("text").unwrap().make().extract(&document);
//! assert!(!selection.is_empty());
//! assert!(registry::find("txet").is_none());
//! assert_eq!(registry::nearest("txet").unwrap().name, "text");
//! ```
//!
//! What several of them agree on has a name too: `em:2of(readability,bte,cetr)` keeps what at least two of
//! the three keep.
//!
//! ```
//! use dehusk_extract::registry;
//! assert_eq!(registry::find("em:2of(text, bte)").unwrap().name, "em:2of(text,bte)");
//! assert!(registry::find("em:3of(text, bte)").is_none());
//! ```

use crate::Extractor;
use crate::algorithms::ensemble::Ensemble;
use crate::algorithms::{boilerpipe, bs4, bte, cetd, cetr, justext, lqf, r4, readability, text};
use crate::auto::{self, Auto};
use std::sync::{Mutex, PoisonError};

/// A named extractor.
#[derive(Debug)]
pub struct Entry {
    /// The name users give.
    pub name: &'static str,
    /// One line on what it does.
    pub about: &'static str,
    /// The paper or program that describes it.
    pub source: &'static str,
    make: fn(&Wanted<'_>) -> Box<dyn Extractor>,
}

/// What an extractor is made from.
struct Wanted<'w> {
    name: &'w str,
    options: &'w auto::Options,
}

impl Entry {
    /// Makes the extractor.
    pub fn make(&self) -> Box<dyn Extractor> {
        self.make_with(&auto::Options::default())
    }

    /// Makes the extractor with preferences, which `auto` alone has a use for.
    pub fn make_with(&self, options: &auto::Options) -> Box<dyn Extractor> {
        (self.make)(&Wanted { name: self.name, options })
    }
}

/// All extractors.
pub static ENTRIES: &[Entry] = &[
    AUTO,
    READABILITY,
    BOILERPIPE_DEFAULT,
    BOILERPIPE_ARTICLE,
    BOILERPIPE_ARTICLE_1_3,
    BOILERPIPE_SENTENCES,
    BOILERPIPE_LARGEST,
    BOILERPIPE_KEEP_EVERYTHING,
    NUMWORDS,
    DENSITOMETRIC,
    MIN_WORDS_10,
    DENSITY_1R,
    CLEANEVAL_RULE,
    BTE,
    CETR,
    CETD_DS,
    CECTD_DS,
    R4,
    LQF,
    JUSTEXT_LANGUAGE_FREE,
    BS4,
    TEXT,
];

const AUTO: Entry = Entry {
    name: "auto",
    about: "any kind of page, learned from pages that people marked; says how sure it is",
    source: "boosted trees over the features of blocks, trained by `dehusk train auto`",
    make: |wanted| Box::new(Auto::new(wanted.options.clone())),
};

const BOILERPIPE_DEFAULT: Entry = Entry {
    name: "boilerpipe-default",
    about: "any kind of page, by text density and links",
    source: "boilerpipe's DefaultExtractor; Kohlschütter et al., WSDM 2010",
    make: |_| Box::new(boilerpipe::DEFAULT),
};

const BOILERPIPE_ARTICLE: Entry = Entry {
    name: "boilerpipe-article",
    about: "news articles: the largest run of text, up to its title and down to the comments",
    source: "boilerpipe's ArticleExtractor; Kohlschütter et al., WSDM 2010",
    make: |_| Box::new(boilerpipe::ARTICLE),
};

const BOILERPIPE_ARTICLE_1_3: Entry = Entry {
    name: "boilerpipe-article-1.3",
    about: "news articles, with the steps that later versions of boilerpipe added",
    source: "ArticleExtractor of boilerpipe 1.3",
    make: |_| Box::new(boilerpipe::ARTICLE_1_3),
};

const BOILERPIPE_SENTENCES: Entry = Entry {
    name: "boilerpipe-sentences",
    about: "the paragraphs of a news article that have a full clause",
    source: "boilerpipe's ArticleSentencesExtractor; Kohlschütter et al., WSDM 2010",
    make: |_| Box::new(boilerpipe::SENTENCES),
};

const BOILERPIPE_LARGEST: Entry = Entry {
    name: "boilerpipe-largest",
    about: "the largest run of text",
    source: "boilerpipe's LargestContentExtractor; Kohlschütter et al., WSDM 2010",
    make: |_| Box::new(boilerpipe::LARGEST),
};

const BOILERPIPE_KEEP_EVERYTHING: Entry = Entry {
    name: "boilerpipe-keep-everything",
    about: "all text blocks that boilerpipe sees",
    source: "boilerpipe's KeepEverythingExtractor; Kohlschütter et al., WSDM 2010",
    make: |_| Box::new(boilerpipe::KEEP_EVERYTHING),
};

const NUMWORDS: Entry = Entry {
    name: "numwords",
    about: "text blocks by their number of words and links, and their neighbours'",
    source: "Algorithm 2 of Kohlschütter et al., WSDM 2010",
    make: |_| Box::new(boilerpipe::NUMWORDS),
};

const DENSITOMETRIC: Entry = Entry {
    name: "densitometric",
    about: "text blocks by their text density and links, and their neighbours'",
    source: "Algorithm 1 of Kohlschütter et al., WSDM 2010",
    make: |_| Box::new(boilerpipe::DENSITOMETRIC),
};

const MIN_WORDS_10: Entry = Entry {
    name: "min-words-10",
    about: "text blocks of ten words and more",
    source: "a baseline of Kohlschütter et al., WSDM 2010",
    make: |_| Box::new(boilerpipe::MIN_WORDS_10),
};

const DENSITY_1R: Entry = Entry {
    name: "density-1r",
    about: "text blocks with a text density of 10.5 and more",
    source: "the 1R rule of Kohlschütter et al., WSDM 2010",
    make: |_| Box::new(boilerpipe::DENSITY_1R),
};

const CLEANEVAL_RULE: Entry = Entry {
    name: "cleaneval-rule",
    about: "text blocks with a text density of 7 and more and few links",
    source: "the rule for CleanEval of Kohlschütter et al., WSDM 2010",
    make: |_| Box::new(boilerpipe::CLEANEVAL_RULE),
};

const BTE: Entry = Entry {
    name: "bte",
    about: "the stretch with most words inside and most tags outside",
    source: "Body Text Extraction; Finn et al., DELOS 2001",
    make: |_| Box::new(bte::Bte),
};

const CETR: Entry = Entry {
    name: "cetr",
    about: "lines with many characters a tag, by clusters",
    source: "Content Extraction via Tag Ratios; Weninger et al., WWW 2010",
    make: |_| Box::new(cetr::Cetr),
};

const CETD_DS: Entry = Entry {
    name: "cetd-ds",
    about: "elements whose children have many characters a tag",
    source: "text density with DensitySum; Sun et al., SIGIR 2011",
    make: |_| Box::new(cetd::CETD_DS),
};

const CECTD_DS: Entry = Entry {
    name: "cectd-ds",
    about: "elements whose children have many characters and few links a tag",
    source: "composite text density with DensitySum; Sun et al., SIGIR 2011",
    make: |_| Box::new(cetd::CECTD_DS),
};

const R4: Entry = Entry {
    name: "r4",
    about: "the element that stands out by words, links, children and position, media kept",
    source: "Algorithms 1 to 5 of Alarte and Silva, 2020",
    make: |_| Box::new(r4::R4::default()),
};

const LQF: Entry = Entry {
    name: "lqf",
    about: "all but elements whose text is mostly links",
    source: "Link Quota Filter; Mantratzis et al., Hypertext 2005",
    make: |_| Box::new(lqf::Lqf),
};

const JUSTEXT_LANGUAGE_FREE: Entry = Entry {
    name: "justext-language-free",
    about: "paragraphs by length and links, then by their neighbours; no stop words",
    source: "jusText without a stop list; Pomikálek, thesis, Brno 2011",
    make: |_| Box::new(justext::LANGUAGE_FREE),
};

const BS4: Entry = Entry {
    name: "bs4",
    about: "all text of the document, hidden text too",
    source: "get_text of Beautiful Soup 4",
    make: |_| Box::new(bs4::Bs4),
};

const READABILITY: Entry = Entry {
    name: "readability",
    about: "the article as the reader views of browsers find it",
    source: "Mozilla's Readability.js 0.6",
    make: |_| Box::new(readability::Readability::default()),
};

const TEXT: Entry = Entry {
    name: "text",
    about: "all visible text",
    source: "the baseline of every comparison",
    make: |_| Box::new(text::Text),
};

/// The extractor that is used when none is named.
static DEFAULT: &Entry = &AUTO;

/// The extractor of that name, an entry or an ensemble of entries.
pub fn find(name: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|e| e.name == name).or_else(|| find_ensemble(name))
}

/// Ensembles that were asked for. An entry lives as long as the program, so each is made once, and no more
/// than [`MAX_ENSEMBLES`] of them.
static ENSEMBLES: Mutex<Vec<&'static Entry>> = Mutex::new(Vec::new());
const MAX_ENSEMBLES: usize = 1000;

fn find_ensemble(name: &str) -> Option<&'static Entry> {
    let name = Ensemble::named(name)?.name();
    let mut known = ENSEMBLES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(entry) = known.iter().find(|e| e.name == name) {
        return Some(entry);
    }
    if known.len() >= MAX_ENSEMBLES {
        return None;
    }
    let entry: &'static Entry = Box::leak(Box::new(Entry {
        name: name.leak(),
        about: "what enough of the named extractors keep",
        source: "threshold-based ensembles; Gupta, thesis, Weimar 2022",
        make: |wanted| Box::new(Ensemble::named(wanted.name).unwrap_or_default()),
    }));
    known.push(entry);
    Some(entry)
}

/// The extractor whose name is most like this one, if one is like it at all: for "did you mean".
pub fn nearest(name: &str) -> Option<&'static Entry> {
    let name = name.to_lowercase().replace('_', "-");
    let near = ENTRIES.iter().map(|e| (typing_errors(&name, e.name), e)).min_by_key(|&(d, _)| d);
    near.filter(|&(distance, entry)| 2 * distance <= entry.name.len()).map(|(_, entry)| entry)
}

/// The extractor that is used when none is named.
pub fn default() -> &'static Entry {
    DEFAULT
}

/// Letters to add, drop, change or swap with their neighbour to turn one name into the other. A name
/// that is only begun, such as `boilerpipe`, costs one.
fn typing_errors(typed: &str, name: &str) -> usize {
    if typed.len() > 2 && name.starts_with(typed) && name != typed {
        return 1;
    }
    let (typed, name) = (typed.as_bytes(), name.as_bytes());
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=name.len()).collect();
    for (i, &t) in typed.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &n) in name.iter().enumerate() {
            let mut cost = (above[j] + usize::from(t != n)).min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && t == name[j - 1] && n == typed[i - 1] {
                cost = cost.min(before[j - 1] + 1);
            }
            row.push(cost);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[name.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_is_found_by_its_own_name_and_described() {
        for entry in ENTRIES {
            assert!(
                std::ptr::eq(find(entry.name).unwrap(), entry),
                "{} is there twice",
                entry.name
            );
            assert!(!entry.about.is_empty() && !entry.about.contains('\n'));
            assert!(!entry.source.is_empty());
        }
        assert!(find(default().name).is_some());
    }

    #[test]
    fn an_ensemble_is_made_once_however_it_is_spelled() {
        let one = find("em:1of(text,bte)").unwrap();
        assert!(std::ptr::eq(one, find("em:1of( text , bte )").unwrap()));
        let document = crate::Document::new(dehusk_page::Page::parse("<p>text"));
        assert_eq!(one.make().extract(&document).nodes().len(), 1);
    }

    #[test]
    fn typing_errors_are_counted() {
        let cases = [("text", "text", 0), ("txt", "text", 1), ("etxt", "text", 1), ("", "text", 4)];
        for (typed, name, errors) in cases {
            assert_eq!(typing_errors(typed, name), errors, "{typed}");
        }
    }

    #[test]
    fn what_is_like_no_name_has_no_nearest() {
        assert!(nearest("zzzzzzzzzzzz").is_none());
        assert!(nearest("").is_none());
    }
}
