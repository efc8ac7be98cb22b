//! What a site memory is worth to the default extractor, learned from streams with gold texts.
//!
//! Pages of a site are played in time order through a memory, exactly as in use; each block gives a row of
//! what its page said of it, what the memory knew, and what the gold says.

use crate::sample::Sample;
use dehusk::auto::Auto;
use dehusk_extract::BlockHint;
use dehusk_site::{Keys, Normalizer, Observation, Retention, SiteMemory, registered_domain};
use std::collections::BTreeMap;

/// A block of a stream.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Which site.
    pub site: usize,
    /// Which page, by its place among the samples.
    pub page: usize,
    /// Earlier pages of its site.
    pub number: usize,
    /// Its words.
    pub words: u32,
    /// What the memory knew.
    pub hint: BlockHint,
    /// Earlier pages that are remembered, and those of its part of the site.
    pub pages: [u32; 2],
    /// The same count as `hint.seen` where blocks that differ by a name or a date are one.
    pub masked: u32,
    /// How likely it is content by its page alone.
    pub by_page: f32,
    /// The share of it that is content.
    pub gold: f32,
}

/// The rows of all streams.
pub fn rows(samples: &[Sample], auto: &Auto) -> Vec<Row> {
    let mut sites: BTreeMap<(String, String), Vec<usize>> = BTreeMap::new();
    for (n, sample) in samples.iter().enumerate().filter(|(_, s)| s.has_text()) {
        let Some(host) = &sample.record.host else { continue };
        let site = (sample.corpus.clone(), registered_domain(host).to_string());
        sites.entry(site).or_default().push(n);
    }
    let mut rows = Vec::new();
    for (site, mut pages) in sites.into_values().enumerate() {
        let when = |&n: &usize| (samples[n].record.day(), &samples[n].record.id);
        pages.sort_by(|a, b| when(a).cmp(&when(b)));
        play(site, &pages, samples, auto, &mut rows);
    }
    rows
}

fn play(site: usize, pages: &[usize], samples: &[Sample], auto: &Auto, rows: &mut Vec<Row>) {
    let (mut plain, mut masked) = (SiteMemory::new(Retention::default()), SiteMemory::default());
    for (number, &page) in pages.iter().enumerate() {
        let sample = &samples[page];
        let host = sample.record.host.as_deref().unwrap_or_default();
        let address = format!("http://{host}/{}", sample.record.id);
        let url = sample.record.url.as_deref().unwrap_or(&address);
        let Ok(key) = Keys::default().key(url, None) else { continue };
        let seen = Observation::with(
            &mut Normalizer::default(),
            key.clone(),
            number as i64,
            &sample.document,
        );
        let other =
            Observation::with(&mut Normalizer::masking(), key, number as i64, &sample.document);
        let (hint, other_hint) = (plain.hint(&seen), masked.hint(&other));
        let by_page = auto.probabilities(&sample.document);
        for (n, block) in hint.blocks.iter().enumerate() {
            rows.push(Row {
                site,
                page,
                number,
                words: seen.blocks()[n].words,
                hint: *block,
                pages: [hint.pages, hint.section_pages],
                masked: other_hint.blocks[n].seen,
                by_page: by_page[n],
                gold: if sample.is_covered { sample.labels[n].content } else { -1.0 },
            });
        }
        plain.observe(&seen.judged(&by_page));
        masked.observe(&other.judged(&by_page));
    }
}
