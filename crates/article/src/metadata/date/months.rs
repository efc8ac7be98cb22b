//! Names of months in the languages of the web.
//!
//! One table for all languages: a name is looked up without knowing the language, which works because no
//! two of the languages here use one word for two months. Croatian is left out for that reason: its
//! October is the November of Polish and Czech. Names are lower case and without accents.

use std::collections::HashMap;
use std::sync::LazyLock;

/// The number of a month by its name or abbreviation, which must have passed [`plain`].
pub(super) fn number(name: &str) -> Option<u32> {
    NUMBERS.get(name).copied()
}

/// A word in lower case without the accents that are written or not as people like.
pub(super) fn plain(word: &str) -> String {
    word.chars().flat_map(char::to_lowercase).filter_map(without_accent).collect()
}

fn without_accent(c: char) -> Option<char> {
    Some(match c {
        'á' | 'à' | 'â' | 'ä' | 'ã' | 'å' | 'ą' | 'ă' => 'a',
        'é' | 'è' | 'ê' | 'ë' | 'ę' | 'ě' => 'e',
        'í' | 'ì' | 'î' | 'ï' | 'ı' => 'i',
        'ó' | 'ò' | 'ô' | 'ö' | 'õ' | 'ø' | 'ő' => 'o',
        'ú' | 'ù' | 'û' | 'ü' | 'ů' | 'ű' => 'u',
        'ç' | 'ć' | 'č' => 'c',
        'ł' => 'l',
        'ñ' | 'ń' => 'n',
        'ś' | 'š' | 'ş' | 'ș' => 's',
        'ř' => 'r',
        'ţ' | 'ț' => 't',
        'ý' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        'ğ' => 'g',
        'ά' => 'α',
        'έ' => 'ε',
        'ή' => 'η',
        'ί' | 'ϊ' | 'ΐ' => 'ι',
        'ό' => 'ο',
        'ύ' | 'ϋ' | 'ΰ' => 'υ',
        'ώ' => 'ω',
        'ς' => 'σ',
        'ё' => 'е',
        // What is left of an accent that was written as a character of its own.
        '\u{300}'..='\u{36f}' => return None,
        other => other,
    })
}

static NUMBERS: LazyLock<HashMap<&'static str, u32>> = LazyLock::new(|| {
    let months = NAMES.iter().zip(1..);
    months.flat_map(|(names, month)| names.split_whitespace().map(move |n| (n, month))).collect()
});

// In each: English; German; French; Spanish; Italian; Portuguese; Dutch; Swedish, Danish, Norwegian;
// Polish; Czech; Russian; Ukrainian; Greek; Turkish; Romanian; Hungarian; Finnish; Indonesian.
static NAMES: [&str; 12] = [
    "january jan janv jänner janner januar janner janvier enero ene gennaio gen janeiro januari
     stycznia styczen sty leden ledna января январь янв січня січень ιανουαριου ιανουαριοσ ιαν
     ocak oca ianuarie ian januar tammikuuta tammikuu",
    "february feb februar feber fevrier fevr fev febrero febbraio febb fevereiro februari
     lutego luty lut unor unora февраля февраль фев лютого лютий φεβρουαριου φεβρουαριοσ φεβ
     subat sub februarie helmikuuta helmikuu",
    "march mar marz mrz mars marzo março marco maart mrt marts
     marca marzec brezen brezna марта март мар березня березень μαρτιου μαρτιοσ μαρ
     mart martie marcius maaliskuuta maaliskuu maret",
    "april apr avril avr abril abr aprile abr
     kwietnia kwiecien kwi duben dubna апреля апрель апр квітня квітень απριλιου απριλιοσ απρ
     nisan nis aprilie aprilis huhtikuuta huhtikuu",
    "may mai mayo maggio mag maio mei maj
     maja kveten kvetna мая май травня травень μαιου μαιοσ μαι
     mayıs mayis majus toukokuuta toukokuu",
    "june jun juni juin junio giugno giu junho
     czerwca czerwiec cze cerven cervna июня июнь июн червня червень ιουνιου ιουνιοσ ιουν
     haziran haz iunie junius kesakuuta kesakuu",
    "july jul juli juillet juil julio luglio lug julho
     lipca lipiec lip cervenec cervence июля июль июл липня липень ιουλιου ιουλιοσ ιουλ
     temmuz tem iulie julius heinakuuta heinakuu",
    "august aug aout agosto ago augustus augusti
     sierpnia sierpien sie srpen srpna августа август авг серпня серпень αυγουστου αυγουστοσ αυγ
     agustos agu augusztus elokuuta elokuu agustus",
    "september sept sep septembre septiembre setiembre settembre sett setembro set
     wrzesnia wrzesien wrz zari сентября сентябрь сен сент вересня вересень σεπτεμβριου σεπτεμβριοσ σεπ σεπτ
     eylul eyl septembrie szeptember szept syyskuuta syyskuu",
    "october oct oktober okt octobre octubre ottobre ott outubro out oktober
     pazdziernika pazdziernik paz rijen rijna октября октябрь окт жовтня жовтень οκτωβριου οκτωβριοσ οκτ
     ekim eki octombrie lokakuuta lokakuu",
    "november nov novembre noviembre novembro
     listopada listopad lis listopadu ноября ноябрь ноя нояб листопада листопад νοεμβριου νοεμβριοσ νοε
     kasim kas noiembrie marraskuuta marraskuu nopember",
    "december dec dezember dez decembre diciembre dic dicembre dezembro
     grudnia grudzien gru prosinec prosince декабря декабрь дек грудня грудень δεκεμβριου δεκεμβριοσ δεκ
     aralik ara decembrie joulukuuta joulukuu desember des",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_stands_for_two_months() {
        for (names, month) in NAMES.iter().zip(1..) {
            for name in names.split_whitespace() {
                assert_eq!(number(name), Some(month), "{name}");
            }
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
        ] {
            assert_eq!(number(&plain(name)), Some(month), "{name}");
        }
        assert_eq!(number("monday"), None);
    }
}
