//! JSON lines on standard output.

use super::{Delivery, Opening, Sink, SinkError, Taken};
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};

/// Articles as JSON lines on standard output. What was written is gone: a crash in between makes the last
/// few come twice, with the same key.
#[derive(Debug, Default)]
pub struct StandardOutput;

impl Sink for StandardOutput {
    fn name(&self) -> String {
        "stdout".into()
    }

    fn open(&mut self, _: &Opening<'_>) -> Result<String, SinkError> {
        Ok(String::new())
    }

    fn deliver(&mut self, batch: &[Delivery]) -> Result<Taken, SinkError> {
        let out = io::stdout();
        let is_seen = out.is_terminal();
        write(out.lock(), batch, is_seen).map_err(|error| match error.kind() {
            io::ErrorKind::BrokenPipe => SinkError::Closed("standard output".into()),
            _ => SinkError::failed("standard output", error),
        })?;
        Ok(Taken::all(batch))
    }
}

fn write(mut out: impl Write, batch: &[Delivery], is_seen: bool) -> io::Result<()> {
    for delivery in batch {
        let record = match is_seen {
            true => Cow::Owned(harmless(&delivery.record)),
            false => Cow::Borrowed(&delivery.record),
        };
        out.write_all(&record)?;
        out.write_all(b"\n")?;
    }
    out.flush()
}

/// The same JSON with escapes in place of characters that steer a terminal or turn a line around. Those below the
/// space are escaped already.
fn harmless(record: &[u8]) -> Vec<u8> {
    let mut out = String::with_capacity(record.len());
    for c in String::from_utf8_lossy(record).chars() {
        if !steers(c) {
            out.push(c);
            continue;
        }
        for unit in c.encode_utf16(&mut [0; 2]) {
            // Writing to a string does not fail.
            let _ = write!(out, "\\u{unit:04x}");
        }
    }
    out.into_bytes()
}

/// Controls, line and paragraph separators, the characters with Unicode's property Bidi_Control, and tags.
fn steers(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
        || matches!(c, '\u{E0000}'..='\u{E007F}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_do_not_steer_the_terminal_and_say_the_same() {
        let title = "a\u{202E}b\u{9b}2Jc\u{E0041}\u{2028}\u{61C}d\u{1b}]0;é\u{200D}😀";
        let record = serde_json::to_vec(&serde_json::json!({ "title": title })).unwrap();
        let delivery = Delivery { seq: 1, key: String::new(), title: None, record };
        let written = |is_seen| {
            let mut out = Vec::new();
            write(&mut out, std::slice::from_ref(&delivery), is_seen).unwrap();
            String::from_utf8(out).unwrap()
        };
        let (seen, piped) = (written(true), written(false));
        assert!(!seen.trim_end().chars().any(steers), "{seen}");
        assert!(piped.contains('\u{202E}') && seen.contains("é\u{200D}😀"));
        let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(value(&seen), value(&piped));
    }
}
