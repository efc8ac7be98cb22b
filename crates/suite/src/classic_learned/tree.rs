//! Decision trees over numbers: at each node one of them is compared with a threshold.

use super::file::ModelFile;
use std::fmt;

/// A node of a tree.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// The end of a way: how much each class weighs there.
    Leaf(Vec<f32>),
    /// A question: the way to the first node for numbers up to the threshold, to the second for larger ones.
    Split {
        /// Which number is asked for.
        feature: usize,
        /// What it is compared with.
        threshold: f32,
        /// The nodes that follow; both are behind this one.
        next: [usize; 2],
    },
}

/// A tree; its first node is the root.
#[derive(Clone, Debug, PartialEq)]
pub struct DecisionTree {
    nodes: Vec<Node>,
    classes: usize,
}

/// Numbers that a stored node begins with.
const HEAD: usize = 4;

impl DecisionTree {
    /// A tree of nodes; none if a node is missing, a way leads back, or a leaf has other classes than the rest.
    pub fn new(nodes: Vec<Node>) -> Option<DecisionTree> {
        let classes = nodes.iter().find_map(|node| match node {
            Node::Leaf(weights) => Some(weights.len()),
            Node::Split { .. } => None,
        })?;
        let fits = nodes.iter().enumerate().all(|(at, node)| match node {
            Node::Leaf(weights) => weights.len() == classes && classes > 0,
            Node::Split { next, .. } => next.iter().all(|&to| to > at && to < nodes.len()),
        });
        fits.then_some(DecisionTree { nodes, classes })
    }

    /// How much each class weighs where a row ends. A number that the row does not have is 0.
    pub fn weights(&self, row: &[f32]) -> &[f32] {
        let mut at = 0;
        loop {
            match self.nodes.get(at) {
                Some(Node::Leaf(weights)) => return weights,
                Some(&Node::Split { feature, threshold, next }) => {
                    let value = row.get(feature).copied().unwrap_or(0.0);
                    at = next[usize::from(value > threshold)];
                }
                None => return &[],
            }
        }
    }

    /// The heaviest class where a row ends, and its share.
    pub fn class(&self, row: &[f32]) -> (usize, f32) {
        heaviest(self.weights(row))
    }

    /// Number of leaves.
    pub fn leaves(&self) -> usize {
        self.nodes.iter().filter(|node| matches!(node, Node::Leaf(_))).count()
    }

    /// Number of different features that are asked for.
    pub fn features(&self) -> usize {
        let asked = self.nodes.iter().filter_map(|node| match node {
            Node::Split { feature, .. } => Some(*feature),
            Node::Leaf(_) => None,
        });
        asked.collect::<std::collections::BTreeSet<_>>().len()
    }

    /// Adds the tree to a file.
    pub fn write(&self, file: &mut ModelFile) {
        let mut values = vec![self.classes as f32];
        for node in &self.nodes {
            match node {
                Node::Leaf(weights) => {
                    values.push(-1.0);
                    values.extend(weights);
                }
                Node::Split { feature, threshold, next } => {
                    values.extend([*feature as f32, *threshold, next[0] as f32, next[1] as f32]);
                }
            }
        }
        file.push_floats(&values);
    }

    /// A tree from a part of a file; none if it is damaged or asks for numbers that a row does not have.
    pub fn read(file: &ModelFile, part: usize, width: usize) -> Option<DecisionTree> {
        let values = file.floats(part)?;
        let (&classes, mut rest) = values.split_first()?;
        let classes = classes as usize;
        let mut nodes = Vec::new();
        while let Some(&first) = rest.first() {
            if first < 0.0 {
                let (weights, more) = rest.get(1..)?.split_at_checked(classes)?;
                nodes.push(Node::Leaf(weights.to_vec()));
                rest = more;
                continue;
            }
            let (split, more) = rest.split_at_checked(HEAD)?;
            let next = [split[2] as usize, split[3] as usize];
            nodes.push(Node::Split { feature: first as usize, threshold: split[1], next });
            rest = more;
        }
        let in_row =
            |node: &Node| !matches!(node, Node::Split { feature, .. } if *feature >= width);
        DecisionTree::new(nodes).filter(|tree| tree.nodes.iter().all(in_row))
    }

    /// The tree in words, as the papers print them.
    pub fn display<'t>(&'t self, features: &'t [String], classes: &'t [&'t str]) -> Rules<'t> {
        Rules { tree: self, features, classes }
    }
}

/// The class that weighs most, and its share of all.
pub fn heaviest(weights: &[f32]) -> (usize, f32) {
    let all: f32 = weights.iter().sum();
    // The first of classes that weigh the same.
    let best = (0..weights.len()).rev().max_by(|&a, &b| weights[a].total_cmp(&weights[b]));
    best.map_or((0, 0.0), |class| (class, weights[class] / all.max(f32::MIN_POSITIVE)))
}

/// A tree in words.
#[derive(Debug)]
pub struct Rules<'t> {
    tree: &'t DecisionTree,
    features: &'t [String],
    classes: &'t [&'t str],
}

impl fmt::Display for Rules<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut open = vec![(0, 0)];
        while let Some((at, depth)) = open.pop() {
            match self.tree.nodes.get(at) {
                Some(Node::Split { feature, threshold, next }) => {
                    let name = self.features.get(*feature).map_or("?", String::as_str);
                    let indent = "|  ".repeat(depth);
                    writeln!(f, "{indent}{name} <= {threshold}?")?;
                    open.extend([(next[1], depth + 1), (next[0], depth + 1)]);
                }
                Some(Node::Leaf(weights)) => {
                    let class = heaviest(weights).0;
                    let name = self.classes.get(class).copied().unwrap_or("?");
                    writeln!(f, "{}{name}", "|  ".repeat(depth))?;
                }
                None => {}
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree() -> DecisionTree {
        DecisionTree::new(vec![
            Node::Split { feature: 1, threshold: 0.5, next: [1, 2] },
            Node::Leaf(vec![3.0, 1.0]),
            Node::Leaf(vec![1.0, 4.0]),
        ])
        .unwrap()
    }

    #[test]
    fn a_row_follows_the_questions() {
        assert_eq!(tree().class(&[9.0, 0.5]), (0, 0.75));
        assert_eq!(tree().class(&[9.0, 0.6]), (1, 0.8));
        assert_eq!((tree().leaves(), tree().features()), (2, 1));
        let names = ["words".to_string(), "link density".to_string()];
        let text = tree().display(&names, &["content", "boilerplate"]).to_string();
        assert_eq!(text, "link density <= 0.5?\n|  content\n|  boilerplate\n");
    }

    #[test]
    fn a_tree_comes_back_from_its_file() {
        let mut file = ModelFile::default();
        tree().write(&mut file);
        assert_eq!(DecisionTree::read(&file, 0, 2), Some(tree()));
        assert_eq!(DecisionTree::read(&file, 0, 1), None, "asks for a number that is not there");
        file.parts[0].truncate(20);
        assert_eq!(DecisionTree::read(&file, 0, 2), None);
    }

    #[test]
    fn ways_never_lead_back() {
        let back = Node::Split { feature: 0, threshold: 0.0, next: [0, 1] };
        assert_eq!(DecisionTree::new(vec![back, Node::Leaf(vec![1.0])]), None);
        assert_eq!(DecisionTree::new(vec![]), None);
    }
}
