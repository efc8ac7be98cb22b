//! `auto`: two models over blocks, the page's kind and the confidence, in one go.
//!
//! What a later step learns from is what the earlier ones say of pages they have not seen: the pages are
//! parted by host, each part is judged by models trained on the others, and the same models give the
//! cross-validated answers. The model to ship is then trained on all pages.

use crate::boost::{Goal, Rows, Settings};
use crate::error::TrainError;
use crate::lexicon::Lessons;
use crate::parts::Parts;
use crate::sample::Sample;
use dehusk::Article;
use dehusk_auto::training::{FirstPass, Forest, Lexicon, Table, kinds, probabilities};
use dehusk_auto::{Auto, Model, Preferences, input};
use dehusk_eval::measures::lcs;
use dehusk_eval::tokens::Vocabulary;
use dehusk_extract::PageType;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// What to train and how.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How the pages are parted.
    pub parts: Parts,
    /// The seed of all samples.
    pub seed: u64,
    /// Trees of the second model over blocks.
    pub trees: usize,
    /// Whether to cross-validate only, without a model of all pages.
    pub only_validate: bool,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan { parts: Parts::Hosts(5), seed: 1, trees: 160, only_validate: false }
    }
}

/// A model of all pages, where it was asked for, and one for each part that has not seen it.
#[derive(Debug)]
pub struct Trained {
    /// Trained on all pages.
    pub model: Option<Model>,
    /// Model `n` was trained on the pages that are not in part `n`.
    pub without: Vec<Model>,
    /// The part of each page.
    pub parts: Vec<usize>,
}

/// An answer about a page by a model that has not seen its part.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The text.
    pub text: String,
    /// How sure the model was.
    pub confidence: f32,
    /// The kind of page it took it for.
    pub page_type: Option<PageType>,
}

/// How the models over blocks are grown. The first one has to be quick: it sees every block.
const FIRST: Settings =
    Settings { rounds: 60, rate: 0.2, columns: 0.4, rows: 0.7, leaves: 16, least: 5.0, seed: 0 };
const SECOND: Settings =
    Settings { rounds: 0, rate: 0.12, columns: 0.4, rows: 0.7, leaves: 32, least: 5.0, seed: 0 };

/// Told what is done next.
pub type Progress<'p> = &'p mut dyn FnMut(&str);
type Result<T> = std::result::Result<T, TrainError>;

/// Trains everything.
pub fn train(samples: &[Sample], plan: &Plan, say: Progress) -> Result<Trained> {
    let work = Work { samples, plan, parts: plan.parts.of(samples) };
    let lexicons = work.lexicons(say);
    let tables = work.first_tables(&lexicons);
    let firsts = work.first(&tables, say)?;
    let passes = work.first_passes(&tables, &firsts);
    drop(tables);
    let kind_forests = work.kinds(&passes, say)?;
    let tables = work.second_tables(&lexicons, &passes, &kind_forests);
    let seconds = work.second(&tables, say)?;
    drop(tables);
    let assemble =
        |lexicon: &Lexicon, first: &Vec<Forest>, kinds: &Vec<Forest>, second: &Vec<Forest>| Model {
            about: serde_json::Value::Null,
            lexicon: lexicon.clone(),
            first: first.first().cloned().unwrap_or_default(),
            kinds: kinds.clone(),
            second: second.first().cloned().unwrap_or_default(),
            confidence: Forest::default(),
            risk: Forest::default(),
        };
    let parts = firsts.without.iter().zip(&kind_forests.without).zip(&seconds.without);
    let parts = lexicons.without.iter().zip(parts);
    let mut without: Vec<Model> = parts.map(|(l, ((f, k), s))| assemble(l, f, k, s)).collect();
    let graded = work.graded(&without);
    let confidences = work.of_answers("confidence", &graded, Goal::Median, |f1| f1, say)?;
    let is_poor = |f1: f32| f32::from(u8::from(f1 < POOR));
    let risks = work.of_answers("risk", &graded, Goal::Probability, is_poor, say)?;
    let only = |forests: Vec<Forest>| forests.into_iter().next().unwrap_or_default();
    for ((model, confidence), risk) in
        without.iter_mut().zip(confidences.without).zip(risks.without)
    {
        (model.confidence, model.risk) = (only(confidence), only(risk));
    }
    let blocks = (lexicons.all, firsts.all, kind_forests.all, seconds.all);
    let model = match (blocks, confidences.all, risks.all) {
        ((Some(lexicon), Some(first), Some(kinds), Some(second)), Some(confidence), Some(risk)) => {
            let mut model = assemble(&lexicon, &first, &kinds, &second);
            (model.confidence, model.risk) = (only(confidence), only(risk));
            Some(model)
        }
        _ => None,
    };
    Ok(Trained { model, without, parts: work.parts })
}

impl Trained {
    /// The answers about all pages, each by the model that has not seen its part, exactly as the
    /// extractor gives them.
    pub fn answers(&self, samples: &[Sample]) -> Vec<Answer> {
        let extractors: Vec<Auto> = self.without.iter().map(extractor).collect();
        let answer = |(sample, &part): (&Sample, &usize)| {
            let article = Article::extract(Arc::clone(&sample.document), &extractors[part], "auto");
            let appraisal = article.appraisal();
            Answer {
                text: article.text(),
                confidence: appraisal.map_or(0.0, |a| a.confidence),
                page_type: appraisal.and_then(|a| a.page_type),
            }
        };
        samples.par_iter().zip(&self.parts).map(answer).collect()
    }
}

fn extractor(model: &Model) -> Auto {
    let mut options = Preferences::default();
    options.model = Some(Arc::new(model.clone()));
    Auto::new(options)
}

/// What is learned in one step: from all pages, and without each part.
struct Crossed<T = Vec<Forest>> {
    all: Option<T>,
    without: Vec<T>,
}

struct Work<'w> {
    samples: &'w [Sample],
    plan: &'w Plan,
    parts: Vec<usize>,
}

/// Rows to learn from, and the part each belongs to.
struct Lesson {
    rows: Rows,
    parts: Vec<usize>,
    goal: Goal,
    settings: Settings,
}

impl Work<'_> {
    fn lexicons(&self, say: Progress) -> Crossed<Lexicon> {
        say("words");
        let share = shares(self.samples);
        let lessons = Lessons::new(self.samples, |sample| share[&sample.corpus]);
        let count = self.plan.parts.count(self.samples);
        let without =
            (0..count).map(|part| lessons.learn(|page| self.parts[page] != part)).collect();
        let all = (!self.plan.only_validate).then(|| lessons.learn(|_| true));
        Crossed { all, without }
    }

    /// What the first model sees of each page, with words that were learned elsewhere.
    fn first_tables(&self, lexicons: &Crossed<Lexicon>) -> Vec<Table> {
        let table = |(sample, &part): (&Sample, &usize)| {
            let scores = lexicons.without[part].scores(&sample.document);
            input::first(&sample.document, &scores, 0..sample.labels.len())
        };
        self.samples.par_iter().zip(&self.parts).map(table).collect()
    }

    /// What the second model sees of those blocks of each page that it is asked for.
    fn second_tables(
        &self,
        lexicons: &Crossed<Lexicon>,
        passes: &[FirstPass],
        kind_forests: &Crossed,
    ) -> Vec<(Vec<u32>, Table)> {
        let table = |((sample, &part), pass): ((&Sample, &usize), &FirstPass)| {
            let scores = lexicons.without[part].scores(&sample.document);
            let likely = kinds(&kind_forests.without[part], &pass.page);
            pass.second_table(&sample.document, &scores, &likely)
        };
        self.samples.par_iter().zip(&self.parts).zip(passes).map(table).collect()
    }

    /// Trains on all rows, and without those of each part.
    fn crossed(&self, name: &str, lesson: &Lesson, say: Progress) -> Result<Crossed> {
        let Lesson { rows, parts, goal, settings } = lesson;
        let count = self.plan.parts.count(self.samples);
        let mut without = Vec::new();
        for part in 0..count {
            say(&format!("{name}, without part {} of {count}", part + 1));
            let chosen: Vec<usize> = (0..parts.len()).filter(|&row| parts[row] != part).collect();
            without.push(match chosen.is_empty() {
                true => vec![Forest::default(); goal.forests()],
                false => rows.select(&chosen)?.train(*goal, settings)?,
            });
        }
        if self.plan.only_validate {
            return Ok(Crossed { all: None, without });
        }
        say(&format!("{name}, with all pages"));
        Ok(Crossed { all: Some(rows.train(*goal, settings)?), without })
    }

    /// The blocks that count, as rows. `rows` are those of a page: blocks and what is seen of them.
    fn block_lesson<'t>(
        &self,
        width: usize,
        settings: Settings,
        rows: impl Fn(usize) -> Box<dyn Iterator<Item = (usize, Vec<f32>)> + 't>,
    ) -> Result<Lesson> {
        let (mut values, mut targets) = (Vec::new(), Vec::new());
        let (mut weights, mut parts) = (Vec::new(), Vec::new());
        let share = shares(self.samples);
        for (n, sample) in self.samples.iter().enumerate() {
            let counts = sample.weights();
            for (block, row) in rows(n).filter(|(block, _)| counts[*block] > 0.0) {
                values.extend(row);
                targets.push(sample.labels[block].content);
                weights.push(counts[block] * share[&sample.corpus]);
                parts.push(self.parts[n]);
            }
        }
        let rows = Rows::new(values, width, &targets, &weights)?;
        let settings = Settings { seed: self.plan.seed, ..settings };
        Ok(Lesson { rows, parts, goal: Goal::Probability, settings })
    }

    fn first(&self, tables: &[Table], say: Progress) -> Result<Crossed> {
        let lesson = self.block_lesson(input::first_width(), FIRST, |n| {
            let table = &tables[n];
            Box::new((0..table.rows()).map(|block| (block, table.row(block))))
        })?;
        self.crossed("first model", &lesson, say)
    }

    /// What the first model says of each page, by the one that has not seen it.
    fn first_passes(&self, tables: &[Table], firsts: &Crossed) -> Vec<FirstPass> {
        let pass = |((table, sample), &part): ((&Table, &Sample), &usize)| {
            let first = probabilities(&firsts.without[part][0], table);
            FirstPass::new(&sample.document, first)
        };
        tables.par_iter().zip(self.samples).zip(&self.parts).map(pass).collect()
    }

    fn kinds(&self, passes: &[FirstPass], say: Progress) -> Result<Crossed> {
        let kind = |(n, sample): (usize, &Sample)| Some((n, sample.page_type()?));
        let known: Vec<(usize, PageType)> =
            self.samples.iter().enumerate().filter_map(kind).collect();
        if known.is_empty() {
            // Corpora that tell no kinds: all are equally likely.
            let none = vec![Forest::default(); PageType::ALL.len()];
            let without = vec![none.clone(); self.plan.parts.count(self.samples)];
            return Ok(Crossed { all: Some(none), without });
        }
        let place = |kind| PageType::ALL.iter().position(|&k| k == kind).unwrap_or(0) as f32;
        let targets: Vec<f32> = known.iter().map(|&(_, kind)| place(kind)).collect();
        let values = known.iter().flat_map(|&(n, _)| passes[n].page.clone()).collect();
        let lesson = Lesson {
            rows: Rows::new(values, input::page_width(), &targets, &vec![1.0; targets.len()])?,
            parts: known.iter().map(|&(n, _)| self.parts[n]).collect(),
            goal: Goal::Class(NonZeroUsize::new(PageType::ALL.len()).unwrap_or(NonZeroUsize::MIN)),
            settings: Settings {
                rounds: 30,
                rate: 0.2,
                columns: 0.4,
                rows: 0.8,
                leaves: 16,
                least: 2.0,
                seed: self.plan.seed,
            },
        };
        self.crossed("kinds of pages", &lesson, say)
    }

    fn second(&self, tables: &[(Vec<u32>, Table)], say: Progress) -> Result<Crossed> {
        let settings = Settings { rounds: self.plan.trees, ..SECOND };
        let lesson = self.block_lesson(input::second_width(), settings, |n| {
            let (blocks, table) = &tables[n];
            let rows = blocks.iter().enumerate();
            Box::new(rows.map(|(row, &block)| (block as usize, table.row(row))))
        })?;
        self.crossed("second model", &lesson, say)
    }

    /// Answers about pages that the models had not seen: what is measured of each, its F1 and its part.
    fn graded(&self, without: &[Model]) -> Vec<(Vec<f32>, f32, usize)> {
        let extractors: Vec<Auto> = without.iter().map(extractor).collect();
        self.samples
            .par_iter()
            .zip(&self.parts)
            .filter(|(sample, _)| sample.has_text())
            .map(|(sample, &part)| {
                let input = without[part].judge(&sample.document, 1.0).confidence_input;
                (input, grade(sample, &extractors[part]), part)
            })
            .collect()
    }

    /// Learns something of answers from what they turned out to be worth.
    fn of_answers(
        &self,
        name: &str,
        graded: &[(Vec<f32>, f32, usize)],
        goal: Goal,
        target: impl Fn(f32) -> f32,
        say: Progress,
    ) -> Result<Crossed> {
        let targets: Vec<f32> = graded.iter().map(|g| target(g.1)).collect();
        let values = graded.iter().flat_map(|g| g.0.iter().copied()).collect();
        // Few answers are poor: more trees would learn them by heart.
        let (rounds, least) =
            if matches!(goal, Goal::Probability) { (60, 3.0) } else { (100, 10.0) };
        let lesson = Lesson {
            rows: Rows::new(values, input::answer_width(), &targets, &vec![1.0; targets.len()])?,
            parts: graded.iter().map(|g| g.2).collect(),
            goal,
            settings: Settings {
                rounds,
                rate: 0.1,
                columns: 0.3,
                rows: 0.6,
                leaves: 16,
                least,
                seed: self.plan.seed,
            },
        };
        self.crossed(name, &lesson, say)
    }
}

/// An answer with a smaller F1 is poor.
const POOR: f32 = 0.6;

/// How much a page of each corpus counts. A small corpus has kinds of pages that no other has; a page of it
/// counts more than one of a large corpus, though not so much that few pages decide.
fn shares(samples: &[Sample]) -> BTreeMap<String, f32> {
    let mut pages: BTreeMap<String, f32> = BTreeMap::new();
    samples.iter().for_each(|sample| *pages.entry(sample.corpus.clone()).or_default() += 1.0);
    let mean = samples.len() as f32 / pages.len().max(1) as f32;
    pages.into_iter().map(|(corpus, count)| (corpus, (mean / count).powf(0.4))).collect()
}

/// The F1 of an answer, by the longest common subsequence with the gold.
fn grade(sample: &Sample, extractor: &Auto) -> f32 {
    let article = Article::extract(Arc::clone(&sample.document), extractor, "auto");
    let mut vocabulary = Vocabulary::default();
    let gold = vocabulary.encode(&sample.record.gold);
    lcs(&gold, &vocabulary.encode(&article.text())).f1 as f32
}
