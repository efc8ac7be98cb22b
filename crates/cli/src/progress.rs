//! A bar for long runs, on standard error, and only where someone can see it.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;

/// The progress over all inputs. Messages interrupt it, so that they do not tear the bar.
pub struct Progress(ProgressBar);

impl Progress {
    /// A bar over `total` inputs. There is none for a single input, and none where results scroll over
    /// the same terminal: they show the progress themselves.
    pub fn new(total: usize, results_on_stdout: bool) -> Progress {
        let scrolls = results_on_stdout && std::io::stdout().is_terminal();
        if total < 2 || scrolls || !std::io::stderr().is_terminal() {
            return Progress(ProgressBar::hidden());
        }
        let bar = ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} {eta}") {
            bar.set_style(style);
        }
        Progress(bar)
    }

    /// One input is done.
    pub fn step(&self) {
        self.0.inc(1);
    }

    /// Takes the bar away while something else is said.
    pub fn suspend(&self, say: impl FnOnce()) {
        self.0.suspend(say);
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}
