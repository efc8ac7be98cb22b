//! Any bytes as an archive of a crawl: records within their bounds, damaged places, and an end.
//!
//! The first byte says how the rest is packed: not at all, as a whole by gzip or zstd, a record at a time by one of
//! them, with a line of dashes between the records, or a record at a time and then damaged at a place.

#![no_main]

use dehusk_batch::read::Source;
use dehusk_batch::read::warc::{Http, Records};
use flate2::Compression;
use flate2::write::GzEncoder;
use libfuzzer_sys::fuzz_target;
use std::io::Write;

const BETWEEN: &[u8] = b"\n---\n";
/// Bytes of a record, and of what it unpacks to, that are read.
const MOST: usize = 64 << 10;

fn split(bytes: &[u8]) -> Vec<&[u8]> {
    let (mut parts, mut rest) = (Vec::new(), bytes);
    while let Some(at) = rest.windows(BETWEEN.len()).position(|some| some == BETWEEN) {
        parts.push(&rest[..at]);
        rest = &rest[at + BETWEEN.len()..];
    }
    parts.push(rest);
    parts
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("it can be packed")
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::bulk::compress(bytes, 1).expect("it can be packed")
}

fn archive(kind: u8, rest: &[u8]) -> Vec<u8> {
    let each = |pack: fn(&[u8]) -> Vec<u8>| split(rest).into_iter().flat_map(pack).collect();
    match kind % 6 {
        0 => rest.to_vec(),
        1 => gzip(rest),
        2 => each(gzip),
        3 => zstd(rest),
        4 => each(zstd),
        _ => {
            let mut bytes: Vec<u8> = each(gzip);
            let at = usize::from(kind) * 7 % bytes.len();
            bytes[at] ^= 0x55;
            bytes
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Some((kind, rest)) = bytes.split_first() else { return };
    let _ = Http::read(rest);
    let archive = archive(*kind, rest);
    // A record takes its first line at least, of what is packed and of what it is packed to.
    let most = archive.len() + rest.len() + 2;
    let source = Source::from_reader(std::io::Cursor::new(archive));
    let Ok(records) = Records::new(source, "fuzz.warc") else { return };
    let mut number = 0;
    for found in records.with_max_block(MOST) {
        number += 1;
        assert!(number <= most, "there are more records than bytes");
        match found {
            Ok(record) => {
                assert!(record.block.len() <= MOST);
                assert!(record.body(MOST).len() <= MOST);
                let _ = (record.http(), record.header("content-type"));
            }
            Err(damage) => assert!(!damage.what.is_empty() && !damage.ends_input),
        }
    }
});
