//! Cutting a text into what dates are made of.

use super::months;

/// A piece of text.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// A number of up to eight digits, and how many they were.
    Number(u32, u8),
    /// A word in lower case without accents.
    Word(String),
    /// Any other visible character.
    Mark(char),
}

/// A piece with its place in the text.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
    /// Whether white space stands before it.
    pub spaced: bool,
}

/// Characters of East Asian dates, each a word of its own.
const CALENDAR: &str = "年月日号號時时分点點년월일시분";

/// The zeros of the scripts that have digits of their own: Arabic, Persian, the scripts of India, Thai, Lao,
/// Burmese, Khmer, full width.
const ZEROS: [char; 16] = [
    '\u{660}', '\u{6f0}', '\u{966}', '\u{9e6}', '\u{a66}', '\u{ae6}', '\u{b66}', '\u{be6}',
    '\u{c66}', '\u{ce6}', '\u{d66}', '\u{e50}', '\u{ed0}', '\u{1040}', '\u{17e0}', '\u{ff10}',
];

/// The pieces of a text.
pub(super) fn cut(text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut spaced = false;
    for (start, c) in text.char_indices() {
        let end = start + c.len_utf8();
        if c.is_whitespace() || is_invisible(c) {
            spaced |= c.is_whitespace();
            continue;
        }
        let joined = tokens.last_mut().filter(|_| !spaced);
        match (digit(c), joined) {
            (Some(digit), Some(Token { kind: Kind::Number(value, count), end: last, .. }))
                if *count < 8 =>
            {
                (*value, *count, *last) = (*value * 10 + digit, *count + 1, end);
            }
            (Some(digit), _) => {
                tokens.push(Token { kind: Kind::Number(digit, 1), start, end, spaced })
            }
            (None, Some(Token { kind: Kind::Word(word), end: last, .. }))
                if is_letter(c)
                    && (c.is_ascii() || !CALENDAR.contains(c))
                    && !is_calendar(word) =>
            {
                push_plain(word, c);
                *last = end;
            }
            (None, _) => {
                let kind = if is_letter(c) {
                    let mut word = String::new();
                    push_plain(&mut word, c);
                    Kind::Word(word)
                } else {
                    Kind::Mark(c)
                };
                tokens.push(Token { kind, start, end, spaced });
            }
        }
        spaced = false;
    }
    tokens
}

/// Whether a text has any digit, without which it has no date.
pub(super) fn has_digit(text: &str) -> bool {
    text.bytes().any(|b| b.is_ascii_digit())
        || (!text.is_ascii() && text.chars().any(|c| digit(c).is_some()))
}

fn push_plain(word: &mut String, c: char) {
    match c.is_ascii() {
        true => word.push(c.to_ascii_lowercase()),
        false => word.push_str(&months::plain(c.encode_utf8(&mut [0; 4]))),
    }
}

fn digit(c: char) -> Option<u32> {
    if c.is_ascii() {
        return c.to_digit(10);
    }
    let zero = ZEROS.iter().find(|&&zero| (zero..).take(10).any(|d| d == c))?;
    Some(c as u32 - *zero as u32)
}

fn is_letter(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphabetic();
    }
    // The marks of the scripts of South and South-East Asia are parts of words.
    c.is_alphabetic()
        || matches!(c, '\u{300}'..='\u{36f}' | '\u{64b}'..='\u{655}' | 'º' | 'ª')
        || (matches!(c, '\u{900}'..='\u{109f}' | '\u{1780}'..='\u{17ff}')
            && digit(c).is_none()
            && c != '।')
}

/// Joiners and marks of direction stand inside of words and between the parts of dates.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{ad}')
}

fn is_calendar(word: &str) -> bool {
    word.chars().next().is_some_and(|c| !c.is_ascii() && CALENDAR.contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_words_and_marks() {
        let kinds: Vec<_> = cut("13th März, 2024年５月").into_iter().map(|t| t.kind).collect();
        let word = |w: &str| Kind::Word(w.to_string());
        assert_eq!(
            kinds,
            [
                Kind::Number(13, 2),
                word("th"),
                word("marz"),
                Kind::Mark(','),
                Kind::Number(2024, 4),
                word("年"),
                Kind::Number(5, 1),
                word("月"),
            ]
        );
    }

    #[test]
    fn digits_of_other_scripts() {
        for text in ["١٣ مايو ٢٠٢٤", "१३ मई २०२४", "၁၃ မေ ၂၀၂၄", "１３ mai ２０２４"]
        {
            let kinds: Vec<_> = cut(text).into_iter().map(|t| t.kind).collect();
            assert_eq!(kinds.len(), 3, "{kinds:?}");
            assert_eq!(
                (&kinds[0], &kinds[2]),
                (&Kind::Number(13, 2), &Kind::Number(2024, 4)),
                "{text}"
            );
            assert!(has_digit(text));
        }
    }

    #[test]
    fn long_numbers_do_not_overflow() {
        assert_eq!(cut(&"9".repeat(100)).len(), 13);
    }
}
