//! What was found beside what was printed.

use super::{Cell, Data, Experiment, Finding, Grid, Head, Printed, Unit};

/// A grid beside the printed table of its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The grid's title.
    pub title: String,
    /// The columns: those printed first.
    pub columns: Vec<Head>,
    /// The rows: those printed first.
    pub rows: Vec<(String, Vec<Beside>)>,
    /// Whether anything was printed.
    pub has_printed: bool,
}

/// A cell here and in the paper.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Beside {
    /// Here.
    pub here: Option<Cell>,
    /// In the paper.
    pub paper: Option<f64>,
    /// The sentence about it.
    pub why: Option<&'static str>,
}

impl Beside {
    /// Here less the paper.
    pub fn difference(&self) -> Option<f64> {
        Some(self.here?.value - self.paper?)
    }

    /// Whether it is as near to the paper as its unit asks.
    pub fn is_near(&self, unit: Unit) -> Option<bool> {
        // A hair more, as both are rounded.
        Some(self.difference()?.abs() <= unit.tolerance()? + 1e-9)
    }
}

/// How many cells are near the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// Cells that have a value here and in the paper, on the paper's data.
    pub cells: usize,
    /// Those of them that are near.
    pub near: usize,
    /// Those that are not near and have no sentence.
    pub unexplained: usize,
    /// Cells on data that stand in.
    pub stand_in_cells: usize,
    /// Those of them that are near.
    pub stand_in_near: usize,
}

impl std::ops::AddAssign for Agreement {
    fn add_assign(&mut self, other: Agreement) {
        self.cells += other.cells;
        self.near += other.near;
        self.unexplained += other.unexplained;
        self.stand_in_cells += other.stand_in_cells;
        self.stand_in_near += other.stand_in_near;
    }
}

/// All grids of a finding beside the paper; a printed table that nothing was found for is there too.
pub fn compare(experiment: &Experiment, finding: &Finding) -> Vec<Comparison> {
    let printed = |title: &str| experiment.printed.iter().find(|p| p.grid == title);
    let mut all: Vec<Comparison> =
        finding.grids.iter().map(|grid| join(experiment, grid, printed(&grid.title))).collect();
    for table in experiment.printed {
        if !finding.grids.iter().any(|grid| grid.title == table.grid) {
            let empty = Grid::new(table.grid, [] as [Head; 0]);
            all.push(join(experiment, &empty, Some(table)));
        }
    }
    all
}

fn join(experiment: &Experiment, grid: &Grid, printed: Option<&Printed>) -> Comparison {
    let mut columns: Vec<Head> = printed.iter().flat_map(|p| p.columns).map(Head::from).collect();
    let more = grid.columns.iter().filter(|c| !columns.iter().any(|own| own.name == c.name));
    columns.extend(more.cloned().collect::<Vec<_>>());
    let mut names: Vec<&str> = printed.map_or(Vec::new(), |p| p.rows.iter().map(|r| r.0).collect());
    let more = grid.rows.iter().map(|(name, _)| name.as_str());
    let more: Vec<&str> = more.filter(|name| !names.contains(name)).collect();
    names.extend(more);
    let beside = |row: &str, column: &Head| {
        let here = grid.get(row, &column.name);
        let paper = printed.and_then(|p| value(p, row, &column.name));
        let why = experiment.remarks.iter().find(|r| r.is_about(row, &column.name));
        Beside { here, paper, why: why.map(|remark| remark.why) }
    };
    let row = |name: &str| {
        let cells = columns.iter().map(|column| beside(name, column)).collect();
        (name.to_string(), cells)
    };
    let rows = names.into_iter().map(row).collect();
    Comparison { title: grid.title.clone(), columns, rows, has_printed: printed.is_some() }
}

fn value(printed: &Printed, row: &str, column: &str) -> Option<f64> {
    let place = printed.columns.iter().position(|c| c.name == column)?;
    let (_, values) = printed.rows.iter().find(|(name, _)| *name == row)?;
    values.get(place).copied().filter(|value| value.is_finite())
}

impl Comparison {
    /// How many of its cells are near the paper.
    pub fn agreement(&self, data: Data) -> Agreement {
        let mut sum = Agreement::default();
        let cells = self.rows.iter().flat_map(|(_, cells)| cells.iter().zip(&self.columns));
        for (cell, column) in cells {
            let Some(near) = cell.is_near(column.unit) else { continue };
            let own = matches!(data, Data::Own) && !column.stands_in;
            sum += Agreement {
                cells: usize::from(own),
                near: usize::from(own && near),
                unexplained: usize::from(own && !near && cell.why.is_none()),
                stand_in_cells: usize::from(!own),
                stand_in_near: usize::from(!own && near),
            };
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::{Column, Context, ExperimentError, NONE, Remark};

    fn nothing(_: &mut Context<'_>) -> Result<Finding, ExperimentError> {
        Ok(Finding::default())
    }

    static EXPERIMENT: Experiment = Experiment::new("001", "table-1", "A table", nothing)
        .with_printed(&[Printed {
            grid: "",
            columns: &[Column::share("a"), Column::share("b").standing_in(), Column::count("n")],
            rows: &[
                ("x", &[0.5, 0.5, 10.0]),
                ("y", &[0.9, NONE, 20.0]),
                ("gone", &[0.1, 0.2, 3.0]),
            ],
        }])
        .with_remarks(&[Remark { row: "y", column: "a", why: "Another version." }]);

    #[test]
    fn cells_are_found_by_name_and_counted_by_their_data() {
        let mut grid = Grid::new("", [Column::count("n"), Column::share("b"), Column::share("a")]);
        grid.add("y", [25.0, 0.7, 0.8]);
        grid.add("x", [10.0, 0.51, 0.529_999]);
        grid.add("ours", [1.0, 0.3, 0.2]);
        let all = compare(&EXPERIMENT, &Finding::default().with_grid(grid));
        let [one] = all.as_slice() else { panic!("one table: {all:?}") };
        let names: Vec<&str> = one.rows.iter().map(|r| r.0.as_str()).collect();
        assert_eq!(names, ["x", "y", "gone", "ours"]);
        assert_eq!(one.rows[1].1[0].why, Some("Another version."));
        assert!((one.rows[1].1[0].difference().expect("both") + 0.1).abs() < 1e-9);
        let expected =
            Agreement { cells: 2, near: 1, unexplained: 0, stand_in_cells: 1, stand_in_near: 1 };
        assert_eq!(one.agreement(Data::Own), expected);
        let stand_in = Data::StandIn { lacks: "", with: "" };
        assert_eq!(one.agreement(stand_in).stand_in_cells, 3);
    }

    #[test]
    fn what_was_printed_is_shown_where_nothing_was_found() {
        let all = compare(&EXPERIMENT, &Finding::default());
        assert_eq!(all.len(), 1);
        assert_eq!(all[0].rows.len(), 3);
        assert_eq!(all[0].agreement(Data::Own), Agreement::default());
    }
}
