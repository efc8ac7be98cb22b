//! The heap that parsing needs beyond its input, on the largest pages.

use clap::Parser;
use dehusk_bench::heap::{self, Counting};
use dehusk_bench::pages::{self, Choice};
use dehusk_page::{Hints, Limits, Page, decode};
use std::error::Error;

#[global_allocator]
static HEAP: Counting = Counting;

/// Peak heap of parsing beyond the input, as a ratio to the input's bytes
#[derive(Parser)]
struct Arguments {
    #[command(flatten)]
    pages: Choice,
    /// How many of the largest pages
    #[arg(long, default_value_t = 50)]
    largest: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let mut pages = pages::load(&arguments.pages)?;
    pages.sort_by_key(|page| std::cmp::Reverse(page.bytes.len()));
    pages.truncate(arguments.largest);
    let (mut parse_ratios, mut whole_ratios) = (Vec::new(), Vec::new());
    println!("      bytes  parse/input  decode+parse/input  page");
    for page in &pages {
        let text = decode(&page.bytes[..], &Hints::new()).text;
        let len = text.len() as f64;
        let (_, parse) = heap::measure(|| Page::parse(text));
        let (_, whole) =
            heap::measure(|| Page::from_bytes(&page.bytes[..], &Hints::new(), &Limits::default()));
        let ratios = (parse.peak as f64 / len, whole.peak as f64 / page.bytes.len() as f64);
        println!("{:11}  {:11.2}  {:18.2}  {}", page.bytes.len(), ratios.0, ratios.1, page.name);
        parse_ratios.push(ratios.0);
        whole_ratios.push(ratios.1);
    }
    print_summary("parse beyond its text", parse_ratios);
    print_summary("decode and parse beyond the bytes", whole_ratios);
    Ok(())
}

fn print_summary(what: &str, mut ratios: Vec<f64>) {
    ratios.sort_by(f64::total_cmp);
    let (Some(most), Some(median)) = (ratios.last(), ratios.get(ratios.len() / 2)) else {
        return println!("{what}: no pages");
    };
    let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
    println!("{what}: mean {mean:.2}, median {median:.2}, most {most:.2} times the input");
}
