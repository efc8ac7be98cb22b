//! What belongs to kept text although no extractor could have chosen it by itself: a formula in a line, the name below
//! a quotation, what a folded box says below its title.

use super::role::Role;
use super::{callout, extent, fold, formula};
use dehusk_extract::NodeSet;
use dehusk_page::{NodeId, Page, name};

/// Letters of a name below a quotation.
const MAX_ATTRIBUTION: usize = 200;
/// Nodes of a box that is opened for its title: what is larger is a part of the page.
const MAX_FOLDED: usize = 400;

/// The kept leaves and their companions, where they have any, and the headings among them, in document order.
pub(super) fn with_companions(page: &Page, kept: &NodeSet) -> (Option<NodeSet>, Vec<NodeId>) {
    let mut all: Option<NodeSet> = None;
    let mut headings = Vec::new();
    // A companion stands beside kept text, so in what is around all of it, or right around that.
    let Some(around) = extent::around(page, kept) else { return (all, headings) };
    let around = page.parent(around).unwrap_or(around);
    for id in page.descendants(around).filter(|&id| page.is_element(id)) {
        if matches!(Role::of(page.name(id)), Role::Heading(_)) && kept.any_in(id..page.end(id)) {
            headings.push(id);
        }
        if formula::may_lack_text(page, id) && formula::is_near(page, kept, id) {
            all.get_or_insert_with(|| kept.clone()).insert(id);
        } else if is_attribution(page, kept, id) || is_folded(page, kept, id) {
            all.get_or_insert_with(|| kept.clone()).extend(texts(page, id));
        }
    }
    (all, headings)
}

/// The texts of an element that a reader sees.
fn texts(page: &Page, id: NodeId) -> Vec<NodeId> {
    let mut found = Vec::new();
    let mut nodes = page.subtree(id);
    while let Some(node) = nodes.next() {
        match Role::of(page.name(node)) {
            Role::Skip | Role::Control | Role::Button if page.is_element(node) => {
                nodes.skip_subtree(page, node);
            }
            _ if page.is_text(node) && !fold::is_blank(page.text(node)) => found.push(node),
            _ => {}
        }
    }
    found
}

/// Whether an element is a box that a reader opens, or a remark, of which only the title was kept.
fn is_folded(page: &Page, kept: &NodeSet, id: NodeId) -> bool {
    let is_box = page.name(id) == name::DETAILS || callout::kind(page, id).is_some();
    if !is_box || !kept.any_in(id..page.end(id)) {
        return false;
    }
    callout::title(page, kept, id).is_some_and(|title| {
        !kept.any_in(page.end(title)..page.end(id)) && page.descendants(id).count() <= MAX_FOLDED
    })
}

/// Whether an element is the dropped name below a quotation of which all else is kept.
fn is_attribution(page: &Page, kept: &NodeSet, id: NodeId) -> bool {
    if !matches!(page.name(id), name::CITE | name::FOOTER) || kept.any_in(id..page.end(id)) {
        return false;
    }
    let quote = page.ancestors(id).take(3).find(|&a| Role::of(page.name(a)) == Role::Quote);
    let Some(quote) = quote else { return false };
    let letters = |id: NodeId| -> usize {
        let texts = page.descendants(id).filter(|&n| page.is_text(n));
        texts.map(|n| page.text(n).trim().len()).sum()
    };
    let kept_letters: usize = (quote.index()..page.end(quote).index())
        .map(NodeId::from_index)
        .filter(|&n| page.is_text(n) && kept.contains(n))
        .map(|n| page.text(n).trim().len())
        .sum();
    let own = letters(id);
    own > 0
        && own <= MAX_ATTRIBUTION
        && 2 * kept_letters >= letters(quote) - own
        && kept_letters > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept_texts(html: &str) -> Vec<String> {
        let page = Page::parse(html);
        let mut kept = NodeSet::new(page.len());
        kept.extend(page.descendants(page.root()).filter(|&n| page.text(n).contains("kept")));
        let all = with_companions(&page, &kept).0.unwrap_or(kept);
        let text = |n| page.text(n).to_string();
        all.iter().filter(|&n| page.is_text(n)).map(text).filter(|t| !t.contains("kept")).collect()
    }

    #[test]
    fn a_name_stays_with_its_quotation() {
        assert_eq!(
            kept_texts("<blockquote><p>kept words<footer>A. B.</footer></blockquote>"),
            ["A. B."]
        );
        assert_eq!(
            kept_texts("<blockquote><p>kept words<p><cite>A. B.</cite></blockquote>"),
            ["A. B."]
        );
        assert!(kept_texts("<p>kept words <cite>A. B.</cite>").is_empty());
        assert!(
            kept_texts("<blockquote><p>dropped words<footer>A. B.</footer></blockquote>")
                .is_empty()
        );
    }

    #[test]
    fn a_folded_box_is_opened_for_its_title() {
        let of = |inner: &str| kept_texts(&format!("<p>kept</p>{inner}"));
        assert_eq!(of("<details><summary>kept</summary><p>A.</p></details>"), ["A."]);
        assert_eq!(
            of(
                "<div class='callout callout-tip'><p class=title>kept</p><p>A.<button>B</button></div>"
            ),
            ["A."]
        );
        assert!(of("<details><summary>dropped</summary><p>A.</p></details>").is_empty());
        assert!(of("<details><summary>kept</summary><p>kept</p><p>A.</p></details>").is_empty());
        assert!(of("<div><p>kept</p><p>A.</p></div>").is_empty());
    }
}
