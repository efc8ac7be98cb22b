//! Which leaves' texts the answers of extractors include: the votes as the thesis counts them.
//!
//! S. Gupta's ensembles (thesis, Weimar 2022, chapter 5) know of extractors what they print, not which nodes they keep.
//! A leaf is content for an extractor "whose output includes the leaf node's text", wherever it stands there: a menu's
//! "News" has the vote of whoever keeps a sentence about the news. An output is the texts of the kept leaves, a line
//! each, with white space folded; so a text is included where it stands within the text of a kept leaf.
//!
//! All texts stand in one automaton of Aho and Corasick. A state stands for the beginning of some texts; its votes are
//! those for these texts, and whatever ends in it is included by the same. So all members are asked in one pass over
//! the page's text.

use crate::Members;
use crate::shared::texts::{Marked, select};
use crate::shared::tokens::Stream;
use dehusk_extract::{Derived, Document, Reason, Selection};
use dehusk_page::NodeId;

/// Who votes for a leaf, the first member's vote the lowest bit.
pub type Votes = u64;

impl Members {
    /// The leaves of the body's text that are not blank, in their order, and which members' answers include the text of
    /// each.
    pub fn text_votes(&self, document: &Document) -> Vec<(NodeId, Votes)> {
        let mut kept = vec![0; document.page().len()];
        for (member, answer) in self.answers(document).enumerate() {
            for leaf in answer.nodes().iter() {
                kept.get_mut(leaf.index()).into_iter().for_each(|votes| *votes |= 1 << member);
            }
        }
        let texts = document.derived::<LeafTexts>();
        let included = texts.included(|leaf| kept.get(leaf.index()).copied().unwrap_or(0));
        texts.leaves.iter().map(|&(leaf, _)| leaf).zip(included).collect()
    }
}

/// The leaves whose votes are enough, with the score that `judge` gives them; blank leaves follow their neighbours.
pub(crate) fn select_by_votes(
    document: &Document,
    members: &Members,
    judge: impl Fn(Votes) -> (bool, f32),
    reason: impl Fn(&Marked) -> Reason + Send + Sync + 'static,
) -> Selection {
    let mut voted = members.text_votes(document).into_iter().peekable();
    let mark = |node: NodeId| {
        let votes = voted.next_if(|&(leaf, _)| leaf == node).map(|(_, votes)| votes);
        let (keep, score) = votes.map(&judge).unwrap_or_default();
        Marked { node, keep, score }
    };
    let texts = document.derived::<Stream>().texts.iter().map(|text| text.node).map(mark).collect();
    select(document, texts, reason)
}

/// The texts of a page's leaves.
struct LeafTexts {
    /// The leaves, and the state in which the text of each ends.
    leaves: Vec<(NodeId, u32)>,
    states: Vec<State>,
    /// The states, shorter beginnings first.
    by_length: Vec<u32>,
}

/// The beginning of some texts.
#[derive(Clone, Copy, Default)]
struct State {
    byte: u8,
    /// The beginning without its last byte.
    before: u32,
    /// The first of the beginnings that are one byte longer, and the next of those like this; 0 where there is none.
    child: u32,
    sibling: u32,
    /// The longest beginning, other than itself, that this one ends in.
    ending: u32,
}

impl Derived for LeafTexts {
    fn derive(document: &Document) -> LeafTexts {
        let page = document.page();
        let mut texts =
            LeafTexts { leaves: Vec::new(), states: vec![State::default()], by_length: Vec::new() };
        for leaf in document.derived::<Stream>().texts.iter().map(|text| text.node) {
            let mut state = 0;
            for (place, word) in page.text(leaf).split_whitespace().enumerate() {
                let gap = if place == 0 { "" } else { " " };
                state = gap.bytes().chain(word.bytes()).fold(state, |s, byte| texts.grow(s, byte));
            }
            if state != 0 {
                texts.leaves.push((leaf, state));
            }
        }
        texts.link();
        texts
    }
}

impl LeafTexts {
    fn state(&self, state: u32) -> State {
        self.states.get(state as usize).copied().unwrap_or_default()
    }

    fn children(&self, state: u32) -> impl Iterator<Item = u32> {
        let some = |child: u32| Some(child).filter(|&child| child != 0);
        let next = move |&child: &u32| some(self.state(child).sibling);
        std::iter::successors(some(self.state(state).child), next)
    }

    fn follow(&self, state: u32, byte: u8) -> Option<u32> {
        self.children(state).find(|&child| self.state(child).byte == byte)
    }

    /// The state that follows by a byte, made where there is none.
    fn grow(&mut self, state: u32, byte: u8) -> u32 {
        if let Some(known) = self.follow(state, byte) {
            return known;
        }
        // A page has fewer bytes than 32 bits count.
        let new = self.states.len() as u32;
        let sibling = std::mem::replace(&mut self.states[state as usize].child, new);
        self.states.push(State { byte, before: state, sibling, ..State::default() });
        new
    }

    /// Finds the longest ending of each state, shorter ones first, since longer ones go by theirs.
    fn link(&mut self) {
        let mut order: Vec<u32> = Vec::with_capacity(self.states.len());
        order.extend(self.children(0));
        for place in 0.. {
            let Some(&state) = order.get(place) else { break };
            order.extend(self.children(state));
            let State { byte, before, .. } = self.state(state);
            self.states[state as usize].ending = self.ending(before, byte);
        }
        self.by_length = order;
    }

    /// The longest ending of what follows a state by a byte.
    fn ending(&self, before: u32, byte: u8) -> u32 {
        let mut state = before;
        while state != 0 {
            state = self.state(state).ending;
            if let Some(longer) = self.follow(state, byte) {
                return longer;
            }
        }
        0
    }

    /// The votes for each leaf's text, from those that each leaf has by itself.
    fn included(&self, kept: impl Fn(NodeId) -> Votes) -> Vec<Votes> {
        let mut votes: Vec<Votes> = vec![0; self.states.len()];
        for &(leaf, state) in &self.leaves {
            votes[state as usize] |= kept(leaf);
        }
        for &state in self.by_length.iter().rev() {
            let State { before, ending, .. } = self.state(state);
            let own = votes[state as usize];
            votes[before as usize] |= own;
            votes[ending as usize] |= own;
        }
        self.leaves.iter().map(|&(_, state)| votes[state as usize]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_page::Page;

    /// Each leaf's text with its votes.
    fn votes(names: &[&'static str], html: &str) -> Vec<(String, Votes)> {
        let members = Members::of("test", names, &crate::registry()).unwrap();
        let document = Document::new(Page::parse(html));
        let votes = members.text_votes(&document).into_iter();
        votes.map(|(leaf, votes)| (document.page().text(leaf).trim().to_string(), votes)).collect()
    }

    fn assert_votes(names: &[&'static str], html: &str, expected: &[(&str, Votes)]) {
        let expected: Vec<_> = expected.iter().map(|&(text, v)| (text.to_string(), v)).collect();
        assert_eq!(votes(names, html), expected, "{html}");
    }

    #[test]
    fn a_text_has_the_votes_of_whoever_keeps_it_anywhere() {
        // `lqf` drops links; `text` keeps all there is.
        let html = "<p><a href=x>News</a> <a href=y>Weather</a></p><p>Bad News of  the\nferry</p>\
                    <p><a href=z>of the</a></p>";
        let expected = [("News", 3), ("Weather", 1), ("Bad News of  the\nferry", 3), ("of the", 3)];
        assert_votes(&["text", "lqf"], html, &expected);
    }

    #[test]
    fn blank_leaves_and_scripts_have_no_votes() {
        assert_votes(&["text"], "<p> \n <b>a</b><script>a</script> <i> </i>", &[("a", 1)]);
        assert_votes(&["text"], "", &[]);
    }

    #[test]
    fn inclusion_is_that_of_strings() {
        // Many short texts over few letters, so that all kinds of overlap are there.
        let mut seed = 7_u32;
        let mut letter = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ['a', 'b', ' ', 'é'][(seed >> 16) as usize % 4]
        };
        let texts: Vec<String> =
            (0..80).map(|n| (0..1 + n % 9).map(|_| letter()).collect::<String>()).collect();
        let html: String = texts.iter().map(|text| format!("<p>{text}")).collect();
        let document = Document::new(Page::parse(html));
        let leaves = document.derived::<LeafTexts>();
        let folded = |leaf: NodeId| {
            let words: Vec<&str> = document.page().text(leaf).split_whitespace().collect();
            words.join(" ")
        };
        let kept = |leaf: NodeId| Votes::from(leaf.index().is_multiple_of(5));
        let outputs: Vec<String> =
            leaves.leaves.iter().filter(|l| kept(l.0) == 1).map(|l| folded(l.0)).collect();
        let plain = |leaf: NodeId| outputs.iter().any(|output| output.contains(&folded(leaf)));
        let expected: Vec<Votes> =
            leaves.leaves.iter().map(|&(leaf, _)| Votes::from(plain(leaf))).collect();
        assert_eq!(leaves.included(kept), expected);
        assert!(expected.contains(&0) && expected.contains(&1));
    }
}
