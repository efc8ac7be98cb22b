//! `dehusk eval run`.

use super::args::RunArgs;
use super::{Outcome, open, table};
use dehusk::extractor::{NamedExtractor, named, registry};
use dehusk_eval::run::{Models, Noticed, Plan, Progress, SiteExtractor, run as carry_out};
use dehusk_site::UnknownHeuristic;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

/// Failures and problems named one by one; the rest are counted.
const NAMED: usize = 20;

/// Runs and prints the first tables.
pub fn run(args: &RunArgs) -> Outcome {
    let (of_sites, of_pages): (Vec<String>, Vec<String>) =
        args.extractors.iter().cloned().partition(|name| SiteExtractor::is_meant(name));
    let of_pages = match of_pages.is_empty() && !of_sites.is_empty() {
        true => Vec::new(),
        false => extractors(&of_pages)?,
    };
    let mut plan = Plan::new(open(&args.corpora)?, &args.out)
        .with_extractors(of_pages)
        .with_site_extractors(site_extractors(&of_sites)?)
        .with_page_limit(args.page_timeout);
    let models = models_of(args.model.as_deref(), args.models_of_parts.as_deref())?;
    plan = plan.with_models(models);
    for (name, folder) in &args.predictions {
        plan = plan.with_predictions(name, folder);
    }
    if let Some(jobs) = args.jobs {
        plan = plan.with_jobs(jobs.into());
    }
    let mut bar = Bar(ProgressBar::new(0));
    let noticed = carry_out(&plan, &mut bar).map_err(|e| e.to_string())?;
    bar.0.finish_and_clear();
    tell(&noticed);
    let results = dehusk_eval::results::read(&args.out).map_err(|e| e.to_string())?;
    table::print_default(&results);
    Ok(ExitCode::from(if noticed.failures.is_empty() { 0 } else { 2 }))
}

/// The models that were asked for.
pub(super) fn models_of(model: Option<&Path>, parts: Option<&Path>) -> Result<Models, String> {
    if let Some(folder) = parts {
        return Models::read_parts(folder).map_err(|e| e.to_string());
    }
    Ok(match model {
        Some(path) => Models::One(Arc::new(crate::plan::model(path).map_err(|e| e.to_string())?)),
        None => Models::Shipped,
    })
}

fn site_extractors(names: &[String]) -> Result<Vec<SiteExtractor>, String> {
    names.iter().map(|name| name.parse().map_err(|e: UnknownHeuristic| e.to_string())).collect()
}

pub(super) fn extractors(names: &[String]) -> Result<Vec<NamedExtractor>, String> {
    let found = match names.is_empty() {
        true => registry().build_all().map_err(dehusk::Error::from),
        false => names.iter().map(|name| named(name)).collect(),
    };
    found.map_err(|error| error.to_string())
}

fn tell(noticed: &Noticed) {
    let problems = noticed.problems.iter().map(ToString::to_string);
    let failures = noticed
        .failures
        .iter()
        .map(|f| format!("{}/{}: {} {}", f.corpus, f.id, f.extractor, f.what));
    for lines in [problems.collect::<Vec<_>>(), failures.collect()] {
        lines.iter().take(NAMED).for_each(|line| eprintln!("dehusk: {line}"));
        if lines.len() > NAMED {
            eprintln!("dehusk: … and {} more of these", lines.len() - NAMED);
        }
    }
}

struct Bar(ProgressBar);

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
