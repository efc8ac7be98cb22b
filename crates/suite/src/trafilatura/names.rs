//! The words of class and id by which sections are found and left out.

use crate::names::RuleSet;
use dehusk_extract::Document;
use dehusk_extract::derived::Edge::{Any, Whole, Word};
use dehusk_extract::derived::Found;
use dehusk_extract::derived::Rule;

/// Bits of [`RULES`] for the first four places where content is looked for.
pub(super) const PLACES: [u32; 4] = [0b11, 0, 0b1100, 0b110000];
/// The bit for names that begin with `main`.
pub(super) const MAIN: u32 = 1 << 6;
/// The bit for classes that begin with `article` and go on with another word.
pub(super) const ARTICLE_FIRST: u32 = 1 << 7;

/// Bits of [`RULES`] for furniture.
pub(super) mod unwanted {
    pub const BY_EITHER: u32 = 1 << 8 | 1 << 9;
    pub const BY_ID: u32 = 1 << 10 | 1 << 11;
    pub const BY_CLASS: u32 = 1 << 12 | 1 << 13 | 1 << 14;
    pub const TEASER: u32 = 1 << 15;
    pub const CAPTION: u32 = 1 << 16;
    pub const HIDDEN: u32 = 1 << 17 | 1 << 18;
    pub const COMMENTS: u32 = 1 << 19;
    pub const COMMENTS_BY_CLASS: u32 = 1 << 20;
    pub const COMMENTS_BY_ID: u32 = 1 << 21;
    /// Case counts in these: they are asked of the text itself.
    pub const HIDDEN_ID: u32 = 1 << 22;
}

/// Names of elements that hold the content, then of those that hold anything else.
pub(crate) const RULES: &[Rule] = &[
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
    // The place of a rule that is not a list of names.
    Rule::new(Whole, Any, &[]),
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
    Rule::new(Any, Any, HIDDEN_IDS),
];

const HIDDEN_IDS: &[&str] = &["hidden", "reader-comments", "akismet"];

/// The rules that hold for the class and id of the page's elements.
pub(super) fn find(document: &Document) -> Found<'_> {
    let mut names = RuleSet::Trafilatura.found(document);
    names.revise(|value, found| {
        // The program tells large letters from small ones in these two.
        if *found & unwanted::HIDDEN_ID != 0 && !HIDDEN_IDS.iter().any(|id| value.contains(id)) {
            *found &= !unwanted::HIDDEN_ID;
        }
        if value.starts_with("article ") {
            *found |= ARTICLE_FIRST;
        }
    });
    names
}
