//! The roles of blocks, learned from what golds say of them.

use crate::boost::{Goal, Rows, Settings};
use crate::error::TrainError;
use dehusk_auto::Model;
use dehusk_auto::training::{Forest, LEARNED, RoleModel, Seen, probability, role_width};
use dehusk_eval::corpus::{Corpus, Record};
use dehusk_eval::measures::Confusion;
use dehusk_eval::roles::labels;
use dehusk_extract::{Document, Role};
use dehusk_page::{Hints, Limits, Page};
use rayon::prelude::*;
use std::sync::Arc;

/// Parts that the hosts are parted into.
const PARTS: usize = 5;
/// Small forests: roles are told for every block of a page that somebody asks about.
const SETTINGS: Settings =
    Settings { rounds: 60, rate: 0.15, columns: 0.5, rows: 0.8, leaves: 12, least: 3.0, seed: 1 };

/// A block whose role a gold tells.
struct Lesson {
    row: Vec<f32>,
    is: bool,
    part: usize,
    corpus: usize,
}

/// How well a role is told on pages of hosts that were not learned from.
#[derive(Clone, Debug)]
pub struct Figures {
    /// The role.
    pub role: Role,
    /// The corpus; none for all of them together.
    pub corpus: Option<String>,
    /// In blocks.
    pub blocks: Confusion,
}

/// Trains a forest for each role. `model` gives the model of `auto` that judges a page.
pub fn train(
    corpora: &[Corpus],
    model: impl Fn(&Record) -> Arc<Model> + Sync,
    say: &mut dyn FnMut(&str),
) -> Result<(RoleModel, Vec<Figures>), TrainError> {
    say("reading pages");
    let lessons = lessons(corpora, &model);
    let mut trained = RoleModel { forests: Vec::new(), thresholds: Vec::new() };
    let mut figures = Vec::new();
    for (role, lessons) in LEARNED.into_iter().zip(lessons) {
        say(role.name());
        let (forest, threshold, told) = learn(&lessons)?;
        trained.forests.push(forest);
        trained.thresholds.push(threshold);
        let right = |of: Option<usize>| {
            let mut blocks = Confusion::default();
            let of_corpus = |l: &&Lesson| of.is_none_or(|corpus| l.corpus == corpus);
            lessons.iter().zip(&told).filter(|(l, _)| of_corpus(l)).for_each(|(lesson, told)| {
                blocks.add(lesson.is, *told >= threshold, 1);
            });
            blocks
        };
        for (number, corpus) in corpora.iter().enumerate() {
            let blocks = right(Some(number));
            if blocks.hit + blocks.missed > 0 {
                figures.push(Figures { role, corpus: Some(corpus.name().into()), blocks });
            }
        }
        figures.push(Figures { role, corpus: None, blocks: right(None) });
    }
    Ok((trained, figures))
}

/// The blocks that golds speak of, by role.
fn lessons(
    corpora: &[Corpus],
    model: &(impl Fn(&Record) -> Arc<Model> + Sync),
) -> Vec<Vec<Lesson>> {
    let pages: Vec<(usize, &Record)> = corpora
        .iter()
        .enumerate()
        .flat_map(|(number, corpus)| corpus.records().iter().map(move |record| (number, record)))
        .collect();
    let of_page = |&(corpus, record): &(usize, &Record)| {
        let bytes = corpora[corpus].page(&record.id).ok()?;
        let page = Page::from_bytes(&bytes, &Hints::default(), &Limits::default()).ok()?;
        let document = Document::new(page);
        let labels = labels(record, &document);
        if labels.is_empty() {
            return None;
        }
        let judged = model(record).judge(&document, 1.0);
        let page_type = judged.page_type();
        let seen = Seen { document: &document, page_type, probabilities: &judged.probabilities };
        let rows: Vec<Vec<f32>> = seen.rows().collect();
        let part = record.part(PARTS);
        let lessons = LEARNED.map(|role| {
            let of_role = labels.iter().filter(|labels| labels.role == role);
            let blocks = of_role.flat_map(|labels| labels.blocks.iter().zip(&rows));
            let lesson = |(is, row): (&Option<bool>, &Vec<f32>)| {
                Some(Lesson { row: row.clone(), is: (*is)?, part, corpus })
            };
            blocks.filter_map(lesson).collect::<Vec<_>>()
        });
        Some(lessons)
    };
    let pages: Vec<_> = pages.par_iter().filter_map(of_page).collect();
    let mut all: Vec<Vec<Lesson>> = LEARNED.iter().map(|_| Vec::new()).collect();
    for lessons in pages {
        lessons.into_iter().zip(&mut all).for_each(|(of_role, all)| all.extend(of_role));
    }
    all
}

/// A forest of all lessons, the threshold with the best F1, and what forests that had not seen its part say of each.
fn learn(lessons: &[Lesson]) -> Result<(Forest, f32, Vec<f32>), TrainError> {
    if !lessons.iter().any(|lesson| lesson.is) {
        return Ok((Forest::default(), 1.0, vec![0.0; lessons.len()]));
    }
    let values = lessons.iter().flat_map(|lesson| lesson.row.iter().copied()).collect();
    let targets: Vec<f32> = lessons.iter().map(|lesson| f32::from(u8::from(lesson.is))).collect();
    let rows = Rows::new(values, role_width(), &targets, &vec![1.0; targets.len()])?;
    let mut told = vec![0.0; lessons.len()];
    for part in 0..PARTS {
        let others: Vec<usize> =
            (0..lessons.len()).filter(|&at| lessons[at].part != part).collect();
        if others.is_empty() {
            continue;
        }
        let forest = only(rows.select(&others)?.train(Goal::Probability, &SETTINGS)?);
        for (lesson, told) in lessons.iter().zip(&mut told).filter(|(l, _)| l.part == part) {
            *told = probability(forest.sum(&lesson.row));
        }
    }
    let forest = only(rows.train(Goal::Probability, &SETTINGS)?);
    Ok((forest, best_threshold(lessons, &told), told))
}

fn only(forests: Vec<Forest>) -> Forest {
    forests.into_iter().next().unwrap_or_default()
}

/// The threshold with the largest F1.
fn best_threshold(lessons: &[Lesson], told: &[f32]) -> f32 {
    let f1 = |threshold: f32| {
        let mut all = Confusion::default();
        lessons.iter().zip(told).for_each(|(l, &p)| all.add(l.is, p >= threshold, 1));
        all.prf().f1
    };
    let thresholds = (5..95).map(|percent| percent as f32 / 100.0);
    thresholds.max_by(|&a, &b| f1(a).total_cmp(&f1(b))).unwrap_or(0.5)
}
