//! Classes of bytes, as the tokenizer's states tell them apart.

/// White space of HTML. Carriage returns are gone from the source, but references can name them.
pub(super) const SPACE: u8 = 1;
/// Ends the name of a tag.
pub(super) const ENDS_TAG_NAME: u8 = 2;
/// Ends the name of an attribute.
pub(super) const ENDS_ATTRIBUTE_NAME: u8 = 4;
/// Ends a value without quotes.
pub(super) const ENDS_BARE_VALUE: u8 = 8;

static CLASSES: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut classes = [0; 256];
    let spaces = b"\t\n\x0c\r ";
    let mut at = 0;
    while at < spaces.len() {
        classes[spaces[at] as usize] =
            SPACE | ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME | ENDS_BARE_VALUE;
        at += 1;
    }
    classes[b'/' as usize] = ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME;
    classes[b'>' as usize] = ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME | ENDS_BARE_VALUE;
    classes[b'=' as usize] = ENDS_ATTRIBUTE_NAME;
    classes
}

#[inline]
pub(super) fn is(byte: u8, class: u8) -> bool {
    CLASSES[byte as usize] & class != 0
}

#[inline]
pub(super) fn is_space(byte: u8) -> bool {
    is(byte, SPACE)
}

/// How many bytes of white space a text starts with.
#[inline]
pub(super) fn leading_space(text: &[u8]) -> usize {
    text.iter().position(|&b| !is_space(b)).unwrap_or(text.len())
}
