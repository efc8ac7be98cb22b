//! The lead image.

use super::address::{self, Base};
use super::candidates::Candidates;
use super::marks::Marks;
use super::precedence::{CONTENT, Field};
use super::{Sourced, text};
use dehusk_extract::Selection;
use dehusk_page::{NodeId, Page, name};
use std::sync::LazyLock;

/// An image of the content must be as wide and as high, as far as the page says.
const MIN_SIDE: u32 = 150;
/// Images looked at.
const MAX_IMAGES: usize = 100;

/// Words in names of images that are decoration.
static DECORATION: LazyLock<Marks> = LazyLock::new(|| {
    Marks::new(&[
        "logo",
        "icon",
        "avatar",
        "pixel",
        "sprite",
        "spacer",
        "blank",
        "placeholder",
        "gravatar",
        "badge",
        "emoji",
        "1x1",
        "loading",
    ])
});

/// Chooses the image: what the page names, or the first large one of the content.
pub(super) fn choose(
    page: &Page,
    selection: &Selection,
    found: &Candidates,
    base: &Base,
) -> Option<Sourced<String>> {
    let named = found.of(Field::Image).into_iter().find_map(|c| {
        let value = address::resolve(base, &c.value).filter(|a| !a.ends_with(".svg"))?;
        Some(Sourced::new(value, c.source()))
    });
    named.or_else(|| {
        let value =
            images(page, selection).find_map(|id| address::resolve(base, address(page, id)?))?;
        Some(Sourced::new(value, CONTENT))
    })
}

/// The large images among the kept leaves, and those that stand between kept leaves.
fn images<'p>(page: &'p Page, selection: &Selection) -> impl Iterator<Item = NodeId> + use<'p> {
    let end = NodeId::from_index(page.len());
    let first = selection.nodes().first_in(NodeId::ROOT..end).map_or(page.len(), NodeId::index);
    let last = selection.nodes().iter().last().map_or(0, NodeId::index);
    // The lead image often stands just above the first kept words.
    let range = first.saturating_sub(30)..last.max(first).min(page.len());
    let images = range.map(NodeId::from_index).filter(|&n| page.name(n) == name::IMG);
    images.take(MAX_IMAGES).filter(|&n| is_large(page, n))
}

fn is_large(page: &Page, id: NodeId) -> bool {
    let side = |attribute| {
        page.attr(id, attribute).and_then(|v| v.trim().trim_end_matches("px").parse().ok())
    };
    let small = [name::WIDTH, name::HEIGHT].into_iter().filter_map(side).any(|s: u32| s < MIN_SIDE);
    let words = [name::CLASS, name::SRC, name::ALT].into_iter().filter_map(|a| page.attr(id, a));
    !small && !words.into_iter().any(|v| DECORATION.are_in(v))
}

/// The address of an image, wherever lazy loading hides it.
fn address(page: &Page, id: NodeId) -> Option<&str> {
    let usable = |v: &&str| !v.trim().is_empty() && !text::head(v, 5).eq_ignore_ascii_case("data:");
    let of_set = |set: &'_ str| -> Option<usize> { set.split_whitespace().next().map(str::len) };
    let direct =
        [name::SRC, name::DATA_SRC].into_iter().filter_map(|a| page.attr(id, a)).find(usable);
    direct.or_else(|| {
        let set =
            page.attr(id, name::SRCSET).or_else(|| page.attr(id, name::DATA_SRCSET))?.trim_start();
        set.get(..of_set(set)?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_extract::{Document, Selection};

    fn image(html: &str, named: &[&str]) -> Option<String> {
        let document = Document::new(Page::parse(html));
        let selection = Selection::everything(&document);
        let mut found = Candidates::default();
        named.iter().for_each(|v| found.add(Field::Image, "json-ld", *v));
        choose(document.page(), &selection, &found, &Base::new(Some("https://e.example/"), None))
            .map(|s| s.value)
    }

    #[test]
    fn named_images_win() {
        let html = "<p>one<p><img src=/large.jpg><p>two";
        assert_eq!(image(html, &["/i.jpg"]).as_deref(), Some("https://e.example/i.jpg"));
        assert_eq!(
            image(html, &["data:image/png;base64,x"]).as_deref(),
            Some("https://e.example/large.jpg")
        );
    }

    #[test]
    fn decoration_is_passed_over() {
        let html = "<p>one<img src=/logo.png><img src=/a.png width=20><img src=data:x data-src=/b.png><p>two";
        assert_eq!(image(html, &[]).as_deref(), Some("https://e.example/b.png"));
        assert_eq!(
            image("<p>one<img srcset='/c.png 2x, /d.png 3x'><p>two", &[]).as_deref(),
            Some("https://e.example/c.png")
        );
        assert_eq!(image("<p>one", &[]), None);
    }
}
