//! Why a block was kept or dropped, in words. Most pages are never explained, so this is done on demand.

use super::input;
use super::judge::Answer;
use super::model::Model;
use super::roles::roles;
use super::table::Table;
use dehusk_blocks::features::NO_ANCESTOR;
use dehusk_extract::{Document, Explain, PageType, Verdict};
use dehusk_page::name;
use std::ops::Range;
use std::sync::Arc;

/// Features that are named.
const NAMED: usize = 3;

/// What is needed to explain an answer.
#[derive(Debug)]
pub(super) struct Explanation {
    pub model: Arc<Model>,
    pub answer: Arc<Answer>,
    /// The blocks that are kept for the user.
    pub keep: Vec<bool>,
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
                return self.verdict(block, "there was no time to say why".into());
            }
            let row = table.row(block - rows.start);
            // What speaks for the decision: what speaks against it did not move it.
            let speaks_for = |(_, influence): &(usize, f32)| (*influence > 0.0) == self.keep[block];
            let mut influences = self.model.first.influences(&row);
            influences.retain(speaks_for);
            let called = called(document, block);
            influences.retain(|&(feature, _)| tells(&names[feature], row[feature], called));
            let why = match in_words(&influences, &row, &names, called) {
                why if why.is_empty() => "by many small signs".into(),
                why => why,
            };
            self.verdict(block, why)
        };
        let mut verdicts = Vec::with_capacity(self.keep.len());
        for rows in input::chunks(document.blocks().len().min(self.keep.len())) {
            let table = input::first(document, &scores, rows.clone());
            verdicts.extend(rows.clone().map(|block| verdict(&table, &rows, block)));
        }
        let roles = roles(document, self.page_type, &self.keep, self.probabilities());
        verdicts.iter_mut().zip(roles).for_each(|(verdict, role)| verdict.role = Some(role));
        verdicts
    }
}

impl Explanation {
    fn probabilities(&self) -> &[f32] {
        &self.answer.weighed.probabilities
    }

    fn verdict(&self, block: usize, why: String) -> Verdict {
        let (keep, score) = (self.keep[block], self.probabilities()[block]);
        let reason = match (keep, self.answer.choice.keep[block]) {
            (true, false) => format!("kept with what is around it; {why}"),
            (false, true) => format!("dropped for what is around it; {why}"),
            _ => why,
        };
        if keep { Verdict::keep(score, reason) } else { Verdict::drop(score, reason) }
    }
}

/// What moved a block most, the strongest first; nothing is said twice.
fn in_words(
    influences: &[(usize, f32)],
    row: &[f32],
    names: &[String],
    called: Option<&str>,
) -> String {
    let mut words: Vec<String> = Vec::with_capacity(NAMED);
    for &(feature, _) in strongest(influences).iter().flatten() {
        if let (Some(name), Some(&value)) = (names.get(feature), row.get(feature)) {
            let said = phrase(name, value, called);
            if !words.contains(&said) {
                words.push(said);
            }
        }
    }
    words.join(", ")
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

/// Whether a feature's value tells a person something: that a block is not in a footer is true of nearly all, and how
/// deep it stands is nothing that anybody sees.
fn tells(name: &str, value: f32, called: Option<&str>) -> bool {
    let is_far = value >= f32::from(NO_ANCESTOR);
    match name {
        "depth" | "tag" | "page_words" => false,
        "words_text" | "words_heading" => value != 0.0,
        "words_around" | "words_named" => called.is_some() && value != 0.0,
        _ if name.starts_with("in_") || name.starts_with("named_") => !is_far,
        _ if name.starts_with("content_") => name == "content_inside",
        _ => true,
    }
}

/// A feature and its value, as people would say it. `called` is how the page calls the place.
fn phrase(name: &str, value: f32, called: Option<&str>) -> String {
    let percent = (100.0 * value).round();
    let either = |yes: bool, a: &str, b: &str| String::from(if yes { a } else { b });
    let (group, rest) = name.split_once('_').unwrap_or((name, ""));
    // What stands above a block, one level after the other, and the measure of it.
    let above = rest.split_once('_').map_or(rest, |(_, measure)| measure);
    match (group, name) {
        ("in", _) => format!("in {rest}"),
        ("named", _) => format!("in a place named as {}", family(rest)),
        ("levels", _) if above == "link_density" => links("its surroundings are", value),
        ("levels", _) if above == "words" => format!("in a place of {value} words"),
        ("levels", _) => format!("its place holds {percent} % of the page's text"),
        ("content", _) => format!("{} the main text", either(value > 0.5, "inside", "outside")),
        ("siblings", _) if value < 1.5 => "alone of its kind".into(),
        ("siblings", _) => format!("one of {value} alike"),
        (_, "words_before") => place(value),
        (_, "words_around" | "words_named") => {
            format!("in a place called {:?}", called.unwrap_or_default())
        }
        (_, "words_text") => either(value > 0.0, "worded like content", "worded like a label"),
        (_, "words_heading") => {
            format!("below a heading of {}", either(value > 0.0, "content", "something else"))
        }
        (_, "words") => plural(value, "word"),
        (_, "links") => plural(value, "link"),
        (_, "link_density") => links("", value).trim_start().into(),
        (_, "sentence_marks") => plural(value, "sentence"),
        (_, "full_stop_ratio") => either(value > 0.0, "with full stops", "without a full stop"),
        (_, "ends_sentence") => {
            either(value > 0.5, "ends like a sentence", "does not end like a sentence")
        }
        (_, "after_heading") if value <= -999.0 => "on a page without a main heading".into(),
        (_, "after_heading") => {
            either(value < 0.0, "before the main heading", "behind the main heading")
        }
        (_, "window_link_density") => links("its neighbours are", value),
        (_, "title" | "title_overlap") => {
            either(value >= 0.5, "like the page's title", "unlike the page's title")
        }
        _ => format!("{} {:.2}", name.replace('_', " "), value),
    }
}

fn family(name: &str) -> &str {
    match name {
        "negative" => "no content",
        "comment" => "comments",
        "cookie" => "a consent notice",
        "forum" => "a thread",
        other => other,
    }
}

fn links(what: &str, density: f32) -> String {
    let share = match density {
        d if d >= 0.5 => "mostly links",
        d if d >= 0.1 => "partly links",
        _ => "text, not links",
    };
    format!("{what} {share}")
}

fn place(words_before: f32) -> String {
    let where_ = match words_before {
        b if b < 0.1 => "near the top",
        b if b < 0.9 => "in the middle",
        _ => "near the end",
    };
    format!("{where_} of the page")
}

fn plural(count: f32, of: &str) -> String {
    match count {
        c if c < 0.5 => format!("no {of}s"),
        c if c < 1.5 => format!("one {of}"),
        c => format!("{c:.0} {of}s"),
    }
}

/// How the page calls the place of a block: the name of the nearest element that has one.
fn called(document: &Document, block: usize) -> Option<&str> {
    let (page, containers) = (document.page(), document.containers());
    let named = |at: usize| {
        let node = containers.list()[at].node;
        let name = page.attr(node, name::CLASS).or_else(|| page.attr(node, name::ID))?;
        name.split_whitespace().find(|word| word.len() > 1)
    };
    containers.chain(containers.of_block(block)).find_map(named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strongest_come_first_whichever_way() {
        let names = ["words", "links", "in_nav", "levels_0_words", "x"].map(String::from);
        let row = [12.0, 0.0, 2.0, 30.0, 1.0];
        let words = in_words(&[(0, 0.2), (1, -0.1), (2, -0.9), (3, 0.0)], &row, &names, None);
        assert_eq!(words, "in nav, 12 words, no links");
    }

    #[test]
    fn features_are_said_as_people_would() {
        let cases = [
            ("in_article", 2.0, "in article"),
            ("named_cookie", 1.0, "in a place named as a consent notice"),
            ("named_comment", 2.0, "in a place named as comments"),
            ("content_inside", 0.0, "outside the main text"),
            ("levels_2_link_density", 0.126, "its surroundings are partly links"),
            ("words_around", -2.0, "in a place called \"related\""),
            ("words", 1.0, "one word"),
            ("siblings_1", 36.0, "one of 36 alike"),
        ];
        for (name, value, words) in cases {
            assert_eq!(phrase(name, value, Some("related")), words);
        }
    }

    #[test]
    fn every_column_of_the_first_model_is_said_in_words() {
        for name in input::first_names().into_iter().filter(|name| tells(name, 0.5, Some("x"))) {
            let words = phrase(&name, 0.5, Some("x"));
            assert!(words != format!("{} 0.50", name.replace('_', " ")), "{name}: {words}");
        }
    }
}
