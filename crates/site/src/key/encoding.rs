//! One way to write each letter of an address.

/// Undoes the percent encoding of letters that need none, and encodes the others, with capital digits.
pub fn normal(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match escaped(bytes, at) {
            Some(value) => {
                push(&mut out, value);
                at += 3;
            }
            None => {
                if byte.is_ascii() {
                    out.push(byte.into())
                } else {
                    push(&mut out, byte)
                }
                at += 1;
            }
        }
    }
    out
}

fn push(out: &mut String, byte: u8) {
    match byte {
        b'-' | b'.' | b'_' | b'~' => out.push(byte.into()),
        _ if byte.is_ascii_alphanumeric() => out.push(byte.into()),
        _ => out.push_str(&format!("%{byte:02X}")),
    }
}

/// The byte that a percent sign and the two digits after it stand for.
fn escaped(bytes: &[u8], at: usize) -> Option<u8> {
    let digit = |at: usize| bytes.get(at).and_then(|&b| char::from(b).to_digit(16));
    let value = (*bytes.get(at)? == b'%').then_some(digit(at + 1)? * 16 + digit(at + 2)?)?;
    u8::try_from(value).ok()
}

#[cfg(test)]
mod tests {
    use super::normal;

    #[test]
    fn letters_are_written_plainly_and_escapes_in_capitals() {
        assert_eq!(normal("%7e%41-%2f%c3%a4ä/"), "~A-%2F%C3%A4%C3%A4/");
        for odd in ["%", "%4", "%zz", "100%&", "%%%"] {
            assert_eq!(normal(odd), odd);
        }
    }
}
