//! `auto` on pages it has not learned from: by models that saw no page of the host, by models that saw no page of the
//! corpus, and beside other programs, as far as the user gives them.

use super::scores::grid;
use crate::predictions::{Prediction, Predictions};
use crate::reproduce::{Context, Corpora, Experiment, ExperimentError, Finding};
use crate::results::PageResult;
use crate::table::measure;

pub static AUTO: Experiment =
    Experiment::new("own", "auto", "auto cross-validated and with a corpus left out", run)
        .with_corpora(Corpora::All)
        .with_given();

/// What `auto` is set beside: the best of those that are rules alone.
const OTHERS: &[&str] =
    &["auto", "readability", "trafilatura", "boilerpipe-article", "resiliparse"];
const BY_HOST: &str = "auto-by-host";
const BY_CORPUS: &str = "auto-by-corpus";

fn run(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    let (corpora, given) = (context.corpora(), context.given());
    let mut results = context.results(corpora, OTHERS)?;
    let mut notes =
        vec!["auto: the shipped model, which has learned from pages of these corpora.".to_string()];
    match given.models_by_host() {
        Some(models) => {
            join(&mut results, context.auto_with_models(corpora, BY_HOST, models)?);
            notes.push(format!("{BY_HOST}: each page by a model that saw no page of its host."));
        }
        None => notes.push("Without models that have not seen the hosts: make them with `dehusk train auto --corpora DIR --parts PARTS` and give them with --models-of-parts PARTS.".into()),
    }
    let mut left_out = 0;
    for corpus in corpora {
        let Some(model) = given.model_without(corpus.name())? else { continue };
        let one = std::slice::from_ref(corpus);
        join(&mut results, context.auto_with_models(one, BY_CORPUS, &model)?);
        left_out += 1;
    }
    notes.push(match left_out {
        0 => "Without models that have not seen a corpus: make them with `dehusk train auto --corpora DIR --by-corpus --parts PARTS` and give them with --models-of-corpora PARTS.".into(),
        _ => format!("{BY_CORPUS}: each page by a model that saw no page of its corpus."),
    });
    for (name, folder) in given.predictions() {
        for corpus in corpora {
            let path = folder.join(format!("{}.jsonl", corpus.name()));
            let texts = Predictions::read(&path)
                .map_err(|source| ExperimentError::File { path: path.clone(), source })?;
            let known = |id: &str| texts.get(id).cloned();
            let ids = corpus.records().iter().map(|record| record.id.as_str());
            let texts: Vec<Prediction> = ids.filter_map(known).collect();
            if !texts.is_empty() {
                join(&mut results, context.judge(corpus, vec![(name.clone(), texts)]));
            }
        }
        notes.push(format!("{name}: texts that were given."));
    }
    let measures = ["lcs", "snip"].into_iter().filter_map(measure::find);
    let grids = measures.filter_map(|measure| grid(&results, measure, "corpus")).collect();
    Ok(Finding { grids, notes, ..Finding::default() })
}

/// Adds the scores of the same pages by further extractors.
fn join(results: &mut [PageResult], more: Vec<PageResult>) {
    let mut more: std::collections::HashMap<(String, String), PageResult> =
        more.into_iter().map(|r| ((r.corpus.clone(), r.id.clone()), r)).collect();
    for result in results {
        if let Some(other) = more.remove(&(result.corpus.clone(), result.id.clone())) {
            result.extractors.extend(other.extractors);
        }
    }
}
