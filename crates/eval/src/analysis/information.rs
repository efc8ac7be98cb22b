//! Information gain of each feature on labelled blocks (figure 1 of Kohlschütter, Fankhauser and Nejdl,
//! "Boilerplate Detection using Shallow Text Features", WSDM 2010): which one by itself tells
//! content from the rest?

use crate::learners::{Data, information_gain};
use rayon::prelude::*;
use serde::Serialize;

/// What a feature tells about the class.
#[derive(Clone, Debug, Serialize)]
pub struct Gain {
    /// The feature's name.
    pub feature: String,
    /// Bits it saves of the class's entropy.
    pub bits: f64,
}

/// The gain of every feature, the largest first.
pub fn information_gains(data: &Data) -> Vec<Gain> {
    let gain = |(column, name): (usize, &String)| Gain {
        feature: name.clone(),
        bits: information_gain(data, column),
    };
    let mut gains: Vec<Gain> = data.names().par_iter().enumerate().map(gain).collect();
    gains.sort_by(|a, b| b.bits.total_cmp(&a.bits));
    gains
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_feature_that_tells_most_comes_first() {
        let mut data = Data::new(vec!["constant".into(), "half".into(), "class".into()], 2);
        for n in 0..200_usize {
            let half = if n % 4 == 0 { 1 - n % 2 } else { n % 2 };
            data.push(&[1.0, half as f32, (n % 2) as f32], n % 2, 1.0);
        }
        let gains = information_gains(&data);
        let order: Vec<&str> = gains.iter().map(|gain| gain.feature.as_str()).collect();
        assert_eq!(order, ["class", "half", "constant"]);
        assert!((gains[0].bits - 1.0).abs() < 1e-9 && gains[2].bits == 0.0);
    }
}
