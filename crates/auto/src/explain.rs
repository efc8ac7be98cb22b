//! Why a block was kept or dropped, in words. Most pages are never explained, so this is done on demand.

use super::input;
use super::model::Model;
use super::role::role;
use super::table::Table;
use dehusk_blocks::features::NO_ANCESTOR;
use dehusk_extract::{Document, Explain, PageType, Verdict};
use std::ops::Range;
use std::sync::Arc;

/// Features that are named.
const NAMED: usize = 3;

/// What is needed to explain an answer.
#[derive(Debug)]
pub(super) struct Explanation {
    pub model: Arc<Model>,
    pub probabilities: Vec<f32>,
    pub keep: Vec<bool>,
    /// What the probabilities alone would have kept.
    pub chosen: Vec<bool>,
    pub page_type: Option<PageType>,
}

impl Explain for Explanation {
    /// The first model is asked why: the second one mostly follows it, and knows little of the block itself.
    fn verdicts(&self, document: &Document) -> Vec<Verdict> {
        let names = input::first_names();
        let scores = self.model.lexicon.scores(document);
        let deadline = document.page().deadline().renewed();
        let verdict = |table: &Table, rows: &Range<usize>, block: usize| {
            if deadline.is_over() {
                return self.verdict(document, block, "there was no time to say why".into());
            }
            let row = table.row(block - rows.start);
            // What speaks for the decision: what speaks against it did not move it.
            let speaks_for = |(_, influence): &(usize, f32)| (*influence > 0.0) == self.keep[block];
            let mut influences = self.model.first.influences(&row);
            influences.retain(speaks_for);
            let why = in_words(&influences, &row, &names);
            self.verdict(document, block, why)
        };
        let mut verdicts = Vec::with_capacity(self.keep.len());
        for rows in input::chunks(document.blocks().len().min(self.keep.len())) {
            let table = input::first(document, &scores, rows.clone());
            verdicts.extend(rows.clone().map(|block| verdict(&table, &rows, block)));
        }
        verdicts
    }
}

impl Explanation {
    fn verdict(&self, document: &Document, block: usize, why: String) -> Verdict {
        let (keep, score) = (self.keep[block], self.probabilities[block]);
        let reason = match (keep, self.chosen[block]) {
            (true, false) => format!("kept with what is around it; {why}"),
            (false, true) => format!("dropped for what is around it; {why}"),
            _ => why,
        };
        let mut verdict =
            if keep { Verdict::keep(score, reason) } else { Verdict::drop(score, reason) };
        verdict.role = keep.then(|| role(document, self.page_type, block));
        verdict
    }
}

/// The features that moved a block most, and which way they moved it.
fn in_words(influences: &[(usize, f32)], row: &[f32], names: &[String]) -> String {
    let word = |&(feature, influence): &(usize, f32)| {
        Some(format!("{} ({influence:+.1})", phrase(names.get(feature)?, *row.get(feature)?)))
    };
    strongest(influences).iter().flatten().filter_map(word).collect::<Vec<_>>().join(", ")
}

/// The largest influences, the earlier feature first where two are alike. A page may have a hundred thousand blocks, so
/// nothing is sorted for three of some hundred.
fn strongest(influences: &[(usize, f32)]) -> [Option<(usize, f32)>; NAMED] {
    let mut best = [None; NAMED];
    for &this in influences {
        let weaker = |known: &Option<(usize, f32)>| known.is_none_or(|k| k.1.abs() < this.1.abs());
        if let Some(place) = best.iter().position(weaker) {
            best[place..].rotate_right(1);
            best[place] = Some(this);
        }
    }
    best
}

/// A feature and its value, as people would say it.
fn phrase(name: &str, value: f32) -> String {
    let (group, rest) = name.split_once('_').unwrap_or((name, ""));
    let rest = rest.replace('_', " ");
    let value = (value * 100.0).round() / 100.0;
    match group {
        "tags" if value >= f32::from(NO_ANCESTOR) => format!("not in {rest}"),
        "tags" => format!("in {rest}"),
        "families" if value >= f32::from(NO_ANCESTOR) => format!("nothing around named {rest}"),
        "families" => format!("named {rest}"),
        "vote" if value > 0.5 => format!("{rest} keeps it"),
        "vote" => format!("{rest} drops it"),
        "content" if rest == "inside" => {
            format!("{} the main text", if value > 0.5 { "inside" } else { "outside" })
        }
        "before" | "after" => format!("{rest} of blocks {group} {value}"),
        "levels" => format!("around it {rest} {value}"),
        "text" | "place" | "window" => format!("{rest} {value}"),
        _ => format!("{} {value}", name.replace('_', " ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strongest_come_first_whichever_way() {
        let names = ["text_words", "tag", "tags_nav", "x"].map(String::from);
        let row = [12.0, 0.0, 2.0, 1.0];
        let words = in_words(&[(0, 0.2), (1, -0.1), (2, -0.9), (3, 0.0)], &row, &names);
        assert_eq!(words, "in nav (-0.9), words 12 (+0.2), tag 0 (-0.1)");
    }

    #[test]
    fn features_are_said_as_people_would() {
        let cases = [
            ("tags_article", 255.0, "not in article"),
            ("families_footer", 1.0, "named footer"),
            ("families_ad", 255.0, "nothing around named ad"),
            ("vote_readability", 1.0, "readability keeps it"),
            ("content_inside", 0.0, "outside the main text"),
            ("levels_2_link_density", 0.126, "around it 2 link density 0.13"),
            ("likeness_title", 1.0, "likeness title 1"),
        ];
        for (name, value, words) in cases {
            assert_eq!(phrase(name, value), words);
        }
    }
}
