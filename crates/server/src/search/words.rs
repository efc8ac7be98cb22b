//! What is a word in an index that only knows spaces and marks.
//!
//! Chinese, Japanese, Thai, Lao, Khmer and Burmese are written without spaces, and to the index a sentence
//! of theirs is one word. So runs of such letters go in as overlapping pairs, and what is looked for is taken
//! apart in the same way: any two letters in a row are found, and longer words as a row of pairs.

/// Words of a query that are looked for.
const MAX_WORDS: usize = 20;

/// Whether letters of this script follow each other without spaces between words.
fn is_unspaced(c: char) -> bool {
    matches!(u32::from(c),
        0x0E00..=0x0EFF // Thai, Lao
        | 0x1000..=0x109F // Burmese
        | 0x1780..=0x17FF // Khmer
        | 0x3040..=0x30FF | 0x31F0..=0x31FF | 0xFF66..=0xFF9D // Japanese
        | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x20000..=0x3FFFF) // Chinese
        && !matches!(c, '・' | '゠' | '฿')
}

/// Letters, digits and the marks that stand on or after letters.
fn is_word(c: char) -> bool {
    c.is_alphanumeric() || is_unspaced(c) || is_mark(c)
}

/// The marks that stand within words: accents, and the vowels of scripts of India.
fn is_mark(c: char) -> bool {
    matches!(u32::from(c), 0x0300..=0x036F | 0x0900..=0x0DFF) && !matches!(c, '।' | '॥' | '॰')
}

/// A text with its unspaced runs as pairs.
pub fn spaced(text: &str) -> String {
    if !text.chars().any(is_unspaced) {
        return text.to_string();
    }
    let mut out = String::with_capacity(text.len() * 3);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        out.push(letter);
        if !is_unspaced(letter) {
            if letters.peek().is_some_and(|next| is_unspaced(*next)) {
                out.push(' ');
            }
            continue;
        }
        // The last letter of a run stands alone, so that each letter begins some word.
        out.extend(letters.peek().filter(|next| is_unspaced(**next)));
        out.push(' ');
    }
    out
}

/// The words of a query.
pub fn all(query: &str) -> Vec<&str> {
    query.split(|c: char| !is_word(c)).flat_map(by_script).take(MAX_WORDS).collect()
}

/// Whether a word may begin at a place: scripts without spaces have words anywhere.
pub fn begins(letters: &[char], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| letters.get(before));
    let here = letters.get(at).is_some_and(|c| is_unspaced(*c));
    here || before.is_none_or(|c| !is_word(*c) || is_unspaced(*c))
}

/// The query in the language of the index: every word quoted, so that none of them means anything there.
pub fn expression(query: &str) -> Option<String> {
    let words: Vec<(String, bool)> = all(query).into_iter().map(term).collect();
    let complete = query.ends_with(|c: char| !is_word(c));
    let last = words.len().checked_sub(1)?;
    let terms = words.iter().enumerate().map(|(number, (term, single))| {
        let beginning = *single || (number == last && !complete && !term.contains(' '));
        format!("\"{term}\"{}", if beginning && !is_pair(term) { "*" } else { "" })
    });
    Some(terms.collect::<Vec<_>>().join(" "))
}

/// A word cut where an unspaced script begins or ends.
fn by_script(word: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut before = None;
    for (at, letter) in word.char_indices() {
        let unspaced = is_unspaced(letter);
        if before.is_some_and(|before| before != unspaced) {
            parts.extend(word.get(start..at));
            start = at;
        }
        before = Some(unspaced);
    }
    parts.extend(word.get(start..).filter(|rest| !rest.is_empty()));
    parts
}

/// What to look for, and whether it is a single letter of an unspaced script, which begins a pair.
fn term(word: &str) -> (String, bool) {
    let letters: Vec<char> = word.chars().collect();
    match letters.first() {
        Some(first) if is_unspaced(*first) => {
            let pairs = letters.windows(2).map(|pair| pair.iter().collect::<String>());
            match letters.len() {
                1 => (word.to_string(), true),
                _ => (pairs.collect::<Vec<_>>().join(" "), false),
            }
        }
        _ => (word.to_string(), false),
    }
}

/// A pair of an unspaced script is whole as it is.
fn is_pair(term: &str) -> bool {
    term.chars().count() == 2 && term.chars().all(is_unspaced)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_are_words_and_nothing_else() {
        assert_eq!(expression("late ferry").unwrap(), "\"late\" \"ferry\"*");
        assert_eq!(expression("a\" OR NEAR(b ").unwrap(), "\"a\" \"OR\" \"NEAR\" \"b\"");
        assert_eq!(expression(" -*: "), None);
    }

    #[test]
    fn letters_without_spaces_are_taken_in_pairs() {
        assert_eq!(spaced("late ferry"), "late ferry");
        assert_eq!(spaced("北京市。雪"), "北京 京市 市 。 雪 ");
        assert_eq!(spaced("in2024年底"), "in2024 年底 底 ");
        assert_eq!(expression("北京").unwrap(), "\"北京\"");
        assert_eq!(expression("北京市").unwrap(), "\"北京 京市\"");
        assert_eq!(expression("雪 2024年").unwrap(), "\"雪\"* \"2024\" \"年\"*");
    }
}
