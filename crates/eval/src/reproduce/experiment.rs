//! The declaration of an experiment: all that is known of it before it runs.

use super::{Context, ExperimentError, Finding};
use serde::{Deserialize, Serialize};

/// A paper whose experiments are here.
#[derive(Debug)]
pub struct Paper {
    /// What it is called on the command line.
    pub id: &'static str,
    /// Another name, which says more.
    pub name: &'static str,
    /// Who wrote what, where and when.
    pub title: &'static str,
}

/// All papers, in the order in which they are shown.
pub static PAPERS: &[Paper] = &[
    Paper {
        id: "000",
        name: "url-tree",
        title: "Sluban and Grčar, URL Tree: Efficient Unsupervised Content Extraction from Streams of Web Documents, CIKM 2013",
    },
    Paper {
        id: "001",
        name: "shallow-text",
        title: "Kohlschütter, Fankhauser and Nejdl, Boilerplate Detection using Shallow Text Features, WSDM 2010",
    },
    Paper {
        id: "002",
        name: "ensembles",
        title: "Gupta, Advancing and Benchmarking Large-Scale Content Extraction from the Web, master's thesis, Weimar 2022",
    },
    Paper {
        id: "004",
        name: "r4",
        title: "Alarte and Silva, Page-Level Main Content Extraction from Heterogeneous Webpages, TKDD 2021",
    },
    Paper { id: "own", name: "dehusk", title: "All extractors on all corpora" },
];

/// How an experiment is run.
pub type Run = fn(&mut Context<'_>) -> Result<Finding, ExperimentError>;

/// One table or figure.
#[derive(Debug)]
pub struct Experiment {
    /// The [`Paper`]'s id.
    pub paper: &'static str,
    /// Which one, such as `table-2` or `figure-4`.
    pub item: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// The corpora it is run on.
    pub corpora: Corpora,
    /// Whether these are the paper's data.
    pub data: Data,
    /// What the paper has.
    pub printed: &'static [Printed],
    /// Why cells are not as printed, and what was understood in which way.
    pub remarks: &'static [Remark],
    /// Counted up when the experiment is changed: what was found before is then found anew.
    pub version: u32,
    /// Whether it asks for what the user gives beside the corpora.
    pub asks_given: bool,
    /// None where the data can not be had.
    pub run: Option<Run>,
}

/// Which corpora an experiment is run on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corpora {
    /// It needs none: its pages are made up.
    None,
    /// All of these have to be there.
    These(&'static [&'static str]),
    /// Those of these that are there, one at least.
    Among(&'static [&'static str]),
    /// Whatever is there.
    All,
}

/// Whether an experiment has the paper's data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Data {
    /// The paper's own, or the part of them that is published.
    Own,
    /// Others in their place.
    StandIn {
        /// What can not be had.
        lacks: &'static str,
        /// What it is run on in place of that.
        with: &'static str,
    },
    /// They can not be had, and nothing can stand in: why.
    Missing(&'static str),
}

/// A table as it is printed in the paper.
#[derive(Debug)]
pub struct Printed {
    /// The title of the [`Grid`](super::Grid) that is set beside it; empty where there is only one.
    pub grid: &'static str,
    /// Its columns.
    pub columns: &'static [Column],
    /// Its rows, a value a column; [`NONE`] where the paper has none.
    pub rows: &'static [(&'static str, &'static [f64])],
}

/// No value in a printed table.
pub const NONE: f64 = f64::NAN;

/// A column of a declaration, and what its values are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// The name, the same in the printed table and in the one found here.
    pub name: &'static str,
    /// What its values are.
    pub unit: Unit,
    /// Whether its data are not the paper's, though the experiment's are.
    pub stands_in: bool,
}

impl Column {
    /// A column of values of a unit.
    pub const fn new(name: &'static str, unit: Unit) -> Column {
        Column { name, unit, stands_in: false }
    }

    /// A column of values from 0 to 1.
    pub const fn share(name: &'static str) -> Column {
        Column::new(name, Unit::Share)
    }

    /// A column of values from 0 to 100.
    pub const fn percent(name: &'static str) -> Column {
        Column::new(name, Unit::Percent)
    }

    /// A column of whole numbers.
    pub const fn count(name: &'static str) -> Column {
        Column::new(name, Unit::Count)
    }

    /// The column on other data than the paper's.
    pub const fn standing_in(mut self) -> Column {
        self.stands_in = true;
        self
    }
}

/// What values are, which decides how they are written and what counts as near.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unit {
    /// From 0 to 1.
    Share,
    /// From 0 to 100.
    Percent,
    /// Whole numbers. How many there are depends on the data, so none is near or far.
    Count,
    /// Seconds, which depend on the machine: none is near or far.
    Seconds,
    /// Another number: none is near or far.
    Number,
}

impl Unit {
    /// How far from the paper a value may be to count as the same.
    pub fn tolerance(self) -> Option<f64> {
        match self {
            Unit::Share => Some(0.03),
            Unit::Percent => Some(3.0),
            Unit::Count | Unit::Seconds | Unit::Number => None,
        }
    }

    /// A value as it is written.
    pub fn write(self, value: f64) -> String {
        match self {
            Unit::Share | Unit::Seconds => format!("{value:.3}"),
            Unit::Percent => format!("{value:.1}"),
            Unit::Count => format!("{value:.0}"),
            Unit::Number if value.abs() >= 1000.0 => format!("{value:.0}"),
            Unit::Number => format!("{value:.4}"),
        }
    }
}

/// A sentence about cells.
#[derive(Clone, Copy, Debug)]
pub struct Remark {
    /// The row; `*` is every one.
    pub row: &'static str,
    /// The column; `*` is every one.
    pub column: &'static str,
    /// The sentence.
    pub why: &'static str,
}

impl Remark {
    /// A sentence about the cells of a row and a column; `*` is every one.
    pub const fn new(row: &'static str, column: &'static str, why: &'static str) -> Remark {
        Remark { row, column, why }
    }

    /// Whether it is about a cell.
    pub fn is_about(&self, row: &str, column: &str) -> bool {
        ["*", row].contains(&self.row) && ["*", column].contains(&self.column)
    }
}

impl Experiment {
    /// An experiment on made-up pages, with nothing printed beside it.
    pub const fn new(
        paper: &'static str,
        item: &'static str,
        title: &'static str,
        run: Run,
    ) -> Experiment {
        Experiment {
            paper,
            item,
            title,
            corpora: Corpora::None,
            data: Data::Own,
            printed: &[],
            remarks: &[],
            version: 1,
            asks_given: false,
            run: Some(run),
        }
    }

    /// An experiment whose data can not be had, and why.
    pub const fn missing(
        paper: &'static str,
        item: &'static str,
        title: &'static str,
        why: &'static str,
    ) -> Experiment {
        Experiment {
            paper,
            item,
            title,
            corpora: Corpora::None,
            data: Data::Missing(why),
            printed: &[],
            remarks: &[],
            version: 1,
            asks_given: false,
            run: None,
        }
    }

    /// The corpora it is run on.
    pub const fn with_corpora(mut self, corpora: Corpora) -> Experiment {
        self.corpora = corpora;
        self
    }

    /// Its data are not the paper's: what is lacking, and what stands in.
    pub const fn with_stand_in(mut self, lacks: &'static str, with: &'static str) -> Experiment {
        self.data = Data::StandIn { lacks, with };
        self
    }

    /// What the paper has.
    pub const fn with_printed(mut self, printed: &'static [Printed]) -> Experiment {
        self.printed = printed;
        self
    }

    /// Sentences about cells.
    pub const fn with_remarks(mut self, remarks: &'static [Remark]) -> Experiment {
        self.remarks = remarks;
        self
    }

    /// Its version, from 2 on where it was changed.
    pub const fn with_version(mut self, version: u32) -> Experiment {
        self.version = version;
        self
    }

    /// It asks for what the user gives beside the corpora.
    pub const fn with_given(mut self) -> Experiment {
        self.asks_given = true;
        self
    }

    /// Paper and item.
    pub fn name(&self) -> String {
        format!("{} {}", self.paper, self.item)
    }

    /// Whether it is meant by names from the command line; without any, all are.
    pub fn is_meant(&self, paper: Option<&str>, item: Option<&str>) -> bool {
        let names = PAPERS.iter().filter(|p| p.id == self.paper).flat_map(|p| [p.id, p.name]);
        paper.is_none_or(|paper| names.into_iter().any(|name| name == paper))
            && item.is_none_or(|item| item == self.item)
    }

    /// Says what is wrong with a declaration: rows with more or fewer values than columns, names that can not be
    /// a file's.
    pub fn check(&self) -> Result<(), String> {
        let usable = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if self.item.is_empty() || !self.item.chars().all(usable) {
            return Err(format!("{:?} is no item: use lower case, digits and hyphens", self.item));
        }
        for table in self.printed {
            let uneven = table.rows.iter().find(|row| row.1.len() != table.columns.len());
            if let Some((row, values)) = uneven {
                let (has, wants) = (values.len(), table.columns.len());
                return Err(format!("the row {row:?} has {has} values for {wants} columns"));
            }
        }
        Ok(())
    }
}
