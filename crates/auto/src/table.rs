//! A table of numbers, a row a block, laid out for models that look at many rows at once.
//!
//! Rows stand in groups of [`LANES`]; inside a group the values of one feature stand side by side, so that
//! a comparison of a feature with a threshold is a few vector instructions, and a group's values stay in
//! the cache while all trees pass over them.

/// Rows a group has. The last group is filled up with zeros.
pub const LANES: usize = 32;

/// Rows that are written together: what a line of the cache holds of a lane.
pub const BUNDLE: usize = 16;

/// Groups of rows that a stretch has.
const TOGETHER: usize = 8;

/// The values of one feature in a group of rows.
pub type Lane = [f32; LANES];

/// A table of numbers.
///
/// ```
/// use dehusk_auto::training::Table;
/// let mut table = Table::new(2, 3);
/// table.set_row(1, &[1.0, 2.0, 3.0]);
/// table.set_column(0, [7.0, 8.0]);
/// assert_eq!(table.row(1), [8.0, 2.0, 3.0]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Table {
    rows: usize,
    width: usize,
    lanes: Vec<Lane>,
    constants: Vec<f32>,
}

/// Some groups of rows of a table.
pub(super) struct Stretch<'t> {
    lanes: &'t [Lane],
    width: usize,
    /// How many rows they are; those behind are no rows.
    rows: usize,
}

impl<'t> Stretch<'t> {
    /// The groups, each a lane a feature.
    #[inline]
    pub fn groups(&self) -> impl Iterator<Item = &'t [Lane]> + use<'t> {
        self.lanes.chunks_exact(self.width)
    }

    /// The groups with the number of their rows.
    #[inline]
    pub fn groups_with_rows(&self) -> impl Iterator<Item = (&'t [Lane], usize)> + use<'t> {
        let rows = self.rows;
        self.groups().enumerate().map(move |(at, group)| (group, (rows - at * LANES).min(LANES)))
    }
}

impl Table {
    /// A table of zeros.
    pub fn new(rows: usize, width: usize) -> Table {
        let lanes = vec![[0.0; LANES]; rows.div_ceil(LANES) * width];
        Table { rows, width, lanes, constants: Vec::new() }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Values a row has of its own.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The values that all rows have, behind their own.
    pub fn constants(&self) -> &[f32] {
        &self.constants
    }

    /// Gives all rows the same further values. They are kept once: a question about them has one answer.
    pub fn set_constants(&mut self, values: Vec<f32>) {
        self.constants = values;
    }

    /// Stretches of a few groups of rows, which have much in common.
    pub(super) fn stretches(&self) -> impl Iterator<Item = Stretch<'_>> {
        let width = self.width.max(1);
        let stretches = self.lanes.chunks(width * TOGETHER).enumerate();
        stretches.map(move |(number, lanes)| {
            let rows = self.rows - number * TOGETHER * LANES;
            Stretch { lanes, width, rows: rows.min(TOGETHER * LANES) }
        })
    }

    /// Sets the first values of a row.
    pub fn set_row(&mut self, row: usize, values: &[f32]) {
        let start = row / LANES * self.width;
        for (lane, &value) in self.lanes[start..start + self.width].iter_mut().zip(values) {
            lane[row % LANES] = value;
        }
    }

    /// Sets the first values of several rows, from a row on that begins a bundle of sixteen. The rows stand in `values`
    /// one after another, each of `count` values. A lane's values are written side by side: one by one, each
    /// would cost a visit to another line of the cache.
    pub fn set_bundle(&mut self, row: usize, values: &[f32], count: usize) {
        let start = row / LANES * self.width;
        let lanes = &mut self.lanes[start..start + self.width];
        // As many lanes at a time as stay at hand while every row gives them its values.
        for (at, lanes) in lanes[..count.min(self.width)].chunks_mut(BUNDLE).enumerate() {
            let rows = values.chunks_exact(count.max(1)).take(BUNDLE).enumerate();
            for (number, values) in rows {
                let place = row % LANES + number;
                for (lane, &value) in lanes.iter_mut().zip(&values[at * BUNDLE..]) {
                    lane[place] = value;
                }
            }
        }
    }

    /// Sets a value of every row.
    pub fn set_column(&mut self, column: usize, values: impl IntoIterator<Item = f32>) {
        for (row, value) in values.into_iter().take(self.rows).enumerate() {
            self.lanes[row / LANES * self.width + column][row % LANES] = value;
        }
    }

    /// Sets a value of every row to the same.
    pub fn fill_column(&mut self, column: usize, value: f32) {
        self.lanes
            .iter_mut()
            .skip(column)
            .step_by(self.width.max(1))
            .for_each(|lane| *lane = [value; LANES]);
    }

    /// One value.
    pub fn get(&self, row: usize, column: usize) -> f32 {
        match column.checked_sub(self.width) {
            None => self.lanes[row / LANES * self.width + column][row % LANES],
            Some(constant) => self.constants[constant],
        }
    }

    /// The values of a row, with those that all have.
    pub fn row(&self, row: usize) -> Vec<f32> {
        (0..self.width + self.constants.len()).map(|column| self.get(row, column)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_columns_meet_over_group_borders() {
        let mut table = Table::new(130, 2);
        table.set_column(1, (0..130).map(|n| n as f32));
        for row in 0..130 {
            table.set_row(row, &[row as f32 * 2.0]);
        }
        let mut bundled = Table::new(130, 2);
        bundled.set_column(1, (0..130).map(|n| n as f32));
        let doubled: Vec<f32> = (0..130).map(|n| n as f32 * 2.0).collect();
        for (bundle, values) in doubled.chunks(BUNDLE).enumerate() {
            bundled.set_bundle(bundle * BUNDLE, values, 1);
        }
        assert!((0..130).all(|row| table.row(row) == bundled.row(row)));
        let stretches: Vec<Vec<usize>> = table
            .stretches()
            .map(|stretch| stretch.groups_with_rows().map(|(_, rows)| rows).collect())
            .collect();
        assert_eq!(stretches, [vec![32, 32, 32, 32, 2]]);
        for row in [0, 31, 32, 129] {
            assert_eq!(table.row(row), [row as f32 * 2.0, row as f32]);
        }
    }
}
