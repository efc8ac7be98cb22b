//! No bytes make dehusk panic: a short, repeatable run over random and mutated pages.
//!
//! The long run is the `hammer` program of the `bench` folder; the fuzz targets are in `fuzz`.

mod inputs;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

const SEED: u64 = 20_240_506;

/// How long the random part goes on; a slow machine still does the first cases.
const TIME: Duration = Duration::from_secs(4);
const AT_LEAST: u64 = 100;

#[test]
fn random_and_mutated_pages_go_through() {
    let start = Instant::now();
    for number in 0.. {
        if number >= AT_LEAST && start.elapsed() > TIME {
            println!("{number} cases of seed {SEED} went through");
            break;
        }
        let bytes = inputs::case(SEED, number, &[]);
        let result = catch_unwind(AssertUnwindSafe(|| inputs::run(&bytes)));
        assert!(
            result.is_ok(),
            "case {number} of seed {SEED} panicked: b\"{}\"",
            bytes.escape_ascii()
        );
    }
}

#[test]
fn our_own_pages_go_through_at_every_length() {
    for page in inputs::PAGES {
        let steps = page.len() / 40;
        for end in (0..page.len()).step_by(steps.max(1)) {
            inputs::run(&page[..end]);
        }
    }
}

#[test]
fn a_case_is_always_the_same() {
    assert_eq!(inputs::case(7, 3, &[]), inputs::case(7, 3, &[]));
    assert_ne!(inputs::case(7, 3, &[]), inputs::case(8, 3, &[]));
}
