//! Two-letter codes for the languages of the two detectors.
//!
//! The quick one knows few languages and always answers; the slow one knows many and says how sure it is. Which
//! of them is believed depends on what the language is for, so that is left to who asks.

/// The code of a language of the quick detector.
pub fn from_whichlang(lang: whichlang::Lang) -> &'static str {
    use whichlang::Lang;
    match lang {
        Lang::Ara => "ar",
        Lang::Cmn => "zh",
        Lang::Deu => "de",
        Lang::Eng => "en",
        Lang::Fra => "fr",
        Lang::Hin => "hi",
        Lang::Ita => "it",
        Lang::Jpn => "ja",
        Lang::Kor => "ko",
        Lang::Nld => "nl",
        Lang::Por => "pt",
        Lang::Rus => "ru",
        Lang::Spa => "es",
        Lang::Swe => "sv",
        Lang::Tur => "tr",
        Lang::Vie => "vi",
    }
}

/// The code of a language of the slow detector: three letters where there are no two.
pub fn from_whatlang(lang: whatlang::Lang) -> &'static str {
    let three = lang.code();
    CODES.iter().find(|(long, _)| *long == three).map_or(three, |(_, short)| short)
}

/// ISO 639-3 to ISO 639-1.
const CODES: &[(&str, &str)] = &[
    ("epo", "eo"),
    ("eng", "en"),
    ("rus", "ru"),
    ("cmn", "zh"),
    ("spa", "es"),
    ("por", "pt"),
    ("ita", "it"),
    ("ben", "bn"),
    ("fra", "fr"),
    ("deu", "de"),
    ("ukr", "uk"),
    ("kat", "ka"),
    ("ara", "ar"),
    ("hin", "hi"),
    ("jpn", "ja"),
    ("heb", "he"),
    ("yid", "yi"),
    ("pol", "pl"),
    ("amh", "am"),
    ("jav", "jv"),
    ("kor", "ko"),
    ("nob", "nb"),
    ("dan", "da"),
    ("swe", "sv"),
    ("fin", "fi"),
    ("tur", "tr"),
    ("nld", "nl"),
    ("hun", "hu"),
    ("ces", "cs"),
    ("ell", "el"),
    ("bul", "bg"),
    ("bel", "be"),
    ("mar", "mr"),
    ("kan", "kn"),
    ("ron", "ro"),
    ("slv", "sl"),
    ("hrv", "hr"),
    ("srp", "sr"),
    ("mkd", "mk"),
    ("lit", "lt"),
    ("lav", "lv"),
    ("est", "et"),
    ("tam", "ta"),
    ("vie", "vi"),
    ("urd", "ur"),
    ("tha", "th"),
    ("guj", "gu"),
    ("uzb", "uz"),
    ("pan", "pa"),
    ("aze", "az"),
    ("ind", "id"),
    ("tel", "te"),
    ("pes", "fa"),
    ("mal", "ml"),
    ("ori", "or"),
    ("mya", "my"),
    ("nep", "ne"),
    ("sin", "si"),
    ("khm", "km"),
    ("tuk", "tk"),
    ("aka", "ak"),
    ("zul", "zu"),
    ("sna", "sn"),
    ("afr", "af"),
    ("lat", "la"),
    ("slk", "sk"),
    ("cat", "ca"),
    ("tgl", "tl"),
    ("hye", "hy"),
    ("cym", "cy"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_detectors_mean_the_same() {
        let same = [
            (whichlang::Lang::Cmn, whatlang::Lang::Cmn),
            (whichlang::Lang::Deu, whatlang::Lang::Deu),
            (whichlang::Lang::Por, whatlang::Lang::Por),
            (whichlang::Lang::Vie, whatlang::Lang::Vie),
        ];
        assert!(same.into_iter().all(|(a, b)| from_whichlang(a) == from_whatlang(b)));
    }
    #[test]
    fn every_language_has_its_code() {
        assert!(whatlang::Lang::all().iter().all(|&lang| from_whatlang(lang).len() == 2));
    }
}
