//! The elements of a page with a short text: scripts, title, and what their names tell.

use aho_corasick::Input;
use aho_corasick::automaton::Automaton;
use aho_corasick::nfa::contiguous::NFA;
use dehusk_page::{NodeId, Page, name};
use std::cell::OnceCell;
use std::sync::LazyLock;

/// Characters of a title or a heading that are looked at.
const MAX_TITLE: usize = 300;
/// Marked elements that are remembered of each kind.
const MAX_MARKED: usize = 16;
/// Bytes of a class or an id that are looked at.
const MAX_NAME: usize = 400;

/// What names of elements and addresses of scripts tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// A consent platform or a cookie notice.
    Consent,
    /// What stands before paid content.
    Paywall,
    /// A test whether a person asks.
    Challenge,
}

/// Parts of classes, ids and script addresses. The platforms' own names first, then words that sites use.
const MARKS: &[(Mark, &[&str])] = &[
    (
        Mark::Consent,
        &[
            "onetrust",
            "didomi",
            "sp_message",
            "qc-cmp",
            "cybotcookiebot",
            "cookiebot",
            "usercentrics",
            "truste",
            "trustarc",
            "iubenda-cs",
            "cmpbox",
            "cmp-container",
            "cookie-consent",
            "cookieconsent",
            "cookie_consent",
            "cookie-banner",
            "cookiebanner",
            "cookie-notice",
            "cookie-law",
            "cookie-wall",
            "cookiewall",
            "cookie-overlay",
            "consent-wall",
            "consentwall",
            "consent-form",
            "consent-page",
            "consent-banner",
            "consent-modal",
            "consent-overlay",
            "consent_blackbar",
            "gdpr-",
            "gdpr_",
            "privacy-wall",
            "privacywall",
            "klaro",
            "borlabs",
            "tarteaucitron",
            "axeptio",
            "complianz",
            "cmplz-",
            "osano",
            "termly",
            "fc-consent",
            "cc-window",
            "eu-cookie",
            "purabo",
        ],
    ),
    (
        Mark::Paywall,
        &[
            "paywall",
            "pay-wall",
            "pay_wall",
            "regwall",
            "reg-wall",
            "registration-wall",
            "metered",
            "meter-wall",
            "subscriber-only",
            "subscribers-only",
            "subscription-wall",
            "subscribe-wall",
            "premium-wall",
            "premium-overlay",
            "content-gate",
            "article-gate",
            "gated-content",
            "piano-",
            "tp-container",
            "tp-modal",
            "tp-backdrop",
            "locked-content",
            "content-locked",
            "article-locked",
            "bezahlschranke",
            "paidcontent",
            "plus-teaser",
            "abo-wall",
            "abowall",
            "mur-payant",
            "contenido-premium",
            "conteudo-exclusivo",
            "barrier-page",
            "offer-wall",
        ],
    ),
    (
        Mark::Challenge,
        &[
            "cf-challenge",
            "challenge-form",
            "challenge-platform",
            "cf-error",
            "cf-wrapper",
            "cf_chl",
            "px-captcha",
            "perimeterx",
            "datadome",
            "captcha-delivery",
            "incapsula",
            "_incapsula_resource",
            "g-recaptcha",
            "h-captcha",
            "hcaptcha",
            "recaptcha-challenge",
            "captcha-container",
            "captcha-box",
            "sucuri",
            "ddos-guard",
            "awswaf",
            "turnstile",
            "distil",
        ],
    ),
];

static MATCHER: LazyLock<Option<(NFA, Vec<Mark>)>> = LazyLock::new(|| {
    let words =
        || MARKS.iter().flat_map(|(mark, words)| words.iter().map(move |word| (*mark, *word)));
    let list: Vec<&str> = words().map(|(_, word)| word).collect();
    let matcher = NFA::builder().ascii_case_insensitive(true).build(list).ok()?;
    Some((matcher, words().map(|(mark, _)| mark).collect()))
});

/// Ids of the elements that frameworks fill: with next to no text in them, nothing was rendered.
const MOUNTS: &[&str] = &[
    "root",
    "app",
    "__next",
    "__nuxt",
    "__layout",
    "___gatsby",
    "gatsby-focus-wrapper",
    "app-root",
    "approot",
    "react-root",
    "react-app",
    "reactroot",
    "vue-app",
    "main-app",
    "app-container",
    "app-mount",
    "mount",
    "svelte",
    "ember-app",
    "q-app",
    "application",
    "spa-root",
    "single-spa",
    "page-root",
    "q-application",
];

/// An element whose name tells something.
#[derive(Clone, Debug)]
pub(super) struct Marked {
    pub mark: Mark,
    pub node: NodeId,
    /// The word that was found.
    pub word: String,
}

/// What a page's elements tell.
#[derive(Debug)]
pub(super) struct Signs<'p> {
    page: &'p Page,
    pub scripts: u32,
    pub title: String,
    /// The first `h1`, or the first `h2` where there is none.
    pub heading: String,
    heading_is_main: bool,
    pub noscript: String,
    /// Structured data says that the content is not free.
    pub not_free: bool,
    /// Reading the names of all elements costs more than the rest together, and few pages need it.
    names: OnceCell<Names>,
}

/// What the names of a page's elements tell.
#[derive(Debug, Default)]
struct Names {
    /// The element that a framework fills, as it would be written.
    mount: Option<String>,
    marked: Vec<Marked>,
}

impl<'p> Signs<'p> {
    pub fn of(page: &'p Page) -> Signs<'p> {
        let mut signs = Signs {
            page,
            scripts: 0,
            title: String::new(),
            heading: String::new(),
            heading_is_main: false,
            noscript: String::new(),
            not_free: false,
            names: OnceCell::new(),
        };
        page.descendants(page.root()).for_each(|node| signs.element(page, node));
        signs
    }

    /// The element that a framework fills, as it would be written.
    pub fn mount(&self) -> Option<&str> {
        self.names().mount.as_deref()
    }

    /// The first element marked as that.
    pub fn first(&self, mark: Mark) -> Option<&Marked> {
        self.marked().find(|m| m.mark == mark)
    }

    /// All elements whose names tell something.
    pub fn marked(&self) -> impl Iterator<Item = &Marked> {
        self.names().marked.iter()
    }

    fn names(&self) -> &Names {
        self.names.get_or_init(|| Names::of(self.page))
    }

    fn element(&mut self, page: &Page, node: NodeId) {
        match page.name(node) {
            name::SCRIPT => self.script(page, node),
            name::TITLE if self.title.is_empty() => self.title = text_of(page, node),
            name::H1 if !self.heading_is_main => {
                self.heading = text_of(page, node);
                self.heading_is_main = !self.heading.is_empty();
            }
            name::H2 if self.heading.is_empty() => self.heading = text_of(page, node),
            name::NOSCRIPT if self.noscript.len() < MAX_TITLE => {
                self.noscript.push_str(&text_of(page, node));
                self.noscript.push(' ');
            }
            _ => {}
        }
    }

    fn script(&mut self, page: &Page, node: NodeId) {
        let kind = page.attr(node, name::TYPE).unwrap_or_default().trim();
        if kind.eq_ignore_ascii_case("application/ld+json") {
            self.not_free |= page.texts(node).any(says_not_free);
        } else {
            self.scripts += 1;
        }
    }
}

impl Names {
    fn of(page: &Page) -> Names {
        let mut names = Names::default();
        let app_root = page.find_name("app-root");
        for node in page.descendants(page.root()).filter(|&n| page.is_element(n)) {
            match page.name(node) {
                // What they are classed as is about the whole page, often about its style only.
                name::HTML | name::BODY => {}
                name::SCRIPT => {
                    names.mark(node, page.attr(node, name::SRC).unwrap_or_default());
                }
                tag => {
                    if Some(tag) == app_root {
                        names.mount.get_or_insert_with(|| "<app-root>".into());
                    }
                    names.element(page, node);
                }
            }
        }
        names
    }

    fn element(&mut self, page: &Page, node: NodeId) {
        for (attribute, value) in page.attrs(node) {
            if matches!(attribute, name::ID | name::CLASS) {
                self.mark(node, value);
            }
            if attribute == name::ID
                && self.mount.is_none()
                && MOUNTS.iter().any(|m| m.eq_ignore_ascii_case(value))
            {
                self.mount = Some(format!("<{} id={value}>", page.tag(node)));
            }
        }
    }

    fn mark(&mut self, node: NodeId, text: &str) {
        let Some((matcher, marks)) = MATCHER.as_ref() else { return };
        let text = text.get(..MAX_NAME).unwrap_or(text);
        let Ok(Some(found)) = matcher.try_find(&Input::new(text)) else { return };
        let Some(&mark) = marks.get(found.pattern().as_usize()) else { return };
        if self.marked.iter().filter(|m| m.mark == mark).count() < MAX_MARKED {
            self.marked.push(Marked { mark, node, word: text[found.range()].to_lowercase() });
        }
    }
}

fn text_of(page: &Page, node: NodeId) -> String {
    let mut text = String::new();
    for word in page.texts(node).flat_map(str::split_whitespace) {
        if text.len() > MAX_TITLE {
            break;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(word);
    }
    text
}

/// `"isAccessibleForFree": false`, with or without quotes around the value.
fn says_not_free(json: &str) -> bool {
    const KEY: &str = "isAccessibleForFree";
    json.match_indices(KEY).take(8).any(|(at, _)| {
        let after = json.get(at + KEY.len()..).unwrap_or_default();
        let value = after.trim_start_matches(|c: char| c == '"' || c == ':' || c.is_whitespace());
        value.get(..5).is_some_and(|v| v.eq_ignore_ascii_case("false"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_tell() {
        let page = Page::parse(
            "<title> A\n title </title><body class=cookiebar><div id=ROOT></div><h2>Two</h2><h1>One</h1>\
             <div class='box OneTrust-Banner'></div><div id=article-paywall></div>\
             <script src=//geo.captcha-delivery.com/c.js></script><noscript>Turn it on</noscript>",
        );
        let signs = Signs::of(&page);
        assert_eq!((signs.title.as_str(), signs.heading.as_str()), ("A title", "One"));
        assert_eq!(signs.mount(), Some("<div id=ROOT>"));
        let words: Vec<_> = signs.marked().map(|m| m.word.as_str()).collect();
        assert_eq!(words, ["onetrust", "paywall", "captcha-delivery"]);
        assert_eq!((signs.scripts, signs.noscript.as_str()), (1, "Turn it on "));
    }

    #[test]
    fn free_or_not() {
        for (json, not_free) in [
            (r#"{"isAccessibleForFree": false}"#, true),
            (r#"{"isAccessibleForFree":"False"}"#, true),
            (r#"{"isAccessibleForFree": true, "x": false}"#, false),
            (r#"{"isAccessibleForFree"#, false),
            (r#"{"hasPart":{"isAccessibleForFree":true},"isAccessibleForFree":false}"#, true),
        ] {
            assert_eq!(says_not_free(json), not_free, "{json}");
        }
    }
}
