//! All inputs of a run: what the arguments name, and what is in folders, lists and JSON lines.
//!
//! Lines are read while the run goes on, so that a file of them may be larger than the memory.

use crate::input::{Input, Line};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};

/// Endings of the pages in a folder, packed or not.
const PAGES: [&str; 4] = ["html", "htm", "xhtml", "xht"];
const PACKED: [&str; 4] = ["gz", "zst", "br", "deflate"];
/// Endings of files with a page a line.
const LINES: [&str; 3] = ["jsonl", "ndjson", "json"];

/// Folders in each other that are looked into.
const MAX_DEPTH: usize = 64;

/// Why there are no inputs.
#[derive(Debug, thiserror::Error)]
pub enum InputsError {
    #[error("no input: give files, addresses or - for standard input; dehusk --help says more")]
    None,
    #[error("standard input (-) can be read only once: give it once")]
    StdinTwice,
    #[error("--files-from {}: {error}: give a file with the name of one input a line", path.display())]
    List { path: PathBuf, error: io::Error },
    #[error("{}: there is no HTML file in this folder or in those below it", .0.display())]
    EmptyFolder(PathBuf),
    #[error("{}: the folder cannot be read: {error}", path.display())]
    Folder { path: PathBuf, error: io::Error },
}

/// The inputs of a run.
#[derive(Debug)]
pub struct Inputs {
    given: Vec<Input>,
    many: bool,
}

impl Inputs {
    /// The inputs that arguments mean, and the file that lists more.
    pub fn new(arguments: &[OsString], list: Option<&Path>) -> Result<Inputs, InputsError> {
        let mut given: Vec<Input> = arguments.iter().map(|argument| Input::new(argument)).collect();
        let from_list = list.is_some();
        if let Some(list) = list {
            given.extend(listed(list)?);
        }
        let stdins = given.iter().filter(|&input| *input == Input::Stdin).count();
        let list_is_stdin = list.is_some_and(|list| list == Path::new("-"));
        if stdins + usize::from(list_is_stdin) > 1 {
            return Err(InputsError::StdinTwice);
        }
        if given.is_empty() && !from_list {
            if io::stdin().is_terminal() {
                return Err(InputsError::None);
            }
            given.push(Input::Stdin);
        }
        Inputs::expanded(given, from_list)
    }

    /// Puts the files of folders in their place, and tells files of lines from pages.
    fn expanded(given: Vec<Input>, from_list: bool) -> Result<Inputs, InputsError> {
        let mut many = from_list || given.len() > 1;
        let mut all = Vec::with_capacity(given.len());
        for input in given {
            match input {
                Input::File(path) if path.is_dir() => {
                    all.extend(pages_in(&path)?.into_iter().map(Input::File));
                    many = true;
                }
                Input::File(path) if has_lines(&path) => {
                    all.push(Input::Lines(Some(path)));
                    many = true;
                }
                Input::Stdin if begins_with_object(&mut io::stdin().lock()) => {
                    all.push(Input::Lines(None));
                    many = true;
                }
                other => all.push(other),
            }
        }
        Ok(Inputs { given: all, many })
    }

    /// Whether there may be more than one page.
    pub fn are_many(&self) -> bool {
        self.many
    }

    /// The only input, where there is one.
    pub fn only(&self) -> Option<&Input> {
        self.given.first().filter(|_| !self.many)
    }

    /// How many pages there are, where that is known before they are read.
    pub fn count(&self) -> Option<usize> {
        let known = !self.given.iter().any(|input| matches!(input, Input::Lines(_)));
        known.then_some(self.given.len())
    }

    /// The files among the inputs.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.given.iter().filter_map(|input| match input {
            Input::File(path) => Some(path.as_path()),
            Input::Lines(path) => path.as_deref(),
            _ => None,
        })
    }

    /// The pages, one after the other; of one line at most `max_bytes` are read.
    pub fn pages(&self, max_bytes: usize) -> impl Iterator<Item = Input> {
        self.given.iter().flat_map(move |input| -> Box<dyn Iterator<Item = Input>> {
            match input {
                Input::Lines(path) => lines(path.as_deref(), max_bytes),
                other => Box::new(std::iter::once(other.clone())),
            }
        })
    }
}

/// The inputs that a file names, one a line.
fn listed(list: &Path) -> Result<Vec<Input>, InputsError> {
    let read = match list == Path::new("-") {
        true => io::read_to_string(io::stdin().lock()),
        false => fs::read_to_string(list),
    };
    let text = read.map_err(|error| InputsError::List { path: list.into(), error })?;
    let names = text.lines().map(str::trim).filter(|line| !line.is_empty());
    Ok(names.map(|name| Input::new(name.as_ref())).collect())
}

/// The pages of a folder and of those in it, by their names.
fn pages_in(folder: &Path) -> Result<Vec<PathBuf>, InputsError> {
    let mut found = Vec::new();
    gather(folder, 0, &mut found)
        .map_err(|error| InputsError::Folder { path: folder.into(), error })?;
    found.sort();
    if found.is_empty() { Err(InputsError::EmptyFolder(folder.into())) } else { Ok(found) }
}

fn gather(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, kind) = (entry.path(), entry.file_type()?);
        // A link to a folder may lead in a circle.
        if kind.is_dir() && depth < MAX_DEPTH {
            gather(&path, depth + 1, found)?;
        } else if !kind.is_dir() && is_page(&path) && path.is_file() {
            found.push(path);
        }
    }
    Ok(())
}

fn is_page(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let packed = PACKED.iter().find_map(|end| name.strip_suffix(end)?.strip_suffix('.'));
    let name = packed.unwrap_or(&name);
    !name.starts_with('.') && name.rsplit_once('.').is_some_and(|(_, end)| PAGES.contains(&end))
}

/// Whether a file has a page a line, by its name and its first character.
fn has_lines(path: &Path) -> bool {
    let end = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    LINES.contains(&end.as_str())
        && File::open(path).is_ok_and(|file| begins_with_object(&mut BufReader::new(file)))
}

/// Whether what comes next is a JSON object. Nothing but white space is taken.
fn begins_with_object(reader: &mut impl BufRead) -> bool {
    loop {
        let Ok(buffer) = reader.fill_buf() else { return false };
        let blank = buffer.iter().take_while(|b| b.is_ascii_whitespace()).count();
        match buffer.get(blank) {
            Some(&first) => return first == b'{',
            None if buffer.is_empty() => return false,
            None => reader.consume(blank),
        }
    }
}

/// The lines of a file, or of standard input.
fn lines(path: Option<&Path>, max_bytes: usize) -> Box<dyn Iterator<Item = Input>> {
    let name = path.map_or("-".to_string(), |path| path.display().to_string());
    let reader: Box<dyn BufRead> = match path.map(File::open) {
        None => Box::new(BufReader::new(io::stdin())),
        Some(Ok(file)) => Box::new(BufReader::new(file)),
        Some(Err(error)) => {
            return Box::new(std::iter::once(Input::Line(Line::failed(name, 0, &error))));
        }
    };
    Box::new(read_lines(reader, name, max_bytes))
}

fn read_lines(
    mut reader: Box<dyn BufRead>,
    name: String,
    max_bytes: usize,
) -> impl Iterator<Item = Input> {
    let mut number = 0;
    let mut done = false;
    std::iter::from_fn(move || {
        while !done {
            let mut line = Vec::new();
            let most = (max_bytes as u64).saturating_add(1);
            number += 1;
            match reader.by_ref().take(most).read_until(b'\n', &mut line) {
                Ok(0) => done = true,
                Ok(_) if line.iter().all(u8::is_ascii_whitespace) => {}
                Ok(_) if line.len() > max_bytes && !line.ends_with(b"\n") => {
                    done = reader.skip_until(b'\n').is_err();
                    return Some(Input::Line(Line::too_long(name.clone(), number)));
                }
                Ok(_) => return Some(Input::Line(Line::new(name.clone(), number, line))),
                Err(error) => {
                    done = true;
                    return Some(Input::Line(Line::failed(name.clone(), number, &error)));
                }
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(inputs: &Inputs, max_bytes: usize) -> Vec<String> {
        inputs.pages(max_bytes).map(|input| input.name()).collect()
    }

    #[test]
    fn folders_are_their_pages() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("b/c")).unwrap();
        for name in ["z.HTML", "a.html.gz", "b/c/d.htm", "b/x.txt", ".hidden.html", "b/y.css"] {
            fs::write(at(name), "x").unwrap();
        }
        let inputs = Inputs::new(&[folder.path().into()], None).unwrap();
        assert!(inputs.are_many() && inputs.count() == Some(3));
        let expected: Vec<_> =
            ["a.html.gz", "b/c/d.htm", "z.HTML"].map(|n| at(n).display().to_string()).into();
        assert_eq!(names(&inputs, 100), expected);
        let empty = at("none");
        fs::create_dir(&empty).unwrap();
        let error = Inputs::new(&[empty.into()], None).unwrap_err().to_string();
        assert!(error.contains("no HTML file"), "{error}");
    }

    #[test]
    fn lists_name_inputs() {
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join("list");
        fs::write(&list, "a.html\n\n https://b.example/ \n").unwrap();
        let inputs = Inputs::new(&["c.html".into()], Some(&list)).unwrap();
        assert_eq!(names(&inputs, 100), ["c.html", "a.html", "https://b.example/"]);
        let error = Inputs::new(&[], Some(&folder.path().join("no"))).unwrap_err().to_string();
        assert!(error.contains("--files-from"), "{error}");
    }

    #[test]
    fn lines_are_pages_and_a_long_one_costs_only_itself() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pages.jsonl");
        let long = format!("{{\"html\": \"{}\"}}", "x".repeat(500));
        fs::write(&path, format!("\n{{\"html\": \"a\"}}\n{long}\n\n{{\"html\": \"b\"}}")).unwrap();
        let inputs = Inputs::new(&[path.clone().into()], None).unwrap();
        assert!(inputs.are_many() && inputs.count().is_none());
        let name = |n: usize| format!("{}:{n}", path.display());
        assert_eq!(names(&inputs, 100), [name(2), name(3), name(5)]);
        fs::write(&path, "[1, 2]").unwrap();
        let inputs = Inputs::new(&[path.into()], None).unwrap();
        assert!(inputs.only().is_some(), "other JSON is no list of pages");
    }
}
