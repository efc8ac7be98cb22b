//! Bars: standing on a range, or lying beside names.

use super::scale::{Scale, values};
use super::{LETTER, label, number};
use crate::report::plots::colour;
use crate::report::plots::svg::{Frame, Svg};
use crate::reproduce::{Mark, Plot, Series};

/// Between two names.
const GAP: f64 = 8.0;
/// How thick a lying bar is.
const BAR: f64 = 15.0;
const WIDTH: f64 = 760.0;
/// Letters a name has at most beside a bar.
const LONGEST: usize = 34;

/// Half of the room a standing bar has along x, in the axis's own numbers.
pub fn half_width(plot: &Plot, x: &Scale) -> f64 {
    let mut places: Vec<f64> = values(&bars(plot), 0).filter_map(|v| x.place(v)).collect();
    places.sort_by(f64::total_cmp);
    places.dedup_by(|a, b| (*a - *b).abs() < 1e-12);
    let least = places.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min);
    if least.is_finite() { least / 2.0 } else { 0.5 }
}

fn bars(plot: &Plot) -> Vec<Series> {
    plot.series.iter().filter(|s| s.mark == Mark::Bars).cloned().collect()
}

/// The bars of one series; those of several series stand side by side.
pub fn standing(svg: &mut Svg, plot: &Plot, place: usize, frame: &Frame, y: &Scale) {
    let x = match plot.x.names.len() {
        0 => Scale::new(&plot.x, values(&plot.series, 0), false),
        count => Scale::of_names(count),
    };
    let series = &plot.series[place];
    let many = plot.series.iter().filter(|s| s.mark == Mark::Bars).count();
    let own = plot.series[..place].iter().filter(|s| s.mark == Mark::Bars).count();
    let room = if plot.x.names.is_empty() { 2.0 * half_width(plot, &x) } else { 0.8 };
    let floor = frame.at(0.0, y.floor())[1];
    for (index, &[at, height]) in series.points.iter().enumerate() {
        let (Some(at), Some(height)) = (x.place(at), y.place(height)) else { continue };
        let left = at - room / 2.0 + room * own as f64 / many as f64;
        let [left_edge, top] = frame.at(left, height.clamp(y.range[0], y.range[1]));
        let [right_edge, _] = frame.at(left + room / many as f64, 0.0);
        let (top, bottom) = (top.min(floor), top.max(floor));
        let place_name =
            plot.x.names.get(index).cloned().unwrap_or_else(|| number(series.points[index][0]));
        let title = format!("{} {place_name}: {}", series.name, number(series.points[index][1]));
        let shape = [left_edge + 0.5, top, (right_edge - left_edge - 1.0).max(0.5), bottom - top];
        svg.rect(shape, &format!("bar {}", colour(place)), title.trim());
    }
}

/// A picture of lying bars, as high as there are names: points are a value and the place of a name.
pub fn lying(plot: &Plot) -> String {
    let x = Scale::new(&plot.x, values(&plot.series, 0), true);
    let shown: Vec<String> = plot.y.names.iter().map(|name| cut(name)).collect();
    let longest = shown.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let left = longest as f64 * LETTER + 14.0;
    let step = BAR * plot.series.len().max(1) as f64 + GAP;
    let bottom = 26.0 + step * shown.len() as f64;
    let mut svg = Svg::new(WIDTH, bottom + 42.0, &label(plot));
    let frame = Frame { x: x.range, y: [0.0, 1.0], edges: [left, 26.0, WIDTH - 44.0, bottom] };
    for &tick in &x.ticks {
        let [at, _] = frame.at(tick, 0.0);
        svg.line([at, 26.0], [at, bottom], "grid");
    }
    frame.draw_columns(&mut svg, &x.ticks, |tick| x.name(tick));
    svg.text([(left + WIDTH - 44.0) / 2.0, bottom + 34.0], "mid", &plot.x.name);
    svg.text([4.0, 15.0], "start", &plot.y.name);
    for (place, name) in shown.iter().enumerate() {
        let middle = 26.0 + step * (place as f64 + 0.5);
        svg.text([left - 8.0, middle + 4.0], "end", name);
    }
    for (place, series) in plot.series.iter().enumerate() {
        for &[value, name] in &series.points {
            let Some(at) = x.place(value) else { continue };
            let top = 26.0 + step * name + GAP / 2.0 + BAR * place as f64;
            let [zero, _] = frame.at(x.floor(), 0.0);
            let [end, _] = frame.at(at.clamp(x.range[0], x.range[1]), 0.0);
            let whole = plot.y.names.get(name as usize).map_or("", String::as_str);
            let title = format!("{whole} {}: {}", series.name, number(value));
            let shape = [zero.min(end), top, (end - zero).abs(), BAR - 1.5];
            svg.rect(shape, &format!("bar {}", colour(place)), &title);
            svg.text([end.max(zero) + 5.0, top + BAR - 4.0], "start", &number(value));
        }
    }
    svg.finish()
}

fn cut(name: &str) -> String {
    match name.chars().count() > LONGEST {
        true => name.chars().take(LONGEST - 1).chain(['…']).collect(),
        false => name.into(),
    }
}
