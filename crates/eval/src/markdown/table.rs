//! The scores of several programs side by side.

use super::parts::Kind;
use super::score::PageScore;
use super::{GoldPage, Writer};
use serde::Serialize;
use std::fmt;

/// The means of a program over pages.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Figures {
    /// F1 a page.
    pub f1: f64,
    /// Recall a page.
    pub recall: f64,
    /// How many were written on pages whose gold has none.
    pub extra: usize,
}

/// One kind of part: the pages whose gold has it, and how programs do on them.
#[derive(Clone, Debug, Serialize)]
struct Row {
    part: String,
    pages: usize,
    figures: Vec<Figures>,
}

/// Programs beside each other on the pages of one source.
#[derive(Clone, Debug, Serialize)]
pub struct MarkdownTable {
    /// Where the pages are from.
    pub source: String,
    /// How many there are.
    pub pages: usize,
    /// The programs.
    pub writers: Vec<String>,
    rows: Vec<Row>,
}

impl MarkdownTable {
    /// Lets programs write all pages and compares.
    pub fn new(source: &str, pages: &[GoldPage], writers: &[Writer]) -> MarkdownTable {
        let scores: Vec<Vec<PageScore>> = pages
            .iter()
            .map(|page| {
                let score = |writer: &Writer| {
                    let (gold, written) = page.parts(&writer.write(page));
                    PageScore::of(&gold, &written)
                };
                writers.iter().map(score).collect()
            })
            .collect();
        let row = |part: &str, of: &dyn Fn(&PageScore) -> (Option<crate::measures::Prf>, usize)| {
            let figures = |writer: usize| {
                let all = scores.iter().map(|page| of(&page[writer]));
                let (found, extra): (Vec<_>, Vec<_>) = all.unzip();
                let found: Vec<_> = found.into_iter().flatten().collect();
                let mean = |value: fn(&crate::measures::Prf) -> f64| {
                    found.iter().map(value).sum::<f64>() / found.len().max(1) as f64
                };
                let (f1, recall) = (mean(|p| p.f1), mean(|p| p.recall));
                (found.len(), Figures { f1, recall, extra: extra.iter().sum() })
            };
            let figures: Vec<_> = (0..writers.len()).map(figures).collect();
            let pages = figures.first().map_or(0, |(pages, _)| *pages);
            let figures = figures.into_iter().map(|(_, figures)| figures).collect();
            Row { part: part.into(), pages, figures }
        };
        let kinds = Kind::ALL.map(|kind| row(kind.name(), &|s| (s.kind(kind), s.extra(kind))));
        let text = row("text", &|s| (Some(s.text), 0));
        MarkdownTable {
            source: source.into(),
            pages: pages.len(),
            writers: writers.iter().map(|w| w.name().to_string()).collect(),
            rows: kinds.into_iter().filter(|row| row.pages > 0).chain([text]).collect(),
        }
    }

    /// A line a cell: source, part, pages, writer, f1, recall, extra.
    pub fn csv(&self) -> String {
        let mut out = String::from("source,part,pages,writer,f1,recall,extra\n");
        for row in &self.rows {
            for (writer, f) in self.writers.iter().zip(&row.figures) {
                let Row { part, pages, .. } = row;
                let Figures { f1, recall, extra } = f;
                out += &format!("{},{part},{pages},{writer},{f1},{recall},{extra}\n", self.source);
            }
        }
        out
    }

    fn write(
        &self,
        f: &mut fmt::Formatter<'_>,
        measure: &str,
        cell: fn(&Figures) -> String,
    ) -> fmt::Result {
        let widths: Vec<usize> =
            self.writers.iter().map(|w| w.chars().count().max(5) + 2).collect();
        write!(f, "{measure:12}{:>6}", "pages")?;
        self.writers.iter().zip(&widths).try_for_each(|(w, &n)| write!(f, "{w:>n$}"))?;
        writeln!(f)?;
        for row in &self.rows {
            write!(f, "{:12}{:>6}", row.part, row.pages)?;
            row.figures.iter().zip(&widths).try_for_each(|(c, &n)| write!(f, "{:>n$}", cell(c)))?;
            writeln!(f)?;
        }
        writeln!(f)
    }
}

impl fmt::Display for MarkdownTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}, {} pages", self.source, self.pages)?;
        self.write(f, "F1", |c| format!("{:.3}", c.f1))?;
        self.write(f, "recall", |c| format!("{:.3}", c.recall))?;
        self.write(f, "extra", |c| c.extra.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::predictions::Predictions;

    fn page(id: &str, gold: &str) -> GoldPage {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(id);
        std::fs::create_dir(&path).unwrap();
        std::fs::write(path.join("page.html"), "<h2>Rain</h2><p>It rained.").unwrap();
        std::fs::write(path.join("expected.md"), gold).unwrap();
        super::super::fixtures(folder.path()).unwrap().remove(0)
    }

    #[test]
    fn ours_stands_beside_others() {
        let pages = [page("a", "## Rain\n\nIt rained."), page("b", "It rained.")];
        let ours = Writer::Ours(dehusk::extractor::named("text").unwrap());
        let other = Writer::Other("other".into(), Predictions::default());
        let table = MarkdownTable::new("here", &pages, &[ours, other]);
        let csv = table.csv();
        assert!(csv.contains("here,headings,1,text,1,1,1\n"), "{csv}");
        assert!(csv.contains("here,headings,1,other,0,0,0\n"), "{csv}");
        assert!(csv.contains("here,text,2,other,0,0,0\n"), "{csv}");
        assert!(!csv.contains("cells"), "no page has any");
        assert!(table.to_string().starts_with("here, 2 pages\nF1"));
    }
}
