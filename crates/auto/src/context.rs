//! What the second model sees beside a block's own features: how sure the first one was of it, of what is
//! around it, and of what looks like it.

use super::choose::{Choice, likeliest_first};
use super::table::Table;
use dehusk_blocks::Within;
use dehusk_extract::Document;
use dehusk_page::name;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Neighbours whose probability is seen, either side.
const NEIGHBOURS: usize = 4;
/// Blocks either side that windows hold.
const WINDOWS: [usize; 4] = [2, 5, 10, 25];
/// Containers whose mean is seen.
const LEVELS: usize = 4;
/// The value of a neighbour that there is not.
const NONE: f32 = -1.0;

/// The names of the columns that [`write`] sets.
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

/// Sets the columns from `at` on.
pub fn write(
    document: &Document,
    first: &[f32],
    weights: &[f32],
    choice: &Choice,
    at: usize,
    table: &mut Table,
) {
    let sums = Sums::of(first, weights);
    let mut column = at;
    let mut set = |values: Vec<f32>| {
        table.set_column(column, values);
        column += 1;
    };
    set(first.to_vec());
    set(first.iter().map(|p| p - choice.cut.min(1.0)).collect());
    set(ranks(first, weights));
    for distance in 1..=NEIGHBOURS {
        let before = |n: usize| n.checked_sub(distance).map_or(NONE, |m| first[m]);
        set((0..first.len()).map(before).collect());
        set((0..first.len()).map(|n| first.get(n + distance).copied().unwrap_or(NONE)).collect());
    }
    for size in WINDOWS {
        let window = |n: usize| sums.mean(n.saturating_sub(size), (n + size + 1).min(first.len()));
        set((0..first.len()).map(window).collect());
    }
    levels(document, &sums).into_iter().for_each(&mut set);
    shapes(document, first, weights).into_iter().for_each(&mut set);
    set((0..first.len()).map(|n| sums.content[n] / sums.content[first.len()].max(1e-6)).collect());
    sections(document, first, &sums).into_iter().for_each(&mut set);
    set(runs(&choice.keep));
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

/// The mean probability in the parent of the block's container, then in each ancestor that holds more.
fn levels(document: &Document, sums: &Sums) -> [Vec<f32>; LEVELS] {
    let containers = document.containers();
    let list = containers.list();
    let mut levels = [const { Vec::new() }; LEVELS];
    for block in 0..document.blocks().len() {
        let mut at = list[containers.of_block(block)].parent.unwrap_or(0) as usize;
        for level in &mut levels {
            level.push(sums.mean(list[at].blocks.start as usize, list[at].blocks.end as usize));
            let more = |&up: &usize| list[up].len() > list[at].len();
            at = containers.chain(at).find(more).unwrap_or(0);
        }
    }
    levels
}

/// What blocks of the same shape have in common: the tags and classes of their container and of the two
/// elements around it. Items of a list, cells of a column and posts of a thread share theirs.
fn shapes(document: &Document, first: &[f32], weights: &[f32]) -> [Vec<f32>; 4] {
    let shapes = shapes_of(document);
    let mut numbers: HashMap<u64, u32, BuildHasherDefault<Hashed>> = HashMap::default();
    // Words, words that are content, the same squared, and blocks.
    let mut sums: Vec<[f32; 4]> = Vec::new();
    let mut shape_of = Vec::with_capacity(shapes.len());
    for ((shape, &p), &w) in shapes.iter().zip(first).zip(weights) {
        let number = *numbers.entry(*shape).or_insert(sums.len() as u32) as usize;
        if number == sums.len() {
            sums.push([0.0; 4]);
        }
        sums[number].iter_mut().zip([w, p * w, p * p * w, 1.0]).for_each(|(s, v)| *s += v);
        shape_of.push(number);
    }
    let total = weights.iter().sum::<f32>().max(1e-6);
    let mut columns = [const { Vec::new() }; 4];
    for number in shape_of {
        let [words, content, squares, count] = sums[number];
        let mean = content / words.max(1e-6);
        let spread = (squares / words.max(1e-6) - mean * mean).max(0.0).sqrt();
        for (column, value) in columns.iter_mut().zip([mean, count, words / total, spread]) {
            column.push(value);
        }
    }
    columns
}

fn shapes_of(document: &Document) -> Vec<u64> {
    let page = document.page();
    let list = document.containers().list();
    let own: Vec<u64> = list
        .iter()
        .map(|c| {
            let class = page.attr(c.node, name::CLASS).unwrap_or_default();
            class.bytes().fold(hash(0, page.name(c.node).number().into()), |h, b| hash(h, b.into()))
        })
        .collect();
    let shape = |block: usize| {
        let chain = document.containers().chain(document.containers().of_block(block));
        chain.take(3).fold(0, |h, at| hash(h, own[at]))
    };
    (0..document.blocks().len()).map(shape).collect()
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

/// For each block the mean probability of its section (what stands from a heading to the next one), and
/// its heading's probability.
fn sections(document: &Document, first: &[f32], sums: &Sums) -> [Vec<f32>; 2] {
    let blocks = document.blocks();
    let is_heading = |n: &usize| blocks.block(*n).within.has(Within::HEADING);
    let mut starts: Vec<usize> = (0..blocks.len()).filter(is_heading).collect();
    starts.push(blocks.len());
    let (mut section, mut heading) = (vec![NONE; blocks.len()], vec![NONE; blocks.len()]);
    for pair in starts.windows(2) {
        let mean = if pair[0] + 1 < pair[1] { sums.mean(pair[0] + 1, pair[1]) } else { NONE };
        section[pair[0]..pair[1]].fill(mean);
        heading[pair[0]..pair[1]].fill(first[pair[0]]);
    }
    [section, heading]
}

/// The length of the run of kept blocks a block stands in, or of dropped ones as a negative number.
fn runs(keep: &[bool]) -> Vec<f32> {
    let mut runs = Vec::with_capacity(keep.len());
    for run in keep.chunk_by(|a, b| a == b) {
        let length = run.len() as f32;
        runs.extend(run.iter().map(|&kept| if kept { length } else { -length }));
    }
    runs
}
