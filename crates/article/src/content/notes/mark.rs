//! What marks look like that lead to a note, and the words by which pages call their notes.

use crate::content::label::short_text;
use dehusk_page::{NodeId, Page, name};

/// Characters around a mark that are none of it.
const AROUND: &[char] = &['[', ']', '(', ')', '{', '}', '.', ':', ',', '\u{fe0e}'];

/// Signs that are marks by themselves.
const SIGNS: &[char] = &['*', '†', '‡', '§', '¶', '‖', '⁂', '#'];

/// Words before the number of a note, as in "note 3".
const BEFORE_NUMBER: &[&str] =
    &["note", "notes", "nb", "n", "fn", "ref", "注", "註", "脚注", "прим"];

/// The mark that a text is, without brackets: a number, a letter, a few signs.
pub(super) fn mark(text: &str) -> Option<&str> {
    let core = text.trim_matches(|c: char| c.is_whitespace() || AROUND.contains(&c));
    let (before, number) = core.split_at(core.len() - digits_at_end(core));
    let numbered = (1..=4).contains(&number.len())
        && (before.is_empty() || BEFORE_NUMBER.contains(&before.trim().to_lowercase().as_str()));
    let letter = core.chars().count() == 1 && core.chars().all(char::is_alphabetic);
    let roman = (2..=6).contains(&core.len()) && core.bytes().all(|b| b"ivxlc".contains(&b));
    let signs = (1..=4).contains(&core.chars().count()) && core.chars().all(|c| SIGNS.contains(&c));
    let raised = !core.is_empty() && core.chars().all(|c| "⁰¹²³⁴⁵⁶⁷⁸⁹".contains(c));
    (numbered || letter || roman || signs || raised).then_some(core)
}

fn digits_at_end(text: &str) -> usize {
    text.bytes().rev().take_while(u8::is_ascii_digit).count()
}

/// The number a mark is.
pub(super) fn number(mark: &str) -> Option<u32> {
    mark.bytes().all(|b| b.is_ascii_digit()).then(|| mark.parse().ok())?
}

/// The mark that an element is, all of it.
pub(super) fn mark_of(page: &Page, id: NodeId) -> Option<String> {
    short_text(page, id).and_then(|text| mark(&text).map(str::to_string))
}

/// Whether a text only leads back from a note to its reference.
pub(super) fn is_way_back(text: &str) -> bool {
    let arrow = |c: char| {
        c.is_whitespace()
            || AROUND.contains(&c)
            || "^↑↩↵⏎⤴⬆▲←↖⇧⮌⮍⮐⮑\u{fe0f}".contains(c)
            || matches!(c, '-' | '|')
    };
    text.chars().all(arrow)
        || matches!(
            text.trim().to_lowercase().as_str(),
            "back" | "return" | "jump up" | "top" | "zurück"
        )
}

/// Parts of names by which pages call notes, references to them and what holds them.
const PARTS: &[&str] = &[
    "footnote",
    "endnote",
    "noteref",
    "fnref",
    "ftnt",
    "ftnref",
    "_ftn",
    "_edn",
    "cite_note",
    "cite_ref",
    "citation",
    "doc-note",
    "doc-biblio",
    "bibitem",
    "biblist",
    "bibliograph",
    "reference",
    "reflist",
    "footdef",
    "footref",
    "sidenote",
    "footer-note",
    "foot-note",
    "end-note",
];

/// Whole words of such names, numbers at their end left out.
const WORDS: &[&str] = &["fn", "fns", "note", "notes", "ftn", "edn", "bib", "fnote"];

/// Whether an element's names say that it has to do with notes.
pub(super) fn is_called_note(page: &Page, id: NodeId) -> bool {
    page.attrs(id).any(|(attribute, value)| {
        let says = matches!(attribute, name::CLASS | name::ID | name::ROLE | name::REL)
            || matches!(page.name_text(attribute), "epub:type" | "data-type" | "name" | "data-fn");
        says && is_note_name(value)
    })
}

fn is_note_name(value: &str) -> bool {
    let value = value.to_ascii_lowercase();
    let words = value.split(|c: char| !c.is_ascii_alphanumeric() || c.is_ascii_digit());
    PARTS.iter().any(|part| value.contains(part)) || words.into_iter().any(|w| WORDS.contains(&w))
}

/// What pages write above their notes.
const HEADINGS: &[&str] = &[
    "footnotes",
    "footnote",
    "notes",
    "note",
    "endnotes",
    "end notes",
    "references",
    "reference",
    "sidenotes",
    "notes and references",
    "references and notes",
    "bibliography",
    "citations",
    "works cited",
    "sources",
    "fußnoten",
    "fussnoten",
    "anmerkungen",
    "einzelnachweise",
    "quellen",
    "literatur",
    "notes de bas de page",
    "références",
    "notes et références",
    "notas",
    "referencias",
    "notas al pie",
    "referências",
    "note e riferimenti",
    "riferimenti",
    "noten",
    "voetnoten",
    "referenties",
    "przypisy",
    "bibliografia",
    "сноски",
    "примечания",
    "источники",
    "脚注",
    "註",
    "注释",
    "注釋",
    "参考文献",
    "參考文獻",
    "参考资料",
    "參考資料",
    "출처",
    "각주",
    "주석",
];

/// Whether a text is what pages write above their notes, and nothing else.
pub(super) fn is_notes_heading(text: &str) -> bool {
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == ':').to_lowercase();
    HEADINGS.contains(&text.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_short_and_have_no_words() {
        for (text, core) in
            [("[1]", "1"), (" 12. ", "12"), ("*", "*"), ("††", "††"), ("(a)", "a"), ("iv", "iv")]
        {
            assert_eq!(mark(text), Some(core), "{text}");
        }
        assert_eq!(mark("note 3"), Some("note 3"));
        assert_eq!(mark("²"), Some("²"));
        for text in ["", "12345", "see", "chapter 3", "1.2", "a b", "↩"] {
            assert_eq!(mark(text), None, "{text}");
        }
        assert_eq!((number("12"), number("a")), (Some(12), None));
    }

    #[test]
    fn ways_back() {
        assert!(["↩︎", "^", " ↑ ", "", "[↩]", "Back"].into_iter().all(is_way_back));
        assert!(!is_way_back("1") && !is_way_back("a story"));
    }

    #[test]
    fn names_of_notes() {
        for name in
            ["footnotes", "cite_note-3", "wp-block-footnotes", "fn:1", "fn12", "endnote-anchor"]
        {
            assert!(is_note_name(name), "{name}");
        }
        for name in ["header", "fnord", "notebook", "keynote", "section-1"] {
            assert!(!is_note_name(name), "{name}");
        }
        assert!(is_notes_heading(" Footnotes:") && !is_notes_heading("Notes from Berlin"));
    }
}
