//! What there is to read: names as people give them, and what they stand for.

use super::error::InputError;
use super::location::Location;
use super::source::{Meter, Source};
use std::io;
use std::path::{Path, PathBuf};

/// What an input holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputFormat {
    /// WARC, WET or ARC.
    Archive,
    /// Parquet.
    Parquet,
    /// JSON lines.
    JsonLines,
    /// One page.
    Page,
}

impl InputFormat {
    /// Told by a name; endings of compression are looked through.
    pub fn of_name(name: &str) -> Option<InputFormat> {
        let name = name.rsplit(['/', '\\']).next().unwrap_or(name).to_ascii_lowercase();
        let name = name.split(['?', '#']).next().unwrap_or_default();
        let plain =
            [".gz", ".zst", ".zstd", ".lz4", ".br"].iter().find_map(|end| name.strip_suffix(end));
        let ending = plain.unwrap_or(name).rsplit_once('.').map(|(_, ending)| ending)?;
        match ending {
            "warc" | "wet" | "arc" => Some(InputFormat::Archive),
            "parquet" => Some(InputFormat::Parquet),
            "jsonl" | "ndjson" | "json" => Some(InputFormat::JsonLines),
            "html" | "htm" | "xhtml" | "shtml" => Some(InputFormat::Page),
            _ => None,
        }
    }

    /// Told by the first bytes, unpacked.
    pub fn of_bytes(head: &[u8]) -> InputFormat {
        let start = head.trim_ascii_start();
        match start {
            [b'P', b'A', b'R', b'1', ..] => InputFormat::Parquet,
            [b'{', ..] => InputFormat::JsonLines,
            _ if start.starts_with(b"WARC/") || start.starts_with(b"filedesc:") => {
                InputFormat::Archive
            }
            // An archive without a record.
            [] => InputFormat::Archive,
            _ => InputFormat::Page,
        }
    }
}

/// An input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// What it is called in messages and in the column `file`.
    pub name: String,
    pub(crate) location: Location,
    /// What it holds, where its name tells.
    pub format: Option<InputFormat>,
    /// Bytes, where they are known before it is read.
    pub size: Option<u64>,
}

impl Input {
    /// Standard input.
    pub fn stdin() -> Input {
        Input { name: "-".into(), location: Location::Stdin, format: None, size: None }
    }

    pub(crate) fn new(location: Location, size: Option<u64>) -> Input {
        let name = location.to_string();
        let format = InputFormat::of_name(&name);
        Input { name, location, format, size }
    }

    /// The input, of which a copy is kept in a file if it can not be read a second time.
    pub(crate) fn keeping(&self, copy: &Path) -> Input {
        match self.location {
            Location::Stdin => {
                Input { location: Location::StdinKept(copy.to_path_buf()), ..self.clone() }
            }
            _ => self.clone(),
        }
    }

    /// The input as it is read a second time.
    pub(crate) fn kept(&self, copy: &Path) -> Input {
        match self.location {
            Location::Stdin => {
                Input { location: Location::File(copy.to_path_buf()), ..self.clone() }
            }
            _ => self.clone(),
        }
    }

    /// Its bytes from the beginning.
    pub fn open(&self, meter: &Meter) -> io::Result<Source> {
        Ok(self.location.open()?.with_meter(meter.clone()))
    }
}

/// The inputs that arguments name: `-`, files, folders, patterns, and addresses of files or of folders that end
/// in a slash. In the order of the arguments; what one argument stands for is sorted.
pub fn expand(arguments: &[String]) -> Result<Vec<Input>, InputError> {
    let mut inputs = Vec::new();
    for argument in arguments {
        inputs.extend(expand_one(argument)?);
    }
    match inputs.iter().filter(|input| input.location == Location::Stdin).count() {
        0 | 1 => Ok(inputs),
        _ => Err(InputError::StdinTwice),
    }
}

/// The inputs that a text names, one a line; empty lines and those that begin with `#` are none.
pub fn expand_list(text: &str) -> Result<Vec<Input>, InputError> {
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    expand(&lines.map(str::to_string).collect::<Vec<_>>())
}

fn expand_one(argument: &str) -> Result<Vec<Input>, InputError> {
    if argument == "-" {
        return Ok(vec![Input::stdin()]);
    }
    if let Some(url) = Location::remote(argument) {
        return url?.list();
    }
    let path = Path::new(argument);
    if path.is_dir() {
        return folder(path);
    }
    if path.exists() {
        return Ok(vec![local(path)?]);
    }
    match argument.contains(['*', '?', '[']) {
        true => pattern(argument),
        false => Err(InputError::Missing(argument.into())),
    }
}

fn local(path: &Path) -> Result<Input, InputError> {
    let failed = |source| InputError::Unreadable { name: path.display().to_string(), source };
    let about = std::fs::metadata(path).map_err(failed)?;
    let size = about.is_file().then_some(about.len());
    Ok(Input::new(Location::File(path.to_path_buf()), size))
}

/// The files of a folder and of those in it whose names tell what they are.
fn folder(path: &Path) -> Result<Vec<Input>, InputError> {
    let mut paths = Vec::new();
    walk(path, &mut paths)
        .map_err(|source| InputError::Unreadable { name: path.display().to_string(), source })?;
    paths.retain(|path| InputFormat::of_name(&path.to_string_lossy()).is_some());
    paths.sort();
    if paths.is_empty() {
        return Err(InputError::EmptyFolder(path.display().to_string()));
    }
    paths.iter().map(|path| local(path)).collect()
}

fn walk(folder: &Path, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        // What is hidden, and the work of a run that wrote here.
        let name = entry.file_name();
        if name.to_string_lossy().starts_with(['.', '_']) {
            continue;
        }
        match entry.file_type()?.is_dir() {
            true => walk(&entry.path(), paths)?,
            false => paths.push(entry.path()),
        }
    }
    Ok(())
}

fn pattern(argument: &str) -> Result<Vec<Input>, InputError> {
    let wrong = |why: glob::PatternError| InputError::BadPattern(argument.into(), why.msg.into());
    let mut paths: Vec<PathBuf> = glob::glob(argument).map_err(wrong)?.flatten().collect();
    paths.retain(|path| !path.is_dir());
    paths.sort();
    match paths.is_empty() {
        true => Err(InputError::NoMatch(argument.into())),
        false => paths.iter().map(|path| local(path)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_what_they_hold() {
        for (name, format) in [
            ("a/b.warc.gz", Some(InputFormat::Archive)),
            ("b.WARC", Some(InputFormat::Archive)),
            ("b.warc.wet.gz", Some(InputFormat::Archive)),
            ("b.arc.gz", Some(InputFormat::Archive)),
            ("https://a.example/b.warc.zst?x=.html", Some(InputFormat::Archive)),
            ("b.parquet", Some(InputFormat::Parquet)),
            ("b.jsonl.zst", Some(InputFormat::JsonLines)),
            ("b.html", Some(InputFormat::Page)),
            ("b.html.gz", Some(InputFormat::Page)),
            ("b.txt", None),
            ("b", None),
        ] {
            assert_eq!(InputFormat::of_name(name), format, "{name}");
        }
    }

    #[test]
    fn folders_and_patterns_are_opened() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir(at("deep")).unwrap();
        std::fs::create_dir(at("_dehusk")).unwrap();
        for name in ["b.warc", "a.jsonl", "deep/c.html", "x.txt", "_dehusk/d.html", ".e.html"] {
            std::fs::write(at(name), "x").unwrap();
        }
        let names = |argument: &str| -> Vec<String> {
            let argument = at(argument).display().to_string();
            let inputs = expand(&[argument]).unwrap();
            let name = |input: &Input| input.name.rsplit('/').next().unwrap().to_string();
            inputs.iter().map(name).collect()
        };
        assert_eq!(names(""), ["a.jsonl", "b.warc", "c.html"]);
        assert_eq!(names("*.[wt]*"), ["b.warc", "x.txt"]);
        assert_eq!(names("x.txt"), ["x.txt"], "a file that is named is meant");
        let error = |argument: &str| expand(&[argument.to_string()]).unwrap_err().to_string();
        assert!(error("no/such.warc").contains("there is no file"));
        assert!(error("no/*.warc").contains("matches nothing"));
        std::fs::remove_file(at("deep/c.html")).unwrap();
        assert!(error(&at("deep").display().to_string()).contains("this folder has no .warc"));
        assert!(expand(&["-".into(), "-".into()]).is_err());
    }

    #[test]
    fn lists_have_a_name_a_line() {
        let inputs = expand_list("# a list\n\n -  \n").unwrap();
        assert_eq!(inputs, [Input::stdin()]);
    }
}
