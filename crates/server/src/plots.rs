//! Plots as SVG, made on the server: they are there without a script and print well.

use crate::html::{self, escape};
use std::fmt::Write;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 120.0;

/// Bars over time: each value stands for an equal share of it. `unit` says what is counted, one and many of it.
pub fn bars(title: &str, values: &[f64], unit: (&str, &str)) -> String {
    let counted = |value: f64| html::count(value.round() as usize, unit.0, unit.1);
    let most = values.iter().copied().fold(0.0, f64::max);
    let width = WIDTH / values.len().max(1) as f64;
    let mut marks = String::new();
    for (index, &value) in values.iter().enumerate().filter(|(_, value)| **value > 0.0) {
        let height = value / most * HEIGHT;
        let _ = write!(
            marks,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\"><title>{}</title></rect>",
            index as f64 * width,
            HEIGHT - height,
            (width - 0.5).max(0.5),
            escape(&counted(value)),
        );
    }
    frame(title, &format!("at most {}", counted(most)), "bars", &marks)
}

/// A line over time of values between 0 and 1, where there are any.
pub fn line(title: &str, values: &[Option<f64>]) -> String {
    let width = WIDTH / values.len().max(1) as f64;
    let mut path = String::new();
    let mut points = 0;
    for (index, value) in values.iter().enumerate() {
        let Some(value) = value else { continue };
        let (x, y) = ((index as f64 + 0.5) * width, HEIGHT - value.clamp(0.0, 1.0) * HEIGHT);
        let _ = write!(path, "{}{x:.1} {y:.1}", if points > 0 { "L" } else { "M" });
        points += 1;
    }
    if points == 1 {
        // A line of no length, which a round end makes a point.
        path.push_str("h0");
    }
    let known: Vec<f64> = values.iter().flatten().copied().collect();
    let note = match known.last() {
        Some(last) => format!("last {last:.2}, from 0 to 1"),
        None => "nothing yet".into(),
    };
    frame(title, &note, "line", &format!("<path d=\"{path}\"/>"))
}

fn frame(title: &str, note: &str, class: &str, marks: &str) -> String {
    let (title, note) = (escape(title), escape(note));
    format!(
        "<figure class=\"plot\"><figcaption>{title} <small>{note}</small></figcaption>\
         <svg class=\"{class}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{title}: {note}\" \
         preserveAspectRatio=\"none\">{marks}</svg></figure>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plots_hold_their_values() {
        let svg = bars("Articles", &[0.0, 2.0, 4.0], ("article", "articles"));
        assert_eq!(svg.matches("<rect").count(), 2);
        assert!(svg.contains("at most 4 articles"));
        let svg = line("Confidence", &[None, Some(0.5), Some(2.0)]);
        assert!(svg.contains("M320.0 60.0L533.3 0.0"), "{svg}");
        assert!(line("x", &[None, Some(0.5)]).contains("M480.0 60.0h0"), "one point is drawn");
        assert!(bars("x", &[1.0], ("article", "articles")).contains("at most 1 article<"));
        assert!(
            line("x", &[]).contains("nothing yet")
                && bars("x", &[], ("y", "ys")).contains("at most 0")
        );
    }
}
