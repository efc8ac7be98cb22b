//! Section 6: how much of each kind of boilerplate is removed.
//!
//! Made-up pages say of each block what it is there for. On real pages the kind is what the elements around a block are
//! called, and a block counts as boilerplate where its words do not stand in the gold.

use super::names;
use super::others::known;
use super::play::{Kept, Variant, play};
use super::source::{Arrival, Source};
use super::streams::{is_annotated, wide};
use crate::pool::Failure;
use crate::reproduce::{
    Axis, Column, Context, Corpora, Experiment, ExperimentError, Finding, Grid, Mark, Plot, Unit,
};
use crate::tokens::tokens;
use dehusk_site::Heuristic;
use dehusk_synth::Kind;
use std::collections::HashMap;
use std::time::Duration;

/// Extractors that know no sites, to compare with.
const OTHERS: &[&str] =
    &["auto", "readability", "boilerpipe-default", "boilerpipe-article", "justext"];
/// Pages that a thread works on in one go.
const CHUNK: usize = 8;
/// How long so many may take.
const CHUNK_LIMIT: Duration = Duration::from_secs(600);

pub static KINDS: Experiment = Experiment::new(
    "000",
    "wish-kinds",
    "Boilerplate that is removed, by its kind, which the paper leaves for later",
    run,
)
.with_corpora(Corpora::Among(&["daniel"]))
.with_stand_in(
    "pages whose boilerplate somebody has named",
    "a made-up stream that names each block exactly, and daniel, where the names of elements do",
);

/// Words of a kind, and how many of them an extractor removed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Removed {
    words: u64,
    removed: u64,
}

/// By kind, with content, which should stay, as the last.
type Counts = Vec<[Removed; KINDS_AND_CONTENT]>;

const KINDS_AND_CONTENT: usize = Kind::ALL.len() + 1;
const CONTENT: usize = Kind::ALL.len();

fn run(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    let mut finding = Finding::default();
    for corpus in context.corpora() {
        finding = add(context, finding, &Source::of_corpus(corpus), corpus.name(), |_| true)?;
    }
    let finding = add(context, finding, &wide(), "made-up stream", is_annotated)?;
    Ok(finding.with_note(
        "Of the words of each kind, the share that is removed; of content the share that is kept. On daniel a block of \
         a named kind whose words stand in the gold counts for nothing, and its content is not told block by block.",
    ))
}

fn add(
    context: &mut Context<'_>,
    finding: Finding,
    source: &Source,
    name: &str,
    asked: impl Fn(usize) -> bool,
) -> Result<Finding, ExperimentError> {
    let variants = Heuristic::all().map(Variant::of);
    let played = play(context, source, &variants, asked)?;
    let extractors = known(OTHERS);
    let names: Vec<String> = variants
        .iter()
        .map(|variant| variant.name.clone())
        .chain(extractors.iter().map(|extractor| extractor.name().to_string()))
        .collect();
    let pages: Vec<(usize, Vec<Kept>)> =
        played.pages.into_iter().map(|judged| (judged.index, judged.kept)).collect();
    let (shared, count) = (source.clone(), names.len());
    let work = move |pages: &Vec<(usize, Vec<Kept>)>| -> Counts {
        let mut counts = vec![Default::default(); count];
        for (index, kept) in pages {
            let Some(arrival) = shared.page(*index) else { continue };
            let mut kept: Vec<Kept> = kept.clone();
            let blocks = arrival.document.blocks().len();
            for extractor in &extractors {
                let selection = extractor.extractor().extract(&arrival.document);
                kept.push(
                    (0..blocks).map(|b| selection.keeps_block(&arrival.document, b)).collect(),
                );
            }
            of_page(&arrival, &kept, &mut counts);
        }
        counts
    };
    let jobs: Vec<Vec<_>> = pages.chunks(CHUNK).map(<[_]>::to_vec).collect();
    let mut total: Counts = vec![Default::default(); names.len()];
    for chunk in context.each("counting by kind", jobs, CHUNK_LIMIT, work) {
        let chunk = chunk.map_err(|failure: Failure| ExperimentError::Other(Box::new(failure)))?;
        for (sum, more) in total.iter_mut().flatten().zip(chunk.iter().flatten()) {
            sum.words += more.words;
            sum.removed += more.removed;
        }
    }
    Ok(show(finding, name, &names, &total))
}

fn show(finding: Finding, title: &str, names: &[String], total: &Counts) -> Finding {
    let there: Vec<usize> = (0..KINDS_AND_CONTENT)
        .filter(|&kind| total.iter().any(|row| row[kind].words > 0))
        .collect();
    let label = |&kind: &usize| match Kind::ALL.get(kind) {
        Some(kind) => kind.name(),
        None => "content kept",
    };
    let columns: Vec<Column> =
        there.iter().map(|kind| Column::new(label(kind), Unit::Percent)).collect();
    let share = |row: &[Removed; KINDS_AND_CONTENT], kind: usize| {
        let Removed { words, removed } = row[kind];
        let counted = if kind == CONTENT { words - removed } else { removed };
        100.0 * counted as f64 / words as f64
    };
    let mut grid = Grid::new(title, columns);
    let axis = Axis::of_names("kind", there.iter().map(label));
    let mut plot = Plot::new(
        format!("Removed of each kind: {title}"),
        Axis::new("%").with_range(0.0, 100.0),
        axis,
    );
    for (name, row) in names.iter().zip(total) {
        grid.add(name.clone(), there.iter().map(|&kind| share(row, kind)));
        let points: Vec<[f64; 2]> =
            there.iter().enumerate().map(|(at, &kind)| [share(row, kind), at as f64]).collect();
        plot = plot.with_series(name.clone(), Mark::Dots, points);
    }
    let words = there.iter().map(|&kind| format!("{} {}", total[0][kind].words, label(&kind)));
    let note = format!("Words of {title}: {}.", words.collect::<Vec<_>>().join(", "));
    let plot =
        plot.with_caption("Dots to the right are better; of content it is the share that is kept.");
    finding.with_grid(grid).with_plot(plot).with_note(note)
}

/// Counts a page for each extractor.
fn of_page(arrival: &Arrival, kept: &[Kept], counts: &mut Counts) {
    let blocks = arrival.document.blocks();
    for (index, kind) in kinds(arrival).into_iter().enumerate() {
        let Some(kind) = kind else { continue };
        let words = u64::from(blocks.block(index).words);
        for (kept, counts) in kept.iter().zip(counts.iter_mut()) {
            counts[kind].words += words;
            if !kept.get(index).copied().unwrap_or_default() {
                counts[kind].removed += words;
            }
        }
    }
}

/// The kind of each block, by its place among all; none where it is not known.
fn kinds(arrival: &Arrival) -> Vec<Option<usize>> {
    let texts = arrival.document.blocks().texts();
    let Some(page) = &arrival.made else {
        let gold = format!(" {} ", tokens(&arrival.gold).join(" "));
        let is_content = |text: &str| gold.contains(&format!(" {} ", tokens(text).join(" ")));
        let kinds = names::kinds(&arrival.document).into_iter().zip(texts);
        return kinds.map(|(kind, text)| kind.filter(|_| !is_content(text)).map(place)).collect();
    };
    // A text that stands at places of two kinds tells nothing.
    let mut known: HashMap<Vec<String>, Option<usize>> = HashMap::new();
    for ((text, label), kind) in page.blocks.iter().zip(&page.kinds) {
        let told = if label.is_content() { Some(CONTENT) } else { kind.map(place) };
        let entry = known.entry(tokens(text)).or_insert(told);
        *entry = entry.filter(|other| Some(*other) == told);
    }
    texts.map(|text| known.get(&tokens(text)).copied().flatten()).collect()
}

fn place(kind: Kind) -> usize {
    Kind::ALL.iter().position(|&other| other == kind).unwrap_or(CONTENT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_synth::Web;

    #[test]
    fn made_up_pages_name_nearly_all_their_words() {
        let source = Source::made(&Web::new(5), 4, 3);
        let (mut named, mut all) = (0, 0);
        for index in 0..source.len() {
            let arrival = source.page(index).unwrap();
            for (block, kind) in arrival.document.blocks().iter().zip(kinds(&arrival)) {
                all += block.words;
                named += if kind.is_some() { block.words } else { 0 };
            }
        }
        assert!(f64::from(named) > 0.97 * f64::from(all), "{named} of {all}");
    }

    #[test]
    fn what_is_removed_is_counted_by_kind() {
        let source = Source::made(&Web::new(5), 1, 1);
        let arrival = source.page(0).unwrap();
        let blocks = arrival.document.blocks().len();
        let (all, none): (Kept, Kept) = (vec![true; blocks].into(), vec![false; blocks].into());
        let mut counts: Counts = vec![Default::default(); 2];
        of_page(&arrival, &[all, none], &mut counts);
        for (of_all, of_none) in counts[0].iter().zip(&counts[1]) {
            assert_eq!((of_all.removed, of_none.removed), (0, of_all.words));
        }
        assert!(counts[0][CONTENT].words > 50 && counts[0][place(Kind::Menu)].words > 5);
    }
}
