//! The language of a page, as far as it takes to choose a list of stop words.
//!
//! What the page declares is believed if its text bears it out: enough of its words are stop words of that
//! language. Otherwise the text is asked, by a quick guess that has to pass the same test, then by a slower one.

use super::stop_words::StopWords;
use dehusk_extract::{Derived, Document, language_codes};
use dehusk_page::name;

/// Bytes of text that are looked at.
const SAMPLE: usize = 1500;
/// Share of stop words that bears a language out.
const ENOUGH: f32 = 0.2;

/// The language of the text, if there is a list of stop words for it.
pub(crate) struct StopLanguage(pub Option<&'static str>);

impl Derived for StopLanguage {
    fn derive(document: &Document) -> StopLanguage {
        StopLanguage(of(document))
    }
}

/// The language of a document as ISO 639-1, if there is a list of stop words for it.
fn of(document: &Document) -> Option<&'static str> {
    let text = sample(document);
    let declared = document.page().html().and_then(|html| document.page().attr(html, name::LANG));
    let declared = declared.and_then(|tag| known(tag.get(..2)?));
    let quick = || known(language_codes::from_whichlang(whichlang::detect_language(&text)));
    let holds = |code: &&'static str| stop_share(&text, code) >= ENOUGH;
    declared.filter(holds).or_else(|| quick().filter(holds)).or_else(|| slow(&text)).or(declared)
}

/// Text of the longer blocks, from the page's middle rather than from its menus.
fn sample(document: &Document) -> String {
    let blocks = document.blocks();
    let mut text = String::with_capacity(SAMPLE + 200);
    let (long, short): (Vec<usize>, Vec<usize>) =
        (0..blocks.len()).partition(|&index| blocks.block(index).is_long_text());
    for index in long.into_iter().chain(short) {
        if text.len() >= SAMPLE {
            break;
        }
        let block = blocks.text(index);
        let end = (0..=SAMPLE.min(block.len())).rev().find(|&at| block.is_char_boundary(at));
        text.push_str(&block[..end.unwrap_or(0)]);
        text.push(' ');
    }
    text
}

fn stop_share(text: &str, code: &str) -> f32 {
    let Some(list) = StopWords::of(code) else { return 0.0 };
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let (all, stop) =
        words.fold((0, 0), |(all, stop), word| (all + 1, stop + u32::from(list.contains(word))));
    stop as f32 / all.max(1) as f32
}

/// A code in small letters, if there is a list of stop words for it.
fn known(code: &str) -> Option<&'static str> {
    let lower = code.to_ascii_lowercase();
    stop_words::available_languages().iter().copied().find(|&language| language == lower)
}

fn slow(text: &str) -> Option<&'static str> {
    match language_codes::from_whatlang(whatlang::detect(text)?.lang()) {
        // The list is of Norwegian as a whole.
        "nb" => known("no"),
        code => known(code),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_page::Page;

    fn language(html: &str) -> Option<&'static str> {
        of(&Document::new(Page::parse(html)))
    }

    const GERMAN: &str = "<p>Das Schiff war am Abend noch nicht da, und niemand wusste, wann es kommen \
                          würde und ob es überhaupt noch kommt.";

    #[test]
    fn a_declared_language_has_to_be_borne_out() {
        assert_eq!(language(&format!("<html lang=de-AT>{GERMAN}")), Some("de"));
        assert_eq!(language(&format!("<html lang=en>{GERMAN}")), Some("de"));
        assert_eq!(language(GERMAN), Some("de"));
    }

    #[test]
    fn languages_that_the_quick_guess_does_not_know() {
        let polish = "<p>Statek nie przypłynął wieczorem i nikt nie wiedział, czy w ogóle jeszcze \
                      przypłynie, bo tak było już od wielu lat.";
        assert_eq!(language(polish), Some("pl"));
    }

    #[test]
    fn a_page_without_text_has_none() {
        assert_eq!(language(""), None);
    }
}
