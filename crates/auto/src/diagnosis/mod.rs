//! Why an answer may be poor: what is wrong with the page itself.
//!
//! A consent wall or an application that is empty until its scripts ran gives a short, useless text that
//! looks like any other. Whoever asked for the page should be told, because the remedy differs: fetch it
//! again, log in, run a browser, or leave it out. Structure is asked first; words come from one table of
//! phrases in many languages. A page whose kept text is long is never searched for phrases or markers, so
//! that ordinary pages pay for one look at each block and nothing else.

mod consent;
mod empty;
mod error;
mod index;
mod mixed;
mod paywall;
mod phrases;
mod signs;
mod tally;

use dehusk_extract::{Diagnosis, Document, Selection, Trouble};
use signs::Signs;
use tally::Tally;

/// Kept words from which on a page can no longer be a wall, a stub or an error.
const LONG_TEXT: u32 = 300;
/// Kept words below which there is hardly a text.
const TOO_LITTLE: u32 = 25;

/// Looks for what is wrong with a page; `selection` is what an extractor kept of it.
///
/// ```
/// use dehusk_auto::diagnosis::diagnose;
/// use dehusk_extract::{Document, Selection, Trouble};
/// let html = "<title>404 Not Found</title><h1>Not Found</h1><p>There is nothing at this address.";
/// let document = Document::new(dehusk_page::Page::parse(html));
/// let selection = Selection::everything(&document);
/// let diagnosis = diagnose(&document, &selection).unwrap();
/// assert_eq!(diagnosis.trouble, Trouble::ErrorPage);
/// assert_eq!(diagnosis.evidence, "title \"404 Not Found\"");
/// ```
pub fn diagnose(document: &Document, selection: &Selection) -> Option<Diagnosis> {
    let tally = Tally::of(document, selection);
    let short = if tally.kept_words < LONG_TEXT { of_short_text(document, &tally) } else { None };
    short.or_else(|| index::find(document, &tally)).or_else(|| rest(document, selection, &tally))
}

/// What only a page with a short text can be.
fn of_short_text(document: &Document, tally: &Tally) -> Option<Diagnosis> {
    let signs = Signs::of(document.page());
    error::find(document, tally, &signs)
        .or_else(|| consent::find(document, tally, &signs))
        .or_else(|| paywall::find(document, tally, &signs))
        .or_else(|| empty::find(document, tally, &signs))
}

fn rest(document: &Document, selection: &Selection, tally: &Tally) -> Option<Diagnosis> {
    if tally.kept_words < TOO_LITTLE {
        let evidence = format!("{} words of {}", tally.kept_words, tally.words);
        return Some(Diagnosis::new(Trouble::TooLittleText, evidence));
    }
    mixed::find(document, selection, tally)
}

/// The start of a text for an evidence: at most this many characters.
fn shortened(text: &str) -> String {
    const LENGTH: usize = 60;
    let text = text.trim();
    match text.char_indices().nth(LENGTH) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_extract::Extractor;
    use dehusk_page::Page;

    /// The diagnosis of a page of which an extractor kept what it keeps.
    pub(super) fn diagnosis_by(extractor: &dyn Extractor, html: &str) -> Option<Diagnosis> {
        let document = Document::new(Page::parse(html));
        let selection = extractor.extract(&document);
        diagnose(&document, &selection)
    }

    /// The diagnosis of a page of which all visible text is kept.
    pub(super) fn diagnosis(html: &str) -> Option<Diagnosis> {
        let document = Document::new(Page::parse(html));
        diagnose(&document, &Selection::everything(&document))
    }

    pub(super) fn trouble(html: &str) -> Option<Trouble> {
        diagnosis(html).map(|d| d.trouble)
    }

    /// Prose of about that many words, in sentences.
    pub(super) fn prose(words: usize) -> String {
        let sentence = "The ferry came in late again and nobody on the quay was much surprised. ";
        sentence.repeat(words.div_ceil(13))
    }

    #[test]
    fn an_article_is_in_no_trouble() {
        for words in [40, 120, 400] {
            let html = format!("<title>Late</title><h1>Late</h1><p>{}</p>", prose(words));
            assert_eq!(diagnosis(&html), None, "{words} words");
        }
    }

    #[test]
    fn too_little_text_is_said_with_its_words() {
        let found = diagnosis("<title>Note</title><p>Back at five.").unwrap();
        assert_eq!(found.to_string(), "hardly any text was found (3 words of 3)");
        assert_eq!(trouble(""), Some(Trouble::TooLittleText));
        assert_eq!(trouble(&format!("<p>{}", prose(30))), None);
    }

    #[test]
    fn evidence_is_cut_at_characters() {
        assert_eq!(shortened(&"ж".repeat(80)), format!("{}…", "ж".repeat(60)));
        assert_eq!(shortened(" short "), "short");
    }
}
