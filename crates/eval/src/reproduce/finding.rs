//! What an experiment found: grids of values, plots, and notes. It is data alone, so that it can be kept in a file
//! and shown in a terminal, in Markdown and in HTML.

use super::{Column, Plot, Unit};
use crate::table::Table;
use crate::table::summary::Summary;
use serde::{Deserialize, Serialize};

/// What an experiment found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// Values, set beside the printed ones of the same name.
    pub grids: Vec<Grid>,
    /// Pictures.
    pub plots: Vec<Plot>,
    /// Sentences for the reader.
    pub notes: Vec<String>,
}

impl Finding {
    /// Adds values.
    pub fn with_grid(mut self, grid: Grid) -> Finding {
        self.grids.push(grid);
        self
    }

    /// Adds a picture.
    pub fn with_plot(mut self, plot: Plot) -> Finding {
        self.plots.push(plot);
        self
    }

    /// Adds a sentence.
    pub fn with_note(mut self, note: impl Into<String>) -> Finding {
        self.notes.push(note.into());
        self
    }
}

/// Values by row and column.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Grid {
    /// Tells it from the others of the experiment; empty where there is only one.
    pub title: String,
    /// The columns.
    pub columns: Vec<Head>,
    /// The rows: a name, and a cell a column.
    pub rows: Vec<(String, Vec<Option<Cell>>)>,
}

/// A column of a grid, whose name may be made while the experiment runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// The name.
    pub name: String,
    /// What its values are.
    pub unit: Unit,
    /// Whether its data are not the paper's, though the experiment's are.
    pub stands_in: bool,
}

impl Head {
    /// A column of values of a unit.
    pub fn new(name: impl Into<String>, unit: Unit) -> Head {
        Head { name: name.into(), unit, stands_in: false }
    }
}

impl From<Column> for Head {
    fn from(column: Column) -> Head {
        Head { name: column.name.into(), unit: column.unit, stands_in: column.stands_in }
    }
}

impl From<&Column> for Head {
    fn from(column: &Column) -> Head {
        Head::from(*column)
    }
}

/// A value, and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// The value.
    pub value: f64,
    /// Its 95 % interval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<[f64; 2]>,
}

impl From<f64> for Cell {
    fn from(value: f64) -> Cell {
        Cell { value, interval: None }
    }
}

impl From<Summary> for Cell {
    fn from(summary: Summary) -> Cell {
        Cell { value: summary.value, interval: Some([summary.low, summary.high]) }
    }
}

impl Grid {
    /// An empty grid.
    pub fn new(
        title: impl Into<String>,
        columns: impl IntoIterator<Item = impl Into<Head>>,
    ) -> Grid {
        let columns = columns.into_iter().map(Into::into).collect();
        Grid { title: title.into(), columns, rows: Vec::new() }
    }

    /// Adds a row; cells that are no finite number are blank.
    pub fn add(
        &mut self,
        name: impl Into<String>,
        cells: impl IntoIterator<Item = impl Into<Option<f64>>>,
    ) {
        let cells = cells.into_iter().map(|cell| cell.into().map(Cell::from));
        self.add_cells(name, cells.collect());
    }

    /// Adds a row of cells, as many as there are columns: too many are cut, too few are filled up.
    pub fn add_cells(&mut self, name: impl Into<String>, mut cells: Vec<Option<Cell>>) {
        cells.resize(self.columns.len(), None);
        let finite = |cell: Option<Cell>| cell.filter(|cell| cell.value.is_finite());
        self.rows.push((name.into(), cells.into_iter().map(finite).collect()));
    }

    /// A table of a measure as a grid: a column a group, in the order of `columns`, which name the groups.
    pub fn of_table(title: impl Into<String>, table: &Table, columns: &[Column]) -> Grid {
        let mut grid = Grid::new(title, columns);
        let places: Vec<Option<usize>> =
            columns.iter().map(|c| table.groups.iter().position(|g| *g == c.name)).collect();
        for row in &table.rows {
            let cell = |place: &Option<usize>| row.cells[(*place)?].map(Cell::from);
            grid.add_cells(&row.extractor, places.iter().map(cell).collect());
        }
        grid
    }

    /// The cell of a row and a column.
    pub fn get(&self, row: &str, column: &str) -> Option<Cell> {
        let place = self.columns.iter().position(|c| c.name == column)?;
        self.rows.iter().find(|(name, _)| name == row)?.1[place]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_fit_their_columns_and_hold_no_nonsense() {
        let mut grid = Grid::new("", [Column::share("a"), Column::share("b")]);
        grid.add("x", [0.5, f64::NAN, 3.0]);
        grid.add("y", [Some(0.25)]);
        assert_eq!(grid.get("x", "a"), Some(Cell::from(0.5)));
        assert_eq!(grid.get("x", "b"), None);
        assert_eq!(grid.rows[1].1, [Some(Cell::from(0.25)), None]);
    }
}
