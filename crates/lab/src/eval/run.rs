//! `dehusk eval run`.

use super::args::RunArgs;
use super::{Outcome, open, table};
use crate::{Console, LabError};
use dehusk::auto::Model;
use dehusk::extractor::{NamedExtractor, named, registry};
use dehusk_eval::corpus::Corpus;
use dehusk_eval::run::{Models, Noticed, Plan, Progress, SiteExtractor, run as carry_out};
use dehusk_site::Retention;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::Path;
use std::process::ExitCode;

/// Failures and problems named one by one; the rest are counted.
const MAX_LISTED: usize = 20;

/// Runs and prints the first tables.
pub fn run(args: &RunArgs, console: &mut Console<'_>) -> Outcome {
    let (of_sites, of_pages) = contenders(&args.extractors, &args.retention)?;
    let corpora = open(&args.corpora, console)?;
    let is_shipped = args.model.is_none() && args.models_of_parts.is_none();
    let is_asked = |name: &String| name.starts_with("auto");
    if is_shipped && (args.extractors.is_empty() || args.extractors.iter().any(is_asked)) {
        tell_of_learned(&corpora, console);
    }
    let mut plan = Plan::new(corpora, &args.out)
        .with_extractors(of_pages)
        .with_site_extractors(of_sites)
        .with_page_limit(args.page_timeout);
    let models = models_of(args.model.as_deref(), args.models_of_parts.as_deref())?;
    plan = plan.with_models(models);
    if args.conventions {
        plan = plan.with_conventions();
    }
    for (name, folder) in &args.predictions {
        plan = plan.with_predictions(name, folder);
    }
    if let Some(jobs) = args.jobs {
        plan = plan.with_jobs(jobs.into());
    }
    let mut bar = Bar::new();
    let noticed = carry_out(&plan, &mut bar)?;
    bar.finish();
    tell(&noticed, console);
    let results = dehusk_eval::results::read(&args.out)?;
    table::print_default(&results, console.out)?;
    Ok(ExitCode::from(if noticed.failures.is_empty() { 0 } else { 2 }))
}

/// The models that were asked for.
pub(super) fn models_of(model: Option<&Path>, parts: Option<&Path>) -> Result<Models, LabError> {
    if let Some(folder) = parts {
        return Ok(Models::read_parts(folder)?);
    }
    Ok(match model {
        Some(path) => Models::read_one(path)?,
        None => Models::Shipped,
    })
}

/// Says which of the corpora the shipped model has learned from: its figures there flatter it.
fn tell_of_learned(corpora: &[Corpus], console: &Console<'_>) {
    let model = Model::shipped();
    let known: Vec<&str> = model.about["corpora"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|n| n.as_str())
        .collect();
    let learned: Vec<&str> =
        corpora.iter().map(Corpus::name).filter(|name| known.contains(name)).collect();
    if !learned.is_empty() {
        (console.say)(&format!(
            "auto has learned from pages of {}: its figures there are too good; \
             `dehusk train auto --parts DIR`, then --models-of-parts DIR, gives honest ones",
            learned.join(", ")
        ));
    }
}

/// The extractors of sites among some names, each with every choice of what is kept of a site, and those that need a
/// page alone; all of these where there is no name at all.
pub(super) fn contenders(
    names: &[String],
    retentions: &[Retention],
) -> Result<(Vec<SiteExtractor>, Vec<NamedExtractor>), LabError> {
    let (mut of_sites, mut of_pages) = (Vec::new(), Vec::new());
    for name in names {
        match SiteExtractor::named(name)? {
            None => of_pages.push(name.clone()),
            Some(extractor) if retentions.is_empty() => of_sites.push(extractor),
            Some(extractor) => {
                let mut kept: Vec<SiteExtractor> =
                    retentions.iter().map(|&kept| extractor.clone().keeping(kept)).collect();
                // Those that compare pages keep nothing, and are one.
                kept.dedup_by(|one, other| one.name() == other.name());
                of_sites.extend(kept);
            }
        }
    }
    let of_pages = match of_pages.is_empty() && !of_sites.is_empty() {
        true => Vec::new(),
        false => extractors(&of_pages)?,
    };
    Ok((of_sites, of_pages))
}

pub(super) fn extractors(names: &[String]) -> Result<Vec<NamedExtractor>, LabError> {
    let found = match names.is_empty() {
        true => registry().build_all().map_err(dehusk::Error::from),
        false => names.iter().map(|name| named(name)).collect(),
    };
    Ok(found?)
}

fn tell(noticed: &Noticed, console: &Console<'_>) {
    let failures = noticed
        .failures
        .iter()
        .map(|f| format!("{}/{}: {} {}", f.corpus, f.id, f.extractor, f.what));
    list(&noticed.problems, console);
    list(&failures.collect::<Vec<_>>(), console);
}

/// The first of what was noticed, and how many there are more.
pub(super) fn list(noticed: &[impl ToString], console: &Console<'_>) {
    noticed.iter().take(MAX_LISTED).for_each(|line| (console.say)(&line.to_string()));
    if noticed.len() > MAX_LISTED {
        (console.say)(&format!("… and {} more of these", noticed.len() - MAX_LISTED));
    }
}

/// How far the work is, on the terminal.
pub(super) struct Bar(ProgressBar);

impl Bar {
    pub(super) fn new() -> Bar {
        Bar(ProgressBar::new(0))
    }

    pub(super) fn finish(&self) {
        self.0.finish_and_clear();
    }
}

impl Progress for Bar {
    fn start(&mut self, stage: &str, steps: usize) {
        self.0.reset();
        self.0.set_length(steps as u64);
        if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta} left") {
            self.0.set_style(style);
        }
        self.0.set_message(stage.to_string());
    }

    fn step(&mut self) {
        self.0.inc(1);
    }
}
