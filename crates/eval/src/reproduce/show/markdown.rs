//! As Markdown, for a repository or a message: tables as `here / paper / difference`. Its plots are in the page.

use super::text::remarks;
use super::{agreement, agreement_in_words, data_in_words, near_in_words, state};
use crate::reproduce::compare::{Beside, Comparison};
use crate::reproduce::{Account, Head, Outcome, PAPERS, compare};
use std::fmt::Write;

/// All accounts.
pub fn markdown(accounts: &[Account]) -> String {
    let mut out = String::from("# The papers' tables and figures, run here\n\n");
    if let Some(words) = agreement_in_words(&agreement(accounts)) {
        let _ = writeln!(out, "{words}.\n");
    }
    overview(&mut out, accounts);
    for paper in PAPERS {
        let own = || accounts.iter().filter(|a| a.experiment.paper == paper.id);
        if own().next().is_none() {
            continue;
        }
        let _ = writeln!(out, "\n## {} {}\n\n{}", paper.id, paper.name, paper.title);
        own().for_each(|account| section(&mut out, account));
    }
    out
}

fn overview(out: &mut String, accounts: &[Account]) {
    *out += "| experiment | what it shows | state | near the paper | seconds |\n| --- | --- | --- | --- | --- |\n";
    for account in accounts {
        let seconds = match &account.outcome {
            Outcome::Found { seconds, .. } => format!("{seconds:.0}"),
            _ => String::new(),
        };
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {seconds} |",
            account.experiment.name(),
            cell_text(account.experiment.title),
            state(account),
            near_in_words(account).unwrap_or_default()
        );
    }
}

fn section(out: &mut String, account: &Account) {
    let _ = writeln!(out, "\n### {}: {}\n", account.experiment.name(), account.experiment.title);
    match &account.outcome {
        Outcome::Found { finding, .. } => {
            let _ = writeln!(out, "{}", data_in_words(account));
            for table in compare(account.experiment, finding) {
                draw(out, &table);
            }
            finding.notes.iter().for_each(|note| {
                let _ = writeln!(out, "\n{note}");
            });
            if !finding.plots.is_empty() {
                let titles: Vec<&str> = finding.plots.iter().map(|p| p.title.as_str()).collect();
                let _ = writeln!(out, "\nPlots, in the page: {}", titles.join("; "));
            }
        }
        Outcome::Waiting => *out += "Not run yet.\n",
        Outcome::Missing(why) => {
            let _ = writeln!(out, "Can not run: {why}");
        }
        Outcome::Failed(why) => {
            let _ = writeln!(out, "**Failed**: {why}");
        }
    }
}

fn draw(out: &mut String, table: &Comparison) {
    if !table.title.is_empty() {
        let _ = writeln!(out, "\n**{}**", cell_text(&table.title));
    }
    *out += "\n| |";
    for column in &table.columns {
        let mark = if column.stands_in { " (stands in)" } else { "" };
        let _ = write!(out, " {}{mark} |", cell_text(&column.name));
    }
    let _ = writeln!(out, "\n|{}", " --- |".repeat(table.columns.len() + 1));
    for (name, cells) in &table.rows {
        let _ = write!(out, "| {} |", cell_text(name));
        for (cell, column) in cells.iter().zip(&table.columns) {
            let _ = write!(out, " {} |", write(cell, column));
        }
        out.push('\n');
    }
    for remark in remarks(table) {
        let _ = writeln!(out, "\n{}", remark.replacen("* ", "\\* ", 1));
    }
}

fn write(cell: &Beside, column: &Head) -> String {
    let unit = column.unit;
    let here = cell.here.map_or("–".into(), |here| unit.write(here.value));
    let Some(paper) = cell.paper else {
        return match cell.here.and_then(|here| here.interval) {
            Some([low, high]) => format!("{here} ({} to {})", unit.write(low), unit.write(high)),
            None => here,
        };
    };
    let star = if cell.is_near(unit) == Some(false) { "\\*" } else { "" };
    match cell.difference() {
        Some(d) => {
            let sign = if d < 0.0 { "−" } else { "+" };
            format!("{here} / {} / {sign}{}{star}", unit.write(paper), unit.write(d.abs()))
        }
        None => format!("{here} / {}", unit.write(paper)),
    }
}

/// Text that does not end its cell.
fn cell_text(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::super::tests::accounts;
    use super::*;

    #[test]
    fn a_table_is_here_paper_difference() {
        let text = markdown(&accounts());
        assert!(text.contains("| y | 0.800 / 0.900 / −0.100\\* |"), "{text}");
        assert!(text.contains("\\* y, a: Another version."));
        assert!(text.contains("**Failed**: too slow"));
        assert!(text.contains("1 of 2 cells on the papers' own data"));
    }
}
