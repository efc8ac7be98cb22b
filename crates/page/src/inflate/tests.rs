//! Whole, broken and hostile streams of every format.

use super::{Compression, inflate};
use crate::limits::Warning;
use flate2::Compression as Level;
use flate2::read::{DeflateEncoder, GzEncoder, ZlibEncoder};
use std::borrow::Cow;
use std::io::Read;

const MAX: usize = 1 << 20;

fn page(paragraphs: usize) -> Vec<u8> {
    let paragraph =
        |i: usize| format!("<p class=a{}>Paragraph {} of many.</p>\n", i * i % 997, i * 7919);
    (0..paragraphs).map(paragraph).collect::<String>().into_bytes()
}

fn packed(mut encoder: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    encoder.read_to_end(&mut bytes).unwrap();
    bytes
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    packed(GzEncoder::new(bytes, Level::best()))
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest)
}

fn brotli(bytes: &[u8]) -> Vec<u8> {
    packed(brotli::CompressorReader::new(bytes, 4096, 5, 22))
}

fn unpacked(bytes: &[u8], header: Option<&str>) -> (Vec<u8>, Vec<Warning>) {
    let inflated = inflate(Cow::Borrowed(bytes), header, MAX).unwrap();
    (inflated.bytes.into_owned(), inflated.warnings)
}

#[test]
fn signatures_are_enough() {
    let page = page(50);
    let zlib = packed(ZlibEncoder::new(&page[..], Level::best()));
    for bytes in [gzip(&page), zstd(&page), zlib, brotli(&page)] {
        assert_eq!(unpacked(&bytes, None), (page.clone(), vec![]));
    }
}

#[test]
fn headers_name_what_has_no_signature() {
    let page = b"short".to_vec();
    let deflate = packed(DeflateEncoder::new(&page[..], Level::best()));
    let zlib = packed(ZlibEncoder::new(&page[..], Level::best()));
    assert_eq!(unpacked(&deflate, Some("deflate")), (page.clone(), vec![]));
    assert_eq!(unpacked(&zlib, Some("deflate")), (page.clone(), vec![]));
    assert_eq!(unpacked(&brotli(&page), Some("BR")), (page, vec![]));
}

#[test]
fn layers_are_taken_off_one_by_one() {
    let page = page(50);
    assert_eq!(unpacked(&gzip(&gzip(&page)), Some("gzip")).0, page);
    assert_eq!(unpacked(&brotli(&gzip(&page)), Some("gzip, br")).0, page);
    assert_eq!(unpacked(&gzip(&brotli(&page)), Some("br, gzip")).0, page);
}

#[test]
fn a_header_about_bytes_that_are_not_compressed_is_ignored() {
    let page = page(50);
    for header in ["gzip", "br", "deflate", "zstd", "identity", "nonsense", ""] {
        assert_eq!(unpacked(&page, Some(header)), (page.clone(), vec![]), "{header}");
    }
}

#[test]
fn members_and_frames_follow_each_other_and_garbage_after_gzip_is_ignored() {
    let (one, two) = (page(3), page(5));
    let both = [one.clone(), two.clone()].concat();
    assert_eq!(
        unpacked(&[gzip(&one), gzip(&two), vec![0; 40]].concat(), None),
        (both.clone(), vec![])
    );
    let skippable = [0x50, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 9, 9, 9];
    assert_eq!(
        unpacked(&[&skippable[..], &zstd(&one), &zstd(&two)].concat(), None),
        (both, vec![])
    );
}

#[test]
fn a_stream_that_breaks_off_gives_what_came_before() {
    let page = page(20_000);
    for (format, bytes, header) in [
        (Compression::Gzip, gzip(&page), None),
        (Compression::Zstd, zstd(&page), None),
        (Compression::Brotli, brotli(&page), Some("br")),
        (Compression::Zlib, packed(ZlibEncoder::new(&page[..], Level::best())), Some("deflate")),
    ] {
        let (read, warnings) = unpacked(&bytes[..bytes.len() * 3 / 4], header);
        assert!(page.starts_with(&read), "{format}");
        assert!(read.len() > page.len() / 2, "{format}: {} of {} bytes", read.len(), page.len());
        assert_eq!(warnings, [Warning::CompressedDamaged(format)]);
    }
}

#[test]
fn a_bomb_is_cut() {
    let bomb = vec![b' '; 40 * MAX];
    for bytes in [gzip(&bomb), zstd(&bomb), brotli(&bomb)] {
        assert!(bytes.len() < MAX, "a bomb is small");
        let (read, warnings) = unpacked(&bytes, Some("br"));
        assert_eq!((read.len(), warnings), (MAX, vec![Warning::InflatedCut(MAX)]));
    }
}

#[test]
fn output_of_exactly_the_bound_is_whole() {
    let full = vec![b' '; MAX];
    for bytes in [gzip(&full), zstd(&full)] {
        assert_eq!(unpacked(&bytes, None), (full.clone(), vec![]));
    }
}

#[test]
fn nothing_but_a_signature_is_an_error() {
    for (format, start) in [(Compression::Gzip, gzip(b"x")), (Compression::Zstd, zstd(b"x"))] {
        assert_eq!(inflate(Cow::Borrowed(&start[..5]), None, MAX).unwrap_err(), format);
    }
}

#[test]
fn other_binary_data_stays_as_it_is() {
    let png = [b"\x89PNG\r\n\x1a\n".to_vec(), gzip(&page(50))].concat();
    let noise: Vec<u8> = (0..4096u32).map(|i| (i.wrapping_mul(2654435761) >> 13) as u8).collect();
    for bytes in [png, noise] {
        assert_eq!(unpacked(&bytes, None), (bytes.clone(), vec![]));
    }
}

#[test]
fn every_flipped_byte_is_survived() {
    let page = page(30);
    for whole in [gzip(&page), zstd(&page), brotli(&page)] {
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x55;
            let _ = inflate(Cow::Owned(bytes), Some("br"), MAX);
        }
    }
}
