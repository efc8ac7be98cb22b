//! Standard output, in one place for the whole command. A reader that goes away, as `head` does, is no fault:
//! what is written to it fails with an error that [`is_closed`] knows, and the command ends quietly.

use std::error::Error;
use std::io::{self, Write};

/// What stands in the error of a write that nobody reads.
#[derive(Debug, thiserror::Error)]
#[error("nobody reads on")]
struct Closed;

/// An output that marks the errors of a closed pipe.
pub struct Marked<W>(W);

/// Standard output.
pub fn stdout() -> Marked<io::Stdout> {
    Marked(io::stdout())
}

/// Writes a line that may be lost: what it tells of goes on when nobody reads any more.
#[cfg(feature = "stream")]
pub fn tell(line: &str) {
    let _ = writeln!(io::stdout(), "{line}");
}

/// Whether an error comes from standard output being closed.
pub fn is_closed(error: &(dyn Error + 'static)) -> bool {
    let mut next = Some(error);
    while let Some(error) = next {
        let inner = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        if inner.is_some_and(|inner| inner.is::<Closed>()) {
            return true;
        }
        next = error.source();
    }
    false
}

impl<W: Write> Write for Marked<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(mark)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(mark)
    }
}

fn mark(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::BrokenPipe => io::Error::new(io::ErrorKind::BrokenPipe, Closed),
        _ => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::CommandError;

    /// An output that fails in one way.
    struct Failing(io::ErrorKind);

    impl Write for Failing {
        fn write(&mut self, _bytes: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn error_of(kind: io::ErrorKind) -> CommandError {
        Marked(Failing(kind)).write_all(b"figures").unwrap_err().into()
    }

    #[test]
    fn only_a_closed_pipe_of_ours_ends_quietly() {
        assert!(is_closed(&error_of(io::ErrorKind::BrokenPipe)));
        assert!(!is_closed(&error_of(io::ErrorKind::StorageFull)));
        let elsewhere = CommandError::from(io::Error::from(io::ErrorKind::BrokenPipe));
        assert!(!is_closed(&elsewhere));
    }
}
