//! Places in a text that refer to a note: links whose text is a mark, and where they lead.

use super::mark;
use crate::content::extent;
use dehusk_extract::NodeSet;
use dehusk_page::{NodeId, Page, name};
use std::borrow::Cow;
use std::collections::HashMap;

/// References looked at; a page with more is no text with notes.
const MAX_CANDIDATES: usize = 10_000;

/// A link that may refer to a note, and the element that it leads to.
#[derive(Clone, Debug)]
pub(super) struct Reference {
    pub link: NodeId,
    pub mark: String,
    pub target: NodeId,
    /// How much speaks for a note, without looking at the target.
    pub evidence: u8,
}

/// The elements of a page by the names that links use for them.
#[derive(Debug, Default)]
pub(super) struct Targets<'p> {
    by_name: HashMap<Cow<'p, str>, NodeId>,
}

impl<'p> Targets<'p> {
    fn of(page: &'p Page) -> Targets<'p> {
        let mut by_name = HashMap::new();
        let mut ways_back = Vec::new();
        for id in page.descendants(page.root()).filter(|&id| page.is_element(id)) {
            let link = page.name(id) == name::A;
            let anchor = link.then(|| page.attr(id, name::NAME)).flatten();
            for name in page.attr(id, name::ID).into_iter().chain(anchor) {
                by_name.entry(Cow::Borrowed(name)).or_insert(id);
            }
            if link && let Some(name) = fragment(page, id).and_then(without_ref) {
                ways_back.push((name, id));
            }
        }
        // Word processors give notes no names: what leads back to `_ftnref1` is where `_ftn1` begins.
        for (name, id) in ways_back {
            by_name.entry(Cow::Owned(name)).or_insert(id);
        }
        Targets { by_name }
    }

    /// The element that a name means, also where an address had to write it otherwise.
    pub fn get(&self, name: &str) -> Option<NodeId> {
        let found = self.by_name.get(name).copied();
        found.or_else(|| self.by_name.get(&*unescape(name)?).copied())
    }
}

/// A name without the escapes of addresses.
fn unescape(name: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(name.len());
    let mut rest = name.as_bytes();
    while let [first, more @ ..] = rest {
        let code = (*first == b'%').then(|| more.get(..2)).flatten();
        let code = code.and_then(|c| std::str::from_utf8(c).ok()?.parse_hex());
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { &more[2..] } else { more };
    }
    name.contains('%').then(|| String::from_utf8(bytes).ok())?
}

trait ParseHex {
    fn parse_hex(&self) -> Option<u8>;
}

impl ParseHex for str {
    fn parse_hex(&self) -> Option<u8> {
        u8::from_str_radix(self, 16).ok()
    }
}

/// The kept references of a page in document order, and the targets of its links. None where it has none.
pub(super) fn find<'p>(page: &'p Page, kept: &NodeSet) -> Option<(Vec<Reference>, Targets<'p>)> {
    let links = candidates(page, kept);
    if links.is_empty() {
        return None;
    }
    let targets = Targets::of(page);
    let reference = |(link, mark): (NodeId, String)| {
        let target = names(page, link).find_map(|name| targets.get(&name))?;
        // What leads back to an earlier place is the way back from a note.
        let later = target > link && !page.contains(link, target);
        later.then(|| Reference { link, mark, target, evidence: evidence(page, link) })
    };
    let found: Vec<_> = links.into_iter().filter_map(reference).collect();
    Some((found, targets))
}

fn candidates(page: &Page, kept: &NodeSet) -> Vec<(NodeId, String)> {
    let Some(around) = extent::around(page, kept) else { return Vec::new() };
    let links = page.subtree(around).filter(|&id| page.name(id) == name::A && page.is_element(id));
    let kept = links.filter(|&id| kept.any_in(id..page.end(id)));
    let marked = kept.filter_map(|id| Some((id, mark::mark_of(page, id)?)));
    marked.take(MAX_CANDIDATES).collect()
}

/// The name in the address of a link.
fn fragment(page: &Page, link: NodeId) -> Option<&str> {
    let (_, name) = page.attr(link, name::HREF)?.split_once('#')?;
    (!name.is_empty() && name.len() < 200).then_some(name)
}

/// The names under which a link's target may stand: what its address says, and where a script opens the note, what
/// the link's own name makes likely.
fn names<'p>(page: &'p Page, link: NodeId) -> impl Iterator<Item = Cow<'p, str>> {
    let href = fragment(page, link).map(Cow::Borrowed);
    let around = std::iter::once(link).chain(page.ancestors(link).take(2));
    let own = around.filter_map(|id| page.attr(id, name::ID));
    href.into_iter().chain(own.filter_map(without_ref).map(Cow::Owned))
}

/// The name of a note by the name of what refers to it: `fnref1` and `fn-ref-1` are about `fn1` and `fn-1`.
fn without_ref(name: &str) -> Option<String> {
    let part = ["_ref", "-ref", "ref"].into_iter().find(|part| name.contains(part))?;
    Some(name.replacen(part, "", 1))
}

/// What speaks for a note in a reference itself: it is raised, it is called one.
fn evidence(page: &Page, link: NodeId) -> u8 {
    let around = || std::iter::once(link).chain(page.ancestors(link).take(2));
    let raised = around().any(|id| page.name(id) == name::SUP)
        || page.descendants(link).any(|id| page.name(id) == name::SUP);
    let called = around().any(|id| mark::is_called_note(page, id));
    u8::from(raised) + 2 * u8::from(called)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_of_addresses() {
        assert_eq!(unescape("fn%3A1").as_deref(), Some("fn:1"));
        assert_eq!(unescape("fn%"), Some("fn%".into()));
        assert_eq!(unescape("fn1"), None);
    }

    #[test]
    fn names_of_references_tell_the_names_of_notes() {
        assert_eq!(without_ref("footnoteref-1").as_deref(), Some("footnote-1"));
        assert_eq!(without_ref("ftnt_ref1").as_deref(), Some("ftnt1"));
        assert_eq!(without_ref("fn1"), None);
    }

    #[test]
    fn references_lead_forward() {
        let page = Page::parse(
            "<p>One<a id=r href=#n><sup>1</sup></a><a href=#none>2</a><p id=n><a href=#r>1</a> Note.",
        );
        let mut kept = NodeSet::new(page.len());
        kept.insert_range(page.root()..page.end(page.root()));
        let (found, targets) = find(&page, &kept).unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].mark.as_str(), found[0].evidence), ("1", 1));
        assert_eq!(Some(found[0].target), targets.get("n"));
    }
}
