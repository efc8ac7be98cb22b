//! From rated elements to the main content: Algorithms 1 to 4.

use super::ratios::Rated;
use dehusk_extract::Document;
use dehusk_extract::derived::Sums;
use dehusk_page::{NodeId, Page};

/// The main content among the rated elements, by the `c` that are farthest from the centroid.
pub(super) fn choose(document: &Document, mut rated: Vec<Rated>, c: usize) -> Vec<NodeId> {
    let (page, counts) = (document.page(), document.sums());
    standardise(&mut rated);
    let mut set = farthest(rated, c);
    set.sort_unstable();
    reduce(page, counts, &mut set);
    select(page, counts, document.text_words(), &set)
}

/// Definition 3.2. A ratio that is the same everywhere becomes 0.
fn standardise(rated: &mut [Rated]) {
    let count = rated.len().max(1) as f64;
    for i in 0..4 {
        let mean = rated.iter().map(|r| r.ratios[i]).sum::<f64>() / count;
        let variance = rated.iter().map(|r| (r.ratios[i] - mean).powi(2)).sum::<f64>() / count;
        let deviation = variance.sqrt();
        for r in rated.iter_mut() {
            r.ratios[i] = if deviation > 0.0 { (r.ratios[i] - mean) / deviation } else { 0.0 };
        }
    }
}

/// Algorithms 1 and 2: the c-SET. Of equally far elements the first in the document is taken.
fn farthest(rated: Vec<Rated>, c: usize) -> Vec<NodeId> {
    let centroid = centroid(&rated);
    let distance = |r: &Rated| -> f64 {
        r.ratios.iter().zip(centroid).map(|(ratio, centre)| (ratio - centre).powi(2)).sum()
    };
    let mut far: Vec<(f64, NodeId)> = rated.iter().map(|r| (distance(r), r.node)).collect();
    far.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    far.into_iter().take(c).map(|(_, node)| node).collect()
}

fn centroid(rated: &[Rated]) -> [f64; 4] {
    let count = rated.len().max(1) as f64;
    std::array::from_fn(|i| rated.iter().map(|r| r.ratios[i]).sum::<f64>() / count)
}

/// Algorithm 3: leaves out candidates with the same texts as one around them. A node holds no more texts
/// than those around it, so that the nearest candidate around it is enough to look at.
fn reduce(page: &Page, counts: &[Sums], set: &mut Vec<NodeId>) {
    let texts = |node: NodeId| counts[node.index()].texts;
    let mut around: Vec<NodeId> = Vec::new();
    set.retain(|&node| {
        while around.pop_if(|a| page.end(*a) <= node).is_some() {}
        let same = around.last().is_some_and(|&a| texts(a) == texts(node));
        around.push(node);
        !same
    });
}

/// Algorithm 4: the candidate with the most words a tag, all of them in a tie, and their siblings among the
/// candidates.
fn select(page: &Page, counts: &[Sums], words: &[u32], set: &[NodeId]) -> Vec<NodeId> {
    let text_pond = |node: NodeId| {
        let words = words_below(page, counts, words, node);
        f64::from(words) / f64::from(counts[node.index()].tags + 1)
    };
    let ponds: Vec<f64> = set.iter().map(|&n| text_pond(n)).collect();
    let best = ponds.iter().copied().fold(0.0, f64::max);
    if best <= 0.0 {
        return Vec::new();
    }
    let winners = set.iter().zip(ponds).filter(|&(_, pond)| pond >= best);
    let mut parents: Vec<Option<NodeId>> = winners.map(|(&n, _)| page.parent(n)).collect();
    parents.sort_unstable();
    let is_chosen = |n: &&NodeId| parents.binary_search(&page.parent(**n)).is_ok();
    set.iter().filter(is_chosen).copied().collect()
}

/// The words of the texts below an element that a reader sees: those that are counted.
fn words_below(page: &Page, counts: &[Sums], words: &[u32], node: NodeId) -> u32 {
    let texts = page.subtree(node).filter(|&n| page.is_text(n) && counts[n.index()].texts > 0);
    texts.map(|text| words[text.index()]).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_page::name;

    fn rated(values: &[f64]) -> Vec<Rated> {
        let rate = |(i, &v): (usize, &f64)| Rated {
            node: NodeId::from_index(i),
            ratios: [v, 1.0, 0.0, 0.0],
        };
        values.iter().enumerate().map(rate).collect()
    }

    #[test]
    fn standard_values() {
        let mut points = rated(&[1.0, 3.0]);
        standardise(&mut points);
        assert_eq!(points[0].ratios, [-1.0, 0.0, 0.0, 0.0]);
        assert_eq!(points[1].ratios, [1.0, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn the_farthest_are_taken() {
        let set = farthest(rated(&[1.0, 2.0, 9.0, 2.0, 1.0]), 2);
        assert_eq!(set.iter().map(|n| n.index()).collect::<Vec<_>>(), [2, 0]);
        assert!(farthest(rated(&[]), 3).is_empty());
    }

    fn with_ids(page: &Page, ids: &str) -> Vec<NodeId> {
        let has = |n: &NodeId| page.attr(*n, name::ID).is_some_and(|id| ids.contains(id));
        page.descendants(page.root()).filter(has).collect()
    }

    #[test]
    fn of_nested_candidates_with_the_same_texts_the_outer_stays() {
        let html = "<div id=a><div id=b><p id=c>text</p></div><div id=d>more</div></div>";
        let document = Document::new(Page::parse(html));
        let page = document.page();
        let mut set = with_ids(page, "abcd");
        reduce(page, document.sums(), &mut set);
        assert_eq!(set, with_ids(page, "abd"));
    }

    #[test]
    fn siblings_of_the_best_are_chosen_too() {
        let html = "<div><p id=a>one two three</p><p id=b>x</p></div><p id=c>one two</p>";
        let document = Document::new(Page::parse(html));
        let page = document.page();
        let set = with_ids(page, "abc");
        let chosen = select(page, document.sums(), document.text_words(), &set);
        assert_eq!(chosen, with_ids(page, "ab"));
    }
}
