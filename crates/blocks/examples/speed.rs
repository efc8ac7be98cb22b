//! Time of parsing, segmentation and features for the HTML files of a folder: `speed FOLDER [ROUNDS]`.
//!
//! Every page is measured several times and its fastest round counts, so that the sum means the same on a
//! busy machine, and a page is as warm in the caches as it is right after parsing.

use dehusk_blocks::{Blocks, Containers, Features, PageFeatures};
use dehusk_page::Page;
use std::hint::black_box;
use std::time::{Duration, Instant};

#[derive(Default)]
struct Totals {
    pages: usize,
    bytes: usize,
    nodes: usize,
    blocks: usize,
    containers: usize,
    chars: usize,
    parse: Duration,
    segment: Duration,
    collect: Duration,
    features: Duration,
    values: Duration,
}

fn fastest<T>(rounds: u32, work: impl Fn() -> T) -> Duration {
    let round = |_| {
        let start = Instant::now();
        black_box(work());
        start.elapsed()
    };
    (0..rounds).map(round).min().unwrap_or_default()
}

fn measure(page: &Page, rounds: u32, totals: &mut Totals) {
    let blocks = Blocks::of(page);
    let containers = Containers::of(page, &blocks);
    totals.pages += 1;
    totals.bytes += page.source().len();
    totals.nodes += page.len();
    totals.blocks += blocks.len();
    totals.containers += containers.list().len();
    totals.chars += blocks.iter().map(|b| b.chars as usize).sum::<usize>();
    totals.parse += fastest(rounds, || Page::parse(page.source().to_string()));
    totals.segment += fastest(rounds, || Blocks::of(page));
    totals.collect += fastest(rounds, || Containers::of(page, &blocks));
    let features = || PageFeatures::of(page, &blocks, &containers);
    totals.features += fastest(rounds, features);
    let measured = features();
    let values = || {
        let mut values = Vec::with_capacity(blocks.len() * Features::LEN);
        let features = measured.view(&blocks, &containers);
        features.iter().for_each(|block| block.write_to(&mut values));
        values
    };
    totals.values += fastest(rounds, values);
}

fn main() -> std::io::Result<()> {
    let mut args = std::env::args().skip(1);
    let Some(folder) = args.next() else {
        eprintln!("usage: speed FOLDER [ROUNDS]");
        std::process::exit(2);
    };
    let rounds = args.next().and_then(|r| r.parse().ok()).unwrap_or(5);
    let mut totals = Totals::default();
    for entry in std::fs::read_dir(folder)? {
        let bytes = std::fs::read(entry?.path())?;
        let page = Page::parse(String::from_utf8_lossy(&bytes).into_owned());
        measure(&page, rounds, &mut totals);
    }
    let megabytes = (totals.bytes as f64 / 1e6).max(f64::MIN_POSITIVE);
    let size = size_of::<Features>();
    println!("{} pages, {megabytes:.1} MB", totals.pages);
    println!("{} features in {size} bytes a block; a MB of HTML:", Features::LEN);
    let counts = [
        ("nodes", totals.nodes),
        ("blocks", totals.blocks),
        ("containers", totals.containers),
        ("characters", totals.chars),
    ];
    for (name, count) in counts {
        println!("{:9.0} {name}", count as f64 / megabytes);
    }
    let all = totals.parse + totals.segment + totals.collect + totals.features + totals.values;
    let times = [
        ("parse", totals.parse),
        ("segment", totals.segment),
        ("containers", totals.collect),
        ("features", totals.features),
        ("values", totals.values),
        ("together", all),
    ];
    for (name, time) in times {
        println!("{:9.0} µs {name}", time.as_secs_f64() * 1e6 / megabytes);
    }
    Ok(())
}
