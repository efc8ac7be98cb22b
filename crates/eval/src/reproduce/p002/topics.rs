//! Table 3.2: what the pages are about; and what the thesis wishes for, the extractors by topic.

use super::super::{
    Column, Context, Corpora, Experiment, ExperimentError, Finding, Grid, Printed, Unit,
};
use super::data;
use crate::results::PageResult;
use crate::table::{Table, measure};
use crate::topics::{Classifier, Example, TOPICS, accuracy};
use std::collections::{BTreeMap, HashMap};

pub static TABLE_3_2: Experiment =
    Experiment::new("002", "table-3-2", "What the pages are about", shares)
        .with_corpora(CORPORA)
        .with_stand_in(LACKS, WITH)
        .with_printed(PRINTED);

pub static TOPIC_SCORES: Experiment =
    Experiment::new("002", "topics", "RougeLSum by topic (a wish of the thesis)", scores)
        .with_corpora(CORPORA)
        .with_stand_in(LACKS, WITH);

/// The thesis's sources, and more pages to learn topics from.
const CORPORA: Corpora = Corpora::Among(&[
    "l3s-gn1",
    "readability",
    "andy",
    "dragnet",
    "cleaneval",
    "wcxb",
    "trafeval",
    "magic-article",
    "portal",
    "daniel",
]);
const LACKS: &str = "the topics that Google's classifier told, and the pages of CETD and article-extraction-benchmark";
const WITH: &str = "a classifier that is trained on what pages declare of themselves, and pages of l3s-gn1 and andy";

const COLUMNS: &[Column] = &[Column::percent("pages")];

/// Pages of a topic from which on its scores are shown.
const LEAST: usize = 10;

/// The topic of a page, by corpus and id.
type Topics = HashMap<(String, String), usize>;

/// The topic of each page of the sources that is told, and how well that is done.
fn topics(context: &mut Context<'_>) -> Result<(Topics, String), ExperimentError> {
    let mut examples: Vec<Example> = Vec::new();
    let mut places: Vec<(String, String)> = Vec::new();
    for corpus in context.corpora() {
        let stage = format!("{}: topics", corpus.name());
        let found = context.each_page(&stage, corpus, |corpus, record| {
            let document = Context::document(corpus, record)?;
            Some(Example::of(record, &document))
        });
        for (record, example) in corpus.records().iter().zip(found) {
            if let Some(example) = example.flatten() {
                places.push((corpus.name().to_string(), record.id.clone()));
                examples.push(example);
            }
        }
    }
    let found = accuracy(&examples);
    let classifier = Classifier::train(examples.iter());
    let share = |n: usize| 100.0 * n as f64 / found.pages.max(1) as f64;
    let note = format!(
        "{} of {} pages declare one of the topics by their section, keywords or address. Trained on these, the \
         classifier tells what pages of other hosts declare in {:.0} of 100 cases; always saying the topic that is \
         declared most would be right in {:.0}.",
        found.pages,
        examples.len(),
        share(found.right),
        share(found.largest),
    );
    let told = places.into_iter().zip(&examples);
    let told = told.filter_map(|(place, e)| Some((place, classifier.topic(&e.words)?)));
    Ok((told.collect(), note))
}

fn sources<'a>(context: &Context<'a>) -> Vec<crate::corpus::Corpus> {
    let is_source = |name: &str| data::SOURCES.iter().any(|(_, corpus)| *corpus == name);
    context.corpora().iter().filter(|corpus| is_source(corpus.name())).cloned().collect()
}

fn shares(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    let (topics, note) = topics(context)?;
    let names: Vec<String> = sources(context).iter().map(|c| c.name().to_string()).collect();
    let mut counts = [0_usize; TOPICS.len()];
    for (_, &topic) in topics.iter().filter(|((corpus, _), _)| names.contains(corpus)) {
        counts[topic] += 1;
    }
    let all = counts.iter().sum::<usize>().max(1) as f64;
    let mut grid = Grid::new("", COLUMNS);
    for ((name, _), count) in TOPICS.iter().zip(counts) {
        grid.add(*name, [100.0 * count as f64 / all]);
    }
    Ok(Finding::default().with_grid(grid).with_note(note))
}

fn scores(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    let (topics, note) = topics(context)?;
    let sources = sources(context);
    let pages = data::scored(context, &sources)?;
    let corpus_of: HashMap<&str, &str> =
        data::SOURCES.iter().map(|&(source, corpus)| (source, corpus)).collect();
    let topic = |page: &PageResult| {
        let corpus = corpus_of.get(page.corpus.as_str())?;
        topics.get(&(corpus.to_string(), page.id.clone())).map(|&topic| TOPICS[topic].0)
    };
    let mut sizes: BTreeMap<&str, usize> = BTreeMap::new();
    pages.iter().filter_map(topic).for_each(|topic| *sizes.entry(topic).or_default() += 1);
    sizes.retain(|_, pages| *pages >= LEAST);
    let group = |page: &PageResult| {
        topic(page).filter(|topic| sizes.contains_key(topic)).map(str::to_string)
    };
    let Some(measure) = measure::find("lsum") else { return Ok(Finding::default()) };
    let table = Table::new(&pages, measure, &group);
    let shown = TOPICS.iter().filter(|(name, _)| sizes.contains_key(name));
    let columns: Vec<Column> = shown.map(|(name, _)| Column::new(name, Unit::Share)).collect();
    let grid = Grid::of_table("F1", &table, &columns);
    let mut best = Grid::new("Best of each topic", [Column::count("pages"), Column::share("F1")]);
    for (place, name) in table.groups.iter().enumerate() {
        let cell = |row: &crate::table::Row| Some((row.cells[place]?.value, row.extractor.clone()));
        let top = table.rows.iter().filter_map(cell).max_by(|a, b| a.0.total_cmp(&b.0));
        if let (Some((value, extractor)), Some(&pages)) = (top, sizes.get(name.as_str())) {
            best.add(format!("{name}: {extractor}"), [pages as f64, value]);
        }
    }
    Ok(Finding::default().with_grid(best).with_grid(grid).with_note(note))
}

static PRINTED: &[Printed] = &[Printed {
    grid: "",
    columns: COLUMNS,
    rows: &[
        ("News", &[23.924]),
        ("Arts & Entertainment", &[9.569]),
        ("Computers & Electronics", &[7.996]),
        ("Business & Industrial", &[6.262]),
        ("Sports", &[5.491]),
        ("Science", &[5.266]),
        ("Law & Government", &[5.105]),
        ("People & Society", &[5.041]),
        ("Sensitive Subjects", &[3.5]),
        ("Health", &[3.371]),
        ("Internet & Telecom", &[3.05]),
        ("Jobs & Education", &[2.729]),
        ("Food & Drink", &[2.344]),
        ("Hobbies & Leisure", &[2.119]),
        ("Games", &[2.087]),
        ("Online Communities", &[1.734]),
        ("Books & Literature", &[1.509]),
        ("Finance", &[1.445]),
        ("Autos & Vehicles", &[1.38]),
        ("Reference", &[1.22]),
        ("Travel", &[1.123]),
        ("Shopping", &[1.059]),
        ("Beauty & Fitness", &[0.963]),
        ("Home & Garden", &[0.899]),
        ("Real Estate", &[0.61]),
        ("Pets & Animals", &[0.128]),
        ("Adult", &[0.064]),
    ],
}];
