//! Names of months in the languages of the web.
//!
//! `months.txt` has a line a language: its code and twelve columns of names, in lower case and without
//! accents, as [`plain`] writes them; names of English are not repeated. Names are looked up whatever language
//! the page is in, since hardly two languages use one word for two months: the Croatian October is the Polish
//! November, and there the page's language decides. Those that are something else in English texts, as in
//! `55 LED 2024`, count only where the page says that it is in their language.

use std::collections::HashMap;
use std::sync::LazyLock;

/// The table.
const TABLE: &str = include_str!("months.txt");
/// The line of the Persian solar calendar.
const JALALI: &str = "jalali";
/// Names that are something else in English texts, between two numbers too.
#[rustfmt::skip]
const OTHER_WORDS: [&str; 28] = [
    "abe", "ago", "api", "ara", "avg", "bal", "bre", "dis", "dub", "few", "gen", "gun", "hun", "ion", "led", "lip", "lis", "mac",
    "mag", "mee", "out", "pri", "pro", "set", "sen", "sty", "sub", "tem",
];

/// A month of one of two calendars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Month {
    pub number: u32,
    /// Whether it is a month of the Persian solar calendar.
    pub is_jalali: bool,
}

/// The month of a name or abbreviation, which must have passed [`plain`], on a page in a language.
pub(super) fn named(name: &str, language: Option<&str>) -> Option<Month> {
    let all = NAMES.get(name)?;
    let own = all.iter().find(|(code, _)| Some(*code) == language);
    let other = || all.first().filter(|_| !OTHER_WORDS.contains(&name));
    let &(code, number) = own.or_else(other)?;
    Some(Month { number, is_jalali: code == JALALI })
}

static NAMES: LazyLock<HashMap<&str, Vec<(&str, u32)>>> = LazyLock::new(|| {
    let mut names: HashMap<&str, Vec<(&str, u32)>> = HashMap::new();
    for line in TABLE.lines() {
        let mut columns = line.split(' ');
        let code = columns.next().unwrap_or_default();
        for (column, number) in columns.zip(1..) {
            for name in column.split('|').filter(|n| *n != "-") {
                names.entry(name).or_default().push((code, number));
            }
        }
    }
    names
});

/// A word in lower case without the accents that are written or not as people like.
pub(super) fn plain(word: &str) -> String {
    word.chars().flat_map(char::to_lowercase).filter_map(without_accent).collect()
}

fn without_accent(c: char) -> Option<char> {
    Some(match c {
        'á' | 'à' | 'â' | 'ä' | 'ã' | 'å' | 'ą' | 'ă' | 'ā' | 'ạ' | 'ả' => 'a',
        'é' | 'è' | 'ê' | 'ë' | 'ę' | 'ě' | 'ė' | 'ē' => 'e',
        'í' | 'ì' | 'î' | 'ï' | 'ı' | 'ī' => 'i',
        'ó' | 'ò' | 'ô' | 'ö' | 'õ' | 'ø' | 'ő' => 'o',
        'ú' | 'ù' | 'û' | 'ü' | 'ů' | 'ű' | 'ū' => 'u',
        'ç' | 'ć' | 'č' | 'ċ' => 'c',
        'đ' => 'd',
        'ł' => 'l',
        'ñ' | 'ń' => 'n',
        'ś' | 'š' | 'ş' | 'ș' => 's',
        'ř' => 'r',
        'ţ' | 'ț' => 't',
        'ý' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        'ğ' | 'ġ' => 'g',
        'ά' => 'α',
        'έ' => 'ε',
        'ή' => 'η',
        'ί' | 'ϊ' | 'ΐ' => 'ι',
        'ό' => 'ο',
        'ύ' | 'ϋ' | 'ΰ' => 'υ',
        'ώ' => 'ω',
        'ς' => 'σ',
        'ё' => 'е',
        'أ' | 'إ' | 'آ' => 'ا',
        'ي' | 'ى' => 'ی',
        'ك' => 'ک',
        // Accents that were written as characters of their own, the vowel marks of Arabic, and joiners.
        '\u{300}'..='\u{36f}' | '\u{64b}'..='\u{655}' | '\u{200c}' | '\u{200d}' => return None,
        other => other,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(name: &str, language: Option<&str>) -> Option<u32> {
        named(&plain(name), language).map(|m| m.number)
    }

    #[test]
    fn the_table_is_whole() {
        for line in TABLE.lines() {
            assert_eq!(line.split(' ').count(), 13, "{line}");
            let code = line.split(' ').next();
            for (column, month) in line.split(' ').skip(1).zip(1..) {
                for name in column.split('|').filter(|n| *n != "-") {
                    assert_eq!(plain(name), name);
                    assert_eq!(number(name, code), Some(month), "{name}");
                }
            }
        }
    }

    #[test]
    fn long_names_mean_one_month_in_all_languages_but_one() {
        for (name, all) in NAMES.iter().filter(|(name, _)| name.chars().count() > 3) {
            let months: Vec<u32> =
                all.iter().filter(|(c, _)| *c != "hr").map(|(_, m)| *m).collect();
            assert!(months.windows(2).all(|w| w[0] == w[1]), "{name}: {all:?}");
        }
    }

    #[test]
    fn accents_and_case_do_not_matter() {
        for (name, month) in [
            ("März", 3),
            ("août", 8),
            ("DÉCEMBRE", 12),
            ("października", 10),
            ("Μαΐου", 5),
            ("Φεβρουαρίου", 2),
            ("Ιούλιος", 7),
            ("сентября", 9),
            ("Março", 3),
            ("Şubat", 2),
            ("Jänner", 1),
            ("أبريل", 4),
            ("ธันวาคม", 12),
            ("फ़रवरी", 2),
            ("ফেব্রুয়ারী", 2),
            ("დეკემბერი", 12),
            ("נובמבר", 11),
        ] {
            assert_eq!(number(name, None), Some(month), "{name}");
        }
        assert_eq!(number("monday", None), None);
    }

    #[test]
    fn the_language_decides_where_words_mean_two_things() {
        assert_eq!(number("listopada", None), Some(11));
        assert_eq!(number("listopada", Some("hr")), Some(10));
        assert_eq!((number("gen", Some("it")), number("gen", Some("en"))), (Some(1), None));
        assert_eq!((number("led", Some("cs")), number("led", None)), (Some(1), None));
        assert_eq!(number("Sept", Some("fr")), Some(9));
        assert!(named("فروردین", Some("fa")).is_some_and(|m| m.is_jalali));
    }
}
