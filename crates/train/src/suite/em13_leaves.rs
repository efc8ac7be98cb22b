//! The second layer of the thesis's ensemble: four classifiers over the votes for a page's leaves.
//!
//! As the thesis has it (section 5.2): a case is a leaf, a vote is that an extractor's output includes its text, and it
//! is content if the gold text includes it; there are as many cases of each class to learn from; each tree of the
//! forest has a sample of its own, drawn with replacement. 70 of 100 pages are learned from, but parted by host.

use super::votes::{Cells, Growth, auc, empty, f1, forest, logistic, svm, tree};
use super::{Figures, Split};
use crate::sample::Sample;
use crate::split_mix::SplitMix64;
use dehusk::extractor::Document;
use dehusk_suite::Members;
use dehusk_suite::classic_learned::em13_leaves::{Layer, Model, pattern};
use dehusk_suite::classic_learned::file::ModelFile;
use rayon::prelude::*;

/// scikit-learn's defaults, which the thesis does not speak of: a hundred trees, as deep as there are questions, each
/// chosen from the root of their number.
const GROWTH: Growth = Growth { trees: 100, depth: 13, tried: 3 };
/// Of so many cases one is kept for pruning the tree.
const PRUNED: usize = 3;
/// Folds of the cross-validation.
const FOLDS: usize = 10;

/// A leaf: who votes for it, and whether it is content.
type Ballot = (usize, bool);

pub(super) fn train(split: &Split<'_>, members: &Members) -> ModelFile {
    let mut numbers = SplitMix64(split.seed);
    let learn = balanced(ballots(&split.learn, members), &mut numbers);
    let mut file = ModelFile::default();
    learned(&learn, &Layer::ALL, split.seed).write(&mut file);
    file
}

pub(super) fn figures(model: &Model, members: &Members, test: &[&Sample]) -> Figures {
    let cells = cells(&ballots(test, members));
    let figures = |layer: Layer| {
        let score = |pattern| model.score(pattern, layer);
        let name = |what: &str| format!("{} {what}", layer.name());
        [
            (name("F1"), f1(&cells, |pattern| score(pattern) > 0.0)),
            (name("AUC"), auc(&cells, score)),
        ]
    };
    Layer::ALL.into_iter().flat_map(figures).collect()
}

/// What the thesis's Table 5.2 has of a classifier.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Validation {
    /// The F1 of ten-fold cross-validation over the cases that are learned from, and its standard deviation.
    pub folds: [f64; 2],
    /// The area under the ROC curve for the cases that are learned from.
    pub auc: f64,
    /// The F1 on the cases of other hosts.
    pub other_f1: f64,
    /// The area under the ROC curve there.
    pub other_auc: f64,
}

/// What a classifier reaches on pages that it learns from and on others, and of how many leaves.
pub fn validate(split: &Split<'_>, members: &Members) -> (Vec<(Layer, Validation)>, [usize; 2]) {
    let mut numbers = SplitMix64(split.seed);
    let all = ballots(&split.learn, members);
    let other = cells(&ballots(&split.test, members));
    let classes = [false, true].map(|class| all.iter().filter(|b| b.1 == class).count());
    let learn = balanced(all, &mut numbers);
    let known = cells(&learn);
    let validate = |layer: Layer| {
        let model = learned(&learn, &[layer], split.seed);
        let score = |pattern| model.score(pattern, layer);
        let validation = Validation {
            folds: folds(&learn, layer, split.seed),
            auc: auc(&known, score),
            other_f1: f1(&other, |pattern| score(pattern) > 0.0),
            other_auc: auc(&other, score),
        };
        (layer, validation)
    };
    (Layer::ALL.into_par_iter().map(validate).collect(), classes)
}

/// The mean and the deviation of the F1 of ten-fold cross-validation, dealt by case.
fn folds(cases: &[Ballot], layer: Layer, seed: u64) -> [f64; 2] {
    let fold = |held: usize| {
        let (tested, learn): (Vec<_>, Vec<_>) =
            cases.iter().enumerate().partition(|(number, _)| number % FOLDS == held);
        let cases = |part: Vec<(usize, &Ballot)>| part.into_iter().map(|(_, b)| *b).collect();
        let (tested, learn): (Vec<Ballot>, Vec<Ballot>) = (cases(tested), cases(learn));
        let model = learned(&learn, &[layer], seed);
        f1(&cells(&tested), |pattern| model.score(pattern, layer) > 0.0)
    };
    let values: Vec<f64> = (0..FOLDS).into_par_iter().map(fold).collect();
    let mean = values.iter().sum::<f64>() / FOLDS as f64;
    let spread = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / FOLDS as f64;
    [mean, spread.sqrt()]
}

/// The asked classifiers; those that are not asked say nothing.
fn learned(cases: &[Ballot], layers: &[Layer], seed: u64) -> Model {
    let all = cells(cases);
    let asked = |layer| layers.contains(&layer);
    let table = |layer, learn: &dyn Fn() -> Vec<u8>| match asked(layer) {
        true => learn(),
        false => vec![0; all.len()],
    };
    let weights = |layer, learn: fn(&Cells) -> Vec<f32>| match asked(layer) {
        true => learn(&all),
        false => Vec::new(),
    };
    Model {
        forest: table(Layer::Forest, &|| {
            forest(GROWTH, seed, |numbers| drawn_again(cases, numbers))
        }),
        tree: table(Layer::Tree, &|| {
            let (pruned, grown): (Vec<_>, Vec<_>) =
                cases.iter().enumerate().partition(|(number, _)| number % PRUNED == 0);
            let of = |part: Vec<(usize, &Ballot)>| cells_of(part.into_iter().map(|(_, b)| b));
            tree(&of(grown), &of(pruned))
        }),
        logistic: weights(Layer::Logistic, logistic),
        svm: weights(Layer::Svm, svm),
    }
}

/// As many cases, each drawn from all of them.
fn drawn_again(cases: &[Ballot], numbers: &mut SplitMix64) -> Cells {
    cells_of((0..cases.len()).filter_map(|_| cases.get(numbers.below(cases.len()))))
}

fn cells(cases: &[Ballot]) -> Cells {
    cells_of(cases.iter())
}

fn cells_of<'b>(cases: impl Iterator<Item = &'b Ballot>) -> Cells {
    let mut cells = empty();
    cases.for_each(|&(pattern, content)| cells[pattern][usize::from(content)] += 1.0);
    cells
}

/// As many cases of each class, in an order that is drawn.
fn balanced(mut cases: Vec<Ballot>, numbers: &mut SplitMix64) -> Vec<Ballot> {
    numbers.shuffle(&mut cases);
    let content = cases.iter().filter(|case| case.1).count();
    let mut left = [content.min(cases.len() - content); 2];
    cases.retain(|case| {
        let left = &mut left[usize::from(case.1)];
        let is_wanted = *left > 0;
        *left = left.saturating_sub(1);
        is_wanted
    });
    cases
}

/// The leaves of pages with a gold text.
fn ballots(samples: &[&Sample], members: &Members) -> Vec<Ballot> {
    let of_page = |sample: &&&Sample| {
        // A document of its own: it keeps what the voters answer.
        let document = Document::new(sample.document.page().clone());
        let gold = folded(&sample.record.gold);
        let voted = members.text_votes(&document).into_iter();
        let ballot =
            |(leaf, votes)| (pattern(votes), gold.contains(&folded(document.page().text(leaf))));
        voted.map(ballot).collect::<Vec<Ballot>>()
    };
    let with_text: Vec<&&Sample> = samples.iter().filter(|sample| sample.has_text()).collect();
    let pages: Vec<Vec<Ballot>> = with_text.par_iter().map(of_page).collect();
    pages.concat()
}

/// White space folded.
fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_made_even() {
        let cases: Vec<Ballot> = (0..100).map(|n| (n % 7, n % 5 == 0)).collect();
        let even = balanced(cases.clone(), &mut SplitMix64(1));
        assert_eq!((even.len(), even.iter().filter(|case| case.1).count()), (40, 20));
        let drawn = drawn_again(&even, &mut SplitMix64(2));
        assert_eq!(drawn.iter().flatten().sum::<f32>(), 40.0);
        assert_ne!(drawn, cells(&even));
    }

    #[test]
    fn all_layers_learn_and_are_validated() {
        // Content is what the first or both of the next two vote for, but for one case in eleven.
        let content = |pattern: usize| pattern & 1 == 1 || pattern & 6 == 6;
        let case = |n: usize| (n % 16, content(n % 16) != n.is_multiple_of(11));
        let cases = balanced((0..1760).map(case).collect(), &mut SplitMix64(1));
        let model = learned(&cases, &Layer::ALL, 1);
        for layer in Layer::ALL {
            let right = (0..16).filter(|&p| (model.score(p, layer) > 0.0) == content(p)).count();
            assert_eq!(right, 16, "{}", layer.name());
            let [mean, spread] = folds(&cases, layer, 1);
            assert!((0.85..0.95).contains(&mean) && spread < 0.06, "{mean} {spread}");
        }
    }
}
