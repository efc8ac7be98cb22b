//! Which words are stop words on a page.

use super::super::shared::stop_words::{StopWords, is_plain, trim_marks};
use super::english::ENGLISH;
use dehusk_page::{Page, name};

/// Languages with a list; pages in others are read with the English one.
const LANGUAGES: &[&str] = &[
    "ar", "bg", "cs", "da", "de", "en", "es", "fi", "fr", "hu", "id", "it", "ko", "nb", "nl", "no",
    "pl", "pt", "ru", "sv", "th", "tr", "zh",
];

/// The stop words of a page's language.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words {
    pub list: &'static StopWords,
}

impl Words {
    /// Those of the declared language.
    pub fn of(page: &Page) -> Option<Words> {
        let declared = declared_language(page).and_then(|tag| tag.get(..2));
        let declared = declared.map(str::to_ascii_lowercase);
        let code = declared.as_deref().filter(|code| LANGUAGES.contains(code)).unwrap_or("en");
        let list = match code {
            "en" => &ENGLISH,
            "nb" => StopWords::of("no")?,
            code => StopWords::of(code)?,
        };
        Some(Words { list })
    }

    /// Whether a word is one, punctuation left out of it.
    pub fn contains(&self, word: &str, bare: &mut String) -> bool {
        if let Some(known) = self.list.contains_quickly(word.as_bytes(), is_mark) {
            return known;
        }
        // Nearly all of it stands at the ends.
        let word = trim_marks(word, is_mark);
        if is_plain(word.as_bytes()) || !word.bytes().any(is_mark) {
            return self.list.contains(word);
        }
        bare.clear();
        bare.extend(word.chars().filter(|&c| !(c.is_ascii() && is_mark(c as u8))));
        self.list.contains(bare)
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
            let expected: &StopWords = match code {
                "en" => &ENGLISH,
                code => StopWords::of(code).unwrap(),
            };
            std::ptr::eq(list, expected)
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
