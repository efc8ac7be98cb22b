//! What was counted in the text of every block, in sixteen bytes a block.
//!
//! A page can have a block every five bytes, and then what is kept of a block decides what the page costs. Nearly all
//! counts of nearly all blocks are small, so each takes a byte; a block with a larger one is long, and can afford to
//! have its counts elsewhere in full.

/// Counts by name that can also be had in a row.
macro_rules! counts {
    ($(#[$about:meta])* $name:ident { $($(#[$field_about:meta])* $field:ident,)* }) => {
        $(#[$about])*
        #[derive(Clone, Debug, Default, PartialEq)]
        pub(crate) struct $name {
            $($(#[$field_about])* pub $field: u32,)*
        }

        impl $name {
            /// How many they are.
            pub const LEN: usize = [$(stringify!($field)),*].len();

            pub fn to_array(&self) -> [u32; Self::LEN] {
                [$(self.$field),*]
            }

            #[inline]
            pub fn from_array([$($field),*]: [u32; Self::LEN]) -> $name {
                $name { $($field),* }
            }
        }
    };
}

counts! {
    /// What one pass over a text counts.
    TextCounts {
        /// Runs without white space, words or not; ideographs and kana count each.
        tokens,
        /// Words whose first letter or digit is a capital.
        capital_words,
        /// Words of two or more letters that are all capitals.
        upper_words,
        upper_chars,
        digits,
        spaces,
        /// Marks that part clauses and sentences.
        punctuation,
        /// Marks that end sentences.
        sentence_marks,
        full_stops,
        /// `|`, `»`, `›`: what stands between links.
        bars,
        /// Copyright signs, and where its meaning is known the word.
        copyrights,
        /// Line feeds: single `br`, or lines of `pre`.
        line_breaks,
        sentences,
        /// Dates and times: those in digits, and where their meaning is known in words.
        dates,
        lines,
        tokens_before_last_line,
    }
}

impl TextCounts {
    /// Tokens a line when the text is wrapped at 80 columns; the last line, which is rarely full, counts only if it is the
    /// only one.
    pub fn text_density(&self) -> f32 {
        match self.lines {
            0 => 0.0,
            1 => self.tokens as f32,
            lines => self.tokens_before_last_line as f32 / (lines - 1) as f32,
        }
    }
}

/// The first byte of a block whose counts are elsewhere; the four behind it say where.
const ELSEWHERE: u8 = u8::MAX;

/// The counts of all blocks.
#[derive(Clone, Debug, Default)]
pub(crate) struct CountList {
    small: Vec<[u8; TextCounts::LEN]>,
    large: Vec<[u32; TextCounts::LEN]>,
}

impl CountList {
    pub fn with_capacity(blocks: usize) -> CountList {
        CountList { small: Vec::with_capacity(blocks), large: Vec::new() }
    }

    pub fn push(&mut self, counts: &TextCounts) {
        let counts = counts.to_array();
        if counts.iter().all(|&count| count < u32::from(ELSEWHERE)) {
            self.small.push(counts.map(|count| count as u8));
            return;
        }
        let [a, b, c, d] = (self.large.len() as u32).to_le_bytes();
        let mut place = [0; TextCounts::LEN];
        place[..5].copy_from_slice(&[ELSEWHERE, a, b, c, d]);
        self.small.push(place);
        self.large.push(counts);
    }

    #[inline]
    pub fn get(&self, block: usize) -> TextCounts {
        match self.small[block] {
            [ELSEWHERE, a, b, c, d, ..] => {
                TextCounts::from_array(self.large[u32::from_le_bytes([a, b, c, d]) as usize])
            }
            counts => TextCounts::from_array(counts.map(u32::from)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_any_size_are_kept() {
        let counts = |tokens, digits| TextCounts { tokens, digits, ..TextCounts::default() };
        let all = [counts(3, 0), counts(254, 254), counts(255, 1), counts(1, 70_000), counts(0, 9)];
        let mut list = CountList::with_capacity(all.len());
        all.iter().for_each(|counts| list.push(counts));
        assert!(all.iter().enumerate().all(|(block, counts)| list.get(block) == *counts));
        assert_eq!(list.large.len(), 2);
    }
}
