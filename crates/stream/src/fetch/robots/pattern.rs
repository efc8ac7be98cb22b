//! Paths with wildcards, compared in one pass.

use memchr::memmem;

/// What a text is, which decides what `*` and `$` in it are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A path in a rule: `*` stands for anything, and `$` at the end for the end.
    Pattern,
    /// An address: they are letters like others.
    Address,
}

/// Appends a path in the form in which paths are compared: letters, digits and `-._~` as themselves, all other
/// characters that addresses may not have, and those written as escapes, as escapes with capital digits.
pub fn normalise(path: &[u8], form: Form, out: &mut Vec<u8>) {
    let mut at = 0;
    while let Some(&byte) = path.get(at) {
        let is_last = at + 1 == path.len();
        at += 1;
        let special = match byte {
            b'*' => form == Form::Pattern,
            b'$' => form == Form::Pattern && is_last,
            _ => false,
        };
        if let Some(escaped) = path.get(at..at + 2).filter(|_| byte == b'%').and_then(hex) {
            at += 2;
            if is_unreserved(escaped) { out.push(escaped) } else { escape(escaped, out) }
        } else if special || is_unreserved(byte) || b":/?#[]@!&'()+,;=%".contains(&byte) {
            out.push(byte);
        } else {
            escape(byte, out);
        }
    }
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)
}

fn hex(digits: &[u8]) -> Option<u8> {
    let digit = |b: u8| char::from(b).to_digit(16);
    let [high, low] = digits else { return None };
    u8::try_from(digit(*high)? * 16 + digit(*low)?).ok()
}

fn escape(byte: u8, out: &mut Vec<u8>) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    out.extend([b'%', DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
}

/// Whether a pattern fits the beginning of an address, or all of it where it ends with `$`. Each piece between
/// asterisks is looked for where the one before ended: if the pattern fits at all, it fits with the first place
/// of each. So no place of the address is looked at twice.
pub fn fits(pattern: &[u8], address: &[u8]) -> bool {
    let (pattern, whole) = match pattern.strip_suffix(b"$") {
        Some(pattern) => (pattern, true),
        None => (pattern, false),
    };
    let mut pieces = pattern.split(|&b| b == b'*');
    let first = pieces.next().unwrap_or_default();
    let Some(mut rest) = address.strip_prefix(first) else { return false };
    // With an end to reach, the last piece has its place there.
    let last = if whole { pieces.next_back() } else { None };
    for piece in pieces.filter(|piece| !piece.is_empty()) {
        let Some(at) = memmem::find(rest, piece) else { return false };
        rest = &rest[at + piece.len()..];
    }
    match last {
        Some(last) => rest.ends_with(last),
        None => !whole || rest.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `fits` should say, by trying everything.
    fn fits_slowly(pattern: &[u8], address: &[u8]) -> bool {
        match pattern.split_first() {
            None => true,
            Some((b'$', [])) => address.is_empty(),
            Some((b'*', rest)) => {
                (0..=address.len()).any(|skipped| fits_slowly(rest, &address[skipped..]))
            }
            Some((byte, rest)) => {
                address.split_first().is_some_and(|(b, more)| b == byte && fits_slowly(rest, more))
            }
        }
    }

    #[test]
    fn one_pass_finds_what_trying_everything_finds() {
        let mut random = fastrand::Rng::with_seed(11);
        let mut text = |letters: &[u8], length: usize| -> Vec<u8> {
            (0..random.usize(..length)).map(|_| letters[random.usize(..letters.len())]).collect()
        };
        let mut fitting = 0;
        for _ in 0..20_000 {
            let mut pattern = text(b"ab*", 7);
            if text(b"ab", 3).len() == 1 {
                pattern.push(b'$');
            }
            let address = text(b"ab", 9);
            let expected = fits_slowly(&pattern, &address);
            assert_eq!(fits(&pattern, &address), expected, "{pattern:?} {address:?}");
            fitting += usize::from(expected);
        }
        assert!((2_000..18_000).contains(&fitting), "{fitting} of 20,000 fit");
    }

    #[test]
    fn one_character_has_one_form() {
        let normal = |text: &str, form| {
            let mut out = Vec::new();
            normalise(text.as_bytes(), form, &mut out);
            String::from_utf8(out).unwrap()
        };
        for (text, pattern, address) in [
            ("/a*b$", "/a*b$", "/a%2Ab%24"),
            ("/a$b", "/a%24b", "/a%24b"),
            ("/%7eann/%2f%e3", "/~ann/%2F%E3", "/~ann/%2F%E3"),
            ("/ツ x", "/%E3%83%84%20x", "/%E3%83%84%20x"),
            ("/100%&%4", "/100%&%4", "/100%&%4"),
        ] {
            assert_eq!(normal(text, Form::Pattern), pattern);
            assert_eq!(normal(text, Form::Address), address);
        }
    }
}
