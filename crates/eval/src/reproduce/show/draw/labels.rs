//! Names beside dots, where there is room for them; a dot without a name in the picture has it on hover.

use super::scale::Scale;
use super::{LETTER, points};
use crate::report::plots::svg::{Frame, Svg};
use crate::reproduce::{Mark, Plot};

/// With more dots, names would be all one sees.
const MOST: usize = 80;
const LINE: f64 = 12.0;

/// A box that is taken: left, top, right, bottom.
type Area = [f64; 4];

/// Writes the names that find room, in the order of their points.
pub fn place(svg: &mut Svg, plot: &Plot, frame: &Frame, x: &Scale, y: &Scale) {
    let mut taken: Vec<Area> = Vec::new();
    let mut wanted = Vec::new();
    for series in plot.series.iter().filter(|s| s.mark == Mark::Dots && s.labels.len() <= MOST) {
        for (index, at) in points(series, frame, x, y).into_iter().enumerate() {
            let (Some([left, top]), Some(name)) = (at, series.labels.get(index)) else { continue };
            taken.push([left - 4.0, top - 4.0, left + 4.0, top + 4.0]);
            wanted.push(([left, top], name));
        }
    }
    for (at, name) in wanted {
        let width = name.chars().count() as f64 * LETTER * 0.92;
        let free = sides(at, width).into_iter().find(|(area, ..)| {
            let inside = area[0] > frame.edges[0]
                && area[2] < frame.edges[2] + 10.0
                && area[1] > frame.edges[1] - 4.0
                && area[3] < frame.edges[3] + 2.0;
            inside && !taken.iter().any(|other| overlap(area, other))
        });
        if let Some((area, class, text)) = free {
            svg.text(text, class, name);
            taken.push(area);
        }
    }
}

/// Right, left, above and below a dot: the box, the anchor, where the text begins.
fn sides([x, y]: [f64; 2], width: f64) -> [(Area, &'static str, [f64; 2]); 4] {
    let (gap, half) = (7.0, width / 2.0);
    let line = |top: f64, left: f64| [left, top, left + width, top + LINE];
    [
        (line(y - LINE / 2.0, x + gap), "start", [x + gap, y + 4.0]),
        (line(y - LINE / 2.0, x - gap - width), "end", [x - gap, y + 4.0]),
        (line(y - gap - LINE, x - half), "mid", [x, y - gap - 2.0]),
        (line(y + gap, x - half), "mid", [x, y + gap + LINE - 3.0]),
    ]
}

fn overlap(a: &Area, b: &Area) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

#[cfg(test)]
mod tests {
    use super::super::draw;
    use crate::reproduce::{Axis, Mark, Plot};

    #[test]
    fn names_that_would_cover_others_are_left_to_the_titles() {
        let plot = Plot::new("Cost", Axis::new("ms"), Axis::new("F1"));
        let same = (0..9).map(|i| [1.0 + f64::from(i) / 1e6, 0.5]).chain([[9.0, 0.9]]);
        let names = (0..10).map(|i| format!("extractor-{i}"));
        let svg = draw(&plot.with_series("", Mark::Dots, same).with_labels(names));
        let named = svg.matches("extractor-").count() - 10;
        assert!(svg.contains(">extractor-9</text>"), "the one that stands apart has its name");
        assert!((2..=5).contains(&named), "four sides of one place, and one dot apart: {named}");
        assert_eq!(svg.matches("<circle").count(), 10);
    }
}
