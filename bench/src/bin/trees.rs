//! Compares our tree of every page with html5ever's and prints where they part.

use clap::Parser;
use dehusk_bench::compare::first_difference;
use dehusk_bench::html5::Tree;
use dehusk_bench::pages::{self, Choice, RawPage};
use dehusk_page::{Hints, Limits, Page, decode};
use std::error::Error;
use std::process::ExitCode;

/// Our trees beside html5ever's: every difference, counts and the share of equal pages
#[derive(Parser)]
struct Arguments {
    #[command(flatten)]
    pages: Choice,
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let pages = pages::load(&Arguments::parse().pages)?;
    let different = pages.iter().filter(|page| !is_same(page)).count();
    let same = pages.len() - different;
    let share = 100.0 * same as f64 / pages.len().max(1) as f64;
    println!(
        "{same} of {} pages have the same tree ({share:.2} %), {different} differ",
        pages.len()
    );
    Ok(if different == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn is_same(page: &RawPage) -> bool {
    let html = decode(&page.bytes[..], &Hints::new()).text;
    let tree = Tree::parse(&html);
    let Some(difference) = first_difference(&Page::parse_with(html, &without_limits()), &tree)
    else {
        return true;
    };
    println!("{} at {}", page.name, difference.path);
    println!("  ours:      {}", shortened(&difference.ours));
    println!("  html5ever: {}", shortened(&difference.theirs));
    false
}

/// html5ever has no limits, so ours must not show.
fn without_limits() -> Limits {
    Limits::default()
        .with_max_bytes(usize::MAX)
        .with_max_nodes(usize::MAX)
        .with_max_depth(usize::MAX)
        .with_max_attributes(usize::MAX)
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(300) {
        Some((end, _)) => format!("{}… ({} bytes)", &text[..end], text.len()),
        None => text.into(),
    }
}
