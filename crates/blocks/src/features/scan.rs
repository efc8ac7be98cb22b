//! One pass over a block's text: everything that is counted character by character.
//!
//! *Tokens* are runs without white space, words are those with a letter or digit, and *terms* are runs of
//! letters and digits in lower case, the unit in which texts are compared. ASCII takes the short way: its
//! letters are counted and hashed eight at a time.

use super::counts::TextCounts;
use super::dates;
use super::terms::TermHasher;
use crate::swar::Eight;
use crate::words::{Class, class, is_numeric, is_upper, lower};
use std::ops::Range;

/// Columns at which text is wrapped for the text density.
const COLUMNS: u32 = 80;
/// Columns of an ideograph or a kana.
const WIDE_COLUMNS: u32 = 2;

/// Counts the text at a range of a longer text, and replaces `terms` by the hashes of its terms. What
/// follows the range is not looked at, but its being there lets eight bytes be read at once.
pub(crate) fn scan(text: &str, range: Range<usize>, terms: &mut Vec<u64>) -> TextCounts {
    terms.clear();
    let Some(text) = text.get(range.start..).filter(|rest| rest.is_char_boundary(range.len()))
    else {
        return TextCounts::default();
    };
    let mut scanner = Scanner::new(terms);
    let end = range.len();
    let mut at = 0;
    while at < end {
        at = match KINDS[text.as_bytes()[at] as usize] {
            Kind::Letter => scanner.letters(text.as_bytes(), at, end),
            Kind::Space => scanner.space(text, at),
            Kind::Wide => scanner.wide(text, at),
            mark => scanner.mark(mark, at),
        };
    }
    scanner.finish(text, end)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Letter,
    Space,
    Wide,
    /// No mark of interest.
    Other,
    /// `"`, `'`, `)`, `]`: may follow the end of a sentence.
    Closing,
    Comma,
    /// A semicolon ends a sentence, but is no sentence mark.
    Semicolon,
    FullStop,
    /// `!`, `?`
    SentenceMark,
    Bar,
}

static KINDS: [Kind; 256] = kinds();

const fn kinds() -> [Kind; 256] {
    let mut table = [Kind::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => Kind::Letter,
            b' ' | b'\t' | b'\n' | 0x0b | 0x0c | b'\r' => Kind::Space,
            b'"' | b'\'' | b')' | b']' => Kind::Closing,
            b',' | b':' => Kind::Comma,
            b';' => Kind::Semicolon,
            b'.' => Kind::FullStop,
            b'!' | b'?' => Kind::SentenceMark,
            b'|' => Kind::Bar,
            0x80.. => Kind::Wide,
            _ => Kind::Other,
        };
        byte += 1;
    }
    table
}

struct Scanner<'t> {
    counts: TextCounts,
    terms: &'t mut Vec<u64>,
    term: TermHasher,
    token: Token,
    line_columns: u32,
    line_tokens: u32,
    /// A sentence ended, but for closing quotes and brackets.
    after_end: bool,
    /// There are letters since the last sentence ended.
    in_sentence: bool,
}

/// The current run without white space.
#[derive(Default)]
struct Token {
    start: usize,
    /// Bytes that are not the first of their character.
    continuations: u32,
    upper: u32,
    other_letters: u32,
    begun: bool,
    has_letter: bool,
    begins_upper: bool,
}

impl<'t> Scanner<'t> {
    fn new(terms: &'t mut Vec<u64>) -> Self {
        Scanner {
            counts: TextCounts::default(),
            terms,
            term: TermHasher::default(),
            token: Token::default(),
            line_columns: 0,
            line_tokens: 0,
            after_end: false,
            in_sentence: false,
        }
    }

    /// ASCII letters and digits, as many as there are, eight at a time.
    fn letters(&mut self, bytes: &[u8], start: usize, end: usize) -> usize {
        let (mut upper, mut digits) = (0, 0);
        let mut at = start;
        loop {
            let eight = Eight::at(bytes, at);
            let len = eight.letters().min(end - at);
            upper += eight.upper(len);
            digits += eight.digits(len);
            self.term.push_lower(eight.lower(len), len as u32);
            at += len;
            if len < 8 {
                break;
            }
        }
        self.counts.upper_chars += upper;
        self.counts.digits += digits;
        self.in_sentence = true;
        self.after_end = false;
        let others = (at - start) as u32 - upper - digits;
        let begins_upper = bytes[start].is_ascii_uppercase();
        // Most tokens are a word and the space behind it, of which nothing else needs to be known.
        if at < end && bytes[at] == b' ' && !self.token.begun && !bytes[start].is_ascii_digit() {
            self.end_term();
            self.counts.capital_words += u32::from(begins_upper);
            self.counts.upper_words += u32::from(upper >= 2 && others == 0);
            self.counts.spaces += 1;
            self.place((at - start) as u32, 1);
            return at + 1;
        }
        self.begin_token(start);
        if !self.token.has_letter {
            self.token.has_letter = true;
            self.token.begins_upper = begins_upper;
        }
        self.token.upper += upper;
        self.token.other_letters += others;
        at
    }

    #[inline]
    fn begin_token(&mut self, at: usize) {
        if !self.token.begun {
            self.token = Token { begun: true, start: at, ..Token::default() };
        }
    }

    #[inline]
    fn end_term(&mut self) {
        if let Some(hash) = self.term.finish() {
            self.terms.push(hash);
        }
    }

    fn space(&mut self, text: &str, at: usize) -> usize {
        self.end_token(text, at);
        self.counts.spaces += 1;
        self.counts.line_breaks += u32::from(text.as_bytes()[at] == b'\n');
        at + 1
    }

    fn mark(&mut self, mark: Kind, at: usize) -> usize {
        self.end_term();
        self.begin_token(at);
        match mark {
            Kind::Comma => self.counts.punctuation += 1,
            Kind::Semicolon => {
                self.counts.punctuation += 1;
                self.after_end = true;
            }
            Kind::FullStop | Kind::SentenceMark => {
                self.counts.punctuation += 1;
                self.counts.sentence_marks += 1;
                self.counts.full_stops += u32::from(mark == Kind::FullStop);
                self.after_end = true;
            }
            Kind::Bar => self.counts.bars += 1,
            Kind::Closing => {}
            _ => self.after_end = false,
        }
        at + 1
    }

    fn wide(&mut self, text: &str, at: usize) -> usize {
        let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) else {
            return text.len();
        };
        match class(c) {
            Class::Space => {
                self.end_token(text, at);
                self.counts.spaces += 1;
            }
            Class::Letter => self.wide_letter(c, at),
            Class::Dense => self.wide_letter(c, at),
            Class::Single => self.single(c, text, at),
            Class::Break => self.end_term(),
            Class::Other | Class::Wide => self.wide_mark(c, at),
        }
        at + c.len_utf8()
    }

    fn wide_letter(&mut self, c: char, at: usize) {
        self.begin_token(at);
        let upper = is_upper(c);
        if !self.token.has_letter {
            self.token.has_letter = true;
            self.token.begins_upper = upper;
        }
        self.token.continuations += c.len_utf8() as u32 - 1;
        self.token.upper += u32::from(upper);
        self.token.other_letters += u32::from(!upper);
        self.counts.upper_chars += u32::from(upper);
        self.counts.digits += u32::from(is_numeric(c));
        self.term.push_char(lower(c));
        self.in_sentence = true;
        self.after_end = false;
    }

    /// A character that is a word: also a token and a term by itself.
    fn single(&mut self, c: char, text: &str, at: usize) {
        let dates = self.counts.dates;
        self.end_token(text, at);
        // A counter right behind digits makes a date of them, if they were none: 2024年5月3日.
        let counts_time = matches!(c, '年' | '月' | '日' | '時' | '时');
        let after_digit = at > 0 && text.as_bytes()[at - 1].is_ascii_digit();
        self.counts.dates = self.counts.dates.max(dates + u32::from(counts_time && after_digit));
        self.term.push_char(c);
        self.end_term();
        self.place(WIDE_COLUMNS, 0);
        self.in_sentence = true;
    }

    fn wide_mark(&mut self, c: char, at: usize) {
        self.end_term();
        self.begin_token(at);
        self.token.continuations += c.len_utf8() as u32 - 1;
        match c {
            '。' | '！' | '？' | '…' => {
                self.counts.punctuation += 1;
                self.counts.sentence_marks += 1;
                self.counts.full_stops += u32::from(c == '。');
                self.after_end = true;
                if c != '…' {
                    self.end_sentence();
                }
            }
            '；' => {
                self.counts.punctuation += 1;
                self.end_sentence();
            }
            // The Arabic, Devanagari, Armenian and Ethiopic ends of sentences.
            '؟' | '۔' | '।' | '॥' | '։' | '።' => {
                self.counts.punctuation += 1;
                self.counts.sentence_marks += 1;
                self.after_end = true;
            }
            '，' | '、' | '：' | '·' | '،' | '؛' => self.counts.punctuation += 1,
            '»' | '›' => self.counts.bars += 1,
            '©' => self.counts.copyrights += 1,
            '”' | '’' | '“' | '」' | '』' | '）' => {}
            _ => self.after_end = false,
        }
    }

    fn end_sentence(&mut self) {
        self.counts.sentences += u32::from(std::mem::take(&mut self.in_sentence));
        self.after_end = false;
    }

    fn end_token(&mut self, text: &str, end: usize) {
        self.end_term();
        if !std::mem::take(&mut self.token.begun) {
            return;
        }
        let token = &self.token;
        self.counts.capital_words += u32::from(token.begins_upper);
        self.counts.upper_words += u32::from(token.upper >= 2 && token.other_letters == 0);
        let start = token.start;
        let columns = (end - start) as u32 - token.continuations;
        if text.as_bytes()[start].is_ascii_digit() {
            self.counts.dates += u32::from(dates::is_date_in_digits(&text[start..end]));
        }
        if self.after_end {
            self.end_sentence();
        }
        self.place(columns, 1);
    }

    /// Puts a token on the current line, or on the next if it does not fit.
    #[inline]
    fn place(&mut self, columns: u32, space: u32) {
        let filled = self.line_columns + space + columns;
        if self.line_tokens > 0 && filled <= COLUMNS {
            self.line_columns = filled;
            self.line_tokens += 1;
        } else {
            self.counts.tokens_before_last_line += self.line_tokens;
            self.counts.lines += 1;
            self.line_columns = columns;
            self.line_tokens = 1;
        }
        self.counts.tokens += 1;
    }

    fn finish(mut self, text: &str, end: usize) -> TextCounts {
        self.end_token(text, end);
        self.end_sentence();
        self.counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(text: &str) -> TextCounts {
        scan(text, 0..text.len(), &mut Vec::new())
    }

    #[test]
    fn tokens_and_capitals() {
        let c = counts("The NASA (est. 1958) -- I say: GO2 Über ÄÖ");
        assert_eq!(c.tokens, 10);
        // The, NASA, I, GO2, Über, ÄÖ.
        assert_eq!(c.capital_words, 6);
        assert_eq!(c.upper_words, 3, "NASA, GO2, ÄÖ; a single I is not");
        assert_eq!(c.upper_chars, 1 + 4 + 1 + 2 + 1 + 2);
        assert_eq!(c.digits, 5);
        assert_eq!(c.spaces, 9);
    }

    #[test]
    fn marks() {
        let c = counts("One, two; three: four. Five? Six! Seven… | » ›© 八。九，十");
        assert_eq!(c.punctuation, 9);
        assert_eq!(c.sentence_marks, 5);
        assert_eq!(c.full_stops, 2);
        assert_eq!((c.bars, c.copyrights), (3, 1));
    }

    #[test]
    fn sentences_end_before_white_space() {
        assert_eq!(counts("One two. Three 3.5 four! \"Five?\" Six").sentences, 4);
        assert_eq!(counts("no mark").sentences, 1);
        assert_eq!(counts("... --").sentences, 0);
        assert_eq!(counts("一二。三四！五").sentences, 3);
        assert_eq!(counts("(Really.) Yes").sentences, 2);
    }

    #[test]
    fn density_is_of_full_lines() {
        let c = counts("one two three");
        assert_eq!((c.lines, c.text_density()), (1, 3.0));
        // 16 words of four letters and their spaces are 79 columns; the 17th begins the next line.
        let c = counts(&"word ".repeat(17));
        assert_eq!((c.lines, c.tokens, c.text_density()), (2, 17, 16.0));
        let c = counts(&"word ".repeat(40));
        assert_eq!((c.lines, c.text_density()), (3, 16.0));
        // A word longer than a line has a line of its own.
        let c = counts(&format!("a {} b", "x".repeat(100)));
        assert_eq!((c.lines, c.tokens_before_last_line), (3, 2));
        // 40 ideographs of two columns fill a line.
        assert_eq!(counts(&"字".repeat(50)).text_density(), 40.0);
        assert_eq!(counts("").text_density(), 0.0);
    }

    #[test]
    fn dates_in_digits() {
        assert_eq!(counts("On 2024-05-01 at 10:30, 12 people").dates, 2);
        assert_eq!(counts("2024年5月3日").dates, 3);
    }

    #[test]
    fn a_very_long_word_is_counted_right() {
        let c = counts(&"A".repeat(100_000));
        assert_eq!((c.tokens, c.upper_chars, c.upper_words), (1, 100_000, 1));
    }
}
