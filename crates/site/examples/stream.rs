//! What a stream costs: bytes a thousand documents and microseconds a document, on made-up sites.
//!
//! `cargo run --release -p dehusk-site --example stream -- [SITES] [DOCUMENTS A SITE]`
//!
//! A document has the template of its site (80 blocks, of which 10 belong to its section), 8 links of a
//! list that drifts, and 22 paragraphs of its own, which is about what pages of newspapers have. Two things
//! are measured beside each other: the URL Tree by itself with `url-tree-strict`, and the whole memory with
//! hint and learning. The time is the processor's for making the key, normalising and hashing the texts,
//! inserting and classifying; parsing is not part of it, and the texts are made up by another thread.

use cpu_time::ThreadTime;
use dehusk_site::{
    BlockHash, Heuristic, Keys, Memories, Normalizer, Observation, Retention, SeenBlock, Shape,
    Sites, UrlKey,
};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::Duration;

const TEMPLATE: u64 = 70;
const SECTION: u64 = 10;
const RELATED: u64 = 8;
const PARAGRAPHS: u64 = 22;
const SECTIONS: u64 = 12;
/// Documents that go from one thread to the other at once.
const BATCH: usize = 50;

fn main() {
    let mut arguments = std::env::args().skip(1).map(|a| a.parse::<u64>());
    let mut next = |default| arguments.next().and_then(Result::ok).unwrap_or(default);
    let (sites, documents) = (next(200), next(1000));
    let mut run = Run::new();
    let (sender, receiver) = sync_channel(8);
    let maker = std::thread::spawn(move || make_up(sites, documents, &sender));
    for made in receiver.into_iter().flatten() {
        run.step(&made);
        let round = made.number + 1;
        let last = made.site + 1 == sites;
        if last && [1, 2, 5, 10].iter().any(|tenths| round == documents * tenths / 10) {
            run.report(sites, round);
        }
    }
    maker.join().expect("the maker of texts ends");
}

/// Sends documents, one of each site in turn.
fn make_up(sites: u64, documents: u64, sender: &SyncSender<Vec<Made>>) {
    let mut batch = Vec::with_capacity(BATCH);
    for number in 0..documents {
        for site in 0..sites {
            batch.push(Made::new(site, number));
            if batch.len() == BATCH && sender.send(std::mem::take(&mut batch)).is_err() {
                return;
            }
        }
    }
    // Nobody listens any more if this fails, and then nobody needs it.
    let _ = sender.send(batch);
}

/// A document that was made up.
struct Made {
    site: u64,
    number: u64,
    url: String,
    /// Its texts one after the other, and of each where it ends and how many words it has.
    text: String,
    ends: Vec<(usize, u32)>,
}

impl Made {
    /// Template, section, links, then its own.
    fn new(site: u64, number: u64) -> Made {
        let section = random(site ^ number << 20) % SECTIONS;
        let day = number / 40;
        let url = format!("http://www.site{site}.example/s{section}/d{day}/a{number}.html");
        let (text, ends) = (String::with_capacity(7500), Vec::with_capacity(120));
        let mut made = Made { site, number, url, text, ends };
        (0..TEMPLATE).for_each(|i| made.add(site << 32 | i, 3));
        (0..SECTION).for_each(|i| made.add(site << 32 | 1 << 20 | section << 8 | i, 4));
        // Every tenth document the list loses its last link and gains a new one.
        (0..RELATED).for_each(|i| made.add(site << 32 | 2 << 20 | (number / 10 + i), 7));
        (0..PARAGRAPHS).for_each(|i| made.add(site << 40 | 1 << 39 | number << 8 | i, 40));
        made
    }

    fn add(&mut self, seed: u64, words: u32) {
        for word in 0..u64::from(words) {
            if word > 0 {
                self.text.push(' ');
            }
            let mut bits = random(seed.wrapping_mul(1_000_003).wrapping_add(word));
            for _ in 0..2 + bits % 7 {
                bits = bits.rotate_left(9);
                self.text.push(char::from(b'a' + (bits % 26) as u8));
            }
        }
        self.ends.push((self.text.len(), words));
    }

    /// Its texts, each with the number of its words.
    fn texts(&self) -> impl Iterator<Item = (&str, u32)> {
        let mut start = 0;
        self.ends.iter().map(move |&(end, words)| {
            let text = &self.text[start..end];
            start = end;
            (text, words)
        })
    }
}

struct Run {
    keys: Keys,
    sites: Sites,
    memories: Memories,
    normalizer: Normalizer,
    masking: Normalizer,
    resident_before: u64,
    spent: Duration,
    spent_by_memory: Duration,
    since: u64,
    text_bytes: usize,
    right: u64,
    judged: u64,
}

impl Run {
    fn new() -> Run {
        Run {
            keys: Keys::default(),
            sites: Sites::new(Retention::default()),
            memories: Memories::new(Retention::default()),
            normalizer: Normalizer::default(),
            masking: Normalizer::masking(),
            resident_before: resident(),
            spent: Duration::ZERO,
            spent_by_memory: Duration::ZERO,
            since: 0,
            text_bytes: 0,
            right: 0,
            judged: 0,
        }
    }

    fn step(&mut self, made: &Made) {
        let time = made.number as i64 * 60;
        let begun = ThreadTime::now();
        let Ok(key) = self.keys.key(&made.url, None) else { return };
        let hashes: Vec<BlockHash> =
            made.texts().map(|(text, _)| self.normalizer.hash(text)).collect();
        let wrong = self.judge(&key, time, &hashes);
        self.spent += begun.elapsed();
        self.remember(made, time);
        self.since += 1;
        self.text_bytes += made.text.len();
        self.judged += hashes.len() as u64;
        self.right += hashes.len() as u64 - wrong;
    }

    /// What a memory does with a document whose blocks were judged.
    fn remember(&mut self, made: &Made, time: i64) {
        let begun = ThreadTime::now();
        let Ok(key) = self.keys.key(&made.url, None) else { return };
        let content_from = (TEMPLATE + SECTION + RELATED) as usize;
        let seen = |(at, (text, words)): (usize, (&str, u32))| SeenBlock {
            hash: self.masking.hash(text),
            shape: Shape((at / 8) as u32),
            words,
            content: Some(if at >= content_from { 0.9 } else { 0.1 }),
        };
        let blocks = made.texts().enumerate().map(seen).collect();
        let seen = Observation::from_blocks(key, time, blocks);
        let memory = self.memories.site_mut(seen.key().domain());
        let hint = memory.hint(&seen);
        memory.observe_after(&hint, &seen);
        self.spent_by_memory += begun.elapsed();
    }

    /// Inserts, classifies, and counts the blocks that were taken for what they are not.
    fn judge(&mut self, key: &UrlKey, time: i64, hashes: &[BlockHash]) -> u64 {
        self.sites.insert(key, time, hashes);
        let judged = self.sites.judge(key, hashes, &Heuristic::strict());
        let content_from = (TEMPLATE + SECTION + RELATED) as usize;
        let wrong =
            judged.iter().enumerate().filter(|(i, j)| (*i >= content_from) == j.boilerplate);
        wrong.count() as u64
    }

    fn report(&mut self, sites: u64, documents: u64) {
        let thousands = (sites * documents) as f64 / 1000.0;
        let megabytes = |bytes: f64| bytes / 1e6 / thousands;
        let each = |spent: Duration| spent.as_secs_f64() * 1e6 / self.since.max(1) as f64;
        println!(
            "{:>9} documents of {} bytes: tree {:.3} MB a thousand, {:.1} µs a document, {:.4} of blocks right; memory \
             {:.3} MB a thousand, {:.1} µs a document; {:.3} MB a thousand resident for both",
            sites * documents,
            self.text_bytes / self.since.max(1) as usize,
            megabytes(self.sites.heap_bytes() as f64),
            each(self.spent),
            self.right as f64 / self.judged.max(1) as f64,
            megabytes(self.memories.heap_bytes() as f64),
            each(self.spent_by_memory),
            megabytes(resident().saturating_sub(self.resident_before) as f64),
        );
        (self.spent, self.spent_by_memory) = (Duration::ZERO, Duration::ZERO);
        (self.since, self.text_bytes) = (0, 0);
    }
}

/// A number that looks like chance (splitmix64).
fn random(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Bytes of memory the process has, where the system tells.
fn resident() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = statm.split(' ').nth(1).and_then(|field| field.parse::<u64>().ok());
    pages.unwrap_or_default() * 4096
}
