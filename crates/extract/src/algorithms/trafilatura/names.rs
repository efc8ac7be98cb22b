//! The words of class and id by which sections are found and left out.

use super::super::shared::names::Edge::{Any, Whole, Word};
use super::super::shared::names::{Names, Rule};
use dehusk_page::{Name, NodeId, Page, name};
use std::sync::LazyLock;

/// Bits of [`CONTENT`]: the first four places where content is looked for.
pub(super) const PLACES: [u32; 4] = [0b11, 0, 0b1100, 0b110000];
/// Bit of [`CONTENT`] for names that begin with `main`.
pub(super) const MAIN: u32 = 1 << 6;

/// Names of elements that hold the content.
pub(super) static CONTENT: LazyLock<Names> = LazyLock::new(|| {
    Names::new(&[
        Rule::new(Whole, Whole, &["post", "entry"]),
        Rule::new(
            Any,
            Any,
            &[
                "post-text",
                "post_text",
                "post-body",
                "postentry",
                "post-entry",
                "post content",
                "post_inner_wrapper",
                "article-text",
                "articletext",
                "entry-content",
                "page-content",
                "text-content",
                "article-content",
                "art-content",
                "article__content",
                "articlebody",
                "article-body",
                "article__body",
                "articlecontent",
                "body-text",
                "article__container",
            ],
        ),
        Rule::new(Whole, Whole, &["postarea", "art-postcontent", "text", "cell", "story"]),
        Rule::new(
            Any,
            Any,
            &[
                "post-bodycopy",
                "storycontent",
                "story-content",
                "theme-content",
                "blog-content",
                "section-content",
                "single-content",
                "single-post",
                "main-column",
                "wpb_text_column",
                "story-body",
                "field-body",
                "fulltext",
            ],
        ),
        Rule::new(Whole, Whole, &["content"]),
        Rule::new(
            Any,
            Any,
            &[
                "content-main",
                "content_main",
                "content-body",
                "content__body",
                "contentbody",
                "main-content",
                "page-content",
            ],
        ),
        Rule::new(Whole, Any, &["main"]),
    ])
});

/// Bits of [`UNWANTED`].
pub(super) mod unwanted {
    pub const BY_EITHER: u32 = 1 | 1 << 1;
    pub const BY_ID: u32 = 1 << 2 | 1 << 3;
    pub const BY_CLASS: u32 = 1 << 4 | 1 << 5 | 1 << 6;
    pub const TEASER: u32 = 1 << 7;
    pub const CAPTION: u32 = 1 << 8;
    pub const HIDDEN: u32 = 1 << 9 | 1 << 10;
    pub const COMMENTS: u32 = 1 << 11;
    pub const COMMENTS_BY_CLASS: u32 = 1 << 12;
    pub const COMMENTS_BY_ID: u32 = 1 << 13;
}

/// Names of elements that hold anything but the content.
pub(super) static UNWANTED: LazyLock<Names> = LazyLock::new(|| {
    Names::new(&[
        Rule::new(Whole, Any, &["shar"]),
        Rule::new(
            Any,
            Any,
            &[
                "social",
                "viral",
                "newsletter",
                "syndication",
                "tags",
                "sidebar",
                "banner",
                "bread crumb",
                "button",
                "author",
                "cookie",
            ],
        ),
        Rule::new(Whole, Any, &["jp-", "dpsp-content", "ad-"]),
        Rule::new(
            Any,
            Any,
            &["footer", "share", "nav", "menu", "related", "message-container", "premium"],
        ),
        Rule::new(Whole, Any, &["nav", "post-nav", "zendeskform"]),
        Rule::new(
            Any,
            Any,
            &[
                "subnav",
                "avigation",
                "navbar",
                "navbox",
                "menu",
                "bar",
                "-ad-",
                "dfpad",
                "outbrain",
                "taboola",
                "criteo",
                "paid content",
                "widget",
                "footer",
                "byline",
                "share-",
                "sociable",
                "embed",
                "tag-list",
                "consent",
                "modal-content",
                "permission",
                "elated",
                "next-",
                "-stories",
                "most-popular",
                "more-on",
                "meta",
                "rating",
                "attachment",
                "timestamp",
                "user-info",
                "user-profile",
                "-icon",
                "article-infos",
                "message-container",
                "slide",
                "viewport",
                "overlay",
                "options",
                "expand",
                "obfuscated",
                "blurred",
                "mol-factbox",
                "nfoline",
            ],
        ),
        Rule::new(Word, Any, &["ad-", "ad "]),
        Rule::new(Any, Any, &["teaser"]),
        Rule::new(Any, Any, &["caption"]),
        Rule::new(Whole, Any, &["hide-"]),
        Rule::new(
            Any,
            Any,
            &[
                "comments-title",
                "nocomments",
                "-reply-",
                "message",
                "akismet",
                "suggest-links",
                "-hide-",
                "hide-print",
                " hidden",
                " hide",
                "noprint",
                "notloaded",
            ],
        ),
        Rule::new(Whole, Any, &["comment", "comol"]),
        Rule::new(Any, Any, &["article-comments", "post-comments"]),
        Rule::new(Whole, Any, &["disqus_thread", "dsq-comments"]),
    ])
});

/// The names that an element has.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Found {
    pub class: u32,
    pub id: u32,
}

impl Found {
    pub fn of(names: &Names, page: &Page, node: NodeId) -> Found {
        let find = |attribute: Name| page.attr(node, attribute).map_or(0, |text| names.find(text));
        Found { class: find(name::CLASS), id: find(name::ID) }
    }
}
