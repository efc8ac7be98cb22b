//! What pages call comments and posts, and the parts of one.

/// Words of classes and ids that mean a comment; what follows them may be a number.
#[rustfmt::skip]
pub(super) const COMMENTS: &[&str] = &[
    "comment", "commentitem", "reply", "response", "kommentar", "commentaire",
];

/// Words of classes and ids that mean a post.
#[rustfmt::skip]
pub(super) const POSTS: &[&str] = &[
    "post", "message", "forumpost", "topicpost", "answer", "question", "posting",
];

/// Words that may stand before them.
#[rustfmt::skip]
pub(super) const BEFORE: &[&str] = &[
    "js", "wp", "forum", "blog", "user", "single", "depth", "li", "div", "b", "c", "o",
];

/// Words after them by which a name is about such things without being one.
#[rustfmt::skip]
pub(super) const NOT_ONE: &[&str] = &[
    "comments", "list", "form", "count", "counter", "respond", "section", "area", "wrapper",
    "container", "header", "footer", "link", "links", "title", "meta", "content", "body", "text",
    "author", "date", "avatar", "actions", "box", "field", "button", "nav", "navigation", "reply",
    "thread", "replies", "children", "submit", "notes", "metadata", "toolbar", "input", "info",
    "image", "thumbnail", "tags", "categories", "category", "share", "inner", "main", "page",
    "pages", "type", "status", "format", "entry", "excerpt", "feed", "template",
];

/// Words of the element that names who wrote one.
#[rustfmt::skip]
pub(super) const NAMES: &[&str] = &[
    "author", "username", "user-name", "nickname", "commenter", "poster", "byline", "creator",
];

/// Words of the element that holds what it says.
#[rustfmt::skip]
pub(super) const TEXTS: &[&str] = &[
    "comment-content", "comment-body", "comment-text", "comment__text", "comment__body",
    "comment__content", "commentbody", "commenttext", "message-body", "message-content",
    "messagetext", "post-body", "post-content", "postcontent", "post-text", "post__content",
    "post_body", "postbody", "post-message", "bbwrapper", "cooked", "s-prose", "text",
    "reviewBody",
];

/// Words of what stands around the text in one.
#[rustfmt::skip]
pub(super) const AROUND: &[&str] = &[
    "author", "username", "avatar", "meta", "date", "timestamp", "actions", "toolbar", "reply",
    "signature", "vote", "like", "share", "permalink", "header", "footer", "controls", "report",
];
