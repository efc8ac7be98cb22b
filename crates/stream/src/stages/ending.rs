//! How a run ends before its time.

use super::StreamError;
use tokio::sync::mpsc;

/// Lets a stage end the run. The engine hears of it and ends all stages in their order.
#[derive(Clone, Debug)]
pub struct Ending(mpsc::UnboundedSender<StreamError>);

impl Ending {
    /// A way to end a run, and where that is heard.
    pub fn new() -> (Ending, mpsc::UnboundedReceiver<StreamError>) {
        let (sender, receiver) = mpsc::unbounded_channel();
        (Ending(sender), receiver)
    }

    /// The stage cannot go on.
    pub fn fail(&self, error: impl Into<StreamError>) {
        // Nobody hears it when the run has ended already.
        let _ = self.0.send(error.into());
    }
}
