//! Fingerprints of texts: one that tells whether two are the same, and one that tells whether they are nearly so.
//!
//! Both are made of the words alone, in lower case: neither punctuation nor white space counts. The second is a
//! SimHash (Charikar 2002): each run of four words votes on 64 bits, so texts that share most of their runs differ in
//! few bits. It needs the text once and no table, and two of them are compared by counting bits; for a collection, cut
//! the 64 bits into bands and compare what shares one.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use twox_hash::{XxHash3_64, XxHash3_128};

/// Words of a run that votes.
const RUN: usize = 4;

/// Bits by which nearly equal texts differ at most. Where one run of words in twenty differs, six bits do in the mean;
/// unrelated texts differ in half of the 64 bits, give or take four.
const NEAR: u32 = 10;

/// What a text is known by.
///
/// ```
/// use dehusk_article::Fingerprint;
/// let text = "It rained on the quay all morning, and the ferry to the islands was two hours late once more. ".repeat(8);
/// let one = Fingerprint::of(&text);
/// assert_eq!(one, Fingerprint::of(&text.to_uppercase().replace(',', "")));
/// let more = Fingerprint::of(&(text.clone() + "Nobody was surprised."));
/// assert!(one.text != more.text && one.is_near(&more));
/// assert!(!one.is_near(&Fingerprint::of("Bread is flour and water and time, and of the three time is dear.")));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fingerprint {
    /// The same for texts of the same words; 32 hexadecimal digits in JSON.
    pub text: Exact,
    /// Nearly the same for texts of nearly the same words; 16 hexadecimal digits in JSON.
    pub similar: Similar,
}

/// A hash of all words of a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Exact(pub u128);

/// A hash that differs little where texts do.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Similar(pub u64);

impl Fingerprint {
    /// The fingerprint of a text.
    pub fn of(text: &str) -> Fingerprint {
        let mut words = Words::default();
        let lower = text.to_lowercase();
        for_each_word(&lower, |word| words.add(word));
        words.finish()
    }

    /// In how many of the 64 bits two texts differ: 0 for equal ones, about 32 for unrelated ones.
    pub fn distance(&self, other: &Fingerprint) -> u32 {
        (self.similar.0 ^ other.similar.0).count_ones()
    }

    /// Whether two texts are nearly the same. Of texts of a few sentences it says little.
    pub fn is_near(&self, other: &Fingerprint) -> bool {
        self.distance(other) <= NEAR
    }
}

/// The words seen so far.
struct Words {
    all: Vec<u8>,
    /// Where the last words begin.
    begins: Vec<usize>,
    votes: [i32; 64],
    any: bool,
}

impl Default for Words {
    fn default() -> Words {
        Words { all: Vec::new(), begins: Vec::new(), votes: [0; 64], any: false }
    }
}

impl Words {
    fn add(&mut self, word: &str) {
        self.begins.push(self.all.len());
        self.all.extend_from_slice(word.as_bytes());
        self.all.push(b' ');
        if let Some(&begin) = self.begins.len().checked_sub(RUN).and_then(|at| self.begins.get(at))
        {
            self.vote(begin);
        }
    }

    fn vote(&mut self, begin: usize) {
        let hash = XxHash3_64::oneshot(self.all.get(begin..).unwrap_or_default());
        for (bit, vote) in self.votes.iter_mut().enumerate() {
            *vote += if hash >> bit & 1 == 1 { 1 } else { -1 };
        }
        self.any = true;
    }

    fn finish(mut self) -> Fingerprint {
        if !self.any && !self.all.is_empty() {
            self.vote(0);
        }
        let bit = |(bit, &vote): (usize, &i32)| u64::from(vote > 0) << bit;
        let similar = self.votes.iter().enumerate().map(bit).sum();
        Fingerprint { text: Exact(XxHash3_128::oneshot(&self.all)), similar: Similar(similar) }
    }
}

/// Runs of letters and digits; characters of scripts without spaces are words by themselves.
fn for_each_word<'t>(text: &'t str, mut word: impl FnMut(&'t str)) {
    let alone = |c: char| matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{e00}'..='\u{eff}');
    let mut begin = None;
    for (at, c) in text.char_indices() {
        let is_alone = alone(c);
        if (is_alone || !c.is_alphanumeric())
            && let Some(start) = begin.take()
        {
            word(&text[start..at]);
        }
        if is_alone {
            word(&text[at..at + c.len_utf8()]);
        } else if c.is_alphanumeric() && begin.is_none() {
            begin = Some(at);
        }
    }
    if let Some(start) = begin {
        word(&text[start..]);
    }
}

impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Display for Similar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Exact({self})")
    }
}

impl fmt::Debug for Similar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Similar({self})")
    }
}

impl Serialize for Exact {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for Similar {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Exact {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Exact, D::Error> {
        let text = String::deserialize(from)?;
        u128::from_str_radix(&text, 16).map(Exact).map_err(de::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Similar {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Similar, D::Error> {
        let text = String::deserialize(from)?;
        u64::from_str_radix(&text, 16).map(Similar).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        let mut words = Vec::new();
        for_each_word(text, |word| words.push(word));
        words
    }

    #[test]
    fn words_of_any_script() {
        assert_eq!(words("it's 3 o'clock"), ["it", "s", "3", "o", "clock"]);
        assert_eq!(words("日本go語"), ["日", "本", "go", "語"]);
        assert!(words(" —").is_empty());
    }

    /// A text of so many different words.
    fn text(seed: usize, words: usize) -> String {
        (0..words).map(|n| format!("w{} ", (n * 7919 + seed * 104_729) % 5_003)).collect()
    }

    #[test]
    fn small_changes_move_few_bits_and_other_texts_half_of_them() {
        for seed in 0..20 {
            let one = text(seed, 600);
            let changed = one.replacen("w", "x", 2) + &text(seed + 50, 10);
            let (a, b) = (Fingerprint::of(&one), Fingerprint::of(&changed));
            assert!(a != b && a.is_near(&b), "{seed}: {}", a.distance(&b));
            let other = Fingerprint::of(&text(seed + 1000, 600));
            assert!(a.distance(&other) > 16, "{seed}: {}", a.distance(&other));
        }
    }

    #[test]
    fn it_stays_the_same_for_good() {
        let print = Fingerprint::of("The ferry was late, as it had been all week.");
        let json = serde_json::to_string(&print).unwrap();
        assert_eq!(serde_json::from_str::<Fingerprint>(&json).unwrap(), print);
        assert_eq!(print.text.to_string().len(), 32);
        assert_eq!(Fingerprint::of(""), Fingerprint::of(" … "));
    }
}
