//! Words in the class and id of elements, by which rules tell what an element is for.
//!
//! Programs of this field have long regular expressions for it. Here a rule is a list of phrases and what may
//! stand at their edges, and all rules of an extractor are found in one pass over an attribute.

use aho_corasick::Anchored;
use aho_corasick::automaton::Automaton;
use aho_corasick::dfa::DFA;

/// What a phrase may begin or end at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edge {
    /// Anywhere, inside a word too.
    Any,
    /// White space, `-`, `_`, or an end of the attribute.
    Part,
    /// White space or an end of the attribute.
    Word,
    /// An end of the attribute.
    Whole,
    /// White space, and no end of the attribute.
    Blank,
    /// Anything but `-`, and no end of the attribute.
    Inside,
    /// A space or an end of the attribute.
    Space,
    /// Anything but a letter or digit of ASCII, or an end of the attribute.
    NoLetter,
}

/// A rule: phrases, in which a space stands for nothing, `-` or `_`, and their edges.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rule {
    pub start: Edge,
    pub end: Edge,
    pub phrases: &'static [&'static str],
    /// What may stand before a phrase, between it and the edge.
    pub prefixes: &'static [&'static str],
}

impl Rule {
    /// A rule without prefixes.
    pub const fn new(start: Edge, end: Edge, phrases: &'static [&'static str]) -> Rule {
        Rule { start, end, phrases, prefixes: &[] }
    }

    /// The same with prefixes that may be there.
    pub const fn after(self, prefixes: &'static [&'static str]) -> Rule {
        Rule { prefixes, ..self }
    }

    fn spellings(&self) -> Vec<String> {
        let bare = self.phrases.iter().map(|phrase| phrase.to_string());
        let longer = self
            .prefixes
            .iter()
            .flat_map(|prefix| self.phrases.iter().map(move |phrase| format!("{prefix} {phrase}")));
        bare.chain(longer).flat_map(|phrase| spellings(&phrase)).collect()
    }
}

/// A phrase with each of its spaces as nothing, `-` and `_`.
fn spellings(phrase: &str) -> Vec<String> {
    phrase.split(' ').fold(vec![String::new()], |begun, word| {
        let mut longer = Vec::with_capacity(begun.len() * 3);
        for start in begun {
            if start.is_empty() {
                longer.push(word.to_string());
            } else {
                longer.extend(["", "-", "_"].map(|join| format!("{start}{join}{word}")));
            }
        }
        longer
    })
}

/// Rules to be found together.
#[derive(Debug)]
pub(crate) struct Names {
    automaton: Option<DFA>,
    /// The rules and edges of each spelling.
    spellings: Vec<(u32, Edge, Edge)>,
}

impl Names {
    /// At most 32 rules.
    pub fn new(rules: &[Rule]) -> Names {
        let spelled = rules.iter().enumerate().take(32).flat_map(|(number, rule)| {
            let spellings = rule.spellings().into_iter();
            spellings.map(move |spelling| (spelling, 1 << number, rule.start, rule.end))
        });
        Names::of_words(spelled)
    }

    /// Words by themselves, each with its bits and edges.
    pub fn of_words<T: AsRef<[u8]>>(words: impl Iterator<Item = (T, u32, Edge, Edge)>) -> Names {
        let (mut texts, mut spellings) = (Vec::new(), Vec::new());
        for (word, bits, start, end) in words {
            texts.push(word);
            spellings.push((bits, start, end));
        }
        let automaton = DFA::builder().ascii_case_insensitive(true).build(&texts).ok();
        Names { automaton, spellings }
    }

    /// A bit for each rule that holds for the text, the first rule's the lowest.
    pub fn find(&self, text: &str) -> u32 {
        let Some(automaton) = self.automaton.as_ref().filter(|_| !text.is_empty()) else {
            return 0;
        };
        let Ok(mut state) = automaton.start_state(Anchored::No) else { return 0 };
        let bytes = text.as_bytes();
        let mut found = 0;
        for (at, &byte) in bytes.iter().enumerate() {
            state = automaton.next_state(Anchored::No, state, byte);
            if automaton.is_match(state) {
                for number in 0..automaton.match_len(state) {
                    let spelling = automaton.match_pattern(state, number);
                    let (bit, start, end) = self.spellings[spelling.as_usize()];
                    // One past the end less the length is the first byte, and the one before it is the neighbour.
                    let before = at.checked_sub(automaton.pattern_len(spelling));
                    let before = before.and_then(|at| bytes.get(at));
                    if start.holds(before) && end.holds(bytes.get(at + 1)) {
                        found |= bit;
                    }
                }
            }
        }
        found
    }
}

impl Edge {
    /// Whether a phrase may have this byte beside it, or none.
    pub fn holds(self, neighbour: Option<&u8>) -> bool {
        match (self, neighbour) {
            (Edge::Blank | Edge::Inside, None) => false,
            (_, None) | (Edge::Any, _) => true,
            (Edge::Part, Some(byte)) => byte.is_ascii_whitespace() || matches!(byte, b'-' | b'_'),
            (Edge::Word | Edge::Blank, Some(byte)) => byte.is_ascii_whitespace(),
            (Edge::Inside, Some(byte)) => *byte != b'-',
            (Edge::Whole, Some(_)) => false,
            (Edge::Space, Some(byte)) => *byte == b' ',
            (Edge::NoLetter, Some(byte)) => !byte.is_ascii_alphanumeric(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_decide() {
        let names = Names::new(&[
            Rule::new(Edge::Part, Edge::Part, &["ad", "side bar"]),
            Rule::new(Edge::Whole, Edge::Any, &["main"]),
            Rule::new(Edge::Word, Edge::Word, &["nav"]).after(&["site"]),
            Rule::new(Edge::Inside, Edge::Any, &["tweet"]),
            Rule::new(Edge::Blank, Edge::Blank, &["plus"]),
        ]);
        let cases = [
            ("top-ad x", 1),
            ("Side_Bar", 1),
            ("shadow", 0),
            ("main-text", 2),
            ("x main", 0),
            ("site-nav", 4),
            ("my-nav", 0),
            ("retweets", 8),
            ("tweet", 0),
            ("my-tweet", 0),
            ("a plus b", 16),
            ("plus b", 0),
            ("", 0),
        ];
        for (text, found) in cases {
            assert_eq!(names.find(text), found, "{text}");
        }
    }
}
