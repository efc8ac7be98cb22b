//! For a terminal: each cell as here, paper, difference, in as many blocks of columns as its width asks for.

use super::{agreement, agreement_in_words, data_in_words};
use crate::reproduce::compare::{Beside, Comparison};
use crate::reproduce::{Account, Data, Head, Outcome, PAPERS, Unit, compare};
use std::fmt::Write;

/// A line for each experiment: its name, its state, what it shows.
pub fn list(accounts: &[Account], width: usize) -> String {
    let mut out = String::new();
    let mut paper = "";
    let longest = accounts.iter().map(|a| a.experiment.item.len()).max().unwrap_or(0);
    for account in accounts {
        let experiment = account.experiment;
        if experiment.paper != paper {
            paper = experiment.paper;
            heading(&mut out, paper, width);
        }
        let state = match &account.outcome {
            Outcome::Found { seconds, .. } => format!("found in {seconds:.0} s"),
            Outcome::Failed(_) => "failed".into(),
            Outcome::Missing(_) => "can not".into(),
            Outcome::Waiting => match experiment.data {
                Data::StandIn { .. } => "stands in".into(),
                _ => "runs here".into(),
            },
        };
        let _ = writeln!(out, "  {:longest$}  {state:14}  {}", experiment.item, experiment.title);
        let indent = longest + 20;
        let about = match &account.outcome {
            Outcome::Missing(why) | Outcome::Failed(why) => why.clone(),
            _ => data_in_words(account),
        };
        for line in wrap(&about, width.saturating_sub(indent)) {
            let _ = writeln!(out, "{:indent$}{line}", "");
        }
    }
    out
}

fn heading(out: &mut String, paper: &str, width: usize) {
    let Some(paper) = PAPERS.iter().find(|p| p.id == paper) else { return };
    let gap = if out.is_empty() { "" } else { "\n" };
    let title = format!("{} {}: {}", paper.id, paper.name, paper.title);
    let _ = writeln!(out, "{gap}{}", wrap(&title, width).join("\n"));
}

/// All accounts.
pub fn text(accounts: &[Account], width: usize) -> String {
    let mut out = String::new();
    for account in accounts {
        let experiment = account.experiment;
        let title = format!("{}: {}", experiment.name(), experiment.title);
        let _ = writeln!(out, "{}", wrap(&title, width).join("\n"));
        match &account.outcome {
            Outcome::Found { finding, seconds, kept, .. } => {
                let when = if *kept { "kept; took" } else { "took" };
                let about = format!("{} ({when} {seconds:.1} s)", data_in_words(account));
                paragraph(&mut out, &about, width);
                for table in compare(experiment, finding) {
                    draw(&mut out, &table, width);
                }
                finding.notes.iter().for_each(|note| paragraph(&mut out, note, width));
            }
            Outcome::Waiting => paragraph(&mut out, "not run yet", width),
            Outcome::Missing(why) => paragraph(&mut out, &format!("can not run: {why}"), width),
            Outcome::Failed(why) => paragraph(&mut out, &format!("FAILED: {why}"), width),
        }
        out.push('\n');
    }
    if let Some(words) = agreement_in_words(&agreement(accounts)) {
        paragraph(&mut out, &words, width);
    }
    out
}

fn paragraph(out: &mut String, text: &str, width: usize) {
    for line in wrap(text, width.saturating_sub(2)) {
        let _ = writeln!(out, "  {line}");
    }
}

/// The cells of a column of the comparison as they are written, under their heads.
struct Block {
    name: String,
    heads: Vec<&'static str>,
    /// A line of cells a row.
    cells: Vec<Vec<String>>,
}

impl Block {
    fn new(table: &Comparison, place: usize) -> Block {
        let column = &table.columns[place];
        let all = || table.rows.iter().map(|(_, cells)| &cells[place]);
        let heads = match all().any(|cell| cell.paper.is_some()) {
            true => vec!["here", "paper", "diff"],
            false => vec!["here"],
        };
        let cells = all().map(|cell| write(cell, column, heads.len() > 1)).collect();
        let mark = if column.stands_in { " (stands in)" } else { "" };
        Block { name: format!("{}{mark}", column.name), heads, cells }
    }

    /// How wide each of its columns is.
    fn widths(&self) -> Vec<usize> {
        let cell = |i: usize| self.cells.iter().map(move |row| count(&row[i]));
        let own = |i: usize| cell(i).chain([self.heads[i].len()]).max().unwrap_or(0) + 1;
        let mut widths: Vec<usize> = (0..self.heads.len()).map(own).collect();
        let lacks = (count(&self.name) + 2).saturating_sub(widths.iter().sum());
        widths[0] += lacks;
        widths
    }
}

/// A cell as it is written; a star is for what is further from the paper than it should be.
fn write(cell: &Beside, column: &Head, has_printed: bool) -> Vec<String> {
    let value = |v: Option<f64>| v.map_or("-".into(), |v| column.unit.write(v));
    let here = value(cell.here.map(|here| here.value));
    if !has_printed {
        return vec![here];
    }
    let far = if cell.is_near(column.unit) == Some(false) { "*" } else { " " };
    let difference = cell.difference().map_or("- ".into(), |d| signed(d, column.unit) + far);
    vec![here, value(cell.paper), difference]
}

fn signed(difference: f64, unit: Unit) -> String {
    let sign = if difference < 0.0 { "-" } else { "+" };
    format!("{sign}{}", unit.write(difference.abs()))
}

fn draw(out: &mut String, table: &Comparison, width: usize) {
    let blocks: Vec<Block> = (0..table.columns.len()).map(|i| Block::new(table, i)).collect();
    let names = table.rows.iter().map(|(name, _)| count(name)).max().unwrap_or(0);
    let room = width.saturating_sub(names + 2);
    if !table.title.is_empty() {
        let _ = writeln!(out, "\n  {}", table.title);
    }
    let mut rest = blocks.as_slice();
    while !rest.is_empty() {
        let mut used = 0;
        let fits = rest.iter().take_while(|block| {
            used += block.widths().iter().sum::<usize>() + 1;
            used <= room
        });
        let (now, later) = rest.split_at(fits.count().max(1));
        draw_blocks(out, table, now, names);
        rest = later;
    }
    let whys: Vec<String> = remarks(table);
    whys.iter().for_each(|why| paragraph(out, why, width));
}

fn draw_blocks(out: &mut String, table: &Comparison, blocks: &[Block], names: usize) {
    let mut heads = [format!("  {:names$}", ""), format!("  {:names$}", "")];
    for block in blocks {
        let widths = block.widths();
        let _ = write!(heads[0], " {:>1$}", block.name, widths.iter().sum::<usize>());
        heads[1].push(' ');
        for (head, width) in block.heads.iter().zip(widths) {
            let _ = write!(heads[1], "{head:>width$}");
        }
    }
    let _ = writeln!(out, "\n{}", heads[0]);
    if blocks.iter().any(|block| block.heads.len() > 1) {
        let _ = writeln!(out, "{}", heads[1]);
    }
    for (place, (name, _)) in table.rows.iter().enumerate() {
        let mut line = format!("  {name:names$}");
        for block in blocks {
            line.push(' ');
            for (cell, width) in block.cells[place].iter().zip(block.widths()) {
                let _ = write!(line, "{cell:>width$}");
            }
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
}

/// Why cells are further from the paper than they should be, each sentence once.
pub(super) fn remarks(table: &Comparison) -> Vec<String> {
    let mut found: Vec<(&str, Vec<String>)> = Vec::new();
    for (row, cells) in &table.rows {
        for (cell, column) in cells.iter().zip(&table.columns) {
            let far = cell.is_near(column.unit) == Some(false);
            let lacks = cell.here.is_none() && cell.paper.is_some();
            let Some(why) = cell.why.filter(|_| far || lacks) else { continue };
            let place = format!("{row}, {}", column.name);
            match found.iter_mut().find(|(known, _)| *known == why) {
                Some((_, places)) => places.push(place),
                None => found.push((why, vec![place])),
            }
        }
    }
    let line = |(why, places): (&str, Vec<String>)| match places.len() {
        0..=3 => format!("* {}: {why}", places.join("; ")),
        n => format!("* {} and {} more: {why}", places[..2].join("; "), n - 2),
    };
    found.into_iter().map(line).collect()
}

fn count(text: &str) -> usize {
    text.chars().count()
}

/// The text in lines that are no wider than they may be, where its words allow.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        let line = &mut lines[last];
        match line.is_empty() || count(line) + 1 + count(word) <= width {
            true => *line += &if line.is_empty() { word.into() } else { format!(" {word}") },
            false => lines.push(word.into()),
        }
    }
    lines
}
