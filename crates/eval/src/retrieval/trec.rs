//! Collections in the form of TREC: documents, topics and judgements as text files.
//!
//! Documents stand in files, packed by gzip or not, each as `<DOC>`, `<DOCNO>` and the page behind `</DOCHDR>`, as in
//! the collections of web pages and of blogs. A topic is `<top>` with `<num>` and `<title>`; a judgement is a line of
//! topic, iteration, document and grade.

use super::{Judgements, Topic};
use flate2::read::MultiGzDecoder;
use memchr::memmem;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Why a collection can not be read.
#[derive(Debug, thiserror::Error)]
pub enum TrecError {
    /// A file can not be read.
    #[error("{path}: {source}; is it there, and may it be read?")]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A line is no judgement.
    #[error(
        "{path}:{line}: give a topic, a number, a document and a grade, such as \"851 0 BLOG06-001 2\""
    )]
    Judgement {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
    },
    /// There is nothing in it.
    #[error("{path}: there is no {what} in it; {hint}")]
    Empty {
        /// The file or folder.
        path: PathBuf,
        /// What was looked for.
        what: &'static str,
        /// How it would look.
        hint: &'static str,
    },
}

fn at(path: &Path) -> impl Fn(io::Error) -> TrecError + '_ {
    move |source| TrecError::File { path: path.to_path_buf(), source }
}

/// The topics of a file.
pub fn topics(path: &Path) -> Result<Vec<Topic>, TrecError> {
    let bytes = fs::read(path).map_err(at(path))?;
    let topics = topics_of(&String::from_utf8_lossy(&bytes));
    let hint = "a topic is <top> with <num> and <title>";
    match topics.is_empty() {
        true => Err(TrecError::Empty { path: path.into(), what: "topic", hint }),
        false => Ok(topics),
    }
}

fn topics_of(text: &str) -> Vec<Topic> {
    let field = |topic: &str, name: &str| {
        let rest = topic.split_once(name)?.1;
        let field = rest.split('<').next().unwrap_or_default();
        Some(field.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let topic = |topic: &str| {
        let id = field(topic, "<num>")?;
        let id = id.trim_start_matches("Number:").trim().to_string();
        let query = field(topic, "<title>")?;
        (!id.is_empty() && !query.is_empty()).then_some(Topic { id, query })
    };
    text.split("<top>").skip(1).filter_map(topic).collect()
}

/// The judgements of a file. Grades below 0 mean that a document is not relevant.
pub fn judgements(path: &Path) -> Result<Judgements, TrecError> {
    let text = fs::read_to_string(path).map_err(at(path))?;
    let mut judgements = Judgements::default();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let judged = match fields[..] {
            [topic, _, document, grade] => grade.parse::<i32>().ok().map(|g| (topic, document, g)),
            _ => None,
        };
        let Some((topic, document, grade)) = judged else {
            return Err(TrecError::Judgement { path: path.into(), line: index + 1 });
        };
        judgements.add(topic, document, grade.clamp(0, i32::from(u8::MAX)) as u8);
    }
    let hint = "a judgement is a line of topic, number, document and grade";
    match judgements.topics() {
        0 => Err(TrecError::Empty { path: path.into(), what: "judgement", hint }),
        _ => Ok(judgements),
    }
}

/// The files of documents below a folder, in the order of their names.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>, TrecError> {
    let mut files = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).map_err(at(&folder))? {
            let entry = entry.map_err(at(&folder))?;
            // Links are not followed: one may lead back.
            let kind = entry.file_type().map_err(at(&folder))?;
            if kind.is_dir() {
                open.push(entry.path());
            } else if kind.is_file() {
                files.push(entry.path());
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Calls `see` with the name and the bytes of each document of a file.
pub fn documents(path: &Path, mut see: impl FnMut(&str, &[u8])) -> Result<usize, TrecError> {
    let file = fs::File::open(path).map_err(at(path))?;
    let mut bytes = Vec::new();
    match path.extension().is_some_and(|extension| extension == "gz") {
        true => MultiGzDecoder::new(file).read_to_end(&mut bytes).map_err(at(path))?,
        false => io::BufReader::new(file).read_to_end(&mut bytes).map_err(at(path))?,
    };
    let mut rest = bytes.as_slice();
    let mut count = 0;
    while let Some(start) = memmem::find(rest, b"<DOC>") {
        let end = memmem::find(rest, b"</DOC>").filter(|&end| end > start).unwrap_or(rest.len());
        let document = &rest[start..end];
        rest = rest.get(end + b"</DOC>".len()..).unwrap_or_default();
        let Some(name) = between(document, b"<DOCNO>", b"</DOCNO>") else { continue };
        let head = memmem::find(document, b"</DOCHDR>").map(|at| at + b"</DOCHDR>".len());
        let head = head.or_else(|| memmem::find(document, b"</DOCNO>").map(|at| at + 8));
        count += 1;
        see(String::from_utf8_lossy(name).trim(), &document[head.unwrap_or(0)..]);
    }
    Ok(count)
}

fn between<'b>(bytes: &'b [u8], open: &[u8], close: &[u8]) -> Option<&'b [u8]> {
    let start = memmem::find(bytes, open)? + open.len();
    let len = memmem::find(&bytes[start..], close)?;
    Some(&bytes[start..start + len])
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write;

    #[test]
    fn topics_have_a_number_and_a_title() {
        let text = "<top>\n<num> Number: 851\n<title> \"March of the\nPenguins\"\n<desc> Description:\nfilms\n\
                    </top>\n<top><num>852</num><title>larry summers</title></top><top><num> 9 </top>";
        let topics = topics_of(text);
        let topic = |id: &str, query: &str| Topic { id: id.into(), query: query.into() };
        assert_eq!(
            topics,
            [topic("851", "\"March of the Penguins\""), topic("852", "larry summers")]
        );
    }

    #[test]
    fn judgements_are_lines_of_four_and_a_bad_one_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("qrels");
        fs::write(&path, "851 0 BLOG06-1 2\n\n851 0 BLOG06-2 -1\n").unwrap();
        let found = judgements(&path).unwrap();
        assert_eq!((found.grade("851", "BLOG06-1"), found.grade("851", "BLOG06-2")), (2, 0));
        fs::write(&path, "851 0 BLOG06-1 2\n851 0 BLOG06-2\n").unwrap();
        let error = judgements(&path).unwrap_err().to_string();
        assert!(error.contains("qrels:2: give a topic"), "{error}");
    }

    #[test]
    fn documents_are_found_in_packed_files_and_in_plain_ones() {
        let folder = tempfile::tempdir().unwrap();
        let text = "<DOC>\n<DOCNO> B-1 </DOCNO>\n<DOCHDR>\nhttp://a.example\n</DOCHDR>\n<html><p>One\n</DOC>\n\
                    <DOC><DOCNO>B-2</DOCNO><p>Two</DOC><DOC>no name</DOC>";
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(text.as_bytes()).unwrap();
        fs::create_dir(folder.path().join("b")).unwrap();
        fs::write(folder.path().join("b/1.gz"), packed.finish().unwrap()).unwrap();
        fs::write(folder.path().join("a"), text).unwrap();
        let found = files(folder.path()).unwrap();
        assert_eq!(found.len(), 2);
        for file in found {
            let mut seen = Vec::new();
            let count = documents(&file, |name, page| {
                seen.push((name.to_string(), String::from_utf8_lossy(page).trim().to_string()));
            });
            assert_eq!(count.unwrap(), 2);
            let expected = [("B-1", "<html><p>One"), ("B-2", "<p>Two")];
            assert_eq!(seen, expected.map(|(a, b)| (a.to_string(), b.to_string())));
        }
        assert!(files(&folder.path().join("none")).is_err());
    }
}
