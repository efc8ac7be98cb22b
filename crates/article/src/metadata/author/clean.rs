//! From what stands where an author should be to names.

/// The names in a byline or a meta tag.
pub(super) fn names(raw: &str) -> Vec<String> {
    vec![raw.to_string()]
}
