//! What a stream over a made-up web has to have written, and what it has.

use dehusk_stream::Record;
use dehusk_synth::loopback::GeneratedWeb;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs::File;
use std::io::BufRead;
use std::path::{Path, PathBuf};
use twox_hash::{XxHash3_64, XxHash3_128};

/// What a run wrote.
#[derive(Debug, Default)]
pub struct Output {
    /// The hash of the text by key.
    texts: BTreeMap<String, u128>,
    /// For each article, the hash of the address in the feed.
    addresses: Vec<u64>,
    /// Keys that came again.
    doubled: usize,
}

impl Output {
    /// Reads JSON lines, with the files that follow the first.
    pub fn read(path: &Path) -> Output {
        let mut output = Output::default();
        records(path).for_each(|record| output.add(&record));
        output
    }

    /// How many bytes were written.
    pub fn bytes(path: &Path) -> u64 {
        files(path).filter_map(|file| Some(file.metadata().ok()?.len())).sum()
    }

    fn add(&mut self, record: &Record) {
        let text = XxHash3_128::oneshot(record.text().as_bytes());
        self.doubled += usize::from(self.texts.insert(record.key.clone(), text).is_some());
        self.addresses.push(XxHash3_64::oneshot(record.request_url.as_bytes()));
    }

    /// How many came again.
    pub fn doubled(&self) -> usize {
        self.doubled
    }

    /// How many articles there are.
    pub fn articles(&self) -> usize {
        self.addresses.len()
    }
}

/// The records of all files.
fn records(path: &Path) -> impl Iterator<Item = Record> {
    let lines = files(path).flat_map(|file| std::io::BufReader::new(file).lines());
    lines
        .map_while(Result::ok)
        .map(|line| Record::read(line.as_bytes()).expect("a record in every line"))
}

/// The first file and those that follow it.
fn files(path: &Path) -> impl Iterator<Item = File> {
    let first = File::open(path).into_iter();
    first.chain((2..).map_while(|number| File::open(following(path, number)).ok()))
}

fn following(path: &Path, number: u32) -> PathBuf {
    let part = |text: Option<&std::ffi::OsStr>| text.unwrap_or_default().display().to_string();
    let (stem, extension) = (part(path.file_stem()), part(path.extension()));
    path.with_file_name(format!("{stem}-{number}.{extension}"))
}

/// An article of the web: its site and its number.
type Made = (u64, u64);

/// The article at each address of the web, by the address's hash.
fn addresses(web: &GeneratedWeb) -> HashMap<u64, Made> {
    let hash = |url: &str| XxHash3_64::oneshot(url.as_bytes());
    web.pages().map(|page| (hash(&page.url), (page.site, page.article))).collect()
}

/// Whether every article of the web came, and none twice: neither under one key nor under two addresses. Those that
/// did are printed, with what their texts do not share.
pub fn check(web: &GeneratedWeb, output: &Output, path: &Path) -> bool {
    let known = addresses(web);
    let articles: BTreeSet<Made> = known.values().copied().collect();
    let mut came = BTreeMap::<Made, usize>::new();
    let mut unknown = 0;
    for address in &output.addresses {
        match known.get(address) {
            Some(article) => *came.entry(*article).or_default() += 1,
            None => unknown += 1,
        }
    }
    let lost = articles.iter().filter(|article| !came.contains_key(article)).count();
    came.retain(|_, times| *times > 1);
    let again: usize = came.values().map(|times| times - 1).sum();
    println!(
        "{} different articles at {} addresses; lost {lost}, doubled by key {}, by another address {again}, unknown {unknown}",
        articles.len(),
        known.len(),
        output.doubled
    );
    if again > 0 {
        print_doubles(&known, &came, path);
    }
    lost == 0 && output.doubled == 0 && again == 0 && unknown == 0
}

fn print_doubles(known: &HashMap<u64, Made>, doubled: &BTreeMap<Made, usize>, path: &Path) {
    let mut firsts = HashMap::<Made, Record>::new();
    for record in records(path) {
        let made = known.get(&XxHash3_64::oneshot(record.request_url.as_bytes()));
        let Some(made) = made.filter(|made| doubled.contains_key(made)) else { continue };
        match firsts.get(made) {
            Some(first) => print_pair(first, &record),
            None => drop(firsts.insert(*made, record)),
        }
    }
}

fn print_pair(first: &Record, second: &Record) {
    println!("twice: {:?}", first.title().unwrap_or_default());
    for (record, other) in [(first, second), (second, first)] {
        let text = record.text();
        println!(
            "  {} after {} pages of the site, {} letters",
            record.request_url,
            record.site_support,
            text.chars().count()
        );
        let lines: BTreeSet<&str> = other.text().lines().collect();
        for line in text.lines().filter(|line| !lines.contains(line)) {
            println!("    only here: {}", line.chars().take(90).collect::<String>());
        }
    }
}

/// Whether two runs wrote the same articles, by their keys. In how many the texts are the same too is told: where feeds
/// of a site were visited in another order, its memory may have known more or less of a page.
pub fn compare(plain: &Output, killed: &Output) -> bool {
    let same =
        plain.texts.iter().filter(|(key, text)| killed.texts.get(*key) == Some(text)).count();
    println!(
        "{} articles without and {} with kills; {same} are the same by key and text; doubled {}",
        plain.texts.len(),
        killed.texts.len(),
        killed.doubled
    );
    plain.texts.keys().eq(killed.texts.keys()) && killed.doubled == 0
}
