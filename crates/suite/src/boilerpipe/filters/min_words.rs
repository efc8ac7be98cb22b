//! Content by the number of words alone.

use super::{Draft, Filter, classify_alone};
use dehusk_extract::Reason;

/// Keeps blocks of at least so many words. With 10 it is the simplest of the classifiers that
/// "Boilerplate Detection using Shallow Text Features" (WSDM 2010) compares on CleanEval.
pub(in super::super) struct MinWords {
    pub min_words: u32,
}

impl Filter for MinWords {
    fn apply(&self, draft: &mut Draft<'_>) {
        classify_alone(draft, |block| {
            let (words, min) = (block.counts.words, self.min_words);
            let reason = |relation| Reason::measured("words", words as f32, relation, min as f32);
            if words >= min { (true, reason("at least")) } else { (false, reason("below")) }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{content, links, words};
    use super::*;

    #[test]
    fn ten_words_are_enough_linked_or_not() {
        let html = [words(9), words(10), links(10), links(9)].concat();
        assert_eq!(content(&html, &[&MinWords { min_words: 10 }]), [false, true, true, false]);
    }
}
