//! What the second model sees beside a block's own features: how sure the first one was of it, of what is
//! around it, and of what looks like it.

use super::choose::Choice;
use super::shapes::Shapes;
use dehusk_blocks::{Containers, Within};
use dehusk_extract::Document;

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

/// The names of the columns that [`Context::write_to`] appends.
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
    shapes: ShapeMeans<'d>,
    sections: Vec<Section>,
    keep: &'d [bool],
    run_starts: Vec<u32>,
}

impl<'d> Context<'d> {
    /// Of a document, the first model's answer about its blocks, what they weigh, and their order by it.
    pub fn new(
        document: &'d Document,
        first: &'d [f32],
        weights: &[f32],
        choice: &'d Choice,
        likeliest: &[u32],
    ) -> Context<'d> {
        let sums = Sums::of(first, weights);
        Context {
            containers: document.containers(),
            first,
            cut: choice.cut.min(1.0),
            ranks: ranks(likeliest, weights),
            shapes: ShapeMeans::of(document.derived(), first, weights),
            sections: sections(document, first, &sums),
            keep: &choice.keep,
            run_starts: run_starts(&choice.keep),
            sums,
        }
    }

    /// Appends the columns of a block.
    pub fn write_to(&self, block: usize, row: &mut Vec<f32>) {
        let first = self.first;
        row.extend([first[block], first[block] - self.cut, self.ranks[block]]);
        for distance in 1..=NEIGHBOURS {
            row.push(block.checked_sub(distance).map_or(NONE, |before| first[before]));
            row.push(first.get(block + distance).copied().unwrap_or(NONE));
        }
        for size in WINDOWS {
            let end = (block + size + 1).min(first.len());
            row.push(self.sums.mean(block.saturating_sub(size), end));
        }
        row.extend(self.levels(block));
        row.extend(self.shapes.values(block));
        row.push(self.sums.content[block] / self.sums.content[first.len()].max(1e-6));
        row.extend(self.section(block));
        row.push(self.run(block));
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

/// Sums of words, and of words that are content, over the blocks before each.
struct Sums {
    content: Vec<f32>,
    words: Vec<f32>,
}

impl Sums {
    fn of(first: &[f32], weights: &[f32]) -> Sums {
        let room = || Vec::with_capacity(first.len() + 1);
        let mut sums = Sums { content: room(), words: room() };
        sums.content.push(0.0);
        sums.words.push(0.0);
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
fn ranks(likeliest: &[u32], weights: &[f32]) -> Vec<f32> {
    let total = weights.iter().sum::<f32>().max(1e-6);
    let mut ranks = vec![0.0; weights.len()];
    let mut surer = 0.0;
    for block in likeliest.iter().map(|&block| block as usize) {
        ranks[block] = surer / total;
        surer += weights[block];
    }
    ranks
}

/// What blocks of the same shape have in common.
struct ShapeMeans<'d> {
    shapes: &'d Shapes,
    values: Vec<[f32; SHAPE]>,
}

impl<'d> ShapeMeans<'d> {
    fn of(shapes: &'d Shapes, first: &[f32], weights: &[f32]) -> ShapeMeans<'d> {
        // Words, words that are content, the same squared, and blocks.
        let mut sums = vec![[0.0; SHAPE]; shapes.count];
        for ((&shape, &p), &w) in shapes.of_block.iter().zip(first).zip(weights) {
            let sum = sums[shape as usize].iter_mut();
            sum.zip([w, p * w, p * p * w, 1.0]).for_each(|(s, v)| *s += v);
        }
        let total = weights.iter().sum::<f32>().max(1e-6);
        for sum in &mut sums {
            let [words, content, squares, count] = *sum;
            let mean = content / words.max(1e-6);
            let spread = (squares / words.max(1e-6) - mean * mean).max(0.0).sqrt();
            *sum = [mean, count, words / total, spread];
        }
        ShapeMeans { shapes, values: sums }
    }

    /// The mean probability of a block's shape, the number of its blocks, its share of the words, and how much the
    /// probabilities differ.
    fn values(&self, block: usize) -> [f32; SHAPE] {
        self.values[self.shapes.of_block[block] as usize]
    }
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
