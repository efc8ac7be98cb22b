//! A folder of Markdown files, each with what is known of the page before its content.

use super::{Shard, WriteError, cell};
use arrow::array::RecordBatch;
use std::fs;
use std::path::{Path, PathBuf};

/// Characters of a title that stand in a file's name.
const NAME: usize = 60;
/// Columns that stand before the content, where they are known.
const FRONT: [&str; 8] =
    ["title", "url", "date", "published", "lang", "page_type", "site_name", "id"];

/// A folder of them.
pub struct MarkdownShard {
    folder: PathBuf,
    written: usize,
}

impl MarkdownShard {
    pub fn create(folder: &Path) -> Result<MarkdownShard, WriteError> {
        // What a run that was killed left there is begun anew.
        match fs::remove_dir_all(folder) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(WriteError::at(folder)(error));
            }
            _ => {}
        }
        fs::create_dir_all(folder).map_err(WriteError::at(folder))?;
        Ok(MarkdownShard { folder: folder.to_path_buf(), written: 0 })
    }
}

impl Shard for MarkdownShard {
    fn write(&mut self, batch: &RecordBatch) -> Result<(), WriteError> {
        for row in 0..batch.num_rows() {
            self.written += 1;
            let name = file_name(self.written, cell(batch, "title", row));
            let path = self.folder.join(name);
            fs::write(&path, document(batch, row)).map_err(WriteError::at(&path))?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<(), WriteError> {
        let entries = fs::read_dir(&self.folder).map_err(WriteError::at(&self.folder))?;
        for entry in entries.flatten() {
            let path = entry.path();
            let file = fs::File::open(&path).map_err(WriteError::at(&path))?;
            file.sync_all().map_err(WriteError::at(&path))?;
        }
        Ok(())
    }
}

fn file_name(number: usize, title: Option<&str>) -> String {
    let mut slug = String::new();
    for c in title.unwrap_or_default().chars().flat_map(char::to_lowercase) {
        match c.is_alphanumeric() {
            true => slug.push(c),
            false if !slug.is_empty() && !slug.ends_with('-') => slug.push('-'),
            false => {}
        }
    }
    let slug: String = slug.chars().take(NAME).collect();
    let slug = slug.trim_end_matches('-');
    match slug.is_empty() {
        true => format!("{number:06}.md"),
        false => format!("{number:06}-{slug}.md"),
    }
}

/// The content with a head in YAML, whose values are JSON: every JSON text is one of YAML.
fn document(batch: &RecordBatch, row: usize) -> String {
    let mut text = String::from("---\n");
    for name in FRONT {
        if let Some(value) = cell(batch, name, row) {
            let value = serde_json::to_string(value).unwrap_or_default();
            text.push_str(&format!("{name}: {value}\n"));
        }
    }
    text.push_str("---\n\n");
    text.push_str(cell(batch, "markdown", row).unwrap_or_default());
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe() {
        assert_eq!(
            file_name(7, Some("Late again: «The Ferry»!")),
            "000007-late-again-the-ferry.md"
        );
        assert_eq!(file_name(8, Some("../../etc/passwd")), "000008-etc-passwd.md");
        assert_eq!(file_name(9, Some("…")), "000009.md");
        assert_eq!(file_name(10, None), "000010.md");
    }
}
