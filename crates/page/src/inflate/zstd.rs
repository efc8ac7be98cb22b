//! Zstandard: frames one after another, some of them to be skipped.

use super::{End, Output};
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// The memory a frame may ask for, as browsers allow (RFC 8878 advises at least this much).
const MAX_WINDOW: u64 = 8 << 20;

/// Output that is decoded before it is taken.
const CHUNK: usize = 256 << 10;

/// An empty last block and room for a checksum: with it a frame that broke off gives up what it holds.
const CLOSING: [u8; 7] = [1, 0, 0, 0, 0, 0, 0];

pub(super) fn zstd(mut input: &[u8], max_bytes: usize) -> Output {
    let mut output = Output { bytes: Vec::new(), end: End::Whole };
    let mut decoder = FrameDecoder::new();
    decoder.set_max_window_size(MAX_WINDOW);
    while !input.is_empty() && output.end == End::Whole {
        match decoder.init(&mut input) {
            Ok(()) => output.end = frame(&mut decoder, &mut input, &mut output.bytes, max_bytes),
            Err(error) => match skipped(&error).and_then(|len| input.get(len..)) {
                Some(rest) => input = rest,
                None => output.end = End::Broken,
            },
        }
    }
    output
}

fn skipped(error: &FrameDecoderError) -> Option<usize> {
    use FrameDecoderError::ReadFrameHeaderError as Header;
    match error {
        Header(ReadFrameHeaderError::SkipFrame { length, .. }) => usize::try_from(*length).ok(),
        _ => None,
    }
}

fn frame(
    decoder: &mut FrameDecoder,
    input: &mut &[u8],
    bytes: &mut Vec<u8>,
    max_bytes: usize,
) -> End {
    loop {
        let step = decoder.decode_blocks(&mut *input, BlockDecodingStrategy::UptoBytes(CHUNK));
        let broken = step.is_err();
        if broken && decoder.decode_blocks(&CLOSING[..], BlockDecodingStrategy::All).is_err() {
            return End::Broken;
        }
        bytes.append(&mut decoder.collect().unwrap_or_default());
        if bytes.len() > max_bytes {
            bytes.truncate(max_bytes);
            return End::Bound;
        }
        match decoder.is_finished() {
            _ if broken => return End::Broken,
            true => return End::Whole,
            false => {}
        }
    }
}
