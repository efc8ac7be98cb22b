//! What a book says of itself: what is in it, in which order, and a list of its chapters.

use super::Chapter;
use super::xhtml::escape_into;
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::SystemTime;

/// Where a reader finds the package.
pub const CONTAINER: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
    <container xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\" version=\"1.0\">\n\
    <rootfiles><rootfile full-path=\"book/package.opf\" media-type=\"application/oebps-package+xml\"/></rootfiles>\n\
    </container>\n";

/// Authors that a book of many articles names.
const MAX_AUTHORS: usize = 20;

/// The file of a chapter.
pub fn file(number: usize) -> String {
    format!("chapter-{}.xhtml", number + 1)
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    escape_into(&mut out, text);
    out
}

/// The title of the book: of its only article, or of the first and how many more there are.
fn title(chapters: &[Chapter]) -> String {
    match chapters {
        [] => String::new(),
        [only] => only.title.clone(),
        [first, more @ ..] => format!("{} (+{})", first.title, more.len()),
    }
}

fn language(chapters: &[Chapter]) -> &str {
    chapters.iter().find_map(|c| c.language.as_deref()).unwrap_or("und")
}

/// The package document.
pub fn package(chapters: &[Chapter], now: SystemTime) -> String {
    let mut hasher = DefaultHasher::new();
    chapters.iter().for_each(|c| (&c.title, &c.body).hash(&mut hasher));
    let authors: BTreeSet<&String> = chapters.iter().flat_map(|c| &c.authors).collect();
    let creators: String = authors
        .into_iter()
        .take(MAX_AUTHORS)
        .map(|author| format!("<dc:creator>{}</dc:creator>\n", escaped(author)))
        .collect();
    let item = |(number, chapter): (usize, &Chapter)| {
        let properties = if chapter.has_formulas { " properties=\"mathml\"" } else { "" };
        let (id, href) = (number + 1, file(number));
        format!(
            "<item id=\"c{id}\" href=\"{href}\" media-type=\"application/xhtml+xml\"{properties}/>\n"
        )
    };
    let items: String = chapters.iter().enumerate().map(item).collect();
    let spine: String =
        (1..=chapters.len()).map(|id| format!("<itemref idref=\"c{id}\"/>\n")).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
        <package xmlns=\"http://www.idpf.org/2007/opf\" version=\"3.0\" unique-identifier=\"id\">\n\
        <metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n\
        <dc:identifier id=\"id\">urn:dehusk:{:016x}</dc:identifier>\n\
        <dc:title>{}</dc:title>\n<dc:language>{}</dc:language>\n{creators}\
        <meta property=\"dcterms:modified\">{}</meta>\n</metadata>\n\
        <manifest>\n<item id=\"nav\" href=\"nav.xhtml\" media-type=\"application/xhtml+xml\" properties=\"nav\"/>\n\
        {items}</manifest>\n<spine>\n{spine}</spine>\n</package>\n",
        hasher.finish(),
        escaped(&title(chapters)),
        escaped(language(chapters)),
        instant(now),
    )
}

/// A moment to the second, as packages want it.
fn instant(now: SystemTime) -> String {
    let moment = jiff::Timestamp::try_from(now).unwrap_or_default();
    moment.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

fn document(title: &str, language: &str, body: &str) -> String {
    let (title, language) = (escaped(title), escaped(language));
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n\
        <html xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:epub=\"http://www.idpf.org/2007/ops\" \
        lang=\"{language}\" xml:lang=\"{language}\">\n<head><title>{title}</title></head>\n<body>{body}</body>\n</html>\n"
    )
}

/// The list of chapters.
pub fn contents(chapters: &[Chapter]) -> String {
    let entry = |(number, chapter): (usize, &Chapter)| {
        format!("<li><a href=\"{}\">{}</a></li>", file(number), escaped(&chapter.title))
    };
    let list: String = chapters.iter().enumerate().map(entry).collect();
    let nav = format!("<nav epub:type=\"toc\"><ol>{list}</ol></nav>");
    document(&title(chapters), language(chapters), &nav)
}

/// The document of a chapter.
pub fn chapter(chapter: &Chapter) -> String {
    let language = chapter.language.as_deref().unwrap_or("und");
    document(&chapter.title, language, &chapter.body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_told_to_the_second() {
        let moment = SystemTime::UNIX_EPOCH + std::time::Duration::from_millis(1_700_000_000_250);
        assert_eq!(instant(moment), "2023-11-14T22:13:20Z");
    }

    #[test]
    fn a_book_of_many_says_how_many() {
        let chapter = |title: &str| Chapter {
            title: title.into(),
            authors: Vec::new(),
            language: None,
            body: String::new(),
            has_formulas: false,
        };
        assert_eq!(title(&[chapter("A")]), "A");
        assert_eq!(title(&[chapter("A"), chapter("B"), chapter("C")]), "A (+2)");
        assert_eq!(language(&[chapter("A")]), "und");
    }
}
