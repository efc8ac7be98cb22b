//! TemEx: template extraction by an equal top-down mapping between pages that link to each other.
//!
//! Alarte, Insa, Silva, Tamarit, "Site-Level Web Template Extraction Based on DOM Analysis", PSI 2015. For
//! a key page, a few pages are chosen that all link to each other (a complete subdigraph of the site), for
//! such links stand in menus, and pages with the same menu have the same template. The template are the
//! nodes of the key page that have an equal counterpart in each of them: an equal top-down mapping relates
//! nodes that are equal (same tag, id and classes; for texts, the same text) and whose parents are related.
//!
//! Corpora hold few pages of a site, and often no addresses. Where no complete subdigraph is found, the
//! pages that were seen next to the key page take its place.

use super::align::align;
use super::tree::{Labels, Place, Tree};
use dehusk_extract::{Document, Selection};
use dehusk_page::name;
use std::collections::{HashMap, HashSet};
use url::Url;

/// Pages beside the key page.
const OTHERS: usize = 3;

/// The texts of each page outside of its template.
pub fn extract(pages: &[&Document]) -> Vec<Selection> {
    let trees: Vec<Tree> = pages.iter().map(|page| Tree::of(page, Labels::Named)).collect();
    let outside = outside(pages, &trees);
    let select = |(index, page): (usize, &&Document)| {
        let reason = "without an equal counterpart in a page that links to this one";
        trees[index].select(page, reason, |place| outside[index][place])
    };
    pages.iter().enumerate().map(select).collect()
}

/// For every node of every page, whether it is outside of the template.
pub fn outside(pages: &[&Document], trees: &[Tree]) -> Vec<Vec<bool>> {
    let links = Links::of(pages);
    let of_page = |key: usize| {
        let tree = &trees[key];
        let others = links.others(key, trees);
        let mut equal = vec![!others.is_empty(); tree.nodes().len()];
        for other in others {
            let mut mapped = vec![false; equal.len()];
            mapping(tree, &trees[other]).into_iter().for_each(|(place, _)| mapped[place] = true);
            equal.iter_mut().zip(mapped).for_each(|(equal, mapped)| *equal &= mapped);
        }
        equal.into_iter().map(|equal| !equal).collect()
    };
    (0..pages.len()).map(of_page).collect()
}

/// The equal top-down mapping. Of several equal children, those with identical subtrees go together.
fn mapping(one: &Tree, other: &Tree) -> Vec<(Place, Place)> {
    let mut pairs = Vec::new();
    let roots = !one.is_empty() && !other.is_empty() && one.node(0).label == other.node(0).label;
    let mut open = if roots { vec![(0, 0)] } else { Vec::new() };
    while let Some((a, b)) = open.pop() {
        pairs.push((a, b));
        let (children, others) = (one.children(a), other.children(b));
        let same =
            |i: usize, j: usize| one.node(children[i]).subtree == other.node(others[j]).subtree;
        let gain =
            |i: usize, j: usize| match one.node(children[i]).label == other.node(others[j]).label {
                true if same(i, j) => 1 + one.node(children[i]).size,
                equal => equal.into(),
            };
        let aligned = align(children.len(), others.len(), same, gain);
        open.extend(aligned.into_iter().map(|(i, j)| (children[i], others[j])));
    }
    pairs
}

/// Which page of a site links to which, in the order of the links on it.
struct Links(Vec<Vec<usize>>);

impl Links {
    fn of(pages: &[&Document]) -> Links {
        let address = |page: &&Document| page.url().and_then(|url| Url::parse(url).ok());
        let addresses: Vec<Option<Url>> = pages.iter().map(address).collect();
        let known = addresses.iter().enumerate();
        let known: HashMap<String, usize> =
            known.filter_map(|(index, url)| Some((plain(url.clone()?), index))).collect();
        let of_page = |(index, page): (usize, &&Document)| {
            let Some(base) = &addresses[index] else { return Vec::new() };
            let tree = page.page();
            let hrefs = tree.subtree(tree.root()).filter_map(|id| tree.attr(id, name::HREF));
            let targets = hrefs.filter_map(|href| base.join(href).ok());
            let mut linked: Vec<usize> = Vec::new();
            for target in targets.filter_map(|url| known.get(&plain(url)).copied()) {
                if target != index && !linked.contains(&target) {
                    linked.push(target);
                }
            }
            linked
        };
        Links(pages.iter().enumerate().map(of_page).collect())
    }

    /// The pages that a key page is compared with.
    fn others(&self, key: usize, trees: &[Tree]) -> Vec<usize> {
        let mut found = self.subdigraph(key);
        if found.len() < OTHERS {
            let mut near: Vec<usize> = (0..trees.len()).filter(|&i| i != key).collect();
            near.sort_by_key(|&index| index.abs_diff(key));
            let more = near.into_iter().filter(|&i| !found.contains(&i) && !trees[i].is_empty());
            found = found.iter().copied().chain(more.collect::<Vec<_>>()).take(OTHERS).collect();
        }
        found
    }

    /// Pages that link to the key page and to each other, and it to them; greedily, in the order of its
    /// links.
    fn subdigraph(&self, key: usize) -> Vec<usize> {
        let links: Vec<HashSet<usize>> =
            self.0[key].iter().map(|&to| self.0[to].iter().copied().collect()).collect();
        let mut found: Vec<usize> = Vec::new();
        for (&page, back) in self.0[key].iter().zip(&links) {
            let mutual = |&other: &usize| back.contains(&other) && self.0[other].contains(&page);
            if found.len() < OTHERS && back.contains(&key) && found.iter().all(mutual) {
                found.push(page);
            }
        }
        found
    }
}

/// An address without what does not lead anywhere else.
fn plain(mut url: Url) -> String {
    url.set_fragment(None);
    url.as_str().trim_end_matches('/').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::kept;
    use dehusk_page::Page;

    #[test]
    fn nodes_with_equal_counterparts_are_the_template() {
        let page = |own: &str, menu: &str| {
            format!("<div id=menu><a href=/{menu}>Home</a></div><div id=main><p>{own}</p></div>")
        };
        // The addresses of links do not make nodes unequal; the texts do.
        let pages = [page("One", "1"), page("Two", "2"), page("Three", "3"), page("Four", "4")];
        let pages = pages.each_ref().map(String::as_str);
        assert_eq!(kept("temex", &pages), [["One"], ["Two"], ["Three"], ["Four"]]);
    }

    #[test]
    fn pages_that_link_to_each_other_are_chosen() {
        let page = |number: usize, links: &[usize]| {
            let links: String = links.iter().map(|to| format!("<a href='/{to}'>x</a>")).collect();
            Document::new(Page::parse(links)).with_url(format!("http://a.example/{number}"))
        };
        // 0, 2, 3 and 5 all link to each other; 1 is linked to but does not link back; 4 knows only 0.
        let pages = [
            page(0, &[1, 2, 3, 4, 5]),
            page(1, &[]),
            page(2, &[0, 3, 5]),
            page(3, &[0, 2, 5]),
            page(4, &[0]),
            page(5, &[0, 2, 3]),
        ];
        let links = Links::of(&pages.each_ref());
        assert_eq!(links.subdigraph(0), [2, 3, 5]);
        assert_eq!(links.subdigraph(4), [0]);
    }
}
