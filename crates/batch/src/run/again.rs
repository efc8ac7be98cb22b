//! The second time that pages are read: those of sites that have shown enough, and no others.
//!
//! A row knows which input it came from and where it stood there. In an archive whose records are packed one by one its
//! record is gone to directly; elsewhere the input is read up to it. An input without such a page is not opened.

use super::error::RunError;
use super::remember::{Remembered, site_of};
use super::unit::{Chunk, ChunkSource, Position, Unit, size};
use crate::columns::{ITEM, LESSON};
use crate::read::warc::Damage;
use crate::read::{Item, Items, Meter, ReadOptions};
use arrow::array::{Array, AsArray, RecordBatch};
use arrow::datatypes::Int64Type;

/// Bits for the items of an input.
const ITEM_BITS: u32 = 40;

/// Where a page stood: the input of its unit, and how many things the input gave before.
pub(crate) fn item_number(input: usize, item: u64) -> i64 {
    ((input as i64) << ITEM_BITS) | item as i64
}

/// The rows of a unit, each batch with the pages of those that are judged anew.
pub(crate) struct Again<'u, B> {
    pub unit: &'u Unit,
    pub options: &'u ReadOptions,
    pub meter: Meter,
    pub remembered: &'u Remembered,
    /// The rows as they were made first.
    pub batches: B,
    /// The batches that were done before.
    pub from: Position,
    pub open: Option<Open>,
    pub at: Position,
    pub unreadable: Option<Damage>,
}

/// An input that is being read.
pub(crate) struct Open {
    input: usize,
    items: Box<dyn Items>,
    /// Things that it has given, or that were passed by.
    given: u64,
}

impl<B: Iterator<Item = Result<RecordBatch, RunError>> + Send> ChunkSource for Again<'_, B> {
    fn next_chunk(&mut self) -> Result<Option<Chunk>, RunError> {
        loop {
            let Some(rows) = self.batches.next().transpose()? else { return Ok(None) };
            self.at.items += 1;
            if self.at.items <= self.from.items {
                continue;
            }
            let number = self.at.items - self.from.items - 1;
            let mut chunk = Chunk { number, end: self.at, ..Chunk::default() };
            let mut again = Vec::new();
            for (row, item) in self.wanted(&rows) {
                let Some(item) = self.item(item, offset(&rows, row))? else { return Ok(None) };
                chunk.bytes += size(&item);
                chunk.items.push(item);
                again.push(row);
            }
            chunk.rows = Some((rows, again));
            return Ok(Some(chunk));
        }
    }

    fn unreadable(&mut self) -> Option<Damage> {
        self.unreadable.take()
    }
}

impl<B> Again<'_, B> {
    /// The rows whose sites are known, and where their pages stood.
    fn wanted(&self, rows: &RecordBatch) -> Vec<(usize, i64)> {
        let lessons = rows.column_by_name(LESSON).and_then(|c| c.as_binary_opt::<i32>());
        let items = rows.column_by_name(ITEM).and_then(|c| c.as_primitive_opt::<Int64Type>());
        let (Some(lessons), Some(items)) = (lessons, items) else { return Vec::new() };
        let knows = |row: &usize| {
            let site = lessons.is_valid(*row).then(|| site_of(lessons.value(*row))).flatten();
            site.is_some_and(|site| self.remembered.knows(site))
        };
        (0..rows.num_rows()).filter(knows).map(|row| (row, items.value(row))).collect()
    }

    /// The thing that stood at a place; none if it can not be read now.
    fn item(&mut self, number: i64, offset: u64) -> Result<Option<Item>, RunError> {
        let input = (number >> ITEM_BITS) as usize;
        let wanted = (number & ((1 << ITEM_BITS) - 1)) as u64;
        let changed = || RunError::Changed(self.unit.inputs[input].name.clone());
        if self.open.as_ref().is_none_or(|open| open.input != input || open.given > wanted) {
            match self.unit.inputs[input].items(self.options, &self.meter) {
                Ok(items) => self.open = Some(Open { input, items, given: 0 }),
                Err(error) => {
                    let file = self.unit.inputs[input].name.as_str().into();
                    let what = error.to_string();
                    self.unreadable = Some(Damage { file, offset: 0, what, ends_input: true });
                    return Ok(None);
                }
            }
        }
        let open = self.open.as_mut().ok_or(RunError::Crashed)?;
        if wanted > open.given && open.items.go_to(offset) {
            open.given = wanted;
        }
        loop {
            let item = open.items.next().ok_or_else(changed)?;
            open.given += 1;
            match item {
                Item::Damage(damage) if damage.ends_input => {
                    self.unreadable = Some(damage);
                    return Ok(None);
                }
                item if open.given == wanted + 1 => return Ok(Some(item)),
                _ => {}
            }
        }
    }
}

fn offset(rows: &RecordBatch, row: usize) -> u64 {
    let offsets = rows.column_by_name("offset").and_then(|c| c.as_primitive_opt::<Int64Type>());
    offsets.map_or(0, |offsets| offsets.value(row) as u64)
}
