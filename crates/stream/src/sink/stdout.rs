//! JSON lines on standard output.

use super::{Delivery, Sink, SinkError, at};
use crate::store::Position;
use std::io::Write;

/// Articles as JSON lines on standard output. What was written is gone: a crash in between makes the last
/// few come twice, with the same key.
#[derive(Debug, Default)]
pub struct StandardOutput;

impl Sink for StandardOutput {
    fn name(&self) -> String {
        "stdout".into()
    }

    fn open(&mut self, _: &Position) -> Result<(), SinkError> {
        Ok(())
    }

    fn deliver(&mut self, batch: &[Delivery]) -> Result<Option<String>, SinkError> {
        let mut out = std::io::stdout().lock();
        for delivery in batch {
            out.write_all(&delivery.record).map_err(at("standard output"))?;
            out.write_all(b"\n").map_err(at("standard output"))?;
        }
        out.flush().map_err(at("standard output"))?;
        Ok(Some(String::new()))
    }
}
