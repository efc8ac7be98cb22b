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
/// Letters of the shortest and of the longest of them.
const MIN_LEN: usize = 2;
const MAX_LEN: usize = 8;

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

/// Whether an element is a medium and not decoration, wherever it stands.
pub(super) fn is_medium(page: &Page, node: NodeId) -> bool {
    match page.name(node) {
        name::IMG | name::IFRAME | name::EMBED | name::OBJECT => {
            let described = Described::of(page, node);
            described.has_address && !described.is_decoration()
        }
        name::VIDEO | name::AUDIO => page.attr(node, name::HIDDEN).is_none(),
        name::MATH => true,
        name::SVG => is_large(page, node),
        _ => false,
    }
}

/// Whether a link leads to a picture.
pub(super) fn is_picture_address(address: &str) -> bool {
    const ENDINGS: [&str; 7] = ["jpg", "jpeg", "png", "gif", "webp", "avif", "svg"];
    let mut parts = address.as_bytes().split(|byte| matches!(byte, b'?' | b'#'));
    let ending = parts.next().and_then(|path| path.rsplit(|&byte| byte == b'.').next());
    ENDINGS.iter().any(|known| ending.is_some_and(|e| e.eq_ignore_ascii_case(known.as_bytes())))
}

/// What the attributes of a picture or a frame say of it.
#[derive(Default)]
struct Described<'p> {
    has_address: bool,
    is_hidden: bool,
    width: Option<&'p str>,
    height: Option<&'p str>,
    class: &'p str,
    id: &'p str,
}

impl<'p> Described<'p> {
    fn of(page: &'p Page, node: NodeId) -> Described<'p> {
        let mut described = Described::default();
        for (attribute, value) in page.attrs(node) {
            match attribute {
                name::SRC | name::SRCSET | name::DATA_SRC | name::DATA_SRCSET | name::DATA => {
                    let value = value.trim();
                    described.has_address |= !value.is_empty() && !value.starts_with("about:");
                }
                name::HIDDEN => described.is_hidden = true,
                name::ARIA_HIDDEN => described.is_hidden |= value == "true",
                name::ROLE => described.is_hidden |= value == "presentation",
                name::WIDTH => described.width = Some(value),
                name::HEIGHT => described.height = Some(value),
                name::CLASS => described.class = value,
                name::ID => described.id = value,
                _ => {}
            }
        }
        described
    }

    fn is_decoration(&self) -> bool {
        self.is_hidden || self.is_small() || is_name_of_decoration(self.class, self.id)
    }

    fn is_small(&self) -> bool {
        let sides = [self.width.and_then(pixels), self.height.and_then(pixels)];
        let is_small = |limit| sides.iter().flatten().any(|&side| side < limit);
        let is_icon = match sides {
            [Some(width), Some(height)] => width < ICON && height < ICON,
            _ => is_small(ICON / 2),
        };
        is_icon || is_small(LINE)
    }
}

fn is_name_of_decoration(class: &str, id: &str) -> bool {
    let names = [class, id].into_iter();
    let words = names.flat_map(|name| name.as_bytes().split(|b| !b.is_ascii_alphanumeric()));
    let mut words = words.filter(|word| (MIN_LEN..=MAX_LEN).contains(&word.len()));
    words.any(|word| DECORATION.iter().any(|d| d.as_bytes().eq_ignore_ascii_case(word)))
}

fn is_large(page: &Page, node: NodeId) -> bool {
    let side = |attribute| page.attr(node, attribute).and_then(pixels);
    [name::WIDTH, name::HEIGHT].into_iter().all(|a| side(a).is_some_and(|p| p >= DRAWING))
}

/// A length in pixels; none where it is in another unit.
fn pixels(length: &str) -> Option<u32> {
    let length = length.trim();
    length.strip_suffix("px").unwrap_or(length).parse::<f32>().ok().map(|p| p as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_in_other_units_say_nothing() {
        assert_eq!(pixels(" 12px"), Some(12));
        assert_eq!(pixels("100%"), None);
    }

    #[test]
    fn names_are_looked_at_word_by_word() {
        for (class, decoration) in
            [("site-Icon", true), ("user_avatar x", true), ("iconic", false), ("lead-photo", false)]
        {
            let page = Page::parse(format!("<img src=a.png class='{class}'>"));
            let image = page.subtree(page.root()).find(|&n| page.name(n) == name::IMG).unwrap();
            assert_eq!(Described::of(&page, image).is_decoration(), decoration, "{class}");
        }
    }

    #[test]
    fn a_link_to_a_picture_is_known_by_its_ending() {
        assert!(is_picture_address("https://example.com/a.b/photo.JPEG?w=1200#top"));
        assert!(!is_picture_address("https://example.com/photo"));
    }
}
