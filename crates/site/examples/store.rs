//! What a store costs: documents a second that are safe on disk, bytes there, and bytes held in memory.
//!
//! `cargo run --release -p dehusk-site --example store -- FILE [SITES] [DOCUMENTS A SITE] [BATCH] [BUDGET IN MB]`
//!
//! The documents are those of the made-up web; making and parsing them is not part of the times. A document
//! is on disk when its batch is.

use dehusk_extract::Document;
use dehusk_site::store::{SiteStore, StoreError, StoreOptions};
use dehusk_site::{Keys, Observation};
use dehusk_synth::Web;
use std::path::Path;
use std::time::{Duration, Instant};

fn main() -> Result<(), StoreError> {
    let mut arguments = std::env::args().skip(1);
    let Some(path) = arguments.next() else {
        eprintln!("usage: store FILE [SITES] [DOCUMENTS A SITE] [BATCH] [BUDGET IN MB]");
        return Ok(());
    };
    let mut number =
        |default: usize| arguments.next().and_then(|a| a.parse().ok()).unwrap_or(default);
    let (sites, documents, batch, budget) = (number(1000), number(100), number(100), number(64));
    let options = StoreOptions::default().with_budget(budget << 20);
    let mut store = SiteStore::open(Path::new(&path), options)?;
    let mut stream = Web::new(1).stream(sites as u64);
    let (mut spent, mut most_held) = (Duration::ZERO, 0);
    for done in (0..sites * documents).step_by(batch.max(1)) {
        let seen: Vec<Observation> =
            stream.by_ref().take(batch.max(1)).map(|p| observation(&p)).collect();
        let begun = Instant::now();
        store.observe_all(&seen)?;
        spent += begun.elapsed();
        most_held = most_held.max(store.held_bytes());
        let all = done + seen.len();
        if all % (sites * documents).div_ceil(5) < batch {
            let rate = all as f64 / spent.as_secs_f64();
            println!("{all:>9} documents: {rate:.0} a second, {} sites held", store.held_sites());
        }
    }
    report(&mut store, &path, budget, most_held)
}

fn report(store: &mut SiteStore, path: &str, budget: usize, held: usize) -> Result<(), StoreError> {
    let sites = store.sites()?;
    let bytes: u64 = sites.iter().map(|site| site.bytes).sum();
    let observed: u64 = sites.iter().map(|site| site.observed).sum();
    let file = std::fs::metadata(path).map_or(0, |file| file.len());
    println!(
        "{} sites, {observed} documents: {:.3} MB a thousand documents in the tables, {:.1} MB of file; \
         {:.1} MB held at most of a budget of {budget}",
        sites.len(),
        bytes as f64 / 1e3 / observed.max(1) as f64,
        file as f64 / 1e6,
        held as f64 / 1e6,
    );
    let begun = Instant::now();
    let read = sites.iter().rev().take(50);
    let count = read.clone().count().max(1);
    for site in read {
        store.memory(&site.domain)?;
    }
    println!("{:.2} ms to read a site", begun.elapsed().as_secs_f64() * 1e3 / count as f64);
    Ok(())
}

fn observation(page: &dehusk_synth::Page) -> Observation {
    let document = Document::new(dehusk_page::Page::parse(page.html.as_str()));
    let key =
        Keys::default().key(&page.url, Some(&page.title)).expect("made-up addresses have keys");
    Observation::of(key, page.time, &document.with_url(&page.url))
}
