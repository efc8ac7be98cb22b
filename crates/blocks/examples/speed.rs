//! Time of segmentation for the pages of a folder, parsing aside: `speed FOLDER [ROUNDS]`.

use dehusk_blocks::{Blocks, Containers, PageFeatures};
use dehusk_page::Page;
use std::time::Instant;

fn main() -> std::io::Result<()> {
    let mut args = std::env::args().skip(1);
    let folder = args.next().expect("usage: speed FOLDER [ROUNDS]");
    let rounds: u32 = args.next().and_then(|r| r.parse().ok()).unwrap_or(5);
    let mut pages = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let bytes = std::fs::read(entry?.path())?;
        pages.push(Page::parse(String::from_utf8_lossy(&bytes).into_owned()));
    }
    let megabytes = pages.iter().map(|p| p.source().len()).sum::<usize>() as f64 / 1e6;
    let blocks: Vec<Blocks> = pages.iter().map(Blocks::of).collect();
    let a_megabyte = |n: usize| n as f64 / megabytes;
    println!("{} pages, {megabytes:.1} MB; a MB:", pages.len());
    println!("{:9.0} nodes", a_megabyte(pages.iter().map(Page::len).sum()));
    println!("{:9.0} blocks", a_megabyte(blocks.iter().map(Blocks::len).sum()));
    println!(
        "{:9.0} wordless",
        a_megabyte(blocks.iter().flatten().filter(|b| b.words == 0).count())
    );
    println!(
        "{:9.0} characters",
        a_megabyte(blocks.iter().flatten().map(|b| b.chars as usize).sum())
    );
    let time = |name: &str, work: &dyn Fn()| {
        let best = (0..rounds)
            .map(|_| {
                let start = Instant::now();
                work();
                start.elapsed()
            })
            .min();
        println!("{:9.0} µs {name}", best.unwrap_or_default().as_micros() as f64 / megabytes);
    };
    time("segment", &|| pages.iter().for_each(|p| drop(std::hint::black_box(Blocks::of(p)))));
    let both: Vec<_> = pages.iter().zip(&blocks).collect();
    time("containers", &|| {
        both.iter().for_each(|(p, b)| drop(std::hint::black_box(Containers::of(p, b))))
    });
    time("containers and features", &|| {
        both.iter().for_each(|(p, b)| drop(std::hint::black_box(PageFeatures::of(p, b))))
    });
    Ok(())
}
