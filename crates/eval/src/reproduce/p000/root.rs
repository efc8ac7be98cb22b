//! What the root above the sites is worth, which the paper uses where a site has too few documents.

use super::play::{Variant, play};
use super::score::{Scored, means, score};
use super::source::Source;
use crate::reproduce::{Column, Context, Corpora, Experiment, ExperimentError, Finding, Grid};
use dehusk_site::Heuristic;
use dehusk_synth::Web;
use std::collections::HashMap;

/// Many sites that are all new, and what is out of each.
const SITES: u64 = 100;
const DOCUMENTS: u64 = 20;
/// Documents of a domain with which the strict heuristic needs no root any more.
const ENOUGH: usize = 5;

const COLUMNS: &[Column] = &[
    Column::share("F1, all pages"),
    Column::share("F1, first 4 of a domain"),
    Column::share("F1, 5th and later"),
];

pub static ROOT: Experiment =
    Experiment::new("000", "root", "A root above the domains, or none", run)
        .with_corpora(Corpora::Among(&["daniel"]))
        .with_stand_in(
            "the paper's stream",
            "daniel, where two hosts in three have one page or two, and the first 20 documents of 100 made-up sites",
        );

fn run(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    let without = |variant: Variant| {
        let name = format!("{}, no root", variant.name);
        Variant { root: false, ..variant }.named(name)
    };
    let [strict, support] = [Heuristic::strict(), Heuristic::support(100)].map(Variant::of);
    let variants = [strict.clone(), without(strict), support.clone(), without(support)];
    let corpora = context.corpora().iter();
    let mut sources: Vec<(&str, Source)> =
        corpora.map(|corpus| (corpus.name(), Source::of_corpus(corpus))).collect();
    sources.push(("made-up stream", Source::made(&Web::new(100), SITES, DOCUMENTS)));
    let mut finding = Finding::default();
    for (name, source) in sources {
        let played = play(context, &source, &variants, |_| true)?;
        let scored = score(context, &source, played)?;
        let (new, known) = by_age(&scored);
        let columns = [
            means(&scored, variants.len()),
            means(new, variants.len()),
            means(known, variants.len()),
        ];
        let mut grid = Grid::new(name, COLUMNS);
        for (place, variant) in variants.iter().enumerate() {
            grid.add(variant.name.clone(), columns.each_ref().map(|column| column[place]));
        }
        finding = finding.with_grid(grid);
    }
    Ok(finding.with_note(
        "The store of the command and of the stream keeps sites apart, so that it can be split by site: it has no root.",
    ))
}

/// The first pages of each domain, and the others.
fn by_age(scored: &[Scored]) -> (Vec<&Scored>, Vec<&Scored>) {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    scored.iter().partition(|page| {
        let number = seen.entry(page.domain.as_str()).or_default();
        *number += 1;
        *number < ENOUGH
    })
}
