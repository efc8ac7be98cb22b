//! Remarks that a page sets apart in a box: notes, tips, warnings.
//!
//! HTML has no element for them, so every program that makes pages has its own classes. They have in common a word for
//! the box (`admonition`, `callout`, `alert` …) and one for its kind, in the same name or beside it.

use super::label::short_text;
use super::role::Role;
use dehusk_extract::NodeSet;
use dehusk_page::{NodeId, Page, name};

/// Words for the box.
const BOXES: &[&str] = &[
    "admonition",
    "admonitionblock",
    "alert",
    "aside",
    "block",
    "callout",
    "hint",
    "macro",
    "notecard",
    "notification",
];

/// Names of boxes that are too common to be one without more of the name: `custom-block`, `starlight-aside`,
/// `confluence-information-macro`.
const NEEDS_MORE: &[(&str, &str)] =
    &[("aside", "starlight"), ("block", "custom"), ("macro", "information")];

/// Words for the kind of a remark, as Markdown has them.
const KINDS: &[&str] = &[
    "abstract",
    "attention",
    "bug",
    "caution",
    "danger",
    "error",
    "example",
    "failure",
    "faq",
    "help",
    "hint",
    "important",
    "info",
    "note",
    "question",
    "quote",
    "success",
    "summary",
    "tip",
    "tldr",
    "todo",
    "warning",
];

/// Other words for kinds.
const OTHER_WORDS: &[(&str, &str)] = &[
    ("check", "success"),
    ("cite", "quote"),
    ("done", "success"),
    ("fail", "failure"),
    ("missing", "failure"),
    ("notice", "note"),
    ("warn", "warning"),
];

/// Words for a part of a box.
const PARTS: &[&str] = &[
    "body", "btn", "button", "close", "content", "header", "heading", "icon", "inner", "label",
    "link", "list", "text", "title",
];

/// Classes that are a box by themselves, as one large publisher of manuals writes them.
const WHOLE: &[&str] = &["NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION"];

/// Words in the class of a title.
const TITLES: &[&str] = &["title", "heading", "header", "summary"];

/// Elements in which the title of a remark is looked for, and the most words of one that nothing calls a title.
const MAX_LOOKED_AT: usize = 24;
const MAX_WORDS: usize = 3;

/// The kind of remark that an element is the box of.
pub(super) fn kind(page: &Page, id: NodeId) -> Option<&'static str> {
    let class = page.attr(id, name::CLASS)?;
    if may_be_box(class) {
        let told = page.attr_by_text(id, "data-callout").and_then(known);
        return told.or_else(|| by_class(class));
    }
    // Manuals of old call the box by its kind alone, and write the same above it.
    let kind = class.split_ascii_whitespace().find_map(known_kind)?;
    let mut blocks = page.children(id).filter(|&n| page.is_element(n));
    let first = blocks.next().filter(|_| blocks.next().is_some())?;
    says_kind(page, first, kind).then_some(kind)
}

/// The kind that a title is, where it is that alone.
pub(super) fn kind_of_title(page: &Page, title: NodeId) -> Option<&'static str> {
    let text = short_text(page, title)?;
    known(text.trim_end_matches([':', '!', '.']).trim())
}

/// Whether an element says no more than what kind of remark it stands in.
pub(super) fn says_kind(page: &Page, id: NodeId, kind: &str) -> bool {
    short_text(page, id).is_some_and(|text| {
        text.trim_end_matches([':', '!', '.']).trim().eq_ignore_ascii_case(kind)
    })
}

/// A quick look, once over a class: most have none of the words.
fn may_be_box(class: &str) -> bool {
    let bytes = class.as_bytes();
    let begins = |at: usize, words: &[&str]| {
        words.iter().any(|word| bytes[at..].starts_with(word.as_bytes()))
    };
    let found = bytes.iter().enumerate().any(|(at, byte)| match byte {
        b'a' => begins(at, &["admonition", "alert", "aside--"]),
        b'c' => begins(at, &["callout", "custom-block"]),
        b'h' => begins(at, &["hint"]),
        b'i' => begins(at, &["information-macro"]),
        b'n' => begins(at, &["notecard", "notification"]),
        _ => false,
    });
    found || WHOLE.contains(&class.trim())
}

fn by_class(class: &str) -> Option<&'static str> {
    if WHOLE.contains(&class.trim()) {
        return known(class.trim());
    }
    let words = || class.split_ascii_whitespace();
    let is_box = |word: &str| {
        let parts = || word.split(['-', '_']).filter(|part| !part.is_empty());
        let more = |part: &str| NEEDS_MORE.iter().find(|(name, _)| *name == part).map(|(_, m)| *m);
        parts().any(|part| {
            BOXES.contains(&part) && more(part).is_none_or(|more| parts().any(|p| p == more))
        })
    };
    let is_part = |word: &str| word.split(['-', '_']).any(|part| PARTS.contains(&part));
    let boxes = || words().filter(|word| is_box(word));
    if boxes().next().is_none() || boxes().any(is_part) {
        return None;
    }
    // The kind is the last word of the box's own name, or a word beside it.
    let own = boxes().find_map(|word| word.rsplit(['-', '_']).find_map(known_kind));
    let beside = || words().find_map(known_kind);
    let plain = || words().any(|word| word == "admonition").then_some("note");
    own.or_else(beside).or_else(plain)
}

/// The kind that a word of a class is. `hint` is the box, too, so it is a kind only where the page says so.
fn known_kind(word: &str) -> Option<&'static str> {
    known(word).filter(|kind| *kind != "hint")
}

fn known(word: &str) -> Option<&'static str> {
    if !(3..=9).contains(&word.len()) {
        return None;
    }
    let same = OTHER_WORDS.iter().find(|(other, _)| other.eq_ignore_ascii_case(word));
    let word = same.map_or(word, |(_, kind)| kind);
    KINDS.iter().find(|kind| kind.eq_ignore_ascii_case(word)).copied()
}

/// The title of a remark: what its class calls so, or a few words that stand alone above the rest.
pub(super) fn title(page: &Page, kept: &NodeSet, callout: NodeId) -> Option<NodeId> {
    let holds = |id: NodeId| kept.any_in(id..page.end(id));
    let elements = page.descendants(callout).filter(|&id| page.is_element(id) && holds(id));
    let mut elements = elements.take(MAX_LOOKED_AT);
    let first_leaf = kept.first_in(callout..page.end(callout))?;
    elements.find(|&id| {
        let is_first = id < first_leaf && first_leaf < page.end(id);
        let is_block = !Role::of(page.name(id)).is_inline();
        is_first && (is_called_title(page, id) || is_block && is_label(page, id, callout))
    })
}

fn is_called_title(page: &Page, id: NodeId) -> bool {
    let class = page.attr(id, name::CLASS).unwrap_or("");
    let mut parts = class.split(|c: char| c.is_ascii_whitespace() || c == '-' || c == '_');
    let called = page.tag(id) == "summary" || parts.any(|part| TITLES.contains(&part));
    called && short_text(page, id).is_some_and(|text| !text.is_empty())
}

/// Whether a block is a few words, not a sentence, with more of the remark behind it.
fn is_label(page: &Page, id: NodeId, callout: NodeId) -> bool {
    let Some(text) = short_text(page, id).filter(|text| !text.is_empty()) else { return false };
    let more = (page.end(id).index()..page.end(callout).index()).map(NodeId::from_index);
    let mut more = more.filter(|&n| page.is_text(n) && !page.text(n).trim().is_empty());
    let leaf = matches!(page.name(id), name::P | name::DIV) || {
        matches!(Role::of(page.name(id)), Role::Heading(_))
    };
    leaf && text.split_whitespace().count() <= MAX_WORDS
        && !text.ends_with(['.', '!', '?', '。'])
        && more.next().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(html: &str) -> (Page, NodeId) {
        let page = Page::parse(html);
        let id = page.first_child(page.body().unwrap()).unwrap();
        (page, id)
    }

    #[test]
    fn boxes_of_many_programs() {
        for (class, expected) in [
            ("admonition note", Some("note")),
            ("admonition", Some("note")),
            ("details admonition info open", Some("info")),
            ("admonitionblock tip", Some("tip")),
            (
                "theme-admonition theme-admonition-danger admonition_x1 alert alert--danger",
                Some("danger"),
            ),
            ("markdown-alert markdown-alert-important", Some("important")),
            ("alert alert-warning", Some("warning")),
            ("notecard warning", Some("warning")),
            ("custom-block tip", Some("tip")),
            ("hint-container caution", Some("caution")),
            ("starlight-aside starlight-aside--tip", Some("tip")),
            ("confluence-information-macro confluence-information-macro-note", Some("note")),
            ("callout callout-note", Some("note")),
            ("WARNING", Some("warning")),
            ("alert", None),
            ("callout", None),
            ("admonition-title", None),
            ("alert-heading note", None),
            ("block note", None),
            ("sidebar-aside tip", None),
            ("note", None),
            ("warning", None),
        ] {
            let (page, id) = first(&format!("<div class='{class}'>a</div>"));
            assert_eq!(kind(&page, id), expected, "{class}");
        }
        for (inner, expected) in
            [("<h3 class=title>Note</h3><p>a", Some("note")), ("<h3>a</h3><p>b", None)]
        {
            let (page, id) = first(&format!("<div class=note>{inner}</div>"));
            assert_eq!(kind(&page, id), expected, "{inner}");
        }
        let (page, id) = first("<div class=callout data-callout=FAQ>a</div>");
        assert_eq!(kind(&page, id), Some("faq"));
    }

    #[test]
    fn titles_by_class_and_by_place() {
        let of = |inner: &str| {
            let (page, id) = first(&format!("<div class='admonition tip'>{inner}</div>"));
            let mut kept = NodeSet::new(page.len());
            kept.extend(page.descendants(id).filter(|&n| page.is_text(n)));
            title(&page, &kept, id).map(|t| page.text_content(t))
        };
        assert_eq!(of("<p class=admonition-title>Look</p><p>Words.").as_deref(), Some("Look"));
        assert_eq!(of("<div><p>Tip</p><p>Words.</p></div>").as_deref(), Some("Tip"));
        assert_eq!(of("<p>Words of a tip that goes on and on.</p><p>More.</p>"), None);
        assert_eq!(of("<p>Stop.</p><p>More.</p>"), None);
        assert_eq!(of("<p>Tip</p>"), None);
        assert_eq!(of("<p>Words.</p><p class=title>Look</p>"), None);
    }
}
