//! Stream curves: the average of a measure as each domain's pages come in (figures 4 and 5
//! of the URL Tree paper, Sluban and Grčar, CIKM 2013).

use super::svg::{Frame, Svg};
use super::{COLOURS, Plot, colour};
use crate::report::html::escape;
use crate::results::PageResult;
use crate::stream::{Curve, curves};
use crate::table::measure::Measure;
use std::fmt::Write;

/// Pages a domain needs for a curve of its own.
const LEAST: usize = 10;
/// Domains shown, those with the most pages.
const DOMAINS: usize = 12;
/// Points a curve is drawn with.
const POINTS: usize = 160;

/// One large picture for all domains together, a small one for each of the largest.
pub fn streams(results: &[PageResult], extractors: &[String], measure: &Measure) -> Option<Plot> {
    let all = curves(results, measure, LEAST);
    let together: Vec<&Curve> = all.iter().filter(|c| c.domain.is_none()).collect();
    let pages = together.iter().map(|c| c.averages.len()).max().filter(|&n| n >= LEAST)?;
    let picture = draw(&together, extractors, [760.0, 300.0], "All sites as one stream");
    let legend = legend(extractors);
    let mut body = format!(
        r#"{legend}<div class="wide" tabindex="0" role="region" aria-label="Streams">{picture}</div><div class="small-plots">"#
    );
    let domains = largest_domains(&all);
    for domain in &domains {
        let own: Vec<&Curve> = all.iter().filter(|c| c.domain.as_ref() == Some(domain)).collect();
        let picture = draw(&own, extractors, [260.0, 150.0], &format!("The stream of {domain}"));
        let _ =
            write!(body, "<figure><figcaption>{}</figcaption>{picture}</figure>", escape(domain));
    }
    body += "</div>";
    let caption = format!(
        "The mean {} of all pages up to each one, in time order where pages have a date: first {pages} pages of all sites as one stream, then the {} domains with the most pages. An extractor that learns from a site climbs along it. The scale begins where the lowest drawn curve does.",
        measure.name,
        domains.len()
    );
    Some(Plot { id: "streams", title: "As a site goes on", caption, body })
}

fn largest_domains(curves: &[Curve]) -> Vec<String> {
    let mut domains: Vec<(usize, &String)> =
        curves.iter().filter_map(|c| Some((c.averages.len(), c.domain.as_ref()?))).collect();
    domains.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(b.1)));
    let mut names: Vec<String> = Vec::new();
    for (_, domain) in domains {
        if names.len() < DOMAINS && !names.contains(domain) {
            names.push(domain.clone());
        }
    }
    names
}

fn draw(
    curves: &[&Curve],
    extractors: &[String],
    [width, height]: [f64; 2],
    label: &str,
) -> String {
    let longest = curves.iter().map(|c| c.averages.len()).max().unwrap_or(1);
    // The first averages swing; a scale that holds them all would flatten what follows.
    let settled = |c: &&Curve| c.averages[c.averages.len() / 5..].to_vec();
    let values: Vec<f64> = curves.iter().flat_map(settled).collect();
    let low = values.iter().copied().fold(1.0, f64::min);
    let high = values.iter().copied().fold(0.0, f64::max);
    let bounds =
        [(low * 20.0 - 0.2).floor().max(0.0) / 20.0, (high * 20.0 + 0.2).ceil().min(20.0) / 20.0];
    let mut svg = Svg::new(width, height, label);
    let frame = Frame {
        x: [1.0, longest as f64],
        y: bounds,
        edges: [38.0, 10.0, width - 14.0, height - 24.0],
    };
    let middle = (bounds[0] + bounds[1]) / 2.0;
    frame.draw_rows(&mut svg, &[bounds[0], middle, bounds[1]], |v| format!("{v:.2}"));
    frame.draw_columns(&mut svg, &[1.0, longest as f64], |v| format!("{v}"));
    // The best last, on top of the others.
    for (place, name) in extractors.iter().enumerate().rev() {
        for curve in curves.iter().filter(|c| &c.extractor == name) {
            let last = curve.averages.last().copied().unwrap_or_default();
            let class = format!("curve {}", colour(place));
            svg.curve(&points(curve, &frame), &class, &format!("{name}: {last:.3}"));
        }
    }
    svg.finish()
}

/// A curve's points in the picture, thinned to what can be seen.
fn points(curve: &Curve, frame: &Frame) -> Vec<[f64; 2]> {
    let n = curve.averages.len();
    let step = n.div_ceil(POINTS).max(1);
    let seen = (0..n).filter(|i| i % step == 0 || i + 1 == n);
    let inside = |value: f64| value.clamp(frame.y[0], frame.y[1]);
    seen.map(|i| frame.at((i + 1) as f64, inside(curve.averages[i]))).collect()
}

fn legend(extractors: &[String]) -> String {
    let mut out = String::from(r#"<ul class="legend">"#);
    for (place, name) in extractors.iter().enumerate().take(COLOURS) {
        let _ =
            write!(out, r#"<li><span class="key {}"></span>{}</li>"#, colour(place), escape(name));
    }
    if let Some(more) = extractors.len().checked_sub(COLOURS).filter(|&more| more > 0) {
        let _ =
            write!(out, r#"<li><span class="key grey"></span>{more} others, named on hover</li>"#);
    }
    out + "</ul>"
}
