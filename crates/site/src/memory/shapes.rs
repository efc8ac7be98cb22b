//! How often each shape of place held content.

use crate::code::{DecodeError, Reader, Writer};
use crate::observation::SeenBlock;
use crate::shape::Shape;
use crate::tree::{Item, Table};
use dehusk_extract::ShapeHint;

/// Shapes a site remembers; when there are more, those that were seen once are forgotten.
const MOST: usize = 4096;
/// Pages after which an average forgets: the newest page counts this much at least.
const WINDOW: u32 = 64;
/// Steps of a share.
const STEPS: f32 = 65_535.0;

/// What was seen at places of one shape.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Record {
    shape: u32,
    /// Pages that have it, up to 65,534.
    pages: u16,
    /// The average over pages of how likely its words were content.
    content: u16,
}

impl Item for Record {
    const EMPTY: Record = Record { shape: 0, pages: u16::MAX, content: 0 };
    fn is_empty(&self) -> bool {
        self.pages == u16::MAX
    }
}

/// All shapes of a site.
#[derive(Clone, Debug, Default)]
pub struct Shapes(Table<Record>);

impl Shapes {
    /// Learns from a page whose blocks were judged.
    pub fn learn(&mut self, blocks: &[SeenBlock]) {
        let mut sums: Vec<(u32, f32, f32)> = Vec::new();
        let mut judged: Vec<(u32, f32, f32)> = blocks
            .iter()
            .filter_map(|b| Some((b.shape.0, b.words.max(1) as f32, b.content?)))
            .collect();
        judged.sort_by_key(|(shape, ..)| *shape);
        for (shape, words, content) in judged {
            match sums.last_mut() {
                Some(last) if last.0 == shape => {
                    last.1 += words;
                    last.2 += words * content;
                }
                _ => sums.push((shape, words, words * content)),
            }
        }
        for (shape, words, content) in sums {
            self.add(shape, content / words);
        }
    }

    /// What is known of a shape.
    pub fn prior(&self, shape: Shape) -> Option<ShapeHint> {
        let record = self.0.find(shape.0.into(), |r| r.shape == shape.0)?;
        let content = f32::from(record.content) / STEPS;
        Some(ShapeHint { pages: record.pages.into(), content })
    }

    /// Bytes on the heap.
    pub fn heap_bytes(&self) -> usize {
        self.0.heap_bytes()
    }

    /// Writes all, in the order of their hashes.
    pub fn write(&self, out: &mut Writer) {
        let mut records: Vec<Record> = self.0.iter().collect();
        records.sort_by_key(|record| record.shape);
        out.number(records.len() as u64);
        for record in records {
            out.raw(record.shape.into(), 4);
            out.number(record.pages.into());
            out.raw(record.content.into(), 2);
        }
    }

    /// Reads all.
    pub fn read(from: &mut Reader) -> Result<Shapes, DecodeError> {
        let mut shapes = Shapes::default();
        let (count, mut last) = (from.below(MOST + 1)?, None);
        for _ in 0..count {
            let shape = from.raw(4)? as u32;
            let (pages, content) = (from.below(u16::MAX.into())? as u16, from.raw(2)? as u16);
            if last.is_some_and(|last| shape <= last) {
                return Err(DecodeError::Damaged("shapes are not in order"));
            }
            last = Some(shape);
            shapes.0.insert(Record { shape, pages, content }, hash_of);
        }
        Ok(shapes)
    }

    fn add(&mut self, shape: u32, content: f32) {
        let content = (content.clamp(0.0, 1.0) * STEPS) as u16;
        if let Some(record) = self.0.find_mut(shape.into(), |r| r.shape == shape) {
            record.learn(content);
            return;
        }
        if self.0.len() >= MOST {
            self.0.retain(|record| record.pages > 1, hash_of);
        }
        if self.0.len() < MOST {
            self.0.insert(Record { shape, pages: 1, content }, hash_of);
        }
    }
}

impl Record {
    fn learn(&mut self, content: u16) {
        self.pages = (self.pages + 1).min(u16::MAX - 1);
        let weight = i64::from(u32::from(self.pages).min(WINDOW));
        let step = (i64::from(content) - i64::from(self.content)) / weight;
        self.content = (i64::from(self.content) + step).clamp(0, u16::MAX.into()) as u16;
    }
}

fn hash_of(record: &Record) -> u64 {
    record.shape.into()
}
