//! The field's corpora as people have them, brought into the layout of [`crate::corpus`].
//!
//! Every corpus was published in a layout of its own. An [`Importer`] reads one of them and hands over
//! records and pages; ids, files and the list of what is wrong are the [`Collector`]'s job. A record that
//! can not be read is named and left out, never the reason to stop.

mod aeb;
mod cetd;
mod cleaneval;
mod collector;
mod dragnet;
mod fault;
mod files;
mod l3s;
mod literal;
mod readability;
mod teco;
mod thesis;
mod trafeval;
mod wcxb;

pub use collector::Collector;
pub use fault::Fault;
pub use literal::SyntaxError;

use crate::corpus::Problem;
use serde::Deserialize;
use std::io;
use std::path::{Path, PathBuf};

/// A layout that can be imported.
#[derive(Debug)]
pub struct Importer {
    /// The name on the command line.
    pub name: &'static str,
    /// What it is, and which files it needs.
    pub about: &'static str,
    read: fn(&Path, &mut Collector) -> Result<(), ImportError>,
}

/// Every layout.
pub static IMPORTERS: &[Importer] = &[
    Importer {
        name: "cleaneval",
        about: "CleanEval: N.html, with N.txt or N-cleaned.txt as its gold",
        read: cleaneval::read,
    },
    Importer {
        name: "cleanportaleval",
        about: "CleanPortalEval: input/NAME.html and GoldStandard/NAME.txt",
        read: cleaneval::read,
    },
    Importer {
        name: "dragnet",
        about: "dragnet_data: HTML/ID.html and Corrected/ID.html.corrected.txt",
        read: dragnet::read,
    },
    Importer {
        name: "l3s-gn1",
        about: "L3S-GN1: original/, annotated/ and url-mapping.txt",
        read: l3s::read,
    },
    Importer {
        name: "aeb",
        about: "article-extraction-benchmark: ground-truth.json and html/ID.html.gz",
        read: aeb::read,
    },
    Importer {
        name: "readability",
        about: "Readability's test-pages/NAME/ with source.html and expected.html",
        read: readability::read,
    },
    Importer {
        name: "wcxb",
        about: "WCXB: ground-truth/ID.json and html/ID.html.gz, also below dev/ and test/",
        read: wcxb::read,
    },
    Importer {
        name: "trafeval",
        about: "trafilatura's tests/: evaldata.py, cache/ and eval/",
        read: trafeval::read,
    },
    Importer {
        name: "cetd",
        about: "CETD: SOURCE/original/N.htm and SOURCE/gold/N.txt",
        read: cetd::read,
    },
    Importer {
        name: "teco",
        about: "TECO: a folder a website, the page that counts with classes TECO_mainContent",
        read: teco::read,
    },
    Importer {
        name: "thesis",
        about: "JSON of SHA-256 to articleBody, filename and source, and the pages by filename",
        read: thesis::read,
    },
];

/// The importer of that name.
pub fn find(name: &str) -> Option<&'static Importer> {
    IMPORTERS.iter().find(|i| i.name == name)
}

/// What an import did.
#[derive(Debug)]
pub struct Imported {
    /// Pages that were written.
    pub pages: usize,
    /// What is wrong with the original.
    pub problems: Vec<Problem>,
}

/// Why nothing was imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// Something is there already.
    #[error("{0}: is there already; give a folder that does not exist yet")]
    Exists(PathBuf),
    /// The original is not in the layout.
    #[error("{path}: {what}")]
    Layout {
        /// What was looked at.
        path: PathBuf,
        /// What is missing.
        what: String,
    },
    /// The file that lists the pages can not be read.
    #[error("{path}: {source}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: Fault,
    },
    /// A file can not be read or written.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

fn at(path: &Path) -> impl Fn(io::Error) -> ImportError + '_ {
    move |source| ImportError::Io { path: path.to_path_buf(), source }
}

fn unreadable(path: &Path) -> impl Fn(Fault) -> ImportError + '_ {
    move |source| ImportError::Unreadable { path: path.to_path_buf(), source }
}

/// Lists that an original leaves out in one way or the other.
fn null_is_empty<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    Ok(Option::<Vec<String>>::deserialize(from)?.unwrap_or_default())
}

/// Brings the original in `from` into our layout at `to`, which must not exist. What can not be finished
/// leaves nothing behind.
pub fn import(importer: &Importer, from: &Path, to: &Path) -> Result<Imported, ImportError> {
    std::fs::metadata(from).map_err(at(from))?;
    let mut collector = Collector::create(to)?;
    let imported = (importer.read)(from, &mut collector).and_then(|()| {
        if collector.pages() == 0 {
            let what = match collector.problems().first() {
                Some(problem) => format!("no record can be read; the first problem: {problem}"),
                None => format!("there is no record; it should hold {}", importer.about),
            };
            return Err(ImportError::Layout { path: from.to_path_buf(), what });
        }
        Ok(())
    });
    match imported {
        Ok(()) => collector.finish(),
        Err(error) => {
            collector.discard();
            Err(error)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::{Corpus, Record};
    use tempfile::TempDir;

    /// A folder with originals, which goes away with its test.
    pub(super) struct Originals(TempDir);

    impl Originals {
        pub fn new(files: &[(&str, &[u8])]) -> Originals {
            let folder = TempDir::new().expect("a folder");
            for (name, content) in files {
                let path = folder.path().join("from").join(name);
                std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
                std::fs::write(path, content).expect("a file");
            }
            Originals(folder)
        }

        pub fn import(&self, kind: &str) -> Result<Imported, ImportError> {
            let importer = find(kind).expect("an importer");
            import(importer, &self.0.path().join("from"), &self.0.path().join("to"))
        }

        /// Imports, checks that the corpus is sound, and gives its records and the problems as text, each
        /// with its place below the original.
        pub fn read(&self, kind: &str) -> (Vec<Record>, Vec<String>) {
            let imported = self.import(kind).expect("imported");
            let corpus = self.corpus();
            assert_eq!(corpus.problems(), []);
            assert_eq!(corpus.records().len(), imported.pages);
            let from = format!("{}/", self.0.path().join("from").display());
            let problems = imported.problems.iter().map(|p| p.to_string().replace(&from, ""));
            (corpus.records().to_vec(), problems.collect())
        }

        pub fn corpus(&self) -> Corpus {
            Corpus::open(&self.0.path().join("to")).expect("a corpus")
        }

        pub fn page(&self, id: &str) -> String {
            String::from_utf8(self.corpus().page(id).expect("a page")).expect("text")
        }
    }

    const PAIR: &[(&str, &[u8])] = &[("1.html", b"<p>One"), ("1.txt", b"<p>One")];

    #[test]
    fn what_is_there_is_never_written_over() {
        let originals = Originals::new(PAIR);
        originals.import("cleaneval").expect("imported");
        let error = originals.import("cleaneval").expect_err("it is there");
        assert!(error.to_string().ends_with("give a folder that does not exist yet"), "{error}");
    }

    #[test]
    fn an_import_without_records_leaves_nothing_behind() {
        let originals = Originals::new(&[("1.html", b"<p>One")]);
        let error = originals.import("cleaneval").expect_err("no gold").to_string();
        assert!(error.contains("no record can be read") && error.contains("1.html"), "{error}");
        let left: Vec<_> =
            std::fs::read_dir(originals.0.path()).expect("a folder").flatten().collect();
        assert_eq!(left.len(), 1, "{left:?}");
    }

    #[test]
    fn names_are_their_own() {
        for importer in IMPORTERS {
            assert!(std::ptr::eq(find(importer.name).expect("itself"), importer));
        }
    }
}
