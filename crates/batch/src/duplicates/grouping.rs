//! From prints to groups.

use super::components::Pairs;
use super::groups::{Group, Groups, GroupsWriter};
use super::index::Index;
use super::prints::{Tag, each};
use super::{SameCounts, Sameness};
use crate::sorter::{Sorted, Sorter};
use std::io;
use std::path::{Path, PathBuf};

/// Bytes of a record of the sort: tag, hash, document.
pub const ENTRY: usize = 25;

/// Collects the prints of all rows.
pub(crate) struct Grouping {
    folder: PathBuf,
    budget: usize,
    by: Sameness,
    entries: Sorter,
    documents: u64,
}

impl Grouping {
    /// No rows yet. What does not fit into so many bytes goes to files in a folder.
    pub fn new(folder: &Path, budget: usize, by: Sameness) -> Grouping {
        // Several sorts are under way at once.
        let budget = budget / 3;
        let entries = Sorter::new(folder, budget);
        Grouping { folder: folder.to_path_buf(), budget, by, entries, documents: 0 }
    }

    /// Takes the prints of a document in.
    pub fn push(&mut self, document: u64, prints: &[u8]) -> io::Result<()> {
        self.documents += 1;
        for (tag, print) in each(prints).filter(|(tag, _)| is_looked_at(*tag, self.by)) {
            self.entries.push(&entry(tag, &print, document))?;
        }
        Ok(())
    }

    /// Finds what belongs together, and writes it to a file.
    pub fn finish(self, index: Option<&Index>, file: &Path) -> io::Result<(Groups, SameCounts)> {
        let Grouping { folder, budget, entries, documents, .. } = self;
        let mut counts = SameCounts { documents, ..SameCounts::default() };
        let mut pairs = Pairs::new(&folder, budget);
        // Every document with how it was found to be the same as an earlier one.
        let mut found = Sorter::new(&folder, budget);
        let mut current = Same::new(entries.finish()?, index)?;
        while let Some((tag, first, document)) = current.next()? {
            pairs.push(document, first)?;
            let mut record = [0; 9];
            record[..8].copy_from_slice(&document.to_be_bytes());
            record[8] = tag;
            found.push(&record)?;
        }
        let tags = Tags::new(found.finish()?)?;
        let sized = sized(&folder, budget, pairs, tags, &mut counts)?;
        let mut writer = GroupsWriter::create(file)?;
        let mut by_document = sized.finish()?;
        while let Some(record) = by_document.next()? {
            writer.write(record)?;
        }
        Ok((writer.finish()?, counts))
    }
}

fn is_looked_at(tag: u8, by: Sameness) -> bool {
    match by {
        Sameness::Key => tag <= Tag::Key as u8,
        Sameness::Text => tag <= Tag::Text as u8,
        Sameness::Near => true,
    }
}

pub fn entry(tag: u8, print: &[u8; 16], document: u64) -> [u8; ENTRY] {
    let mut entry = [0; ENTRY];
    entry[0] = tag;
    entry[1..17].copy_from_slice(print);
    entry[17..].copy_from_slice(&document.to_be_bytes());
    entry
}

pub fn number(bytes: &[u8]) -> u64 {
    bytes.get(..8).and_then(|bytes| bytes.try_into().ok()).map_or(0, u64::from_be_bytes)
}

/// Documents that share a print with an earlier one, of this run or another.
struct Same {
    entries: Sorted,
    earlier: Option<super::index::Reader>,
    /// The print that was seen last, and the first document that had it.
    last: Option<([u8; 17], u64)>,
}

impl Same {
    fn new(entries: Sorted, index: Option<&Index>) -> io::Result<Same> {
        let earlier = index.map(Index::reader).transpose()?;
        Ok(Same { entries, earlier, last: None })
    }

    /// Tag, first document and document.
    fn next(&mut self) -> io::Result<Option<(u8, u64, u64)>> {
        while let Some(entry) = self.entries.next()? {
            let mut print = [0; 17];
            print.copy_from_slice(&entry[..17]);
            let document = number(&entry[17..]);
            match self.last {
                Some((last, first)) if last == print => {
                    return Ok(Some((print[0], first, document)));
                }
                _ => {}
            }
            let earlier = match &mut self.earlier {
                Some(reader) => reader.find(&print)?,
                None => None,
            };
            self.last = Some((print, earlier.unwrap_or(document)));
            if let Some(first) = earlier {
                return Ok(Some((print[0], first, document)));
            }
        }
        Ok(None)
    }
}

/// For each document the least tag, and for the counts all of them.
struct Tags {
    sorted: Sorted,
    next: Option<(u64, u8)>,
}

impl Tags {
    fn new(sorted: Sorted) -> io::Result<Tags> {
        let mut tags = Tags { sorted, next: None };
        tags.advance()?;
        Ok(tags)
    }

    fn advance(&mut self) -> io::Result<()> {
        self.next = self.sorted.next()?.map(|record| (number(record), record[8]));
        Ok(())
    }

    /// The least tag of a document; documents are asked for in their order.
    fn of(&mut self, document: u64, counts: &mut SameCounts) -> io::Result<Tag> {
        let mut seen = [false; 5];
        while let Some((other, tag)) = self.next
            && other <= document
        {
            if other == document {
                seen[Tag::of(tag) as usize] = true;
            }
            self.advance()?;
        }
        let first = seen.iter().position(|seen| *seen).map_or(Tag::Near, |tag| Tag::of(tag as u8));
        // An address that is the same is so in every form.
        counts.address += u64::from(first <= Tag::Address);
        counts.normal += u64::from(first <= Tag::Normal);
        counts.key += u64::from(first <= Tag::Key);
        counts.text += u64::from(first == Tag::Text);
        counts.near += u64::from(first == Tag::Near);
        Ok(first)
    }
}

/// Every document of a group with the first of them, how it belongs to it, and how many there are.
fn sized(
    folder: &Path,
    budget: usize,
    pairs: Pairs,
    mut tags: Tags,
    counts: &mut SameCounts,
) -> io::Result<Sorter> {
    let mut stars = pairs.stars()?;
    // How many there are is known behind the last of a group, so the groups are gone through by two readers, of which
    // one is ahead.
    let (mut ahead, mut members) = (Sorter::new(folder, budget), Sorter::new(folder, budget));
    while let Some((document, first)) = stars.next()? {
        let tag = tags.of(document, counts)?;
        let mut record = [0; 17];
        record[..8].copy_from_slice(&first.to_be_bytes());
        record[8..16].copy_from_slice(&document.to_be_bytes());
        record[16] = tag as u8;
        ahead.push(&record[..8])?;
        members.push(&record)?;
    }
    let (mut ahead, mut members) = (ahead.finish()?, members.finish()?);
    let mut all = Sorter::new(folder, budget);
    let mut next = ahead.next()?.map(number);
    while let Some(first) = next {
        let mut others = 0;
        while next == Some(first) {
            others += 1;
            next = ahead.next()?.map(number);
        }
        let size = others + 1;
        all.push(&Group { document: first, first, tag: None, size }.write())?;
        for _ in 0..others {
            let Some(member) = members.next()? else { break };
            let (document, tag) = (number(&member[8..]), Some(Tag::of(member[16])));
            all.push(&Group { document, first, tag, size }.write())?;
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::duplicates::IndexEntries;
    use crate::duplicates::groups::number_of;
    use crate::duplicates::minhash::MinHash;
    use twox_hash::XxHash3_128;

    fn prints(url: &str, key: &str, text: &str) -> Vec<u8> {
        let exact = [url, key, key, text].map(|part| XxHash3_128::oneshot(part.as_bytes()));
        let exact = exact.iter().flat_map(|hash| hash.to_be_bytes());
        let bands = MinHash::default().bands(text);
        exact.chain(bands.iter().flat_map(|band| band.to_be_bytes())).collect()
    }

    fn text(seed: usize, changed: usize) -> String {
        (0..200)
            .map(|n| if n == changed { "other ".into() } else { format!("w{seed}x{n} ") })
            .collect()
    }

    fn rows() -> Vec<Vec<u8>> {
        vec![
            prints("a", "a", &text(1, 999)),
            prints("b", "b", &text(2, 999)),
            prints("a", "a", &text(3, 999)),
            prints("c", "b", &text(4, 999)),
            prints("d", "d", &text(1, 999)),
            prints("e", "e", &text(1, 77)),
            prints("f", "f", &text(5, 999)),
        ]
    }

    /// The first row of a row's group, the row's tag, and the group's size.
    type Found = Option<(u64, Option<Tag>, u64)>;

    /// What was found of each row, and what was counted.
    fn grouped(rows: &[Vec<u8>], by: Sameness, budget: usize) -> (Vec<Found>, SameCounts) {
        let folder = tempfile::tempdir().unwrap();
        let mut grouping = Grouping::new(folder.path(), budget, by);
        for (row, prints) in rows.iter().enumerate() {
            grouping.push(number_of(3, row as u64), prints).unwrap();
        }
        let (groups, counts) = grouping.finish(None, &folder.path().join("groups")).unwrap();
        let mut unit = groups.of_unit(3).unwrap();
        let mut next = || unit.next_row().unwrap();
        let first = |group: Group| (group.first - number_of(3, 0), group.tag, group.size);
        (rows.iter().map(|_| next().map(first)).collect(), counts)
    }

    #[test]
    fn documents_are_joined_by_each_step() {
        for budget in [1, 1 << 30] {
            let (found, counts) = grouped(&rows(), Sameness::Near, budget);
            let expected = [
                Some((0, None, 4)),
                Some((1, None, 2)),
                Some((0, Some(Tag::Address), 4)),
                Some((1, Some(Tag::Normal), 2)),
                Some((0, Some(Tag::Text), 4)),
                Some((0, Some(Tag::Near), 4)),
                None,
            ];
            assert_eq!(found, expected, "{budget}");
            let SameCounts { documents, address, normal, key, text, near } = counts;
            assert_eq!((documents, address, normal, key, text, near), (7, 1, 2, 2, 1, 1));
        }
        let (found, counts) = grouped(&rows(), Sameness::Key, 1 << 30);
        assert_eq!(found[4], None, "texts are not looked at");
        assert_eq!((counts.key, counts.text, counts.near), (2, 0, 0));
    }

    #[test]
    fn earlier_runs_come_first() {
        let folder = tempfile::tempdir().unwrap();
        let index_folder = folder.path().join("index");
        let mut earlier = IndexEntries::new(folder.path(), 1 << 20);
        earlier.push(&rows()[1]).unwrap();
        earlier.write(&index_folder, "one").unwrap();
        let index = Index::open(&index_folder, "two").unwrap();
        let mut grouping = Grouping::new(folder.path(), 1 << 20, Sameness::Near);
        for (row, prints) in rows().iter().enumerate() {
            grouping.push(number_of(0, row as u64), prints).unwrap();
        }
        let file = folder.path().join("groups");
        let (groups, counts) = grouping.finish(Some(&index), &file).unwrap();
        let mut unit = groups.of_unit(0).unwrap();
        let found: Vec<_> = (0..7).map(|_| unit.next_row().unwrap()).collect();
        assert_eq!(found[0].unwrap().tag, None, "the first of this run");
        let (again, other) = (found[1].unwrap(), found[3].unwrap());
        assert_eq!((again.tag, other.tag), (Some(Tag::Address), Some(Tag::Normal)));
        assert_eq!((again.name(), again.size), ("earlier-0".into(), 3));
        assert_eq!(counts.key, 3);
    }
}
