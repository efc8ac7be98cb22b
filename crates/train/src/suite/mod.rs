//! The learned extractors of the literature: one model file each, in one way.
//!
//! Pages are parted by host; a model learns from all parts but the first ones, and what it reaches on these, whose
//! hosts it has not seen, is printed and stored in the file. Beside it stands what the shipped model reaches on the
//! same pages: figures over other pages say nothing of which of two models is better. The same pages and seed give the
//! same file.

mod c45;
mod choose;
mod cluster_choice;
mod em13;
mod em13_leaves;
mod four_class;
mod mss;
mod ncleaner;
mod network;
mod victor;
mod votes;
mod web2text;

use crate::error::TrainError;
use crate::parts::Parts;
use crate::sample::Sample;
use dehusk::extractor::{BuildError, Document};
use dehusk_suite::Members;
use dehusk_suite::classic_learned::{self as learned, file::ModelFile};
use rayon::prelude::*;
use serde_json::{Value, json};

pub use dehusk_suite::classic_learned::NAMES;
pub use em13_leaves::{Validation, validate as validate_em13_leaves};

/// Parts that hosts fall into, and how many of them are kept aside.
fn parts(name: &str) -> (usize, usize) {
    match name {
        // As the thesis parts its pages.
        "em-13-leaves" => (10, 3),
        _ => (5, 1),
    }
}

/// Samples to learn from, and those of other hosts to measure on.
pub struct Split<'s> {
    /// To learn from.
    pub learn: Vec<&'s Sample>,
    /// To measure on.
    pub test: Vec<&'s Sample>,
    /// The seed of everything that is drawn.
    pub seed: u64,
}

impl<'s> Split<'s> {
    /// As the model of that name parts pages.
    pub fn of(name: &str, samples: &'s [Sample], seed: u64) -> Result<Split<'s>, TrainError> {
        let (count, aside) = parts(name);
        let parts = Parts::Hosts(count).of(samples);
        let pick = |test: bool| {
            let chosen = samples
                .iter()
                .zip(&parts)
                .filter(|(s, part)| s.is_covered && (**part < aside) == test);
            chosen.map(|(sample, _)| sample).collect::<Vec<_>>()
        };
        let split = Split { learn: pick(false), test: pick(true), seed };
        if split.learn.is_empty() { Err(TrainError::NoPages) } else { Ok(split) }
    }
}

/// Figures by name.
pub type Figures = Vec<(String, f64)>;

/// What a training gives: the model, and its figures.
pub struct Trained {
    /// The file.
    pub file: ModelFile,
    /// What it reaches on pages of hosts that it has not seen.
    pub figures: Figures,
    /// What the shipped model reaches there.
    pub shipped: Figures,
}

/// Trains the model of that name.
pub fn train(name: &str, samples: &[Sample], seed: u64) -> Result<Trained, TrainError> {
    let split = Split::of(name, samples, seed)?;
    let mut file = match name {
        "ncleaner" => ncleaner::train(&split),
        "mss" => mss::train(&split),
        "victor" => victor::train(&split),
        "four-class" => four_class::train(&split)?,
        "c45" => c45::train(&split)?,
        "em-13" => em13::train(&split, &voters(name)?),
        "em-13-leaves" => em13_leaves::train(&split, &voters(name)?),
        "web2text" => web2text::train(&split, &web2text::SMALL),
        "web2text-full" => web2text::train(&split, &web2text::FULL_SIZE),
        "choose" => choose::train(&split, &voters(name)?)?,
        "cluster-choice" => cluster_choice::train(&split, &voters(name)?),
        _ => return Err(TrainError::UnknownModel(name.into())),
    };
    let measured = |file| figures(name, file, &split.test).unwrap_or_default();
    let figures = measured(&file);
    let shipped = learned::shipped(name).as_ref().map(measured).unwrap_or_default();
    file.about = about(name, &split, &figures);
    Ok(Trained { file, figures, shipped })
}

/// The extractors that a model of that name asks.
pub fn voters(name: &str) -> Result<Members, BuildError> {
    let registry = dehusk_suite::registry();
    match name {
        "choose" | "cluster-choice" => learned::choose::candidates(&registry),
        _ => learned::em13::members(&registry),
    }
}

/// What the model of a file reaches on some pages; none if the file is none of that name.
fn figures(name: &str, file: &ModelFile, test: &[&Sample]) -> Option<Figures> {
    Some(match name {
        "ncleaner" => ncleaner::figures(&learned::ncleaner::Model::of(file)?, test),
        "mss" => mss::figures(&learned::mss::Model::of(file)?, test),
        "victor" => victor::figures(&learned::victor::Model::of(file)?, test),
        "four-class" => four_class::figures(&learned::four_class::forests(file)?, test),
        "c45" => c45::figures(&learned::c45::trees(file)?, test),
        "em-13" => em13::figures(&learned::em13::Model::of(file)?, &voters(name).ok()?, test),
        "em-13-leaves" => {
            let model = learned::em13_leaves::Model::of(file)?;
            em13_leaves::figures(&model, &voters(name).ok()?, test)
        }
        "web2text" | "web2text-full" => {
            web2text::figures(&learned::web2text::Model::of(file)?, test)
        }
        "choose" => choose::figures(&learned::choose::forests(file)?, &voters(name).ok()?, test),
        "cluster-choice" => {
            let clusters = learned::cluster_choice::clusters(file)?;
            cluster_choice::figures(&clusters, &voters(name).ok()?, test)
        }
        _ => return None,
    })
}

fn about(name: &str, split: &Split<'_>, figures: &[(String, f64)]) -> Value {
    let mut corpora: Vec<&str> = split.learn.iter().map(|s| s.corpus.as_str()).collect();
    corpora.sort_unstable();
    corpora.dedup();
    let figures: Vec<Value> =
        figures.iter().map(|(what, value)| json!([what, (value * 1e4).round() / 1e4])).collect();
    json!({
        "extractor": name,
        "program": concat!("dehusk ", env!("CARGO_PKG_VERSION")),
        "corpora": corpora,
        "pages": split.learn.len(),
        "seed": split.seed,
        "held_out_pages": split.test.len(),
        "held_out": figures,
    })
}

/// The mean over pages of the F1 by words, where `keep` says which blocks are content.
fn f1(samples: &[&Sample], keep: impl Fn(&Document) -> Vec<bool> + Sync) -> f64 {
    let page = |sample: &&Sample| {
        let (mut both, mut kept, mut content) = (0, 0, 0);
        let blocks = sample.document.blocks().iter().zip(&sample.labels);
        for ((block, label), keep) in
            blocks.zip(keep(&sample.document)).filter(|((_, l), _)| l.known)
        {
            let wanted = label.is_content();
            both += if keep && wanted { block.words } else { 0 };
            kept += if keep { block.words } else { 0 };
            content += if wanted { block.words } else { 0 };
        }
        if kept + content == 0 { 1.0 } else { 2.0 * f64::from(both) / f64::from(kept + content) }
    };
    let pages: Vec<f64> = samples.par_iter().map(page).collect();
    pages.iter().sum::<f64>() / pages.len().max(1) as f64
}
