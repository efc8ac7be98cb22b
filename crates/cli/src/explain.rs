//! The table behind `--explain`: one row a block, with the verdict, its score and its reason.
//!
//! It is made with colours and as wide as the terminal; where there is no terminal the colours are taken
//! out again on the way, and rows are as long as their text.

use crate::terminal::one_line;
use anstyle::{AnsiColor, Style};
use dehusk::Article;
use dehusk::extractor::Verdict;
use std::fmt::Write;
use std::io::IsTerminal;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The widest a reason gets on a terminal before it is cut; the text needs the room more.
const MAX_REASON: usize = 48;

const HEADING: Style = Style::new().bold();
const KEPT: Style = AnsiColor::Green.on_default();
const DROPPED: Style = Style::new().dimmed();

struct Row {
    style: Style,
    number: String,
    verdict: String,
    score: String,
    words: String,
    reason: String,
    text: String,
}

/// The table for an article.
pub fn table(article: &Article) -> String {
    render(article, terminal_width())
}

/// The same without colours, as wide as this.
#[cfg(feature = "mcp")]
pub fn plain_table(article: &Article, width: usize) -> String {
    anstream::adapter::strip_str(&render(article, Some(width))).to_string()
}

fn render(article: &Article, width: Option<usize>) -> String {
    let verdicts = article.selection().verdicts(article.document());
    if verdicts.is_empty() {
        return String::new();
    }
    let mut rows = vec![heading()];
    rows.extend(verdicts.iter().enumerate().map(|(index, v)| row(article, index, v)));
    let columns = Columns::for_rows(&rows, width);
    let mut out = String::new();
    rows.iter().for_each(|row| columns.write(row, &mut out));
    let kept = verdicts.iter().filter(|v| v.keep).count();
    let total = verdicts.len();
    let _ = write!(out, "{} kept {kept} of {total} blocks", article.extractor());
    if let Some(appraisal) = article.appraisal() {
        let kind = appraisal.page_type.map_or("no content of its own", |kind| kind.name());
        let _ = write!(out, "; {kind}; confidence {:.2}", appraisal.confidence);
    }
    if let Some(diagnosis) = article.appraisal().and_then(|a| a.diagnosis.as_ref()) {
        let _ = write!(out, "; {}", one_line(&diagnosis.to_string()));
    }
    out
}

fn heading() -> Row {
    Row {
        style: HEADING,
        number: "#".into(),
        verdict: "keep".into(),
        score: "score".into(),
        words: "words".into(),
        reason: "reason".into(),
        text: "text".into(),
    }
}

fn row(article: &Article, index: usize, verdict: &Verdict) -> Row {
    let blocks = article.document().blocks();
    Row {
        style: if verdict.keep { KEPT } else { DROPPED },
        number: (index + 1).to_string(),
        verdict: match (verdict.keep, verdict.role) {
            (true, Some(role)) => role.name().into(),
            (true, None) => "yes".into(),
            (false, Some(role)) => format!("no, {}", role.name()),
            (false, None) => "no".into(),
        },
        score: format!("{:.2}", verdict.score),
        words: blocks.block(index).words.to_string(),
        reason: one_line(&verdict.reason),
        text: one_line(blocks.text(index)),
    }
}

/// The widths of the columns. Reason and text share what the others leave.
struct Columns {
    number: usize,
    verdict: usize,
    score: usize,
    words: usize,
    reason: usize,
    text: usize,
}

impl Columns {
    fn for_rows(rows: &[Row], width: Option<usize>) -> Columns {
        let widest =
            |cell: fn(&Row) -> &str| rows.iter().map(|r| cell(r).width()).max().unwrap_or(0);
        let number = widest(|r| &r.number);
        let score = widest(|r| &r.score);
        let words = widest(|r| &r.words);
        let verdict = widest(|r| &r.verdict);
        let reason = widest(|r| &r.reason);
        let Some(width) = width else {
            return Columns { number, verdict, score, words, reason, text: usize::MAX };
        };
        // Four cells, and two spaces between all six.
        let left = width.saturating_sub(number + verdict + score + words + 5 * 2);
        let reason = reason.min(MAX_REASON).min(left * 2 / 3);
        Columns { number, verdict, score, words, reason, text: left - reason }
    }

    fn write(&self, row: &Row, out: &mut String) {
        let style = row.style;
        let (number, verdict, score) = (&row.number, &row.verdict, &row.score);
        let (nw, vw, sw, ww) = (self.number, self.verdict, self.score, self.words);
        let reason = fit(&row.reason, self.reason);
        let pad = " ".repeat(self.reason - reason.width());
        let text = fit(&row.text, self.text);
        let words = &row.words;
        let line = format!(
            "{number:>nw$}  {verdict:vw$}  {score:>sw$}  {words:>ww$}  {reason}{pad}  {text}"
        );
        let _ = writeln!(out, "{style}{}{style:#}", line.trim_end());
    }
}

/// As much of the text as fits into so many columns, with an ellipsis where it was cut.
fn fit(text: &str, columns: usize) -> String {
    if text.width() <= columns {
        return text.into();
    }
    let mut used = 0;
    let cut = text.char_indices().find(|(_, c)| {
        used += c.width().unwrap_or(0);
        used + 1 > columns
    });
    let end = cut.map_or(text.len(), |(index, _)| index);
    if columns == 0 { String::new() } else { format!("{}…", &text[..end]) }
}

/// The width of the terminal, or what `COLUMNS` says; none where the output goes elsewhere.
fn terminal_width() -> Option<usize> {
    let told = std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok()).filter(|&c| c > 0);
    let measured = || {
        let terminal = std::io::stdout().is_terminal();
        terminal.then(|| terminal_size::terminal_size().map_or(80, |(w, _)| usize::from(w.0)))
    };
    told.or_else(measured)
}

#[cfg(all(test, feature = "suite"))]
mod tests {
    use super::*;

    fn plain(width: Option<usize>) -> String {
        let article = dehusk::Options::new()
            .with_extractor("text")
            .unwrap()
            .extract("<p>One two three.<p>漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字<p>a\u{1b}[31mb");
        anstream::adapter::strip_str(&render(&article, width)).to_string()
    }

    #[test]
    fn every_block_has_a_row() {
        let table = plain(None);
        let lines: Vec<_> = table.lines().collect();
        assert_eq!(lines.len(), 5, "{table}");
        assert!(lines[1].contains("yes") && lines[1].ends_with("One two three."), "{table}");
        assert!(lines[4].contains("kept 3 of 3 blocks"), "{table}");
    }

    #[test]
    fn rows_fit_the_terminal() {
        for width in [1, 20, 30, 60, 80, 200] {
            let table = plain(Some(width));
            let widest = table.lines().take(4).map(UnicodeWidthStr::width).max().unwrap();
            // The narrow columns are never cut.
            assert!(widest <= width.max(24), "{width}: {table}");
        }
    }

    #[test]
    fn text_is_cut_at_columns_not_letters() {
        assert_eq!(fit("abc", 3), "abc");
        assert_eq!(fit("abcd", 3), "ab…");
        assert_eq!(fit("漢字", 3), "漢…");
        assert_eq!(fit("漢字", 0), "");
    }

    #[test]
    fn pages_do_not_steer_the_terminal() {
        assert!(!plain(None).contains('\u{1b}'));
    }
}
