//! `auto`: labels, two models over blocks, the page's kind and the confidence, in one go.
//!
//! What a later step learns from is what the earlier ones say of pages they have not seen: the pages are
//! parted by host, each part is judged by models trained on the others, and the same models give the
//! cross-validated figures. The shipped model is then trained on all pages.

use crate::boost::{Goal, Rows, Settings};
use crate::sample::Sample;
use dehusk_extract::auto::{FirstPass, Forest, Model, PageType, Table, input, is_doubtful, kinds, probabilities};
use std::num::NonZeroUsize;

/// What to train and how.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Parts of the cross-validation.
    pub folds: usize,
    /// The seed of all samples.
    pub seed: u64,
    /// Trees of the two models over blocks.
    pub rounds: [usize; 2],
    /// Whether to cross-validate only, without the model of all pages.
    pub only_validate: bool,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan { folds: 5, seed: 1, rounds: [250, 250], only_validate: false }
    }
}

/// The result: a model of all pages, and one for each part that has not seen it.
pub struct Trained {
    /// Trained on all pages.
    pub model: Model,
    /// Model `n` was trained on the pages that are not in part `n`.
    pub folds: Vec<Model>,
}

/// Told what is being done.
pub type Progress<'p> = &'p mut dyn FnMut(&str);
type Result<T> = std::result::Result<T, hessboost::error::HessboostError>;

/// Trains everything.
pub fn train(samples: &[Sample], plan: &Plan, say: Progress) -> Result<Trained> {
    let folds: Vec<usize> = samples.iter().map(|s| s.fold(plan.folds)).collect();
    let work = Work { samples, plan, folds: &folds };
    say("first model");
    let firsts = work.first(say)?;
    let passes: Vec<FirstPass> = work.first_passes(&firsts);
    say("kinds of pages");
    let kind_forests = work.kinds(&passes)?;
    let likely: Vec<Vec<f32>> =
        passes.iter().zip(&folds).map(|(pass, &f)| kinds(&kind_forests.folds[f], &pass.page)).collect();
    say("second model");
    let tables: Vec<Table> = passes
        .into_iter()
        .zip(samples)
        .zip(&likely)
        .map(|((pass, sample), kinds)| pass.into_second_table(&sample.document, kinds))
        .collect();
    let (seconds, typical) = work.second(&tables, say)?;
    drop(tables);
    let assemble = |first: &Forest, kinds: &Vec<Forest>, second: &Forest| Model {
        about: serde_json::Value::Null,
        first: first.clone(),
        kinds: kinds.clone(),
        second: second.clone(),
        confidence: Forest::default(),
        typical: typical.clone(),
    };
    let fold_models = (0..plan.folds)
        .map(|f| assemble(&firsts.folds[f], &kind_forests.folds[f], &seconds.folds[f]))
        .collect();
    let model = assemble(&firsts.all, &kind_forests.all, &seconds.all);
    Ok(Trained { model, folds: fold_models })
}

/// The same thing trained on all pages, and without each part.
struct Crossed<T> {
    all: T,
    folds: Vec<T>,
}

struct Work<'w> {
    samples: &'w [Sample],
    plan: &'w Plan,
    folds: &'w [usize],
}

impl Work<'_> {
    /// Trains on all rows, and without those of each part. `parts` has the part of each row.
    fn crossed(&self, rows: &Rows, parts: &[usize], goal: Goal, settings: &Settings, say: Progress) -> Result<Crossed<Vec<Forest>>> {
        let mut folds = Vec::new();
        for fold in 0..self.plan.folds {
            say(&format!("without part {}", fold + 1));
            let chosen: Vec<usize> = (0..parts.len()).filter(|&row| parts[row] != fold).collect();
            folds.push(rows.select(&chosen)?.train(goal, settings)?);
        }
        if self.plan.only_validate {
            return Ok(Crossed { all: folds[0].clone(), folds });
        }
        say("all parts");
        Ok(Crossed { all: rows.train(goal, settings)?, folds })
    }

    /// Rows of the blocks that count.
    fn block_rows(&self, width: usize, row: impl Fn(usize, usize) -> Option<Vec<f32>>) -> Result<(Rows, Vec<usize>)> {
        let (mut values, mut targets, mut weights, mut parts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (n, sample) in self.samples.iter().enumerate() {
            for (block, (weight, label)) in sample.weights().into_iter().zip(&sample.labels).enumerate() {
                if weight > 0.0 && let Some(row) = row(n, block) {
                    values.extend(row);
                    targets.push(f32::from(u8::from(label.is_content())));
                    weights.push(weight);
                    parts.push(self.folds[n]);
                }
            }
        }
        Ok((Rows::new(values, width, &targets, &weights)?, parts))
    }

    fn first(&self, say: Progress) -> Result<Crossed<Forest>> {
        let features = |n: usize, block: usize| Some(self.samples[n].document.features()[block].to_vec());
        let (rows, parts) = self.block_rows(input::first_width(), features)?;
        let settings = self.block_settings(0);
        one(self.crossed(&rows, &parts, Goal::Probability, &settings, say)?)
    }

    fn block_settings(&self, model: usize) -> Settings {
        Settings {
            rounds: self.plan.rounds[model],
            rate: 0.15,
            columns: 0.25,
            rows: 0.5,
            least: 5.0,
            seed: self.plan.seed,
        }
    }

    /// What the first model says of each page, by the one that has not seen it.
    fn first_passes(&self, firsts: &Crossed<Forest>) -> Vec<FirstPass> {
        let pass = |(sample, &fold): (&Sample, &usize)| {
            let table = input::first(&sample.document);
            let first = probabilities(&firsts.folds[fold], &table);
            FirstPass::new(&sample.document, table, first)
        };
        self.samples.iter().zip(self.folds).map(pass).collect()
    }

    fn kinds(&self, passes: &[FirstPass]) -> Result<Crossed<Vec<Forest>>> {
        let known: Vec<(usize, PageType)> =
            self.samples.iter().enumerate().filter_map(|(n, s)| Some((n, s.page_type()?))).collect();
        let values = known.iter().flat_map(|&(n, _)| passes[n].page.clone()).collect();
        let place = |kind| PageType::ALL.iter().position(|&k| k == kind).unwrap_or(0) as f32;
        let targets: Vec<f32> = known.iter().map(|&(_, kind)| place(kind)).collect();
        let parts: Vec<usize> = known.iter().map(|&(n, _)| self.folds[n]).collect();
        let rows = Rows::new(values, input::page_width(), &targets, &vec![1.0; targets.len()])?;
        let settings = Settings { rounds: 60, rate: 0.1, columns: 0.4, rows: 0.8, least: 2.0, seed: self.plan.seed };
        let classes = NonZeroUsize::new(PageType::ALL.len()).unwrap_or(NonZeroUsize::MIN);
        self.crossed(&rows, &parts, Goal::Class(classes), &settings, &mut |_| {})
    }

    /// The second model, and the middle value of each of its columns.
    fn second(&self, tables: &[Table], say: Progress) -> Result<(Crossed<Forest>, Vec<f32>)> {
        let row = |n: usize, block: usize| {
            let first = tables[n].get(block, input::first_width());
            is_doubtful(first).then(|| tables[n].row(block))
        };
        let (rows, parts) = self.block_rows(input::width(), row)?;
        let crossed = self.crossed(&rows, &parts, Goal::Probability, &self.block_settings(1), say)?;
        Ok((one(crossed)?, middles(tables)))
    }
}

fn one(crossed: Crossed<Vec<Forest>>) -> Result<Crossed<Forest>> {
    let first = |forests: Vec<Forest>| forests.into_iter().next().unwrap_or_default();
    Ok(Crossed { all: first(crossed.all), folds: crossed.folds.into_iter().map(first).collect() })
}

fn middles(tables: &[Table]) -> Vec<f32> {
    let middle = |column: usize| {
        // Every seventh row is enough for a middle.
        let rows = tables.iter().flat_map(|t| (0..t.rows()).step_by(7).map(move |row| t.get(row, column)));
        let mut values: Vec<f32> = rows.collect();
        values.sort_by(f32::total_cmp);
        values.get(values.len() / 2).copied().unwrap_or(0.0)
    };
    (0..input::width()).map(middle).collect()
}
