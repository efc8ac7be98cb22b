//! Whether an element says itself that it is not shown.
//!
//! Only what the element's own attributes say is known here; style sheets are not read. `aria-hidden`
//! hides from screen readers, not from the eye, and `opacity: 0` is how pages fade their content in, so
//! neither counts.

use dehusk_page::{NodeId, Page, name};

/// Whether the element is not shown. `html` and `body` always are: pages that hide them mean to show them
/// once their scripts ran.
#[inline]
pub(crate) fn is_hidden(page: &Page, id: NodeId) -> bool {
    let tag = page.name(id);
    let says_so = page.attr(id, name::STYLE).is_some_and(style_hides)
        || page.attr(id, name::HIDDEN).is_some_and(|v| !v.eq_ignore_ascii_case("until-found"))
        || (tag == name::DIALOG && page.attr_by_text(id, "open").is_none());
    says_so && !matches!(tag, name::HTML | name::BODY)
}

/// Whether a `style` attribute hides its element; the last declaration of a property holds.
fn style_hides(style: &str) -> bool {
    let (mut display, mut visibility) = (false, false);
    for declaration in style.split(';') {
        let Some((property, value)) = declaration.split_once(':') else { continue };
        let property = property.trim_ascii();
        if property.eq_ignore_ascii_case("display") {
            display = first_word_is(value, &["none"]);
        } else if property.eq_ignore_ascii_case("visibility") {
            visibility = first_word_is(value, &["hidden", "collapse"]);
        }
    }
    display || visibility
}

fn first_word_is(value: &str, words: &[&str]) -> bool {
    let end = |c: char| c.is_ascii_whitespace() || c == '!';
    let first = value.trim_ascii_start().split(end).next().unwrap_or_default();
    words.iter().any(|w| first.eq_ignore_ascii_case(w))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles() {
        for hides in ["display:none", "color: red; DISPLAY : None !important", "visibility:hidden;"]
        {
            assert!(style_hides(hides), "{hides}");
        }
        for shows in
            ["", "display", "display:none;display:block", "display:nonesuch", "x-display:none"]
        {
            assert!(!style_hides(shows), "{shows}");
        }
    }

    #[test]
    fn attributes() {
        let hides = |tag: &str| {
            let page = Page::parse(format!("<body><{tag}>"));
            let element = page.first_child(page.body().unwrap()).unwrap();
            is_hidden(&page, element)
        };
        assert!(hides("p hidden"));
        assert!(hides("p hidden=hidden"));
        assert!(hides("dialog"));
        assert!(!hides("dialog open"));
        assert!(!hides("p hidden=until-found"));
        assert!(!hides("p aria-hidden=true"));
        assert!(!hides("p style='opacity:0'"));
    }
}
