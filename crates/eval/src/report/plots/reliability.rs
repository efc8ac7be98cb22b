//! Confidence against true F1, a small picture an extractor that gives one.

use super::svg::{Frame, Svg};
use super::{Plot, colour};
use crate::analysis::{Reliability, reliability};
use crate::report::html::escape;
use crate::results::PageResult;
use std::fmt::Write;

const BINS: usize = 10;
/// The largest dot; its area stands for all pages.
const RADIUS: f64 = 18.0;

/// None where no extractor gives a confidence.
pub fn picture(results: &[PageResult], extractors: &[String]) -> Option<Plot> {
    let mut body = String::from(r#"<div class="small-plots">"#);
    let mut drawn = 0;
    for (place, name) in extractors.iter().enumerate() {
        let Some(found) = reliability(results, name, BINS) else { continue };
        drawn += 1;
        let _ = write!(
            body,
            r#"<figure><figcaption>{} <span class="small">error {:.3}, correlation {:.3}, {} pages</span></figcaption>{}</figure>"#,
            escape(name),
            found.error,
            found.correlation,
            found.pages,
            draw(&found, &colour(place))
        );
    }
    body += "</div>";
    let caption = format!(
        "Pages in {BINS} bins by the confidence their extractor gave, against the mean lcs F1 they have; a dot's area is the share of pages in it. On the dashed line the confidence is right, below it too high. The error is the mean distance between a page's confidence and its F1."
    );
    (drawn > 0).then_some(Plot {
        id: "reliability",
        title: "Whether confidence can be trusted",
        caption,
        body,
    })
}

fn draw(found: &Reliability, class: &str) -> String {
    let label = format!("Confidence and F1 of {}", found.extractor);
    let mut svg = Svg::new(240.0, 240.0, &label);
    let frame = Frame { x: [0.0, 1.0], y: [0.0, 1.0], edges: [34.0, 20.0, 220.0, 206.0] };
    let ticks = [0.0, 0.5, 1.0];
    frame.draw_rows(&mut svg, &ticks, |v| format!("{v}"));
    frame.draw_columns(&mut svg, &ticks, |v| format!("{v}"));
    svg.line(frame.at(0.0, 0.0), frame.at(1.0, 1.0), "mark");
    for bin in &found.bins {
        let [x, y] = frame.at(bin.said, bin.is);
        let radius = (RADIUS * (bin.pages as f64 / found.pages as f64).sqrt()).max(2.5);
        let title = format!("confidence {:.3}, F1 {:.3}: {} pages", bin.said, bin.is, bin.pages);
        svg.circle([x, y], radius, &format!("dot {class}"), &title);
    }
    svg.text([127.0, 237.0], "mid", "confidence");
    svg.text([4.0, 12.0], "start", "F1");
    svg.finish()
}
