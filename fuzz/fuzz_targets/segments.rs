//! Any bytes as the texts of a store whose database is gone: opening refuses and changes nothing, a repair takes
//! what can be read and leaves a store in which nothing is damaged.
//!
//! The first byte says how the rest is taken: as the file itself; as the content of frames, between which a line
//! of dashes stands; or as entries of one frame, of which each is a line of JSON and, behind it, a body.

#![no_main]

use dehusk_stream::store::{Deliverable, Reader, Store, StoreError, check, repair};
use libfuzzer_sys::fuzz_target;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use twox_hash::XxHash3_64;

const BETWEEN_FRAMES: &[u8] = b"\n---\n";
const BETWEEN_ENTRIES: &[u8] = b"\n--\n";

/// In memory where there is such a place: files are made anew for every input.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let shared = Path::new("/dev/shm");
    let above = if shared.is_dir() { shared.into() } else { std::env::temp_dir() };
    above.join(format!("dehusk-fuzz-{}", std::process::id()))
});

fn split<'b>(bytes: &'b [u8], between: &[u8]) -> Vec<&'b [u8]> {
    let (mut parts, mut rest) = (Vec::new(), bytes);
    while let Some(at) = rest.windows(between.len()).position(|some| some == between) {
        parts.push(&rest[..at]);
        rest = &rest[at + between.len()..];
    }
    parts.push(rest);
    parts
}

/// The beginning of a segment, as the store writes it.
fn header() -> Vec<u8> {
    let mut header = [b"dhskseg2".as_slice(), &[7; 16]].concat();
    header.extend(XxHash3_64::oneshot(&header).to_le_bytes());
    header
}

/// A frame, as the store writes it.
fn frame(content: &[u8]) -> Vec<u8> {
    let packed = zstd::bulk::compress(content, 1).expect("it can be packed");
    let lengths = [packed.len() as u32, content.len() as u32].map(u32::to_le_bytes).concat();
    let sum = XxHash3_64::oneshot_with_seed(XxHash3_64::oneshot(&lengths), &packed);
    [&[0xd5, 0x46, 0x52, 0x32], &lengths[..], &sum.to_le_bytes(), &packed].concat()
}

/// An entry of a frame, from a line of JSON and what stands behind it.
fn entry(part: &[u8]) -> Vec<u8> {
    let end = part.iter().position(|byte| *byte == b'\n').unwrap_or(part.len());
    let (head, body) = (&part[..end], part.get(end + 1..).unwrap_or_default());
    let lengths = [head.len() as u32, body.len() as u32].map(u32::to_le_bytes).concat();
    [&lengths, head, body].concat()
}

fn segment(kind: u8, rest: &[u8]) -> Vec<u8> {
    let frames = match kind % 3 {
        0 => return rest.to_vec(),
        1 => split(rest, BETWEEN_FRAMES).into_iter().map(<[u8]>::to_vec).collect(),
        _ => vec![split(rest, BETWEEN_ENTRIES).into_iter().flat_map(entry).collect::<Vec<u8>>()],
    };
    let frames = frames.iter().flat_map(|content| frame(content));
    header().into_iter().chain(frames).collect()
}

fuzz_target!(|bytes: &[u8]| {
    let Some((kind, rest)) = bytes.split_first() else { return };
    let _ = fs::remove_dir_all(&*FOLDER);
    fs::create_dir_all(FOLDER.join("texts")).expect("a folder");
    let (path, written) = (FOLDER.join("texts/000000.seg"), segment(*kind, rest));
    fs::write(&path, &written).expect("a file");
    if written.is_empty() {
        return;
    }
    assert!(matches!(Store::open(&FOLDER), Err(StoreError::DatabaseGone(_))));
    assert_eq!(fs::read(&path).expect("the file"), written, "opening changed it");
    let repaired = match repair(&FOLDER, &mut |_, _| ()) {
        Ok(repaired) => repaired,
        Err(error) => panic!("{error}"),
    };
    let found = check(&FOLDER, &mut |_, _| ()).expect("it can be checked");
    assert_eq!(found.damaged, [] as [&str; 0]);
    drop(Store::open(&FOLDER).expect("it can be opened"));
    let (mut after, mut delivered) = (0, 0);
    let reader = Reader::open(&FOLDER).expect("it can be read");
    loop {
        let Deliverable { articles, damaged, last } = reader.deliverable(after, 64).expect("them");
        delivered += articles.len() as i64;
        assert!(damaged.is_empty());
        match last {
            Some(last) => after = last,
            None => break,
        }
    }
    assert_eq!(delivered, repaired.articles);
});
