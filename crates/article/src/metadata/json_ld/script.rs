//! Which scripts of a page hold JSON-LD, and what stands in them.

use dehusk_page::{NodeId, Page, name};
use std::borrow::Cow;

const MEDIA_TYPE: &str = "application/ld+json";

/// The JSON-LD of a script element, to be read by
/// [`Json::read_all`](dehusk_extract::json::Json::read_all); none for other scripts.
pub(in crate::metadata) fn script(page: &Page, script: NodeId) -> Option<Cow<'_, str>> {
    let kind = page.attr(script, name::TYPE)?.trim();
    // Parameters such as a charset may follow.
    let is_data = kind.get(..MEDIA_TYPE.len())?.eq_ignore_ascii_case(MEDIA_TYPE);
    let data = page.first_child(script).filter(|_| is_data)?;
    Some(unescape(page.text(data)))
}

/// The JSON-LD that a `meta` element holds: a framework puts it there where a script was meant.
pub(in crate::metadata) fn in_meta(page: &Page, meta: NodeId) -> Option<Cow<'_, str>> {
    let is_data = page.attr(meta, name::NAME).is_some_and(|n| n == "script:ld+json");
    page.attr(meta, name::CONTENT).filter(|_| is_data).map(Cow::Borrowed)
}

/// Some pages escape the whole script as if it were text.
fn unescape(script: &str) -> Cow<'_, str> {
    if !script.contains('"') && script.contains("&quot;") {
        html_escape::decode_html_entities(script)
    } else {
        Cow::Borrowed(script)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(html: &str) -> Vec<String> {
        let page = Page::parse(html);
        let scripts = page.descendants(page.root()).filter(|&n| page.name(n) == name::SCRIPT);
        scripts.filter_map(|s| script(&page, s)).map(Cow::into_owned).collect()
    }

    #[test]
    fn only_scripts_of_the_type_are_read() {
        let html = "<script>{}</script><script type=application/json>{1}</script>\
            <script type=' Application/LD+JSON; charset=utf-8'>{2}</script>\
            <script type=application/ld+json></script><script type=application/ld>{3}</script>";
        assert_eq!(read(html), ["{2}"]);
    }

    #[test]
    fn escaped_scripts_are_unescaped_once() {
        let html =
            "<script type=application/ld+json>{&quot;a&quot;:&quot;b &amp;amp; c&quot;}</script>";
        assert_eq!(read(html), [r#"{"a":"b &amp; c"}"#]);
    }
}
