//! How fast: each step from bytes to text on its own, for every extractor, on one core and in one go.
//!
//! A busy machine is slower now than a moment ago, so nothing is measured in one piece: all steps and all
//! extractors take turns on each page, in rounds, and each counts with its best round on each page. What
//! an extractor computes for itself, such as features, is its own time: it gets a fresh document, whose
//! blocks are there already. Those that go by a site get the pages of one site after the other: what they
//! remember, and the comparison of all pages, shared out among these, is their own time too.

use crate::corpus::{Corpus, Record};
use crate::run::{SiteExtractor, SitePage, by_site};
use dehusk::extractor::{Document, NamedExtractor, Page};
use dehusk::{Article, Limits};
use dehusk_page::{Hints, decode};
use serde::Serialize;
use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Names of the steps that all extractors share.
const STEPS: [&str; 3] = ["decode", "parse", "segment"];

/// What was measured.
#[derive(Clone, Debug, Serialize)]
pub struct Speeds {
    /// Pages.
    pub pages: usize,
    /// Bytes of all pages, as fetched.
    pub bytes: usize,
    /// How often each page was worked on.
    pub rounds: usize,
    /// What every extractor needs before it starts.
    pub steps: Vec<Speed>,
    /// Each extractor.
    pub extractors: Vec<ExtractorSpeed>,
}

/// The speed of one step.
#[derive(Clone, Debug, Serialize)]
pub struct Speed {
    /// The step.
    pub name: String,
    /// Seconds for all pages.
    pub seconds: f64,
    /// Megabytes a second.
    pub mb_per_second: f64,
    /// Pages a second.
    pub pages_per_second: f64,
}

/// The speed of one extractor.
#[derive(Clone, Debug, Serialize)]
pub struct ExtractorSpeed {
    /// Extracting and rendering as text, by itself.
    #[serde(flatten)]
    pub alone: Speed,
    /// Decoding, parsing, segmenting, extracting and rendering.
    pub whole: Speed,
    /// Pages it panicked on.
    pub failures: usize,
}

/// What is measured.
#[derive(Debug)]
pub struct Trial {
    pages: Vec<Vec<u8>>,
    records: Vec<Record>,
    extractors: Vec<NamedExtractor>,
    of_sites: Vec<SiteExtractor>,
    rounds: usize,
}

impl Trial {
    /// Measures extractors on at most `most` pages of some corpora, taken evenly from all of them. What
    /// is no page is left out.
    pub fn new(corpora: &[Corpus], most: usize, extractors: Vec<NamedExtractor>) -> Trial {
        let all: Vec<(&Corpus, &Record)> = corpora
            .iter()
            .flat_map(|corpus| corpus.records().iter().map(move |record| (corpus, record)))
            .collect();
        let count = most.min(all.len());
        let chosen = (0..count).filter_map(|i| all.get(i * all.len() / count));
        let read = chosen.filter_map(|(corpus, record)| {
            let bytes = corpus.page(&record.id).ok()?;
            let is_page = Page::from_bytes(&bytes, &Hints::default(), &Limits::default()).is_ok();
            is_page.then(|| (bytes, (*record).clone()))
        });
        let (pages, records) = read.unzip();
        Trial { pages, records, extractors, of_sites: Vec::new(), rounds: 5 }
    }

    /// Measures extractors of sites too. Pages whose site is not known are one each to them.
    pub fn with_site_extractors(mut self, extractors: Vec<SiteExtractor>) -> Trial {
        self.of_sites = extractors;
        self
    }

    /// How often each page is worked on.
    pub fn with_rounds(mut self, rounds: usize) -> Trial {
        self.rounds = rounds.max(1);
        self
    }

    /// Measures; `step` is called after each page of each round.
    pub fn run(&self, mut step: impl FnMut()) -> Speeds {
        let contenders = self.extractors.len() + self.of_sites.len();
        let tracks = STEPS.len() + contenders;
        let mut best = vec![vec![Duration::MAX; tracks]; self.pages.len()];
        let mut failed = vec![vec![false; self.pages.len()]; contenders];
        let sites = by_site(&self.records);
        for _ in 0..self.rounds {
            for (index, (bytes, best)) in self.pages.iter().zip(&mut best).enumerate() {
                let page = shared_steps(bytes, best);
                let extractors = self.extractors.iter().zip(&mut best[STEPS.len()..]);
                for ((entry, best), failed) in extractors.zip(&mut failed) {
                    failed[index] |= !extract(entry, page.clone(), best);
                }
                step();
            }
            for (place, extractor) in self.of_sites.iter().enumerate() {
                let place = self.extractors.len() + place;
                for site in &sites {
                    self.play(extractor, site, STEPS.len() + place, &mut best, &mut failed[place]);
                }
            }
        }
        self.speeds(&best, &failed)
    }

    /// Has an extractor of sites work on the pages of one.
    fn play(
        &self,
        extractor: &SiteExtractor,
        site: &[usize],
        track: usize,
        best: &mut [Vec<Duration>],
        failed: &mut [bool],
    ) {
        let page = |&page: &usize| {
            let text = decode(&self.pages[page], &Hints::default()).text;
            let document = Document::new(Page::parse_with(text, &Limits::default()));
            document.blocks();
            SitePage { record: &self.records[page], document }
        };
        let pages: Vec<SitePage<'_>> = site.iter().map(page).collect();
        match catch_unwind(AssertUnwindSafe(|| extractor.pace(pages))) {
            Ok(times) => {
                for (&page, time) in site.iter().zip(times) {
                    best[page][track] = time.min(best[page][track]);
                }
            }
            Err(_) => site.iter().for_each(|&page| failed[page] = true),
        }
    }

    /// The number of steps that `run` will report.
    pub fn steps(&self) -> usize {
        self.rounds * self.pages.len()
    }

    fn speeds(&self, best: &[Vec<Duration>], failed: &[Vec<bool>]) -> Speeds {
        let bytes = self.pages.iter().map(Vec::len).sum();
        let seconds = |track: usize| {
            let times = best.iter().filter_map(|page| page.get(track));
            // A page that no round came through has no time.
            times.filter(|&&time| time < Duration::MAX).sum::<Duration>().as_secs_f64()
        };
        let speed = |name: &str, seconds: f64| Speed {
            name: name.into(),
            seconds,
            mb_per_second: bytes as f64 / 1e6 / seconds.max(f64::MIN_POSITIVE),
            pages_per_second: self.pages.len() as f64 / seconds.max(f64::MIN_POSITIVE),
        };
        let shared: f64 = (0..STEPS.len()).map(seconds).sum();
        let of_pages = self.extractors.iter().map(NamedExtractor::name);
        let names = of_pages.chain(self.of_sites.iter().map(SiteExtractor::name));
        let extractor = |(index, (name, failed)): (usize, (&str, &Vec<bool>))| {
            let alone = seconds(STEPS.len() + index);
            ExtractorSpeed {
                alone: speed(name, alone),
                whole: speed(name, shared + alone),
                failures: failed.iter().filter(|&&f| f).count(),
            }
        };
        Speeds {
            pages: self.pages.len(),
            bytes,
            rounds: self.rounds,
            steps: STEPS.iter().enumerate().map(|(i, name)| speed(name, seconds(i))).collect(),
            extractors: names.zip(failed).enumerate().map(extractor).collect(),
        }
    }
}

/// Decodes, parses and segments a page, each timed, and gives the page.
fn shared_steps(bytes: &[u8], best: &mut [Duration]) -> Page {
    let (decoded, decoding) = timed(|| decode(bytes, &Hints::default()));
    let (page, parsing) = timed(|| Page::parse_with(decoded.text, &Limits::default()));
    let document = Document::new(page.clone());
    let (_, segmenting) = timed(|| black_box(document.blocks().len()));
    for (best, time) in best.iter_mut().zip([decoding, parsing, segmenting]) {
        *best = time.min(*best);
    }
    page
}

/// Extracts and renders; false if that panicked.
fn extract(named: &NamedExtractor, page: Page, best: &mut Duration) -> bool {
    let document = Arc::new(Document::new(page));
    document.blocks();
    let (done, time) = timed(|| {
        catch_unwind(AssertUnwindSafe(|| {
            black_box(
                Article::extract(Arc::clone(&document), named.extractor(), named.name())
                    .text()
                    .len(),
            );
        }))
    });
    *best = time.min(*best);
    done.is_ok()
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_and_extractor_has_a_speed() {
        let page = format!("<title>x</title>{}", "<p>Some words of text, many times.".repeat(200));
        let extractors =
            ["auto", "readability"].map(|name| dehusk::extractor::named(name).unwrap()).to_vec();
        let record = |id: usize| Record {
            id: id.to_string(),
            host: Some("a.example".into()),
            ..Record::default()
        };
        let of_sites = ["sst", "url-tree-strict", "auto-memory"];
        let of_sites = of_sites.map(|name| SiteExtractor::named(name).unwrap().unwrap()).to_vec();
        let trial = Trial {
            pages: vec![page.into_bytes(); 3],
            records: (0..3).map(record).collect(),
            extractors,
            of_sites,
            rounds: 2,
        };
        let mut steps = 0;
        let speeds = trial.run(|| steps += 1);
        assert_eq!((steps, trial.steps()), (6, 6));
        assert_eq!(speeds.steps.len(), 3);
        assert_eq!(speeds.extractors.len(), 5);
        let shared: f64 = speeds.steps.iter().map(|s| s.seconds).sum();
        for extractor in &speeds.extractors {
            assert!(extractor.alone.seconds > 0.0 && extractor.alone.mb_per_second.is_finite());
            let whole = shared + extractor.alone.seconds;
            assert!((extractor.whole.seconds - whole).abs() < 1e-12);
            assert_eq!(extractor.failures, 0);
        }
    }
}
