//! Any bytes, with any hint of their encoding and compression, give a page or a typed error.

#![no_main]

use dehusk::Limits;
use dehusk::extractor::Page;
use dehusk_page::{Hints, decode};
use libfuzzer_sys::fuzz_target;

const CHARSETS: [&str; 8] =
    ["", "utf-8", "utf-16le", "gb18030", "big5", "shift_jis", "iso-2022-jp", "windows-1251"];
const CODINGS: [&str; 4] = ["", "br", "deflate", "gzip, br"];

fuzz_target!(|data: (u8, &[u8])| {
    let (choice, bytes) = data;
    let hints = Hints::new()
        .with_content_type(CHARSETS[usize::from(choice % 8)])
        .with_content_encoding(CODINGS[usize::from(choice / 8 % 4)]);
    let decoded = decode(bytes, &hints);
    // Three bytes is the most a byte of any encoding becomes.
    assert!(decoded.text.len() <= 3 * bytes.len());
    let _ = Page::from_bytes(bytes, &hints, &Limits::default().with_max_bytes(1 << 20));
});
