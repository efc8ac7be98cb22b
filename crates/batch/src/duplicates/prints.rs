//! What a row is compared by.

use super::minhash::MinHash;
use crate::columns::Facts;
use twox_hash::XxHash3_128;

/// What two documents can have in common. A larger one is looked at where no smaller one is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Tag {
    Address = 0,
    Normal = 1,
    Key = 2,
    Text = 3,
    /// The first band of the MinHash; the others follow.
    Near = 4,
}

impl Tag {
    /// What a byte stands for.
    pub fn of(byte: u8) -> Tag {
        match byte {
            0 => Tag::Address,
            1 => Tag::Normal,
            2 => Tag::Key,
            3 => Tag::Text,
            _ => Tag::Near,
        }
    }

    /// The name in the column `duplicate`.
    pub fn name(self) -> &'static str {
        match self {
            Tag::Address | Tag::Normal | Tag::Key => "key",
            Tag::Text => "text",
            Tag::Near => "near",
        }
    }
}

/// Hashes before the bands, and bytes of each.
const EXACT: usize = 4;
const HASH: usize = 16;
const BAND: usize = 8;

/// The prints of a page as bytes: four hashes, of which those that are not known are 0, and the bands.
pub(crate) fn prints(facts: &Facts<'_>) -> Vec<u8> {
    let hash = |text: Option<&str>| text.map_or(0, |text| XxHash3_128::oneshot(text.as_bytes()));
    let key = facts.key().map(|key| key.as_str());
    let exact = [
        hash(facts.page.url),
        hash(facts.normal_address().as_deref()),
        hash(key),
        hash(Some(facts.text)),
    ];
    let exact = exact.iter().flat_map(|hash| hash.to_be_bytes());
    let bands = MinHash::default().bands(facts.text);
    exact.chain(bands.iter().flat_map(|band| band.to_be_bytes())).collect()
}

/// The prints of a row with what they are of, one by one. A print is a tag and a hash.
pub fn each(bytes: &[u8]) -> impl Iterator<Item = (u8, [u8; HASH])> + '_ {
    let (exact, bands) = bytes.split_at(bytes.len().min(EXACT * HASH));
    let exact = exact.chunks_exact(HASH).map(|hash| {
        let mut print = [0; HASH];
        print.copy_from_slice(hash);
        print
    });
    let bands = bands.chunks_exact(BAND).map(|band| {
        let mut print = [0; HASH];
        print[HASH - BAND..].copy_from_slice(band);
        print
    });
    let tagged = exact.chain(bands).zip(0u8..);
    tagged
        .filter(|(print, tag)| *tag >= Tag::Near as u8 || *print != [0; HASH])
        .map(|(print, tag)| (tag, print))
}
