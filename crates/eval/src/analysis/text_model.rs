//! The stochastic text model of Kohlschütter, Fankhauser and Nejdl ("Boilerplate Detection using Shallow Text
//! Features", WSDM 2010, section 5.2): blocks end by chance after each word.
//!
//! One kind of text gives the 1-displaced geometric distribution (equation 2), short and long text a
//! mixture of two (equation 3). Both are fitted to the number of blocks by their number of words; a fit is
//! as good as the share of the variance it explains, adjusted for its parameters.

use serde::Serialize;

/// Both fits to the same blocks.
#[derive(Clone, Debug, Serialize)]
pub struct TextModel {
    /// Equation 2: the chance that a block ends after a word.
    pub end: f64,
    /// How well equation 2 fits.
    pub simple: Fit,
    /// Equation 3: the share of short blocks.
    pub short_share: f64,
    /// The chance that a short block ends after a word.
    pub short_end: f64,
    /// The chance that a long block ends after a word.
    pub long_end: f64,
    /// How well equation 3 fits.
    pub mixed: Fit,
}

/// How well a model fits.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Fit {
    /// Adjusted share of explained variance.
    pub adjusted_r2: f64,
    /// Root of the mean squared error of the shares.
    pub rmse: f64,
}

/// Rounds of expectation and maximisation; the mixture of two settles in far fewer.
const ROUNDS: usize = 500;

/// Fits both models to blocks' numbers of words; none for fewer than a hundred blocks.
pub fn fit_text_model(words: impl IntoIterator<Item = usize>) -> Option<TextModel> {
    let mut counts = Vec::new();
    for n in words.into_iter().filter(|&n| n > 0) {
        if counts.len() < n {
            counts.resize(n, 0.0);
        }
        counts[n - 1] += 1.0;
    }
    let blocks: f64 = counts.iter().sum();
    if blocks < 100.0 {
        return None;
    }
    let shares: Vec<f64> = counts.iter().map(|c| c / blocks).collect();
    let end = least_squares(&shares, [0.5], |[p], x| geometric(p, x))[0];
    let start = expectation_maximisation(&counts, blocks);
    let [short_share, short_end, long_end] = least_squares(&shares, start, mixture);
    Some(TextModel {
        end,
        simple: fit(&shares, 1, |x| geometric(end, x)),
        short_share,
        short_end,
        long_end,
        mixed: fit(&shares, 3, |x| mixture([short_share, short_end, long_end], x)),
    })
}

/// The chance of `x` words when each ends the block with chance `p`.
fn geometric(p: f64, x: f64) -> f64 {
    (1.0 - p).powf(x - 1.0) * p
}

fn mixture([short, s, l]: [f64; 3], x: f64) -> f64 {
    short * geometric(s, x) + (1.0 - short) * geometric(l, x)
}

/// A first guess for the mixture: the most likely parameters.
fn expectation_maximisation(counts: &[f64], blocks: f64) -> [f64; 3] {
    let (mut share, mut s, mut l) = (0.7, 0.4, 0.05);
    for _ in 0..ROUNDS {
        let (mut short_blocks, mut short_words, mut long_words) = (0.0, 0.0, 0.0);
        for (i, &count) in counts.iter().enumerate() {
            let x = (i + 1) as f64;
            let short = share * geometric(s, x);
            let part = short / (short + (1.0 - share) * geometric(l, x)).max(1e-300);
            short_blocks += count * part;
            short_words += count * part * x;
            long_words += count * (1.0 - part) * x;
        }
        share = (short_blocks / blocks).clamp(1e-3, 1.0 - 1e-3);
        s = (short_blocks / short_words.max(1e-9)).clamp(1e-4, 1.0 - 1e-4);
        l = ((blocks - short_blocks) / long_words.max(1e-9)).clamp(1e-4, 1.0 - 1e-4);
    }
    [share, s, l]
}

/// Betters parameters between 0 and 1 step by step while the squared error falls.
fn least_squares<const N: usize>(
    shares: &[f64],
    mut best: [f64; N],
    model: impl Fn([f64; N], f64) -> f64,
) -> [f64; N] {
    let error = |p: [f64; N]| squares(shares, |x| model(p, x));
    let mut least = error(best);
    let mut step = 0.1;
    while step > 1e-6 {
        let mut moved = false;
        for d in 0..N {
            for sign in [-1.0, 1.0] {
                let mut next = best;
                next[d] = (next[d] + sign * step).clamp(1e-4, 1.0 - 1e-4);
                let found = error(next);
                if found < least {
                    (best, least, moved) = (next, found, true);
                }
            }
        }
        if !moved {
            step /= 2.0;
        }
    }
    best
}

fn squares(shares: &[f64], model: impl Fn(f64) -> f64) -> f64 {
    shares.iter().enumerate().map(|(i, share)| (share - model((i + 1) as f64)).powi(2)).sum()
}

fn fit(shares: &[f64], parameters: usize, model: impl Fn(f64) -> f64) -> Fit {
    let n = shares.len() as f64;
    let mean = shares.iter().sum::<f64>() / n;
    let total: f64 = shares.iter().map(|s| (s - mean).powi(2)).sum();
    let left = squares(shares, model);
    let free = (n - parameters as f64 - 1.0).max(1.0);
    Fit {
        adjusted_r2: 1.0 - (left / total.max(1e-300)) * (n - 1.0) / free,
        rmse: (left / n).sqrt(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parameters_of_a_mixture_are_found_again() {
        // The parameters of the paper, section 5.2, as exact counts of a large corpus.
        let truth = [0.7586, 0.3968, 0.04369];
        let words = (1..=300usize).flat_map(|x| {
            let blocks = (mixture(truth, x as f64) * 200_000.0).round() as usize;
            std::iter::repeat_n(x, blocks)
        });
        let model = fit_text_model(words).expect("enough blocks");
        let close = |a: f64, b: f64| assert!((a - b).abs() < 0.005, "{a} is not {b}");
        close(model.short_share, truth[0]);
        close(model.short_end, truth[1]);
        close(model.long_end, truth[2]);
        assert!(model.mixed.adjusted_r2 > 0.999);
        assert!(model.mixed.adjusted_r2 > model.simple.adjusted_r2);
    }

    #[test]
    fn few_blocks_are_no_corpus() {
        assert!(fit_text_model([1, 2, 3]).is_none());
    }
}
