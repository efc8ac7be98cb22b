//! dragnet's data: `HTML/ID.html` and `Corrected/ID.html.corrected.txt`.
//!
//! The gold holds the article and then, after a line of its own, the comments. Only the article is ours.

use super::{Collector, ImportError, files};
use crate::corpus::Record;
use std::path::Path;

/// What the line that divides article and comments opens with.
const DIVIDER: &str = "!@#$%^&*()";

/// Reads an original.
pub(super) fn read(from: &Path, out: &mut Collector) -> Result<(), ImportError> {
    let all = files::below(from)?;
    let pages = files::by_name(&all, files::page_stem, out);
    let golds = files::by_name(&all, gold_stem, out);
    for (id, page) in &pages {
        match golds.get(id).map(|gold| (gold, files::text(gold))) {
            Some((_, Ok(text))) => {
                let gold = article(&text);
                files::add(out, Record { id: (*id).into(), gold, ..Record::default() }, page)?;
            }
            Some((gold, Err(what))) => out.problem(gold, None, what),
            None => out.problem(page, None, "a page without gold"),
        }
    }
    for (_, gold) in golds.into_iter().filter(|(id, _)| !pages.contains_key(id)) {
        out.problem(gold, None, "gold without a page");
    }
    Ok(())
}

fn gold_stem(path: &Path) -> Option<&str> {
    let stem = files::name_of(path).strip_suffix(".corrected.txt")?;
    Some(stem.strip_suffix(".html").unwrap_or(stem))
}

fn article(text: &str) -> String {
    let is_divider = |line: &&str| {
        line.trim().strip_prefix(DIVIDER).is_some_and(|rest| rest.trim_start() == "COMMENTS")
    };
    let lines: Vec<&str> = text.lines().take_while(|line| !is_divider(line)).collect();
    lines.join("\n").trim().to_string()
}

#[cfg(test)]
mod tests {
    use super::super::tests::Originals;

    #[test]
    fn comments_are_cut_off_and_strays_are_named() {
        let originals = Originals::new(&[
            ("HTML/R1.html", b"<p>Caf\xe9"),
            (
                "Corrected/R1.html.corrected.txt",
                b"Caf\xe9 au lait\r\n\r\nis coffee\r\n!@#$%^&*()  COMMENTS\r\nFirst!",
            ),
            ("HTML/R2.html", b"<p>Two"),
            ("Corrected/R2.html.corrected.txt", b"Bud1\0\0"),
            ("Corrected/R3.html.corrected.txt", b"Three"),
            ("HTML/.DS_Store", b"\0"),
        ]);
        let (records, problems) = originals.read("dragnet");
        assert_eq!(records.len(), 1);
        assert_eq!(records[0].gold, "Café au lait\n\nis coffee");
        assert_eq!(originals.corpus().page("R1").expect("a page"), b"<p>Caf\xe9");
        assert_eq!(
            problems,
            [
                "Corrected/R2.html.corrected.txt: not a text: it holds zero bytes",
                "Corrected/R3.html.corrected.txt: gold without a page",
            ]
        );
    }
}
