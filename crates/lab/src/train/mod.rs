//! `dehusk train`: from corpora to model files. All learning is in `dehusk-train`.

mod auto;
mod files;
mod roles;
mod suite;

use crate::{Console, LabError};
use auto::AutoArgs;
use clap::Subcommand;
use roles::RolesArgs;
use std::process::ExitCode;
use suite::SuiteArgs;

/// What to learn.
#[derive(Debug, Subcommand)]
pub enum TrainVerb {
    /// The default extractor
    ///
    /// Labels blocks by their gold texts, trains and cross-validates with the pages parted by host, and
    /// writes one model file. The same corpora and seed give the same file.
    Auto(AutoArgs),
    /// The roles of blocks: title, byline, date, comment, post
    ///
    /// Learns from what golds say of them, with the pages parted by host, and prints how often it is right about
    /// those that it has not seen.
    Roles(RolesArgs),
    /// NCleaner's character n-gram models
    Ncleaner(SuiteArgs),
    /// The token scores of maximum subsequence segmentation
    Mss(SuiteArgs),
    /// Victor's conditional random field
    Victor(SuiteArgs),
    /// The classes of blocks of news pages
    FourClass(SuiteArgs),
    /// The decision trees over shallow features, two classes and four
    C45(SuiteArgs),
    /// What the votes of thirteen extractors are worth
    #[command(name = "em-13")]
    Em13(SuiteArgs),
    /// The same by the texts of leaves, as the thesis has it, with four classifiers
    #[command(name = "em-13-leaves")]
    Em13Leaves(SuiteArgs),
    /// Web2Text's two networks
    Web2text(SuiteArgs),
    /// The same in the paper's size
    #[command(name = "web2text-full")]
    Web2textFull(SuiteArgs),
    /// Which extractor suits a page
    Choose(SuiteArgs),
    /// Which extractor suits pages with like tags
    ClusterChoice(SuiteArgs),
    /// All of these but auto
    ///
    /// A model learns from four fifths of the hosts and is measured on the rest. The same corpora and seed
    /// give the same files.
    Suite(SuiteArgs),
}

/// Carries out a verb of `dehusk train`.
pub fn train(verb: &TrainVerb, console: &mut Console<'_>) -> Result<ExitCode, LabError> {
    match verb {
        TrainVerb::Auto(args) => auto::train(args, console),
        TrainVerb::Roles(args) => roles::train(args, console),
        TrainVerb::Ncleaner(args) => suite::train("ncleaner", args, console),
        TrainVerb::Mss(args) => suite::train("mss", args, console),
        TrainVerb::Victor(args) => suite::train("victor", args, console),
        TrainVerb::FourClass(args) => suite::train("four-class", args, console),
        TrainVerb::C45(args) => suite::train("c45", args, console),
        TrainVerb::Em13(args) => suite::train("em-13", args, console),
        TrainVerb::Em13Leaves(args) => suite::train("em-13-leaves", args, console),
        TrainVerb::Web2text(args) => suite::train("web2text", args, console),
        TrainVerb::Web2textFull(args) => suite::train("web2text-full", args, console),
        TrainVerb::Choose(args) => suite::train("choose", args, console),
        TrainVerb::ClusterChoice(args) => suite::train("cluster-choice", args, console),
        TrainVerb::Suite(args) => suite::train("suite", args, console),
    }?;
    Ok(ExitCode::SUCCESS)
}
