//! An index of texts, and what it answers.

use super::Topic;
use super::scores::RANKS;
use crate::tokens::tokens;
use bm25::{EmbedderBuilder, Scorer, Tokenizer};
use std::collections::HashSet;

/// The tokens that all measures count.
#[derive(Default)]
struct Words;

impl Tokenizer for Words {
    fn tokenize(&self, text: &str) -> Vec<String> {
        tokens(text)
    }
}

/// The places of the best texts for each topic. Ties are broken by place, so that the same texts give the same answer.
pub(super) fn rank(texts: &[String], topics: &[Topic]) -> Vec<Vec<usize>> {
    let all: Vec<&str> = texts.iter().map(String::as_str).collect();
    let embedder = EmbedderBuilder::<u32, Words>::with_tokenizer_and_fit_to_corpus(Words, &all);
    let embedder = embedder.build();
    let queries: Vec<_> = topics
        .iter()
        .map(|topic| {
            let mut query = embedder.embed(&topic.query);
            unique(&mut query);
            query
        })
        .collect();
    let asked: HashSet<u32> = queries.iter().flat_map(|query| query.indices().copied()).collect();
    let mut scorer = Scorer::<usize>::new();
    for (place, text) in texts.iter().enumerate() {
        let mut words = embedder.embed(text);
        // What nobody asks for has done its part in the length.
        words.retain(|word| asked.contains(&word.index));
        unique(&mut words);
        scorer.upsert(&place, words);
    }
    let best = |query| {
        let mut found = scorer.matches(query);
        found.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.id.cmp(&b.id)));
        found.into_iter().take(RANKS).map(|document| document.id).collect()
    };
    queries.iter().map(best).collect()
}

/// A word that occurs again has the same value again.
fn unique(words: &mut bm25::Embedding) {
    words.sort_by_key(|word| word.index);
    words.dedup_by_key(|word| word.index);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_words_and_short_texts_come_first() {
        let texts = ["the ferry and the quay", "the ferry", "the fog", "ferry ferry the rope"];
        let texts: Vec<String> = texts.map(String::from).to_vec();
        let topic = |query: &str| Topic { id: "1".into(), query: query.into() };
        let found = rank(&texts, &[topic("Ferry"), topic("the quay"), topic("cow")]);
        assert_eq!(found[0], [3, 1, 0]);
        assert_eq!(found[1].first(), Some(&0));
        assert!(found[2].is_empty());
    }
}
