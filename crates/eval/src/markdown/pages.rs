//! Pages with a gold document: of a corpus, or fixtures.

use super::parts::{ADDRESS, Parts};
use crate::corpus::Corpus;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// A page and the Markdown that it should become.
#[derive(Clone, Debug)]
pub struct GoldPage {
    /// Its name.
    pub id: String,
    url: Option<String>,
    /// Its bytes.
    pub html: Vec<u8>,
    /// Its title, where it is known.
    pub title: String,
    /// What should be written.
    pub gold: String,
}

impl GoldPage {
    /// Where it was fetched, or a made-up address.
    pub fn url(&self) -> &str {
        self.url.as_deref().unwrap_or(ADDRESS)
    }

    /// The parts of the gold document and of another one, as far as they are compared.
    pub fn parts(&self, written: &str) -> (Parts, Parts) {
        let of = |markdown: &str| Parts::of(markdown).without_title(&self.title);
        (of(&self.gold), of(written))
    }
}

/// Why pages can not be read.
#[derive(Debug, thiserror::Error)]
#[error(
    "{path}: {source}; give a folder with a folder a page, each with page.html and expected.md"
)]
pub struct PagesError {
    path: PathBuf,
    source: io::Error,
}

/// The pages of a corpus that have a gold document, and that can be read.
pub fn of_corpus(corpus: &Corpus) -> Vec<GoldPage> {
    let with_gold = corpus.records().iter().filter(|record| !record.markdown.is_empty());
    let page = |record: &crate::corpus::Record| {
        let html = corpus.page(&record.id).ok()?;
        let (id, url, gold) = (record.id.clone(), record.url.clone(), record.markdown.clone());
        Some(GoldPage { id, url, html, title: record.title.clone().unwrap_or_default(), gold })
    };
    with_gold.filter_map(page).collect()
}

/// The address of fixtures.
const FIXTURE: &str = "https://example.org/dir/page.html";

/// The fixtures of a folder: a folder each with `page.html` and `expected.md`.
pub fn fixtures(folder: &Path) -> Result<Vec<GoldPage>, PagesError> {
    let fault = |path: &Path| {
        let path = path.to_path_buf();
        move |source| PagesError { path, source }
    };
    let entries = fs::read_dir(folder).map_err(fault(folder))?;
    let mut folders: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    folders.retain(|path| path.join("page.html").is_file() && path.join("expected.md").is_file());
    folders.sort();
    let page = |path: &PathBuf| -> Result<GoldPage, PagesError> {
        let (html, gold) = (path.join("page.html"), path.join("expected.md"));
        Ok(GoldPage {
            id: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            url: Some(FIXTURE.into()),
            html: fs::read(&html).map_err(fault(&html))?,
            title: String::new(),
            gold: fs::read_to_string(&gold).map_err(fault(&gold))?,
        })
    };
    folders.iter().map(page).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixtures_are_folders_with_a_page_and_its_markdown() {
        let folder = tempfile::tempdir().unwrap();
        for (name, files) in [("b", ["page.html", "expected.md"]), ("a", ["page.html", "other"])] {
            fs::create_dir(folder.path().join(name)).unwrap();
            files.iter().for_each(|f| fs::write(folder.path().join(name).join(f), "x").unwrap());
        }
        let pages = fixtures(folder.path()).unwrap();
        assert_eq!(pages.iter().map(|p| p.id.as_str()).collect::<Vec<_>>(), ["b"]);
        assert!(fixtures(&folder.path().join("none")).is_err());
    }
}
