//! Site-level extractors of the literature, a file each and a line of [`LEVELS`]: each takes some pages of one site and
//! finds what they share.
//!
//! They are here to compare with, under the names the comparison of Alarte and Silva ("Page-Level Main
//! Content Extraction from Heterogeneous Webpages", 2020) gives them. All of them look for the template;
//! what is outside of it is the content. Unlike the URL Tree they need the pages themselves, several at
//! once, and remember nothing.
//!
//! ```
//! use dehusk_extract::{Document, SiteExtractor};
//! let pages = ["Snow fell.", "It thawed."].map(|text| {
//!     Document::new(dehusk_page::Page::parse(format!("<div>Menu</div><p>{text}")))
//! });
//! let level = dehusk_site_level::find("rbm-td").unwrap();
//! let selections = level.extract(&pages.each_ref());
//! let kept = selections[1].nodes().iter().map(|node| pages[1].page().text(node));
//! assert_eq!(kept.collect::<Vec<_>>(), ["It thawed."]);
//! ```

mod align;
mod conex;
mod iwptd;
mod rbm_td;
mod rtdm_td;
mod sst;
mod temex;
mod tree;

use dehusk_extract::{Document, Selection, SiteExtractor};

/// A site-level extractor.
#[derive(Debug)]
pub struct Level {
    /// Its name in tables and on the command line.
    pub name: &'static str,
    /// What it is, and where it comes from.
    pub about: &'static str,
    extract: fn(&[&Document]) -> Vec<Selection>,
}

impl SiteExtractor for Level {
    fn extract(&self, pages: &[&Document]) -> Vec<Selection> {
        (self.extract)(pages)
    }
}

/// Names are their own.
impl PartialEq for Level {
    fn eq(&self, other: &Level) -> bool {
        self.name == other.name
    }
}

impl Eq for Level {}

/// All of them, the oldest first.
pub static LEVELS: &[Level] = &[
    Level {
        name: "sst",
        about: "site style tree (Yi, Liu, Li 2003): parts that pages show alike say little",
        extract: sst::extract,
    },
    Level {
        name: "rtdm-td",
        about: "restricted top-down mapping (Vieira et al. 2006): the tree that sampled pages share from the root",
        extract: rtdm_td::extract,
    },
    Level {
        name: "iwptd",
        about: "incremental template detection (Wang et al. 2008): text segments that came before",
        extract: iwptd::extract,
    },
    Level {
        name: "rbm-td",
        about: "restricted bottom-up mapping (Vieira et al. 2009): subtrees that sampled pages have alike",
        extract: rbm_td::extract,
    },
    Level {
        name: "temex",
        about: "TemEx (Alarte et al. 2015): equal top-down mapping with pages that link to each other",
        extract: temex::extract,
    },
    Level {
        name: "conex",
        about: "ConEx (Alarte et al. 2018): the part outside of the template that holds most of the words",
        extract: conex::extract,
    },
];

/// The extractor of a name.
pub fn find(name: &str) -> Option<&'static Level> {
    LEVELS.iter().find(|level| level.name == name)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use dehusk_page::Page;

    /// The texts that an extractor keeps of each page.
    pub fn kept(name: &str, pages: &[&str]) -> Vec<Vec<String>> {
        let documents: Vec<Document> =
            pages.iter().map(|html| Document::new(Page::parse(*html))).collect();
        let all: Vec<&Document> = documents.iter().collect();
        let selections = find(name).unwrap().extract(&all);
        let texts = |(document, selection): (&Document, &Selection)| {
            let nodes = selection.nodes().iter().filter(|&n| document.page().is_text(n));
            nodes.map(|n| document.page().text(n).trim().to_string()).collect()
        };
        documents.iter().zip(&selections).map(texts).collect()
    }

    const NEWS: [&str; 3] = [
        "<div id=menu><a href=/>Home</a><a href=/a>About us</a></div><h1>Snow fell</h1>\
         <div id=text><p>Snow fell all night.<p>It was cold.</div><div id=foot>All rights reserved.</div>",
        "<div id=menu><a href=/>Home</a><a href=/a>About us</a></div><h1>It thawed</h1>\
         <div id=text><p>The ice broke at last.</div><div id=foot>All rights reserved.</div>",
        "<div id=menu><a href=/>Home</a><a href=/a>About us</a></div><h1>Flood</h1>\
         <div id=text><p>The river rose quickly.<p>Cellars were wet.<p>Boats came.</div>\
         <div id=foot>All rights reserved.</div>",
    ];

    #[test]
    fn every_extractor_drops_what_all_pages_have_and_keeps_their_own() {
        for level in LEVELS {
            let kept = kept(level.name, &NEWS);
            for (page, own) in kept.iter().zip(["all night", "ice broke", "river rose"]) {
                let text = page.join("|");
                assert!(text.contains(own), "{}: {text}", level.name);
            }
            // The first page of a stream has no earlier one to compare with.
            let last = kept[2].join("|");
            assert!(
                !last.contains("About us") && !last.contains("rights"),
                "{}: {last}",
                level.name
            );
        }
    }

    #[test]
    fn pages_without_text_and_sites_of_one_page_are_no_trouble() {
        for level in LEVELS {
            assert!(level.extract(&[]).is_empty());
            assert_eq!(kept(level.name, &["", "<p>", ""]), [vec![""; 0], vec![], vec![]]);
            assert_eq!(kept(level.name, &["<p>Alone"]), [["Alone"]], "{}", level.name);
            let deep = "<div>".repeat(3000) + "Deep";
            assert_eq!(kept(level.name, &[&deep, &deep, &deep]).len(), 3);
        }
    }
}
