//! Compressed bytes to plain ones, within a bound.
//!
//! Saved pages and archives are often still compressed, and headers about it are often wrong: a client
//! unpacks and keeps the header, a server packs twice. So the bytes are asked first (gzip, zstd and zlib
//! begin with a signature), the header only for what has none (brotli, bare deflate).

mod read;
mod zstd;

use crate::limits::Warning;
use crate::sniff;
use std::borrow::Cow;
use std::fmt;

/// Layers of compression that are taken off; honest servers use one, confused ones two.
const MAX_LAYERS: usize = 4;

/// A way bytes can be compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Compression {
    /// RFC 1952.
    Gzip,
    /// RFC 1950, which HTTP calls «deflate».
    Zlib,
    /// RFC 1951 without a wrapper, which some servers call «deflate».
    Deflate,
    /// RFC 8878.
    Zstd,
    /// RFC 7932.
    Brotli,
}

impl fmt::Display for Compression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Compression::Gzip => "gzip",
            Compression::Zlib => "zlib",
            Compression::Deflate => "deflate",
            Compression::Zstd => "zstd",
            Compression::Brotli => "brotli",
        })
    }
}

/// Bytes that are no longer compressed.
#[derive(Debug)]
pub struct Inflated<'a> {
    /// The bytes.
    pub bytes: Cow<'a, [u8]>,
    /// What was cut or damaged.
    pub warnings: Vec<Warning>,
}

/// How reading a compressed stream ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// At its end.
    Whole,
    /// At the bound.
    Bound,
    /// In the middle: the stream is cut off or damaged.
    Broken,
}

/// What was read of a compressed stream.
struct Output {
    bytes: Vec<u8>,
    end: End,
}

/// Takes every layer of compression off, up to `max_bytes` of output a layer. An error names the format
/// of a layer of which nothing at all could be read.
///
/// ```
/// let plain = dehusk_page::unpack(&b"not compressed"[..], None, 1_000).unwrap();
/// assert_eq!(&*plain.bytes, b"not compressed");
/// ```
pub fn inflate<'a>(
    bytes: impl Into<Cow<'a, [u8]>>,
    content_encoding: Option<&str>,
    max_bytes: usize,
) -> Result<Inflated<'a>, Compression> {
    let mut inflated = Inflated { bytes: bytes.into(), warnings: Vec::new() };
    let mut named = named_codings(content_encoding.unwrap_or_default());
    for _ in 0..MAX_LAYERS {
        let Some((format, output)) = next_layer(&inflated.bytes, &mut named, max_bytes)? else {
            break;
        };
        match output.end {
            End::Whole => {}
            End::Bound => inflated.warnings.push(Warning::InflatedCut(output.bytes.len())),
            End::Broken => inflated.warnings.push(Warning::CompressedDamaged(format)),
        }
        inflated.bytes = output.bytes.into();
    }
    Ok(inflated)
}

/// The codings of a header that have no certain signature, the one applied last at the end.
fn named_codings(header: &str) -> Vec<Compression> {
    let coding = |name: &str| match name.trim().to_ascii_lowercase().as_str() {
        "br" => Some(Compression::Brotli),
        "deflate" => Some(Compression::Deflate),
        _ => None,
    };
    header.split(',').filter_map(coding).collect()
}

type Layer = Option<(Compression, Output)>;

fn next_layer(
    bytes: &[u8],
    named: &mut Vec<Compression>,
    max_bytes: usize,
) -> Result<Layer, Compression> {
    if let Some(format) = by_signature(bytes) {
        let output = unpack(bytes, format, max_bytes);
        let nothing = output.bytes.is_empty() && output.end == End::Broken;
        return if nothing { Err(format) } else { Ok(Some((format, output))) };
    }
    let named = named.pop();
    let candidates = match named {
        Some(Compression::Deflate) => [Compression::Zlib, Compression::Deflate],
        _ => [Compression::Zlib, Compression::Brotli],
    };
    let is_opaque = sniff::is_binary(bytes) && sniff::by_signature(bytes).is_none();
    if named.is_none() && !is_opaque {
        return Ok(None);
    }
    Ok(candidates.into_iter().find_map(|format| {
        let output = unpack(bytes, format, max_bytes);
        let trusted = named.is_some() && is_opaque;
        is_plausible(&output, trusted).then_some((format, output))
    }))
}

/// Whether output of a format that was only supposed makes sense: readable text or another layer, and,
/// unless a header named the format, to the very end.
fn is_plausible(output: &Output, trusted: bool) -> bool {
    let bytes = &output.bytes;
    let readable = by_signature(bytes).is_some() || !sniff::is_binary(bytes);
    !bytes.is_empty() && readable && (trusted || output.end != End::Broken)
}

fn by_signature(bytes: &[u8]) -> Option<Compression> {
    match bytes {
        [0x1F, 0x8B, 0x08, ..] => Some(Compression::Gzip),
        [0x28, 0xB5, 0x2F, 0xFD, ..] => Some(Compression::Zstd),
        [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Some(Compression::Zstd),
        _ => None,
    }
}

fn unpack(bytes: &[u8], format: Compression, max_bytes: usize) -> Output {
    match format {
        Compression::Gzip => read::gzip(bytes, max_bytes),
        Compression::Zlib => read::zlib(bytes, max_bytes),
        Compression::Deflate => read::deflate(bytes, max_bytes),
        Compression::Brotli => read::brotli(bytes, max_bytes),
        Compression::Zstd => zstd::zstd(bytes, max_bytes),
    }
}

#[cfg(test)]
mod tests;
