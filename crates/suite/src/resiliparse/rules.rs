//! What speaks against an element.

use crate::names::RuleSet;
use dehusk_extract::Document;
use dehusk_extract::derived::Edge::{Any, Part, Whole, Word};
use dehusk_extract::derived::Found;
use dehusk_extract::derived::Rule;
use dehusk_extract::derived::Sums;
use dehusk_extract::derived::displays_nothing;
use dehusk_page::{Name, NodeId, Page, name};

/// The rules over class and id, each with its place in [`RULES`].
mod is {
    pub const HIDDEN: u32 = 1;
    pub const SKIP_LINK: u32 = 1 << 1;
    pub const SIGN_IN: u32 = 1 << 2;
    pub const SOCIAL: u32 = 1 << 3;
    pub const LOGO: u32 = 1 << 4;
    pub const AD: u32 = 1 << 5;
    pub const ARTICLE: u32 = 1 << 6;
    pub const LANDMARK: u32 = 1 << 7;
    pub const MAIN: u32 = 1 << 8;
    pub const FURNITURE: u32 = !((1 << 9) - 1);
}

/// Classes of the main content, in which case counts.
const MAIN_CLASSES: &[&str] = &[
    "article-body",
    "articleBody",
    "contentBody",
    "article-text",
    "main-content",
    "postcontent",
    "post-content",
    "single-post",
];

/// Words before the name of a part of the whole site.
const SITE: &[&str] = &["l", "m", "wp", "global", "page", "site", "full", "sticky"];

pub(crate) const RULES: &[Rule] = &[
    Rule::new(
        Word,
        Word,
        &[
            "display-none",
            "hidden",
            "invisible",
            "collapsed",
            "h-0",
            "nocontent",
            "expandable",
            "hidden-xs",
            "hidden-sm",
            "hidden-lg",
            "hidden-xl",
            "hidden-2xl",
            "collapsed-sm",
        ],
    )
    .after(&["is"]),
    Rule::new(
        Word,
        Word,
        &[
            "skip",
            "skip to",
            "skip link",
            "scroll up",
            "scroll down",
            "next",
            "prev",
            "previous",
            "permalink",
            "pagination",
            "next post",
            "prev post",
            "previous post",
            "next article",
            "prev article",
            "previous article",
        ],
    )
    .after(&["link"]),
    Rule::new(
        Part,
        Part,
        &[
            "log in",
            "sign in",
            "sign up",
            "account",
            "user info",
            "user profile",
            "user settings",
            "user actions",
        ],
    ),
    Rule::new(
        Word,
        Part,
        &[
            "social",
            "socialmedia",
            "socialsearch",
            "share",
            "sharedaddy",
            "syndication",
            "newsletter",
            "sharing",
            "follow",
            "email",
            "like",
            "likes",
            "feedback",
            "give feedback",
            "engagement",
            "brand engagement",
            "facebook",
            "twitter",
            "subscribe",
            "wa",
            "jp",
            "aptf-follow",
            "social links",
            "social link",
            "social icons",
            "social icon",
            "social buttons",
            "social post",
            "social section",
            "share buttons",
            "share button",
            "share btn",
            "share links",
            "share link",
            "share icons",
            "share post",
            "share section",
            "follow buttons",
            "follow links",
            "follow icons",
            "sharing buttons",
            "sharing links",
            "email link",
            "subscribe link",
            "subscribe button",
        ],
    )
    .after(&["mobile", "desktop", "l", "m", "c"]),
    Rule::new(Any, Word, &["logo"]),
    Rule::new(
        Word,
        Part,
        &[
            "google ad",
            "google ads",
            "wide ad",
            "wide ads",
            "advert",
            "advertise",
            "advertisement",
            "advertiselink",
            "sponsor",
            "sponsored",
            "promoted",
            "paid",
            "banner",
            "widebanner",
            "donate",
        ],
    ),
    Rule::new(
        Part,
        Part,
        &[
            "article",
            "entry",
            "post",
            "story",
            "single post",
            "main content",
            "articlecontent",
            "articlebody",
            "articletext",
            "articlepage",
            "entrycontent",
            "entrybody",
            "entrytext",
            "postcontent",
            "postbody",
            "posttext",
            "postpage",
            "storycontent",
            "storybody",
            "storytext",
            "main contentbody",
        ],
    ),
    Rule::new(Whole, Whole, &["head", "header", "foot", "footer", "right"]).after(SITE),
    Rule::new(Word, Word, MAIN_CLASSES),
    // From here on, parts of the page's furniture.
    Rule::new(
        Word,
        Word,
        &[
            "l header",
            "m header",
            "wp header",
            "global header",
            "page header",
            "site header",
            "full header",
            "sticky header",
            "global header wrap",
            "page header wrap",
            "site header wrap",
            "page header wrapper",
            "site header wrapper",
            "global header wrapper",
            "site header bar",
        ],
    ),
    Rule::new(
        Part,
        Part,
        &[
            "footer",
            "copyright",
            "cookie",
            "consent",
            "legal",
            "fcontainer",
            "globalfooter",
            "pagefooter",
            "sitefooter",
            "copyrightfooter",
        ],
    ),
    Rule::new(Word, Any, &["nav", "menu", "drop down", "bread crumb"])
        .after(&["l", "m", "wp", "main", "site", "page", "sub", "article", "global", "sticky"]),
    Rule::new(
        Any,
        Part,
        &[
            "link",
            "links",
            "link bar",
            "link box",
            "link list",
            "link container",
            "link section",
            "link wrapper",
            "links bar",
            "links box",
            "links list",
            "links container",
            "links section",
            "links wrapper",
        ],
    ),
    Rule::new(
        Part,
        Part,
        &[
            "trends",
            "trending",
            "recommended",
            "featured",
            "popular",
            "editor picks",
            "editors picks",
            "related",
            "read-next",
            "related links",
            "related articles",
            "related posts",
            "related guides",
            "related stories",
            "more links",
            "more articles",
            "more posts",
            "more guides",
            "more stories",
            "other links",
            "other articles",
            "other posts",
            "other stories",
        ],
    ),
    Rule::new(Part, Word, &["search", "search bar", "search facility", "search box"]),
    Rule::new(
        Word,
        Part,
        &[
            "side bar",
            "side bars",
            "side box",
            "sticky bar",
            "sticky bars",
            "sticky box",
            "one-third",
        ],
    )
    .after(&["l", "wp", "right", "left", "global", "sticky"]),
    Rule::new(
        Word,
        Part,
        &[
            "modal",
            "popup",
            "lightbox",
            "modal window",
            "modal pane",
            "modal box",
            "popup window",
            "popup pane",
            "popup box",
            "lightbox window",
        ],
    )
    .after(&["wp", "p"]),
    Rule::new(Part, Part, &["gallery", "carousel"]),
    Rule::new(Word, Any, &["print-", "print_"]),
];

/// Judges the elements of a page.
pub(super) struct Judge<'p> {
    page: &'p Page,
    counts: &'p [Sums],
    body: NodeId,
    names: Found<'p>,
    aria_expanded: Option<Name>,
    /// Attributes of advertisements that the page has.
    of_ads: Vec<Name>,
}

impl<'p> Judge<'p> {
    pub fn new(document: &'p Document, body: NodeId) -> Judge<'p> {
        let page = document.page();
        let of_ads = ["data-ad", "data-advertisement", "data-text-ad"];
        let mut names = RuleSet::Resiliparse.found(document);
        names.revise(|value, found| {
            let is_main = |class| MAIN_CLASSES.contains(&class);
            if *found & is::MAIN != 0 && !value.split_ascii_whitespace().any(is_main) {
                *found &= !is::MAIN;
            }
        });
        Judge {
            page,
            counts: document.sums(),
            body,
            names,
            aria_expanded: page.find_name("aria-expanded"),
            of_ads: of_ads.iter().filter_map(|name| page.find_name(name)).collect(),
        }
    }

    /// Whether an element says that it is the main content.
    pub fn is_main(&self, node: NodeId) -> bool {
        self.names.class(node) & is::MAIN != 0 || self.page.attr(node, name::ROLE) == Some("main")
    }

    /// Why an element is no content; none if nothing speaks against it.
    pub fn against(&self, node: NodeId) -> Option<&'static str> {
        let tag = self.page.name(node);
        if matches!(tag, name::BODY | name::MAIN | name::H1) {
            return None;
        }
        if tag == name::FOOTER {
            return self.footer(node);
        }
        self.by_tag(node, tag)
            .or_else(|| self.by_attributes(node))
            .or_else(|| self.by_names(node, tag))
    }

    /// Whether an element is more than so many levels below the body, itself counted.
    fn is_below(&self, node: NodeId, levels: usize) -> bool {
        let mut around = self.page.ancestors(node).take_while(|&a| a != self.body);
        around.nth(levels - 1).is_some()
    }

    fn footer(&self, node: NodeId) -> Option<&'static str> {
        let last = !self.is_below(node, 2) || self.is_links(node, 0.2, 0) || self.is_last(node);
        last.then_some("a footer of the page")
    }

    /// Whether nothing but one text follows the element, or any element around it, below the body.
    fn is_last(&self, node: NodeId) -> bool {
        let around = std::iter::once(node).chain(self.page.ancestors(node));
        around.take_while(|&n| self.page.parent(n) != Some(self.body)).all(|mut n| {
            if let Some(next) = self.page.next_sibling(n).filter(|&n| self.page.is_text(n)) {
                n = next;
            }
            self.page.next_sibling(n).is_none()
        })
    }

    fn by_tag(&self, node: NodeId, tag: Name) -> Option<&'static str> {
        match tag {
            name::UL if !self.is_below(node, 3) || self.is_links(node, 0.2, 0) => {
                Some("a list of links")
            }
            name::ARTICLE if self.is_links(node, 0.2, 500) && self.is_below(node, 2) => {
                Some("a teaser")
            }
            name::NAV | name::ASIDE | name::AUDIO | name::VIDEO | name::TIME => {
                Some("an element that holds no main content")
            }
            _ => None,
        }
    }

    fn by_attributes(&self, node: NodeId) -> Option<&'static str> {
        const RELATIONS: &[&str] = &["author", "icon", "search", "prev", "next", "tag"];
        const PROPERTIES: &[&str] = &["datePublished", "author", "url"];
        let mut related = false;
        let speaks = |n| {
            matches!(n, name::HIDDEN | name::ARIA_HIDDEN | name::REL | name::ITEMPROP)
                || Some(n) == self.aria_expanded
        };
        for (attribute, value) in self.page.attrs_named(node, speaks) {
            let hidden = match attribute {
                name::HIDDEN => true,
                name::ARIA_HIDDEN => value == "true",
                name::REL => {
                    related |= RELATIONS.contains(&value);
                    false
                }
                name::ITEMPROP => {
                    related |= PROPERTIES.contains(&value);
                    false
                }
                _ => value == "false",
            };
            if hidden {
                return Some("hidden");
            }
        }
        related.then_some("tells of the page, not for the reader")
    }

    fn by_names(&self, node: NodeId, tag: Name) -> Option<&'static str> {
        let page = self.page;
        let class = page.attr(node, name::CLASS).unwrap_or_default();
        let id = page.attr(node, name::ID).unwrap_or_default();
        if class.is_empty() && id.is_empty() {
            let links = tag == name::DIV && self.is_links(node, 0.6, 800) && self.is_below(node, 5);
            return links.then_some("mostly links");
        }
        let (by_class, by_id) = (self.names.class(node), self.names.id(node));
        let either = by_class | by_id;
        let style = page.attr(node, name::STYLE);
        if by_class & is::HIDDEN != 0 || style.is_some_and(displays_nothing) {
            return Some("hidden");
        }
        if matches!(tag, name::A | name::DIV | name::LI) && either & is::SKIP_LINK != 0 {
            return Some("a link to skip with");
        }
        if by_class & (is::SIGN_IN | is::SOCIAL) != 0 && self.is_below(node, 2) {
            return Some("to sign in, or to share");
        }
        let is_ad =
            either & is::AD != 0 || self.of_ads.iter().any(|&name| page.attr(node, name).is_some());
        if is_ad || either & is::LOGO != 0 {
            return Some("an advertisement or a logo");
        }
        if !is_block(tag) {
            return None;
        }
        self.by_names_of_block(node, tag, either, by_id)
    }

    fn by_names_of_block(
        &self,
        node: NodeId,
        tag: Name,
        either: u32,
        by_id: u32,
    ) -> Option<&'static str> {
        const ROLES: &[&str] = &[
            "alert",
            "banner",
            "checkbox",
            "comment",
            "complementary",
            "contentinfo",
            "dialog",
            "img",
            "menu",
            "menubar",
            "menuitem",
            "navigation",
            "presentation",
            "radio",
            "search",
            "searchbox",
            "separator",
            "tab",
            "toolbar",
            "tooltip",
        ];
        if self.page.attr(node, name::ROLE).is_some_and(|role| ROLES.contains(&role)) {
            return Some("its role");
        }
        // The program asks for these names only of elements that have an id.
        if either & is::ARTICLE != 0 {
            return None;
        }
        let either = if self.page.attr(node, name::ID).is_some_and(|id| !id.is_empty()) {
            either
        } else {
            0
        };
        if by_id & is::LANDMARK != 0 || either & is::FURNITURE != 0 {
            return Some("its class or id names a part of the page's furniture");
        }
        let links = tag == name::DIV && self.is_links(node, 0.6, 1500) && self.is_below(node, 2);
        links.then_some("mostly links")
    }

    /// Whether more than a share of an element's text is links; not asked of a text longer than `longest`,
    /// where that is not 0.
    fn is_links(&self, node: NodeId, share: f32, longest: u32) -> bool {
        let count = &self.counts[node.index()];
        let asked = longest == 0 || count.chars <= longest;
        asked && count.link_chars > 0 && count.link_chars as f32 > share * count.chars as f32
    }
}

/// Elements that are laid out as blocks.
fn is_block(tag: Name) -> bool {
    matches!(
        tag,
        name::ADDRESS
            | name::ARTICLE
            | name::ASIDE
            | name::BLOCKQUOTE
            | name::CENTER
            | name::DD
            | name::DETAILS
            | name::DIALOG
            | name::DIV
            | name::DL
            | name::DT
            | name::FIELDSET
            | name::FORM
            | name::H2
            | name::H3
            | name::H4
            | name::H5
            | name::H6
            | name::HEADER
            | name::HGROUP
            | name::HR
            | name::LI
            | name::OL
            | name::P
            | name::PRE
            | name::SECTION
            | name::TABLE
            | name::TD
            | name::TR
            | name::UL
    )
}
