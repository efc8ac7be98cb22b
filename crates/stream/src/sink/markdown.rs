//! A folder of Markdown: one file an article, in a folder for each site.

use super::{Delivery, Sink, SinkError, at};
use crate::record::Record;
use crate::store::Position;
use serde_json::json;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use twox_hash::XxHash3_64;

/// Characters of a title that make it into a file name.
const NAME_CHARS: usize = 60;

/// Articles as Markdown files with what is known of them at their head.
#[derive(Debug)]
pub struct MarkdownFolder {
    folder: PathBuf,
}

impl MarkdownFolder {
    /// Files into this folder, which is made if needed.
    pub fn new(folder: impl Into<PathBuf>) -> MarkdownFolder {
        MarkdownFolder { folder: folder.into() }
    }

    fn write(&self, delivery: &Delivery) -> Result<(), SinkError> {
        let Some(record) = Record::read(&delivery.record) else {
            return Err(SinkError(format!("{}: the record cannot be read", delivery.key)));
        };
        let folder = self.folder.join(slug(&record.site));
        std::fs::create_dir_all(&folder).map_err(at(folder.display()))?;
        let path = folder.join(file_name(&record));
        let text = format!("{}{}\n", head(&record), record.markdown());
        write_synced(&path, text.as_bytes()).map_err(at(path.display()))
    }
}

fn write_synced(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_data()
}

/// A name that says what it is, and the hash of the key, which makes it one name for one article.
fn file_name(record: &Record) -> String {
    let hash = XxHash3_64::oneshot(record.key.as_bytes());
    let day = record.fetched.get(..10).unwrap_or("undated");
    format!("{day}-{}-{hash:016x}.md", slug(record.title().unwrap_or("untitled")))
}

/// Letters and digits with hyphens between; nothing that means something to a file system.
fn slug(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() || (c == '.' && !out.is_empty() && !out.ends_with(['.', '-'])) {
            out.push(c);
        } else if !out.is_empty() && !out.ends_with(['-', '.']) {
            out.push('-');
        }
        if out.chars().count() >= NAME_CHARS || out.len() >= 3 * NAME_CHARS {
            break;
        }
    }
    let trimmed = out.trim_matches(['-', '.']);
    if trimmed.is_empty() { "untitled".into() } else { trimmed.into() }
}

/// YAML, written as JSON, which it contains: no title can break out of it.
fn head(record: &Record) -> String {
    let fields = [
        ("title", json!(record.title())),
        ("url", json!(record.response_url)),
        ("request_url", json!(record.request_url)),
        ("key", json!(record.key)),
        ("feed", json!(record.feed)),
        ("published", json!(record.value("published").or(record.item_published.as_deref()))),
        ("fetched", json!(record.fetched)),
        ("extractor", record.article.get("extractor").cloned().unwrap_or_default()),
        ("confidence", json!(record.confidence())),
        ("site_support", json!(record.site_support)),
    ];
    let lines = fields.iter().map(|(name, value)| format!("{name}: {value}\n"));
    format!("---\n{}---\n\n", lines.collect::<String>())
}

impl Sink for MarkdownFolder {
    fn name(&self) -> String {
        format!("markdown:{}", self.folder.display())
    }

    fn open(&mut self, _: &Position) -> Result<(), SinkError> {
        std::fs::create_dir_all(&self.folder).map_err(at(self.folder.display()))
    }

    fn deliver(&mut self, batch: &[Delivery]) -> Result<Option<String>, SinkError> {
        batch.iter().try_for_each(|delivery| self.write(delivery))?;
        Ok(Some(String::new()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_mean_nothing_to_a_file_system() {
        assert_eq!(slug("../../etc/passwd"), "etc-passwd");
        assert_eq!(slug("Späte Fähre: 3.5 h!"), "späte-fähre-3.5-h");
        assert_eq!(slug("..."), "untitled");
        assert_eq!(slug("a\0b\\c:d"), "a-b-c-d");
        assert!(slug(&"ä".repeat(500)).len() < 200);
    }

    #[test]
    fn a_title_cannot_break_out_of_the_head() {
        let record = Record { item_title: Some("a\n---\n\"x".into()), ..Record::default() };
        assert!(head(&record).contains("title: \"a\\n---\\n\\\"x\"\n"));
    }
}
