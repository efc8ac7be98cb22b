//! Words in `class` and `id`: what elements call themselves.

use aho_corasick::Input;
use aho_corasick::automaton::Automaton;
use aho_corasick::dfa::DFA;
use dehusk_page::{NodeId, Page, name};

/// Bytes of an attribute that are looked at; lists of utility classes have thousands.
const MAX_VALUE: usize = 300;

/// A set of words to look for in names of elements, whatever their case.
#[derive(Debug)]
pub(super) struct Marks {
    /// None where the words could not be compiled, which no list of ours is too long for.
    search: Option<DFA>,
}

impl Marks {
    /// A set of words in lower case.
    pub fn new(words: &[&str]) -> Marks {
        Marks { search: DFA::builder().ascii_case_insensitive(true).build(words.to_vec()).ok() }
    }

    /// Whether a value contains one of the words.
    pub fn are_in(&self, value: &str) -> bool {
        let value = super::text::head(value, MAX_VALUE);
        let input = Input::new(value).earliest(true);
        self.search.as_ref().is_some_and(|s| matches!(s.try_find(&input), Ok(Some(_))))
    }

    /// Whether the `class` or the `id` of an element contains one of the words.
    pub fn are_on(&self, page: &Page, id: NodeId) -> bool {
        page.attrs(id).any(|(n, value)| matches!(n, name::CLASS | name::ID) && self.are_in(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_values() {
        let marks = Marks::new(&["author", "byline"]);
        assert!(marks.are_in("post__Author-name"));
        assert!(!marks.are_in("post"));
        assert!(!marks.are_in(""));
        assert!(!marks.are_in(&format!("{} author", "x".repeat(5_000))));
    }

    #[test]
    fn words_on_elements() {
        let page = Page::parse("<p id=ByLine>x<b title=author>y");
        let find = |n| page.descendants(NodeId::ROOT).find(|&id| page.name(id) == n).unwrap();
        let marks = Marks::new(&["author", "byline"]);
        assert!(marks.are_on(&page, find(name::P)));
        assert!(!marks.are_on(&page, find(name::B)));
    }
}
