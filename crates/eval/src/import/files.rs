//! Finding and reading the files of an original.

use super::fault::Fault;
use super::{Collector, ImportError, at};
use dehusk::Limits;
use dehusk::extractor::{Document, Page};
use dehusk_page::{Hints, decode};
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Folders in folders that are looked into.
const DEPTH: usize = 6;

/// What pages are called, besides the same with `.gz`.
const PAGE_ENDINGS: [&str; 3] = [".html", ".htm", ".xhtml"];

/// All files below a folder, in the order of their paths. Hidden ones are not part of any corpus.
pub fn below(folder: &Path) -> Result<Vec<PathBuf>, ImportError> {
    let mut files = Vec::new();
    collect(folder, DEPTH, &mut files).map_err(at(folder))?;
    files.sort();
    Ok(files)
}

fn collect(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if name_of(&path).starts_with('.') {
            continue;
        }
        if path.is_dir() {
            if depth > 0 {
                collect(&path, depth - 1, files)?;
            }
        } else {
            files.push(path);
        }
    }
    Ok(())
}

/// A path's last part.
pub fn name_of(path: &Path) -> &str {
    path.file_name().and_then(|n| n.to_str()).unwrap_or_default()
}

/// The name of a page's file without its ending; none if it is not called like a page.
pub fn page_stem(path: &Path) -> Option<&str> {
    let name = name_of(path);
    let name = name.strip_suffix(".gz").unwrap_or(name);
    PAGE_ENDINGS.iter().find_map(|ending| name.strip_suffix(ending))
}

/// Files by a name that is made of each; where two have the same, the second is a problem.
pub fn by_name<'p>(
    files: &'p [PathBuf],
    name: impl Fn(&'p Path) -> Option<&'p str>,
    out: &mut Collector,
) -> BTreeMap<&'p str, &'p Path> {
    let mut named: BTreeMap<&str, &Path> = BTreeMap::new();
    for file in files {
        let Some(name) = name(file) else { continue };
        if let Some(first) = named.get(name) {
            let what = format!("{} has the same name and is used instead", first.display());
            out.problem(file, None, what);
        } else {
            named.insert(name, file);
        }
    }
    named
}

/// The page of that name in a folder, with whatever ending it has; none if there is none.
pub fn page_in(folder: &Path, id: &str) -> Option<PathBuf> {
    let names = PAGE_ENDINGS.iter().flat_map(|e| [format!("{id}{e}.gz"), format!("{id}{e}")]);
    names.map(|name| folder.join(name)).find(|path| path.is_file())
}

/// The bytes of a page, unpacked if its name ends in `.gz`.
pub fn page_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let bytes = fs::read(path)?;
    if !name_of(path).ends_with(".gz") {
        return Ok(bytes);
    }
    let mut unpacked = Vec::new();
    flate2::read::MultiGzDecoder::new(bytes.as_slice()).read_to_end(&mut unpacked)?;
    Ok(unpacked)
}

/// A text in whatever encoding it is, with plain line ends; what is no text says so.
pub fn text(path: &Path) -> Result<String, Fault> {
    let bytes = fs::read(path)?;
    let text = decode(bytes, &Hints::default()).text;
    if text.contains('\0') {
        return Err(Fault::NotText);
    }
    Ok(text.replace("\r\n", "\n").replace('\r', "\n"))
}

/// The page of a file as a document.
pub fn document(path: &Path) -> Result<Document, Fault> {
    let bytes = page_bytes(path)?;
    let page = Page::from_bytes(&bytes, &Hints::default(), &Limits::default())?;
    Ok(Document::new(page))
}

/// Adds a record with the page in a file; a page that can not be read is named instead.
pub fn add(
    out: &mut Collector,
    record: crate::corpus::Record,
    page: &Path,
) -> Result<(), ImportError> {
    match page_bytes(page) {
        Ok(bytes) => out.add(record, &bytes),
        Err(error) => {
            out.problem(page, None, format!("the page can not be read: {error}"));
            Ok(())
        }
    }
}

/// The first of some folders below `from` that is there.
pub fn first_folder(from: &Path, names: &[&str]) -> Option<PathBuf> {
    names.iter().map(|name| from.join(name)).find(|path| path.is_dir())
}

/// The line in which a byte of a text is, counted from 1.
pub fn line_of(text: &str, byte: usize) -> usize {
    1 + text.as_bytes().iter().take(byte).filter(|&&b| b == b'\n').count()
}
