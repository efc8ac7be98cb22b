//! The words of a block that stay the same when only a name or a date in it changes.
//!
//! "Written by Anna Kowalska, Monday 5 March" and "Written by Jan Nowak, Friday 9 March" are one block of a
//! template. Which words are names is told by their capital, which costs no list of names; the names of
//! months and days come from a list, because many languages write them small.

/// Names of months and weekdays as dates have them, in small letters.
const DATES: &[&str] = &[
    // English, and what German, Dutch and others share with it.
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    // French.
    "janvier",
    "février",
    "mars",
    "avril",
    "mai",
    "juin",
    "juillet",
    "août",
    "septembre",
    "octobre",
    "novembre",
    "décembre",
    "lundi",
    "mardi",
    "mercredi",
    "jeudi",
    "vendredi",
    "samedi",
    "dimanche",
    // Spanish.
    "enero",
    "febrero",
    "marzo",
    "abril",
    "mayo",
    "junio",
    "julio",
    "agosto",
    "septiembre",
    "octubre",
    "noviembre",
    "diciembre",
    "lunes",
    "martes",
    "miércoles",
    "jueves",
    "viernes",
    "sábado",
    "domingo",
    // Polish.
    "stycznia",
    "lutego",
    "marca",
    "kwietnia",
    "maja",
    "czerwca",
    "lipca",
    "sierpnia",
    "września",
    "października",
    "listopada",
    "grudnia",
    "poniedziałek",
    "wtorek",
    "środa",
    "czwartek",
    "piątek",
    "sobota",
    "niedziela", // Russian.
    "января",
    "февраля",
    "марта",
    "апреля",
    "мая",
    "июня",
    "июля",
    "августа",
    "сентября",
    "октября",
    "ноября",
    "декабря",
    "понедельник",
    "вторник",
    "среда",
    "четверг",
    "пятница",
    "суббота",
    "воскресенье", // Italian, where it is not as the ones above.
    "gennaio",
    "febbraio",
    "aprile",
    "maggio",
    "giugno",
    "luglio",
    "settembre",
    "ottobre",
    "dicembre",
    // Greek.
    "ιανουαρίου",
    "φεβρουαρίου",
    "μαρτίου",
    "απριλίου",
    "μαΐου",
    "ιουνίου",
    "ιουλίου",
    "αυγούστου",
    "σεπτεμβρίου",
    "οκτωβρίου",
    "νοεμβρίου",
    "δεκεμβρίου",
    // Others.
    "am",
    "pm",
];

/// Longer texts are not masked: they are told apart by enough words, and most of them are content.
pub(crate) const MOST_BYTES: usize = 160;

/// Tells `keep` the words of a text that are neither names nor parts of a date; the first word counts whatever
/// its capital, because sentences begin with one. False where these words do not tell the text apart: in a
/// long text, and in one of names alone.
pub(crate) fn unmasked_words(text: &str, mut keep: impl FnMut(&str)) -> bool {
    if text.len() > MOST_BYTES {
        return false;
    }
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut told_apart = false;
    for (place, word) in words.enumerate() {
        let capital = word.chars().next().is_some_and(char::is_uppercase);
        if !(capital && place > 0 || is_of_date(word)) {
            keep(word);
            told_apart |= place > 0;
        }
    }
    told_apart
}

/// Masks a text of plain letters, which most texts have only: the letters of these words, in lower case, are put
/// into a buffer, and how many there are is returned. None where they do not tell the text apart, or the text
/// has other letters.
pub(crate) fn unmasked_ascii(text: &str, letters: &mut [u8; MOST_BYTES]) -> Option<usize> {
    if text.len() > MOST_BYTES || !text.is_ascii() {
        return None;
    }
    let (mut end, mut place, mut told_apart) = (0, 0, false);
    let words = text.as_bytes().split(|byte| !byte.is_ascii_alphanumeric());
    for word in words.filter(|word| !word.is_empty()) {
        let start = end;
        for &byte in word {
            letters[end] = byte | 0x20;
            end += usize::from(byte.is_ascii_alphabetic());
        }
        let of_date = end - start == word.len() && is_plain_date(&letters[start..end]);
        if of_date || (place > 0 && word[0].is_ascii_uppercase()) {
            end = start;
        } else {
            told_apart |= place > 0;
        }
        place += 1;
    }
    told_apart.then_some(end)
}

/// Bits that tell nearly all words from all names, by length, first and last byte.
static MARKS: [u64; 64] = marks();

const fn marks() -> [u64; 64] {
    let (mut marks, mut at) = ([0; 64], 0);
    while at < DATES.len() {
        let mark = mark(DATES[at].as_bytes());
        marks[mark / 64] |= 1 << (mark % 64);
        at += 1;
    }
    marks
}

/// The place of a word among the marks.
const fn mark(word: &[u8]) -> usize {
    let (first, last) = match word {
        [first, .., last] => (small(*first), small(*last)),
        _ => (0, 0),
    };
    (first * 37 + last * 5 + word.len() * 131) % 4096
}

/// A byte, small where it is a plain letter. Capitals of other scripts may be written with other bytes than the
/// small letters, so all that is not plain counts as one.
const fn small(byte: u8) -> usize {
    if byte.is_ascii() { (byte | 0x20) as usize } else { u8::MAX as usize }
}

/// Whether a word may be a name; false for nearly all others.
fn may_be_of_date(word: &[u8]) -> bool {
    let mark = mark(word);
    MARKS[mark / 64] >> (mark % 64) & 1 == 1
}

/// For a word in small plain letters.
fn is_plain_date(word: &[u8]) -> bool {
    may_be_of_date(word) && DATES.iter().any(|name| name.as_bytes() == word)
}

fn is_of_date(word: &str) -> bool {
    let same = |name: &&str| match name.is_ascii() {
        true => word.eq_ignore_ascii_case(name),
        false => {
            name.len() == word.len() && word.chars().flat_map(char::to_lowercase).eq(name.chars())
        }
    };
    may_be_of_date(word.as_bytes()) && DATES.iter().any(same)
}

#[cfg(test)]
mod tests {
    use crate::Normalizer;

    #[test]
    fn every_name_is_found_in_any_case() {
        for name in super::DATES {
            let (first, rest) = name.split_at(name.chars().next().map_or(0, char::len_utf8));
            let capital = format!("{}{rest}", first.to_uppercase());
            assert!(super::is_of_date(name) && super::is_of_date(&capital), "{name}");
        }
        assert!(!super::is_of_date("marches") && !super::is_of_date(&"m".repeat(99)));
        assert!(!super::is_of_date("") && super::is_plain_date(b"march"));
    }

    #[test]
    fn plain_letters_are_masked_as_any() {
        for text in [
            "Written by Anna Kowalska, Monday 5 March",
            "Anna",
            "May 12",
            "12 May 12:30 pm",
            "News Sport",
            "may5 may MAY mAy",
            "x_y A1 b2 3C",
            "",
            " - ",
        ] {
            let mut words = Vec::new();
            let told = super::unmasked_words(text, |word| {
                words.extend(word.bytes().filter(u8::is_ascii_alphabetic).map(|b| b | 0x20));
            });
            let mut letters = [0; super::MOST_BYTES];
            let plain = super::unmasked_ascii(text, &mut letters).map(|end| &letters[..end]);
            assert_eq!(plain, told.then_some(words.as_slice()), "{text}");
        }
        let long = "a ".repeat(81);
        assert_eq!(super::unmasked_ascii(&long, &mut [0; super::MOST_BYTES]), None);
        assert_eq!(super::unmasked_ascii("b \u{e4}", &mut [0; super::MOST_BYTES]), None);
    }

    #[test]
    fn names_and_dates_make_no_difference() {
        let mut masking = Normalizer::masking();
        let mut same = |one: &str, other: &str| masking.hash(one) == masking.hash(other);
        assert!(same("Written by Anna Kowalska, 5 March", "Written by Jan Nowak, 9 May"));
        assert!(same("Опубликовано 5 марта", "Опубликовано 9 мая"));
        assert!(same("Page 1 of 20", "Page 2 of 7"));
        assert!(!same("Written by Anna", "Photo by Anna"));
        assert!(!same("News Sport", "News Weather"), "what is all names is told apart by them");
        assert!(!same("Anna", "Jan"));
        let long = |name: &str| format!("It was {name} who {}", "came late, as always, ".repeat(9));
        assert!(!same(&long("Anna"), &long("Jan")));
    }
}
