//! Articles that the store may not have yet.
//!
//! The thread that makes articles runs ahead of the store, so it has to know by itself what it has sent there. It
//! forgets an article as soon as the store has acknowledged it.

use super::commands::{Kept, Receipt};
use super::copies::Lines;
use crate::store::TextHash;
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use twox_hash::XxHash3_64;

/// Articles of one title that are compared, as many as the store gives of those it has.
const COMPARED: usize = 8;

/// Keys, texts and titles of the articles on their way to the store.
#[derive(Debug, Default)]
pub struct Recent {
    kept: Kept,
    sent: u64,
    keys: HashSet<Arc<str>>,
    texts: HashSet<(TextHash, Arc<str>)>,
    /// The lines of the articles of a site with a title, in the order they were sent.
    titles: HashMap<u64, VecDeque<Lines>>,
    order: VecDeque<Underway>,
}

#[derive(Debug)]
struct Underway {
    number: u64,
    key: Arc<str>,
    text: TextHash,
    site: Arc<str>,
    title: u64,
}

impl Recent {
    /// What tells how many of the articles the store has.
    pub fn kept(&self) -> &Kept {
        &self.kept
    }

    /// The number of the article that is sent last.
    pub fn sent(&self) -> u64 {
        self.sent
    }

    /// Notes an article that is sent to the store, and gives its receipt.
    pub fn add(
        &mut self,
        key: &str,
        text: TextHash,
        site: &str,
        title: Option<&str>,
        lines: Lines,
    ) -> Receipt {
        self.sent += 1;
        let new = Underway {
            number: self.sent,
            key: key.into(),
            text,
            site: site.into(),
            title: title_hash(site, title),
        };
        self.keys.insert(new.key.clone());
        self.texts.insert((text, new.site.clone()));
        self.titles.entry(new.title).or_default().push_back(lines);
        self.order.push_back(new);
        self.kept.receipt(self.sent)
    }

    /// Forgets the articles that the store has.
    pub fn forget_kept(&mut self) {
        let kept = self.kept.number();
        while self.order.front().is_some_and(|first| first.number <= kept) {
            let Some(old) = self.order.pop_front() else { return };
            self.keys.remove(&old.key);
            self.texts.remove(&(old.text, old.site));
            if let Some(same_title) = self.titles.get_mut(&old.title) {
                same_title.pop_front();
                if same_title.is_empty() {
                    self.titles.remove(&old.title);
                }
            }
        }
    }

    /// Whether an article of a key is on its way.
    pub fn has_key(&self, key: &str) -> bool {
        self.keys.contains(key)
    }

    /// Whether an article of a text is on its way, on the same site.
    pub fn has_text(&self, text: TextHash, site: &str) -> bool {
        self.texts.contains(&(text, site.into()))
    }

    /// Whether one of the newest articles of a site with a title says the same as these lines.
    pub fn says_the_same(&self, site: &str, title: Option<&str>, lines: &Lines) -> bool {
        let same_title = self.titles.get(&title_hash(site, title)).into_iter().flatten();
        same_title.rev().take(COMPARED).any(|other| lines.say_the_same_as(other))
    }
}

fn title_hash(site: &str, title: Option<&str>) -> u64 {
    let site = XxHash3_64::oneshot(site.as_bytes());
    // No title is another one than an empty title, as it is in the store.
    XxHash3_64::oneshot_with_seed(site, title.unwrap_or("\0").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_on_its_way_is_known_until_the_store_has_it() {
        let mut recent = Recent::default();
        let lines = || Lines::of("The harbour was quiet that morning");
        let first = recent.add("k1", [1; 16], "a", Some("Harbour"), lines());
        let second = recent.add("k2", [2; 16], "a", Some("Harbour"), lines());
        assert!(recent.has_key("k1") && recent.has_text([1; 16], "a"));
        assert!(!recent.has_text([1; 16], "b"), "another site");
        assert!(recent.says_the_same("a", Some("Harbour"), &lines()));
        assert!(!recent.says_the_same("a", None, &lines()));
        first.acknowledge();
        recent.forget_kept();
        assert!(!recent.has_key("k1") && recent.has_key("k2"));
        assert!(recent.says_the_same("a", Some("Harbour"), &lines()), "the second one does");
        second.acknowledge();
        recent.forget_kept();
        assert!(!recent.says_the_same("a", Some("Harbour"), &lines()));
        assert_eq!(recent.titles.len() + recent.texts.len() + recent.keys.len(), 0);
    }
}
