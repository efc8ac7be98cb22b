//! A plot as SVG, with the classes that the style sheet colours for light and dark.

mod bars;
mod labels;
mod scale;

use crate::report::html::escape;
use crate::report::plots::heat::squares;
use crate::report::plots::svg::{Frame, Svg};
use crate::report::plots::{COLOURS, colour};
use crate::reproduce::{Heat, Mark, Plot, Series};
use scale::{Scale, values};
use std::fmt::Write;

/// Width and height of a large picture and of a small one.
const LARGE: [f64; 2] = [760.0, 340.0];
const SMALL: [f64; 2] = [300.0, 210.0];
/// Room under the frame for ticks and the axis's name, and above it for the other axis's name.
const BELOW: f64 = 42.0;
const ABOVE: f64 = 26.0;
const LETTER: f64 = 6.6;
/// A line keeps at most so many points: more can not be seen.
const POINTS: usize = 400;

/// The picture with its legend, without heading and caption.
pub fn draw(plot: &Plot) -> String {
    let body = match &plot.heat {
        Some(heat) => draw_heat(&plot.title, heat),
        None if !plot.y.names.is_empty() => wide(plot, &bars::lying(plot)),
        None => wide(plot, &draw_series(plot)),
    };
    legend(plot) + &body
}

/// What may be wider than the window scrolls by itself.
fn wide(plot: &Plot, svg: &str) -> String {
    if plot.small {
        return svg.into();
    }
    let label = escape(&plot.title);
    format!(r#"<div class="wide" tabindex="0" role="region" aria-label="{label}">{svg}</div>"#)
}

fn draw_heat(title: &str, heat: &Heat) -> String {
    let rows: Vec<&str> = heat.rows.iter().map(String::as_str).collect();
    let columns: Vec<&str> = heat.columns.iter().map(String::as_str).collect();
    squares(title, &rows, &columns, |row, column| {
        let value = heat.values.get(row).and_then(|values| *values.get(column)?);
        let name = format!("{} and {}", rows[row], columns[column]);
        match value {
            Some(value) => (format!("{value:.2}"), value.abs() * 0.6, name),
            None => ("–".into(), 0.0, name),
        }
    })
}

/// The names of what is drawn; a single series without a name needs none.
fn legend(plot: &Plot) -> String {
    let named: Vec<(usize, &Series)> =
        plot.series.iter().enumerate().filter(|(_, s)| !s.name.is_empty()).collect();
    if named.len() < 2 && plot.small || named.is_empty() {
        return String::new();
    }
    let mut out = String::from(r#"<ul class="legend">"#);
    for (place, series) in named.iter().take(COLOURS) {
        let (key, name) = (key(series.mark), escape(&series.name));
        let _ = write!(out, r#"<li><span class="key {key} {}"></span>{name}</li>"#, colour(*place));
    }
    if let Some(more) = named.len().checked_sub(COLOURS).filter(|&more| more > 0) {
        let _ =
            write!(out, r#"<li><span class="key grey"></span>{more} others, named on hover</li>"#);
    }
    out + "</ul>"
}

fn key(mark: Mark) -> &'static str {
    match mark {
        Mark::Line => "line",
        Mark::Dashed => "dashes",
        Mark::Dots => "round",
        Mark::Bars => "",
    }
}

/// Lines, dots and standing bars in one frame.
fn draw_series(plot: &Plot) -> String {
    let [width, height] = if plot.small { SMALL } else { LARGE };
    let has_bars = plot.series.iter().any(|s| s.mark == Mark::Bars);
    let x = match plot.x.names.len() {
        0 => Scale::new(&plot.x, values(&plot.series, 0), false),
        count => Scale::of_names(count),
    };
    let y = Scale::new(&plot.y, values(&plot.series, 1), has_bars);
    let names: Vec<String> = y.ticks.iter().map(|&tick| y.name(tick)).collect();
    let left =
        names.iter().map(|name| name.chars().count()).max().unwrap_or(1) as f64 * LETTER + 14.0;
    let mut svg = Svg::new(width, height, &label(plot));
    let margin = if has_bars && plot.x.names.is_empty() { bars::half_width(plot, &x) } else { 0.0 };
    let range = [x.range[0] - margin, x.range[1] + margin];
    let frame = Frame { x: range, y: y.range, edges: [left, ABOVE, width - 14.0, height - BELOW] };
    axes(&mut svg, plot, &frame, &x, &y);
    for (place, series) in plot.series.iter().enumerate().rev() {
        match series.mark {
            Mark::Bars => bars::standing(&mut svg, plot, place, &frame, &y),
            Mark::Dots => dots(&mut svg, series, place, &points(series, &frame, &x, &y)),
            Mark::Line | Mark::Dashed => curve(&mut svg, series, place, &frame, &x, &y),
        }
    }
    labels::place(&mut svg, plot, &frame, &x, &y);
    svg.finish()
}

/// What the picture is, for those who can not see it.
fn label(plot: &Plot) -> String {
    format!("{}: {} by {}", plot.title, plot.y.name, plot.x.name)
}

fn axes(svg: &mut Svg, plot: &Plot, frame: &Frame, x: &Scale, y: &Scale) {
    let [left, top, right, bottom] = frame.edges;
    frame.draw_rows(svg, &y.ticks, |tick| y.name(tick));
    svg.line([left, bottom], [right, bottom], "axis");
    match plot.x.names.is_empty() {
        true => frame.draw_columns(svg, &x.ticks, |tick| x.name(tick)),
        false => {
            let places: Vec<f64> = (0..plot.x.names.len()).map(|place| place as f64).collect();
            frame.draw_columns(svg, &places, |place| plot.x.names[place as usize].clone());
        }
    }
    svg.text([(left + right) / 2.0, bottom + BELOW - 8.0], "mid", &plot.x.name);
    svg.text([4.0, top - 11.0], "start", &plot.y.name);
}

/// Where the points of a series are, those that have a place.
fn points(series: &Series, frame: &Frame, x: &Scale, y: &Scale) -> Vec<Option<[f64; 2]>> {
    let inside = |value: f64, [low, high]: [f64; 2]| value.clamp(low, high);
    let at = |&[first, second]: &[f64; 2]| {
        Some(frame.at(inside(x.place(first)?, frame.x), inside(y.place(second)?, frame.y)))
    };
    series.points.iter().map(at).collect()
}

fn curve(svg: &mut Svg, series: &Series, place: usize, frame: &Frame, x: &Scale, y: &Scale) {
    let all: Vec<[f64; 2]> = points(series, frame, x, y).into_iter().flatten().collect();
    let (count, step) = (all.len(), all.len().div_ceil(POINTS).max(1));
    let kept = all.into_iter().enumerate().filter(|(i, _)| i % step == 0 || i + 1 == count);
    let kept: Vec<[f64; 2]> = kept.map(|(_, point)| point).collect();
    let dashed = if series.mark == Mark::Dashed { " dashed" } else { "" };
    svg.curve(&kept, &format!("curve {}{dashed}", colour(place)), &series.name);
}

fn dots(svg: &mut Svg, series: &Series, place: usize, points: &[Option<[f64; 2]>]) {
    let radius = if points.len() > 200 { 2.5 } else { 4.5 };
    for (index, point) in points.iter().enumerate() {
        let Some(point) = point else { continue };
        let [x, y] = series.points[index];
        let name = series.labels.get(index).unwrap_or(&series.name);
        let title = format!("{name}: {}, {}", number(x), number(y));
        svg.circle(*point, radius, &format!("dot {}", colour(place)), &title);
    }
}

/// A number for a title: as many digits as tell something.
fn number(value: f64) -> String {
    match value.abs() {
        size if size >= 100.0 || value.fract() == 0.0 => format!("{value:.0}"),
        size if size >= 1.0 => format!("{value:.2}"),
        _ => format!("{value:.4}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::Axis;

    fn plot() -> Plot {
        Plot::new("F1 <by> pages", Axis::new("pages"), Axis::new("F1").with_range(0.0, 1.0))
    }

    #[test]
    fn lines_reach_from_edge_to_edge_and_names_are_escaped() {
        let svg = draw(&plot().with_series("<a>", Mark::Line, [[0.0, 0.0], [10.0, 1.0]]));
        assert!(svg.contains("746.0,26.0"), "the last point is at the right, above: {svg}");
        assert!(svg.contains("&lt;a&gt;") && !svg.contains("<a>"));
        assert!(svg.contains(">pages</text>") && svg.contains(">F1</text>"));
    }

    #[test]
    fn what_has_no_place_is_left_out() {
        let series = [[1.0, f64::NAN], [2.0, 0.5], [f64::INFINITY, 0.5]];
        let svg = draw(&plot().with_series("", Mark::Dots, series));
        assert_eq!(svg.matches("<circle").count(), 1);
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
        assert!(draw(&plot()).contains("<svg"), "nothing at all is a picture too");
    }

    #[test]
    fn many_points_of_a_line_are_thinned() {
        let svg = draw(&plot().with_series("", Mark::Line, (0..20_000).map(|i| [i as f64, 0.5])));
        assert!(svg.len() < 20_000, "{}", svg.len());
    }

    #[test]
    fn bars_lie_beside_their_names() {
        let axis = Axis::of_names("feature", ["words", "links"]);
        let plot = Plot::new("Gain", Axis::new("bits"), axis);
        let svg = draw(&plot.with_series("here", Mark::Bars, [[0.5, 0.0], [1.0, 1.0]]));
        assert_eq!(svg.matches("<rect").count(), 2);
        assert!(svg.contains(">words</text>") && svg.contains(">links</text>"));
    }
}
