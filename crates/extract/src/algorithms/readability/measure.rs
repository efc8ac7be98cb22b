//! Lengths of texts the way the reference sees them.
//!
//! It asks every element again and again for the length of its text, trimmed and with runs of white space
//! counted once. Those lengths do not add up, but they combine: with the white space at both ends beside
//! them, the measure of two neighbouring texts follows from the measures of both. So each text is read
//! once, and an element's measure is put together from its children's.
//!
//! Lengths count UTF-16 units and white space is that of ECMAScript, because the thresholds were found so.

use dehusk_blocks::eight::{Eight, sum};
use dehusk_blocks::leading_spaces;

/// The measure of a stretch of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Text {
    /// Length of all of it.
    pub units: u32,
    /// White space in front; all of it if there is nothing else.
    pub lead: u32,
    /// White space at the end; all of it if there is nothing else.
    pub trail: u32,
    /// Length when trimmed, each run of white space counted as one.
    pub inner: u32,
    /// `,` alone.
    pub latin_commas: u32,
    /// Commas of all scripts.
    pub commas: u32,
}

impl Text {
    pub fn of(text: &str) -> Text {
        if text.is_ascii() {
            return ascii(text.as_bytes());
        }
        let plain = ascii_len(text.as_bytes());
        let mut all = ascii(text.as_bytes().get(..plain).unwrap_or_default());
        // Stretches of ASCII are counted fast even where a quotation mark or an accent interrupts them.
        let mut rest = text.get(plain..).unwrap_or_default();
        while !rest.is_empty() {
            let other = rest.bytes().position(|b| b.is_ascii()).unwrap_or(rest.len());
            let (other, after) = rest.split_at_checked(other).unwrap_or((rest, ""));
            all.append(&Reader::default().all(other));
            let plain = ascii_len(after.as_bytes());
            let (plain, after) = after.split_at_checked(plain).unwrap_or((after, ""));
            if !plain.is_empty() {
                all.append(&ascii(plain.as_bytes()));
            }
            rest = after;
        }
        all
    }

    pub fn is_blank(&self) -> bool {
        self.inner == 0
    }

    /// Length without white space at the ends.
    pub fn trimmed(&self) -> u32 {
        if self.is_blank() { 0 } else { self.units - self.lead - self.trail }
    }

    /// Adds the measure of the text that follows.
    #[inline]
    pub fn append(&mut self, next: &Text) {
        if self.units == 0 {
            *self = *next;
            return;
        }
        if next.is_blank() {
            self.units += next.units;
            self.trail += next.units;
            self.lead += if self.is_blank() { next.units } else { 0 };
            return;
        }
        if self.is_blank() {
            self.lead = self.units + next.lead;
            self.inner = next.inner;
        } else {
            let gap = self.trail > 0 || next.lead > 0;
            self.inner += next.inner + u32::from(gap);
        }
        self.trail = next.trail;
        self.units += next.units;
        self.latin_commas += next.latin_commas;
        self.commas += next.commas;
    }
}

/// Measures text of ASCII alone, as most texts are, by eight bytes at once.
fn ascii(bytes: &[u8]) -> Text {
    let units = bytes.len() as u32;
    let lead = leading_spaces(bytes) as u32;
    if lead == units {
        return Text { units, lead, trail: units, ..Text::default() };
    }
    let trail = bytes.iter().rev().take_while(|&&b| is_ascii_space(b)).count() as u32;
    let (mut repeated, mut commas, mut before) = (0, 0, 0);
    for at in (0..bytes.len()).step_by(8) {
        let eight = Eight::at(bytes, at);
        let spaces = eight.space_marks(8);
        repeated += sum(spaces & (spaces << 8 | before));
        before = spaces >> 56;
        commas += sum(eight.marks_of(b','));
    }
    // White space at the ends is not counted at all.
    let inside = repeated - lead.saturating_sub(1) - trail.saturating_sub(1);
    let inner = units - lead - trail - inside;
    Text { units, lead, trail, inner, latin_commas: commas, commas }
}

/// How many bytes from the first are ASCII.
fn ascii_len(bytes: &[u8]) -> usize {
    let mut at = 0;
    while at < bytes.len() {
        let plain = Eight::at(bytes, at).ascii();
        at += plain;
        if plain < 8 {
            break;
        }
    }
    at.min(bytes.len())
}

fn is_ascii_space(byte: u8) -> bool {
    (byte == b' ') | (byte.wrapping_sub(b'\t') < 5)
}

/// Measures any text character by character.
#[derive(Default)]
struct Reader {
    text: Text,
    /// White space since the last other character.
    run: u32,
}

impl Reader {
    fn all(mut self, text: &str) -> Text {
        for c in text.chars() {
            if is_space(c) {
                self.run += 1;
                continue;
            }
            self.visible(c.len_utf16() as u32);
            self.text.latin_commas += u32::from(c == ',');
            self.text.commas += u32::from(c == ',' || is_comma(c));
        }
        self.finish()
    }

    fn visible(&mut self, units: u32) {
        if self.run > 0 {
            if self.text.inner == 0 {
                self.text.lead = self.run;
            } else {
                self.text.inner += 1;
            }
            self.text.units += self.run;
            self.run = 0;
        }
        self.text.units += units;
        self.text.inner += units;
    }

    fn finish(mut self) -> Text {
        self.text.units += self.run;
        self.text.trail = self.run;
        if self.text.inner == 0 {
            self.text.lead = self.run;
        }
        self.text
    }
}

/// White space of ECMAScript: Rust's without the next-line control, with the byte order mark.
pub(super) fn is_space(c: char) -> bool {
    c == '\u{feff}' || (c != '\u{85}' && c.is_whitespace())
}

/// Commas beyond ASCII: Arabic, small, vertical, reversed, medieval, turned and full-width ones.
fn is_comma(c: char) -> bool {
    matches!(
        c,
        '\u{60c}'
            | '\u{fe50}'
            | '\u{fe10}'
            | '\u{fe11}'
            | '\u{2e41}'
            | '\u{2e34}'
            | '\u{2e32}'
            | '\u{ff0c}'
    )
}

/// A text trimmed, each run of two or more white spaces replaced by one space.
pub(super) fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.trim_matches(is_space).chars().peekable();
    while let Some(c) = chars.next() {
        let mut run = false;
        while is_space(c) && chars.next_if(|&n| is_space(n)).is_some() {
            run = true;
        }
        out.push(if run { ' ' } else { c });
    }
    out
}

/// Length in UTF-16 units.
pub(super) fn units(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_text_is_measured() {
        let text = Text::of("  one,\n\n two、三，😀 ");
        assert_eq!((text.lead, text.trail), (2, 1));
        // "one," + one space + "two、三，" + a pair of surrogates
        assert_eq!(text.inner, 4 + 1 + 6 + 2);
        assert_eq!(text.units, 2 + 4 + 3 + 6 + 2 + 1);
        assert_eq!((text.latin_commas, text.commas), (1, 2));
    }

    #[test]
    fn pieces_measure_as_their_whole() {
        let whole = " \u{a0}One, two\u{feff}\n  three ,，four\u{85}five \t";
        let chars: Vec<char> = whole.chars().collect();
        for cut in 0..=chars.len() {
            for second in cut..=chars.len() {
                let piece = |r: &[char]| Text::of(&r.iter().collect::<String>());
                let mut all = piece(&chars[..cut]);
                all.append(&piece(&chars[cut..second]));
                all.append(&piece(&chars[second..]));
                assert_eq!(all, Text::of(whole), "cut at {cut} and {second}");
            }
        }
    }

    #[test]
    fn both_ways_of_measuring_agree() {
        for text in ["", " ", "\t\n", "a", " a", "a ", " a,  b \u{b}\r\n c,, ", "\u{1f} x\u{8}"] {
            for text in [text.to_string(), text.repeat(5), format!("{text} and more, of it{text}")]
            {
                assert_eq!(ascii(text.as_bytes()), Reader::default().all(&text), "{text:?}");
            }
        }
    }

    #[test]
    fn blank_text_is_all_margin() {
        let text = Text::of(" \n\u{3000}");
        assert_eq!(text, Text { units: 3, lead: 3, trail: 3, ..Text::default() });
        assert_eq!(text.trimmed(), 0);
    }

    #[test]
    fn single_white_space_stays_as_it_is_when_folded() {
        assert_eq!(folded(" a\nb \n c  "), "a\nb c");
    }

    #[test]
    fn commas_of_all_scripts_count() {
        let text = Text::of(",،﹐︐︑⹁⸴⸲，、");
        assert_eq!((text.latin_commas, text.commas), (1, 9));
    }
}
