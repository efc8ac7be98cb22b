//! Images: the address a reader should get, of the many that pages give.

use super::{Base, Image};
use dehusk_page::{NodeId, Page, name};

/// Attributes that hold the real address while the page loads lazily, best first.
const LAZY: &[&str] = &[
    "data-src",
    "data-original",
    "data-lazy-src",
    "data-lazy",
    "data-actualsrc",
    "data-hi-res-src",
    "data-full-src",
    "data-image-src",
    "data-url",
];

/// Attributes that hold a list of sizes, best first.
const SETS: &[&str] = &["srcset", "data-srcset", "data-lazy-srcset"];

/// Parts of the addresses of images that stand in for others.
const STAND_INS: &[&str] = &[
    "/blank.",
    "/spacer.",
    "/transparent.",
    "/placeholder.",
    "/lazyload.",
    "/loading.gif",
    "/pixel.gif",
    "/grey.gif",
    "1x1.",
];

/// Parts of the addresses of images that count readers.
const COUNTERS: &[&str] = &[
    "//pixel.",
    "facebook.com/tr?",
    "google-analytics.com/",
    "doubleclick.net/",
    "scorecardresearch.com/",
    "quantserve.com/pixel",
    "stats.wordpress.com/",
    "pixel.wp.com/",
    "feedburner.com/~r/",
    "vgwort.de/na/",
];

/// Larger images are for print.
const WIDEST: f32 = 2048.0;

/// The image of an `img` or a `picture`, unless it is a pixel that counts readers or has no address.
pub(super) fn read(page: &Page, id: NodeId, base: &Base) -> Option<Image> {
    let is_img = |&n: &NodeId| page.name(n) == name::IMG;
    let img = page.subtree(id).find(is_img).unwrap_or(id);
    let size = |attr| page.attr(img, attr).and_then(number);
    let (width, height) = (size(name::WIDTH), size(name::HEIGHT));
    if width.is_some_and(|w| w < 3) || height.is_some_and(|h| h < 3) {
        return None;
    }
    let own = address(page, img);
    let sources = || page.children(id).filter(|&n| page.name(n) == name::SOURCE);
    let source = || sources().find_map(|s| address(page, s));
    let fallback = || noscript_image(page, id).and_then(|n| address(page, n));
    let url = base.file(own.or_else(source).or_else(fallback)?)?;
    if COUNTERS.iter().any(|c| url.contains(c)) {
        return None;
    }
    let text = |attr| page.attr(img, attr).map(label).filter(|t| !t.is_empty());
    let title = text(name::TITLE);
    Some(Image { url, alt: text(name::ALT).unwrap_or_default(), title, width, height })
}

/// What pages call the pictures that they draw for emoji, in classes and in addresses.
const DRAWN: &[&str] = &["emoji", "emoticon", "smiley", "smilie"];

/// The letters that an image stands for, where a page draws its emoji: `🙂`, `:)`, `:thinking:`.
pub(super) fn emoji(page: &Page, id: NodeId) -> Option<&str> {
    let alt = page.attr(id, name::ALT)?.trim();
    let is_sign = !alt.is_ascii() || alt.starts_with([':', ';', '=', '<']);
    if !is_sign || alt.is_empty() || alt.len() > 32 || alt.contains(' ') {
        return None;
    }
    let says = |attr| {
        page.attr(id, attr).is_some_and(|value| {
            let value = value.to_ascii_lowercase();
            DRAWN.iter().any(|word| value.contains(word))
        })
    };
    (says(name::CLASS) || says(name::SRC)).then_some(alt)
}

/// What a picture is known by, whatever size of it an address asks for: galleries show each twice, small and large.
pub(super) fn identity(url: &str) -> String {
    let path = url.split(['?', '#']).next().unwrap_or(url);
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    let (stem, _) = file.rsplit_once('.').unwrap_or((file, ""));
    // Addresses whose file says nothing by itself are compared as they are.
    if stem.len() < 4 || !file.contains('.') || path.contains("/_next/image") {
        return url.to_string();
    }
    format!("{folder}/{}", without_size(stem))
}

/// A file's name without the size at its end, as in `photo-300x200` or `photo_large`.
fn without_size(stem: &str) -> &str {
    let cut = |sep: char| {
        let (name, size) = stem.rsplit_once(sep)?;
        let (width, height) = size.split_once('x')?;
        let number = |s: &str| (2..=4).contains(&s.len()) && s.bytes().all(|b| b.is_ascii_digit());
        (number(width) && number(height)).then_some(name)
    };
    let stem = cut('-').or_else(|| cut('_')).unwrap_or(stem);
    let sizes = ["scaled", "large", "medium", "small", "thumb", "thumbnail"];
    let named = |(name, size)| sizes.contains(&size).then_some(name);
    stem.rsplit_once(['-', '_']).and_then(named).unwrap_or(stem)
}

/// Folds the white space of an attribute, and undoes escapes that were escaped once more.
pub(super) fn label(value: &str) -> String {
    let is_escaped =
        ["&amp;", "&quot;", "&lt;", "&gt;", "&#", "&nbsp;", "&apos;", "&rsquo;", "&lsquo;"]
            .iter()
            .any(|escape| value.contains(escape));
    match is_escaped {
        true => words(&dehusk_page::decode_references(value)),
        false => words(value),
    }
}

/// Folds the white space of an attribute.
pub(super) fn words(value: &str) -> String {
    value.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A length in pixels; percentages are none.
pub(super) fn number(value: &str) -> Option<u32> {
    let value = value.trim();
    let value = value.strip_suffix("px").unwrap_or(value);
    value.parse::<f32>().ok().filter(|v| (0.0..100_000.0).contains(v)).map(|v| v as u32)
}

/// The best address among the attributes of an element.
fn address(page: &Page, id: NodeId) -> Option<&str> {
    let attr = |name: &&str| {
        page.attrs(id).find(|(n, _)| page.name_text(*n) == *name).map(|(_, v)| v.trim())
    };
    let from_set = SETS.iter().filter_map(attr).find_map(largest);
    let lazy = || LAZY.iter().filter_map(attr).find(|v| is_address(v));
    let src = || page.attr(id, name::SRC).map(str::trim).filter(|v| is_address(v));
    let hidden = || {
        page.attrs(id).find_map(|(n, value)| {
            let data = page.name_text(n).starts_with("data-");
            (data && is_picture(value)).then(|| value.trim())
        })
    };
    from_set.or_else(lazy).or_else(src).or_else(hidden)
}

/// Whether a value is the address of a picture by its ending.
fn is_picture(value: &str) -> bool {
    let path = value.split(['?', '#']).next().unwrap_or(value);
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
    let picture = ["jpg", "jpeg", "png", "webp", "gif", "avif", "svg"].contains(&ending.as_str());
    picture && is_address(value) && !value.contains(char::is_whitespace) && value.contains('/')
}

fn is_address(value: &str) -> bool {
    let data = value.get(..5).is_some_and(|s| s.eq_ignore_ascii_case("data:"));
    !value.is_empty()
        && !data
        && !value.starts_with(['{', '['])
        && !STAND_INS.iter().any(|s| value.contains(s))
}

/// The address of the largest sensible size in a `srcset`.
fn largest(set: &str) -> Option<&str> {
    let fits = |size: f32| size <= WIDEST;
    let mut best: Option<(&str, f32)> = None;
    for (url, size) in candidates(set).filter(|(url, _)| is_address(url)) {
        let better = best.is_none_or(|(_, b)| match (fits(size), fits(b)) {
            (true, true) => size > b,
            (false, false) => size < b,
            (fits, _) => fits,
        });
        if better {
            best = Some((url, size));
        }
    }
    best.map(|(url, _)| url)
}

/// The addresses of a `srcset`, each with its width or density. An address may hold commas: it ends at
/// white space.
fn candidates(set: &str) -> impl Iterator<Item = (&str, f32)> {
    let mut rest = set;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
        let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
        let (url, after) = rest.split_at(end);
        if url.is_empty() {
            return None;
        }
        if let Some(alone) = url.strip_suffix(',') {
            rest = after;
            return Some((alone.trim_end_matches(','), 1.0));
        }
        let (descriptor, after) = after.split_once(',').unwrap_or((after, ""));
        rest = after;
        let size = descriptor.trim().trim_end_matches(['w', 'x', 'h']).parse().unwrap_or(1.0);
        Some((url, size))
    })
}

/// The image that a page offers next to this one to browsers without scripts.
fn noscript_image(page: &Page, id: NodeId) -> Option<NodeId> {
    let next = std::iter::successors(page.next_sibling(id), |&n| page.next_sibling(n));
    let mut next = next.filter(|&n| page.is_element(n));
    let noscript = next.next().filter(|&n| page.name(n) == name::NOSCRIPT)?;
    page.descendants(noscript).find(|&n| page.name(n) == name::IMG)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(html: &str) -> Option<String> {
        let page = Page::parse(html);
        let base = Base::of(&page, Some("https://example.org/a/"));
        let picture = page.descendants(page.root()).find(|&n| page.name(n) == name::PICTURE);
        let img = page.descendants(page.root()).find(|&n| page.name(n) == name::IMG);
        read(&page, picture.or(img).unwrap(), &base).map(|i| i.url)
    }

    fn path(html: &str) -> Option<String> {
        url(html).map(|u| u.trim_start_matches("https://example.org/a/").to_string())
    }

    #[test]
    fn the_real_address_of_lazy_images() {
        assert_eq!(path("<img src=x.jpg>").as_deref(), Some("x.jpg"));
        assert_eq!(
            path("<img src='data:image/gif;base64,R' data-src=x.jpg>").as_deref(),
            Some("x.jpg")
        );
        assert_eq!(path("<img src=tiny.jpg data-original=x.jpg>").as_deref(), Some("x.jpg"));
        let fallback = "<p><img src='data:,'><noscript><img src=x.jpg></noscript>";
        assert_eq!(path(fallback).as_deref(), Some("x.jpg"));
        assert_eq!(path("<img src='data:,'>"), None);
        let other = "<img src='data:,' data-loader='https://example.org/a/i/x.png'>";
        assert_eq!(path(other).as_deref(), Some("i/x.png"));
    }

    #[test]
    fn the_largest_sensible_size() {
        let set = "<img src=s.jpg srcset='s.jpg 300w, m.jpg 1200w, l.jpg 5000w'>";
        assert_eq!(path(set).as_deref(), Some("m.jpg"));
        assert_eq!(path("<img srcset='a.jpg, b.jpg 2x'>").as_deref(), Some("b.jpg"));
        assert_eq!(path("<img srcset='w_1,h_2/a.jpg 100w'>").as_deref(), Some("w_1,h_2/a.jpg"));
        assert_eq!(path("<img srcset='a.jpg 5000w, b.jpg 4000w'>").as_deref(), Some("b.jpg"));
        let picture = "<picture><source srcset='p.webp 800w'><img src='data:,'></picture>";
        assert_eq!(path(picture).as_deref(), Some("p.webp"));
    }

    #[test]
    fn pixels_that_count_readers_are_none() {
        assert_eq!(path("<img src=x.gif width=1 height=1>"), None);
        assert_eq!(path("<img src='https://pixel.example.com/x.gif'>"), None);
    }

    #[test]
    fn a_picture_is_the_same_in_every_size() {
        let same = |a: &str, b: &str| identity(a) == identity(b);
        assert!(same("https://a.org/p/photo-300x200.jpg", "https://a.org/p/photo.jpg?w=900"));
        assert!(same("https://a.org/p/photo-scaled.jpg", "https://a.org/p/photo.webp"));
        assert!(!same("https://a.org/p/photo-1.jpg", "https://a.org/p/photo-2.jpg"));
        assert!(!same("https://a.org/img?id=1", "https://a.org/img?id=2"));
        assert!(!same("https://a.org/1/img.jpg", "https://a.org/2/img.jpg"));
    }

    #[test]
    fn escapes_of_escapes_are_undone() {
        assert_eq!(label("Tom &amp; Jerry&#39;s  day"), "Tom & Jerry's day");
        assert_eq!(label("R&D; x"), "R&D; x");
    }

    #[test]
    fn drawn_emoji_are_letters() {
        let page = Page::parse(
            "<img class=wp-smiley alt='🙂' src=x.png><img class=emoji alt=':)'>\
            <img src=/emojione/1.png alt=':cup:'><img class=smilie alt='A cup' src=/2.png><img src=/3.png alt=':)'>",
        );
        let all: Vec<_> = page.descendants(page.root()).filter_map(|n| emoji(&page, n)).collect();
        assert_eq!(all, ["🙂", ":)", ":cup:"]);
    }
}
