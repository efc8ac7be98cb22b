//! Words in the class and id of elements, by which rules tell what an element is for.
//!
//! Programs of this field have long regular expressions for it. Here a rule is a list of phrases and what may
//! stand at their edges, and all rules of an extractor are found in one pass over an attribute.

use super::automaton::{Automaton, LANES};
use std::collections::HashMap;

/// What a phrase may begin or end at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edge {
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
pub struct Rule {
    /// What stands before a phrase.
    pub start: Edge,
    end: Edge,
    /// Any of these.
    pub phrases: &'static [&'static str],
    /// What may stand before a phrase, between it and the edge.
    prefixes: &'static [&'static str],
}

impl Rule {
    /// A rule without prefixes.
    pub const fn new(start: Edge, end: Edge, phrases: &'static [&'static str]) -> Rule {
        Rule { start, end, phrases, prefixes: &[] }
    }

    /// Allows these prefixes before its phrases.
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
pub struct Names {
    /// None only if there are too many words, which tests rule out.
    automaton: Option<Automaton>,
    spellings: Vec<Spelling>,
}

/// A way to write a phrase: the rules it belongs to, its length in bytes and its edges.
#[derive(Clone, Copy, Debug)]
struct Spelling {
    bits: u128,
    len: usize,
    start: Edge,
    end: Edge,
}

impl Names {
    /// At most 32 rules.
    pub fn new(rules: &[Rule]) -> Names {
        Names::together(&[rules])
    }

    /// The rules of several, at most 128 in all. Those of one follow on those of the one before.
    pub fn together(sets: &[&[Rule]]) -> Names {
        let rules = sets.iter().copied().flatten().enumerate().take(128);
        Names::of_words(rules.flat_map(|(number, rule)| {
            let spellings = rule.spellings().into_iter();
            spellings.map(move |spelling| (spelling, 1 << number, rule.start, rule.end))
        }))
    }

    /// Words by themselves, each with its bits and edges.
    pub fn of_words<T: AsRef<[u8]>>(words: impl Iterator<Item = (T, u128, Edge, Edge)>) -> Names {
        let (mut texts, mut spellings): (Vec<Vec<u8>>, Vec<Spelling>) = Default::default();
        // Rules that look for the same word in the same place find it once.
        let mut numbers: HashMap<(Vec<u8>, Edge, Edge), usize> = HashMap::new();
        for (word, bits, start, end) in words {
            let word = word.as_ref().to_ascii_lowercase();
            let number = *numbers.entry((word.clone(), start, end)).or_insert(spellings.len());
            match spellings.get_mut(number) {
                Some(known) => known.bits |= bits,
                None => {
                    spellings.push(Spelling { bits, len: word.len(), start, end });
                    texts.push(word);
                }
            }
        }
        Names { automaton: Automaton::new(&texts), spellings }
    }

    /// A bit for each of the first 32 rules that holds for the text, the first rule's the lowest.
    pub fn find(&self, text: &str) -> u32 {
        let Some(automaton) = &self.automaton else { return 0 };
        let mut found = 0;
        automaton
            .find(text.as_bytes(), |word, last| found |= self.bits(text.as_bytes(), word, last));
        found as u32
    }

    /// The rules that hold for each of many texts, which stand one after the other with a byte 0 behind each and begin
    /// at `starts`.
    pub fn find_in_all(&self, texts: &str, starts: &[u32]) -> Vec<u128> {
        let mut found = vec![0; starts.len()];
        let Some(automaton) = &self.automaton else { return found };
        // The lanes are as long as each other, as far as texts are not cut.
        let bytes = texts.as_bytes();
        let firsts: [usize; LANES] = std::array::from_fn(|lane| {
            let from = bytes.len() / LANES * lane;
            starts.partition_point(|&start| (start as usize) < from)
        });
        let start = |first: usize| starts.get(first).map_or(bytes.len(), |&start| start as usize);
        let begins = firsts.map(start);
        let lane = |lane: usize| {
            let end = begins.get(lane + 1).copied().unwrap_or(bytes.len());
            bytes.get(begins[lane]..end).unwrap_or_default()
        };
        // The text that each lane is in: what is found in a lane comes in its order.
        let mut places = firsts;
        automaton.find_in_lanes(std::array::from_fn(lane), |lane, word, last| {
            let last = begins[lane] + last;
            let bits = self.bits(bytes, word, last);
            if bits != 0 {
                let text = &mut places[lane];
                while starts.get(*text + 1).is_some_and(|&next| next as usize <= last) {
                    *text += 1;
                }
                found.get_mut(*text).into_iter().for_each(|found| *found |= bits);
            }
        });
        found
    }

    /// The rules of a word that was found, if its edges are as they should be.
    fn bits(&self, bytes: &[u8], word: u32, last: usize) -> u128 {
        let Some(&Spelling { bits, len, start, end }) = self.spellings.get(word as usize) else {
            return 0;
        };
        // One past the end less the length is the first byte, and the one before it is the neighbour.
        let before = last.checked_sub(len).and_then(|at| bytes.get(at));
        let neighbour = |byte: Option<&u8>| byte.copied().filter(|&byte| byte != 0);
        let holds = start.holds(neighbour(before)) && end.holds(neighbour(bytes.get(last + 1)));
        if holds { bits } else { 0 }
    }
}

impl Edge {
    /// Whether a phrase may have this byte beside it, or none.
    pub fn holds(self, neighbour: Option<u8>) -> bool {
        match (self, neighbour) {
            (Edge::Blank | Edge::Inside, None) => false,
            (_, None) | (Edge::Any, _) => true,
            (Edge::Part, Some(byte)) => byte.is_ascii_whitespace() || matches!(byte, b'-' | b'_'),
            (Edge::Word | Edge::Blank, Some(byte)) => byte.is_ascii_whitespace(),
            (Edge::Inside, Some(byte)) => byte != b'-',
            (Edge::Whole, Some(_)) => false,
            (Edge::Space, Some(byte)) => byte == b' ',
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
        let (mut joined, mut starts) = (String::new(), Vec::new());
        for (text, _) in cases {
            starts.push(joined.len() as u32);
            joined.push_str(text);
            joined.push('\0');
        }
        assert_eq!(names.find_in_all(&joined, &starts), cases.map(|(_, found)| u128::from(found)));
        assert!(names.find_in_all("", &[]).is_empty());
    }

    #[test]
    fn sets_that_are_found_together_keep_their_rules_apart() {
        let one: &[Rule] = &[
            Rule::new(Edge::Any, Edge::Any, &["nav", "menu"]),
            Rule::new(Edge::Whole, Edge::Whole, &["x"]),
        ];
        let other: &[Rule] = &[Rule::new(Edge::Any, Edge::Any, &["NAV"])];
        let names = Names::together(&[one, other]);
        let found = ["nav", "menu", "x", "y"].map(|text| names.find(text));
        assert_eq!(found, [0b101, 0b001, 0b010, 0]);
    }
}
