//! Site-level extractors of the literature, a file each. [`add_to`] puts them into a registry.
//!
//! The URL Tree goes by what was counted of earlier pages. The others take some pages of one site and find what they
//! share. They are here to compare with, under the names the comparison of Alarte and Silva ("Page-Level Main
//! Content Extraction from Heterogeneous Webpages", 2020) gives them. All of them look for the template;
//! what is outside of it is the content. Unlike the URL Tree they need the pages themselves, several at
//! once, and remember nothing.
//!
//! ```
//! use dehusk_extract::{Document, Registry};
//! let pages = ["Snow fell.", "It thawed."].map(|text| {
//!     Document::new(dehusk_page::Page::parse(format!("<div>Menu</div><p>{text}")))
//! });
//! let registry = dehusk_site_level::add_to(Registry::default());
//! let entry = registry.find("rbm-td").unwrap();
//! let selections = entry.of_pages().unwrap().extract(&pages.each_ref());
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
mod url_tree;

pub use url_tree::TreeExtractor;

use dehusk_extract::{Entry, Registry};

/// Those that compare pages which are there together, the oldest first.
static OF_PAGES: &[Entry] = &[
    Entry::of_sites(
        "sst",
        "site style tree: parts that the pages of a site show alike say little",
        "Yi, Liu, Li, \"Eliminating Noisy Information in Web Pages for Data Mining\" (2003)",
        sst::extract,
    ),
    Entry::of_sites(
        "rtdm-td",
        "restricted top-down mapping: the tree that sampled pages share from the root is the template",
        "Vieira et al., \"A Fast and Robust Method for Web Page Template Detection and Removal\" (2006)",
        rtdm_td::extract,
    ),
    Entry::of_sites(
        "iwptd",
        "incremental template detection: text segments that came before are the template",
        "Wang et al., \"Incremental Web Page Template Detection\" (2008)",
        iwptd::extract,
    ),
    Entry::of_sites(
        "rbm-td",
        "restricted bottom-up mapping: subtrees that sampled pages have alike are the template",
        "Vieira et al., \"On Finding Templates on Web Collections\" (2009)",
        rbm_td::extract,
    ),
    Entry::of_sites(
        "temex",
        "TemEx: what pages that link to each other share from the root is the template",
        "Alarte et al., \"Site-Level Web Template Extraction Based on DOM Analysis\" (2015)",
        temex::extract,
    ),
    Entry::of_sites(
        "conex",
        "ConEx: the part outside of the template that holds most of the words",
        "Alarte et al., site-level content extraction by the same comparison (2018)",
        conex::extract,
    ),
];

/// A registry with all of these too, behind what is there.
pub fn add_to(registry: Registry) -> Registry {
    let tree: Vec<Entry> = url_tree::entries().collect();
    registry.with_all(&tree).with_all(OF_PAGES).with_family(url_tree::family)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use dehusk_extract::Document;
    use dehusk_page::Page;

    /// The texts that an extractor keeps of each page.
    pub fn kept(name: &str, pages: &[&str]) -> Vec<Vec<String>> {
        let documents: Vec<Document> =
            pages.iter().map(|html| Document::new(Page::parse(*html))).collect();
        let all: Vec<&Document> = documents.iter().collect();
        let entry = OF_PAGES.iter().find(|entry| entry.name() == name).unwrap();
        let selections = entry.of_pages().unwrap().extract(&all);
        let texts = |(document, selection): (&Document, &dehusk_extract::Selection)| {
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
        for entry in OF_PAGES {
            let kept = kept(entry.name(), &NEWS);
            for (page, own) in kept.iter().zip(["all night", "ice broke", "river rose"]) {
                let text = page.join("|");
                assert!(text.contains(own), "{}: {text}", entry.name());
            }
            // The first page of a stream has no earlier one to compare with.
            let last = kept[2].join("|");
            assert!(
                !last.contains("About us") && !last.contains("rights"),
                "{}: {last}",
                entry.name()
            );
        }
    }

    #[test]
    fn pages_without_text_and_sites_of_one_page_are_no_trouble() {
        for entry in OF_PAGES {
            let name = entry.name();
            assert!(entry.of_pages().unwrap().extract(&[]).is_empty());
            assert_eq!(kept(name, &["", "<p>", ""]), [vec![""; 0], vec![], vec![]]);
            assert_eq!(kept(name, &["<p>Alone"]), [["Alone"]], "{name}");
            let deep = "<div>".repeat(3000) + "Deep";
            assert_eq!(kept(name, &[&deep, &deep, &deep]).len(), 3);
        }
    }
}
