//! Finds many words in a text in one reading.
//!
//! This is the automaton of Aho and Corasick over the few letters that the words have, in any case. A state is a row
//! of two bytes a letter, one line of a processor's cache with thirty-one letters: the tables of general libraries
//! are four times as large, and waiting for them took most of the time.

use std::collections::VecDeque;

/// The bit of an entry that says that words end in its state.
const ENDS: u16 = 1 << 15;
/// The symbol of all bytes that no word has.
const OTHER: u8 = 0;

/// See the module.
#[derive(Debug)]
pub struct Automaton {
    symbols: [u8; 256],
    /// The number of bits of a symbol.
    shift: u32,
    /// The state that follows each state by each symbol.
    next: Vec<u16>,
    /// The words that end in each state, by their numbers: where they stand in `words`.
    ends: Vec<(u32, u32)>,
    words: Vec<u32>,
}

/// The words that end in each state of an automaton that is being made.
type Ends = Vec<Vec<u32>>;

impl Automaton {
    /// None if the words are too many for two bytes a state.
    pub fn new<T: AsRef<[u8]>>(words: &[T]) -> Option<Automaton> {
        let (symbols, count) = symbols(words)?;
        let shift = count.next_power_of_two().trailing_zeros();
        let mut automaton =
            Automaton { symbols, shift, next: Vec::new(), ends: Vec::new(), words: Vec::new() };
        let mut ends = Ends::new();
        automaton.add_state(&mut ends)?;
        for (number, word) in words.iter().enumerate() {
            automaton.insert(&mut ends, word.as_ref(), number as u32)?;
        }
        automaton.link(&mut ends);
        for mut words in ends {
            let start = automaton.words.len() as u32;
            automaton.words.append(&mut words);
            automaton.ends.push((start, automaton.words.len() as u32));
        }
        Some(automaton)
    }

    fn add_state(&mut self, ends: &mut Ends) -> Option<u16> {
        let state = u16::try_from(ends.len()).ok().filter(|&state| state < ENDS)?;
        self.next.resize(self.next.len() + (1 << self.shift), 0);
        ends.push(Vec::new());
        Some(state)
    }

    fn entry(&self, state: usize, byte: u8) -> usize {
        state << self.shift | usize::from(self.symbols[usize::from(byte)])
    }

    fn insert(&mut self, ends: &mut Ends, word: &[u8], number: u32) -> Option<()> {
        let mut state = 0;
        for &byte in word {
            let entry = self.entry(state, byte);
            if self.next[entry] == 0 {
                self.next[entry] = self.add_state(ends)?;
            }
            state = usize::from(self.next[entry]);
        }
        ends[state].push(number);
        Some(())
    }

    /// Where no word goes on, the longest end of what was read that begins a word does.
    fn link(&mut self, ends: &mut Ends) {
        let symbols = 1 << self.shift;
        let mut shorter = vec![0; ends.len()];
        let mut open: VecDeque<usize> = VecDeque::from([0]);
        while let Some(state) = open.pop_front() {
            for symbol in 0..symbols {
                let instead =
                    if state == 0 { 0 } else { self.next[shorter[state] << self.shift | symbol] };
                let entry = state << self.shift | symbol;
                let after = usize::from(self.next[entry]);
                if after == 0 {
                    self.next[entry] = instead;
                    continue;
                }
                shorter[after] = usize::from(instead & !ENDS);
                let also = ends[shorter[after]].clone();
                ends[after].extend(also);
                open.push_back(after);
            }
            // Marked when the row is done: it is read as it was by then.
            self.mark(ends, state);
        }
    }

    fn mark(&mut self, ends: &Ends, state: usize) {
        let row = state << self.shift..(state + 1) << self.shift;
        for entry in &mut self.next[row] {
            if !ends[usize::from(*entry & !ENDS)].is_empty() {
                *entry |= ENDS;
            }
        }
    }

    /// The words that end in a state.
    fn words_at(&self, state: usize) -> &[u32] {
        let (start, end) = self.ends.get(state).copied().unwrap_or_default();
        self.words.get(start as usize..end as usize).unwrap_or_default()
    }

    /// Shows each word that the text has, by its number and the place of its last byte.
    #[inline]
    pub fn find(&self, text: &[u8], see: impl FnMut(u32, usize)) {
        self.find_from(0, text, see);
    }

    #[inline]
    fn find_from(&self, mut state: usize, text: &[u8], mut see: impl FnMut(u32, usize)) {
        for (at, &byte) in text.iter().enumerate() {
            let entry = self.next[self.entry(state, byte)];
            state = usize::from(entry & !ENDS);
            if entry & ENDS != 0 {
                self.words_at(state).iter().for_each(|&word| see(word, at));
            }
        }
    }
}

/// How many texts are read side by side.
pub const LANES: usize = 4;
/// Bytes of each text after which it is looked at which words have ended.
const STRETCH: usize = 64;

impl Automaton {
    /// Finds the words in several texts at once, which are told apart by their number. A step has to wait for the one before
    /// it; those of other texts need not.
    pub fn find_in_lanes(&self, texts: [&[u8]; LANES], mut see: impl FnMut(usize, u32, usize)) {
        let shared = texts.iter().map(|text| text.len()).min().unwrap_or(0);
        let [a, b, c, d] = texts.map(|text| text.get(..shared).unwrap_or_default());
        let mut states = [0; LANES];
        let lanes = a.chunks(STRETCH).zip(b.chunks(STRETCH));
        let lanes = lanes.zip(c.chunks(STRETCH).zip(d.chunks(STRETCH)));
        for (stretch, ((a, b), (c, d))) in lanes.enumerate() {
            // Where words end can not be guessed, so it is noted without a branch: a note counts if one ended there.
            let mut notes = [([0; LANES], 0); STRETCH + 1];
            let mut count = 0;
            for (at, ((&a, &b), (&c, &d))) in a.iter().zip(b).zip(c.iter().zip(d)).enumerate() {
                let entries = [
                    self.next[self.entry(states[0], a)],
                    self.next[self.entry(states[1], b)],
                    self.next[self.entry(states[2], c)],
                    self.next[self.entry(states[3], d)],
                ];
                states = entries.map(|entry| usize::from(entry & !ENDS));
                notes[count] = (entries, at);
                count += usize::from(entries.iter().fold(0, |any, entry| any | entry) >> 15);
            }
            for &(entries, at) in notes.iter().take(count) {
                for (lane, entry) in entries.into_iter().enumerate().filter(|(_, e)| e & ENDS != 0)
                {
                    let words = self.words_at(usize::from(entry & !ENDS));
                    words.iter().for_each(|&word| see(lane, word, stretch * STRETCH + at));
                }
            }
        }
        for (lane, (text, state)) in texts.into_iter().zip(states).enumerate() {
            let rest = text.get(shared..).unwrap_or_default();
            self.find_from(state, rest, |word, at| see(lane, word, shared + at));
        }
    }
}

/// A symbol for each byte of the words, small and capital letters the same, and how many there are.
fn symbols<T: AsRef<[u8]>>(words: &[T]) -> Option<([u8; 256], usize)> {
    let mut symbols = [OTHER; 256];
    let mut count = 1;
    for byte in words.iter().flat_map(|word| word.as_ref()) {
        if symbols[usize::from(*byte)] == OTHER {
            let symbol = u8::try_from(count).ok()?;
            symbols[usize::from(byte.to_ascii_lowercase())] = symbol;
            symbols[usize::from(byte.to_ascii_uppercase())] = symbol;
            count += 1;
        }
    }
    Some((symbols, count))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(words: &[&str], text: &str) -> Vec<(u32, usize)> {
        let mut found = Vec::new();
        let automaton = Automaton::new(words).unwrap();
        automaton.find(text.as_bytes(), |word, at| found.push((word, at)));
        let mut in_lanes = vec![Vec::new(); LANES];
        let texts = ["", text, "his", text].map(str::as_bytes);
        automaton.find_in_lanes(texts, |lane, word, at| in_lanes[lane].push((word, at)));
        assert_eq!((&in_lanes[1], &in_lanes[3]), (&found, &found));
        found.sort();
        found
    }

    #[test]
    fn all_words_are_found_wherever_they_stand() {
        let words = ["he", "she", "his", "hers", "s-h", "e", "é", "he"];
        for text in ["", "ushers", "HIS-HE", "sshshers hé", "shis-hershehe", "xyz"] {
            let lower = text.to_ascii_lowercase();
            let mut expected = Vec::new();
            for (number, word) in words.iter().enumerate() {
                let places = (0..lower.len())
                    .filter(|&at| lower.as_bytes()[at..].starts_with(word.as_bytes()));
                expected.extend(places.map(|at| (number as u32, at + word.len() - 1)));
            }
            assert_eq!(found(&words, text), expected, "{text}");
        }
    }

    #[test]
    fn long_texts_are_read_side_by_side() {
        let automaton = Automaton::new(&["he", "she", "hers"]).unwrap();
        let texts = [50, 20, 64, 21].map(|times| "ushers, ".repeat(times).into_bytes());
        let mut in_lanes = vec![Vec::new(); LANES];
        let slices = std::array::from_fn(|lane| &texts[lane][lane..]);
        automaton.find_in_lanes(slices, |lane, word, at| in_lanes[lane].push((word, at)));
        for (text, found) in slices.into_iter().zip(in_lanes) {
            let mut alone = Vec::new();
            automaton.find(text, |word, at| alone.push((word, at)));
            assert_eq!(found, alone);
        }
    }

    #[test]
    fn too_many_words_are_told() {
        let words: Vec<String> = (0..9000).map(|n| format!("{n:04}x{n:04}")).collect();
        assert!(Automaton::new(&words).is_none());
    }

    #[test]
    fn without_words_nothing_is_found() {
        assert_eq!(found(&[], "text"), []);
    }
}
