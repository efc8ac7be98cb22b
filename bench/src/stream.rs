//! What a stream over a made-up web has to have written, and what it has.

use dehusk_stream::Record;
use dehusk_stream::loopback::GeneratedWeb;
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
        for file in files(path) {
            for line in std::io::BufReader::new(file).lines().map_while(Result::ok) {
                output.add(&Record::read(line.as_bytes()).expect("a record in every line"));
            }
        }
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

    /// How many articles there are.
    pub fn articles(&self) -> usize {
        self.addresses.len()
    }
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

/// Whether every article of the web came, and none twice: neither under one key nor under two addresses.
pub fn check(web: &GeneratedWeb, output: &Output) -> bool {
    let mut known = HashMap::<u64, (u64, u64)>::new();
    let mut articles = BTreeSet::new();
    for page in web.pages() {
        known.insert(XxHash3_64::oneshot(page.url.as_bytes()), (page.site, page.article));
        articles.insert((page.site, page.article));
    }
    let mut came = BTreeMap::<(u64, u64), usize>::new();
    let mut unknown = 0;
    for address in &output.addresses {
        match known.get(address) {
            Some(article) => *came.entry(*article).or_default() += 1,
            None => unknown += 1,
        }
    }
    let lost = articles.iter().filter(|article| !came.contains_key(article)).count();
    let again: usize = came.values().map(|times| times - 1).sum();
    println!(
        "{} different articles at {} addresses; lost {lost}, doubled by key {}, by another address {again}, unknown {unknown}",
        articles.len(),
        known.len(),
        output.doubled
    );
    lost == 0 && output.doubled == 0 && again == 0 && unknown == 0
}

/// Whether two runs wrote the same articles, by key and text.
pub fn compare(plain: &Output, killed: &Output) -> bool {
    let same =
        plain.texts.iter().filter(|(key, text)| killed.texts.get(*key) == Some(text)).count();
    println!(
        "{} articles without and {} with kills; {same} are the same by key and text; doubled {}",
        plain.texts.len(),
        killed.texts.len(),
        killed.doubled
    );
    same == plain.texts.len() && same == killed.texts.len() && killed.doubled == 0
}
