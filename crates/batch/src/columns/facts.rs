//! What is known of a page, worked out when a column asks for it.

use crate::page::PageRef;
use crate::quality::Quality;
use dehusk::article::Sourced;
use dehusk::extractor::Document;
use dehusk::{Article, Metadata};
use dehusk_site::{Keys, Observation, UrlKey, head_title};
use std::borrow::Cow;
use std::cell::OnceCell;
use twox_hash::XxHash3_128;

/// Characters of a text that its language is told from.
const LANGUAGE_SAMPLE: usize = 400;

/// A page and what was made of it.
pub struct Facts<'a> {
    /// Where it came from.
    pub page: &'a PageRef<'a>,
    /// Its main content; none for what is text already.
    pub article: Option<&'a Article>,
    /// That as text.
    pub text: &'a str,
    /// Why there is nothing, for those who want a row all the same.
    pub error: Option<&'a str>,
    keys: &'a Keys,
    key: OnceCell<Option<UrlKey>>,
    quality: OnceCell<Quality>,
    language: OnceCell<Option<Language>>,
}

/// A language and how likely it is.
pub(super) struct Language {
    pub code: String,
    pub probability: f64,
}

impl<'a> Facts<'a> {
    /// Of a page whose main content was found.
    pub fn new(
        page: &'a PageRef<'a>,
        article: Option<&'a Article>,
        text: &'a str,
        keys: &'a Keys,
    ) -> Facts<'a> {
        Facts {
            page,
            article,
            text,
            error: None,
            keys,
            key: OnceCell::new(),
            quality: OnceCell::new(),
            language: OnceCell::new(),
        }
    }

    /// Of a page that gave nothing.
    pub fn of_failure(page: &'a PageRef<'a>, error: &'a str, keys: &'a Keys) -> Facts<'a> {
        Facts { error: Some(error), ..Facts::new(page, None, "", keys) }
    }

    /// Whether there is content to tell of.
    pub fn has_content(&self) -> bool {
        self.error.is_none()
    }

    pub(super) fn metadata(&self) -> Option<&'a Metadata> {
        self.article.map(Article::metadata)
    }

    /// A value of the metadata.
    pub(super) fn said(
        &self,
        get: impl Fn(&'a Metadata) -> &'a Option<Sourced<String>>,
    ) -> Option<&'a str> {
        get(self.metadata()?).as_ref().map(|sourced| sourced.value.as_str())
    }

    /// The address in one encoding, with the hash of the title.
    pub(crate) fn normal_address(&self) -> Option<String> {
        self.keys.normal_address(self.page.url?, self.title().as_deref()).ok()
    }

    /// The title in the page's head.
    fn title(&self) -> Option<String> {
        self.article.and_then(|article| head_title(article.document()))
    }

    /// The name of the document: the address without what does not name it.
    pub(crate) fn key(&self) -> Option<&UrlKey> {
        let key =
            || self.keys.careful_key(self.page.url?, self.title().as_deref(), |_, _, _| false).ok();
        self.key.get_or_init(key).as_ref()
    }

    /// What a memory of its site learns from the page, if its site is known.
    pub(super) fn lesson(&self) -> Option<Vec<u8>> {
        let article = self.article?;
        let seen = observation(self.keys, self.page, article.document())?;
        Some(crate::run::lesson(&seen.judged_by(article.selection())))
    }

    pub(super) fn quality(&self) -> &Quality {
        self.quality.get_or_init(|| Quality::of(self.text))
    }

    /// The hash of the text, by which the same text is known.
    pub(super) fn hash(&self) -> String {
        format!("{:032x}", XxHash3_128::oneshot(self.text.as_bytes()))
    }

    /// The language of the text. The house's detector names it; how likely it is says one that gives
    /// probabilities.
    pub(super) fn language(&self) -> Option<&Language> {
        let language = || {
            let guess = whatlang::detect(sample(self.text));
            let guessed = guess.as_ref().map(|guess| code(guess.lang()));
            let code = match self.metadata() {
                Some(metadata) => {
                    metadata.detected_language.as_ref().map(|l| Cow::Borrowed(l.value.as_str()))
                }
                None => guessed.map(Cow::Borrowed),
            }?;
            let agreed = guess.filter(|_| guessed == Some(&*code));
            let probability = agreed.map_or(0.0, |guess| guess.confidence());
            Some(Language { code: code.into_owned(), probability })
        };
        self.language.get_or_init(language).as_ref()
    }
}

/// What a memory sees of a page; none where its site is not known.
pub(crate) fn observation(
    keys: &Keys,
    page: &PageRef<'_>,
    document: &Document,
) -> Option<Observation> {
    let key = keys.careful_key(page.url?, head_title(document).as_deref(), |_, _, _| false).ok()?;
    // Memories go by the time of the newest document; pages without a date are of one time.
    let time = page.date.and_then(|date| date.parse::<jiff::Timestamp>().ok());
    Some(Observation::of(key, time.map_or(0, |time| time.as_second()), document))
}

fn code(language: whatlang::Lang) -> &'static str {
    dehusk_extract::language_codes::from_whatlang(language)
}

/// A piece of the text from where it is most likely to be running text: behind its beginning.
fn sample(text: &str) -> &str {
    let from = text.floor_char_boundary(text.len() / 8);
    let rest = &text[from..];
    let end = rest.char_indices().nth(LANGUAGE_SAMPLE).map_or(rest.len(), |(at, _)| at);
    &rest[..end]
}
