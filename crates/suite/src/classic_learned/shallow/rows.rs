//! A block beside its neighbours: the paper's 64 features of a page, in one order.
//!
//! The paper names its features and prints how many there are, but no list. Its numbers are met by this one: 23 of the
//! current block, 25 with the quotient and the difference of text density, and 64 in all, of which 19 are of the block
//! before, 19 of the block after, and one more is the quotient of words. With how often the text is in the corpus, for
//! all three, they are 67; that takes a corpus and is no matter of a page.

use super::Measures;
use super::atoms::{Around, Atoms};
use std::sync::LazyLock;

/// Features of a block in a page.
pub const LOCAL: usize = CURRENT + 2 * SHARED + QUOTIENTS;
/// Those of the block alone.
pub const CURRENT: usize = SHARED + 4;
/// Those that its neighbours have too.
pub const SHARED: usize = 19;
/// Those that compare it with the block before.
pub const QUOTIENTS: usize = 3;

const SHARED_NAMES: [&str; SHARED] = [
    "words",
    "link density",
    "text density",
    "average word length",
    "average sentence length",
    "start uppercase words",
    "start uppercase ratio",
    "full uppercase ratio",
    "full stop ratio",
    "date tokens",
    "vertical bars",
    "H1",
    "H2",
    "H3",
    "H4",
    "H5",
    "H6",
    "P",
    "DIV",
];
const OWN_NAMES: [&str; CURRENT - SHARED] =
    ["full uppercase words", "A", "absolute position", "relative position"];
const QUOTIENT_NAMES: [&str; QUOTIENTS] =
    ["text density delta (P/C)", "text density quotient (P/C)", "words quotient (P/C)"];

/// The names of the features, in their order: of the current block (C), what compares it with the block before (P/C), of
/// the block before (P), of the block after (N).
pub fn names() -> &'static [String] {
    static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
        let of = |letter: char| SHARED_NAMES.iter().map(move |name| format!("{name} ({letter})"));
        let own = OWN_NAMES.iter().map(|name| format!("{name} (C)"));
        let quotients = QUOTIENT_NAMES.iter().map(|name| name.to_string());
        of('C').chain(own).chain(quotients).chain(of('P')).chain(of('N')).collect()
    });
    &NAMES
}

/// The features of each block of a page. Beyond the first and the last there are blocks of nothing.
pub fn rows(atoms: &Atoms) -> Vec<[f32; LOCAL]> {
    let list = atoms.list();
    let of = |at: Option<usize>| {
        at.and_then(|at| list.get(at)).map_or(Measures::default(), |atom| atom.measures)
    };
    let row = |at: usize| {
        let (before, current, after) = (of(at.checked_sub(1)), of(Some(at)), of(Some(at + 1)));
        let own = [
            current.full_upper,
            f32::from(u8::from(current.around.has(Around::TAGS.len() - 1))),
            at as f32,
            at as f32 / list.len() as f32,
        ];
        let quotients = [
            before.text_density - current.text_density,
            before.text_density / current.text_density.max(1.0),
            before.words / current.words.max(1.0),
        ];
        let mut row = [0.0; LOCAL];
        let parts: [&[f32]; 5] =
            [&shared(&current), &own, &quotients, &shared(&before), &shared(&after)];
        row.iter_mut().zip(parts.into_iter().flatten()).for_each(|(place, value)| *place = *value);
        row
    };
    (0..list.len()).map(row).collect()
}

fn shared(m: &Measures) -> [f32; SHARED] {
    let tag = |bit: usize| f32::from(u8::from(m.around.has(bit)));
    [
        m.words,
        m.link_density,
        m.text_density,
        m.average_word_length,
        m.average_sentence_length,
        m.start_upper,
        m.start_upper_ratio(),
        m.full_upper_ratio(),
        m.full_stop_ratio(),
        m.dates,
        m.bars,
        tag(0),
        tag(1),
        tag(2),
        tag(3),
        tag(4),
        tag(5),
        tag(6),
        tag(7),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_page::Page;

    #[test]
    fn a_block_stands_beside_its_neighbours() {
        assert_eq!((LOCAL, names().len()), (64, 64));
        let atoms =
            Atoms::of(&Page::parse("<h1>One two</h1><p>Three</p><a href=x>four | five</a>"));
        let rows = rows(&atoms);
        let of = |row: usize, name: &str| {
            rows[row][names().iter().position(|known| known == name).unwrap()]
        };
        assert_eq!([of(1, "words (P)"), of(1, "words (C)"), of(1, "words (N)")], [2.0, 1.0, 2.0]);
        assert_eq!([of(1, "H1 (P)"), of(1, "P (C)"), of(2, "A (C)")], [1.0; 3]);
        assert_eq!([of(2, "vertical bars (C)"), of(2, "text density (C)")], [1.0, 3.0]);
        assert_eq!([of(1, "words quotient (P/C)"), of(0, "words quotient (P/C)")], [2.0, 0.0]);
        assert_eq!(of(2, "text density delta (P/C)"), -2.0);
        assert_eq!([of(2, "words (N)"), of(2, "relative position (C)")], [0.0, 2.0 / 3.0]);
    }
}
