//! Rich text as data: lists of blocks such as `[{"type": "paragraph", "text": "…"}]`.
//!
//! Every editor and every publisher has a format of its own, but they agree on a list of objects that say
//! what they are and hold their text, or further objects, under one of a few keys.

use super::prose;
use dehusk_extract::json::Json;

/// Keys that say what an object is.
const KINDS: &[&str] = &[
    "type",
    "_type",
    "nodeType",
    "blockName",
    "kind",
    "style",
    "tag",
    "tagName",
    "__typename",
    "name",
    "component",
];
/// Keys that hold text or what holds it, the most telling first.
const TEXTS: &[&str] = &[
    "text",
    "html",
    "value",
    "content",
    "innerHTML",
    "originalContent",
    "saveContent",
    "body",
    "paragraph",
    "insert",
    "children",
    "spans",
    "data",
    "attributes",
    "props",
    "fields",
    "model",
    "blocks",
    "items",
    "elements",
    "content_elements",
    "paragraphs",
    "list",
];
/// Kinds that hold no running text.
const SILENT: &[&str] = &[
    "image",
    "img",
    "picture",
    "photo",
    "gallery",
    "video",
    "audio",
    "embed",
    "iframe",
    "advert",
    "-ad",
    "ad-",
    "promo",
    "related",
    "newsletter",
    "script",
    "divider",
    "social",
    "tweet",
    "button",
    "link-list",
    "interstitial",
];
/// Levels of blocks in blocks that are read.
const MAX_DEPTH: usize = 12;
/// Bytes of HTML that are made of one list.
const MAX_HTML: usize = 4 << 20;

/// Whether a list is rich text: most of its items say what they are and hold text, or are paragraphs.
pub(super) fn is_rich(items: &[Json<'_>]) -> bool {
    let looked_at = items.len().min(40);
    let blocks = items.iter().take(looked_at).filter(|item| is_block(item)).count();
    looked_at > 0 && 3 * blocks >= 2 * looked_at
}

fn is_block(item: &Json<'_>) -> bool {
    match item {
        Json::Text(text) => prose::measure(text).prose,
        Json::Object(_) => kind(item).is_some() && inner(item).is_some() && !is_teaser(item),
        _ => false,
    }
}

/// Whether an object speaks of another page.
fn is_teaser(item: &Json<'_>) -> bool {
    let has =
        |keys: &[&str]| keys.iter().any(|k| item.get(k).is_some_and(|v| v.as_text().is_some()));
    has(&["title", "headline"]) && has(&["url", "href", "slug", "link", "canonicalUrl"])
}

fn kind(item: &Json<'_>) -> Option<String> {
    let kinds = KINDS.iter().filter_map(|k| item.get(k)?.as_text());
    let kind = kinds.map(str::to_ascii_lowercase).collect::<Vec<_>>().join(" ");
    (!kind.is_empty()).then_some(kind)
}

fn inner<'j, 's>(item: &'j Json<'s>) -> Option<&'j Json<'s>> {
    let is_filled = |v: &&Json<'_>| match v {
        Json::Text(text) => !text.trim().is_empty(),
        Json::List(items) => !items.is_empty(),
        Json::Object(entries) => !entries.is_empty(),
        Json::Bare(_) => false,
    };
    TEXTS.iter().filter_map(|k| item.get(k)).find(is_filled)
}

/// A list of blocks as HTML.
pub(super) fn to_html(items: &[Json<'_>]) -> String {
    let mut out = String::new();
    items.iter().for_each(|item| block(item, 0, &mut out));
    out
}

fn block(item: &Json<'_>, depth: usize, out: &mut String) {
    if depth > MAX_DEPTH || out.len() > MAX_HTML {
        return;
    }
    match item {
        Json::Text(text) => out.push_str(&prose::to_html(text)),
        Json::List(items) => items.iter().for_each(|i| block(i, depth + 1, out)),
        Json::Object(_) => object(item, depth, out),
        Json::Bare(_) => {}
    }
}

fn object(item: &Json<'_>, depth: usize, out: &mut String) {
    let kind = kind(item).unwrap_or_default();
    if SILENT.iter().any(|s| kind.contains(s)) || is_teaser(item) {
        return;
    }
    let Some(inner) = inner(item) else { return };
    if holds_blocks(inner, 0) {
        let tag = if kind.contains("quote") { "blockquote" } else { list_tag(&kind) };
        out.push_str(&format!("<{tag}>"));
        block(inner, depth + 1, out);
        out.push_str(&format!("</{tag}>"));
        return;
    }
    let mut text = String::new();
    inline(inner, depth + 1, &mut text);
    if prose::is_html(&text) && text.trim_start().starts_with('<') && tag_of(&kind) == "p" {
        out.push_str(&text);
    } else if !text.trim().is_empty() {
        let tag = tag_of(&kind);
        out.push_str(&format!("<{tag}>{text}</{tag}>"));
    }
}

fn list_tag(kind: &str) -> &'static str {
    match kind {
        k if k.contains("item") => "li",
        k if k.contains("ordered") && !k.contains("unordered") => "ol",
        k if k.contains("list") => "ul",
        _ => "div",
    }
}

fn tag_of(kind: &str) -> &'static str {
    match kind {
        k if k.contains("head") || k.contains("subtitle") || is_level(k) => "h2",
        k if k.contains("quote") => "blockquote",
        k if k.contains("code") || k.contains("preformatted") => "pre",
        k if k.contains("item") || k.starts_with("li") => "li",
        _ => "p",
    }
}

/// `h1` to `h6` as a word of its own.
fn is_level(kind: &str) -> bool {
    let levels = ["h1", "h2", "h3", "h4", "h5", "h6"];
    kind.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| levels.contains(&word))
}

/// Whether what an object holds are blocks themselves, not pieces of one text.
fn holds_blocks(inner: &Json<'_>, depth: usize) -> bool {
    if depth > 3 {
        return false;
    }
    match inner {
        Json::List(items) => items.iter().take(20).any(|item| {
            let kind = kind(item).unwrap_or_default();
            let names = ["paragraph", "item", "heading", "quote", "list", "block", "unstyled"];
            matches!(item, Json::Object(_)) && names.iter().any(|n| kind.contains(n))
                || matches!(item, Json::Text(text) if prose::is_html(text) && text.starts_with("<p"))
        }),
        Json::Object(_) => self::inner(inner).is_some_and(|i| holds_blocks(i, depth + 1)),
        _ => false,
    }
}

/// The pieces of one text: strings, links and formatted stretches.
fn inline(value: &Json<'_>, depth: usize, out: &mut String) {
    if depth > MAX_DEPTH || out.len() > MAX_HTML {
        return;
    }
    match value {
        Json::Text(text) if prose::is_html(text) => out.push_str(text),
        Json::Text(text) => out.push_str(&prose::escape(text)),
        Json::List(items) => items.iter().for_each(|i| inline(i, depth + 1, out)),
        Json::Object(_) => {
            if let Some(inner) = inner(value) {
                inline(inner, depth + 1, out);
            }
        }
        Json::Bare(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn html(json: &str) -> String {
        let values = Json::read_all(json);
        assert!(is_rich(values[0].items()), "{json}");
        to_html(values[0].items())
    }

    #[test]
    fn formats_of_many_editors() {
        let expected = "<h2>Late</h2><p>It rained. The <b>ferry</b> came.</p>";
        for json in [
            r#"[{"type":"heading","text":"Late"},{"type":"paragraph","text":"It rained. The <b>ferry</b> came."}]"#,
            r#"[{"type":"header","data":{"text":"Late"}},{"type":"paragraph","data":{"text":"It rained. The <b>ferry</b> came."}}]"#,
            r#"[{"blockName":"core/heading","attributes":{"content":"Late"}},
                {"blockName":"core/paragraph","attributes":{"content":"It rained. The <b>ferry</b> came."}}]"#,
        ] {
            assert_eq!(html(json), expected);
        }
        let spans = r#"[{"_type":"block","style":"h2","children":[{"_type":"span","text":"Late"}]},
            {"_type":"block","style":"normal","children":[{"_type":"span","text":"It rained. "},{"_type":"span","text":"So?"}]}]"#;
        assert_eq!(html(spans), "<h2>Late</h2><p>It rained. So?</p>");
    }

    #[test]
    fn lists_quotes_and_what_is_silent() {
        let json = r#"[{"type":"paragraph","text":"One."},{"type":"image","text":"A picture"},
            {"type":"quote","text":"Two."},{"type":"bulletList","content":[
              {"type":"listItem","content":[{"type":"text","text":"three"}]}]}]"#;
        assert_eq!(html(json), "<p>One.</p><blockquote>Two.</blockquote><ul><li>three</li></ul>");
    }

    #[test]
    fn paragraphs_as_strings_and_html() {
        assert_eq!(
            html(r#"["One came in.","Two went out."]"#),
            "<p>One came in.</p><p>Two went out.</p>"
        );
        assert_eq!(
            html(r#"[{"type":"text","content":"<p>One</p><p>Two</p>"}]"#),
            "<p>One</p><p>Two</p>"
        );
    }

    #[test]
    fn lists_of_other_things_are_not_rich() {
        for json in [
            r#"[1,2,3]"#,
            r#"["Norway","Sweden"]"#,
            r#"[{"type":"article","title":"One","url":"/1","text":"Teaser one."}]"#,
            r#"[{"id":1,"text":"A comment."},{"id":2,"text":"Another."}]"#,
            r#"[]"#,
        ] {
            assert!(!is_rich(Json::read_all(json)[0].items()), "{json}");
        }
    }
}
