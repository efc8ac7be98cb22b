//! Errors, refusals, and tests whether a person asks.
//!
//! The title or the first heading of such a page says so, and there is little text besides. A number such
//! as 404 alone could be a car, so it counts where it stands first or beside an error's words.

use super::phrases::{self, Speaker};
use super::shortened;
use super::signs::{Mark, Signs};
use super::tally::Tally;
use dehusk_extract::Document;
use dehusk_extract::{Diagnosis, Trouble};

/// Kept words of an error page at most; what stands besides is the site's navigation.
const MAX_KEPT: u32 = 120;
/// Words of the whole page at most where a refusal stands somewhere in its text.
const MAX_CHALLENGE: u32 = 150;
/// Words of a title that is nothing but the error.
const MAX_TITLE: usize = 14;
const STATUS: [&str; 12] =
    ["400", "401", "403", "404", "405", "410", "429", "451", "500", "502", "503", "504"];

pub(super) fn find(document: &Document, tally: &Tally, signs: &Signs) -> Option<Diagnosis> {
    if tally.kept_words > MAX_KEPT {
        return None;
    }
    let evidence = in_title("title", &signs.title, tally)
        .or_else(|| in_title("heading", &signs.heading, tally))
        .or_else(|| challenge(document, tally, signs))?;
    Some(Diagnosis::new(Trouble::ErrorPage, evidence))
}

fn in_title(what: &str, title: &str, tally: &Tally) -> Option<String> {
    // A news site has headlines about refusals and errors, but then it has a text as well.
    let is_short =
        title.split_whitespace().count() <= MAX_TITLE && tally.kept_long_words < MAX_KEPT / 2;
    let says = |speaker| phrases::find(speaker, title).is_some();
    let is_error =
        is_short && (has_status(title) || says(Speaker::Error) || says(Speaker::Challenge));
    is_error.then(|| format!("{what} \"{}\"", shortened(title)))
}

/// Whether a title begins with an error's number, or has one beside a word for error.
fn has_status(title: &str) -> bool {
    let mut words = title.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
    let is_status = |w: &str| STATUS.contains(&w);
    let Some(first) = words.next() else { return false };
    let names_error = |w: &str| {
        let w = w.to_lowercase();
        [
            "error",
            "http",
            "fehler",
            "erreur",
            "errore",
            "erro",
            "błąd",
            "ошибка",
            "chyba",
            "hata",
            "σφάλμα",
        ]
        .contains(&w.as_str())
    };
    is_status(first) || (names_error(first) && words.next().is_some_and(is_status))
}

fn challenge(document: &Document, tally: &Tally, signs: &Signs) -> Option<String> {
    if tally.words > MAX_CHALLENGE {
        return None;
    }
    let blocks = document.blocks();
    let mut texts =
        (0..blocks.len()).map(|index| blocks.text(index)).chain([signs.noscript.as_str()]);
    let phrase = texts.find_map(|text| phrases::find(Speaker::Challenge, text));
    let marked = || {
        let found = signs.first(Mark::Challenge).filter(|_| tally.words < MAX_CHALLENGE / 2)?;
        Some(format!("element or script \"{}\"", found.word))
    };
    phrase.map(|phrase| format!("phrase \"{phrase}\"")).or_else(marked)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{diagnosis, prose, trouble};
    use super::*;

    #[test]
    fn errors_in_many_languages() {
        for title in [
            "404 Not Found",
            "Error 500",
            "Seite nicht gefunden – Beispiel",
            "Página no encontrada",
            "Страница не найдена",
            "Η σελίδα δεν βρέθηκε",
            "页面不存在",
            "ページが見つかりません",
        ] {
            let html =
                format!("<title>{title}</title><p>Sorry. <a href=/>Back to the start page</a>");
            assert_eq!(trouble(&html), Some(Trouble::ErrorPage), "{title}");
        }
    }

    #[test]
    fn refusals_and_tests_for_people() {
        let html = "<title>example.org</title><h1>Just a moment...</h1><p>Checking your browser before you go on.";
        assert_eq!(trouble(html), Some(Trouble::ErrorPage));
        let html = "<title>example.org</title><div id=px-captcha></div><p>Please prove it.";
        assert_eq!(diagnosis(html).unwrap().evidence, "element or script \"px-captcha\"");
        let html = "<title>shop</title><p>Нажмите, если вы человек. Я не робот.</p>";
        assert_eq!(trouble(html), Some(Trouble::ErrorPage));
    }

    #[test]
    fn what_only_speaks_of_errors_is_none() {
        let article = format!("<title>Peugeot 404 review</title><h1>The 404</h1><p>{}", prose(90));
        assert_eq!(trouble(&article), None);
        let article = format!("<title>Access denied: why doors close</title><p>{}", prose(200));
        assert_eq!(trouble(&article), None);
        let form =
            format!("<title>Contact</title><p>{}</p><div class=g-recaptcha></div>", prose(90));
        assert_eq!(trouble(&form), None);
        assert!(!has_status("Top 500 companies") && !has_status("The 404"));
        assert!(has_status("HTTP 403") && has_status("503 - backend"));
    }
}
