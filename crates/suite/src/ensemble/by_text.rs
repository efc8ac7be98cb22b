//! `em-X-Y-text`: the same sets and thresholds as `em-X-Y`, with the votes that the thesis counts.
//!
//! A leaf has the vote of every extractor whose output includes its text ([`inclusion`](super::inclusion)), where
//! `em-X-Y` goes by the leaves that were kept. A short text of a menu that the article has too is content here.

use super::inclusion::{Votes, select_by_votes};
use super::{EM_2_5, EM_3_5, EM_4_5, EM_4_8, EM_6_8, Named};
use crate::Members;
use crate::languages;
use dehusk_extract::{BuildError, Document, Entry, Extractor, Reason, Registry, Selection};
use std::sync::Arc;

/// How a registry lists it.
pub(crate) static ENTRIES: &[Entry] = &[
    Entry::new(
        "em-2-5-text",
        "leaves whose text at least 2 of 5 extractors have in their output",
        "em_2_5 of Gupta, thesis, Weimar 2022, with its way to count votes",
        languages::MEMBERS,
        |registry| Ok(Arc::new(ByText::of(&EM_2_5, registry)?)),
    ),
    Entry::new(
        "em-3-5-text",
        "leaves whose text at least 3 of 5 extractors have in their output",
        "em_3_5 of Gupta, thesis, Weimar 2022, with its way to count votes",
        languages::MEMBERS,
        |registry| Ok(Arc::new(ByText::of(&EM_3_5, registry)?)),
    ),
    Entry::new(
        "em-4-5-text",
        "leaves whose text at least 4 of 5 extractors have in their output",
        "em_4_5 of Gupta, thesis, Weimar 2022, with its way to count votes",
        languages::MEMBERS,
        |registry| Ok(Arc::new(ByText::of(&EM_4_5, registry)?)),
    ),
    Entry::new(
        "em-4-8-text",
        "leaves whose text at least 4 of 8 extractors have in their output",
        "em_4_8 of Gupta, thesis, Weimar 2022, with its way to count votes",
        languages::MEMBERS,
        |registry| Ok(Arc::new(ByText::of(&EM_4_8, registry)?)),
    ),
    Entry::new(
        "em-6-8-text",
        "leaves whose text at least 6 of 8 extractors have in their output",
        "em_6_8 of Gupta, thesis, Weimar 2022, with its way to count votes",
        languages::MEMBERS,
        |registry| Ok(Arc::new(ByText::of(&EM_6_8, registry)?)),
    ),
];

/// Extractors that vote by what their outputs include, and the votes that a leaf needs.
#[derive(Clone, Debug)]
struct ByText {
    threshold: u16,
    members: Members,
}

impl ByText {
    fn of(named: &Named, registry: &Registry) -> Result<ByText, BuildError> {
        Ok(ByText { threshold: named.threshold, members: named.members(registry)? })
    }
}

impl Extractor for ByText {
    fn extract(&self, document: &Document) -> Selection {
        let needed = f32::from(self.threshold);
        let judge = |votes: Votes| {
            let count = votes.count_ones() as f32;
            (count >= needed, count)
        };
        select_by_votes(document, &self.members, judge, move |leaf| {
            let relation = if leaf.keep { "at least" } else { "below" };
            Reason::measured("outputs that include the text", leaf.score, relation, needed)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::shared::testing::kept;
    use super::*;
    use crate::registry;

    fn vote(threshold: u16, html: &str) -> String {
        let members = Members::of("a test", &["text", "lqf"], &registry()).unwrap();
        kept(&ByText { threshold, members }, html)
    }

    #[test]
    fn a_text_that_stands_elsewhere_too_has_its_votes() {
        // `lqf` drops the links, and its output has the words of the first one in the sentence below.
        let html =
            "<p><a href=x>far out</a></p><p>We went far   out today.</p><p><a href=y>else</a></p>";
        assert_eq!(vote(2, html), "far out We went far out today.");
        assert_eq!(vote(1, html), "far out We went far out today. else");
        assert_eq!(vote(1, ""), "");
    }

    #[test]
    fn all_sets_of_the_thesis_are_there() {
        for entry in ENTRIES {
            assert!(entry.build(&registry()).is_ok(), "{}", entry.name());
        }
    }
}
