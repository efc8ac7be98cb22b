//! `em:XofY`: what several extractors agree on.
//!
//! A leaf of the page is content where at least `X` of the named extractors keep it: section 5.1 of
//! S. Gupta, "Advancing and Benchmarking Large-Scale Content Extraction from the Web" (thesis, Weimar 2022).
//! All members read the same document, so that an ensemble costs one parse and the members' own work.

pub(crate) mod by_text;
pub(crate) mod inclusion;

use crate::Members;
use crate::languages;
use dehusk_extract::{
    BuildError, Decision, Document, Entry, Extractor, NodeSet, Reason, Reasons, Registry, Selection,
};
use std::sync::Arc;

/// How a registry lists it.
pub(crate) static ENTRIES: &[Entry] = &[
    Entry::new(
        "em-2-5",
        "what at least 2 of 5 extractors keep",
        "em_2_5 of Gupta, thesis, Weimar 2022",
        languages::MEMBERS,
        |registry| Ok(Arc::new(EM_2_5.build(registry)?)),
    ),
    Entry::new(
        "em-3-5",
        "what at least 3 of 5 extractors keep",
        "em_3_5 of Gupta, thesis, Weimar 2022",
        languages::MEMBERS,
        |registry| Ok(Arc::new(EM_3_5.build(registry)?)),
    ),
    Entry::new(
        "em-4-5",
        "what at least 4 of 5 extractors keep",
        "em_4_5 of Gupta, thesis, Weimar 2022",
        languages::MEMBERS,
        |registry| Ok(Arc::new(EM_4_5.build(registry)?)),
    ),
    Entry::new(
        "em-4-8",
        "what at least 4 of 8 extractors keep",
        "em_4_8 of Gupta, thesis, Weimar 2022",
        languages::MEMBERS,
        |registry| Ok(Arc::new(EM_4_8.build(registry)?)),
    ),
    Entry::new(
        "em-6-8",
        "what at least 6 of 8 extractors keep",
        "em_6_8 of Gupta, thesis, Weimar 2022",
        languages::MEMBERS,
        |registry| Ok(Arc::new(EM_6_8.build(registry)?)),
    ),
];

/// Most members of an ensemble.
const MAX_MEMBERS: usize = 64;

/// Extractors that vote, and the votes that a leaf needs.
#[derive(Clone, Debug)]
pub(crate) struct Ensemble {
    threshold: u16,
    members: Members,
}

/// A named ensemble of the thesis.
pub(crate) struct Named {
    name: &'static str,
    threshold: u16,
    members: &'static [&'static str],
}

/// `y = 5` of its Table 5.1.
const FIVE: &[&str] = &["resiliparse", "bte", "trafilatura", "readability", "domdistiller"];
/// `y = 8` of its Table 5.1.
const EIGHT: &[&str] = &[
    "resiliparse",
    "bte",
    "trafilatura",
    "readability",
    "domdistiller",
    "boilerpipe-article",
    "justext",
    "goose",
];

/// `em-2-5`: at least two of five.
pub(crate) const EM_2_5: Named = Named { name: "em-2-5", threshold: 2, members: FIVE };
/// `em-3-5`: at least three of five.
pub(crate) const EM_3_5: Named = Named { name: "em-3-5", threshold: 3, members: FIVE };
/// `em-4-5`: at least four of five.
pub(crate) const EM_4_5: Named = Named { name: "em-4-5", threshold: 4, members: FIVE };
/// `em-4-8`: at least four of eight.
pub(crate) const EM_4_8: Named = Named { name: "em-4-8", threshold: 4, members: EIGHT };
/// `em-6-8`: at least six of eight.
pub(crate) const EM_6_8: Named = Named { name: "em-6-8", threshold: 6, members: EIGHT };

impl Named {
    /// The ensemble itself.
    pub fn build(&self, registry: &Registry) -> Result<Ensemble, BuildError> {
        Ok(Ensemble { threshold: self.threshold, members: self.members(registry)? })
    }

    /// Those that vote.
    fn members(&self, registry: &Registry) -> Result<Members, BuildError> {
        Members::of(self.name, self.members, registry)
    }
}

/// The entry of a name such as `em:2of(readability,bte,cetr)`. None if the name is not such a one, a member is not
/// known or there twice, or the members cannot reach the threshold.
pub(crate) fn entry(registry: &Registry, name: &str) -> Option<Entry> {
    let ensemble = Ensemble::named(registry, name)?;
    let entry = Entry::ready(ensemble.name(), "what enough of the named extractors keep", ensemble);
    let source = "threshold-based ensembles; Gupta, thesis, Weimar 2022";
    Some(entry.with_source(source).with_languages("those of its members"))
}

impl Ensemble {
    fn named(registry: &Registry, name: &str) -> Option<Ensemble> {
        let (threshold, members) = name.strip_prefix("em:")?.split_once("of(")?;
        let threshold = threshold.trim().parse().ok().filter(|&t| t > 0)?;
        let names: Vec<&str> = members.strip_suffix(')')?.split(',').map(str::trim).collect();
        let mut members: Vec<(Box<str>, Arc<dyn Extractor>)> = Vec::new();
        for name in names {
            // Members are entries: an ensemble of ensembles would have commas within commas.
            let member = registry.entries().iter().find(|entry| entry.name() == name)?;
            if members.len() == MAX_MEMBERS || members.iter().any(|(known, _)| **known == *name) {
                return None;
            }
            members.push((name.into(), member.build(registry).ok()?));
        }
        let enough = usize::from(threshold) <= members.len();
        enough.then(|| Ensemble { threshold, members: Members::from_pairs(members) })
    }

    /// The name, spelled in one way.
    fn name(&self) -> String {
        let names: Vec<&str> = self.members.names().collect();
        format!("em:{}of({})", self.threshold, names.join(","))
    }
}

impl Extractor for Ensemble {
    fn extract(&self, document: &Document) -> Selection {
        let answers: Vec<Arc<Selection>> = self.members.answers(document).collect();
        let votes: Vec<&NodeSet> = answers.iter().map(|answer| answer.nodes()).collect();
        let kept = NodeSet::in_at_least(usize::from(self.threshold), &votes);
        Selection::from_nodes_lazy(document, kept, Arc::new(self.clone()))
    }
}

impl Reasons for Ensemble {
    /// One decision for each leaf that has a vote.
    fn decisions(&self, document: &Document) -> Vec<Decision> {
        let page = document.page();
        let mut votes = vec![0_u16; page.len()];
        for answer in self.members.answers(document) {
            for leaf in answer.nodes().iter() {
                votes.get_mut(leaf.index()).into_iter().for_each(|count| *count += 1);
            }
        }
        let voted = page.subtree(page.root()).zip(votes).filter(|&(_, votes)| votes > 0);
        let decision = |(leaf, votes)| {
            let keep = votes >= self.threshold;
            let relation = if keep { "at least" } else { "below" };
            let (votes, needed) = (f32::from(votes), f32::from(self.threshold));
            let reason = Reason::measured("votes", votes, relation, needed);
            Decision::subtree(page, leaf, keep, votes, reason)
        };
        voted.map(decision).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;
    use crate::shared::testing::kept;

    #[test]
    fn names_say_what_votes() {
        let ensemble = Ensemble::named(&registry(), "em:2of(bte, lqf,text)").unwrap();
        assert_eq!(ensemble.name(), "em:2of(bte,lqf,text)");
        for wrong in [
            "em:2of(bte)",
            "em:0of(bte)",
            "em:1of()",
            "em:1of(etb)",
            "em:1of(bte,bte)",
            "em:1of(bte",
            "bte",
        ] {
            assert!(Ensemble::named(&registry(), wrong).is_none(), "{wrong}");
        }
        assert!(Ensemble::named(&registry(), "em:1of(em:1of(bte))").is_none());
    }

    #[test]
    fn all_members_of_the_named_ones_are_known() {
        for (named, count) in [(EM_2_5, 5), (EM_3_5, 5), (EM_4_5, 5), (EM_4_8, 8), (EM_6_8, 8)] {
            assert_eq!(named.build(&registry()).unwrap().members.names().count(), count);
        }
    }

    #[test]
    fn a_leaf_needs_its_votes() {
        // Kept by `text` alone, by `text` and `lqf`, by all three.
        let html = "<p><a href=x>menu</a></p><p>far</p><b></b><b></b><b></b>\
                    <p>one two three four five six</p>";
        let vote = |threshold| {
            let name = format!("em:{threshold}of(text,lqf,bte)");
            kept(&Ensemble::named(&registry(), &name).unwrap(), html)
        };
        assert_eq!(vote(1), "menu far one two three four five six");
        assert_eq!(vote(2), "far one two three four five six");
        assert_eq!(vote(3), "one two three four five six");
    }
}
