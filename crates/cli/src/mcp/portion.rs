//! An assistant's window is small and a page may be long, so an answer is cut where it exceeds what was asked for, and
//! says how to get the rest.

/// Characters of an answer, unless asked for otherwise: some ten thousand tokens.
pub const CHARACTERS: usize = 40_000;
/// How far before the cut a line may end, as a share of the portion, so that no sentence is cut.
const LINE_END_WITHIN: usize = 10;

/// A part of a text.
#[derive(Debug, PartialEq, Eq)]
pub struct Portion<'t> {
    /// The part.
    pub text: &'t str,
    /// The character at which the next one begins, and how many there are in all; none if this is the last.
    pub rest: Option<(usize, usize)>,
}

impl<'t> Portion<'t> {
    /// The part of a text that begins at a character and has at most so many.
    pub fn of(text: &'t str, start: usize, characters: usize) -> Portion<'t> {
        let from = byte_of(text, start);
        let tail = &text[from..];
        let end = byte_of(tail, characters.max(1));
        if end == tail.len() {
            return Portion { text: tail, rest: None };
        }
        let earliest = end - end / LINE_END_WITHIN;
        let end =
            tail[..end].rfind('\n').map(|at| at + 1).filter(|&at| at > earliest).unwrap_or(end);
        let next = start + tail[..end].chars().count();
        let rest = next + tail[end..].chars().count();
        Portion { text: &tail[..end], rest: Some((next, rest)) }
    }

    /// What to say of the rest.
    pub fn note(&self) -> Option<String> {
        let (next, all) = self.rest?;
        Some(format!(
            "Cut here: {all} characters in all. Call again with \"start\": {next} for the rest."
        ))
    }
}

/// Where a character begins, or the end of the text.
fn byte_of(text: &str, character: usize) -> usize {
    text.char_indices().nth(character).map_or(text.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_texts_are_whole() {
        assert_eq!(Portion::of("grüße", 0, 5), Portion { text: "grüße", rest: None });
        assert_eq!(Portion::of("grüße", 2, 50), Portion { text: "üße", rest: None });
        assert_eq!(Portion::of("grüße", 50, 50), Portion { text: "", rest: None });
        assert_eq!(Portion::of("", 0, 0), Portion { text: "", rest: None });
    }

    #[test]
    fn portions_in_a_row_are_the_text() {
        let text = "Zeile für Zeile,\nmanche länger als andere.\n".repeat(50);
        for size in [1, 7, 100, 1000] {
            let (mut whole, mut start) = (String::new(), 0);
            loop {
                let portion = Portion::of(&text, start, size);
                assert!(portion.text.chars().count() <= size);
                whole.push_str(portion.text);
                match portion.rest {
                    Some((next, all)) => {
                        assert_eq!(all, text.chars().count());
                        assert!(portion.note().unwrap().contains(&format!("\"start\": {next} ")));
                        start = next;
                    }
                    None => break,
                }
            }
            assert_eq!(whole, text);
        }
    }

    #[test]
    fn cuts_are_at_line_ends_that_are_near() {
        let text = format!("{}\n{}", "a".repeat(95), "b".repeat(95));
        assert_eq!(Portion::of(&text, 0, 100).text.len(), 96);
        assert_eq!(Portion::of(&text, 0, 150).text.len(), 150);
    }
}
