//! Which elements are media, and which of those are decoration.
//!
//! Icons, avatars, tracking pixels and frames of advertisements are not what a reader came for.

use dehusk_page::{Name, NodeId, Page, name};

/// Pixels below which both sides of a picture make it an icon.
const ICON: u32 = 64;
/// Pixels of a side below which a picture is a line, a dot or a tracking pixel.
const LINE: u32 = 3;
/// Pixels from which a drawing outside a figure is more than an icon.
const DRAWING: u32 = 100;
/// Words of a class or an id that only decoration has.
const DECORATION: [&str; 16] = [
    "avatar", "gravatar", "icon", "icons", "logo", "emoji", "smiley", "badge", "sprite", "spacer",
    "pixel", "tracking", "tracker", "ad", "ads", "advert",
];

/// Whether elements of this name can be media at all.
pub(super) fn may_be_medium(tag: Name) -> bool {
    matches!(
        tag,
        name::IMG
            | name::VIDEO
            | name::AUDIO
            | name::IFRAME
            | name::EMBED
            | name::OBJECT
            | name::MATH
            | name::SVG
    )
}

/// Whether an element is a medium and not decoration. Drawings count as such inside a figure.
pub(super) fn is_medium(page: &Page, node: NodeId, in_figure: bool) -> bool {
    match page.name(node) {
        name::IMG | name::IFRAME | name::EMBED | name::OBJECT => {
            has_address(page, node) && !is_decoration(page, node)
        }
        name::VIDEO | name::AUDIO => page.attr(node, name::HIDDEN).is_none(),
        name::MATH => true,
        name::SVG => in_figure || is_large(page, node),
        _ => false,
    }
}

/// Whether a link leads to a picture.
pub(super) fn is_picture_address(address: &str) -> bool {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let ending = path.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    matches!(ending.as_str(), "jpg" | "jpeg" | "png" | "gif" | "webp" | "avif" | "svg")
}

fn has_address(page: &Page, node: NodeId) -> bool {
    let named = [name::SRC, name::SRCSET, name::DATA_SRC, name::DATA_SRCSET, name::DATA];
    let mut values = named.iter().filter_map(|&a| page.attr(node, a)).map(str::trim);
    values.any(|v| !v.is_empty() && !v.starts_with("about:"))
}

fn is_decoration(page: &Page, image: NodeId) -> bool {
    let sides = [pixels(page, image, name::WIDTH), pixels(page, image, name::HEIGHT)];
    let is_small = |limit| sides.iter().flatten().any(|&side| side < limit);
    let is_icon = match sides {
        [Some(width), Some(height)] => width < ICON && height < ICON,
        _ => is_small(ICON / 2),
    };
    is_icon || is_small(LINE) || is_hidden(page, image) || is_named_decoration(page, image)
}

fn is_hidden(page: &Page, node: NodeId) -> bool {
    page.attr(node, name::HIDDEN).is_some()
        || page.attr(node, name::ARIA_HIDDEN) == Some("true")
        || page.attr(node, name::ROLE) == Some("presentation")
}

fn is_named_decoration(page: &Page, node: NodeId) -> bool {
    let names = [name::CLASS, name::ID].into_iter().filter_map(|a| page.attr(node, a));
    let mut words = names.flat_map(|v| v.split(|c: char| !c.is_ascii_alphanumeric()));
    words.any(|word| DECORATION.iter().any(|d| d.eq_ignore_ascii_case(word)))
}

fn is_large(page: &Page, node: NodeId) -> bool {
    [name::WIDTH, name::HEIGHT].iter().all(|&a| pixels(page, node, a).is_some_and(|p| p >= DRAWING))
}

/// A length in pixels; none where it is missing or in another unit.
fn pixels(page: &Page, node: NodeId, side: Name) -> Option<u32> {
    let value = page.attr(node, side)?.trim();
    value.strip_suffix("px").unwrap_or(value).parse::<f32>().ok().map(|p| p as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_in_other_units_say_nothing() {
        let page = Page::parse("<img width=12px height=100%>");
        let image = page.subtree(page.root()).find(|&n| page.name(n) == name::IMG).unwrap();
        assert_eq!(pixels(&page, image, name::WIDTH), Some(12));
        assert_eq!(pixels(&page, image, name::HEIGHT), None);
    }

    #[test]
    fn names_are_looked_at_word_by_word() {
        for (class, decoration) in
            [("site-Icon", true), ("user_avatar x", true), ("iconic", false), ("lead-photo", false)]
        {
            let page = Page::parse(format!("<img src=a.png class='{class}'>"));
            let image = page.subtree(page.root()).find(|&n| page.name(n) == name::IMG).unwrap();
            assert_eq!(is_decoration(&page, image), decoration, "{class}");
        }
    }

    #[test]
    fn a_link_to_a_picture_is_known_by_its_ending() {
        assert!(is_picture_address("https://example.com/a.b/photo.JPEG?w=1200#top"));
        assert!(!is_picture_address("https://example.com/photo"));
    }
}
