//! Whether a text looks like a person's name.

use super::tables::{NOT_NAMES, PARTICLES};

/// Whether a text looks like first and last name: text is full of lines that begin with `by` or `par`, and of
/// headings in capitals.
pub(super) fn is_person(name: &str) -> bool {
    let words: Vec<_> = name.split_whitespace().collect();
    let is_cased = name.chars().any(|c| c.is_lowercase() || c.is_uppercase());
    let looks = match is_cased {
        true => (2..=4).contains(&words.len()) && words.iter().all(|w| is_name_word(w)),
        // Scripts without capitals: names are short.
        false => name.chars().count() <= 8,
    };
    let only_letters = name.chars().all(|c| c.is_alphabetic() || " .-'’·・".contains(c));
    let is_named = |w: &&str| NOT_NAMES.contains(&w.to_lowercase().as_str());
    looks
        && only_letters
        && !words.iter().any(is_named)
        && words.first().is_some_and(|w| is_capital(w))
}

/// Whether a text can be a first name alone.
pub(super) fn is_single_name(name: &str) -> bool {
    let is_word = name.chars().all(char::is_alphabetic) && name.chars().count() >= 3;
    is_word && is_capital(name) && !NOT_NAMES.contains(&name.to_lowercase().as_str())
}

fn is_name_word(word: &str) -> bool {
    is_capital(word) || PARTICLES.contains(&word)
}

fn is_capital(word: &str) -> bool {
    !word.starts_with(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_others() {
        for name in [
            "Ada Berg",
            "Ada M. Berg",
            "Ludwig van Beethoven",
            "Анна Горная",
            "王小明",
            "Jean-Luc O'Neil",
        ] {
            assert!(is_person(name), "{name}");
        }
        for text in [
            "Read More",
            "ada berg",
            "Ada",
            "Corn is up again today",
            "Window Sensor",
            "Latin America",
            "Ada 3",
        ] {
            assert!(!is_person(text), "{text}");
        }
        assert!(is_single_name("Amanda") && !is_single_name("News"));
    }
}
