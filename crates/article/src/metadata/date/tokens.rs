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

/// The pieces of a text.
pub(super) fn cut(text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut spaced = false;
    for (start, c) in text.char_indices() {
        let end = start + c.len_utf8();
        if c.is_whitespace() {
            spaced = true;
            continue;
        }
        let joined = tokens.last_mut().filter(|t| !spaced && t.end == start);
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

fn push_plain(word: &mut String, c: char) {
    match c.is_ascii() {
        true => word.push(c.to_ascii_lowercase()),
        false => word.push_str(&months::plain(c.encode_utf8(&mut [0; 4]))),
    }
}

fn digit(c: char) -> Option<u32> {
    match c {
        '0'..='9' => Some(c as u32 - '0' as u32),
        '０'..='９' => Some(c as u32 - '０' as u32),
        _ => None,
    }
}

fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic()
        || (!c.is_ascii() && c.is_alphabetic())
        || ('\u{300}'..='\u{36f}').contains(&c)
        || c == 'º'
        || c == 'ª'
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
    fn long_numbers_do_not_overflow() {
        assert_eq!(cut(&"9".repeat(100)).len(), 13);
    }
}
