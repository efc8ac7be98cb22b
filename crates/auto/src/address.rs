//! What an address says of its page: that it is a thread.
//!
//! Programs that run forums and boards give every thread an address of the same few forms, whatever their pages look
//! like. That is evidence where the page itself says nothing, and the models learn with the address of every other page
//! hidden, so that they do not lean on it where there is none.

use dehusk_extract::Document;

/// Parts of a path that name one thread among others.
const THREADS: [&str; 15] = [
    "thread",
    "threads",
    "topic",
    "topics",
    "viewtopic.php",
    "showthread.php",
    "viewthread.php",
    "showtopic",
    "forum_posts.asp",
    "discussion",
    "discussions",
    "question",
    "questions",
    "t",
    "comments",
];

/// Names of hosts that are there for talking.
const HOSTS: [&str; 9] =
    ["forum", "forums", "foren", "board", "boards", "bbs", "discuss", "discourse", "talk"];

/// What the address of a page says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Address {
    /// It names a thread.
    pub thread: bool,
    /// Its host, or the first part of its path, is named as a place for talking.
    pub forum: bool,
}

impl Address {
    /// Of a document.
    pub fn of(document: &Document) -> Address {
        document.url().map_or(Address::default(), Address::read)
    }

    fn read(url: &str) -> Address {
        let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        let is_place = |name: &str| HOSTS.iter().any(|place| name.eq_ignore_ascii_case(place));
        let mut parts = path.split(['/', '?', '&', '=']);
        Address {
            thread: names_thread(path),
            forum: host.split('.').any(is_place) || parts.next().is_some_and(is_place),
        }
    }
}

/// Whether a page is a thread by what it declares or by its address.
pub(super) fn is_thread(document: &Document) -> bool {
    document.facts().declared.forum || Address::of(document).thread
}

/// Whether a part of the path names a thread and another one follows that says which.
fn names_thread(path: &str) -> bool {
    let mut parts = path
        .split(['/', '?', '&', '='])
        .skip_while(|part| !THREADS.iter().any(|thread| part.eq_ignore_ascii_case(thread)));
    let named = parts.next();
    named.is_some() && parts.any(|part| part.bytes().any(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_told_by_the_forms_of_their_addresses() {
        for thread in [
            "https://forum.example/t/late-ferry/3275",
            "http://example.org/viewtopic.php?f=14&t=78519",
            "https://example.org/forum/threads/late-ferry.186517/",
            "https://example.org/questions/442960/late-ferry",
            "https://old.example.org/r/ferries/comments/1rku5x9/late_ferry",
        ] {
            assert!(Address::read(thread).thread, "{thread}");
        }
        for other in [
            "https://example.org/2024/05/12/late-ferry",
            "https://example.org/topics/ferries",
            "https://example.org/t-shirts/12",
            "https://example.org",
            "",
        ] {
            assert!(!Address::read(other).thread, "{other}");
        }
    }

    #[test]
    fn places_for_talking_are_told_by_their_names() {
        let is_forum = |url| Address::read(url).forum;
        assert!(is_forum("https://forum.example/x") && is_forum("https://example.org/boards/x"));
        assert!(
            !is_forum("https://example.org/onboard/x") && !is_forum("https://example.org/a/forum")
        );
    }
}
