//! A made-up crawl of any size on standard output, as WARC: what fills a pipe for as long as one likes.

use clap::Parser;
use dehusk_synth::Web;
use fastrand::Rng;
use std::io::{self, BufWriter, Write};

/// Pages that are made; then they come again under other addresses.
const POOL: u64 = 2_000;
/// Words that texts are made of.
const WORDS: u64 = 40_000;

/// Writes a made-up crawl to standard output
#[derive(Parser)]
struct Arguments {
    /// Bytes to write, with K, M or G for short
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = "100M")]
    bytes: u64,
    /// Texts as in WET files instead of pages, and so many of them instead of bytes
    #[arg(long, value_name = "N")]
    texts: Option<u64>,
    /// Of a hundred texts so many are nearly the same as an earlier one
    #[arg(long, value_name = "PERCENT", default_value_t = 30)]
    near: u8,
    /// Words of a text
    #[arg(long, value_name = "N", default_value_t = 150)]
    words: u64,
    /// Sites that pages are of
    #[arg(long, value_name = "N", default_value_t = 50)]
    sites: u64,
    /// Another one gives another crawl
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

fn size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        other => return Err(format!("there is no unit {other}")),
    };
    digits.parse::<u64>().map(|number| number << shift).map_err(|error| error.to_string())
}

fn main() -> io::Result<()> {
    let arguments = Arguments::parse();
    let out = BufWriter::with_capacity(1 << 20, io::stdout().lock());
    let written = match arguments.texts {
        Some(texts) => write_texts(out, texts, &arguments),
        None => write_pages(out, &arguments),
    };
    match written {
        // Who reads has enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// A record with its head. Its identity is its number, so that it is the same every time.
fn write_record(
    out: &mut impl Write,
    kind: &str,
    media: &str,
    number: u64,
    url: &str,
    block: &[u8],
) -> io::Result<u64> {
    let head = format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:00000000-0000-8000-8000-{number:012x}>\r\n\
         WARC-Target-URI: {url}\r\nWARC-Date: 2026-11-18T00:00:00Z\r\nContent-Type: {media}\r\n\
         Content-Length: {}\r\n\r\n",
        block.len()
    );
    out.write_all(head.as_bytes())?;
    out.write_all(block)?;
    out.write_all(b"\r\n\r\n")?;
    Ok((head.len() + block.len() + 4) as u64)
}

fn write_pages(mut out: impl Write, arguments: &Arguments) -> io::Result<()> {
    let web = Web::new(arguments.seed);
    let pool: Vec<(String, Vec<u8>)> = (0..POOL)
        .map(|number| {
            let page = web.site(number % arguments.sites).page(number / arguments.sites);
            let mut block =
                b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n".to_vec();
            block.extend(page.html.as_bytes());
            (page.url, block)
        })
        .collect();
    let (mut written, mut number) = (0, 0);
    while written < arguments.bytes {
        let (url, block) = &pool[(number % POOL) as usize];
        let round = number / POOL;
        let separator = if url.contains('?') { '&' } else { '?' };
        let url = format!("{url}{separator}round={round}");
        let media = "application/http; msgtype=response";
        written += write_record(&mut out, "response", media, number, &url, block)?;
        number += 1;
    }
    out.flush()
}

/// Texts of random words. One that is nearly the same as an earlier one has other words in a few places.
fn write_texts(mut out: impl Write, texts: u64, arguments: &Arguments) -> io::Result<()> {
    let mut random = Rng::with_seed(arguments.seed);
    let mut text = String::new();
    for number in 0..texts {
        let is_near = number > 0 && random.u8(..100) < arguments.near;
        // Which words a text has follows from the number of the first one like it.
        let model = if is_near { random.u64(..number) } else { number };
        let mut words = Rng::with_seed(arguments.seed ^ model.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        text.clear();
        for place in 0..arguments.words {
            let mut word = words.u64(..WORDS);
            if is_near && random.u64(..arguments.words) < 2 {
                word = random.u64(..WORDS);
            }
            let end = if place % 12 == 11 { ". " } else { " " };
            text.push_str(&format!("word{word}{end}"));
        }
        let url = format!("https://www.site{}.example/{number}", number % arguments.sites);
        write_record(&mut out, "conversion", "text/plain", number, &url, text.as_bytes())?;
    }
    out.flush()
}
