//! What the paper measures of a text block, its sections 3.2 to 3.4.

use super::atoms::Around;
use dehusk_blocks::features::is_date;

/// Columns of a line (section 3.4).
const COLUMNS: usize = 80;

/// What is measured of a block by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measures {
    /// Runs without white space, words or not.
    pub tokens: f32,
    /// Tokens with a letter or digit.
    pub words: f32,
    /// Characters a word.
    pub average_word_length: f32,
    /// Words a sentence.
    pub average_sentence_length: f32,
    /// Words that begin with a capital.
    pub start_upper: f32,
    /// Words all of whose letters are capitals.
    pub full_upper: f32,
    /// Full stops.
    pub full_stops: f32,
    /// Tokens of dates and times.
    pub dates: f32,
    /// Vertical bars.
    pub bars: f32,
    /// Tokens in links by tokens.
    pub link_density: f32,
    /// Tokens a line (equation 1).
    pub text_density: f32,
    /// The elements around it.
    pub around: Around,
}

impl Measures {
    /// Such words by words.
    pub fn start_upper_ratio(&self) -> f32 {
        self.start_upper / self.words.max(1.0)
    }

    /// Such words by words.
    pub fn full_upper_ratio(&self) -> f32 {
        self.full_upper / self.words.max(1.0)
    }

    /// Full stops by words.
    pub fn full_stop_ratio(&self) -> f32 {
        self.full_stops / self.words.max(1.0)
    }
}

/// Counts a block's text piece by piece. A link begins and ends a token.
#[derive(Clone, Debug, Default)]
pub(super) struct Counter {
    measures: Measures,
    link_tokens: f32,
    word_chars: usize,
    sentences: f32,
    /// Whether words stand behind the last end of a sentence.
    is_in_sentence: bool,
    lines: f32,
    column: usize,
    /// Tokens of the lines before the last one.
    wrapped: f32,
    hash: u64,
}

impl Counter {
    pub fn add(&mut self, text: &str, is_linked: bool) {
        text.split_whitespace().for_each(|token| self.token(token, is_linked));
    }

    fn token(&mut self, token: &str, is_linked: bool) {
        self.line(token);
        let m = &mut self.measures;
        m.tokens += 1.0;
        self.link_tokens += f32::from(u8::from(is_linked));
        m.bars += token.matches('|').count() as f32;
        m.full_stops += token.matches('.').count() as f32;
        for byte in token.bytes().chain([b' ']) {
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        if token.contains(char::is_alphanumeric) {
            self.word(token);
        }
        let end = token.trim_end_matches(['"', '\'', ')', ']', '”', '’', '»']);
        if self.is_in_sentence && end.ends_with(['.', '?', '!', ';', '…']) {
            self.sentences += 1.0;
            self.is_in_sentence = false;
        }
    }

    fn word(&mut self, word: &str) {
        let m = &mut self.measures;
        m.words += 1.0;
        self.word_chars += word.chars().count();
        self.is_in_sentence = true;
        let first = word.chars().find(|c| c.is_alphanumeric());
        m.start_upper += f32::from(u8::from(first.is_some_and(char::is_uppercase)));
        let mut letters = word.chars().filter(|c| c.is_alphabetic()).peekable();
        let is_upper = letters.peek().is_some() && letters.all(char::is_uppercase);
        m.full_upper += f32::from(u8::from(is_upper));
        m.dates += f32::from(u8::from(is_date(word)));
    }

    /// Lays a token out.
    fn line(&mut self, token: &str) {
        let len = token.chars().count();
        let is_first = self.lines == 0.0;
        if is_first || self.column + 1 + len > COLUMNS {
            self.wrapped = self.measures.tokens;
            self.lines += 1.0;
            self.column = len;
        } else {
            self.column += 1 + len;
        }
    }

    /// What was counted, and the hash of the text.
    pub fn finish(self, around: Around) -> (Measures, u64) {
        let m = self.measures;
        let sentences = self.sentences + f32::from(u8::from(self.is_in_sentence));
        let measures = Measures {
            average_word_length: self.word_chars as f32 / m.words.max(1.0),
            average_sentence_length: m.words / sentences.max(1.0),
            link_density: self.link_tokens / m.tokens.max(1.0),
            text_density: match self.lines > 1.0 {
                true => self.wrapped / (self.lines - 1.0),
                false => m.tokens,
            },
            around,
            ..m
        };
        (measures, self.hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(text: &str) -> Measures {
        let mut counter = Counter::default();
        counter.add(text, false);
        counter.finish(Around::default()).0
    }

    #[test]
    fn words_sentences_and_capitals() {
        let m = measured("The BBC said: \"No.\" It was | 12:30 in March; nobody came");
        assert_eq!((m.tokens, m.words), (12.0, 11.0));
        assert_eq!((m.start_upper, m.full_upper), (5.0, 1.0));
        assert_eq!((m.full_stops, m.dates, m.bars), (1.0, 2.0, 1.0));
        // The BBC said No. / It was 12:30 in March; / nobody came
        assert_eq!(m.average_sentence_length, 11.0 / 3.0);
        assert_eq!(measured("It was so").average_word_length, 7.0 / 3.0);
        assert_eq!(measured("| »").average_sentence_length, 0.0);
    }

    #[test]
    fn the_last_line_does_not_count_unless_it_is_the_only_one() {
        assert_eq!(measured("one short line").text_density, 3.0);
        // Nine letters and a space: eight words fill 79 columns.
        assert_eq!(measured(&"wordwordw ".repeat(20)).text_density, 8.0);
        assert_eq!(measured(&"wordwordw ".repeat(8)).text_density, 8.0);
        assert_eq!(measured(&"wordwordw ".repeat(9)).text_density, 8.0);
    }
}
