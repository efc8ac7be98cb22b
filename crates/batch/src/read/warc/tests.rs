use super::*;
use fastwarc::stream_io::lz4::Lz4Writer;
use fastwarc::stream_io::traits::WarcWrite;
use fastwarc::stream_io::zstd::{ZstdWriter, train_dictionary_from_samples};
use std::io::{Cursor, Write};

/// A record with a length that may be wrong by so much.
fn record(number: usize, wrong_by: i64) -> Vec<u8> {
    let block = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>Page {number}, {}",
        "and so on, ".repeat(number * 50)
    );
    let length = block.len() as i64 + wrong_by;
    format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{number}>\r\n\
         WARC-Target-URI: http://a.example/{number}\r\nWARC-Date: 2026-11-18T00:00:00Z\r\n\
         Content-Type: application/http; msgtype=response\r\nContent-Length: {length}\r\n\r\n{block}\r\n\r\n"
    )
    .into_bytes()
}

fn good(count: usize) -> Vec<Vec<u8>> {
    (0..count).map(|number| record(number, 0)).collect()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

fn packed(records: &[Vec<u8>]) -> Vec<Vec<u8>> {
    records.iter().map(|record| gzip(record)).collect()
}

/// The numbers of the pages whose text is whole, and the damages.
fn read(bytes: Vec<u8>) -> (Vec<usize>, Vec<Damage>) {
    read_from(Source::from_reader(Cursor::new(bytes)))
}

fn read_from(source: Source) -> (Vec<usize>, Vec<Damage>) {
    let (mut numbers, mut damages) = (Vec::new(), Vec::new());
    for record in Records::new(source, "a.warc").unwrap() {
        match record {
            Ok(record) => {
                let id = record.id.as_deref().unwrap().trim_start_matches("urn:uuid:");
                let number: usize = id.parse().unwrap();
                let body = record.http().unwrap().body.into_owned();
                let expected = format!("<p>Page {number}, {}", "and so on, ".repeat(number * 50));
                if body.trim_ascii_end() == expected.trim_end().as_bytes() {
                    numbers.push(number);
                }
            }
            Err(damage) => damages.push(damage),
        }
    }
    (numbers, damages)
}

#[test]
fn every_packing_gives_the_same_records() {
    let records = good(7);
    let plain = records.concat();
    let mut lz4 = Lz4Writer::new(Vec::new());
    let mut zstd = ZstdWriter::new(Vec::new());
    let samples: Vec<Vec<u8>> = (0..200).map(|number| record(number % 20, 0)).collect();
    let dictionary = train_dictionary_from_samples(&samples, 4096).unwrap();
    let mut with_dictionary = ZstdWriter::with_dictionary(Vec::new(), dictionary, None);
    for record in &records {
        let writers: [&mut dyn WarcWrite; 3] = [&mut lz4, &mut zstd, &mut with_dictionary];
        for writer in writers {
            writer.write_all(record).unwrap();
            writer.finish().unwrap();
        }
    }
    let frames = packed(&records);
    for (name, bytes) in [
        ("gzip, a record each", frames.concat()),
        ("gzip, whole", gzip(&plain)),
        ("lz4", lz4.into_inner().unwrap()),
        ("zstd", zstd.into_inner().unwrap()),
        ("zstd with a dictionary", with_dictionary.into_inner().unwrap()),
        ("zstd, whole", zstd::encode_all(&plain[..], 3).unwrap()),
        ("plain", plain),
    ] {
        assert_eq!(read(bytes), ((0..7).collect(), vec![]), "{name}");
    }
}

#[test]
fn offsets_are_where_records_begin() {
    let (records, frames) = (good(4), packed(&good(4)));
    let offsets = |bytes: Vec<u8>| -> Vec<u64> {
        let source = Source::from_reader(Cursor::new(bytes));
        Records::new(source, "a").unwrap().map(|record| record.unwrap().offset).collect()
    };
    let starts = |parts: &[Vec<u8>]| -> Vec<u64> {
        (0..4).map(|n| parts[..n].iter().map(Vec::len).sum::<usize>() as u64).collect()
    };
    assert_eq!(offsets(records.concat()), starts(&records));
    assert_eq!(offsets(frames.concat()), starts(&frames));
    assert_eq!(offsets(gzip(&records.concat())), starts(&records), "packed as a whole");
}

#[test]
fn a_damaged_record_costs_that_record() {
    for at in [0, 2, 4] {
        let mut frames = packed(&good(5));
        let middle = frames[at].len() / 2;
        frames[at][middle..middle + 8].copy_from_slice(&[0xff; 8]);
        let expected: Vec<usize> = (0..5).filter(|number| *number != at).collect();
        let (numbers, damages) = read(frames.concat());
        assert_eq!((numbers, damages.len()), (expected.clone(), 1), "in record {at}: {damages:?}");
        assert!(!damages[0].ends_input);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.warc.gz");
        std::fs::write(&path, frames.concat()).unwrap();
        assert_eq!(read_from(Source::open(&path).unwrap()).0, expected, "from a file");
    }
}

#[test]
fn a_file_that_breaks_off_gives_what_is_there() {
    let frames = packed(&good(3));
    let whole = frames.concat();
    for missing in [1, 30, frames[2].len() - 5] {
        let (numbers, damages) = read(whole[..whole.len() - missing].to_vec());
        // A few bytes of the checksum are no loss.
        assert!(numbers.starts_with(&[0, 1]), "{missing}: {numbers:?}");
        assert!(numbers.len() == 3 || !damages.is_empty(), "{missing}");
    }
    // Within the head of the last one, whose identity is cut too.
    let (head, last) = (good(2).concat(), record(2, 0));
    let piece =
        String::from_utf8(last).unwrap().split_once("uuid:2").unwrap().0.to_string() + "uuid:";
    for bytes in [
        [head.clone(), piece.clone().into_bytes()].concat(),
        [packed(&good(2)).concat(), gzip(piece.as_bytes())].concat(),
    ] {
        let (numbers, damages) = read(bytes);
        assert_eq!((numbers, damages.len()), (vec![0, 1], 1), "{damages:?}");
    }
    let plain = good(3).concat();
    let (numbers, damages) = read(plain[..plain.len() - 300].to_vec());
    assert_eq!((numbers, damages.len()), (vec![0, 1], 1));
}

#[test]
fn wrong_lengths_cost_no_other_record() {
    for wrong_by in [-20, 20, 100_000] {
        let records = [record(0, 0), record(1, wrong_by), record(2, 0), record(3, 0)];
        let (numbers, damages) = read(packed(&records).concat());
        assert!(numbers.contains(&0) && numbers.ends_with(&[2, 3]), "{wrong_by}: {numbers:?}");
        assert!(!damages.is_empty());
    }
    for wrong_by in (-20..20).filter(|by| *by != 0).chain([360, 700]) {
        let records = [record(0, 0), record(1, wrong_by), record(2, 0), record(3, 0)];
        let (numbers, damages) = read(records.concat());
        assert!(numbers.contains(&0) && numbers.ends_with(&[2, 3]), "{wrong_by}: {numbers:?}");
        // White space at its end may as well be of a block.
        assert_eq!(damages.is_empty(), (-1..=4).contains(&wrong_by), "{wrong_by}");
    }
    // More than the rest of the file.
    let records = [record(0, 0), record(1, 100_000), record(2, 0), record(3, 0)];
    assert_eq!(read(records.concat()).0, [0, 1, 2, 3]);
    let endless = [record(0, 0), record(1, i64::MAX - 5000)].concat();
    assert!(read(endless).0.contains(&1), "as far as it goes");
}

#[test]
fn heads_may_be_written_in_any_way() {
    let text = "warc/1.0 is no head\nWARC/1.1\nwarc-type: Response\ncontent-length: 25\nwarc-record-id: 7\n\n\
        HTTP/1.1 200 OK\n\n<p>Page\n\nWARC/1.0\r\nWARC-Type: novelty\r\nContent-Length: 0\r\n\r\n";
    let source = Source::from_reader(Cursor::new(text.as_bytes().to_vec()));
    let all: Vec<_> = Records::new(source, "a").unwrap().collect();
    assert!(all[0].is_err(), "{:?}", all[0]);
    let first = all[1].as_ref().unwrap();
    assert_eq!((first.kind, first.id.as_deref()), (RecordKind::Response, Some("7")));
    assert_eq!(&*first.http().unwrap().body, b"<p>Page\n");
    assert_eq!(all[2].as_ref().unwrap().kind, RecordKind::Unknown);
}

#[test]
fn records_that_nobody_wants_are_counted() {
    let request =
        b"WARC/1.0\r\nWARC-Type: request\r\nContent-Length: 3\r\n\r\nGET\r\n\r\n".to_vec();
    let file = [request.clone(), record(1, 0), request].concat();
    let source = Source::from_reader(Cursor::new(file));
    let mut records = Records::new(source, "a").unwrap().only(RecordKind::has_page);
    assert_eq!(records.by_ref().count(), 1);
    assert_eq!(records.skipped().get(&RecordKind::Request), Some(&2));
}

#[test]
fn long_blocks_are_cut() {
    let source = Source::from_reader(Cursor::new([record(100, 0), record(1, 0)].concat()));
    let records = Records::new(source, "a").unwrap().with_max_block(1000);
    let read: Vec<_> = records.map(|r| r.map(|r| (r.block.len(), r.cut))).collect();
    assert_eq!(read[0], Ok((1000, Some(Cut::Bound))));
    assert_eq!(read[1].as_ref().unwrap().1, None);
}

#[test]
fn arc_files() {
    let body = "HTTP/1.1 200 OK\r\n\r\n<p>Old.";
    let head = "filedesc://a.arc 0.0.0.0 20081114060821 text/plain 10\n1 0 Test\n\n\n";
    let page = |url: &str| {
        format!("{url} 1.2.3.4 20081114060821 text/html {}\n{body}\n", body.len()).into_bytes()
    };
    let parts =
        [head.as_bytes().to_vec(), page("http://a.example/1"), page("http://a.example/2 b")];
    for bytes in [parts.concat(), packed(&parts).concat()] {
        let source = Source::from_reader(Cursor::new(bytes));
        let records = Records::new(source, "a.arc").unwrap().only(RecordKind::has_page);
        let urls: Vec<_> = records
            .map(|record| {
                let record = record.unwrap();
                assert_eq!(&*record.http().unwrap().body, b"<p>Old.");
                record.url.unwrap()
            })
            .collect();
        assert_eq!(urls, ["http://a.example/1", "http://a.example/2 b"]);
    }
}

#[test]
fn wrong_lengths_in_arc_cost_no_other_record() {
    let body = "HTTP/1.1 200 OK\r\n\r\n<p>Old.";
    let page = |number: usize, wrong_by: usize| {
        let length = body.len() + wrong_by;
        format!("http://a.example/{number} 1.2.3.4 20081114060821 text/html {length}\n{body}\n")
    };
    // One that takes whole records with it, and no more, can not be told from a long page.
    let whole = page(2, 0).len();
    for wrong_by in (2..200).filter(|by| by % whole > 1) {
        let head = "filedesc://a.arc 0.0.0.0 20081114060821 text/plain 10\n1 0 Test\n\n\n";
        let file = format!("{head}{}{}{}", page(1, wrong_by), page(2, 0), page(3, 0));
        let source = Source::from_reader(Cursor::new(file.into_bytes()));
        let records = Records::new(source, "a.arc").unwrap().only(RecordKind::has_page);
        let bodies: Vec<_> = records.flatten().map(|record| record.body(99).into_owned()).collect();
        assert_eq!(bodies, [b"<p>Old."; 3], "{wrong_by}");
    }
}

#[test]
fn something_else_is_refused() {
    let new = |bytes: &'static [u8]| Records::new(Source::from_reader(bytes), "a").err();
    assert!(matches!(new(b"<html>"), Some(OpenError::NotAnArchive)));
    assert!(new(b"").is_none(), "an archive without records");
}

#[test]
fn a_disk_that_fails_is_no_damage() {
    struct Failing(Cursor<Vec<u8>>);
    impl io::Read for Failing {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            match self.0.read(into)? {
                0 => Err(io::Error::other("the disk is gone")),
                read => Ok(read),
            }
        }
    }
    let frames = packed(&good(3)).concat();
    let half = frames[..frames.len() - 40].to_vec();
    let (numbers, damages) = read_from(Source::from_reader(Failing(Cursor::new(half))));
    assert_eq!(numbers, [0, 1]);
    let last = damages.last().unwrap();
    assert!(last.ends_input && last.what.contains("the disk is gone"), "{last}");
}

proptest::proptest! {
    /// Whatever is done to an archive, reading ends, and never with a panic.
    #[test]
    fn any_damage_is_survived(seed: u64, changes in 0..40usize, kind in 0..3) {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut bytes = match kind {
            0 => packed(&good(4)).concat(),
            1 => good(4).concat(),
            _ => zstd::encode_all(&good(4).concat()[..], 1).unwrap(),
        };
        for _ in 0..changes {
            let at = random.usize(..bytes.len());
            match random.u8(..4) {
                0 => bytes.truncate(at.max(1)),
                1 => { bytes.insert(at, random.u8(..)); }
                _ => bytes[at] = random.u8(..),
            }
        }
        if let Ok(records) = Records::new(Source::from_reader(Cursor::new(bytes)), "a") {
            for record in records.take(10_000).flatten() {
                record.body(1 << 20);
            }
        }
    }
}
