//! Units of work: inputs that are read one after the other, in an order that does not depend on anything but them.

use super::error::RunError;
use crate::read::warc::Damage;
use crate::read::{Input, Item, Items, Meter, ReadError, ReadOptions};
use arrow::array::RecordBatch;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Bytes of pages that are handed over at once, and their number.
const CHUNK_BYTES: usize = 1 << 20;
const CHUNK_ITEMS: usize = 64;

/// Inputs that are worked on as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unit {
    pub number: usize,
    pub inputs: Vec<Input>,
}

/// How far a unit was read, and a hash of all that was read to tell whether it is still the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Position {
    pub items: u64,
    pub hash: u64,
}

/// Some of what a unit holds.
#[derive(Debug, Default)]
pub(crate) struct Chunk {
    pub number: u64,
    /// The input of the unit that they are of, and where among what it gives the first of them stands.
    pub input: usize,
    pub first: u64,
    pub items: Vec<Item>,
    pub bytes: usize,
    /// What was made of them before, with the row of each item, where they are worked on a second time.
    pub rows: Option<(RecordBatch, Vec<usize>)>,
    /// What was passed over, by name.
    pub skipped: BTreeMap<&'static str, u64>,
    /// Where it ends.
    pub end: Position,
}

/// Inputs in their order, packed into units of about the same size.
pub(crate) fn units(inputs: &[Input], unit_bytes: u64) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::new();
    let mut filled = u64::MAX;
    for input in inputs {
        // What has no size may be of any.
        let size = input.size.unwrap_or(unit_bytes);
        if filled.saturating_add(size) > unit_bytes || units.is_empty() {
            units.push(Unit { number: units.len(), inputs: Vec::new() });
            filled = 0;
        }
        filled = filled.saturating_add(size);
        units.iter_mut().last().into_iter().for_each(|unit| unit.inputs.push(input.clone()));
    }
    units
}

impl Position {
    fn step(&mut self, input: usize, item: &Item) {
        let place = match item {
            Item::Record(record) => record.offset,
            Item::Row(row) => row.offset,
            Item::Line(line) | Item::Page(line) => line.offset,
            Item::Damage(damage) => damage.offset,
        };
        self.items += 1;
        let mixed = self.hash ^ place ^ (input as u64).rotate_left(40);
        self.hash = mixed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }
}

/// The chunks of a unit. They are the same however often it is read.
pub(crate) struct Chunks<'u> {
    unit: &'u Unit,
    options: &'u ReadOptions,
    meter: Meter,
    /// The input that is being read, and its number.
    open: Option<Box<dyn Items>>,
    input: usize,
    /// Items that the input has given.
    given: u64,
    at: Position,
    number: u64,
    unreadable: Option<Damage>,
    /// Where to begin, if not at the beginning.
    from: Option<Position>,
}

impl<'u> Chunks<'u> {
    /// The chunks of a unit from a position on.
    pub fn new(
        unit: &'u Unit,
        options: &'u ReadOptions,
        meter: &Meter,
        from: Position,
    ) -> Chunks<'u> {
        Chunks {
            unit,
            options,
            meter: meter.clone(),
            open: None,
            input: 0,
            given: 0,
            at: Position::default(),
            number: 0,
            unreadable: None,
            from: (from.items > 0).then_some(from),
        }
    }

    /// Reads up to a position without giving anything; false if what was read is not what it was.
    fn skip_to(&mut self, position: Position) -> bool {
        while self.at.items < position.items {
            if self.next_item().is_some() {
                continue;
            }
            self.next_input();
            if self.unreadable.is_some() || self.input >= self.unit.inputs.len() {
                return false;
            }
        }
        if let Some(open) = &mut self.open {
            // It was counted when it was read first.
            open.take_skipped();
        }
        self.at == position
    }

    fn next_input(&mut self) {
        self.open = None;
        self.input += 1;
        self.given = 0;
    }

    fn next_item(&mut self) -> Option<Item> {
        if self.unreadable.is_some() {
            return None;
        }
        loop {
            if let Some(item) = self.open.as_mut().and_then(|items| items.next()) {
                self.at.step(self.input, &item);
                self.given += 1;
                if let Item::Damage(damage) = &item
                    && damage.ends_input
                {
                    self.unreadable = Some(damage.clone());
                    return None;
                }
                return Some(item);
            }
            if self.open.is_some() {
                return None;
            }
            let input = self.unit.inputs.get(self.input)?;
            match input.items(self.options, &self.meter) {
                Ok(items) => self.open = Some(items),
                Err(ReadError::Io { source, .. }) => {
                    let what = format!("it can not be read: {source}");
                    self.unreadable = Some(damage(input, what, true));
                    return None;
                }
                // It is something else and will be: the others are read.
                Err(other) => {
                    let said = other.to_string();
                    let what = said.strip_prefix(&format!("{}: ", input.name)).unwrap_or(&said);
                    let item = Item::Damage(damage(input, what.to_string(), false));
                    self.at.step(self.input, &item);
                    self.given += 1;
                    self.open = Some(Box::new(Nothing));
                    return Some(item);
                }
            }
        }
    }

    /// The next chunk; none at the end. A chunk is of one input.
    fn next(&mut self) -> Option<Chunk> {
        let mut chunk = Chunk { number: self.number, ..Chunk::default() };
        while chunk.items.len() < CHUNK_ITEMS && chunk.bytes < CHUNK_BYTES {
            match self.next_item() {
                Some(item) => {
                    if chunk.items.is_empty() {
                        (chunk.input, chunk.first) = (self.input, self.given - 1);
                    }
                    chunk.bytes += size(&item);
                    chunk.items.push(item);
                }
                None if self.unreadable.is_some() => break,
                None => {
                    chunk.take_skipped(self.open.as_deref_mut());
                    self.next_input();
                    if !chunk.items.is_empty() || self.input >= self.unit.inputs.len() {
                        break;
                    }
                }
            }
        }
        chunk.take_skipped(self.open.as_deref_mut());
        chunk.end = self.at;
        self.number += 1;
        (!chunk.items.is_empty() || !chunk.skipped.is_empty()).then_some(chunk)
    }
}

/// Gives the chunks of a unit.
pub(crate) trait ChunkSource: Send {
    /// The next chunk; none at the end, or where nothing more can be read.
    fn next_chunk(&mut self) -> Result<Option<Chunk>, RunError>;

    /// Why an input could not be read to its end, though it may be another time.
    fn unreadable(&mut self) -> Option<Damage>;
}

impl ChunkSource for Chunks<'_> {
    fn next_chunk(&mut self) -> Result<Option<Chunk>, RunError> {
        if let Some(position) = self.from.take()
            && !self.skip_to(position)
        {
            return match self.unreadable {
                Some(_) => Ok(None),
                None => Err(RunError::Changed(self.unit.inputs[0].name.clone())),
            };
        }
        Ok(self.next())
    }

    fn unreadable(&mut self) -> Option<Damage> {
        self.unreadable.take()
    }
}

impl Chunk {
    fn take_skipped(&mut self, items: Option<&mut (dyn Items + 'static)>) {
        let skipped = items.map(|items| items.take_skipped()).unwrap_or_default();
        for (name, count) in skipped {
            *self.skipped.entry(name).or_default() += count;
        }
    }
}

/// An input that gives nothing.
struct Nothing;

impl Items for Nothing {
    fn next(&mut self) -> Option<Item> {
        None
    }
}

fn damage(input: &Input, what: String, ends_input: bool) -> Damage {
    Damage { file: input.name.as_str().into(), offset: 0, what, ends_input }
}

pub(super) fn size(item: &Item) -> usize {
    match item {
        Item::Record(record) => record.block.len(),
        Item::Row(row) => match &row.html {
            Some(crate::read::RowHtml::Text(text)) => text.len(),
            Some(crate::read::RowHtml::Bytes(bytes)) => bytes.len(),
            None => 0,
        },
        Item::Line(line) | Item::Page(line) => line.bytes.len(),
        Item::Damage(_) => 0,
    }
}
