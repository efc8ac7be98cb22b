//! Counts of verdicts, and our pages beside another program's in pairs.

use super::{Field, JudgedPage, Verdict};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// What became of a field on the pages of a corpus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Counts {
    /// Values that are what people noted.
    pub right: usize,
    /// Values that are something else.
    pub wrong: usize,
    /// Pages where people noted something and the program nothing.
    pub missed: usize,
    /// Pages where people noted nothing and the program something.
    pub invented: usize,
    /// Pages where nobody noted anything.
    pub silent: usize,
    /// How near the values are, summed over the pages where people noted something.
    pub near: f64,
}

impl Counts {
    /// Pages where people noted something.
    pub fn with(&self) -> usize {
        self.right + self.wrong + self.missed
    }

    /// Pages where people noted nothing.
    pub fn without(&self) -> usize {
        self.invented + self.silent
    }

    fn add(&mut self, judged: &super::Judged) {
        let count = match judged.verdict {
            Verdict::Right => &mut self.right,
            Verdict::Wrong => &mut self.wrong,
            Verdict::Missed => &mut self.missed,
            Verdict::Invented => &mut self.invented,
            Verdict::Silent => &mut self.silent,
        };
        *count += 1;
        self.near += judged.near;
    }
}

/// Us beside another program, page by page, where people noted something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Pairs {
    /// Pages that only we have right.
    pub ours: usize,
    /// Pages that only the other program has right.
    pub theirs: usize,
    /// The chance that programs that are equally good differ as much (sign test, two-sided).
    pub chance: f64,
}

/// A program on a field of a corpus.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The field.
    pub field: Field,
    /// The corpus.
    pub corpus: String,
    /// The program.
    pub program: String,
    /// What became of its values.
    pub counts: Counts,
    /// Beside ours; none for ourselves.
    pub pairs: Option<Pairs>,
}

/// All programs on all fields of all corpora.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Report {
    /// By field, corpus, and program, ours first.
    pub rows: Vec<Row>,
}

impl Report {
    /// Counts what was judged. A program that never says anything about a field of a corpus has no row for it.
    pub fn of(pages: &[JudgedPage]) -> Report {
        let mut groups: BTreeMap<(Field, &str), Vec<&JudgedPage>> = BTreeMap::new();
        for page in pages {
            groups.entry((page.field, &page.corpus)).or_default().push(page);
        }
        let rows = groups.iter().flat_map(|(&(field, corpus), pages)| {
            let programs = pages.first().map_or(0, |p| p.programs.len());
            (0..programs).filter_map(move |program| row(field, corpus, program, pages))
        });
        Report { rows: rows.collect() }
    }

    /// The rows as CSV, a line each.
    pub fn csv(&self) -> String {
        let mut out = String::from(
            "field,corpus,program,with,right,wrong,missed,near,without,invented,only_ours,only_theirs,chance\n",
        );
        for Row { field, corpus, program, counts: c, pairs } in &self.rows {
            let pairs = pairs.map(|p| format!("{},{},{}", p.ours, p.theirs, p.chance));
            let near = c.near / c.with().max(1) as f64;
            let (corpus, program) = (crate::table::quote(corpus), crate::table::quote(program));
            out += &format!(
                "{},{corpus},{program},{},{},{},{},{near},{},{},{}\n",
                field.name(),
                c.with(),
                c.right,
                c.wrong,
                c.missed,
                c.without(),
                c.invented,
                pairs.unwrap_or_else(|| ",,".into()),
            );
        }
        out
    }
}

fn row(field: Field, corpus: &str, program: usize, pages: &[&JudgedPage]) -> Option<Row> {
    let mut counts = Counts::default();
    let mut says = false;
    let (mut ours, mut theirs) = (0, 0);
    let mut name = String::new();
    for page in pages {
        let (program, value, judged) = page.programs.get(program)?;
        name.clone_from(program);
        says |= !value.is_empty();
        counts.add(judged);
        let is_right = |judged: &super::Judged| judged.verdict == Verdict::Right;
        match page.programs.first().map(|(_, _, first)| (is_right(first), is_right(judged))) {
            Some((true, false)) if page.gold.is_some() => ours += 1,
            Some((false, true)) => theirs += 1,
            _ => {}
        }
    }
    let pairs = Pairs { ours, theirs, chance: sign_test(ours, theirs) };
    says.then(|| Row {
        field,
        corpus: corpus.into(),
        program: name,
        counts,
        pairs: (program > 0).then_some(pairs),
    })
}

/// The chance of a split of `a + b` fair coins at least as uneven.
fn sign_test(a: usize, b: usize) -> f64 {
    let (n, least) = (a + b, a.min(b));
    // In logarithms, because a thousand pages have more outcomes than a number can count.
    let mut log_choose = 0.0;
    let mut tail = 0.0;
    for k in 0..=least {
        if k > 0 {
            log_choose += ((n - k + 1) as f64 / k as f64).ln();
        }
        tail += (log_choose - n as f64 * std::f64::consts::LN_2).exp();
    }
    (2.0 * tail).min(1.0)
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |of: fn(&Row) -> &str| {
            self.rows.iter().map(|r| of(r).chars().count()).max().unwrap_or(0).max(8) + 1
        };
        let (corpus, program) = (width(|r| &r.corpus), width(|r| &r.program));
        for field in Field::ALL {
            let mut rows = self.rows.iter().filter(|r| r.field == field).peekable();
            if rows.peek().is_none() {
                continue;
            }
            writeln!(
                f,
                "{:corpus$}{:program$}{:>6}{:>7}{:>7}{:>7}{:>7}{:>7}{:>9}{:>9}{:>10}{:>12}{:>8}",
                field.name(),
                "",
                "pages",
                "right",
                "share",
                "wrong",
                "missed",
                "near",
                "without",
                "invented",
                "only ours",
                "only theirs",
                "chance",
            )?;
            let mut before = "";
            for row in rows {
                let name = if row.corpus == before { "" } else { &row.corpus };
                before = &row.corpus;
                write!(f, "{name:corpus$}{:program$}", row.program)?;
                write_counts(f, &row.counts)?;
                match row.pairs {
                    Some(p) => writeln!(f, "{:>10}{:>12}{:>8.4}", p.ours, p.theirs, p.chance)?,
                    None => writeln!(f)?,
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

fn write_counts(f: &mut fmt::Formatter<'_>, c: &Counts) -> fmt::Result {
    let share = |n: f64| n / c.with().max(1) as f64;
    write!(
        f,
        "{:>6}{:>7}{:>7.3}{:>7}{:>7}{:>7.3}{:>9}{:>9}",
        c.with(),
        c.right,
        share(c.right as f64),
        c.wrong,
        c.missed,
        share(c.near),
        c.without(),
        c.invented
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::Judged;

    fn page(gold: Option<&str>, ours: Verdict, theirs: Verdict) -> JudgedPage {
        let one =
            |name: &str, verdict| (name.to_string(), "x".into(), Judged { verdict, near: 0.5 });
        JudgedPage {
            corpus: "c".into(),
            id: "1".into(),
            field: Field::Author,
            gold: gold.map(str::to_string),
            programs: vec![one("dehusk", ours), one("other", theirs)],
            sources: Vec::new(),
        }
    }

    #[test]
    fn counts_and_pairs() {
        use Verdict::{Invented, Missed, Right, Silent, Wrong};
        let report = Report::of(&[
            page(Some("x"), Right, Wrong),
            page(Some("x"), Right, Missed),
            page(Some("x"), Wrong, Right),
            page(Some("x"), Right, Right),
            page(None, Silent, Invented),
        ]);
        let [ours, theirs] = &report.rows[..] else { panic!("{report:?}") };
        assert_eq!((ours.counts.right, ours.counts.with(), ours.counts.invented), (3, 4, 0));
        assert_eq!((theirs.counts.missed, theirs.counts.invented), (1, 1));
        let pairs = theirs.pairs.expect("pairs");
        assert_eq!((pairs.ours, pairs.theirs, pairs.chance), (2, 1, 1.0));
        assert!(report.to_string().contains("only theirs"));
        assert!(
            report.csv().contains("author,c,other,4,2,1,1,0.625,1,1,2,1,1"),
            "{}",
            report.csv()
        );
    }

    #[test]
    fn chances_of_coins() {
        assert_eq!(sign_test(0, 0), 1.0);
        assert!((sign_test(0, 5) - 0.0625).abs() < 1e-12);
        assert!((sign_test(2, 8) - 0.109375).abs() < 1e-12);
        assert!(sign_test(900, 100) < 1e-9);
    }
}
