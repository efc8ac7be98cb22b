//! Which of many words a text has, as bits, in one pass without branches.
//!
//! This is the automaton of Aho and Corasick over a small alphabet. A state knows the bits of all words that
//! end in it, so a pass is two look-ups a byte however many words match, and the whole table stays in the
//! processor's near caches. General libraries report every match by itself, which took three times as long.

/// Symbols: a boundary, 26 letters, digits, everything beyond ASCII.
const SYMBOLS: usize = 32;
const BOUNDARY: u8 = 0;
const DIGIT: u8 = 27;
const BEYOND: u8 = 28;

static SYMBOL: [u8; 256] = symbols();

const fn symbols() -> [u8; 256] {
    let mut table = [BOUNDARY; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            letter @ (b'a'..=b'z' | b'A'..=b'Z') => (letter | 0x20) - b'a' + 1,
            b'0'..=b'9' => DIGIT,
            0x80.. => BEYOND,
            _ => BOUNDARY,
        };
        byte += 1;
    }
    table
}

/// An automaton over a set of words.
///
/// ```
/// use dehusk_blocks::WordMatch;
/// let words = WordMatch::new([("-ad-", 1), ("nav", 2)].into_iter());
/// assert_eq!((words.bits("top_AD mainNav"), words.bits("shadow")), (3, 0));
/// ```
#[derive(Debug)]
pub struct WordMatch {
    next: Vec<[u16; SYMBOLS]>,
    bits: Vec<u32>,
}

impl WordMatch {
    /// An automaton for words with their bits. In a word, anything that is neither letter nor digit stands
    /// for any such character, or for the start or the end of the text.
    pub fn new<'w>(words: impl Iterator<Item = (&'w str, u32)>) -> WordMatch {
        let mut automaton = WordMatch { next: vec![[0; SYMBOLS]], bits: vec![0] };
        for (word, bits) in words {
            automaton.insert(word, bits);
        }
        automaton.link();
        automaton
    }

    fn insert(&mut self, word: &str, bits: u32) {
        let mut state = 0;
        for byte in word.bytes() {
            let symbol = SYMBOL[byte as usize] as usize;
            if self.next[state][symbol] == 0 {
                self.next[state][symbol] = self.next.len() as u16;
                self.next.push([0; SYMBOLS]);
                self.bits.push(0);
            }
            state = self.next[state][symbol] as usize;
        }
        self.bits[state] |= bits;
    }

    /// Gives every state the steps and the bits of the longest word that is being matched beside it.
    fn link(&mut self) {
        let mut beside = vec![0; self.next.len()];
        let mut queue = std::collections::VecDeque::from([0]);
        while let Some(state) = queue.pop_front() {
            let fallback: usize = beside[state];
            self.bits[state] |= self.bits[fallback];
            for symbol in 0..SYMBOLS {
                let shorter = if state == 0 { 0 } else { self.next[fallback][symbol] };
                match self.next[state][symbol] as usize {
                    0 => self.next[state][symbol] = shorter,
                    child => {
                        beside[child] = shorter as usize;
                        queue.push_back(child);
                    }
                }
            }
        }
    }

    /// The bits of all words the text has.
    pub fn bits(&self, text: &str) -> u32 {
        let step = |state: usize, symbol: u8| self.next[state][symbol as usize] as usize;
        let mut state = step(0, BOUNDARY);
        let mut found = 0;
        for byte in text.bytes() {
            state = step(state, SYMBOL[byte as usize]);
            found |= self.bits[state];
        }
        found | self.bits[step(state, BOUNDARY)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_a_plain_search_finds() {
        let words = ["she", "he", "his", "hers", "er", "s h"];
        let automaton = WordMatch::new(words.iter().enumerate().map(|(n, w)| (*w, 1 << n)));
        let letters = ["s", "h", "e", "r", "i", "-"];
        for n in 0..letters.len().pow(6) {
            let pick = |digit| letters[n / letters.len().pow(digit) % letters.len()];
            let text: String = (0..6).map(pick).collect();
            let has = |word: &&str| format!(" {} ", text.replace('-', " ")).contains(*word);
            let plain: u32 =
                words.iter().enumerate().filter(|(_, w)| has(w)).map(|(n, _)| 1 << n).sum();
            assert_eq!(automaton.bits(&text), plain, "{text}");
        }
    }

    #[test]
    fn boundaries_and_case() {
        let automaton = WordMatch::new([("-ad-", 1), ("nav", 2)].into_iter());
        for (text, bits) in
            [("ad", 1), ("top_AD box", 1), ("shadow", 0), ("ad4", 0), ("éad", 0), ("mainNav", 2)]
        {
            assert_eq!(automaton.bits(text), bits, "{text}");
        }
    }
}
