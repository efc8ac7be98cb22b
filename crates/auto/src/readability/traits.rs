//! What an element's attributes say, read once when the working tree is built.

use super::words::{NameRules, RULES, Words};
use dehusk_extract::Document;
use dehusk_extract::derived::Found;
use dehusk_page::{Name, Namespace, NodeId, Page, name};
use std::ops::BitOr;

/// A set of things the attributes of an element say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Traits(u16);

impl Traits {
    pub const NONE: Traits = Traits(0);
    /// A reader does not see it.
    pub const HIDDEN: Traits = Traits(1);
    /// A dialogue over the page.
    pub const MODAL: Traits = Traits(1 << 1);
    /// Its role is never that of content.
    pub const UNLIKELY_ROLE: Traits = Traits(1 << 2);
    /// It says who wrote, by class, id, `rel` or `itemprop`.
    pub const BYLINE: Traits = Traits(1 << 3);
    /// `itemprop` has `name`.
    pub const ITEM_NAME: Traits = Traits(1 << 4);
    /// Its class or id is unlikely, and none of both says that it may be content all the same.
    pub const UNLIKELY: Traits = Traits(1 << 5);
    pub const CLASS_POSITIVE: Traits = Traits(1 << 6);
    pub const CLASS_NEGATIVE: Traits = Traits(1 << 7);
    pub const ID_POSITIVE: Traits = Traits(1 << 8);
    pub const ID_NEGATIVE: Traits = Traits(1 << 9);
    /// Its class or id speaks of sharing.
    pub const SHARE: Traits = Traits(1 << 10);
    /// An embedded object with the address of a known player.
    pub const PLAYER: Traits = Traits(1 << 11);
    /// A table of data, not of layout; found out later.
    pub const DATA_TABLE: Traits = Traits(1 << 12);
    /// Something inside a table of data.
    pub const IN_DATA_TABLE: Traits = Traits(1 << 13);
    /// A link to another place of the same page.
    pub const INTO_PAGE: Traits = Traits(1 << 14);

    /// Whether any of these is there.
    pub fn has(self, any: Traits) -> bool {
        self.0 & any.0 != 0
    }

    fn set(&mut self, one: Traits, when: bool) {
        if when {
            self.0 |= one.0;
        }
    }

    /// What class and id weigh: 25 points for good words in each, as many off for bad ones.
    pub fn weight(self) -> f64 {
        let points = |one: Traits, points: f64| if self.has(one) { points } else { 0.0 };
        points(Traits::CLASS_POSITIVE, 25.0)
            + points(Traits::CLASS_NEGATIVE, -25.0)
            + points(Traits::ID_POSITIVE, 25.0)
            + points(Traits::ID_NEGATIVE, -25.0)
    }
}

impl BitOr for Traits {
    type Output = Traits;
    fn bitor(self, other: Traits) -> Traits {
        Traits(self.0 | other.0)
    }
}

/// Reads the traits of a page's elements.
pub(super) struct Reader<'p> {
    page: &'p Page,
    /// Not a constant of [`name`], so looked up once a page.
    aria_modal: Option<Name>,
    names: Found<'p>,
}

impl<'p> Reader<'p> {
    pub fn new(document: &'p Document) -> Reader<'p> {
        let page = document.page();
        let names = document.found::<NameRules>(0..RULES.len());
        Reader { page, aria_modal: page.find_name("aria-modal"), names }
    }

    pub fn traits(&self, id: NodeId) -> Traits {
        let page = self.page;
        let mut traits = Traits::NONE;
        let (mut from_readers, mut is_dialog, mut is_modal) = (false, false, false);
        let aria_modal = self.aria_modal;
        for (attribute, value) in page.attrs_named(id, |n| speaks(n) || Some(n) == aria_modal) {
            match attribute {
                name::ROLE => {
                    traits.set(Traits::UNLIKELY_ROLE, UNLIKELY_ROLES.contains(&value));
                    is_dialog = value == "dialog";
                }
                name::STYLE => {
                    let hides =
                        page.namespace(id) != Namespace::MathMl && is_hidden_by_style(value);
                    traits.set(Traits::HIDDEN, hides);
                }
                name::REL => traits.set(Traits::BYLINE, value == "author"),
                name::ITEMPROP => {
                    traits.set(Traits::BYLINE, value.contains("author"));
                    traits.set(Traits::ITEM_NAME, value.contains("name"));
                }
                name::HREF => {
                    traits.set(Traits::INTO_PAGE, value.len() > 1 && value.starts_with('#'));
                }
                name::HIDDEN => traits.set(Traits::HIDDEN, true),
                name::ARIA_HIDDEN => from_readers = value == "true",
                _ => is_modal = value == "true",
            }
        }
        traits.set(Traits::MODAL, is_modal && is_dialog);
        traits.set(Traits::HIDDEN, from_readers && !self.stands_for_a_formula(id));
        let embed = matches!(page.name(id), name::OBJECT | name::EMBED | name::IFRAME);
        let player = embed && page.attrs(id).any(|(_, value)| is_known_player(value));
        traits.set(Traits::PLAYER, player);
        let class = if self.has_class(id) { self.names.class(id) } else { 0 };
        let named = self.names.id(id);
        // Most names say nothing.
        if class | named == 0 {
            return traits;
        }
        traits | word_traits(Words::of_rules(class), Words::of_rules(named))
    }

    /// The class of an SVG element is no plain string in a browser, and nobody reads it.
    fn has_class(&self, id: NodeId) -> bool {
        self.page.namespace(id) != Namespace::Svg
    }

    /// Pictures that stand in for formulas are hidden from screen readers only.
    fn stands_for_a_formula(&self, id: NodeId) -> bool {
        let class = self.page.attr(id, name::CLASS).filter(|_| self.has_class(id));
        class.is_some_and(|class| class.contains("fallback-image"))
    }
}

/// Attributes that say something by themselves.
fn speaks(attribute: Name) -> bool {
    matches!(
        attribute,
        name::ROLE
            | name::STYLE
            | name::REL
            | name::ITEMPROP
            | name::HREF
            | name::HIDDEN
            | name::ARIA_HIDDEN
    )
}

/// Roles of what is no content.
const UNLIKELY_ROLES: [&str; 7] =
    ["menu", "menubar", "complementary", "navigation", "alert", "alertdialog", "dialog"];

fn word_traits(class: Words, id: Words) -> Traits {
    let either = |group| class.has(group) || id.has(group);
    let mut traits = Traits::NONE;
    traits.set(Traits::UNLIKELY, either(Words::UNLIKELY) && !either(Words::MAYBE));
    traits.set(Traits::BYLINE, either(Words::BYLINE));
    traits.set(Traits::SHARE, either(Words::SHARE));
    traits.set(Traits::CLASS_POSITIVE, class.has(Words::POSITIVE));
    traits.set(Traits::CLASS_NEGATIVE, class.has(Words::NEGATIVE));
    traits.set(Traits::ID_POSITIVE, id.has(Words::POSITIVE));
    traits.set(Traits::ID_NEGATIVE, id.has(Words::NEGATIVE));
    traits
}

/// Whether the last effective `display` is `none` or the last `visibility` is `hidden`.
fn is_hidden_by_style(style: &str) -> bool {
    // Most elements have no style, and most styles say neither.
    if style.len() < "display:none".len() || !may_hide(style.as_bytes()) {
        return false;
    }
    last_value(style, "display").is_some_and(|v| v.eq_ignore_ascii_case("none"))
        || last_value(style, "visibility").is_some_and(|v| v.eq_ignore_ascii_case("hidden"))
}

/// Whether one of the values that hide is there at all, in whatever place. Both have an `n`: the first letter
/// of one, the last of the other.
fn may_hide(style: &[u8]) -> bool {
    memchr::memchr2_iter(b'n', b'N', style).any(|at| {
        let none = style.get(at..at + 4);
        let hidden = at.checked_sub(5).and_then(|start| style.get(start..=at));
        none.is_some_and(|v| v.eq_ignore_ascii_case(b"none"))
            || hidden.is_some_and(|v| v.eq_ignore_ascii_case(b"hidden"))
    })
}

fn last_value<'s>(style: &'s str, property: &str) -> Option<&'s str> {
    let mut last: Option<(&str, bool)> = None;
    for declaration in style.split(';') {
        let Some((name, value)) = declaration.split_once(':') else { continue };
        if !name.trim().eq_ignore_ascii_case(property) {
            continue;
        }
        let (value, important) = match value.rsplit_once('!') {
            Some((value, mark)) if mark.trim().eq_ignore_ascii_case("important") => (value, true),
            _ => (value, false),
        };
        let value = value.trim();
        if !value.is_empty() && (important || last.is_none_or(|(_, strong)| !strong)) {
            last = Some((value, important));
        }
    }
    last.map(|(value, _)| value)
}

/// Whether a value has the address of a video site the reference lets through.
fn is_known_player(value: &str) -> bool {
    const SITES: [&str; 10] = [
        "dailymotion.com",
        "youtube.com",
        "youtube-nocookie.com",
        "player.vimeo.com",
        "v.qq.com",
        "bilibili.com",
        "live.bilibili.com",
        "archive.org",
        "upload.wikimedia.org",
        "player.twitch.tv",
    ];
    let starts = |text: &str, prefix: &str| {
        text.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
    };
    value.match_indices("//").any(|(at, slashes)| {
        let rest = value.get(at + slashes.len()..).unwrap_or_default();
        let host = if starts(rest, "www.") { rest.get(4..).unwrap_or_default() } else { rest };
        SITES.iter().any(|site| starts(host, site))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(tag: &str) -> Traits {
        let document = Document::new(Page::parse(format!("<body>{tag}")));
        let body = document.page().body().unwrap();
        Reader::new(&document).traits(document.page().first_child(body).unwrap())
    }

    #[test]
    fn hidden_elements_are_known_by_attribute_or_style() {
        for tag in [
            "<p hidden>",
            "<p style='color:red; Display : NONE'>",
            "<p style='display:none!important;display:block'>",
            "<p style='visibility:hidden'>",
            "<p aria-hidden=true>",
        ] {
            assert!(of(tag).has(Traits::HIDDEN), "{tag}");
        }
        for tag in [
            "<p style='display:none;display:block'>",
            "<p style='visibility:visible'>",
            "<p aria-hidden=false>",
            "<p aria-hidden=true class='mwe-math-fallback-image-inline'>",
            "<p class=hidden>",
        ] {
            assert!(!of(tag).has(Traits::HIDDEN), "{tag}");
        }
    }

    #[test]
    fn class_and_id_weigh_for_themselves() {
        assert_eq!(of("<p class='article-body'>").weight(), 25.0);
        assert_eq!(of("<p class='article' id='content'>").weight(), 50.0);
        assert_eq!(of("<p class='sidebar' id='main'>").weight(), 0.0);
        assert_eq!(of("<p class='promo article'>").weight(), 0.0);
        assert_eq!(of("<p id='widget'>").weight(), -25.0);
    }

    #[test]
    fn an_id_can_save_an_unlikely_class() {
        assert!(of("<p class='sidebar'>").has(Traits::UNLIKELY));
        assert!(!of("<p class='sidebar' id='main'>").has(Traits::UNLIKELY));
        assert!(!of("<p class='wrap'>").has(Traits::UNLIKELY));
    }

    #[test]
    fn authors_and_roles_are_read() {
        assert!(of("<a rel=author>").has(Traits::BYLINE));
        assert!(of("<p itemprop='author creator'>").has(Traits::BYLINE));
        assert!(of("<p class=post-byline>").has(Traits::BYLINE));
        assert!(!of("<a rel='author nofollow'>").has(Traits::BYLINE));
        assert!(of("<div role=navigation>").has(Traits::UNLIKELY_ROLE));
        assert!(of("<div role=dialog aria-modal=true>").has(Traits::MODAL));
        assert!(!of("<div role=main>").has(Traits::UNLIKELY_ROLE));
    }

    #[test]
    fn players_are_known_by_their_address() {
        assert!(of("<iframe src='https://www.youtube.com/embed/x'>").has(Traits::PLAYER));
        assert!(of("<iframe data-src='//Player.Vimeo.com/video/1'>").has(Traits::PLAYER));
        assert!(!of("<iframe src='https://vimeo.com/1'>").has(Traits::PLAYER));
        assert!(!of("<iframe src='https://example.org/?u=www.youtube.com'>").has(Traits::PLAYER));
        assert!(!of("<a href='https://www.youtube.com/'>").has(Traits::PLAYER));
    }
}
