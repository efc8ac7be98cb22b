//! The form of an address: its host and the segments of its path that do not change from document to
//! document.

use crate::Address;

/// Segments this long are titles.
const LONG: usize = 24;

/// The form of an address, `*` for segments that look like numbers or titles.
pub fn of(address: &Address) -> String {
    let mut form = address.authority();
    for segment in address.path().split('/').filter(|segment| !segment.is_empty()) {
        form.push('/');
        form.push_str(if changes(segment) { "*" } else { segment });
    }
    form
}

fn changes(segment: &str) -> bool {
    let hyphens = segment.bytes().filter(|&b| b == b'-' || b == b'_').count();
    segment.bytes().any(|b| b.is_ascii_digit()) || hyphens > 2 || segment.len() >= LONG
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_titles_are_stars() {
        let cases = [
            ("http://www.a.example/2012/03/on-the-price-of-bread?x", "www.a.example/*/*/*"),
            ("http://a.example/kabc/story?id=1", "a.example/kabc/story"),
            ("http://a.example:8080/", "a.example:8080"),
        ];
        for (url, form) in cases {
            assert_eq!(of(&Address::read(url).unwrap()), form);
        }
    }
}
