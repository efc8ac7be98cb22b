//! `cetr`, `cetr-threshold`: Content Extraction via Tag Ratios.
//!
//! A line of content has many characters and few tags. T. Weninger, W. H. Hsu, J. Han: "CETR: Content
//! Extraction via Tag Ratios" (WWW 2010):
//!
//! 1. Every line of the markup has a tag ratio: its characters by its tags. Empty lines, scripts, styles and
//!    comments are left out.
//! 2. The ratios are smoothed by a Gaussian kernel, so that short lines live on their neighbours.
//! 3. Beside each smoothed ratio stands how much the ratios change there: the absolute difference to the mean
//!    of the next [`ALPHA`] lines, smoothed too.
//! 4. The points are put into [`K`] clusters, of which one stays at the origin. All others are content.
//!
//! `cetr-threshold` has the first two steps alone: a line whose smoothed ratio reaches `τ = λσ` is content, where `σ`
//! is the standard deviation of the smoothed ratios and `λ` is [`LAMBDA`]. So the threshold fits the page.
//!
//! A text node that runs over several lines is content if most of its characters are.

mod clusters;
mod lines;

use super::shared::gaussian::smooth;
use super::shared::texts::{self, Marked};
use crate::languages;
use dehusk_extract::{Document, Entry, Extractor, Reason, Selection};
use lines::Lines;
use std::sync::Arc;

/// How a registry lists it.
pub(crate) static ENTRIES: &[Entry] = &[
    Entry::new(
        "cetr",
        "lines with many characters a tag, by clusters",
        "Content Extraction via Tag Ratios; Weninger et al., WWW 2010",
        languages::ANY,
        |_| Ok(Arc::new(Cetr::Clusters)),
    ),
    Entry::new(
        "cetr-threshold",
        "lines with many characters a tag, by a threshold",
        "the threshold form of Content Extraction via Tag Ratios; Weninger et al., WWW 2010",
        languages::ANY,
        |_| Ok(Arc::new(Cetr::Threshold)),
    ),
];

/// Radius of the kernel.
const R: usize = 1;
/// Lines that are looked ahead for the change.
const ALPHA: usize = 3;
/// Clusters, the one at the origin among them.
const K: usize = 3;
/// `λ`: standard deviations of the smoothed ratios from which a line is content.
const LAMBDA: f32 = 1.0;

/// Content Extraction via Tag Ratios.
#[derive(Clone, Copy)]
pub(crate) enum Cetr {
    /// By clusters of ratios and their changes.
    Clusters,
    /// By a threshold for the ratios.
    Threshold,
}

impl Cetr {
    /// The smoothed ratio of each line, and whether the line is content.
    fn lines(self, ratios: &[f32]) -> Vec<(f32, bool)> {
        match self {
            Cetr::Clusters => {
                let points = points(ratios);
                let is_content = clusters::away_from_origin(&points);
                points.into_iter().zip(is_content).map(|([ratio, _], is)| (ratio, is)).collect()
            }
            Cetr::Threshold => {
                let smoothed = smooth(ratios, R);
                let threshold = LAMBDA * standard_deviation(&smoothed);
                smoothed.into_iter().map(|ratio| (ratio, ratio >= threshold)).collect()
            }
        }
    }
}

impl Extractor for Cetr {
    fn extract(&self, document: &Document) -> Selection {
        let lines = Lines::of(document);
        let judged = self.lines(&lines.ratios());
        let at = |line: usize| judged.get(line).copied().unwrap_or_default();
        let marked = lines.texts().map(|(node, pieces)| {
            let all: u32 = pieces.iter().map(|p| p.chars).sum();
            let content = pieces.iter().filter(|p| at(p.line).1);
            let kept: u32 = content.map(|p| p.chars).sum();
            let sum: f32 = pieces.iter().map(|p| p.chars as f32 * at(p.line).0).sum();
            Marked { node, keep: 2 * kept > all, score: sum / all.max(1) as f32 }
        });
        texts::select(document, marked.collect(), |text| {
            Reason::from(match text.keep {
                true => "a smoothed tag ratio far from boilerplate's",
                false => "a smoothed tag ratio near boilerplate's",
            })
        })
    }
}

/// A point a line: its smoothed ratio, and the smoothed change of these.
fn points(ratios: &[f32]) -> Vec<[f32; 2]> {
    let smoothed = smooth(ratios, R);
    let changes = smooth(&changes(&smoothed), R);
    smoothed.into_iter().zip(changes).map(|(ratio, change)| [ratio, change]).collect()
}

fn standard_deviation(row: &[f32]) -> f32 {
    let count = row.len().max(1) as f64;
    let mean = row.iter().copied().map(f64::from).sum::<f64>() / count;
    let squares: f64 = row.iter().map(|&value| (f64::from(value) - mean).powi(2)).sum();
    (squares / count).sqrt() as f32
}

/// How far each value is from the mean of those after it.
fn changes(row: &[f32]) -> Vec<f32> {
    let change = |(index, value): (usize, &f32)| {
        let next = &row[index + 1..row.len().min(index + 1 + ALPHA)];
        let sum = next.iter().fold(0.0, |sum, v| sum + v);
        if next.is_empty() { 0.0 } else { (sum / next.len() as f32 - value).abs() }
    };
    row.iter().enumerate().map(change).collect()
}

#[cfg(test)]
mod tests {
    use super::super::shared::testing::{kept, words};
    use super::*;

    #[test]
    fn changes_look_ahead() {
        assert_eq!(changes(&[1.0, 2.0, 3.0, 4.0]), [2.0, 1.5, 1.0, 0.0]);
        assert!(changes(&[]).is_empty());
    }

    /// Smoothing lets the line at each end of the article in, and the change beside them one more.
    fn assert_article(html: &str) {
        let text = kept(&Cetr::Clusters, html);
        let article = format!("{}{}", words("alpha", 60), words("beta", 60));
        assert!(text.contains(article.trim()), "{text}");
        assert!(text.matches("Home").count() <= 4, "{text}");
    }

    #[test]
    fn lines_of_text_are_kept_and_lines_of_tags_are_not() {
        let menu = "<li><a href=x>Home</a></li>\n".repeat(20);
        let article = format!("<p>{}</p>\n<p>{}</p>\n", words("alpha", 60), words("beta", 60));
        assert_article(&format!("<ul>\n{menu}</ul>\n{article}<ul>\n{menu}</ul>"));
    }

    #[test]
    fn a_page_without_line_ends_is_cut_at_its_blocks() {
        let menu = "<li><a href=x>Home</a></li>".repeat(40);
        let article = format!("<p>{}</p><p>{}</p>", words("alpha", 60), words("beta", 60));
        assert_article(&format!("<ul>{menu}</ul>{article}<ul>{menu}</ul>"));
    }

    #[test]
    fn a_line_a_deviation_above_nothing_is_content() {
        assert_eq!(standard_deviation(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]), 2.0);
        // A lone ratio is halved by smoothing, and reaches its neighbours.
        let judged = Cetr::Threshold.lines(&[0.0, 0.0, 0.0, 0.0, 100.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        let content: Vec<bool> = judged.iter().map(|line| line.1).collect();
        let expected = [false, false, false, true, true, true, false, false, false, false];
        assert_eq!(content, expected, "{judged:?}");
        assert_eq!(kept(&Cetr::Threshold, ""), "");
    }

    #[test]
    fn an_empty_page_has_no_content() {
        assert_eq!(kept(&Cetr::Clusters, ""), "");
    }
}
