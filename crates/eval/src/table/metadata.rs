//! The table of metadata: it belongs to the page, not to an extractor, so it has a row a field.

use crate::measures::{MetadataScores, Nearness};
use crate::results::PageResult;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// How near the metadata of each corpus is to its gold.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MetadataTable {
    /// The corpora that have metadata, in the order of their names.
    pub corpora: Vec<String>,
    /// Each field, with a cell a corpus.
    pub rows: Vec<MetadataRow>,
}

/// A field of the metadata.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MetadataRow {
    /// Its name.
    pub field: &'static str,
    /// A cell a corpus; none where no page's gold has the field.
    pub cells: Vec<Option<MetadataCell>>,
}

/// A field on a corpus.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MetadataCell {
    /// Pages whose gold has the field.
    pub pages: usize,
    /// Share that is the same as the gold.
    pub exact: f64,
    /// Mean of how near it is.
    pub fuzzy: f64,
}

/// A field's name, and where it is.
type Field = (&'static str, fn(&MetadataScores) -> Option<Nearness>);

const FIELDS: [Field; 3] =
    [("title", |m| m.title), ("author", |m| m.author), ("published", |m| m.published)];

impl MetadataTable {
    /// Makes the table of a run.
    pub fn new(results: &[PageResult]) -> MetadataTable {
        let mut corpora: BTreeMap<&str, Vec<&MetadataScores>> = BTreeMap::new();
        for result in results {
            if let Some(scores) = &result.page.metadata {
                corpora.entry(&result.corpus).or_default().push(scores);
            }
        }
        let row = |(field, of): &Field| MetadataRow {
            field,
            cells: corpora.values().map(|pages| cell(pages.iter().filter_map(|p| of(p)))).collect(),
        };
        let rows = FIELDS.iter().map(row).collect();
        MetadataTable { corpora: corpora.keys().map(|c| c.to_string()).collect(), rows }
    }

    /// The table as CSV, a line a cell.
    pub fn csv(&self) -> String {
        let mut out = String::from("field,corpus,pages,exact,fuzzy\n");
        for row in &self.rows {
            for (corpus, cell) in self.corpora.iter().zip(&row.cells) {
                let Some(MetadataCell { pages, exact, fuzzy }) = cell else { continue };
                let corpus = super::print::quote(corpus);
                out += &format!("{},{corpus},{pages},{exact},{fuzzy}\n", row.field);
            }
        }
        out
    }
}

fn cell(values: impl Iterator<Item = Nearness>) -> Option<MetadataCell> {
    let (pages, exact, fuzzy) = values
        .fold((0, 0.0, 0.0), |(n, exact, fuzzy), v| (n + 1, exact + v.exact, fuzzy + v.fuzzy));
    let mean = |sum: f64| sum / pages as f64;
    (pages > 0).then(|| MetadataCell { pages, exact: mean(exact), fuzzy: mean(fuzzy) })
}

impl fmt::Display for MetadataTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.corpora.iter().map(|c| c.chars().count()).max().unwrap_or(0).max(12) + 1;
        write!(f, "{:18}", "metadata")?;
        self.corpora.iter().try_for_each(|corpus| write!(f, "{corpus:>width$}"))?;
        writeln!(f)?;
        type Value = (&'static str, fn(&MetadataCell) -> String);
        let values: [Value; 3] = [
            ("exact", |c| format!("{:.3}", c.exact)),
            ("fuzzy", |c| format!("{:.3}", c.fuzzy)),
            ("pages", |c| c.pages.to_string()),
        ];
        for (row, (name, value)) in self.rows.iter().flat_map(|r| values.map(|v| (r, v))) {
            write!(f, "{:18}", format!("{} {name}", row.field))?;
            for cell in &row.cells {
                write!(f, "{:>width$}", cell.as_ref().map_or("-".into(), value))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::PageFacts;

    fn page(corpus: &str, exact: f64, fuzzy: f64) -> PageResult {
        let title = Some(Nearness { exact, fuzzy });
        let metadata = Some(MetadataScores { title, ..MetadataScores::default() });
        let page = PageFacts { metadata, ..PageFacts::default() };
        PageResult { corpus: corpus.into(), page, ..PageResult::default() }
    }

    #[test]
    fn means_by_field_and_corpus() {
        let bare = PageResult { corpus: "c".into(), ..PageResult::default() };
        let table = MetadataTable::new(&[
            page("b", 1.0, 1.0),
            page("a", 0.0, 0.5),
            page("b", 0.0, 0.0),
            bare,
        ]);
        assert_eq!(table.corpora, ["a", "b"]);
        assert_eq!(
            table.csv(),
            "field,corpus,pages,exact,fuzzy\ntitle,a,1,0,0.5\ntitle,b,2,0.5,0.5\n"
        );
        assert!(table.to_string().contains("title exact"));
        assert_eq!(table.rows[1].cells, [None, None]);
    }
}
