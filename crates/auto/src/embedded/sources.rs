//! The scripts of a page that hold data.

use aho_corasick::automaton::Automaton;
use aho_corasick::dfa::DFA;
use aho_corasick::{Input, MatchKind};
use dehusk_extract::json::Json;
use dehusk_page::{NodeId, Page, name};
use std::borrow::Cow;
use std::sync::LazyLock;

/// Bytes of data that are read of a page.
const MAX_BYTES: usize = 8 << 20;
/// Data shorter than this holds no text worth having.
const MIN_BYTES: usize = 300;
/// Scripts that are read of a page.
const MAX_SOURCES: usize = 64;

/// Names that frameworks and sites give to the state of a page.
const STATES: &[&str] = &[
    "__INITIAL_STATE__",
    "__PRELOADED_STATE__",
    "__APOLLO_STATE__",
    "__NUXT__",
    "__NEXT_DATA__",
    "__INITIAL_DATA__",
    "__INITIAL_PROPS__",
    "__SERVER_DATA__",
    "__SSR_DATA__",
    "__REDUX_STATE__",
    "__RELAY_STORE__",
    "__URQL_DATA__",
    "__REACT_QUERY_STATE__",
    "__staticRouterHydrationData",
    "__remixContext",
    "__PAGE_DATA__",
    "__PRELOADED_DATA__",
    "__STATE__",
    "__DATA__",
    "INITIAL_STATE",
    "PRELOADED_STATE",
    "Fusion.globalContent",
    "__sveltekit_data",
];

static MATCHER: LazyLock<Option<DFA>> = LazyLock::new(|| {
    // One name may be a part of another.
    DFA::builder().match_kind(MatchKind::LeftmostLongest).build(STATES.to_vec()).ok()
});

/// A script's data.
#[derive(Clone, Debug)]
pub(super) struct Source<'p> {
    /// What it is called: `json-ld`, the name of the variable, or the script's id.
    pub name: Cow<'p, str>,
    pub structured: bool,
    /// JSON, or what scripts write for it.
    pub data: Cow<'p, str>,
}

/// All data of a page, in its order.
pub(super) fn of(page: &Page) -> Vec<Source<'_>> {
    let mut sources = Vec::new();
    let mut room = MAX_BYTES;
    for node in page.descendants(page.root()).filter(|&n| page.name(n) == name::SCRIPT) {
        let Some(text) = page.first_child(node).map(|child| page.text(child)) else { continue };
        if text.len() < MIN_BYTES || text.len() > room {
            continue;
        }
        if let Some(source) = source(page, node, text) {
            room -= text.len();
            sources.push(source);
        }
        if sources.len() == MAX_SOURCES {
            break;
        }
    }
    sources
}

fn source<'p>(page: &'p Page, script: NodeId, text: &'p str) -> Option<Source<'p>> {
    let kind = page.attr(script, name::TYPE).unwrap_or_default().trim().to_ascii_lowercase();
    if kind.starts_with("application/ld+json") {
        let data = unescaped(text);
        return Some(Source { name: "json-ld".into(), structured: true, data });
    }
    if kind.contains("json") {
        let id = page.attr(script, name::ID).filter(|id| !id.trim().is_empty());
        let name = id.map_or(Cow::Borrowed("script"), |id| Cow::Borrowed(id.trim()));
        return Some(Source { name, structured: false, data: unescaped(text) });
    }
    let runs = kind.is_empty() || kind.contains("javascript") || kind == "module";
    if runs { assigned(text) } else { None }
}

/// Some pages escape the whole script as if it were text.
fn unescaped(script: &str) -> Cow<'_, str> {
    if script.contains('"') || !script.contains("&quot;") {
        return Cow::Borrowed(script);
    }
    Cow::Owned(script.replace("&quot;", "\"").replace("&#39;", "'").replace("&amp;", "&"))
}

/// What is assigned to a state's name.
fn assigned(script: &str) -> Option<Source<'_>> {
    let hits = MATCHER.as_ref()?.try_find_iter(Input::new(script)).ok()?.take(16);
    hits.into_iter().find_map(|hit| {
        let after =
            script.get(hit.end()..)?.trim_start_matches(['"', '\'', ']', ' ', '\t', '\n', '\r']);
        let value = after.strip_prefix('=').filter(|v| !v.starts_with('='))?.trim_start();
        let data = state(value)?;
        (data.len() >= MIN_BYTES).then(|| Source {
            name: script[hit.range()].into(),
            structured: false,
            data,
        })
    })
}

/// The data of a value: an object, a string of JSON, or what a function returns.
fn state(value: &str) -> Option<Cow<'_, str>> {
    if value.starts_with(['{', '[']) {
        return Some(Cow::Borrowed(value));
    }
    if value.starts_with("(function") || value.starts_with("function") {
        // The arguments after the function are names for repeated values: texts among them are kept as a list.
        let at = value.find("return")?;
        return Some(Cow::Borrowed(value.get(at + "return".len()..)?));
    }
    let is_text = value.starts_with(['"', '\'']) || value.starts_with("JSON.parse(");
    match Json::read_first(value).filter(|_| is_text)? {
        Json::Text(json) => Some(json),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(html: &str) -> Vec<String> {
        of(&Page::parse(html)).into_iter().map(|s| s.name.into_owned()).collect()
    }

    #[test]
    fn data_is_told_from_code() {
        let long = "x".repeat(MIN_BYTES);
        let html = format!(
            "<script type=application/ld+json>{{\"a\":\"{long}\"}}</script>\
             <script type=application/json id=data>{{\"a\":\"{long}\"}}</script>\
             <script type=application/json>{{}}</script>\
             <script>if (window.__NUXT__ == {{\"a\":\"{long}\"}}) {{}}</script>\
             <script type=text/template>__NUXT__={{\"a\":\"{long}\"}}</script>\
             <script>var a = 1; window.__NUXT__ = {{\"a\":\"{long}\"}}</script>"
        );
        assert_eq!(names(&html), ["json-ld", "data", "__NUXT__"]);
    }

    #[test]
    fn escaped_scripts_are_read() {
        let json = format!("{{&quot;a&quot;:&quot;{}&quot;}}", "x".repeat(MIN_BYTES));
        let page = Page::parse(format!("<script type=application/json>{json}</script>"));
        assert!(of(&page)[0].data.starts_with("{\"a\":\"x"));
    }
}
