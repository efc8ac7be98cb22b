//! The languages of the made-up web, from lists of words in `words/`.
//!
//! A list is lines of a key and its value. Words are separated by spaces, labels by bars; `{}` in a phrase
//! is filled in. Sentences made of them mean nothing, but have the lengths, scripts and frequent words of
//! their language.

use std::collections::HashMap;
use std::sync::LazyLock;

const LISTS: [&str; 7] = [
    include_str!("words/en.txt"),
    include_str!("words/de.txt"),
    include_str!("words/es.txt"),
    include_str!("words/el.txt"),
    include_str!("words/ru.txt"),
    include_str!("words/zh.txt"),
    include_str!("words/ar.txt"),
];

static ALL: LazyLock<Vec<Language>> = LazyLock::new(|| LISTS.iter().map(|l| read(l)).collect());

/// A language, its words and the phrases of its furniture.
#[derive(Debug)]
pub struct Language {
    code: &'static str,
    spaced: bool,
    pub(crate) function: Vec<&'static str>,
    pub(crate) content: Vec<&'static str>,
    pub(crate) syllables: Vec<&'static str>,
    pub(crate) given: Vec<&'static str>,
    pub(crate) menu: Vec<&'static str>,
    pub(crate) foot: Vec<&'static str>,
    pub(crate) sections: Vec<(&'static str, &'static str)>,
    pub(crate) share: Vec<&'static str>,
    pub(crate) cookie: Vec<&'static str>,
    phrases: HashMap<&'static str, &'static str>,
}

impl Language {
    /// All languages.
    pub fn all() -> &'static [Language] {
        &ALL
    }

    /// Its ISO 639-1 code.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// Whether spaces stand between its words.
    pub fn is_spaced(&self) -> bool {
        self.spaced
    }

    /// Whether it is written from right to left.
    pub fn is_right_to_left(&self) -> bool {
        self.code == "ar"
    }

    /// A phrase with its gaps filled in, in order.
    pub(crate) fn phrase(&self, name: &str, values: &[&str]) -> String {
        let mut pieces = self.phrases.get(name).copied().unwrap_or_default().split("{}");
        let mut out = pieces.next().unwrap_or_default().to_string();
        for (index, piece) in pieces.enumerate() {
            out.push_str(values.get(index).copied().unwrap_or_default());
            out.push_str(piece);
        }
        out
    }
}

fn read(list: &'static str) -> Language {
    let lines = list.lines().filter_map(|line| line.split_once(": "));
    let phrases: HashMap<&str, &str> = lines.collect();
    let value = |key: &str| phrases.get(key).copied().unwrap_or_default();
    let words = |key: &str| value(key).split_whitespace().collect::<Vec<_>>();
    let labels = |key: &str| value(key).split(" | ").collect::<Vec<_>>();
    Language {
        code: value("code"),
        spaced: value("joint") == "space",
        function: words("function"),
        content: words("content"),
        syllables: words("syllables"),
        given: words("given"),
        menu: labels("menu"),
        foot: labels("foot"),
        sections: labels("sections").into_iter().zip(words("slugs")).collect(),
        share: labels("share"),
        cookie: labels("cookie"),
        phrases,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_is_whole() {
        let keys = |list: &'static str| {
            let mut keys: Vec<&str> =
                list.lines().filter_map(|l| l.split_once(": ")).map(|(key, _)| key).collect();
            keys.sort_unstable();
            keys
        };
        for (list, language) in LISTS.iter().zip(Language::all()) {
            assert_eq!(keys(list), keys(LISTS[0]), "{}", language.code);
            let sizes = [language.menu.len(), language.foot.len(), language.sections.len()];
            assert_eq!(sizes, [25, 12, 12], "{}", language.code);
            assert_eq!(language.cookie.len(), 3);
            assert!(language.content.len() >= 100 && language.function.len() >= 35);
        }
    }

    #[test]
    fn phrases_are_filled_in_order() {
        let english = &Language::all()[0];
        assert_eq!(english.phrase("posted", &["A", "B", "3"]), "Posted by A on B, 3 comments");
        assert_eq!(english.phrase("no such phrase", &[]), "");
    }
}
