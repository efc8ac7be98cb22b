//! What a block is there for, by the names that a page gives the elements around it.
//!
//! For real pages nobody has said which of their boilerplate is a menu and which a notice. Sites say it themselves, in
//! elements that mean it and in classes and ids; where they do not, the kind is not known and is not guessed.

use dehusk::extractor::{Document, NodeId, Page};
use dehusk_synth::Kind;

/// Words in classes and ids, and the kind they name. The first that is found in the innermost element counts.
const NAMES: &[(Kind, &[&str])] = &[
    (Kind::Consent, &["cookie", "consent", "gdpr", "cookies"]),
    (
        Kind::Advert,
        &[
            "ad",
            "ads",
            "advert",
            "adverts",
            "advertisement",
            "adsense",
            "sponsor",
            "sponsored",
            "banner",
            "reklama",
            "werbung",
            "promo",
        ],
    ),
    (
        Kind::Comments,
        &["comment", "comments", "disqus", "komentarz", "komentarze", "respond", "commentlist"],
    ),
    (
        Kind::Related,
        &[
            "related",
            "recommended",
            "popular",
            "more",
            "mostread",
            "latest",
            "recent",
            "similar",
            "podobne",
            "others",
        ],
    ),
    (
        Kind::Notice,
        &[
            "copyright",
            "legal",
            "disclaimer",
            "imprint",
            "terms",
            "footer",
            "foot",
            "stopka",
            "bottom",
        ],
    ),
    (
        Kind::Menu,
        &[
            "menu",
            "nav",
            "navigation",
            "navbar",
            "breadcrumb",
            "breadcrumbs",
            "crumbs",
            "topnav",
            "mainmenu",
            "header",
            "tabs",
            "sitemap",
        ],
    ),
    (Kind::Author, &["author", "byline", "bio"]),
    (Kind::Appeal, &["share", "social", "newsletter", "subscribe", "sharing", "addthis"]),
];

/// The kind of each block of a page, where its names tell it.
pub fn kinds(document: &Document) -> Vec<Option<Kind>> {
    let (page, blocks) = (document.page(), document.blocks());
    let kind = |index: usize| {
        let node = blocks.nodes(index).first().copied()?;
        page.ancestors(node).find_map(|around| of_element(page, around))
    };
    (0..blocks.len()).map(kind).collect()
}

fn of_element(page: &Page, node: NodeId) -> Option<Kind> {
    let named = ["id", "class"].into_iter().filter_map(|name| page.attr_by_text(node, name));
    let named: Vec<String> = named.map(str::to_ascii_lowercase).collect();
    let words: Vec<&str> = named
        .iter()
        .flat_map(|value| value.split(|c: char| !c.is_ascii_alphabetic()))
        .filter(|word| !word.is_empty())
        .collect();
    let told = NAMES.iter().find(|(_, names)| words.iter().any(|word| names.contains(word)));
    told.map(|(kind, _)| *kind).or_else(|| match page.tag(node) {
        "nav" => Some(Kind::Menu),
        "footer" => Some(Kind::Notice),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_name_counts() {
        let html = "<div id=header><p>Site<div class='box cookie-bar'><p>Yes</div></div><div class=adept><p>Text</div>\
                    <nav><p>Home</nav><footer><p class=copyright>Rights</footer><div class='ad-slot'><p>Buy</div>";
        let found = kinds(&Document::new(Page::parse(html)));
        let expected = [
            Some(Kind::Menu),
            Some(Kind::Consent),
            None,
            Some(Kind::Menu),
            Some(Kind::Notice),
            Some(Kind::Advert),
        ];
        assert_eq!(found, expected);
    }
}
