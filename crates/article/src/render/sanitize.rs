//! The last look at HTML before it leaves: only what is listed here passes.

use crate::content::{MATHML, is_known_player};
use ammonia::{Builder, UrlRelative};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

const TAGS: &[&str] = &[
    "a",
    "article",
    "audio",
    "blockquote",
    "br",
    "caption",
    "code",
    "dd",
    "del",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "iframe",
    "img",
    "input",
    "li",
    "ol",
    "p",
    "pre",
    "section",
    "span",
    "strong",
    "sub",
    "sup",
    "table",
    "tbody",
    "td",
    "th",
    "tr",
    "ul",
    "video",
];

const ATTRIBUTES: &[(&str, &[&str])] = &[
    ("a", &["href", "id"]),
    ("audio", &["controls", "src", "title"]),
    ("code", &["class"]),
    ("iframe", &["allowfullscreen", "height", "src", "title", "width"]),
    ("img", &["alt", "height", "src", "title", "width"]),
    ("input", &["checked", "disabled", "type"]),
    ("li", &["id", "value"]),
    ("math", &["alttext", "display"]),
    ("td", &["colspan", "rowspan"]),
    ("th", &["colspan", "rowspan"]),
    ("video", &["controls", "height", "poster", "src", "title", "width"]),
];

static BUILDER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let attributes: HashMap<_, HashSet<_>> =
        ATTRIBUTES.iter().map(|(tag, names)| (*tag, names.iter().copied().collect())).collect();
    let mut builder = Builder::empty();
    builder
        .tags(TAGS.iter().chain(MATHML).copied().collect())
        .clean_content_tags(HashSet::from(["script", "style"]))
        .tag_attributes(attributes)
        .generic_attributes(HashSet::from(["dir", "lang"]))
        .url_schemes(HashSet::from(["http", "https", "mailto", "tel"]))
        .url_relative(UrlRelative::PassThrough)
        .link_rel(None)
        .attribute_filter(filter);
    builder
});

/// Frames only of known players, classes only to name the language of code, names only of notes, and of all that can be
/// pressed only boxes that can not.
fn filter<'v>(tag: &str, attribute: &str, value: &'v str) -> Option<Cow<'v, str>> {
    let passes = match (tag, attribute) {
        ("iframe", "src") => is_known_player(value),
        (_, "id") => ["note-", "ref-"].iter().any(|part| value.starts_with(part)),
        ("input", "type") => value == "checkbox",
        (_, "dir") => matches!(value, "ltr" | "rtl"),
        (_, "class") => value.starts_with("language-") && !value.contains(char::is_whitespace),
        _ => true,
    };
    passes.then_some(Cow::Borrowed(value))
}

/// HTML that can do nothing but be read.
pub(super) fn clean(html: &str) -> String {
    BUILDER.clean(html).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_we_write_passes() {
        for html in [
            "<p>a <em>b</em> &amp; <a href=\"https://example.org/\">c</a></p>",
            "<pre><code class=\"language-c++\">a\n  b</code></pre>",
            "<iframe src=\"https://www.youtube.com/embed/x\" allowfullscreen=\"\"></iframe>",
            "<p lang=\"ar\" dir=\"rtl\">a<sup><a href=\"#note-1\" id=\"ref-1\">1</a></sup></p>",
            "<math display=\"block\" alttext=\"x^2\"><msup><mi>x</mi><mn>2</mn></msup></math>",
        ] {
            assert_eq!(clean(html), html);
        }
    }

    #[test]
    fn what_runs_does_not() {
        for html in [
            "<script>x()</script>",
            "<a href=\"javascript:x()\">a</a>",
            "<img src=x onerror=\"x()\">",
            "<iframe src=\"https://evil.example/\"></iframe>",
            "<p style=\"x\" class=\"y\" id=\"z\">a</p>",
            "<math><mtext><script>x()</script></mtext></math>",
            "<svg><script>x()</script></svg>",
        ] {
            let clean = clean(html);
            for bad in ["script", "onerror", "evil", "style", "class", "id="] {
                assert!(!clean.contains(bad), "{html} gave {clean}");
            }
        }
    }
}
