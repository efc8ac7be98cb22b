//! English with a few symbols in it, where detection has nothing to go by.
//!
//! Detection weighs letters. In an English page the only bytes beyond ASCII are often a pound sign, a
//! paragraph sign or a quotation mark, which by themselves look like letters of Polish, Turkish or Thai.

use memchr::memmem;

/// Times that common words must occur for a text to be English.
const ENOUGH: usize = 3;

/// Whether the text is English and none of `words`, those of it with bytes beyond ASCII, needs anything but
/// windows-1252.
pub(super) fn has_only_symbols(bytes: &[u8], words: &[u8]) -> bool {
    is_english(bytes) && !has_foreign_word(words)
}

fn is_english(bytes: &[u8]) -> bool {
    let occurs = |word: &[u8]| memmem::find_iter(bytes, word).take(ENOUGH).count() == ENOUGH;
    occurs(b" the ") && (occurs(b" of ") || occurs(b" and ") || occurs(b" to "))
}

/// Whether some word has a byte in it that windows-1252 has as a symbol, or is written in such bytes
/// and letters only.
fn has_foreign_word(bytes: &[u8]) -> bool {
    bytes.split(|&b| is_separator(b)).any(|word| {
        let beyond = word.iter().filter(|b| !b.is_ascii()).count();
        let first = word.iter().find(|b| !b.is_ascii());
        let varied = word.iter().filter(|b| !b.is_ascii()).any(|b| Some(b) != first);
        (beyond >= 3 && varied) || has_symbol_inside(word)
    })
}

fn has_symbol_inside(word: &[u8]) -> bool {
    word.windows(3).any(|w| is_letter(w[0]) && matches!(w[1], 0x80..=0xBF) && is_letter(w[2]))
}

fn is_letter(b: u8) -> bool {
    b.is_ascii_alphabetic() || b >= 0xC0
}

/// What ends a word: ASCII but letters, and the quotation marks, dashes and blanks of windows-1252.
fn is_separator(b: u8) -> bool {
    b.is_ascii() && !b.is_ascii_alphabetic()
        || matches!(b, 0x82 | 0x84 | 0x85 | 0x91..=0x97 | 0xA0 | 0xAD | 0xB7)
}

#[cfg(test)]
mod tests {
    use super::has_only_symbols;

    const FRAME: &str = "the price of the book and the cost of the tea and of the cake to the end, \
        as the rest of it: ";

    fn with(bytes: &[u8]) -> bool {
        has_only_symbols(FRAME.as_bytes(), bytes)
    }

    #[test]
    fn symbols_in_english_are_symbols() {
        for bytes in [
            &b"\xa350"[..],
            b"\xa7\xa7\xa7\xa7\xa7",
            b"Vanguard\xae",
            b"don\x92t",
            b"\x93so\x94",
            b"caf\xe9",
        ] {
            assert!(with(bytes), "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn foreign_words_in_english_stay_foreign() {
        assert!(!with(b"Wa\xb3\xeasa"), "Polish");
        assert!(!with(b"\xcc\xee\xf0\xf1\xea\xe8\xe5"), "Russian");
    }

    #[test]
    fn other_languages_are_not_meant() {
        assert!(!has_only_symbols(b"cena \xa3 za ksi\xb9\xbfk\xea", b"\xa3 ksi\xb9\xbfk\xea"));
    }
}
