//! White space as browsers fold it, over slices of the page.

use dehusk_blocks::swar::Eight;

/// A piece of folded text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece<'t> {
    /// White space, a character of it; `wide` ones do not fold on a screen.
    Space { wide: bool },
    /// Text with nothing but single spaces in it, none at its ends.
    Text(&'t str),
}

/// What a byte may mean.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Plain,
    Space,
    /// May begin a no-break space or a soft hyphen.
    Latin,
    /// May begin a byte order mark, or a sign of an icon font in an area for private use.
    Mark,
    /// Begins such a sign, or may do so: it parts words and says nothing.
    Private,
    Supplement,
    /// A control character.
    Control,
}

static CLASSES: [Class; 256] = {
    let mut table = [Class::Plain; 256];
    let mut control = 0;
    while control < 0x20 {
        table[control] = Class::Control;
        control += 1;
    }
    table[0x7f] = Class::Control;
    table[b' ' as usize] = Class::Space;
    table[b'\t' as usize] = Class::Space;
    table[b'\n' as usize] = Class::Space;
    table[b'\r' as usize] = Class::Space;
    table[0x0c] = Class::Space;
    table[0xc2] = Class::Latin;
    table[0xee] = Class::Private;
    table[0xef] = Class::Mark;
    table[0xf3] = Class::Supplement;
    table[0xf4] = Class::Supplement;
    table
};

/// What stands at a place of a text, and how many bytes it takes.
fn look(bytes: &[u8], at: usize) -> (Seen, usize) {
    match CLASSES[bytes[at] as usize] {
        Class::Plain => (Seen::Plain, 1),
        Class::Space => (Seen::Space, 1),
        Class::Control => (Seen::Nothing, 1),
        Class::Latin if bytes.get(at + 1) == Some(&0xa0) => (Seen::Space, 2),
        Class::Latin if bytes.get(at + 1) == Some(&0xad) => (Seen::Nothing, 2),
        Class::Mark if bytes.get(at + 1..at + 3) == Some(&[0xbb, 0xbf]) => (Seen::Nothing, 3),
        // U+F8FF is a logo that keyboards have.
        Class::Mark if bytes.get(at + 1).is_some_and(|b| (0x80..=0xa3).contains(b)) => {
            match bytes.get(at + 1..at + 3) {
                Some([0xa3, 0xbf]) => (Seen::Plain, 1),
                _ => (Seen::Space, 3),
            }
        }
        Class::Private => (Seen::Space, 3),
        Class::Supplement if bytes[at] == 0xf4 || bytes.get(at + 1) >= Some(&0xb0) => {
            (Seen::Space, 4)
        }
        Class::Latin | Class::Mark | Class::Supplement => (Seen::Plain, 1),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    Plain,
    Space,
    Nothing,
}

/// Whether a reader sees nothing of a text but white space.
pub(super) fn is_blank(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let (seen, len) = look(bytes, at);
        if seen == Seen::Plain {
            return false;
        }
        at += len;
    }
    true
}

/// Cuts a text into pieces that need no change.
pub(super) fn fold<'t>(text: &'t str, mut piece: impl FnMut(Piece<'t>)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let (seen, len) = look(bytes, at);
        match seen {
            Seen::Space => {
                at += len;
                piece(Piece::Space { wide: len == 2 });
            }
            Seen::Nothing => at += len,
            Seen::Plain => {
                let end = plain_end(bytes, at);
                piece(Piece::Text(&text[at..end]));
                at = end;
            }
        }
    }
}

/// Bytes that are looked at together.
const TOGETHER: usize = 32;

/// Whether these are all printable bytes of ASCII, and no space has another one behind it; `next` are the bytes one
/// further.
fn are_plain(bytes: &[u8; TOGETHER], next: &[u8; TOGETHER]) -> bool {
    let is_other = |byte: u8| byte.wrapping_sub(b' ') > b'~' - b' ';
    let pairs = bytes.iter().zip(next);
    !pairs.fold(false, |any, (&a, &b)| any | is_other(a) | ((a == b' ') & (b == b' ')))
}

/// The end of the stretch from `at` of which nothing needs a look, as far as whole pieces go: a space at the end of one
/// does, since more white space may stand behind it.
fn plain_pieces(bytes: &[u8], at: usize) -> usize {
    let mut end = at;
    while let (Some(piece), Some(next)) = (
        bytes.get(end..).and_then(|rest| rest.first_chunk()),
        bytes.get(end + 1..).and_then(|rest| rest.first_chunk()),
    ) && are_plain(piece, next)
    {
        end += TOGETHER - usize::from(piece[TOGETHER - 1] == b' ');
    }
    while end + 8 <= bytes.len() {
        let eight = Eight::at(bytes, end);
        let spaces = eight.marks_of(b' ');
        if !eight.is_printable() || spaces & spaces << 8 != 0 {
            break;
        }
        end += 8 - (spaces >> 56) as usize;
    }
    end
}

/// The end of the stretch from `at` that can be copied as it stands: words and single spaces between them.
fn plain_end(bytes: &[u8], at: usize) -> usize {
    let mut end = plain_pieces(bytes, at);
    while end < bytes.len() {
        if CLASSES[bytes[end] as usize] == Class::Plain {
            end += 1;
            continue;
        }
        let (seen, len) = look(bytes, end);
        let single = bytes[end] == b' '
            && bytes.get(end + 1).is_some_and(|&b| CLASSES[b as usize] == Class::Plain);
        if seen != Seen::Plain && !single {
            break;
        }
        end += len;
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(text: &str) -> String {
        let mut out = String::new();
        fold(text, |piece| match piece {
            Piece::Space { .. } if out.ends_with(' ') => {}
            Piece::Space { .. } => out.push(' '),
            Piece::Text(t) => out.push_str(t),
        });
        out
    }

    #[test]
    fn folds_like_a_browser() {
        assert_eq!(folded("  a\n\t b  c d\u{a0}e "), " a b c d e ");
        assert_eq!(folded("a\u{a0}\u{a0} b"), "a b");
        assert_eq!(folded("été © x\u{3000}y"), "été © x\u{3000}y");
    }

    #[test]
    fn long_texts_fold_like_short_ones() {
        let pieces = [
            "word",
            " ",
            "  ",
            "\n",
            "\u{a0}",
            " \n",
            "é",
            "\u{ad}",
            "\u{1}",
            "a longer stretch of words",
        ];
        for first in 0..pieces.len().pow(2) {
            for filled in 20..45 {
                let text = format!(
                    "{}{}{}{}",
                    "x".repeat(filled),
                    pieces[first % pieces.len()],
                    pieces[first / pieces.len()],
                    "and so on ".repeat(8)
                );
                let by_char: String = text.chars().map(String::from).map(|c| folded(&c)).collect();
                assert_eq!(folded(&text), folded(&by_char), "{text:?}");
            }
        }
    }

    #[test]
    fn leaves_out_what_is_not_seen() {
        assert_eq!(folded("Donau\u{ad}dampf \u{feff}er"), "Donaudampf er");
        assert_eq!(folded("a \u{ad} b"), "a b");
        assert_eq!(folded("a\u{1}b\u{7f}\u{b}"), "ab");
        // Signs of icon fonts, but not a logo that keyboards have, a flag or a selector.
        assert_eq!(folded("a\u{f0c1} \u{e9ab}b\u{f0349}\u{100001}"), "a b ");
        assert_eq!(
            folded("\u{f8ff} 🙂 漢\u{e0100}，\u{e007f}"),
            "\u{f8ff} 🙂 漢\u{e0100}，\u{e007f}"
        );
        assert!(is_blank("\u{f0c1} \u{f0349}"));
        assert!(is_blank(" \u{a0}\u{ad}\n"));
        assert!(!is_blank(" \u{a9}"));
    }
}
