//! Tools of a page that stand among its words: links that edit a section, buttons that copy code, signs of icon fonts,
//! links that only mark the heading they stand in. They are never content, whoever kept them.

use super::label::short_text;
use super::role::Role;
use dehusk_page::{NodeId, Page, name};

/// Class names of links and boxes that edit a section of a wiki.
pub(super) const EDIT: &[&str] =
    &["mw-editsection", "editsection", "edit-section", "section-edit", "secedit"];

/// Class names of fonts that draw a picture for a word.
pub(super) const ICON_FONTS: &[&str] =
    &["material-icons", "material-symbols", "google-material-icons"];

/// Parts of class names of what copies.
pub(super) const COPIES: &[&str] = &["copy", "clipboard"];

/// What is written on buttons that copy.
const COPY: &[&str] = &[
    "copy",
    "copied",
    "copied!",
    "copy code",
    "copy to clipboard",
    "copy text",
    "copy snippet",
    "copy page",
    "kopieren",
    "code kopieren",
    "copier",
    "copier le code",
    "copiar",
    "copiar código",
    "копировать",
    "コピー",
    "复制",
    "复制代码",
    "複製",
    "複製程式碼",
    "복사",
];

/// Parts of the class of links that mark a heading.
const PERMALINKS: &[&str] = &[
    "permalink",
    "headerlink",
    "header-anchor",
    "heading-anchor",
    "anchor-link",
    "hash-link",
    "heading-link",
    "anchorjs",
    "anchor",
];

/// Whether an element is a tool of the page.
pub(super) fn is_furniture(page: &Page, id: NodeId, role: Role) -> bool {
    match role {
        Role::Link => is_permalink(page, id) || is_tool(page, id, role),
        Role::Inline | Role::Container | Role::Button | Role::Emphasis => is_tool(page, id, role),
        _ => false,
    }
}

fn is_tool(page: &Page, id: NodeId, role: Role) -> bool {
    let class = page.attr(id, name::CLASS).unwrap_or("");
    if class.is_empty() && role != Role::Button {
        return false;
    }
    let words = || class.split_ascii_whitespace();
    let edits = || words().any(|word| EDIT.contains(&word));
    let draws = || words().any(|word| ICON_FONTS.iter().any(|font| word.starts_with(font)));
    let copies = role == Role::Button || COPIES.iter().any(|part| class.contains(part));
    edits() || draws() || copies && is_copy_label(page, id)
}

fn is_copy_label(page: &Page, id: NodeId) -> bool {
    short_text(page, id).is_some_and(|text| COPY.contains(&text.to_lowercase().as_str()))
}

/// Whether a link only marks the heading it stands in: it leads into its own page and says nothing.
fn is_permalink(page: &Page, id: NodeId) -> bool {
    let Some(href) = page.attr(id, name::HREF).filter(|href| href.contains('#')) else {
        return false;
    };
    let heading =
        page.ancestors(id).take(3).any(|a| matches!(Role::of(page.name(a)), Role::Heading(_)));
    if !heading {
        return false;
    }
    let Some(text) = short_text(page, id) else { return false };
    let sign = text.chars().all(|c| !c.is_alphanumeric());
    let class = page.attr(id, name::CLASS).unwrap_or("");
    let called = PERMALINKS.iter().any(|part| class.contains(part));
    let word =
        matches!(text.to_lowercase().as_str(), "permalink" | "link" | "anchor" | "permanent link");
    sign || (called || href.starts_with('#')) && word
}

/// Whether a text is nothing but signs of an icon font, which stand in the areas for private use.
pub(super) fn is_glyph(text: &str) -> bool {
    if text.is_ascii() {
        return false;
    }
    let private = |c: char| matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10fffd}');
    // Nothing below these areas begins with such a byte.
    let mut any = false;
    text.bytes().any(|b| b >= 0xee)
        && text.chars().filter(|c| !c.is_whitespace()).all(|c| {
            any = true;
            private(c)
        })
        && any
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_is_furniture(html: &str, tag: &str) -> bool {
        let page = Page::parse(html);
        let id = page.descendants(page.root()).find(|&n| page.tag(n) == tag).unwrap();
        is_furniture(&page, id, Role::of(page.name(id)))
    }

    #[test]
    fn tools_are_known() {
        for (html, tag) in [
            ("<h2>A<span class='mw-editsection'>[<a href=/e>edit</a>]</span></h2>", "span"),
            ("<div><button>Copy</button></div>", "button"),
            ("<div class='clipboard-copy'>Copy code</div>", "div"),
            ("<i class='material-icons md-18'>home</i>", "i"),
            ("<h2>A <a href=#a>¶</a></h2>", "a"),
            ("<h2>A <a class=anchor href=/page#a>Permalink</a></h2>", "a"),
        ] {
            assert!(first_is_furniture(html, tag), "{html}");
        }
        for (html, tag) in [
            ("<p><button>Press me</button>", "button"),
            ("<p><span class=copyright>Copy</span> right", "p"),
            ("<h2><a href=#a>Chapter</a></h2>", "a"),
            ("<p>See <a href=#a>#</a>", "a"),
            ("<i class=x>home</i>", "i"),
        ] {
            assert!(!first_is_furniture(html, tag), "{html}");
        }
    }

    #[test]
    fn signs_of_icon_fonts() {
        assert!(is_glyph("\u{f0c1}") && is_glyph(" \u{e9ab}\u{e000} "));
        assert!(!is_glyph("") && !is_glyph("a\u{f0c1}") && !is_glyph("漢字") && !is_glyph("🙂"));
    }
}
