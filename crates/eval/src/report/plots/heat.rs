//! Numbers in squares: how measures agree (figure 6.1), and predicted against true groups.

use super::Plot;
use super::svg::Svg;
use crate::analysis::rank_correlations;
use crate::groups::predict_complexity;
use crate::report::html::escape;
use crate::results::PageResult;

/// The least width of a cell, and the height of all.
const CELL: [f64; 2] = [92.0, 44.0];
/// The least room for names at the left.
const LEFT: f64 = 120.0;
const TOP: f64 = 34.0;
const LETTER: f64 = 6.8;

/// A cell: what it says, how strongly it is filled, what it says on hover.
type Cell = (String, f64, String);

/// Correlation of the extractors' ranks between each two measures.
pub fn correlations(results: &[PageResult]) -> Option<Plot> {
    let pairs = rank_correlations(results);
    let mut names: Vec<&str> = Vec::new();
    for name in pairs.iter().flat_map(|p| [p.a, p.b]) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let extractors = pairs.first()?.ranks.len();
    let cell = |row: usize, column: usize| -> Cell {
        let (a, b) = (names[row], names[column]);
        if a == b {
            return ("1".into(), 0.0, a.into());
        }
        let pair = pairs.iter().find(|p| [(p.a, p.b), (p.b, p.a)].contains(&(a, b)));
        match pair {
            Some(p) => {
                (format!("{:.3}", p.spearman), p.spearman.abs() * 0.6, format!("{a} and {b}"))
            }
            None => ("–".into(), 0.0, format!("{a} and {b}: one of them does not vary")),
        }
    };
    let body = squares("Rank correlation between measures", &names, &names, cell);
    let caption = format!(
        "Spearman's coefficient of the ranks that {extractors} extractors have by each two measures, over all pages: 1 means that both order them alike."
    );
    Some(Plot { id: "correlations", title: "Whether measures agree", caption, body })
}

/// The confusion matrix of the complexity groups predicted without gold.
pub fn predicted_groups(results: &[PageResult]) -> Option<Plot> {
    let prediction = predict_complexity(results)?;
    let names = ["easy", "mid-complex", "complex"];
    let cell = |row: usize, column: usize| -> Cell {
        let count = prediction.confusion[row][column];
        let share = count as f64 / prediction.confusion[row].iter().sum::<usize>().max(1) as f64;
        let title = format!("{count} {} pages predicted {}", names[row], names[column]);
        (format!("{count} ({:.0} %)", 100.0 * share), share * 0.6, title)
    };
    let body = squares("True groups (rows) and predicted groups", &names, &names, cell);
    let caption = format!(
        "The group of a page predicted from the page alone, by a model that saw no page of its host. {:.1} % of {} pages are predicted right; always saying the largest group would be right for {:.1} %. Rows are true groups, columns predicted ones.",
        100.0 * prediction.accuracy,
        prediction.pages,
        100.0 * prediction.baseline
    );
    Some(Plot { id: "prediction", title: "Telling hard pages without gold", caption, body })
}

/// Squares under and beside their names.
pub(crate) fn squares(
    label: &str,
    rows: &[&str],
    columns: &[&str],
    cell: impl Fn(usize, usize) -> Cell,
) -> String {
    let room = |names: &[&str]| {
        let longest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        longest as f64 * LETTER + 14.0
    };
    let [width, height] = [CELL[0].max(room(columns)), CELL[1]];
    let left = LEFT.max(room(rows));
    let size = [left + width * columns.len() as f64 + 4.0, TOP + height * rows.len() as f64 + 4.0];
    let mut svg = Svg::new(size[0], size[1], label);
    for (j, name) in columns.iter().enumerate() {
        svg.text([left + width * (j as f64 + 0.5), TOP - 10.0], "mid", name);
    }
    for (i, name) in rows.iter().enumerate() {
        let y = TOP + height * i as f64;
        svg.text([left - 10.0, y + height / 2.0 + 4.0], "end", name);
        for j in 0..columns.len() {
            let x = left + width * j as f64;
            let (text, strength, title) = cell(i, j);
            svg.shade([x + 1.5, y + 1.5, width - 3.0, height - 3.0], strength, &title);
            svg.text([x + width / 2.0, y + height / 2.0 + 4.0], "mid strong", &text);
        }
    }
    let label = escape(label);
    format!(
        r#"<div class="wide" tabindex="0" role="region" aria-label="{label}">{}</div>"#,
        svg.finish()
    )
}
