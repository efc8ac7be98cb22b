//! Where results go: standard output, lines of JSON, or a folder of files.

use crate::file_names::FileNames;
use crate::input::Input;
use crate::plan::{Plan, Target};
use crate::run::{Job, Outcome};
use crate::terminal;
use crate::view::View;
use anstream::adapter::strip_str;
use serde::Serialize;
use serde_json::json;
use serde_json::value::RawValue;
use std::collections::{HashMap, HashSet};
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
    #[cfg(feature = "epub")]
    #[error("{} is already there: choose another --epub, or add --overwrite", path.display())]
    BookExists { path: PathBuf },
    #[error("cannot write {}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("--output {}: this folder cannot be made: {error}", path.display())]
    Folder { path: PathBuf, error: io::Error },
    #[error("--output {}: this is a file, so this folder cannot be made: give another name", path.display())]
    FileThere { path: PathBuf },
}

/// Names for the files of a folder, none of which is an input: a result written there would destroy a page that is
/// still to be read.
pub struct OutputNames<'p> {
    folder: Option<&'p Path>,
    extension: &'static str,
    inputs: HashSet<PathBuf>,
    names: FileNames,
}

impl<'p> OutputNames<'p> {
    /// Names for the results of a plan.
    pub fn new(plan: &'p Plan) -> OutputNames<'p> {
        let folder = match &plan.target {
            Target::Folder { path, .. } => Some(path.as_path()),
            #[cfg(feature = "epub")]
            Target::Book { .. } => None,
            Target::Stdout | Target::Lines => None,
        };
        let files = plan.inputs.files().filter(|_| folder.is_some());
        let inputs = files.filter_map(|path| path.canonicalize().ok()).collect();
        OutputNames {
            folder,
            extension: plan.view.extension(),
            inputs,
            names: FileNames::default(),
        }
    }

    /// The name for the result of an input; empty where results go elsewhere.
    pub fn next(&mut self, input: &Input) -> String {
        let Some(folder) = self.folder else { return String::new() };
        let is_input = |name: &str| is_one_of(&folder.join(name), &self.inputs);
        self.names.next(input, self.extension, is_input)
    }
}

fn is_one_of(path: &Path, files: &HashSet<PathBuf>) -> bool {
    path.canonicalize().is_ok_and(|path| files.contains(&path))
}

/// Writes results in the order of the inputs.
pub struct Output<'p> {
    plan: &'p Plan,
    stdout: Box<dyn Write>,
    to_terminal: bool,
    written: usize,
    #[cfg(feature = "epub")]
    book: crate::book::Book,
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
        #[cfg(feature = "epub")]
        if let Target::Book { path, overwrite: false } = &plan.target
            && path.exists()
        {
            return Err(OutputError::BookExists { path: path.clone() });
        }
        let to_terminal = io::stdout().is_terminal();
        let stdout: Box<dyn Write> = match plan.view {
            // Takes the colours out unless a terminal, or the user, wants them.
            View::Explain => Box::new(anstream::AutoStream::auto(io::stdout())),
            _ => Box::new(io::stdout()),
        };
        Ok(Output {
            plan,
            stdout,
            to_terminal,
            written: 0,
            #[cfg(feature = "epub")]
            book: crate::book::Book::default(),
        })
    }

    /// Writes what one input gave.
    pub fn write(&mut self, job: &Job, outcome: &Outcome) -> Result<(), OutputError> {
        match (&self.plan.target, outcome) {
            (Target::Lines, _) => {
                let line = line(self.plan, job, outcome);
                let line = line.map_err(|error| OutputError::Stdout(error.into()))?;
                self.print(&format!("{line}\n"))
            }
            (Target::Stdout, Outcome::Content { text, .. }) => {
                let text = self.framed(job, text);
                self.print(&text)
            }
            (Target::Folder { path, overwrite }, Outcome::Content { text, .. }) => {
                let path = path.join(&job.file);
                match self.plan.view {
                    View::Explain => file(&path, &strip_str(text).to_string(), *overwrite),
                    _ => file(&path, text, *overwrite),
                }
            }
            #[cfg(feature = "epub")]
            (Target::Book { .. }, Outcome::Content { text, .. }) => {
                let chapter: serde_json::Result<crate::book::Chapter> = serde_json::from_str(text);
                let mut chapter = chapter.map_err(|error| OutputError::Stdout(error.into()))?;
                if chapter.title.is_empty() {
                    chapter.title.clone_from(&job.name);
                }
                self.book.add(chapter);
                Ok(())
            }
            (_, Outcome::Nothing { .. } | Outcome::Failed(_)) => Ok(()),
        }
    }

    /// Writes what is written only when all inputs are there.
    pub fn finish(&mut self) -> Result<(), OutputError> {
        #[cfg(feature = "epub")]
        if let Target::Book { path, overwrite } = &self.plan.target
            && !self.book.is_empty()
        {
            let written = open(path, *overwrite).and_then(|file| self.book.write(file));
            return written.map_err(|error| match error.kind() {
                io::ErrorKind::AlreadyExists => OutputError::BookExists { path: path.clone() },
                _ => OutputError::File { path: path.clone(), error },
            });
        }
        Ok(())
    }

    /// The text as it stands on standard output, with a heading where there are several.
    fn framed(&mut self, job: &Job, text: &str) -> String {
        let text = match self.plan.view {
            // The table cleans its cells, and its colours must stay.
            View::Explain => text.into(),
            _ if self.to_terminal => terminal::printable(text),
            _ => text.into(),
        };
        let gap = if self.written > 0 { "\n" } else { "" };
        self.written += 1;
        match self.plan.inputs.are_many() {
            false => format!("{text}\n"),
            true => {
                let heading = self.plan.view.heading(&terminal::one_line(&job.name));
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
fn line(plan: &Plan, job: &Job, outcome: &Outcome) -> serde_json::Result<String> {
    let input = &job.name;
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

/// Opens a file to write it, one that is there only where it may be replaced.
fn open(path: &Path, overwrite: bool) -> io::Result<File> {
    let mut options = OpenOptions::new();
    match overwrite {
        true => options.write(true).create(true).truncate(true),
        false => options.write(true).create_new(true),
    };
    options.open(path)
}

fn file(path: &Path, text: &str, overwrite: bool) -> Result<(), OutputError> {
    let written = open(path, overwrite).and_then(|mut file| writeln!(file, "{text}"));
    written.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => OutputError::Exists { path: path.into() },
        _ => OutputError::File { path: path.into(), error },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Cli;
    use clap::Parser;

    #[test]
    fn results_never_take_the_place_of_an_input() {
        let folder = env!("CARGO_MANIFEST_DIR");
        let line = format!("dehusk {folder}/Cargo.toml --output {folder} --overwrite --format tei");
        let plan = Plan::new(Cli::try_parse_from(line.split(' ')).unwrap().extract).unwrap();
        let mut names = OutputNames::new(&plan);
        let input = plan.inputs.only().unwrap();
        assert_eq!(names.next(input), "Cargo.xml");
        assert!(is_one_of(&Path::new(folder).join("src/../Cargo.toml"), &names.inputs));
        assert!(!is_one_of(&Path::new(folder).join("src/lib.rs"), &names.inputs));
    }
}
