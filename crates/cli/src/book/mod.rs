//! Articles as one book for a reading device: EPUB 3, a chapter an article.
//!
//! A book is a zip archive of XHTML with a list of what is in it. Its chapters are the sanitised HTML of articles,
//! written again as XML; pictures would have to be inside, so their captions stay and they do not.

mod package;
mod xhtml;

use dehusk::Article;
use dehusk::article::Rendering;
use serde::{Deserialize, Serialize};
use std::io::{self, Seek, Write};
use std::time::SystemTime;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// An article as it stands in a book.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Chapter {
    /// Its title, or the name of the input.
    pub title: String,
    /// Who wrote it.
    pub authors: Vec<String>,
    /// The language it is in, where that is known.
    pub language: Option<String>,
    /// Its content, as XML.
    body: String,
    /// Whether formulas are in it.
    has_formulas: bool,
}

impl Chapter {
    /// The chapter of an article.
    pub fn of(article: &Article, rendering: Rendering) -> Chapter {
        let metadata = article.metadata();
        let language = metadata.language.as_ref().or(metadata.detected_language.as_ref());
        let html = article.render_as(dehusk::Format::Html, rendering.without_images());
        let body = xhtml::body(&html);
        let url = article.document().url().map(xhtml::source).unwrap_or_default();
        Chapter {
            title: metadata.title.as_ref().map(|t| t.value.clone()).unwrap_or_default(),
            authors: metadata.authors.iter().map(|a| a.value.clone()).collect(),
            language: language.map(|l| l.value.clone()),
            has_formulas: body.contains("<math"),
            body: body + &url,
        }
    }
}

/// The chapters of a book, in their order.
#[derive(Debug, Default)]
pub struct Book {
    chapters: Vec<Chapter>,
}

impl Book {
    /// Adds a chapter at the end.
    pub fn add(&mut self, chapter: Chapter) {
        self.chapters.push(chapter);
    }

    /// Whether there is nothing to read in it.
    pub fn is_empty(&self) -> bool {
        self.chapters.is_empty()
    }

    /// Writes the book.
    pub fn write(&self, out: impl Write + Seek) -> io::Result<()> {
        let mut zip = ZipWriter::new(out);
        // Readers know a book by this file, which is the first and not packed.
        let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        let packed = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        let mut add = |name: &str, options, text: &str| {
            zip.start_file(name, options)?;
            zip.write_all(text.as_bytes())
        };
        add("mimetype", stored, "application/epub+zip")?;
        add("META-INF/container.xml", packed, package::CONTAINER)?;
        add("book/package.opf", packed, &package::package(&self.chapters, SystemTime::now()))?;
        add("book/nav.xhtml", packed, &package::contents(&self.chapters))?;
        for (number, chapter) in self.chapters.iter().enumerate() {
            add(&format!("book/{}", package::file(number)), packed, &package::chapter(chapter))?;
        }
        zip.finish()?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Cursor, Read};

    const PAGE: &str = "<html lang=en><title>Tides &amp; husks</title><meta name=author content='Ann Lee'>\
        <article><h1>Tides &amp; husks</h1><p>The water comes twice a day<br>and the husks come with it, every time.\
        <p>Half of them <a href='https://example.org/?a=1&amp;b=2'>float</a>, the others <math><mi>x</mi></math> sink.\
        <ul><li><input type=checkbox checked> counted</ul><iframe src='https://www.youtube.com/embed/abc'></iframe>";

    fn files() -> Vec<(String, String, CompressionMethod)> {
        let article = dehusk::Options::new().with_url("https://example.org/tides").extract(PAGE);
        let mut book = Book::default();
        book.add(Chapter::of(&article, Rendering::default()));
        let mut out = Cursor::new(Vec::new());
        book.write(&mut out).unwrap();
        let mut zip = zip::ZipArchive::new(out).unwrap();
        let mut file = |index| {
            let mut file = zip.by_index(index).unwrap();
            let mut text = String::new();
            file.read_to_string(&mut text).unwrap();
            (file.name().unwrap().to_string(), text, file.compression())
        };
        (0..5).map(&mut file).collect()
    }

    #[test]
    fn a_book_is_known_by_its_first_file() {
        let files = files();
        assert_eq!((files[0].0.as_str(), files[0].2), ("mimetype", CompressionMethod::Stored));
        assert_eq!(files[0].1, "application/epub+zip");
    }

    #[test]
    fn all_its_files_are_xml_and_listed() {
        let files = files();
        for (name, text, _) in files.iter().skip(1) {
            let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
            roxmltree::Document::parse_with_options(text, options)
                .unwrap_or_else(|e| panic!("{name}: {e}\n{text}"));
        }
        let package = &files[2].1;
        for part in [
            "Tides &amp; husks",
            "Ann Lee",
            "nav.xhtml",
            "chapter-1.xhtml",
            "properties=\"mathml\"",
        ] {
            assert!(package.contains(part), "{part}: {package}");
        }
        let chapter = &files[4].1;
        for part in
            ["<br/>", "?a=1&amp;b=2", "☑ counted", "https://example.org/tides", "youtube.com"]
        {
            assert!(chapter.contains(part), "{part}: {chapter}");
        }
        assert!(!chapter.contains("<iframe") && !chapter.contains("<input"), "{chapter}");
    }
}
