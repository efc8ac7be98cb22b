//! Two models of the characters of texts, of content and of the rest.

use super::{Figures, Split, f1};
use crate::sample::Sample;
use dehusk_suite::classic_learned::file::ModelFile;
use dehusk_suite::classic_learned::ncleaner::{Model, Quotients, Run, SLOTS, runs};
use std::collections::HashMap;

/// How much each shorter run counts beside the longer one, as the paper interpolates: by powers.
const SHORTER: f32 = 0.1;
/// What is added to the count of every single character.
const ADDED: f32 = 0.5;

pub(super) fn train(split: &Split<'_>) -> ModelFile {
    let forms = [true, false].map(|lexical| {
        let counts = Counts::of(&split.learn, lexical);
        counts.quotients(SLOTS[usize::from(!lexical)])
    });
    let mut file = ModelFile::default();
    Model(forms).write(&mut file);
    file
}

pub(super) fn figures(model: &Model, test: &[&Sample]) -> Figures {
    let figure = |lexical| {
        f1(test, |document| {
            let blocks = document.blocks();
            (0..blocks.len()).map(|n| model.score(blocks.text(n), lexical) >= 0.0).collect()
        })
    };
    vec![("lexical".into(), figure(true)), ("non-lexical".into(), figure(false))]
}

/// How often something was seen in content, and elsewhere.
type Both = [f32; 2];

/// How often runs of characters were seen, and what they go on from.
#[derive(Default)]
struct Counts {
    three: HashMap<u32, (Both, Run)>,
    two: HashMap<u32, (Both, Run)>,
    one: HashMap<u32, Both>,
    before_two: HashMap<u32, Both>,
    before_one: HashMap<u32, Both>,
    all: Both,
}

impl Counts {
    fn of(samples: &[&Sample], lexical: bool) -> Counts {
        let mut counts = Counts::default();
        for sample in samples {
            let blocks = sample.document.blocks();
            for (index, label) in sample.labels.iter().enumerate().filter(|(_, l)| l.known) {
                let side = usize::from(!label.is_content());
                runs(blocks.text(index), lexical, |run| counts.add(run, side));
            }
        }
        counts
    }

    fn add(&mut self, run: Run, side: usize) {
        let new = || ([0.0; 2], run);
        self.three.entry(run.three).or_insert_with(new).0[side] += 1.0;
        self.two.entry(run.two).or_insert_with(new).0[side] += 1.0;
        self.one.entry(run.one).or_default()[side] += 1.0;
        self.before_two.entry(run.before_two).or_default()[side] += 1.0;
        self.before_one.entry(run.before_one).or_default()[side] += 1.0;
        self.all[side] += 1.0;
    }

    /// The quotients of runs of three characters and of two, for so many slots.
    fn quotients(&self, slots: [usize; 2]) -> [Quotients; 2] {
        let of = |runs: &HashMap<u32, (Both, Run)>, slots: usize, with_three: bool| {
            let mut runs: Vec<(f32, u32, &Run)> =
                runs.iter().map(|(&hash, (both, run))| (both.iter().sum(), hash, run)).collect();
            runs.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let quotient = |run: &Run| {
                (self.chance(run, 0, with_three) / self.chance(run, 1, with_three)).ln()
            };
            Quotients::of(slots, runs.into_iter().map(|(_, hash, run)| (hash, quotient(run))))
        };
        [of(&self.three, slots[0], true), of(&self.two, slots[1], false)]
    }

    /// The chance that one kind of text goes on with a character after those before it: of what was seen after two, after
    /// one and after none, as far as it was seen at all.
    fn chance(&self, run: &Run, side: usize, with_three: bool) -> f32 {
        let count = |of: Option<&(Both, Run)>| of.map_or(0.0, |(both, _)| both[side]);
        let before = |of: Option<&Both>| of.map_or(0.0, |both| both[side]);
        let single = (before(self.one.get(&run.one)) + ADDED)
            / (self.all[side] + ADDED * (self.one.len() + 1) as f32);
        let (mut sum, mut weights) = (SHORTER * SHORTER * single, SHORTER * SHORTER);
        let seen = before(self.before_one.get(&run.before_one));
        if seen > 0.0 {
            sum += SHORTER * count(self.two.get(&run.two)) / seen;
            weights += SHORTER;
        }
        let seen = before(self.before_two.get(&run.before_two));
        if with_three && seen > 0.0 {
            sum += count(self.three.get(&run.three)) / seen;
            weights += 1.0;
        }
        sum / weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_interpolated_by_hand() {
        let mut counts = Counts::default();
        // Content: x is followed by y three times of four; elsewhere never.
        for (text, side) in [("xy", 0), ("xy", 0), ("xy", 0), ("xz", 0), ("xz", 1)] {
            runs(text, true, |run| counts.add(run, side));
        }
        let mut all = Vec::new();
        runs("xy", true, |run| all.push(run));
        let y = all[1];
        // Four characters (x, y, z, the end) were seen, and there may be others.
        let single = (3.0 + ADDED) / (12.0 + ADDED * 5.0);
        let weights = 1.0 + SHORTER + SHORTER * SHORTER;
        let content = (0.75 + SHORTER * 0.75 + SHORTER * SHORTER * single) / weights;
        assert!((counts.chance(&y, 0, true) - content).abs() < 1e-6);
        let elsewhere = SHORTER * SHORTER * (ADDED / (3.0 + ADDED * 5.0)) / weights;
        assert!((counts.chance(&y, 1, true) - elsewhere).abs() < 1e-6);
    }

    #[test]
    fn text_that_was_seen_as_content_is_likelier_content() {
        let mut counts = Counts::default();
        for _ in 0..5 {
            runs("the ferry came in late", true, |run| counts.add(run, 0));
            runs("Home | News | Login", true, |run| counts.add(run, 1));
        }
        let form = || counts.quotients(SLOTS[0]);
        let model = Model([form(), form()]);
        assert!(model.score("a late ferry", true) > 0.0);
        assert!(model.score("News | Home", true) < 0.0);
    }
}
