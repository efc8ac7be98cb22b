//! SST: the site style tree.
//!
//! Yi, Liu, Li, "Eliminating Noisy Information in Web Pages for Data Mining", KDD 2003. The pages of a site
//! are merged into one tree. An element node stands for an element that pages have at the same place; below
//! it are style nodes, one for each sequence of children that pages have shown there, with the number of
//! pages that did. How important an element node is, is told by entropy: parts that all pages present alike
//! and with the same words carry little information. A page is then mapped to the tree: what meets a noisy
//! node is dropped, what meets a meaningful node or nothing at all is kept.

use super::tree::{Labels, Place, Tree, sample};
use dehusk_extract::{Document, Selection};
use std::collections::HashMap;
use twox_hash::XxHash3_64;

/// The attenuating factor γ of the paper.
const GAMMA: f64 = 0.9;
/// The importance t below which a node is noise. The paper chooses one for each site by looking at some
/// pages; nobody looks here, so it is one for all.
const THRESHOLD: f64 = 0.2;
/// Pages that the tree is built from, as in the paper.
const SAMPLE: usize = 500;
/// Stands for texts in sequences of children, which are leaves whatever they say.
const TEXT: u64 = 0;

/// The texts of each page that do not meet noise.
pub fn extract(pages: &[&Document]) -> Vec<Selection> {
    let trees: Vec<Tree> = pages.iter().map(|page| Tree::of(page, Labels::Whole)).collect();
    let mut style_tree = StyleTree::new();
    for index in sample(trees.len(), SAMPLE) {
        style_tree.add(pages[index], &trees[index]);
    }
    let judged = style_tree.judge();
    let select = |(page, tree): (&&Document, &Tree)| {
        let noisy = style_tree.map(tree, &judged);
        tree.select(page, "not presented alike by the pages of the site", |place| !noisy[place])
    };
    pages.iter().zip(&trees).map(select).collect()
}

/// An element node: E = (tag, attributes, style nodes), and for leaves the words of each page.
#[derive(Default)]
struct Element {
    styles: Vec<usize>,
    /// Pages that contain it: m.
    pages: u32,
    /// How often each word stands in it, page by page.
    words: HashMap<u64, Vec<u32>>,
}

/// A style node: S = (sequence of elements, number of pages).
struct Style {
    labels: Vec<u64>,
    elements: Vec<usize>,
    pages: u32,
}

/// Whether a node of the tree is noise, and whether there is noise below it.
#[derive(Clone, Copy, Default)]
struct Judgement {
    is_noisy: bool,
    has_noise: bool,
}

/// The tree; elements stand after those above them.
struct StyleTree {
    elements: Vec<Element>,
    styles: Vec<Style>,
}

impl StyleTree {
    fn new() -> StyleTree {
        StyleTree { elements: vec![Element::default()], styles: Vec::new() }
    }

    /// Merges a page into the tree.
    fn add(&mut self, page: &Document, tree: &Tree) {
        let mut open = if tree.is_empty() { Vec::new() } else { vec![(0, 0)] };
        while let Some((element, place)) = open.pop() {
            self.elements[element].pages += 1;
            if tree.node(place).is_text {
                self.add_words(element, page.page().text(tree.node(place).id));
                continue;
            }
            let style = self.style(element, sequence(tree, place));
            self.styles[style].pages += 1;
            let elements = self.styles[style].elements.iter().copied();
            open.extend(elements.zip(tree.children(place).iter().copied()));
        }
    }

    fn add_words(&mut self, element: usize, text: &str) {
        let mut counts: HashMap<u64, u32> = HashMap::new();
        for word in text.split_whitespace() {
            *counts.entry(XxHash3_64::oneshot(word.as_bytes())).or_default() += 1;
        }
        for (word, count) in counts {
            self.elements[element].words.entry(word).or_default().push(count);
        }
    }

    /// The style node of a sequence below an element, made if it is new.
    fn style(&mut self, element: usize, labels: Vec<u64>) -> usize {
        let known = self.find(element, &labels);
        known.unwrap_or_else(|| {
            let first = self.elements.len();
            self.elements.extend(labels.iter().map(|_| Element::default()));
            let elements = (first..self.elements.len()).collect();
            self.styles.push(Style { labels, elements, pages: 0 });
            self.elements[element].styles.push(self.styles.len() - 1);
            self.styles.len() - 1
        })
    }

    fn find(&self, element: usize, labels: &[u64]) -> Option<usize> {
        let styles = self.elements[element].styles.iter().copied();
        styles.into_iter().find(|&style| self.styles[style].labels == labels)
    }

    /// Says of every element node whether it is noise: if it and all below it are less important than the
    /// threshold.
    fn judge(&self) -> Vec<Judgement> {
        let mut importance = vec![0.0; self.elements.len()];
        let mut judged = vec![Judgement::default(); self.elements.len()];
        for element in (0..self.elements.len()).rev() {
            importance[element] = self.importance(element, &importance);
            let styles = self.elements[element].styles.iter();
            let below: Vec<usize> =
                styles.flat_map(|&style| self.styles[style].elements.iter().copied()).collect();
            let is_noisy =
                importance[element] < THRESHOLD && below.iter().all(|&e| judged[e].is_noisy);
            let has_noise = is_noisy || below.iter().any(|&e| judged[e].has_noise);
            judged[element] = Judgement { is_noisy, has_noise };
        }
        judged
    }

    /// The composite importance of an element node, for which that of all below it is known.
    fn importance(&self, element: usize, known: &[f64]) -> f64 {
        let Element { styles, pages, words } = &self.elements[element];
        if *pages <= 1 {
            return 1.0;
        }
        let m = f64::from(*pages);
        if styles.is_empty() {
            // A leaf: 1 less the mean entropy of its words over the pages.
            let entropies = words.values().map(|counts| {
                let all = f64::from(counts.iter().sum::<u32>());
                entropy(counts.iter().map(|&count| f64::from(count) / all), m)
            });
            return 1.0 - entropies.sum::<f64>() / words.len().max(1) as f64;
        }
        let share = |style: &usize| f64::from(self.styles[*style].pages) / m;
        let node_importance = entropy(styles.iter().map(share), m);
        let attenuation = GAMMA.powi(styles.len().min(1000) as i32);
        let of_style = |style: &usize| {
            let elements = &self.styles[*style].elements;
            let sum: f64 = elements.iter().map(|&e| known[e]).sum();
            sum / elements.len().max(1) as f64
        };
        let below: f64 = styles.iter().map(|style| share(style) * of_style(style)).sum();
        (1.0 - attenuation) * node_importance + attenuation * below
    }

    /// For every node of a page, whether it meets noise.
    fn map(&self, tree: &Tree, judged: &[Judgement]) -> Vec<bool> {
        let mut noisy = vec![false; tree.nodes().len()];
        let mut open = if tree.is_empty() { Vec::new() } else { vec![(0, 0)] };
        while let Some((element, place)) = open.pop() {
            if judged[element].is_noisy {
                let size = tree.node(place).size as usize;
                noisy[place..place + size].fill(true);
            } else if judged[element].has_noise
                && let Some(style) = self.find(element, &sequence(tree, place))
            {
                let elements = self.styles[style].elements.iter().copied();
                open.extend(elements.zip(tree.children(place).iter().copied()));
            }
        }
        noisy
    }
}

/// The labels of a node's children.
fn sequence(tree: &Tree, place: Place) -> Vec<u64> {
    let label =
        |&child: &Place| if tree.node(child).is_text { TEXT } else { tree.node(child).label };
    tree.children(place).iter().map(label).collect()
}

/// The entropy of some shares with the logarithm to base m, so that it is 1 if m pages share alike.
fn entropy(shares: impl Iterator<Item = f64>, m: f64) -> f64 {
    let terms = shares.filter(|&p| p > 0.0).map(|p| p * p.ln());
    -terms.sum::<f64>() / m.ln()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::kept;
    use dehusk_page::Page;

    #[test]
    fn entropy_is_as_in_the_paper() {
        assert_eq!(entropy([0.5, 0.5].into_iter(), 2.0), 1.0);
        assert_eq!(entropy([1.0].into_iter(), 2.0), 0.0);
        // 100 pages of which 80, 20 use two styles: -(0.8 log 0.8 + 0.2 log 0.2) to base 100.
        let value = entropy([0.8, 0.2].into_iter(), 100.0);
        assert!((value - 0.10866).abs() < 1e-5, "{value}");
    }

    fn importances(pages: &[&str]) -> Vec<f64> {
        let mut style_tree = StyleTree::new();
        for html in pages {
            let document = Document::new(Page::parse(*html));
            style_tree.add(&document, &Tree::of(&document, Labels::Whole));
        }
        let mut known = vec![0.0; style_tree.elements.len()];
        for element in (0..known.len()).rev() {
            known[element] = style_tree.importance(element, &known);
        }
        known
    }

    #[test]
    fn importance_can_be_counted_by_hand() {
        // body with one style (p), p with one style (text); "same" is in both pages alike, the other words
        // in one each: entropies 1, 0, 0, so the leaf has 1 - 1/3.
        let [body, p, leaf] = importances(&["<p>same one", "<p>same two"])[..] else { panic!() };
        assert!((leaf - 2.0 / 3.0).abs() < 1e-9, "{leaf}");
        // One style for all pages: no entropy of its own, 0.9 of what is below.
        assert!((p - 0.9 * leaf).abs() < 1e-9, "{p}");
        assert!((body - 0.81 * leaf).abs() < 1e-9, "{body}");
        // Two styles at the body: entropy 1 attenuated by 1 - 0.81, and both styles' leaves are of one
        // page, which counts 1.
        let body = importances(&["<p>x", "<div>x</div>"])[0];
        assert!((body - (0.19 + 0.81)).abs() < 1e-9, "{body}");
    }

    #[test]
    fn what_is_presented_alike_is_noise() {
        let page = |own: &str| format!("<ul><li>Home<li>About us</ul><p>{own}");
        let pages = ["Snow fell", "Ice broke", "Rivers rose"].map(page);
        let pages = pages.each_ref().map(String::as_str);
        assert_eq!(kept("sst", &pages), [["Snow fell"], ["Ice broke"], ["Rivers rose"]]);
    }
}
