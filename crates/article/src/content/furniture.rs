//! Tools of a page that stand among its words: links that edit a section, buttons that copy code, signs of icon fonts,
//! links that only mark the heading they stand in. They are never content, whoever kept them.

use super::label::short_text;
use super::role::Role;
use super::{code, emblem};
use dehusk_page::{NodeId, Page, name};

/// Class names of links and boxes that edit a section of a wiki.
pub(super) const EDIT: &[&str] =
    &["mw-editsection", "editsection", "edit-section", "section-edit", "secedit"];

/// Class names of the bars with which manuals lead to the next page.
pub(super) const NAVIGATION: &[&str] = &["navheader", "navfooter"];

/// Class names of fonts that draw a picture for a word.
pub(super) const ICON_FONTS: &[&str] =
    &["material-icons", "material-symbols", "google-material-icons"];

/// Parts of class names of what copies.
pub(super) const COPIES: &[&str] = &["copy", "clipboard"];

/// Parts of class names of what unfolds a text.
pub(super) const EXPANDS: &[&str] = &["xpand"];

/// Class names of the way from the front page to this one.
pub(super) const BREADCRUMBS: &[&str] = &["breadcrumb", "breadcrumbs"];

/// What is written on buttons that copy.
const COPY: &[&str] = &[
    "copy",
    "copied",
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

/// What is written on other buttons of a page that do something with its text and say nothing of it.
const PRESS: &[&str] = &[
    "click to expand",
    "click to collapse",
    "expand",
    "collapse",
    "like",
    "print",
    "quote",
    "read less",
    "read more",
    "reply",
    "report",
    "save",
    "see less",
    "see more",
    "share",
    "show all",
    "show less",
    "show more",
    "tweet",
    "view more",
    "antworten",
    "drucken",
    "mehr anzeigen",
    "teilen",
    "zitieren",
    "afficher plus",
    "citer",
    "partager",
    "répondre",
    "compartir",
    "leer más",
    "responder",
    "ver más",
    "поделиться",
    "показать ещё",
    "展开",
    "收起",
    "分享",
    "もっと見る",
    "더보기",
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

/// Whether an element that no class gives away may be a tool of the page all the same.
pub(super) fn may_be_furniture(page: &Page, id: NodeId, role: Role) -> bool {
    let is_list_of_links = || matches!(page.name(id), name::NAV | name::OL | name::UL);
    matches!(role, Role::Link | Role::Button)
        || is_list_of_links()
        || page.attr(id, name::ROLE) == Some("button")
}

/// Whether an element is a tool of the page.
pub(super) fn is_furniture(page: &Page, id: NodeId, role: Role) -> bool {
    match role {
        Role::Link => {
            is_permalink(page, id) || is_tool(page, id, role) || emblem::is_emblem(page, id)
        }
        Role::Inline | Role::Container if is_language(page, id) => true,
        Role::Inline | Role::Button | Role::Emphasis => is_tool(page, id, role),
        Role::Container | Role::List { .. } => is_tool(page, id, role) || is_breadcrumb(page, id),
        _ => false,
    }
}

fn is_language(page: &Page, id: NodeId) -> bool {
    page.attr(id, name::CLASS).is_some_and(|class| code::is_language_label(page, id, class))
}

fn is_tool(page: &Page, id: NodeId, role: Role) -> bool {
    let class = page.attr(id, name::CLASS).unwrap_or("");
    let is_button = role == Role::Button || page.attr(id, name::ROLE) == Some("button");
    if class.is_empty() && !is_button {
        return false;
    }
    let words = || class.split_ascii_whitespace();
    let edits = || words().any(|word| EDIT.contains(&word));
    let draws = || words().any(|word| ICON_FONTS.iter().any(|font| word.starts_with(font)));
    let has = |parts: &[&str]| parts.iter().any(|part| class.contains(part));
    edits()
        || draws()
        || words().any(|word| NAVIGATION.contains(&word))
        || (is_button || has(COPIES)) && is_labelled(page, id, COPY)
        || (is_button || has(EXPANDS)) && is_labelled(page, id, PRESS)
}

fn is_labelled(page: &Page, id: NodeId, labels: &[&str]) -> bool {
    short_text(page, id).is_some_and(|text| {
        labels.contains(&text.trim_end_matches(['.', '…', '!']).trim().to_lowercase().as_str())
    })
}

/// Whether an element is the way from the front page to this one.
fn is_breadcrumb(page: &Page, id: NodeId) -> bool {
    let says = |value: &str| {
        let mut words = value.split(|c: char| !c.is_ascii_alphanumeric());
        words.any(|w| w.eq_ignore_ascii_case("breadcrumb") || w.eq_ignore_ascii_case("breadcrumbs"))
    };
    let class = page.attr(id, name::CLASS).is_some_and(|class| {
        class.split_ascii_whitespace().any(|word| BREADCRUMBS.contains(&word))
    });
    let label = || page.attr_by_text(id, "aria-label").is_some_and(says);
    (class || label()) && page.descendants(id).any(|n| page.name(n) == name::A)
}

/// Signs that stand for a link to the place they stand at.
const LINK_SIGNS: &[&str] = &["#", "¶", "§", "🔗", "⚓", "∞", "⛓"];

/// Whether a link only marks the heading it stands in: it leads into its own page and says nothing.
fn is_permalink(page: &Page, id: NodeId) -> bool {
    let Some(href) = page.attr(id, name::HREF) else { return false };
    let own = href.contains('#');
    let heading =
        page.ancestors(id).take(3).any(|a| matches!(Role::of(page.name(a)), Role::Heading(_)));
    if !heading {
        return false;
    }
    let Some(text) = short_text(page, id) else { return false };
    let bare = text.trim_end_matches('\u{fe0f}');
    let sign = own && text.chars().all(|c| !c.is_alphanumeric()) || LINK_SIGNS.contains(&bare);
    let class = page.attr(id, name::CLASS).unwrap_or("");
    let called = PERMALINKS.iter().any(|part| class.contains(part));
    let word =
        matches!(text.to_lowercase().as_str(), "permalink" | "link" | "anchor" | "permanent link");
    sign || own && (called || href.starts_with('#')) && word
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
            ("<a role=button tabindex=0>Click to expand...</a>", "a"),
            ("<div class=quoteExpand>Click to expand...</div>", "div"),
            ("<div class=head><span class=language-name>js</span></div><pre>a", "span"),
            ("<div class=navheader><a href=a>Prev</a></div>", "div"),
            ("<h2>A <a href=#a>¶</a></h2>", "a"),
            ("<h2>A <a class=anchor href=/page#a>Permalink</a></h2>", "a"),
            ("<h2>A <a href=/find?name=a>🔗</a></h2>", "a"),
            ("<ol class=breadcrumb><li><a href=/>Home</a></ol>", "ol"),
            ("<nav aria-label=Breadcrumb><a href=/>Home</a> › Corn</nav>", "nav"),
            ("<a href=/><img src=/logo.png></a>", "a"),
        ] {
            assert!(first_is_furniture(html, tag), "{html}");
        }
        for (html, tag) in [
            ("<p><button>Press me</button>", "button"),
            ("<a href=/x>Read more</a>", "a"),
            ("<p><span class=copyright>Copy</span> right", "p"),
            ("<h2><a href=#a>Chapter</a></h2>", "a"),
            ("<p>See <a href=#a>#</a>", "a"),
            ("<i class=x>home</i>", "i"),
            ("<div class=breadcrumb-story><a href=/x>A story of bread</a></div>", "div"),
            ("<h2>A <a href=/x>?</a></h2>", "a"),
            ("<p><span class=lang>js</span> is a language", "span"),
        ] {
            assert!(!first_is_furniture(html, tag), "{html}");
        }
    }
}
