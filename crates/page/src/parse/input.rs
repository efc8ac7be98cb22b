//! The source as the tokenizer wants it: not too long, and with line feeds only.

use super::store::MOST_BYTES;
use crate::limits::{Limits, Warning};
use memchr::memchr;

/// Cuts the input to its limit and turns carriage returns into line feeds, in place.
pub(super) fn prepare(mut html: String, limits: &Limits, warnings: &mut Vec<Warning>) -> String {
    let most = limits.most_bytes().min(MOST_BYTES);
    if html.len() > most {
        let end = html.floor_char_boundary(most);
        limits.bytes_cut(html.len() - end).note(warnings);
        html.truncate(end);
    }
    match memchr(b'\r', html.as_bytes()) {
        Some(first) => normalised(html, first),
        None => html,
    }
}

/// CR LF and CR alone become LF; the text only ever shrinks.
fn normalised(html: String, first: usize) -> String {
    let mut bytes = html.into_bytes();
    let (mut read, mut written) = (first, first);
    while read < bytes.len() {
        // Here stands a carriage return.
        bytes[written] = b'\n';
        written += 1;
        read += 1;
        if bytes.get(read) == Some(&b'\n') {
            read += 1;
        }
        let rest = &bytes[read..];
        let next = read + memchr(b'\r', rest).unwrap_or(rest.len());
        bytes.copy_within(read..next, written);
        written += next - read;
        read = next;
    }
    bytes.truncate(written);
    // Only ASCII was changed, so this is still UTF-8.
    String::from_utf8(bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prepared(html: &str, bytes: usize) -> (String, Vec<Warning>) {
        let mut warnings = Vec::new();
        let limits = Limits::default().with_max_bytes(bytes);
        (prepare(html.into(), &limits, &mut warnings), warnings)
    }

    #[test]
    fn all_line_ends_become_line_feeds() {
        assert_eq!(prepared("a\r\nb\rc\n\r\r\nd\r", 99).0, "a\nb\nc\n\n\nd\n");
        assert_eq!(prepared("\r", 99).0, "\n");
        assert_eq!(prepared("a\nb", 99).0, "a\nb");
    }

    #[test]
    fn long_input_is_cut_between_characters() {
        let (text, warnings) = prepared("abé", 3);
        assert_eq!(text, "ab");
        assert_eq!(warnings, [Warning::BytesCut(2)]);
    }
}
