//! Where values stand along an axis, and which of them are named.

use crate::reproduce::{Axis, Series};

/// About as many ticks an axis has.
const TICKS: f64 = 5.0;

/// An axis with its range: in logarithms to ten where the axis has them.
pub struct Scale {
    log: bool,
    /// From where to where.
    pub range: [f64; 2],
    /// Named places.
    pub ticks: Vec<f64>,
}

impl Scale {
    /// The scale of an axis for values along it; `zero` where bars stand on it.
    pub fn new(axis: &Axis, values: impl Iterator<Item = f64>, zero: bool) -> Scale {
        let mut scale = Scale { log: axis.log, range: [0.0, 1.0], ticks: Vec::new() };
        let values: Vec<f64> = match axis.range {
            Some(range) => range.to_vec(),
            None => values.chain((zero && !axis.log).then_some(0.0)).collect(),
        };
        let places: Vec<f64> = values.into_iter().filter_map(|v| scale.place(v)).collect();
        let low = places.iter().copied().fold(f64::INFINITY, f64::min);
        let high = places.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if low <= high {
            scale.range = [low, if high > low { high } else { low + 1.0 }];
        }
        scale.cut(axis.range.is_none());
        scale
    }

    /// A scale of names: each has a place of its own.
    pub fn of_names(count: usize) -> Scale {
        Scale { log: false, range: [-0.5, count.max(1) as f64 - 0.5], ticks: Vec::new() }
    }

    /// Where a value stands; nowhere if it is not finite, or not above 0 on a logarithmic axis.
    pub fn place(&self, value: f64) -> Option<f64> {
        let place = if self.log { value.log10() } else { value };
        place.is_finite().then_some(place)
    }

    /// Where bars stand: at 0, or at the end that is nearest to it.
    pub fn floor(&self) -> f64 {
        let [low, high] = self.range;
        if self.log { low } else { 0f64.clamp(low, high) }
    }

    /// The value of a place as it is written.
    pub fn name(&self, place: f64) -> String {
        if self.log {
            let value = 10f64.powf(place);
            return if (0.01..1e5).contains(&value) {
                short(value, 2)
            } else {
                format!("1e{place:.0}")
            };
        }
        let step = self.ticks.get(1).map_or(1.0, |second| second - self.ticks[0]);
        let digits = (-step.log10()).ceil().clamp(0.0, 6.0) as usize;
        match place.abs() >= 10_000.0 {
            true => format!("{} k", short(place / 1000.0, 1)),
            false => format!("{:.digits$}", place + 0.0),
        }
    }

    /// Chooses the ticks, and lets the range end at one where it may grow.
    fn cut(&mut self, may_grow: bool) {
        let [low, high] = self.range;
        let step = if self.log { ((high - low) / TICKS).ceil().max(1.0) } else { step(high - low) };
        if may_grow {
            self.range = [(low / step + 1e-9).floor() * step, (high / step - 1e-9).ceil() * step];
        }
        let [low, high] = self.range;
        let (first, last) =
            ((low / step - 1e-9).ceil() as i64, (high / step + 1e-9).floor() as i64);
        self.ticks = (first..=last).take(40).map(|n| n as f64 * step).collect();
    }
}

/// 1, 2 or 5 times a power of ten, so that about as many steps as there are ticks fill a span.
fn step(span: f64) -> f64 {
    let rough = span / TICKS;
    let power = 10f64.powf(rough.log10().floor());
    let times = [1.0, 2.0, 5.0].into_iter().find(|times| times * power >= rough * 0.999);
    times.unwrap_or(10.0) * power
}

fn short(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').into(),
        false => text,
    }
}

/// All values of some series along one dimension.
pub fn values(series: &[Series], dimension: usize) -> impl Iterator<Item = f64> + '_ {
    series.iter().flat_map(move |s| s.points.iter().map(move |point| point[dimension]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(axis: &Axis, values: &[f64], zero: bool) -> Vec<String> {
        let scale = Scale::new(axis, values.iter().copied(), zero);
        scale.ticks.iter().map(|&tick| scale.name(tick)).collect()
    }

    #[test]
    fn ticks_are_round_and_hold_all_values() {
        let axis = Axis::new("x");
        assert_eq!(names(&axis, &[0.03, 0.97], false), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(names(&axis, &[12.0, 88.0], true), ["0", "20", "40", "60", "80", "100"]);
        let ticks = names(&axis, &[0.0, 292_053.0], false);
        assert_eq!(ticks, ["0", "100 k", "200 k", "300 k"]);
        assert_eq!(names(&axis.with_range(0.5, 1.0), &[], false).first().expect("a tick"), "0.5");
    }

    #[test]
    fn logarithms_have_decades_and_no_zero() {
        let axis = Axis::new("x").with_log();
        assert_eq!(names(&axis, &[0.0, 1.0, 900.0], true), ["1", "10", "100", "1000"]);
        assert!(names(&axis, &[0.001, 1e7], true).contains(&"1e6".to_string()));
    }

    #[test]
    fn nothing_and_one_value_have_a_scale() {
        assert!(names(&Axis::new("x"), &[], false).len() > 1);
        assert!(names(&Axis::new("x"), &[3.0, f64::NAN], false).len() > 1);
    }
}
