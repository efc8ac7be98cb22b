//! JSON lines on standard output.

use super::{Delivery, Opening, Sink, SinkError, Taken};
use std::io::{self, Write};

/// Articles as JSON lines on standard output. What was written is gone: a crash in between makes the last
/// few come twice, with the same key.
#[derive(Debug, Default)]
pub struct StandardOutput;

impl Sink for StandardOutput {
    fn name(&self) -> String {
        "stdout".into()
    }

    fn open(&mut self, _: &Opening<'_>) -> Result<String, SinkError> {
        Ok(String::new())
    }

    fn deliver(&mut self, batch: &[Delivery]) -> Result<Taken, SinkError> {
        write(io::stdout().lock(), batch).map_err(|error| match error.kind() {
            io::ErrorKind::BrokenPipe => SinkError::Closed("standard output".into()),
            _ => SinkError::failed("standard output", error),
        })?;
        Ok(Taken::all(batch))
    }
}

fn write(mut out: impl Write, batch: &[Delivery]) -> io::Result<()> {
    for delivery in batch {
        out.write_all(&delivery.record)?;
        out.write_all(b"\n")?;
    }
    out.flush()
}
