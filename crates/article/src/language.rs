//! How sure a detected language is.

#[cfg(not(target_family = "wasm"))]
use dehusk_extract::language_codes;

/// Bytes of a part, and parts that are looked at.
const PART: usize = 240;
const MAX_PARTS: usize = 16;

/// The share of a text's parts that a detector takes for a language; none where there is no part to look at, or no
/// detector: its tables would be a quarter of a WebAssembly module.
pub(crate) fn share(text: &str, code: &str) -> Option<f32> {
    if cfg!(target_family = "wasm") {
        return None;
    }
    let parts = parts(text);
    let step = (parts.len() / MAX_PARTS).max(1);
    let looked_at: Vec<&str> = parts.into_iter().step_by(step).take(MAX_PARTS).collect();
    let own = |part: &&&str| is_in(part, code);
    let agree = looked_at.iter().filter(own).count();
    let share = agree as f32 / looked_at.len().max(1) as f32;
    (!looked_at.is_empty()).then_some((share * 1000.0).round() / 1000.0)
}

#[cfg(not(target_family = "wasm"))]
fn is_in(text: &str, code: &str) -> bool {
    whatlang::detect_lang(text).is_some_and(|lang| language_codes::from_whatlang(lang) == code)
}

#[cfg(target_family = "wasm")]
fn is_in(_: &str, _: &str) -> bool {
    false
}

/// A text in parts of about the same length, cut at spaces where there are any.
fn parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let end = rest.floor_char_boundary(PART);
        let cut = if end < rest.len() {
            rest[..end].rfind(char::is_whitespace).filter(|&at| at > 0).unwrap_or(end)
        } else {
            end
        };
        let (part, after) = rest.split_at(cut);
        parts.push(part);
        rest = after.trim_start();
    }
    // A short end says little.
    if parts.len() > 1 && parts.last().is_some_and(|part| part.len() < PART / 3) {
        parts.pop();
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGLISH: &str = "The quick answer is that nobody knows how the weather will be in the coming years, and that is fine with most of us. ";
    const GERMAN: &str = "Die kurze Antwort ist, dass niemand weiß, wie das Wetter in den nächsten Jahren wird, und das ist den meisten recht. ";

    #[test]
    fn a_text_in_two_languages_is_half_in_each() {
        assert_eq!(share(&ENGLISH.repeat(10), "en"), Some(1.0));
        let mixed = share(&(ENGLISH.repeat(10) + &GERMAN.repeat(10)), "en").unwrap();
        assert!((0.3..=0.7).contains(&mixed), "{mixed}");
        assert_eq!(share(&ENGLISH.repeat(10), "de"), Some(0.0));
        assert_eq!(share(" ", "en"), None);
    }
}
