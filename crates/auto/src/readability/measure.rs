//! Lengths of texts the way the reference sees them.
//!
//! It asks every element again and again for the length of its text, trimmed and with runs of white space
//! counted once. Those lengths do not add up, but they combine: with the white space at both ends beside
//! them, the measure of two neighbouring texts follows from the measures of both. So each text is read
//! once, and an element's measure is put together from its children's.
//!
//! Lengths count UTF-16 units and white space is that of ECMAScript, because the thresholds were found so.

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
    /// Measures a text of which is known where its first byte stands that is no white space, how many are left from there
    /// to the last, and how many characters there are.
    #[inline]
    pub fn of(text: &str, (lead, letters): (u32, u32), chars: u32) -> Text {
        let units = text.len() as u32;
        if letters == 0 {
            return Text { units, lead: units, trail: units, ..Text::default() };
        }
        if !text.is_ascii() {
            return Text::wide(text, chars);
        }
        let commas = memchr::memchr_iter(b',', text.as_bytes()).count() as u32;
        let trail = units - lead - letters;
        Text { units, lead, trail, inner: chars, latin_commas: commas, commas }
    }

    /// Measures any text, of which the characters are known as well.
    fn wide(text: &str, chars: u32) -> Text {
        let Some(marks) = Marks::of(text) else { return Reader::default().all(text) };
        let spaces = |chars: &mut dyn Iterator<Item = char>| {
            chars.take_while(|&c| is_space(c)).count() as u32
        };
        let latin_commas = memchr::memchr_iter(b',', text.as_bytes()).count() as u32;
        Text {
            units: text.chars().count() as u32 + marks.pairs,
            lead: spaces(&mut text.chars()),
            trail: spaces(&mut text.chars().rev()),
            inner: chars + marks.pairs,
            latin_commas,
            commas: latin_commas + marks.commas,
        }
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

/// Bytes that are looked at together.
const STRETCH: usize = 32;

/// The first bytes of the characters that [`Marks`] are about.
fn may_count(byte: u8) -> bool {
    (byte == 0xc2) | (byte == 0xd8) | (byte == 0xe2) | (byte >= 0xef)
}

/// What counts otherwise than plain characters do.
#[derive(Default)]
struct Marks {
    /// Characters of two UTF-16 units.
    pairs: u32,
    /// Commas beyond ASCII.
    commas: u32,
}

impl Marks {
    /// None if there is white space on which the standards differ.
    fn of(text: &str) -> Option<Marks> {
        let mut marks = Marks::default();
        for (number, stretch) in text.as_bytes().chunks(STRETCH).enumerate() {
            // Most stretches have none, which is seen of all their bytes at once.
            if !stretch.iter().fold(false, |any, &byte| any | may_count(byte)) {
                continue;
            }
            for at in (0..stretch.len()).filter(|&at| may_count(stretch[at])) {
                let c = text.get(number * STRETCH + at..)?.chars().next()?;
                if matches!(c, '\u{85}' | '\u{feff}') {
                    return None;
                }
                marks.pairs += u32::from(c.len_utf16() == 2);
                marks.commas += u32::from(is_comma(c));
            }
        }
        Some(marks)
    }
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
    use dehusk_blocks::folded_chars;
    use dehusk_extract::derived::trim;

    fn measured(text: &str) -> Text {
        Text::of(text, trim(text.as_bytes()), folded_chars(text) as u32)
    }

    #[test]
    fn one_text_is_measured() {
        let text = measured("  one,\n\n two、三，😀 ");
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
                let piece = |r: &[char]| measured(&r.iter().collect::<String>());
                let mut all = piece(&chars[..cut]);
                all.append(&piece(&chars[cut..second]));
                all.append(&piece(&chars[second..]));
                assert_eq!(all, measured(whole), "cut at {cut} and {second}");
            }
        }
    }

    #[test]
    fn both_ways_of_measuring_agree() {
        let pieces = [
            "", " ", "\t\n", "a", " a, ", "\u{b}b  ", "\u{1f}", "\u{a0}", "\u{85}", "\u{feff}",
            "ü，", "😀",
        ];
        for n in 0..pieces.len().pow(3) {
            let piece = |place| pieces[n / pieces.len().pow(place) % pieces.len()];
            let text = format!("{}{}, and more of it{}", piece(0), piece(1), piece(2));
            let short = [piece(0), piece(1), piece(2)].concat();
            for text in [text, short] {
                assert_eq!(measured(&text), Reader::default().all(&text), "{text:?}");
            }
        }
    }

    #[test]
    fn blank_text_is_all_margin() {
        let text = measured(" \n\u{3000}");
        assert_eq!(text, Text { units: 3, lead: 3, trail: 3, ..Text::default() });
        assert_eq!(text.trimmed(), 0);
    }

    #[test]
    fn single_white_space_stays_as_it_is_when_folded() {
        assert_eq!(folded(" a\nb \n c  "), "a\nb c");
    }

    #[test]
    fn commas_of_all_scripts_count() {
        let text = measured(",،﹐︐︑⹁⸴⸲，、");
        assert_eq!((text.latin_commas, text.commas), (1, 9));
    }
}
