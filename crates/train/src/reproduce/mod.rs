//! The papers' tables whose extractors are trained for them: what `dehusk_eval::reproduce` can not run by itself.

mod p001;
mod p002;

use dehusk_eval::reproduce::Experiment;

/// Every experiment that needs training.
pub fn experiments() -> Vec<&'static Experiment> {
    [p001::EXPERIMENTS, p002::EXPERIMENTS].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_declared_as_it_should_be() {
        for experiment in experiments() {
            let name = experiment.name();
            experiment.check().unwrap_or_else(|fault| panic!("{name}: {fault}"));
        }
    }
}
