//! Pages by a value: the scores of each extractor (figure 6.2), and how much of a page is content.

use super::svg::{Frame, Svg};
use super::{Plot, colour};
use crate::analysis::histogram;
use crate::groups::complexity_groups;
use crate::report::html::escape;
use crate::results::PageResult;
use crate::table::measure::Measure;
use std::fmt::Write;

const BINS: usize = 20;
const SHARES: usize = 25;

/// A small picture an extractor, all to the same scale.
pub fn distributions(results: &[PageResult], extractors: &[String], measure: &Measure) -> Plot {
    let all: Vec<Vec<usize>> =
        extractors.iter().map(|name| histogram(results, name, measure, BINS).bins).collect();
    let most = all.iter().flatten().copied().max().unwrap_or(0).max(1);
    let mut body = String::from(r#"<div class="small-plots">"#);
    for (place, (name, bins)) in extractors.iter().zip(&all).enumerate() {
        let svg = scores(name, bins, most, &colour(place));
        let _ = write!(body, "<figure><figcaption>{}</figcaption>{svg}</figure>", escape(name));
    }
    body += "</div>";
    let caption = format!(
        "Pages by their {}, in {BINS} steps from 0 to 1; every picture reaches up to {most} pages. The best extractor comes first.",
        measure.name
    );
    Plot { id: "distributions", title: "How scores are spread", caption, body }
}

fn scores(name: &str, bins: &[usize], most: usize, class: &str) -> String {
    let mut svg = Svg::new(240.0, 120.0, &format!("Pages by score of {name}"));
    let frame = Frame { x: [0.0, 1.0], y: [0.0, most as f64], edges: [8.0, 8.0, 232.0, 98.0] };
    svg.line(frame.at(0.0, 0.0), frame.at(1.0, 0.0), "axis");
    let title = |[from, to]: [f64; 2]| format!("{from:.2} to {to:.2}");
    bars(&mut svg, &frame, bins, title, |_| class);
    frame.draw_columns(&mut svg, &[0.0, 0.5, 1.0], |v| format!("{v}"));
    svg.finish()
}

/// A bar a bin over the whole frame; a bin's range gives it its name and its colour.
fn bars<'a>(
    svg: &mut Svg,
    frame: &Frame,
    bins: &[usize],
    title: impl Fn([f64; 2]) -> String,
    class: impl Fn([f64; 2]) -> &'a str,
) {
    let width = frame.x[1] / bins.len() as f64;
    for (i, &count) in bins.iter().enumerate() {
        let range = [i, i + 1].map(|i| i as f64 * width);
        let ([left, top], [right, bottom]) =
            (frame.at(range[0], count as f64), frame.at(range[1], 0.0));
        let (class, title) = (class(range), format!("{}: {count} pages", title(range)));
        let place = [left + 0.5, top, right - left - 1.0, bottom - top];
        svg.rect(place, &format!("bar {class}"), &title);
    }
}

/// How much of the pages is content, and the quartiles that part easy from complex.
pub fn complexity(results: &[PageResult]) -> Option<Plot> {
    let shares: Vec<f64> = results.iter().filter_map(|r| r.page.complexity()).collect();
    let (_, (low, high)) = complexity_groups(results);
    let mut bins = [0usize; SHARES];
    for share in &shares {
        bins[((share / 100.0 * SHARES as f64) as usize).min(SHARES - 1)] += 1;
    }
    let most = bins.iter().copied().max().filter(|&most| most > 0)?;
    let mut svg = Svg::new(760.0, 260.0, "Pages by their share of content");
    let frame = Frame { x: [0.0, 100.0], y: [0.0, most as f64], edges: [48.0, 28.0, 745.0, 220.0] };
    frame.draw_rows(&mut svg, &[0.0, (most / 2) as f64, most as f64], |v| format!("{v}"));
    let title = |[from, to]: [f64; 2]| format!("{from:.0} % to {to:.0} %");
    let class = |[from, to]: [f64; 2]| match (from >= high, to <= low) {
        (true, _) => "c2",
        (_, true) => "c3",
        _ => "c0",
    };
    bars(&mut svg, &frame, &bins, title, class);
    for (quartile, y, name) in [(low, 12.0, "complex up to"), (high, 24.0, "easy from")] {
        let [x, _] = frame.at(quartile.min(100.0), 0.0);
        svg.line([x, 4.0], [x, 220.0], "mark");
        // To the side where there is room.
        let (shift, anchor) = if x < 200.0 { (6.0, "start") } else { (-6.0, "end") };
        svg.text([x + shift, y], anchor, &format!("{name} {quartile:.0} %"));
    }
    frame.draw_columns(&mut svg, &[0.0, 20.0, 40.0, 60.0, 80.0, 100.0], |v| format!("{v} %"));
    let caption = format!(
        "Tokens of the gold as a share of the page's tokens, {} pages with gold. A quarter of the pages has at most {low:.1} % content and is complex, a quarter at least {high:.1} % and is easy. Pages whose gold is longer than the page count as 100 %.",
        shares.len()
    );
    let body = format!(
        r#"<div class="wide" tabindex="0" role="region" aria-label="Complexity">{}</div>"#,
        svg.finish()
    );
    Some(Plot { id: "complexity", title: "How hard the pages are", caption, body })
}
