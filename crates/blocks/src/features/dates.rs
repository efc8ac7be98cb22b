//! What looks like a date or a time.

use super::terms::term_hash;
use crate::table::{Filter, Table};
use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// Whether a token is a part of a date or a time: in digits, or the name of a month or a day.
///
/// ```
/// use dehusk_blocks::features::is_date;
/// assert!(is_date("12:30") && is_date("March,") && !is_date("12") && !is_date("marching"));
/// ```
pub fn is_date(token: &str) -> bool {
    match token.bytes().next() {
        Some(first) if first.is_ascii_digit() => is_date_in_digits(token),
        _ => Lexicon::get().meaning(term_hash(token)) == Some(Meaning::Date),
    }
}

/// Whether a token that begins with a digit is a date, a time or a year in digits: `12:30`, `2024-05-01`,
/// `1.2.2024`, `05/12/24`, `1999`, `10:15pm`, `2024-05-01T10:00:00Z`.
pub(crate) fn is_date_in_digits(token: &str) -> bool {
    let token = token.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
    let day = token.split('T').next().unwrap_or(token);
    is_year(token) || is_time(token) || ['-', '/', '.'].iter().any(|&by| is_day(day, by))
}

fn is_year(token: &str) -> bool {
    is_number(token, 4..=4) && (token.starts_with("19") || token.starts_with("20"))
}

fn is_time(token: &str) -> bool {
    let Some((hours, rest)) = token.split_once(':') else { return false };
    is_number(hours, 1..=2) && rest.get(..2).is_some_and(|minutes| is_number(minutes, 2..=2))
}

/// Day, month and year in any order that has the year first or last.
fn is_day(token: &str, by: char) -> bool {
    let mut parts = token.split(by);
    let (Some(a), Some(b), Some(c), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let short = |part: &str| is_number(part, 1..=2);
    short(b) && ((is_year(a) && short(c)) || (short(a) && (is_year(c) || is_number(c, 2..=2))))
}

fn is_number(text: &str, len: RangeInclusive<usize>) -> bool {
    len.contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit())
}

/// Names of months and days, and words of clocks and calendars, in lower case.
const DATE_WORDS: &str = "\
    january february march april may june july august september october november december \
    jan feb mar apr jun jul aug sep sept oct nov dec \
    monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun \
    am pm utc gmt est pst cet edt pdt today yesterday ago updated published posted \
    januar februar märz maerz mai juni juli oktober dezember jänner mrz okt dez \
    montag dienstag mittwoch donnerstag freitag samstag sonntag uhr heute gestern \
    janvier février fevrier mars avril juin juillet août aout septembre octobre novembre décembre decembre \
    lundi mardi mercredi jeudi vendredi samedi dimanche publié \
    enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre \
    lunes martes miércoles jueves viernes sábado domingo \
    gennaio febbraio aprile maggio giugno luglio settembre ottobre novembre dicembre \
    lunedì martedì mercoledì giovedì venerdì sabato domenica \
    janeiro fevereiro março maio junho julho setembro outubro novembro dezembro \
    januari februari maart mei augustus maandag dinsdag woensdag donderdag vrijdag zaterdag zondag \
    stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia \
    poniedziałek wtorek środa czwartek piątek sobota niedziela \
    января февраля марта апреля мая июня июля августа сентября октября ноября декабря \
    понедельник вторник среда четверг пятница суббота воскресенье \
    січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня \
    ledna února března dubna května června července srpna září října listopadu prosince \
    ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου ιουλίου αυγούστου σεπτεμβρίου οκτωβρίου \
    νοεμβρίου δεκεμβρίου ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık";

/// What a term may mean besides itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Meaning {
    #[default]
    Date,
    Copyright,
}

/// Words that mean something in every page.
#[derive(Debug)]
pub(crate) struct Lexicon {
    meanings: Table<Meaning>,
    filter: Filter,
}

impl Lexicon {
    /// The words of all languages.
    pub fn get() -> &'static Lexicon {
        static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::new);
        &LEXICON
    }

    fn new() -> Lexicon {
        let mut lexicon = Lexicon { meanings: Table::with_capacity(512), filter: Filter::new() };
        let words = DATE_WORDS.split_whitespace().map(|word| (word, Meaning::Date));
        for (word, meaning) in words.chain([("copyright", Meaning::Copyright)]) {
            let hash = term_hash(word);
            if let Some(entry) = lexicon.meanings.entry(hash) {
                *entry = meaning;
                lexicon.filter.insert(hash);
            }
        }
        lexicon
    }

    /// What a term means.
    #[inline]
    pub fn meaning(&self, term: u64) -> Option<Meaning> {
        self.filter.may_have(term).then(|| self.meanings.get(term).copied()).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits() {
        let yes =
            ["12:30", "9:05pm", "10:15:59", "2024-05-01", "1.2.2024", "05/12/24,", "1999", "2024."];
        for token in yes.into_iter().chain(["2024-05-01T10:00:00Z", "2024-05-01T10:00"]) {
            assert!(is_date_in_digits(token), "{token}");
        }
        for token in ["12", "3.5", "1234", "1,000,000", "2.0.1.7", "555-1234", "100%", "10.000.000"]
        {
            assert!(!is_date_in_digits(token), "{token}");
        }
    }

    #[test]
    fn words() {
        let lexicon = Lexicon::get();
        for word in ["december", "märz", "октября", "ağustos"] {
            assert_eq!(lexicon.meaning(term_hash(word)), Some(Meaning::Date), "{word}");
        }
        assert_eq!(lexicon.meaning(term_hash("copyright")), Some(Meaning::Copyright));
        assert_eq!(lexicon.meaning(term_hash("marching")), None);
    }
}
