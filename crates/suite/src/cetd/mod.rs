//! `cetd-ds`, `cetd-s`, `cectd-ds`, `cectd-s`, `cehtd-ds`: Content Extraction via Text Density.
//!
//! F. Sun, D. Song, L. Liao: "DOM Based Content Extraction via Text Density" (SIGIR 2011); the hybrid
//! measure is of D. Song, F. Sun, L. Liao: "A hybrid approach for content extraction with text density and
//! visual importance of DOM nodes" (Knowledge and Information Systems 42, 2015). Every node has a density
//! ([`density`]): plain, composite, which takes links into account, or hybrid, which weighs text by how it
//! looks ([`visual`]). What is content is found by the sums of densities ([`density_sum`]) or by smoothing
//! them ([`smoothing`]).

mod density;
mod density_sum;
mod smoothing;
mod visual;

use crate::languages;
use dehusk_extract::{Derived, Document, Entry, Extractor, Selection};
use dehusk_page::NodeId;
use density::Counts;
use std::borrow::Cow;
use std::sync::Arc;

/// How a registry lists it.
pub(crate) static ENTRIES: &[Entry] = &[
    Entry::new(
        "cetd-ds",
        "elements whose children have many characters a tag",
        "text density with DensitySum; Sun et al., SIGIR 2011",
        languages::ANY,
        |_| Ok(Arc::new(CETD_DS)),
    ),
    Entry::new(
        "cetd-s",
        "texts in elements with many characters a tag, smoothed",
        "text density with smoothing; Sun et al., SIGIR 2011",
        languages::ANY,
        |_| Ok(Arc::new(CETD_S)),
    ),
    Entry::new(
        "cectd-ds",
        "elements whose children have many characters and few links a tag",
        "composite text density with DensitySum; Sun et al., SIGIR 2011",
        languages::ANY,
        |_| Ok(Arc::new(CECTD_DS)),
    ),
    Entry::new(
        "cectd-s",
        "texts in elements with many characters and few links a tag, smoothed",
        "composite text density with smoothing; Sun et al., SIGIR 2011",
        languages::ANY,
        |_| Ok(Arc::new(CECTD_S)),
    ),
    Entry::new(
        "cehtd-ds",
        "elements whose children have many characters a tag, large letters counting more",
        "hybrid text density; Song et al., KAIS 2015",
        languages::ANY,
        |_| Ok(Arc::new(CEHTD_DS)),
    ),
];

/// How dense a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Measure {
    /// Characters by tags.
    Text,
    /// Characters a tag, less for nodes of links.
    Composite,
    /// The composite density of characters that are weighed by their visual importance.
    Hybrid,
}

/// How content is found from densities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    DensitySum,
    Smoothing,
}

/// Content Extraction via Text Density.
pub(crate) struct Cetd {
    measure: Measure,
    method: Method,
}

/// `cetd-ds`: by text density and its sums.
pub(crate) const CETD_DS: Cetd = Cetd { measure: Measure::Text, method: Method::DensitySum };
/// `cetd-s`: by text density, smoothed.
pub(crate) const CETD_S: Cetd = Cetd { measure: Measure::Text, method: Method::Smoothing };
/// `cectd-ds`: by composite text density and its sums.
pub(crate) const CECTD_DS: Cetd = Cetd { measure: Measure::Composite, method: Method::DensitySum };
/// `cectd-s`: by composite text density, smoothed.
pub(crate) const CECTD_S: Cetd = Cetd { measure: Measure::Composite, method: Method::Smoothing };
/// `cehtd-ds`: by hybrid text density and its sums.
pub(crate) const CEHTD_DS: Cetd = Cetd { measure: Measure::Hybrid, method: Method::DensitySum };

impl Extractor for Cetd {
    fn extract(&self, document: &Document) -> Selection {
        let densities = self.densities(document);
        match self.method {
            Method::DensitySum => density_sum::select(document, &densities),
            Method::Smoothing => smoothing::select(document, &densities),
        }
    }
}

impl Cetd {
    /// The density of every node by its index.
    fn densities<'d>(&self, document: &'d Document) -> Cow<'d, [f64]> {
        let sums = document.sums();
        match self.measure {
            Measure::Text => sums.iter().map(|s| Counts::of(s).density()).collect(),
            Measure::Composite => document.derived::<Composite>().0.as_slice().into(),
            Measure::Hybrid => {
                let (chars, all) = (visual::hybrid_chars(document.page(), sums), body(document));
                let weighed = |(s, &chars)| Counts { chars, ..Counts::of(s) };
                let body = weighed((&sums[all], &chars[all]));
                sums.iter().zip(&chars).map(|of| weighed(of).composite_density(&body)).collect()
            }
        }
    }
}

/// The composite density of every node by its index, which two of them read.
struct Composite(Vec<f64>);

impl Derived for Composite {
    fn derive(document: &Document) -> Composite {
        let sums = document.sums();
        let body = Counts::of(&sums[body(document)]);
        Composite(sums.iter().map(|s| Counts::of(s).composite_density(&body)).collect())
    }
}

/// The index of the body, or of the root where there is none.
fn body(document: &Document) -> usize {
    document.page().body().unwrap_or(NodeId::ROOT).index()
}

#[cfg(test)]
mod tests {
    use super::super::shared::testing::{kept, words};
    use super::*;

    fn page() -> String {
        let menu = "<li><a href=x>Home page</a></li>".repeat(8);
        let article = format!("<p>{}</p><p>{}</p>", words("alpha", 30), words("beta", 30));
        format!(
            "<ul>{menu}</ul><div>{article}<img src=a.jpg alt=boat><p>{}</p></div><ul>{menu}</ul>",
            words("gamma", 20)
        )
    }

    #[test]
    fn the_element_with_dense_children_is_kept_with_its_pictures() {
        for extractor in [CETD_DS, CECTD_DS, CEHTD_DS] {
            let text = kept(&extractor, &page());
            assert!(text.starts_with("alpha0 ") && text.ends_with(" gamma19"), "{text}");
            assert!(text.contains("[boat]"));
        }
    }

    #[test]
    fn smoothed_densities_keep_the_same_text() {
        for extractor in [CETD_S, CECTD_S] {
            let text = kept(&extractor, &page());
            assert!(text.contains("alpha0 ") && text.contains(" gamma19"), "{text}");
            assert!(text.matches("Home").count() <= 2, "{text}");
        }
    }

    #[test]
    fn a_page_without_links_has_plain_densities() {
        assert_eq!(kept(&CECTD_DS, "<p>only text</p>"), "only text");
    }

    #[test]
    fn an_empty_page_has_no_content() {
        for extractor in [CETD_DS, CECTD_DS, CETD_S, CECTD_S, CEHTD_DS] {
            assert_eq!(kept(&extractor, ""), "");
            assert_eq!(kept(&extractor, "<div><br></div>"), "");
        }
    }
}
