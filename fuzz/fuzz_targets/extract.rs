//! Any bytes go through every extractor and every renderer.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../../crates/dehusk/tests/inputs/mod.rs"]
mod inputs;

fuzz_target!(|bytes: &[u8]| inputs::run(bytes));
