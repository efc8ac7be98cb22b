//! Why the command did not do what it was asked, and the one line that says so.

use crate::generate::ManError;
use crate::left_out::LeftOut;
use crate::output::OutputError;
use crate::plan::PlanError;
use std::error::Error;
use std::io;

/// Why the command ended without doing what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    #[error(transparent)]
    LeftOut(#[from] LeftOut),
    #[error(transparent)]
    Man(#[from] ManError),
    #[error(transparent)]
    Plan(#[from] PlanError),
    #[error(transparent)]
    Output(#[from] OutputError),
    #[error("cannot write to standard output")]
    Stdout(#[from] io::Error),
    #[cfg(feature = "batch")]
    #[error(transparent)]
    Batch(#[from] crate::batch::BatchError),
    #[cfg(feature = "lab")]
    #[error(transparent)]
    Lab(#[from] dehusk_lab::LabError),
    #[cfg(feature = "stream")]
    #[error(transparent)]
    Feed(#[from] crate::feed::FeedCommandError),
    #[cfg(feature = "mcp")]
    #[error(transparent)]
    Mcp(#[from] crate::mcp::McpError),
    #[cfg(feature = "stream")]
    #[error(transparent)]
    Site(#[from] crate::site::SiteError),
    #[cfg(feature = "stream")]
    #[error(transparent)]
    Store(#[from] crate::store::StoreCommandError),
    #[cfg(feature = "stream")]
    #[error(transparent)]
    Watch(#[from] crate::watch::WatchError),
}

/// An error with its causes, each said once: many messages name their cause themselves.
pub fn with_causes(error: &(dyn Error + 'static)) -> String {
    let mut line = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let said = error.to_string();
        if !line.contains(&said) {
            line = format!("{line}: {said}");
        }
        cause = error.source();
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("{said}")]
    struct Outer {
        said: &'static str,
        source: io::Error,
    }

    #[test]
    fn causes_are_said_once() {
        let silent = Outer { said: "a.html", source: io::Error::other("the disk is gone") };
        assert_eq!(with_causes(&silent), "a.html: the disk is gone");
        let told = Outer { said: "a.html: gone; try b", source: io::Error::other("gone") };
        assert_eq!(with_causes(&told), "a.html: gone; try b");
    }
}
