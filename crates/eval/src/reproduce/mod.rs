//! The tables and figures of the papers, each by its declaration.
//!
//! An [`Experiment`] says which paper and item it is, on which corpora it runs, what the paper printed, and
//! how it is run. From that alone the [`Runner`] runs it, keeps what it found, and sets it beside the paper:
//! here, paper, difference. An experiment on the paper's own data and one on data that stand in for them are
//! never counted together, and one whose data can not be had is declared too, so that nothing is left out in
//! silence.

mod cache;
mod compare;
mod context;
mod experiment;
mod finding;
mod given;
mod own;
mod p000;
mod p001;
mod p002;
mod p004;
mod plot;
mod runner;
mod shelf;
mod show;

pub use compare::{Agreement, Comparison, compare};
pub use context::{Context, ExperimentError};
pub use experiment::{
    Column, Corpora, Data, Experiment, NONE, PAPERS, Paper, Printed, Remark, Run, Unit,
};
pub use finding::{Cell, Finding, Grid, Head};
pub use given::Given;
pub use plot::{Axis, Heat, Mark, Plot, Series};
pub use runner::{Account, Outcome, Runner, RunnerError};
pub use show::{list, markdown, page, text};

/// Every experiment that needs no training, in the order of the papers.
pub fn experiments() -> Vec<&'static Experiment> {
    [p000::EXPERIMENTS, p001::EXPERIMENTS, p002::EXPERIMENTS, p004::EXPERIMENTS, own::EXPERIMENTS]
        .concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn each_is_declared_once_and_of_a_known_paper() {
        let mut seen = HashSet::new();
        for experiment in experiments() {
            let name = experiment.name();
            assert!(PAPERS.iter().any(|paper| paper.id == experiment.paper), "{name}");
            assert!(seen.insert(name.clone()), "{name} is declared twice");
            experiment.check().unwrap_or_else(|fault| panic!("{name}: {fault}"));
        }
    }
}
