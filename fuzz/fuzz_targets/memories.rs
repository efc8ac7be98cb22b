//! Any bytes behind a right checksum give a site memory or an observation that can be used, or a typed error.
//!
//! The first byte says which of the two; the target adds the beginning and the checksum, behind which nobody
//! would look by chance.

#![no_main]

use dehusk_site::{Observation, Retention, SiteMemory};
use libfuzzer_sys::fuzz_target;
use twox_hash::XxHash3_64;

/// The format that is written today.
const VERSION: u8 = 1;

fn sealed(magic: &[u8; 4], body: &[u8]) -> Vec<u8> {
    let mut bytes = [&magic[..], &[VERSION], body].concat();
    bytes.extend(XxHash3_64::oneshot(&bytes).to_le_bytes());
    bytes
}

/// Asks a memory everything that others ask it.
fn ask(memory: &mut SiteMemory, seen: &Observation) {
    let hint = memory.hint(seen);
    memory.observe_after(&hint, seen);
    let _ = (memory.may_be_copy(seen), memory.rules(), memory.shapes().len());
    let _ = (memory.branches().len(), memory.heap_bytes(), memory.says_nothing("/x", "id"));
    SiteMemory::decode(&memory.encode()).expect("what was written is read");
}

fuzz_target!(|bytes: &[u8]| {
    let Some((kind, body)) = bytes.split_first() else { return };
    let _ = (SiteMemory::decode(bytes), Observation::decode(bytes));
    if kind % 2 == 0 {
        let Ok(mut memory) = SiteMemory::decode(&sealed(b"dhSi", body)) else { return };
        let document = dehusk::extractor::Document::new(dehusk_page::Page::parse("<p>One<p>Two"));
        let key = dehusk_site::Keys::default().key("http://a.example/x?id=1", None).expect("a key");
        ask(&mut memory, &Observation::of(key, 17, &document));
    } else {
        let Ok(seen) = Observation::decode(&sealed(b"dhOb", body)) else { return };
        assert_eq!(Observation::decode(&seen.encode()).as_ref(), Ok(&seen));
        let mut memory = SiteMemory::new(Retention::default());
        memory.observe(&seen);
        ask(&mut memory, &seen);
    }
});
