//! What counts as a token: the unit of every text measure.
//!
//! A token is a run of letters and digits in lower case; an ideograph or kana that starts a token is one
//! by itself, since such scripts have no spaces. Marks and underscores separate. Results are comparable
//! between programs only while this rule stays as it is.

use std::collections::HashMap;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

/// The tokens of a text.
///
/// ```
/// assert_eq!(dehusk_eval::tokens::tokens("It's 4_you: 日本"), ["it", "s", "4", "you", "日", "本"]);
/// ```
pub fn tokens(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    split(&lower).map(str::to_string).collect()
}

/// The tokens of a text in lower case.
fn split(lower: &str) -> impl Iterator<Item = &str> {
    let mut rest = lower;
    std::iter::from_fn(move || {
        rest = &rest[rest.find(|c| is_ideograph(c) || is_word(c))?..];
        let first = rest.chars().next()?;
        let len = match first {
            c if is_ideograph(c) => c.len_utf8(),
            _ => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
        };
        let (token, more) = rest.split_at(len);
        rest = more;
        Some(token)
    })
}

pub(crate) fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

fn is_word(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric();
    }
    matches!(
        c.general_category_group(),
        GeneralCategoryGroup::Letter | GeneralCategoryGroup::Number
    )
}

/// Numbers for tokens, so that measures compare integers. Texts that are compared share one vocabulary.
#[derive(Debug, Default)]
pub struct Vocabulary {
    numbers: HashMap<String, u32>,
}

impl Vocabulary {
    /// The tokens of a text as numbers.
    pub fn encode(&mut self, text: &str) -> Vec<u32> {
        let lower = text.to_lowercase();
        split(&lower).map(|token| self.number(token)).collect()
    }

    /// The tokens of each line of a text that has any.
    pub fn encode_lines(&mut self, text: &str) -> Vec<Vec<u32>> {
        text.lines().map(|line| self.encode(line)).filter(|line| !line.is_empty()).collect()
    }

    fn number(&mut self, token: &str) -> u32 {
        if let Some(&number) = self.numbers.get(token) {
            return number;
        }
        let next = self.numbers.len() as u32;
        self.numbers.insert(token.into(), next);
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ideographs_stand_alone_only_at_the_start_of_a_token() {
        assert_eq!(tokens("日本abc"), ["日", "本", "abc"]);
        assert_eq!(tokens("abc日本"), ["abc日本"]);
        // The middle dot of katakana is no letter, and a token all the same.
        assert_eq!(tokens("ア・イ"), ["ア", "・", "イ"]);
    }

    #[test]
    fn marks_and_underscores_separate() {
        assert_eq!(tokens("a_b"), ["a", "b"]);
        assert_eq!(tokens("e\u{301}t"), ["e", "t"]);
        assert_eq!(tokens("Straße ΣΑΣ"), ["straße", "σας"]);
    }
}
