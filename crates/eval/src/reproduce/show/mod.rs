//! What was found, for people: in a terminal, as Markdown, and as one HTML page.

mod draw;
mod html;
mod markdown;
mod text;

pub use html::page;
pub use markdown::markdown;
pub use text::{list, text};

use super::{Account, Agreement, Corpora, Data, Outcome, compare};

/// How many cells of all accounts are near the paper.
fn agreement(accounts: &[Account]) -> Agreement {
    let mut sum = Agreement::default();
    for account in accounts {
        let Outcome::Found { finding, .. } = &account.outcome else { continue };
        let tables = compare(account.experiment, finding);
        tables.iter().for_each(|table| sum += table.agreement(account.experiment.data));
    }
    sum
}

/// The sum in words; none where nothing was compared.
fn agreement_in_words(agreement: &Agreement) -> Option<String> {
    let share = |near: usize, cells: usize| 100.0 * near as f64 / cells as f64;
    let Agreement { cells, near, unexplained, stand_in_cells, stand_in_near } = *agreement;
    let mut parts = Vec::new();
    if cells > 0 {
        parts.push(format!(
            "{near} of {cells} cells on the papers' own data are within .03 of the printed value ({:.0} %)",
            share(near, cells)
        ));
        if near < cells {
            parts.push(match unexplained {
                0 => "a sentence says why of each of the others".to_string(),
                n => format!("of {n} of the others no sentence says why"),
            });
        }
    }
    if stand_in_cells > 0 {
        parts.push(format!(
            "{stand_in_near} of {stand_in_cells} on data that stand in ({:.0} %)",
            share(stand_in_near, stand_in_cells)
        ));
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// On what an experiment runs, in a few words.
fn data_in_words(account: &Account) -> String {
    let corpora = match &account.outcome {
        Outcome::Found { corpora, .. } if !corpora.is_empty() => corpora.join(", "),
        _ => match account.experiment.corpora {
            Corpora::None => "made-up pages".into(),
            Corpora::These(names) | Corpora::Among(names) => names.join(", "),
            Corpora::All => "all corpora".into(),
        },
    };
    match account.experiment.data {
        Data::Own if account.experiment.corpora == Corpora::None => corpora,
        Data::Own if account.experiment.printed.is_empty() => corpora,
        Data::Own => format!("the paper's own data: {corpora}"),
        Data::StandIn { lacks, with } => format!("{lacks}; in its place: {with}"),
        Data::Missing(why) => why.into(),
    }
}

/// What came of an experiment, in two words.
fn state(account: &Account) -> &'static str {
    match (&account.outcome, account.experiment.data) {
        (Outcome::Failed(_), _) => "failed",
        (Outcome::Missing(_), _) => "can not run",
        (Outcome::Waiting, _) => "not run yet",
        (_, Data::StandIn { .. }) => "stands in",
        _ => "run here",
    }
}

/// How many cells of one experiment are near the paper.
fn near_in_words(account: &Account) -> Option<String> {
    let sum = agreement(std::slice::from_ref(account));
    let (near, cells) = (sum.near + sum.stand_in_near, sum.cells + sum.stand_in_cells);
    (cells > 0).then(|| format!("{near} of {cells}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::{
        Axis, Column, Context, Experiment, ExperimentError, Finding, Grid, Mark, Plot, Printed,
        Remark,
    };

    fn nothing(_: &mut Context<'_>) -> Result<Finding, ExperimentError> {
        Ok(Finding::default())
    }

    static FOUND: Experiment = Experiment::new("001", "table-1", "A table", nothing)
        .with_printed(&[Printed {
            grid: "",
            columns: &[Column::share("a")],
            rows: &[("x", &[0.5]), ("y", &[0.9])],
        }])
        .with_remarks(&[Remark { row: "y", column: "a", why: "Another version." }]);
    static FAILED: Experiment = Experiment::new("001", "table-2", "Another table", nothing);
    static MISSING: Experiment = Experiment::missing("004", "table-3", "TECO", "no data are found");

    /// One that found something, one that failed, one that can not run.
    pub(super) fn accounts() -> Vec<Account> {
        let mut grid = Grid::new("", [Column::share("a"), Column::count("<i>")]);
        grid.add("x", [0.51, 3.0]);
        grid.add("y", [0.8, 4.0]);
        let plot = Plot::new("Curves", Axis::new("pages"), Axis::new("F1"));
        let plot = plot.with_series("<i>", Mark::Line, [[0.0, 0.0], [1.0, 1.0]]);
        let finding = Finding::default().with_grid(grid).with_plot(plot).with_note("A note.");
        let corpora = vec!["news".to_string()];
        let found = Outcome::Found { finding, corpora, seconds: 1.5, kept: false };
        vec![
            Account { experiment: &FOUND, outcome: found },
            Account { experiment: &FAILED, outcome: Outcome::Failed("too slow".into()) },
            Account { experiment: &MISSING, outcome: Outcome::Missing("no data are found".into()) },
        ]
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        for width in [60, 80, 200] {
            let text = text(&accounts(), width);
            assert!(text.lines().all(|line| line.chars().count() <= width), "{width}: {text}");
            assert!(text.contains("FAILED: too slow") && text.contains("0.800"), "{text}");
        }
    }

    #[test]
    fn the_list_names_what_is_missing() {
        let text = list(&accounts(), 80);
        assert!(text.contains("no data are found") && text.contains("001 shallow-text"), "{text}");
    }
}
