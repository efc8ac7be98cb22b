//! One HTML page with every table and plot. It needs no network and no script; names and texts of it may come from
//! corpora, so all of it is escaped.

use super::text::remarks;
use super::{agreement, agreement_in_words, data_in_words, draw, near_in_words, state};
use crate::report::html::{self, escape};
use crate::reproduce::compare::{Beside, Comparison};
use crate::reproduce::{Account, Data, Finding, Head, Outcome, PAPERS, Paper, Plot, compare};
use std::fmt::Write;

const OWN_STYLE: &str = include_str!("reproduce.css");

/// A table with more rows scrolls by itself, under its heads.
const TALL: usize = 24;

/// The whole file.
pub fn page(accounts: &[Account]) -> String {
    let style = format!("{}{OWN_STYLE}", html::STYLE);
    let mut out = html::head("The papers' tables and figures, run here", &style, None);
    let papers: Vec<&Paper> =
        PAPERS.iter().filter(|p| accounts.iter().any(|a| is_of(a, p))).collect();
    out += &introduction(accounts, &papers);
    out += &overview(accounts);
    for paper in papers {
        let (id, name, title) = (paper.id, paper.name, paper.title);
        let _ = write!(
            out,
            r#"<h2 id="{id}">{name} <span class="small">{id}</span></h2><p class="about">{}</p>"#,
            escape(title)
        );
        accounts.iter().filter(|a| is_of(a, paper)).for_each(|account| section(&mut out, account));
    }
    out + "</main></body></html>"
}

fn is_of(account: &Account, paper: &Paper) -> bool {
    account.experiment.paper == paper.id
}

fn anchor(account: &Account) -> String {
    format!("{}-{}", account.experiment.paper, account.experiment.item)
}

fn introduction(accounts: &[Account], papers: &[&Paper]) -> String {
    let mut out = String::from("<header><h1>The papers' tables and figures, run here</h1><p>");
    let found = accounts.iter().filter(|a| matches!(a.outcome, Outcome::Found { .. })).count();
    let _ = write!(out, "{} of {} experiments were run. ", found, accounts.len());
    if let Some(words) = agreement_in_words(&agreement(accounts)) {
        let _ = write!(out, "{}. ", escape(&words));
    }
    out += "In every cell the value here stands first; below it the paper's, and how far they are apart. A star marks what is further apart than .03, or three points of a percentage.</p>";
    out += r#"<nav aria-label="Papers">"#;
    for paper in papers {
        let _ = write!(out, "<a href=\"#{}\">{}</a>", paper.id, paper.name);
    }
    out + "</nav></header><main>"
}

fn overview(accounts: &[Account]) -> String {
    let mut out = String::from(concat!(
        r#"<section id="overview"><h2>All at a glance</h2>"#,
        r#"<div class="scroll" tabindex="0" role="region" aria-label="All experiments"><table><thead><tr>"#,
        r#"<th scope="col">experiment</th><th scope="col">what it shows</th><th scope="col">state</th>"#,
        r#"<th scope="col">near the paper</th><th scope="col">seconds</th></tr></thead><tbody>"#
    ));
    for account in accounts {
        let seconds = match &account.outcome {
            Outcome::Found { seconds, .. } => format!("{seconds:.1}"),
            _ => String::new(),
        };
        let _ = write!(
            out,
            "<tr><th scope=\"row\"><a href=\"#{}\">{}</a></th><td>{}</td><td>{}</td><td>{}</td><td>{seconds}</td></tr>",
            anchor(account),
            account.experiment.name(),
            escape(account.experiment.title),
            badge(account),
            near_in_words(account).unwrap_or_default(),
        );
    }
    out + "</tbody></table></div></section>"
}

fn badge(account: &Account) -> String {
    let class = match (&account.outcome, account.experiment.data) {
        (Outcome::Failed(_), _) => "failed",
        (Outcome::Missing(_), _) => "missing",
        (Outcome::Waiting, _) => "waiting",
        (_, Data::StandIn { .. }) => "other",
        _ => "own",
    };
    format!(r#"<span class="state {class}">{}</span>"#, state(account))
}

fn section(out: &mut String, account: &Account) {
    let _ = write!(
        out,
        r#"<section id="{}"><h3>{} <span class="small">{}</span> {}</h3>"#,
        anchor(account),
        escape(account.experiment.title),
        account.experiment.name(),
        badge(account)
    );
    let about = match &account.outcome {
        Outcome::Failed(why) | Outcome::Missing(why) => why.clone(),
        _ => data_in_words(account),
    };
    let _ = write!(out, r#"<p class="about">{}</p>"#, escape(&about));
    if let Outcome::Found { finding, .. } = &account.outcome {
        compare(account.experiment, finding).iter().for_each(|table| draw_table(out, table));
        finding.notes.iter().for_each(|note| {
            let _ = write!(out, r#"<p class="small">{}</p>"#, escape(note));
        });
        draw_plots(out, finding);
    }
    *out += "</section>";
}

fn draw_table(out: &mut String, table: &Comparison) {
    let label = if table.title.is_empty() { "Values" } else { &table.title };
    if !table.title.is_empty() {
        let _ = write!(out, r#"<p class="caption">{}</p>"#, escape(&table.title));
    }
    let _ = write!(
        out,
        r#"<div class="scroll{}" tabindex="0" role="region" aria-label="{}"><table><thead><tr><td></td>"#,
        if table.rows.len() > TALL { " tall" } else { "" },
        escape(label)
    );
    for column in &table.columns {
        let mark = if column.stands_in { "<br><span class=\"small\">stands in</span>" } else { "" };
        let _ = write!(out, r#"<th scope="col">{}{mark}</th>"#, escape(&column.name));
    }
    *out += "</tr></thead><tbody>";
    for (name, cells) in &table.rows {
        let _ = write!(out, r#"<tr><th scope="row">{}</th>"#, escape(name));
        cells.iter().zip(&table.columns).for_each(|(cell, column)| draw_cell(out, cell, column));
        *out += "</tr>";
    }
    *out += "</tbody></table></div>";
    let remarks = remarks(table);
    if !remarks.is_empty() {
        *out += r#"<ul class="remarks">"#;
        for remark in remarks {
            let _ = write!(out, "<li>{}</li>", escape(remark.trim_start_matches("* ")));
        }
        *out += "</ul>";
    }
}

fn draw_cell(out: &mut String, cell: &Beside, column: &Head) {
    let unit = column.unit;
    let here = cell.here.map_or("–".into(), |here| unit.write(here.value));
    let far = if cell.is_near(unit) == Some(false) { r#" class="far""# } else { "" };
    let _ = match cell.paper {
        Some(_) => write!(out, "<td{far}><b>{here}</b>"),
        None => write!(out, "<td>{here}"),
    };
    if let Some(paper) = cell.paper {
        let apart = cell.difference().map(|d| {
            let sign = if d < 0.0 { "−" } else { "+" };
            format!(" {sign}{}", unit.write(d.abs()))
        });
        let _ = write!(out, "<small>{}{}</small>", unit.write(paper), apart.unwrap_or_default());
    } else if let Some([low, high]) = cell.here.and_then(|here| here.interval) {
        let _ = write!(out, "<small>{} to {}</small>", unit.write(low), unit.write(high));
    }
    *out += "</td>";
}

/// Large pictures one below the other, small ones that follow each other side by side.
fn draw_plots(out: &mut String, finding: &Finding) {
    for group in finding.plots.chunk_by(|a, b| a.small && b.small) {
        let small = group.first().is_some_and(|plot| plot.small);
        *out += if small { r#"<div class="small-plots">"# } else { "" };
        group.iter().for_each(|plot| draw_plot(out, plot));
        *out += if small { "</div>" } else { "" };
    }
}

fn draw_plot(out: &mut String, plot: &Plot) {
    let _ = write!(
        out,
        r#"<figure class="plot"><figcaption>{}<span class="small">{}</span></figcaption>{}</figure>"#,
        escape(&plot.title),
        escape(&plot.caption),
        draw::draw(plot)
    );
}

#[cfg(test)]
mod tests {
    use super::super::tests::accounts;
    use super::*;

    #[test]
    fn the_page_holds_all_and_lets_nothing_in() {
        let page = page(&accounts());
        for part in
            ["<b>0.800</b><small>0.900 −0.100</small>", "Another version.", "<svg", "too slow"]
        {
            assert!(page.contains(part), "{part} is missing in {page}");
        }
        assert!(!page.contains("<script") && !page.contains("<img"));
        assert!(page.contains("&lt;i&gt;") && !page.contains("<i>"), "names are escaped");
        assert!(page.contains(r#"<td class="far">"#));
        assert!(page.contains("href=\"#001-table-1\"") && page.contains("id=\"001-table-1\""));
    }
}
