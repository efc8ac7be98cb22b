//! Which words are stop words on a page.

use super::super::shared::stop_words::{StopWords, is_plain, trim_marks};
use dehusk_page::{Page, name};

/// Languages with a list; pages in others are read with the English one.
const LANGUAGES: &[&str] = &[
    "ar", "bg", "cs", "da", "de", "en", "es", "fi", "fr", "hu", "id", "it", "ko", "nb", "nl", "no",
    "pl", "pt", "ru", "sv", "th", "tr", "zh",
];

/// English words of two letters. The collection has the codes of countries beside them, and single letters: unfluff
/// counts hardly any of these, and neither `a` nor `i`.
const ENGLISH_PAIRS: &[[u8; 2]] = &[
    *b"am", *b"an", *b"as", *b"at", *b"be", *b"by", *b"do", *b"go", *b"he", *b"if", *b"in", *b"is",
    *b"it", *b"me", *b"my", *b"no", *b"of", *b"on", *b"or", *b"so", *b"to", *b"up", *b"us", *b"we",
];

/// The stop words of a page's language.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words {
    pub list: &'static StopWords,
    is_english: bool,
}

impl Words {
    /// Those of the declared language.
    pub fn of(page: &Page) -> Option<Words> {
        let declared = declared_language(page).and_then(|tag| tag.get(..2));
        let declared = declared.map(str::to_ascii_lowercase);
        let code = declared.as_deref().filter(|code| LANGUAGES.contains(code)).unwrap_or("en");
        let list = StopWords::of(if code == "nb" { "no" } else { code })?;
        Some(Words { list, is_english: code == "en" })
    }

    /// Whether a word is one, punctuation left out of it.
    pub fn contains(&self, word: &str, bare: &mut String) -> bool {
        // Nearly all of it stands at the ends.
        let word = trim_marks(word, is_mark);
        if is_plain(word.as_bytes()) || !word.bytes().any(is_mark) {
            return self.contains_bare(word);
        }
        bare.clear();
        bare.extend(word.chars().filter(|&c| !(c.is_ascii() && is_mark(c as u8))));
        self.contains_bare(bare)
    }

    fn contains_bare(&self, word: &str) -> bool {
        match *word.as_bytes() {
            [] => false,
            [_] if self.is_english => false,
            [first, second] if self.is_english => {
                let pair = [first, second].map(|byte| byte.to_ascii_lowercase());
                ENGLISH_PAIRS.contains(&pair)
            }
            _ => self.list.contains(word),
        }
    }
}

/// ASCII punctuation, of which unfluff forgets the backslash.
fn is_mark(byte: u8) -> bool {
    byte.is_ascii_punctuation() && byte != b'\\'
}

fn declared_language(page: &Page) -> Option<&str> {
    let of_page = page.html().and_then(|html| page.attr(html, name::LANG));
    of_page.filter(|tag| !tag.is_empty()).or_else(|| {
        let mut metas = page.subtree(page.head()?).filter(|&n| page.name(n) == name::META);
        page.attr(metas.find(|&meta| page.attr(meta, name::NAME) == Some("lang"))?, name::CONTENT)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_the_declared_one() {
        let is = |html, code| {
            let list = Words::of(&Page::parse(html)).unwrap().list;
            std::ptr::eq(list, StopWords::of(code).unwrap())
        };
        assert!(is("<html lang=de-AT>", "de"));
        assert!(is("<html lang=''><meta name=lang content=NB>", "no"));
        assert!(is("<html lang=el>", "en") && is("<html lang=é>", "en") && is("", "en"));
    }

    #[test]
    fn words_without_their_punctuation() {
        let words = |html| Words::of(&Page::parse(html)).unwrap();
        let mut bare = String::new();
        let mut is = |word, html| words(html).contains(word, &mut bare);
        assert!(is("\"The", "") && is("t-h_e...", "") && is("(Of)", ""));
        assert!(!is("a", "") && !is("de", "") && !is("...", "") && !is("the\\", ""));
        assert!(is("de", "<html lang=fr>") && is("à,", "<html lang=fr>"));
    }
}
