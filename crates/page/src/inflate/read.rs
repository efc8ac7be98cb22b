//! The formats whose decoders are readers.

use super::{End, Output};
use flate2::bufread::{DeflateDecoder, GzDecoder, ZlibDecoder};
use std::io::{ErrorKind, Read};

/// Output that is asked for at once.
const CHUNK: usize = 64 << 10;

/// All members of a gzip file. What follows the last one is padding or garbage and is ignored, as gzip does.
pub(super) fn gzip(mut input: &[u8], max_bytes: usize) -> Output {
    let mut output = Output { bytes: Vec::new(), end: End::Whole };
    loop {
        let mut member = GzDecoder::new(input);
        output.end = fill(&mut output.bytes, &mut member, max_bytes);
        input = member.into_inner();
        if output.end != End::Whole || !input.starts_with(&[0x1F, 0x8B, 0x08]) {
            return output;
        }
    }
}

pub(super) fn zlib(input: &[u8], max_bytes: usize) -> Output {
    read(ZlibDecoder::new(input), max_bytes)
}

pub(super) fn deflate(input: &[u8], max_bytes: usize) -> Output {
    read(DeflateDecoder::new(input), max_bytes)
}

pub(super) fn brotli(input: &[u8], max_bytes: usize) -> Output {
    read(brotli_decompressor::Decompressor::new(input, CHUNK), max_bytes)
}

fn read(mut reader: impl Read, max_bytes: usize) -> Output {
    let mut bytes = Vec::new();
    let end = fill(&mut bytes, &mut reader, max_bytes);
    Output { bytes, end }
}

/// Reads to the end, to the bound or to the first fault, whichever comes first.
fn fill(bytes: &mut Vec<u8>, reader: &mut impl Read, max_bytes: usize) -> End {
    let mut chunk = vec![0; CHUNK];
    loop {
        match reader.read(&mut chunk) {
            Ok(0) => return End::Whole,
            Ok(len) => {
                let room = max_bytes - bytes.len();
                bytes.extend_from_slice(&chunk[..len.min(room)]);
                if len > room {
                    return End::Bound;
                }
            }
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            Err(_) => return End::Broken,
        }
    }
}
