//! Where results go: standard output, lines of JSON, or a folder of files.

use crate::plan::{Plan, Target};
use crate::run::Outcome;
use crate::terminal;
use crate::view::View;
use anstream::adapter::strip_str;
use serde::Serialize;
use serde_json::json;
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Why a result could not be written.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// The reader went away, as `head` does: nobody is left to tell.
    #[error("the reader went away")]
    Closed,
    #[error("cannot write to standard output")]
    Stdout(#[source] io::Error),
    #[error("{} is already there: choose another --output, or add --overwrite", path.display())]
    Exists { path: PathBuf },
    #[error("cannot write {}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("--output {}: this folder cannot be made: {error}", path.display())]
    Folder { path: PathBuf, error: io::Error },
    #[error("--output {}: this is a file, so this folder cannot be made: give another name", path.display())]
    FileThere { path: PathBuf },
}

/// Writes results in the order of the inputs.
pub struct Output<'p> {
    plan: &'p Plan,
    stdout: Box<dyn Write>,
    to_terminal: bool,
    written: usize,
}

impl<'p> Output<'p> {
    /// The output a plan asks for; makes its folder.
    pub fn new(plan: &'p Plan) -> Result<Output<'p>, OutputError> {
        if let Target::Folder { path, .. } = &plan.target {
            fs::create_dir_all(path).map_err(|error| match path.is_file() {
                true => OutputError::FileThere { path: path.clone() },
                false => OutputError::Folder { path: path.clone(), error },
            })?;
        }
        let to_terminal = io::stdout().is_terminal();
        let stdout: Box<dyn Write> = match plan.view {
            // Takes the colours out unless a terminal, or the user, wants them.
            View::Explain => Box::new(anstream::AutoStream::auto(io::stdout())),
            _ => Box::new(io::stdout()),
        };
        Ok(Output { plan, stdout, to_terminal, written: 0 })
    }

    /// Writes what one input gave.
    pub fn write(&mut self, index: usize, outcome: &Outcome) -> Result<(), OutputError> {
        match (&self.plan.target, outcome) {
            (Target::Lines, _) => {
                let line = line(self.plan, index, outcome);
                let line = line.map_err(|error| OutputError::Stdout(error.into()))?;
                self.print(&format!("{line}\n"))
            }
            (Target::Stdout, Outcome::Content { text, .. }) => {
                let text = self.framed(index, text);
                self.print(&text)
            }
            (Target::Folder { path, names, overwrite }, Outcome::Content { text, .. }) => {
                let path = path.join(names.get(index).map(String::as_str).unwrap_or_default());
                match self.plan.view {
                    View::Explain => file(&path, &strip_str(text).to_string(), *overwrite),
                    _ => file(&path, text, *overwrite),
                }
            }
            (_, Outcome::Nothing { .. } | Outcome::Failed(_)) => Ok(()),
        }
    }

    /// The text as it stands on standard output, with a heading where there are several.
    fn framed(&mut self, index: usize, text: &str) -> String {
        let text = match self.plan.view {
            // The table cleans its cells, and its colours must stay.
            View::Explain => text.into(),
            _ if self.to_terminal => terminal::printable(text),
            _ => text.into(),
        };
        let gap = if self.written > 0 { "\n" } else { "" };
        self.written += 1;
        match self.plan.inputs.as_slice() {
            [_] => format!("{text}\n"),
            inputs => {
                let name = inputs.get(index).map(|i| i.name()).unwrap_or_default();
                let heading = self.plan.view.heading(&terminal::one_line(&name));
                format!("{gap}{heading}\n{text}\n")
            }
        }
    }

    fn print(&mut self, text: &str) -> Result<(), OutputError> {
        let written = self.stdout.write_all(text.as_bytes()).and_then(|()| self.stdout.flush());
        written.map_err(|error| match error.kind() {
            io::ErrorKind::BrokenPipe => OutputError::Closed,
            _ => OutputError::Stdout(error),
        })
    }
}

/// The line of an input that gave something.
#[derive(Serialize)]
struct ContentLine<'a> {
    input: &'a str,
    ok: bool,
    found: bool,
    /// One entry, whose key is the view's.
    #[serde(flatten)]
    content: HashMap<&'static str, LineContent<'a>>,
    warnings: &'a [String],
}

#[derive(Serialize)]
#[serde(untagged)]
enum LineContent<'a> {
    /// Taken over as it was written.
    Json(&'a RawValue),
    Text(&'a str),
}

/// The line of JSON for an input.
fn line(plan: &Plan, index: usize, outcome: &Outcome) -> serde_json::Result<String> {
    let input = &plan.inputs.get(index).map(|i| i.name()).unwrap_or_default();
    match outcome {
        Outcome::Failed(error) => {
            serde_json::to_string(&json!({ "input": input, "ok": false, "error": error }))
        }
        Outcome::Nothing { warnings } => serde_json::to_string(
            &json!({ "input": input, "ok": true, "found": false, "warnings": warnings }),
        ),
        Outcome::Content { text, warnings } => {
            let (key, is_json) = plan.view.key();
            let content = match is_json {
                true => LineContent::Json(serde_json::from_str(text)?),
                false => LineContent::Text(text),
            };
            let content = HashMap::from([(key, content)]);
            serde_json::to_string(&ContentLine { input, ok: true, found: true, content, warnings })
        }
    }
}

fn file(path: &Path, text: &str, overwrite: bool) -> Result<(), OutputError> {
    let mut options = OpenOptions::new();
    match overwrite {
        true => options.write(true).create(true).truncate(true),
        false => options.write(true).create_new(true),
    };
    let written = options.open(path).and_then(|mut file: File| writeln!(file, "{text}"));
    written.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => OutputError::Exists { path: path.into() },
        _ => OutputError::File { path: path.into(), error },
    })
}
