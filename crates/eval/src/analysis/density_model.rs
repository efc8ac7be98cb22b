//! The density model of Kohlschütter, Fankhauser and Nejdl ("Boilerplate Detection using Shallow Text Features",
//! WSDM 2010, section 5.1): the words of blocks by their text density are template text and full text, a beta
//! distribution each, with a normal distribution between them.

use super::text_model::Fit;
use serde::Serialize;

/// A fit of the model.
#[derive(Clone, Debug, Serialize)]
pub struct DensityModel {
    /// What each density has of all words by the model: of template text, of what lies between, and of full text. The
    /// first is density 1.
    pub parts: Vec<[f64; 3]>,
    /// How well it fits.
    pub fit: Fit,
}

/// The numbers of the model, each between 0 and 1: three shares, two numbers of each beta distribution, mean and width
/// of the normal one.
const NUMBERS: usize = 9;
/// Starts of the search. More of them find nothing better.
const STARTS: u64 = 24;

/// Fits the model to words by density, the first of density 1; none for fewer densities than numbers.
pub fn fit_density_model(words: &[f64]) -> Option<DensityModel> {
    let all: f64 = words.iter().sum();
    if words.len() <= NUMBERS + 1 || all <= 0.0 {
        return None;
    }
    let shares: Vec<f64> = words.iter().map(|words| words / all).collect();
    let mut rng = fastrand::Rng::with_seed(1);
    let starts = (0..STARTS).map(|_| std::array::from_fn(|_| 0.05 + 0.9 * rng.f64()));
    let best = starts.map(|start| search(&shares, start)).min_by(|a, b| a.1.total_cmp(&b.1))?;
    let parts = parts(&best.0, shares.len());
    let mean = 1.0 / shares.len() as f64;
    let total: f64 = shares.iter().map(|share| (share - mean).powi(2)).sum();
    let n = shares.len() as f64;
    let free = (n - NUMBERS as f64 - 1.0).max(1.0);
    let fit = Fit {
        adjusted_r2: 1.0 - best.1 / total.max(1e-300) * (n - 1.0) / free,
        rmse: (best.1 / n).sqrt(),
    };
    Some(DensityModel { parts, fit })
}

/// What the model has at each density.
fn parts(numbers: &[f64; NUMBERS], len: usize) -> Vec<[f64; 3]> {
    let [template, between, full, a1, b1, a2, b2, middle, width] = *numbers;
    // The beta distributions are over all densities, each of them at the middle of its part of 0 to 1.
    let at = |n: usize| (n as f64 + 0.5) / len as f64;
    let scale = 1.0 / len as f64;
    let (a1, b1) = (0.2 + 12.0 * a1, 0.2 + 40.0 * b1);
    let (a2, b2) = (0.2 + 40.0 * a2, 0.2 + 40.0 * b2);
    let width = 0.02 + 0.3 * width;
    let normal = |x: f64| {
        (-((x - middle) / width).powi(2) / 2.0).exp() / (width * std::f64::consts::TAU.sqrt())
    };
    let (norm1, norm2) = (log_beta(a1, b1), log_beta(a2, b2));
    let beta = |x: f64, a: f64, b: f64, norm: f64| {
        ((a - 1.0) * x.ln() + (b - 1.0) * (1.0 - x).ln() - norm).exp()
    };
    (0..len)
        .map(|n| {
            let x = at(n);
            [
                template * scale * beta(x, a1, b1, norm1),
                between * scale * normal(x),
                full * scale * beta(x, a2, b2, norm2),
            ]
        })
        .collect()
}

fn error(shares: &[f64], numbers: &[f64; NUMBERS]) -> f64 {
    let model = parts(numbers, shares.len());
    shares.iter().zip(model).map(|(share, parts)| (share - parts.iter().sum::<f64>()).powi(2)).sum()
}

/// Betters numbers between 0 and 1 one by one, by steps that double where they help and halve where they do not.
fn search(shares: &[f64], mut best: [f64; NUMBERS]) -> ([f64; NUMBERS], f64) {
    let mut least = error(shares, &best);
    let mut steps = [0.1; NUMBERS];
    for _ in 0..3000 {
        if steps.iter().all(|step| *step < 1e-7) {
            break;
        }
        for (number, step) in steps.iter_mut().enumerate() {
            let try_one = |sign: f64| {
                let mut next = best;
                next[number] = (next[number] + sign * *step).clamp(1e-4, 1.0 - 1e-4);
                (error(shares, &next), next)
            };
            let (found, next) = [try_one(1.0), try_one(-1.0)]
                .into_iter()
                .min_by(|a, b| a.0.total_cmp(&b.0))
                .unwrap_or((least, best));
            if found < least {
                (least, best) = (found, next);
                *step = (*step * 2.0).min(0.2);
            } else {
                *step /= 2.0;
            }
        }
        // Where all have become small at once the valley may be narrow: a few rounds more from larger steps.
        if steps.iter().all(|step| *step < 1e-5) {
            let before = least;
            steps = [1e-4; NUMBERS];
            if before == 0.0 {
                break;
            }
        }
    }
    (best, least)
}

/// The logarithm of the beta function.
fn log_beta(a: f64, b: f64) -> f64 {
    log_gamma(a) + log_gamma(b) - log_gamma(a + b)
}

/// The logarithm of the gamma function of a positive number: Stirling's series, from 10 on upward.
fn log_gamma(x: f64) -> f64 {
    let mut below = 0.0;
    let mut x = x;
    while x < 10.0 {
        below += x.ln();
        x += 1.0;
    }
    let series = 1.0 / (12.0 * x) - 1.0 / (360.0 * x.powi(3)) + 1.0 / (1260.0 * x.powi(5));
    (x - 0.5) * x.ln() - x + std::f64::consts::TAU.sqrt().ln() + series - below
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gamma_and_beta_are_those_of_the_tables() {
        assert!((log_gamma(5.0) - 24_f64.ln()).abs() < 1e-9);
        assert!((log_gamma(0.5) - std::f64::consts::PI.sqrt().ln()).abs() < 1e-9);
        assert!((log_beta(2.0, 3.0) - (1.0_f64 / 12.0).ln()).abs() < 1e-9);
    }

    #[test]
    fn words_that_follow_the_model_are_fitted() {
        let truth = [0.3, 0.1, 0.6, 0.1, 0.3, 0.5, 0.4, 0.35, 0.3];
        let words: Vec<f64> =
            parts(&truth, 20).iter().map(|parts| 10_000.0 * parts.iter().sum::<f64>()).collect();
        let model = fit_density_model(&words).expect("enough densities");
        assert!(model.fit.adjusted_r2 > 0.99, "{:?}", model.fit);
        assert!(fit_density_model(&words[..8]).is_none());
    }
}
