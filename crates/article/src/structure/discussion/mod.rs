//! What readers wrote: comments below a text and posts of a thread, each with its author and date.
//!
//! They are found by what pages call them, whether they are kept or not. What a page calls a post is one only in a
//! thread: blogs call their articles so, and lists their teasers.

mod words;

use crate::content::{Base, Delimiters, folded_text, tell_part};
use crate::render::plain;
use dehusk_extract::NodeSet;
use dehusk_page::{NodeId, Page, name};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use words::{AROUND, BEFORE, COMMENTS, NAMES, NOT_ONE, POSTS, TEXTS};

/// Contributions given out.
const MAX_POSTS: usize = 2_000;
/// Nodes of one contribution that are looked at for its author and date, and characters of a name.
const MAX_NODES: usize = 400;
const MAX_NAME: usize = 80;

/// A comment, or a post of a thread.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Post {
    /// Who wrote it, where the page says so.
    pub author: Option<String>,
    /// When it was written: as the page gives it to machines where it does, else as it is shown.
    pub date: Option<String>,
    /// What it says.
    pub text: String,
    /// Whether any of it is content.
    pub kept: bool,
}

/// What a contribution is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Comment,
    Post,
}

/// The contributions of a kind in a page; `kept` are the leaves that are content.
pub(crate) fn posts(page: &Page, kept: &NodeSet, base: &Base, kind: Kind) -> Vec<Post> {
    let all: Vec<NodeId> = items(page, kind);
    let (tex, deadline) = (Delimiters::of(page), page.deadline().renewed());
    let item = |(place, &id): (usize, &NodeId)| {
        let inner = all[place + 1..].iter().take_while(|&&other| page.contains(id, other));
        let inner: Vec<Range<NodeId>> = inner.map(|&other| other..page.end(other)).collect();
        let item = Item { page, id, inner };
        let text = item.text(base, &tex);
        let kept = item.texts().any(|node| kept.contains(node));
        (!text.is_empty()).then(|| Post { author: item.author(), date: item.date(), text, kept })
    };
    let in_time = all.iter().enumerate().take_while(|_| !deadline.is_over());
    in_time.filter_map(item).take(MAX_POSTS).collect()
}

/// Whether a page tells machines that it has posts.
pub(crate) fn declares_posts(page: &Page) -> bool {
    let elements =
        page.descendants(page.root()).filter(|&id| page.is_element(id) && may_hold(page, id));
    elements.into_iter().any(|id| is_declared(page, id, Kind::Post))
}

/// The elements that are contributions, in document order.
fn items(page: &Page, kind: Kind) -> Vec<NodeId> {
    let Some(body) = page.body() else { return Vec::new() };
    let elements =
        || page.descendants(body).filter(|&id| page.is_element(id) && may_hold(page, id));
    let declared: Vec<NodeId> = elements().filter(|&id| is_declared(page, id, kind)).collect();
    let mut found = if declared.is_empty() {
        elements().filter(|&id| is_called(page, id, kind)).collect()
    } else {
        declared
    };
    drop_wrappers(page, &mut found);
    // One alone that is called a post is the article.
    if kind == Kind::Post && found.len() < 2 {
        found.clear();
    }
    found.truncate(MAX_POSTS);
    found
}

fn may_hold(page: &Page, id: NodeId) -> bool {
    matches!(
        page.name(id),
        name::DIV
            | name::LI
            | name::ARTICLE
            | name::SECTION
            | name::TR
            | name::TABLE
            | name::DD
            | name::BLOCKQUOTE
    )
}

fn is_declared(page: &Page, id: NodeId, kind: Kind) -> bool {
    let types: &[&str] = match kind {
        Kind::Comment => &["Comment", "UserComments", "Review"],
        Kind::Post => &["DiscussionForumPosting", "Answer", "Question"],
    };
    let declared = page.attr_by_text(id, "itemtype").unwrap_or("");
    declared
        .split_ascii_whitespace()
        .any(|t| t.rsplit('/').next().is_some_and(|t| types.contains(&t)))
}

/// Whether a class or an id is the name of one contribution.
fn is_called(page: &Page, id: NodeId, kind: Kind) -> bool {
    let words = match kind {
        Kind::Comment => COMMENTS,
        Kind::Post => POSTS,
    };
    let class = page.attr(id, name::CLASS).unwrap_or("");
    let own = page.attr(id, name::ID).unwrap_or("");
    class.split_ascii_whitespace().chain([own]).any(|name| is_name_of_one(name, words))
}

fn is_name_of_one(name: &str, words: &[&str]) -> bool {
    let name = name.to_ascii_lowercase();
    let mut found = false;
    for part in name.split(['-', '_', ':']).filter(|part| !part.is_empty()) {
        let bare = part.trim_end_matches(|c: char| c.is_ascii_digit());
        let fits = match found {
            false if words.contains(&bare) => {
                found = true;
                true
            }
            false => bare.is_empty() || BEFORE.contains(&bare),
            true => !NOT_ONE.contains(&bare),
        };
        if !fits {
            return false;
        }
    }
    found
}

/// An element around another of the same name that begins with it only wraps it.
fn drop_wrappers(page: &Page, found: &mut Vec<NodeId>) {
    let all = found.clone();
    let own_text = |outer: NodeId, inner: NodeId| {
        let before = (outer.index()..inner.index()).map(NodeId::from_index);
        before.filter(|&n| page.is_text(n)).any(|n| !page.text(n).trim().is_empty())
    };
    found.retain(|&id| {
        let at = all.partition_point(|&other| other <= id);
        !all.get(at).is_some_and(|&inner| page.contains(id, inner) && !own_text(id, inner))
    });
}

/// One contribution, without those in it.
struct Item<'p> {
    page: &'p Page,
    id: NodeId,
    inner: Vec<Range<NodeId>>,
}

impl Item<'_> {
    fn elements(&self) -> impl Iterator<Item = NodeId> {
        let outside = |&id: &NodeId| !self.inner.iter().any(|range| range.contains(&id));
        self.page
            .descendants(self.id)
            .filter(outside)
            .filter(|&id| self.page.is_element(id))
            .take(MAX_NODES)
    }

    fn texts(&self) -> impl Iterator<Item = NodeId> {
        let outside = |&id: &NodeId| !self.inner.iter().any(|range| range.contains(&id));
        self.page.descendants(self.id).filter(|&id| self.page.is_text(id)).filter(outside)
    }

    fn has_word(&self, id: NodeId, words: &[&str]) -> bool {
        let class = self.page.attr(id, name::CLASS).unwrap_or("").to_ascii_lowercase();
        let property = self.page.attr_by_text(id, "itemprop").unwrap_or("");
        words.iter().any(|word| class.contains(word)) || words.contains(&property)
    }

    fn author(&self) -> Option<String> {
        let named = self.elements().filter(|&id| {
            self.has_word(id, NAMES) || self.page.attr(id, name::REL) == Some("author")
        });
        let text = |id: NodeId| {
            // Of a box about the author, the name is what is called so or linked.
            let inside = self.page.descendants(id).filter(|&n| self.page.is_element(n)).take(40);
            let name = inside.into_iter().find(|&n| {
                self.page.attr_by_text(n, "itemprop") == Some("name")
                    || self.has_word(n, &["fn", "name"])
            });
            let link = || {
                self.page.descendants(id).find(|&n| {
                    self.page.name(n) == name::A && !folded_text(self.page, n).is_empty()
                })
            };
            let whole = folded_text(self.page, id);
            let text = match whole.len() <= 40 {
                true => whole,
                false => folded_text(self.page, name.or_else(link)?),
            };
            let text = text.trim_end_matches([':', ',']).trim().to_string();
            let fits =
                !text.is_empty() && text.len() <= MAX_NAME && text.chars().any(char::is_alphabetic);
            fits.then_some(text)
        };
        named.into_iter().find_map(text)
    }

    fn date(&self) -> Option<String> {
        let machine = |id: NodeId| {
            let page = self.page;
            let time = page.attr_by_text(id, "datetime");
            let declared = page
                .attr_by_text(id, "content")
                .filter(|_| self.has_word(id, &["datecreated", "dateCreated", "datePublished"]));
            time.or(declared).map(str::trim).filter(|value| value.len() >= 4).map(str::to_string)
        };
        let shown = || {
            self.elements().find_map(|id| {
                let called =
                    self.has_word(id, &["date", "timestamp", "posted", "time-ago", "permalink"]);
                let text = folded_text(self.page, id);
                let fits = called
                    && (4..=40).contains(&text.len())
                    && text.chars().any(|c| c.is_ascii_digit());
                fits.then(|| text.into_owned())
            })
        };
        self.elements().find_map(machine).or_else(shown)
    }

    /// What it says: the part that is called its text, or all but its author, its date and what can be pressed.
    fn text(&self, base: &Base, tex: &Delimiters) -> String {
        let part = self.elements().find(|&id| self.has_word(id, TEXTS));
        let whole = part.unwrap_or(self.id);
        let mut kept = NodeSet::new(self.page.len());
        let inside = self.texts().filter(|&n| self.page.contains(whole, n));
        let is_tool = |n: NodeId| {
            let between = self.page.ancestors(n).take_while(|&a| a != whole).take(20);
            between.into_iter().any(|a| {
                matches!(
                    self.page.name(a),
                    name::BUTTON | name::TIME | name::FORM | name::SCRIPT | name::STYLE
                ) || part.is_none() && self.has_word(a, AROUND)
            })
        };
        kept.extend(inside.filter(|&n| !is_tool(n)));
        let mut sink = plain();
        tell_part(self.page, &kept, base, tex, whole..self.page.end(whole), &mut sink);
        sink.finish().trim().to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(html: &str, kind: Kind) -> Vec<Post> {
        let page = Page::parse(html);
        posts(&page, &NodeSet::new(page.len()), &Base::default(), kind)
    }

    #[test]
    fn comments_have_authors_dates_and_texts() {
        let html = "<article><p>The text.</article><section class=comments><h2>2 comments</h2><ol class=comment-list>
            <li class='comment even' id=comment-7><div class=comment-author><a rel=author href=/u>Ann</a> says:</div>
              <time datetime=2024-05-01T10:00>May 1</time><div class=comment-content><p>First!<p>And more.</div>
              <button>Reply</button>
              <ul class=children><li class=comment id=comment-8><cite class=fn>x</cite><span class=comment-author>Bob</span>
                <span class=comment-date>2 May 2024</span><p>An answer.</p></li></ul></li></ol>
            <form class=comment-form><p>Write one</form></section>";
        let found = of(html, Kind::Comment);
        let told: Vec<_> = found
            .iter()
            .map(|p| (p.author.as_deref(), p.date.as_deref(), p.text.as_str()))
            .collect();
        let expected = [
            (Some("Ann says"), Some("2024-05-01T10:00"), "First!\n\nAnd more."),
            (Some("Bob"), Some("2 May 2024"), "x\n\nAn answer."),
        ];
        assert_eq!(told[0].1, expected[0].1);
        assert_eq!(told[0].2, expected[0].2);
        assert!(told[0].0.unwrap().starts_with("Ann"));
        assert_eq!((told[1].0, told[1].1), (expected[1].0, expected[1].1));
        assert!(told[1].2.ends_with("An answer."));
    }

    #[test]
    fn posts_are_of_threads() {
        let post = |n: u8| {
            format!(
                "<div class=post id=post-{n}><span class=username>U{n}</span><div class=post-body>Words {n}.</div></div>"
            )
        };
        assert_eq!(of(&format!("<main>{}{}</main>", post(1), post(2)), Kind::Post).len(), 2);
        assert!(of(&post(1), Kind::Post).is_empty(), "an article is called a post as well");
    }

    #[test]
    fn what_is_about_comments_is_none() {
        for name in ["comment", "comment-12", "wp-comment", "comment_5"] {
            assert!(is_name_of_one(name, COMMENTS), "{name}");
        }
        for name in [
            "comments",
            "comment-list",
            "comment-form",
            "no-comment",
            "commentary",
            "comment-content",
        ] {
            assert!(!is_name_of_one(name, COMMENTS), "{name}");
        }
    }

    #[test]
    fn declared_ones_are_believed() {
        let html = "<div itemscope itemtype='https://schema.org/Comment'><b itemprop=author>Ann</b>\
            <meta itemprop=dateCreated content=2024-05-01><p itemprop=text>Yes.</div>";
        let found = of(html, Kind::Comment);
        assert_eq!(
            (found[0].author.as_deref(), found[0].date.as_deref(), found[0].text.as_str()),
            (Some("Ann"), Some("2024-05-01"), "Yes.")
        );
    }
}
