//! A picture as data. How it is drawn is in one place, so that all look alike.

use serde::{Deserialize, Serialize};

/// A picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plot {
    /// What it shows, in a few words.
    pub title: String,
    /// What the reader should see in it.
    pub caption: String,
    /// From left to right.
    pub x: Axis,
    /// From below to above.
    pub y: Axis,
    /// What is drawn, the first on top.
    pub series: Vec<Series>,
    /// Values in squares, in place of series.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heat: Option<Heat>,
    /// Drawn small, beside others: one of many that are alike.
    #[serde(default)]
    pub small: bool,
}

/// An axis.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Axis {
    /// What is measured along it.
    pub name: String,
    /// From where to where; as the points need where it is not said.
    pub range: Option<[f64; 2]>,
    /// Whether it is logarithmic.
    pub log: bool,
    /// Names in place of numbers: the first stands at 0, the next at 1.
    pub names: Vec<String>,
}

/// Points that belong together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// The name in the legend; for dots it may be empty.
    pub name: String,
    /// How they are drawn.
    pub mark: Mark,
    /// The points.
    pub points: Vec<[f64; 2]>,
    /// A name a point, where points have any; drawn beside dots if there are few.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<String>,
}

/// How points are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mark {
    /// Joined by a line.
    Line,
    /// Joined by a dashed line: what the paper has, or a fit.
    Dashed,
    /// Each by itself.
    Dots,
    /// Bars from 0. Along an axis with names they lie beside their names, the first name above.
    Bars,
}

/// Values in squares.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Heat {
    /// Names at the left.
    pub rows: Vec<String>,
    /// Names above.
    pub columns: Vec<String>,
    /// A row of values a name at the left, from 0 to 1 or from -1 to 1.
    pub values: Vec<Vec<Option<f64>>>,
}

impl Axis {
    /// An axis that reaches as far as the points do.
    pub fn new(name: impl Into<String>) -> Axis {
        Axis { name: name.into(), ..Axis::default() }
    }

    /// An axis of names in place of numbers.
    pub fn of_names(
        name: impl Into<String>,
        names: impl IntoIterator<Item = impl Into<String>>,
    ) -> Axis {
        let names = names.into_iter().map(Into::into).collect();
        Axis { name: name.into(), names, ..Axis::default() }
    }

    /// From where to where.
    pub fn with_range(mut self, low: f64, high: f64) -> Axis {
        self.range = Some([low, high]);
        self
    }

    /// Logarithmic: points at or below 0 are left out.
    pub fn with_log(mut self) -> Axis {
        self.log = true;
        self
    }
}

impl Plot {
    /// A picture without anything in it.
    pub fn new(title: impl Into<String>, x: Axis, y: Axis) -> Plot {
        Plot {
            title: title.into(),
            caption: String::new(),
            x,
            y,
            series: Vec::new(),
            heat: None,
            small: false,
        }
    }

    /// Values in squares.
    pub fn of_heat(title: impl Into<String>, heat: Heat) -> Plot {
        let plot = Plot::new(title, Axis::default(), Axis::default());
        Plot { heat: Some(heat), ..plot }
    }

    /// What the reader should see in it.
    pub fn with_caption(mut self, caption: impl Into<String>) -> Plot {
        self.caption = caption.into();
        self
    }

    /// Points drawn in one way.
    pub fn with_series(
        mut self,
        name: impl Into<String>,
        mark: Mark,
        points: impl IntoIterator<Item = [f64; 2]>,
    ) -> Plot {
        let points = points.into_iter().collect();
        self.series.push(Series { name: name.into(), mark, points, labels: Vec::new() });
        self
    }

    /// Names of the points of the last series.
    pub fn with_labels(mut self, labels: impl IntoIterator<Item = impl Into<String>>) -> Plot {
        if let Some(last) = self.series.last_mut() {
            last.labels = labels.into_iter().map(Into::into).collect();
        }
        self
    }

    /// Small, beside others that are alike.
    pub fn with_small(mut self) -> Plot {
        self.small = true;
        self
    }
}
