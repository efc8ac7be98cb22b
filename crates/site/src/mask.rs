//! The words of a block that stay the same when only a name or a date in it changes.
//!
//! "Written by Anna Kowalska, Monday 5 March" and "Written by Jan Nowak, Friday 9 March" are one block of a
//! template. Which words are names is told by their capital, which costs no list of names; the names of
//! months and days come from a list, because many languages write them small.

use std::sync::LazyLock;

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
const MOST_BYTES: usize = 160;

/// The words of a text that are neither names nor parts of a date; the first word counts whatever its
/// capital, because sentences begin with one. A text of names alone keeps them all: nothing else tells it
/// apart. None for long texts.
pub(crate) fn unmasked_words(text: &str) -> impl Iterator<Item = &str> {
    let text = if text.len() <= MOST_BYTES { text } else { "" };
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let kept = |(place, word): &(usize, &str)| {
        let capital = word.chars().next().is_some_and(char::is_uppercase);
        !(is_of_date(word) || capital && *place > 0)
    };
    let only_names = !words.clone().enumerate().skip(1).any(|word| kept(&word));
    words.enumerate().filter(move |word| only_names || kept(word)).map(|(_, word)| word)
}

/// The names by their first byte: it tells most words from all names.
static BY_FIRST: LazyLock<Vec<Vec<&str>>> = LazyLock::new(|| {
    let beginning = |byte| DATES.iter().copied().filter(|name| first(name) == byte).collect();
    (0..=u8::MAX).map(beginning).collect()
});

/// The first byte of a word, small where it is a plain letter. Capitals of other scripts may begin with
/// another byte than the small letters do, so all that is not plain counts as one.
fn first(word: &str) -> u8 {
    word.bytes().next().map_or(0, |byte| if byte.is_ascii() { byte | 0x20 } else { u8::MAX })
}

fn is_of_date(word: &str) -> bool {
    let names = BY_FIRST.get(usize::from(first(word))).map_or(&[][..], Vec::as_slice);
    let same = |name: &&str| match name.is_ascii() {
        true => word.eq_ignore_ascii_case(name),
        false => {
            name.len() == word.len() && word.chars().flat_map(char::to_lowercase).eq(name.chars())
        }
    };
    names.iter().any(same)
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
