//! What extractors say of the languages they are for.

/// Nothing in it knows a language.
pub(crate) const ANY: &str = "any";
/// Its limits are in words, found on English pages.
pub(crate) const SPACED: &str = "any with spaces between words; limits found on English pages";
/// It looks for English phrases too.
pub(crate) const NEWS_IN_ENGLISH: &str = "limits and phrases of English pages";
/// Names of classes are English words on most sites of the world.
pub(crate) const ENGLISH_NAMES: &str = "any; looks for English names in markup";
/// It has lists of stop words.
pub(crate) const STOP_WORDS: &str = "57 languages with stop words, the page's detected";
/// It asks others.
pub(crate) const MEMBERS: &str = "those of its members";
/// It learned from the corpora that `dehusk train` names.
#[cfg(any(feature = "mss", feature = "ncleaner", feature = "victor", feature = "web2text"))]
pub(crate) const TRAINED: &str =
    "any; most pages it learned from are in English, Chinese, Greek, Polish, Russian, German";
