//! What the second model sees beside a block's own features: how sure the first one was of it, of what is
//! around it, and of what looks like it.

use super::choose::{Choice, likeliest_first};
use super::table::Table;
use dehusk_blocks::{Containers, Within};
use dehusk_extract::Document;
use dehusk_page::name;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

/// Neighbours whose probability is seen, either side.
const NEIGHBOURS: usize = 4;
/// Blocks either side that windows hold.
const WINDOWS: [usize; 4] = [2, 5, 10, 25];
/// Containers whose mean is seen.
const LEVELS: usize = 4;
/// The value of a neighbour that there is not.
const NONE: f32 = -1.0;

/// Numbers that a shape has.
const SHAPE: usize = 4;

/// The names of the columns that [`Context::write`] sets.
pub fn names() -> Vec<String> {
    let mut names = vec!["first".to_string(), "first_over_cut".into(), "first_rank".into()];
    names.extend(
        (1..=NEIGHBOURS).flat_map(|n| [format!("first_before_{n}"), format!("first_after_{n}")]),
    );
    names.extend(WINDOWS.map(|n| format!("first_window_{n}")));
    names.extend((1..=LEVELS).map(|n| format!("first_level_{n}")));
    names.extend(
        [
            "shape",
            "shape_count",
            "shape_words",
            "shape_spread",
            "share_before",
            "section",
            "heading",
            "kept_run",
        ]
        .map(|n| format!("first_{n}")),
    );
    names
}

/// What is worked out once for all blocks of a page, from which each block's columns follow.
pub struct Context<'d> {
    containers: &'d Containers,
    first: &'d [f32],
    cut: f32,
    sums: Sums,
    ranks: Vec<f32>,
    shapes: Shapes,
    sections: Vec<Section>,
    keep: &'d [bool],
    run_starts: Vec<u32>,
}

impl<'d> Context<'d> {
    /// Of a document, the first model's answer about its blocks, and what they weigh.
    pub fn new(
        document: &'d Document,
        first: &'d [f32],
        weights: &[f32],
        choice: &'d Choice,
    ) -> Context<'d> {
        let sums = Sums::of(first, weights);
        Context {
            containers: document.containers(),
            first,
            cut: choice.cut.min(1.0),
            ranks: ranks(first, weights),
            shapes: Shapes::of(document, first, weights),
            sections: sections(document, first, &sums),
            keep: &choice.keep,
            run_starts: run_starts(&choice.keep),
            sums,
        }
    }

    /// Sets the columns from `column` on for some blocks, which are all rows of the table.
    pub fn write(&self, rows: Range<usize>, column: usize, table: &mut Table) {
        let levels: Vec<[f32; LEVELS]> = rows.clone().map(|n| self.levels(n)).collect();
        let start = rows.start;
        let first = self.first;
        let mut columns = Columns { table, next: column, rows };
        columns.set(|n| first[n]);
        columns.set(|n| first[n] - self.cut);
        columns.set(|n| self.ranks[n]);
        for distance in 1..=NEIGHBOURS {
            columns.set(|n| n.checked_sub(distance).map_or(NONE, |before| first[before]));
            columns.set(|n| first.get(n + distance).copied().unwrap_or(NONE));
        }
        for size in WINDOWS {
            let end = |n: usize| (n + size + 1).min(first.len());
            columns.set(|n| self.sums.mean(n.saturating_sub(size), end(n)));
        }
        (0..LEVELS).for_each(|level| columns.set(|n| levels[n - start][level]));
        (0..SHAPE).for_each(|value| columns.set(|n| self.shapes.values(n)[value]));
        columns.set(|n| self.sums.content[n] / self.sums.content[first.len()].max(1e-6));
        columns.set(|n| self.section(n)[0]);
        columns.set(|n| self.section(n)[1]);
        columns.set(|n| self.run(n));
    }

    /// What is known of the section a block stands in; the heading stands in its own.
    fn section(&self, block: usize) -> [f32; 2] {
        let behind = self.sections.partition_point(|section| section.start <= block);
        behind.checked_sub(1).map_or([NONE; 2], |at| self.sections[at].values)
    }

    /// The length of the run of kept blocks a block stands in, or of dropped ones as a negative number.
    fn run(&self, block: usize) -> f32 {
        let behind = self.run_starts.partition_point(|&start| start as usize <= block);
        let length = (self.run_starts[behind] - self.run_starts[behind - 1]) as f32;
        if self.keep[block] { length } else { -length }
    }

    /// The mean probability in the parent of the block's container, then in each ancestor that holds more.
    fn levels(&self, block: usize) -> [f32; LEVELS] {
        let list = self.containers.list();
        let mut at = list[self.containers.of_block(block)].parent.unwrap_or(0) as usize;
        std::array::from_fn(|_| {
            let container = &list[at];
            let (start, end) = (container.blocks.start as usize, container.blocks.end as usize);
            let more = |&up: &usize| list[up].len() > container.len();
            at = self.containers.chain(at).find(more).unwrap_or(0);
            self.sums.mean(start, end)
        })
    }
}

/// Columns that are set one after another.
struct Columns<'t> {
    table: &'t mut Table,
    next: usize,
    rows: Range<usize>,
}

impl Columns<'_> {
    fn set(&mut self, value: impl Fn(usize) -> f32) {
        self.table.set_column(self.next, self.rows.clone().map(value));
        self.next += 1;
    }
}

/// Sums of words, and of words that are content, over the blocks before each.
struct Sums {
    content: Vec<f32>,
    words: Vec<f32>,
}

impl Sums {
    fn of(first: &[f32], weights: &[f32]) -> Sums {
        let mut sums = Sums { content: vec![0.0], words: vec![0.0] };
        let (mut content, mut words) = (0.0, 0.0);
        for (p, w) in first.iter().zip(weights) {
            content += p * w;
            words += w;
            sums.content.push(content);
            sums.words.push(words);
        }
        sums
    }

    /// The mean probability of some blocks, weighted by words.
    fn mean(&self, from: usize, to: usize) -> f32 {
        (self.content[to] - self.content[from]) / (self.words[to] - self.words[from]).max(1e-6)
    }
}

/// The share of the page's words in blocks that are surer.
fn ranks(first: &[f32], weights: &[f32]) -> Vec<f32> {
    let total = weights.iter().sum::<f32>().max(1e-6);
    let mut ranks = vec![0.0; first.len()];
    let mut surer = 0.0;
    for block in likeliest_first(first) {
        let block = block as usize;
        ranks[block] = surer / total;
        surer += weights[block];
    }
    ranks
}

/// What blocks of the same shape have in common: the tags and classes of their container and of the two
/// elements around it. Items of a list, cells of a column and posts of a thread share theirs.
struct Shapes {
    of_block: Vec<u32>,
    values: Vec<[f32; SHAPE]>,
}

impl Shapes {
    fn of(document: &Document, first: &[f32], weights: &[f32]) -> Shapes {
        let mut numbers: HashMap<u64, u32, BuildHasherDefault<Hashed>> = HashMap::default();
        // Words, words that are content, the same squared, and blocks.
        let mut sums: Vec<[f32; SHAPE]> = Vec::new();
        let mut of_block = Vec::with_capacity(first.len());
        for ((shape, &p), &w) in shapes_of(document).zip(first).zip(weights) {
            let number = *numbers.entry(shape).or_insert(sums.len() as u32);
            if number as usize == sums.len() {
                sums.push([0.0; SHAPE]);
            }
            let sum = sums[number as usize].iter_mut();
            sum.zip([w, p * w, p * p * w, 1.0]).for_each(|(s, v)| *s += v);
            of_block.push(number);
        }
        let total = weights.iter().sum::<f32>().max(1e-6);
        for sum in &mut sums {
            let [words, content, squares, count] = *sum;
            let mean = content / words.max(1e-6);
            let spread = (squares / words.max(1e-6) - mean * mean).max(0.0).sqrt();
            *sum = [mean, count, words / total, spread];
        }
        Shapes { of_block, values: sums }
    }

    /// The mean probability of a block's shape, the number of its blocks, its share of the words, and how much the
    /// probabilities differ.
    fn values(&self, block: usize) -> &[f32; SHAPE] {
        &self.values[self.of_block[block] as usize]
    }
}

fn shapes_of(document: &Document) -> impl Iterator<Item = u64> {
    let page = document.page();
    let containers = document.containers();
    let own: Vec<u64> = containers
        .list()
        .iter()
        .map(|c| {
            let class = page.attr(c.node, name::CLASS).unwrap_or_default();
            class.bytes().fold(hash(0, page.name(c.node).number().into()), |h, b| hash(h, b.into()))
        })
        .collect();
    (0..document.blocks().len()).map(move |block| {
        let chain = containers.chain(containers.of_block(block));
        chain.take(3).fold(0, |h, at| hash(h, own[at]))
    })
}

/// What is hashed already; only that the bits a table looks at are the lower ones.
#[derive(Default)]
struct Hashed(u64);

impl Hasher for Hashed {
    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |state, &byte| hash(state, byte.into()));
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = value.rotate_left(32);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

fn hash(state: u64, value: u64) -> u64 {
    (state.rotate_left(5) ^ value).wrapping_mul(0x517c_c1b7_2722_0a95)
}

/// What stands from a heading to the next one.
struct Section {
    start: usize,
    /// The mean probability of what follows the heading, and the heading's own.
    values: [f32; 2],
}

fn sections(document: &Document, first: &[f32], sums: &Sums) -> Vec<Section> {
    let blocks = document.blocks();
    let is_heading = |n: &usize| blocks.block(*n).within.has(Within::HEADING);
    let starts = || (0..blocks.len()).filter(is_heading);
    let ends = starts().skip(1).chain([blocks.len()]);
    let section = |(start, end): (usize, usize)| {
        let mean = if start + 1 < end { sums.mean(start + 1, end) } else { NONE };
        Section { start, values: [mean, first[start]] }
    };
    starts().zip(ends).map(section).collect()
}

/// Where runs of blocks begin that are all kept or all dropped, and where the last one ends.
fn run_starts(keep: &[bool]) -> Vec<u32> {
    let is_start = |&n: &usize| n == 0 || keep[n - 1] != keep[n];
    (0..keep.len()).filter(is_start).chain([keep.len()]).map(|n| n as u32).collect()
}
