//! A little SVG: shapes with classes, which the report's style sheet colours for light and dark.

use super::super::html::escape;
use std::fmt::Write;

/// A picture as it grows.
pub struct Svg {
    body: String,
}

impl Svg {
    /// An empty picture of that size, with a name for those who can not see it.
    pub fn new(width: f64, height: f64, label: &str) -> Svg {
        let label = escape(label);
        Svg {
            body: format!(
                r#"<svg viewBox="0 0 {width} {height}" role="img" aria-label="{label}">"#
            ),
        }
    }

    /// A rectangle; a title is shown on hover.
    pub fn rect(&mut self, [x, y, width, height]: [f64; 4], class: &str, title: &str) {
        let _ = write!(
            self.body,
            r#"<rect class="{class}" x="{x:.1}" y="{y:.1}" width="{:.1}" height="{:.1}"><title>{}</title></rect>"#,
            width.max(0.0),
            height.max(0.0),
            escape(title)
        );
    }

    /// A rectangle filled as strongly as said, from 0 to 1.
    pub fn shade(&mut self, [x, y, width, height]: [f64; 4], strength: f64, title: &str) {
        let strength = strength.clamp(0.0, 1.0);
        let _ = write!(
            self.body,
            r#"<rect class="shade" fill-opacity="{strength:.2}" x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" rx="3"><title>{}</title></rect>"#,
            escape(title)
        );
    }

    /// A straight line.
    pub fn line(&mut self, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2], class: &str) {
        let _ = write!(
            self.body,
            r#"<line class="{class}" x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}"/>"#
        );
    }

    /// A line through points; a title is shown on hover.
    pub fn curve(&mut self, points: &[[f64; 2]], class: &str, title: &str) {
        let points: Vec<String> = points.iter().map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
        let _ = write!(
            self.body,
            r#"<polyline class="{class}" points="{}"><title>{}</title></polyline>"#,
            points.join(" "),
            escape(title)
        );
    }

    /// A circle; a title is shown on hover.
    pub fn circle(&mut self, [x, y]: [f64; 2], radius: f64, class: &str, title: &str) {
        let _ = write!(
            self.body,
            r#"<circle class="{class}" cx="{x:.1}" cy="{y:.1}" r="{radius:.1}"><title>{}</title></circle>"#,
            escape(title)
        );
    }

    /// A closed shape; a title is shown on hover.
    pub fn shape(&mut self, path: &str, class: &str, title: &str) {
        let _ = write!(
            self.body,
            r#"<path class="{class}" d="{path}"><title>{}</title></path>"#,
            escape(title)
        );
    }

    /// Text; the class says where it is anchored.
    pub fn text(&mut self, [x, y]: [f64; 2], class: &str, text: &str) {
        let text = escape(text);
        let _ = write!(self.body, r#"<text class="{class}" x="{x:.1}" y="{y:.1}">{text}</text>"#);
    }

    /// The picture.
    pub fn finish(mut self) -> String {
        self.body += "</svg>";
        self.body
    }
}

/// Where values are in a picture: two ranges, and the box they fill.
pub struct Frame {
    /// From left to right.
    pub x: [f64; 2],
    /// From below to above.
    pub y: [f64; 2],
    /// Left, top, right, bottom.
    pub edges: [f64; 4],
}

impl Frame {
    /// The place of a point.
    pub fn at(&self, x: f64, y: f64) -> [f64; 2] {
        let [left, top, right, bottom] = self.edges;
        let share =
            |v: f64, [low, high]: [f64; 2]| if high > low { (v - low) / (high - low) } else { 0.5 };
        [left + share(x, self.x) * (right - left), bottom - share(y, self.y) * (bottom - top)]
    }

    /// Grid lines across with their values at the left.
    pub fn draw_rows(&self, svg: &mut Svg, values: &[f64], name: impl Fn(f64) -> String) {
        for &value in values {
            let [left, y] = self.at(self.x[0], value);
            svg.line([left, y], [self.edges[2], y], "grid");
            svg.text([left - 6.0, y + 4.0], "end", &name(value));
        }
    }

    /// Values under the frame.
    pub fn draw_columns(&self, svg: &mut Svg, values: &[f64], name: impl Fn(f64) -> String) {
        for &value in values {
            let [x, y] = self.at(value, self.y[0]);
            svg.text([x, y + 16.0], "mid", &name(value));
        }
    }
}
