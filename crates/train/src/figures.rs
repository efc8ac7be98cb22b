//! The figures of a cross-validation: what the models reach on pages they have not seen.

use crate::auto::Answer;
use crate::sample::Sample;
use dehusk_eval::measures::{SnippetCounts, bag_of_words, lcs, snippets};
use dehusk_eval::tokens::Vocabulary;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt;

/// Means over the pages of a group.
#[derive(Clone, Copy, Debug, Default)]
pub struct Means {
    /// Pages with a gold text.
    pub pages: usize,
    /// F1 of the longest common subsequence.
    pub lcs: f64,
    /// F1 of the bag of words.
    pub bow: f64,
}

/// All figures.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    /// By corpus.
    pub corpora: BTreeMap<String, Means>,
    /// By kind of page, where the corpus tells it.
    pub kinds: BTreeMap<String, Means>,
    /// By language, where the corpus tells it.
    pub languages: BTreeMap<String, Means>,
    /// Balanced accuracy on snippets, by corpus.
    pub snippets: BTreeMap<String, f64>,
    /// The mean distance of confidence and F1.
    pub confidence_error: f64,
    /// The share of pages whose kind was found.
    pub kinds_found: f64,
}

/// One page's share in them.
struct Graded<'s> {
    sample: &'s Sample,
    answer: &'s Answer,
    lcs: f64,
    bow: f64,
}

impl Figures {
    /// Of answers about pages.
    pub fn of(samples: &[Sample], answers: &[Answer]) -> Figures {
        let graded: Vec<Graded> = samples
            .par_iter()
            .zip(answers)
            .filter(|(sample, _)| sample.has_text())
            .map(|(sample, answer)| grade(sample, answer))
            .collect();
        let pages = graded.len().max(1) as f64;
        let off = |g: &Graded| (f64::from(g.answer.confidence) - g.lcs).abs();
        let typed: Vec<&Graded> =
            graded.iter().filter(|g| g.sample.page_type().is_some()).collect();
        let found = typed.iter().filter(|g| g.sample.page_type() == g.answer.page_type).count();
        Figures {
            corpora: means(&graded, |s| Some(s.corpus.clone())),
            kinds: means(&graded, |s| s.page_type().map(|kind| kind.name().to_string())),
            languages: means(&graded, |s| s.record.lang.clone()),
            snippets: snippet_accuracy(samples, answers),
            confidence_error: graded.iter().map(off).sum::<f64>() / pages,
            kinds_found: found as f64 / typed.len().max(1) as f64,
        }
    }

    /// The mean over corpora.
    pub fn macro_lcs(&self) -> f64 {
        self.corpora.values().map(|m| m.lcs).sum::<f64>() / self.corpora.len().max(1) as f64
    }

    /// For the model file.
    pub fn to_json(&self) -> Value {
        let round = |v: f64| (v * 1000.0).round() / 1000.0;
        let lcs: BTreeMap<&String, f64> =
            self.corpora.iter().map(|(k, m)| (k, round(m.lcs))).collect();
        let bow: BTreeMap<&String, f64> =
            self.kinds.iter().map(|(k, m)| (k, round(m.bow))).collect();
        json!({
            "macro_lcs": round(self.macro_lcs()),
            "lcs": lcs,
            "bow_by_kind": bow,
            "confidence_error": round(self.confidence_error),
        })
    }
}

fn grade<'s>(sample: &'s Sample, answer: &'s Answer) -> Graded<'s> {
    let mut vocabulary = Vocabulary::default();
    let gold = vocabulary.encode(&sample.record.gold);
    let text = vocabulary.encode(&answer.text);
    Graded { sample, answer, lcs: lcs(&gold, &text).f1, bow: bag_of_words(&gold, &text).f1 }
}

fn means(graded: &[Graded], key: impl Fn(&Sample) -> Option<String>) -> BTreeMap<String, Means> {
    let mut groups: BTreeMap<String, Means> = BTreeMap::new();
    for page in graded {
        if let Some(key) = key(page.sample) {
            let sum = groups.entry(key).or_default();
            sum.pages += 1;
            sum.lcs += page.lcs;
            sum.bow += page.bow;
        }
    }
    for sum in groups.values_mut() {
        sum.lcs /= sum.pages as f64;
        sum.bow /= sum.pages as f64;
    }
    groups
}

fn snippet_accuracy(samples: &[Sample], answers: &[Answer]) -> BTreeMap<String, f64> {
    let mut groups: BTreeMap<String, SnippetCounts> = BTreeMap::new();
    for (sample, answer) in samples.iter().zip(answers) {
        let record = &sample.record;
        if !record.with.is_empty() || !record.without.is_empty() {
            let counts = snippets(&record.with, &record.without, &answer.text);
            groups.entry(sample.corpus.clone()).or_default().add(&counts);
        }
    }
    groups.into_iter().map(|(corpus, counts)| (corpus, counts.balanced_accuracy())).collect()
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (title, groups) in
            [("corpus", &self.corpora), ("kind", &self.kinds), ("language", &self.languages)]
        {
            writeln!(f, "{title:16} pages    lcs    bow")?;
            for (name, means) in groups {
                writeln!(f, "{name:16} {:5}  {:.3}  {:.3}", means.pages, means.lcs, means.bow)?;
            }
            writeln!(f)?;
        }
        writeln!(f, "mean lcs over corpora {:.4}", self.macro_lcs())?;
        for (corpus, accuracy) in &self.snippets {
            writeln!(f, "snippets of {corpus} {accuracy:.3}")?;
        }
        writeln!(f, "confidence is off by {:.3} in the mean", self.confidence_error)?;
        writeln!(f, "kind of page found for {:.1} %", self.kinds_found * 100.0)
    }
}
