//! A folder of Markdown: one file an article, in a folder for each site.
//!
//! A file is never replaced by another text. One that is there under the name of an article is either that
//! article, delivered before a crash, or somebody else's or edited, and the article gets another name.

use super::claim::{FolderClaim, resolved};
use super::error::at;
use super::{Delivery, Opening, Sink, SinkError, Taken, read_records};
use crate::files::Files;
use crate::record::Record;
use jiff::civil::Date;
use serde_json::json;
use std::path::{Path, PathBuf};
use twox_hash::XxHash3_64;

/// Characters of a title that make it into a file name.
const NAME_CHARS: usize = 60;

/// Articles as Markdown files with what is known of them at their head.
#[derive(Debug)]
pub struct MarkdownFolder {
    folder: PathBuf,
    append: bool,
    files: Files,
    claim: Option<FolderClaim>,
    store: String,
}

impl MarkdownFolder {
    /// Files into this folder, which is made if needed.
    pub fn new(folder: impl AsRef<Path>) -> MarkdownFolder {
        let folder = resolved(folder.as_ref());
        let (files, store) = (Files::default(), String::new());
        MarkdownFolder { folder, append: false, files, claim: None, store }
    }

    /// Whether a folder that holds files of others is added to.
    pub fn with_append(mut self, append: bool) -> MarkdownFolder {
        self.append = append;
        self
    }

    /// Through these files.
    pub fn with_files(mut self, files: Files) -> MarkdownFolder {
        self.files = files;
        self
    }

    fn check_claim(&self) -> Result<(), SinkError> {
        match &self.claim {
            Some(claim) => claim.check(&self.folder),
            None => Err(SinkError::failed(self.folder.display(), "the folder is not open")),
        }
    }

    /// Brings an article and its name to the disk.
    fn write(&self, record: &Record) -> Result<(), SinkError> {
        self.check_claim()?;
        let folder = self.folder.join(slug(&record.site));
        self.files.make_folder(&folder).map_err(at(&folder))?;
        let text = format!("{}{}\n", head(record), record.markdown());
        let name = file_name(record);
        for number in 1.. {
            let ending = if number == 1 { ".md".into() } else { format!("-{number}.md") };
            let path = folder.join(format!("{name}{ending}"));
            match std::fs::read(&path) {
                // Its name may not be on the disk yet: a crash or a failure came before.
                Ok(there) if there == text.as_bytes() => {
                    return self.files.sync_folder(&folder).map_err(at(&folder));
                }
                Ok(_) => {}
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                    let replaced = self.files.replace(&path, text.as_bytes(), &self.store);
                    return replaced.map_err(at(&path));
                }
                Err(error) => return Err(at(&path)(error)),
            }
        }
        Err(SinkError::failed(folder.join(name).display(), "all names for it are taken"))
    }
}

/// A name that says what it is, and the hash of the key, which makes it one name for one article.
fn file_name(record: &Record) -> String {
    let hash = XxHash3_64::oneshot(record.key.as_bytes());
    format!("{}-{}-{hash:016x}", day(record), slug(record.title().unwrap_or("untitled")))
}

/// The day it was published, or that it was fetched where no whole day is known.
fn day(record: &Record) -> &str {
    let day = |text: &str| text.get(..10).is_some_and(|day| day.parse::<Date>().is_ok());
    let found = record.published().filter(|text| day(text)).unwrap_or(&record.fetched);
    found.get(..10).unwrap_or("undated")
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
        ("authors", json!(record.values("authors"))),
        ("url", json!(record.response_url)),
        ("canonical_url", json!(record.value("canonical_url"))),
        ("request_url", json!(record.request_url)),
        ("key", json!(record.key)),
        ("site", json!(record.value("site_name").unwrap_or(&record.site))),
        ("feed", json!(record.feed)),
        ("feed_title", json!(record.feed_title)),
        ("published", json!(record.published())),
        ("modified", json!(record.value("modified"))),
        ("fetched", json!(record.fetched)),
        ("language", json!(record.language())),
        ("tags", json!(record.values("tags"))),
        ("description", json!(record.value("description"))),
        ("image", json!(record.value("image"))),
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

    fn open(&mut self, from: &Opening<'_>) -> Result<String, SinkError> {
        self.claim = None;
        let known = from.position.is_some();
        let claim = FolderClaim::take(&self.files, &self.folder, from.store, known, self.append)?;
        self.claim = Some(claim);
        self.store = from.store.into();
        Ok(String::new())
    }

    fn deliver(&mut self, batch: &[Delivery]) -> Result<Taken, SinkError> {
        let (records, set_aside) = read_records(batch);
        records.iter().try_for_each(|(_, record)| self.write(record))?;
        self.check_claim()?;
        Ok(Taken { set_aside, ..Taken::all(batch) })
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;
    use crate::files::faults::{Fault, FaultyDisk};
    use crate::testing::Folder;

    fn texts(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder.join("a.example")).into_iter().flatten().flatten();
        let files = entries.filter(|entry| entry.path().extension().is_some_and(|e| e == "md"));
        let mut texts: Vec<_> =
            files.map(|entry| std::fs::read_to_string(entry.path()).unwrap()).collect();
        texts.sort();
        texts
    }

    #[test]
    fn names_mean_nothing_to_a_file_system() {
        assert_eq!(slug("../../etc/passwd"), "etc-passwd");
        assert_eq!(slug("Späte Fähre: 3.5 h!"), "späte-fähre-3.5-h");
        assert_eq!(slug("..."), "untitled");
        assert_eq!(slug("a\0b\\c:d"), "a-b-c-d");
        assert!(slug(&"ä".repeat(500)).len() < 200);
    }

    #[test]
    fn a_file_is_named_after_the_day_of_publication_and_tells_all() {
        let article = json!({
            "title": { "value": "Late ferry" }, "published": { "value": "2025-06-03T09:39:21+02:00" },
            "authors": [{ "value": "Ann Baker" }, { "value": "Bo" }], "tags": [{ "value": "sea" }],
            "image": { "value": "https://a.example/p.jpg" }, "site_name": { "value": "The Quay" },
            "canonical_url": { "value": "https://a.example/late" }, "detected_language": { "value": "en" },
        });
        let fetched = "2026-01-02T00:00:00Z".to_string();
        let mut record = Record { fetched, article, ..Record::default() };
        assert!(file_name(&record).starts_with("2025-06-03-late-ferry-"), "{}", file_name(&record));
        let head = head(&record);
        for line in [
            "authors: [\"Ann Baker\",\"Bo\"]",
            "language: \"en\"",
            "tags: [\"sea\"]",
            "site: \"The Quay\"",
            "image: \"https://a.example/p.jpg\"",
            "canonical_url: \"https://a.example/late\"",
        ] {
            assert!(head.contains(line), "{line} in {head}");
        }
        for vague in ["2025-06", "../../../etc/x", "2025-13-41"] {
            record.article = json!({ "published": { "value": vague } });
            assert!(file_name(&record).starts_with("2026-01-02-"), "{vague}");
        }
    }

    #[test]
    fn a_title_cannot_break_out_of_the_head() {
        let record = Record { item_title: Some("a\n---\n\"x".into()), ..Record::default() };
        assert!(head(&record).contains("title: \"a\\n---\\n\\\"x\"\n"));
    }

    #[test]
    fn a_file_that_is_not_this_article_is_never_replaced() {
        let folder = Folder::new();
        let mut sink = MarkdownFolder::new(folder.path());
        open_new(&mut sink).unwrap();
        deliver(&mut sink, &deliveries(1..3));
        deliver(&mut sink, &deliveries(1..3));
        let first = texts(folder.path());
        assert_eq!(first.len(), 2, "delivered again, it is there once");
        let entry = std::fs::read_dir(folder.path().join("a.example")).unwrap().next();
        let edited = entry.unwrap().unwrap().path();
        std::fs::write(&edited, "edited").unwrap();
        deliver(&mut sink, &deliveries(1..3));
        deliver(&mut sink, &deliveries(1..3));
        assert_eq!(std::fs::read_to_string(&edited).unwrap(), "edited");
        let mut expected = first.clone();
        expected.push("edited".into());
        expected.sort();
        assert_eq!(texts(folder.path()), expected);
    }

    #[test]
    fn a_folder_of_somebody_else_is_refused() {
        let folder = Folder::new();
        std::fs::write(folder.path().join("notes.md"), "mine").unwrap();
        let mut sink = MarkdownFolder::new(folder.path());
        assert!(matches!(open_new(&mut sink), Err(SinkError::NotOurs { .. })));
        let mut sink = sink.with_append(true);
        let position = open_new(&mut sink).unwrap();
        deliver(&mut sink, &deliveries(1..3));
        drop(sink);
        assert_eq!(std::fs::read_to_string(folder.path().join("notes.md")).unwrap(), "mine");
        let mut again = MarkdownFolder::new(folder.path());
        open_for(&mut again, STORE, Some(&position), &[]).unwrap();
        let other = open_for(&mut again, "00000000000000bb", Some(&position), &[]);
        assert!(matches!(other, Err(SinkError::NotOurs { .. })));
    }

    #[test]
    fn files_and_their_names_are_on_the_disk_when_they_are_acknowledged() {
        let folder = Folder::new();
        let real = folder.path().canonicalize().unwrap();
        for (call, seed) in (0..40).flat_map(|call| (0..6).map(move |seed| (call, seed))) {
            let root = real.join(format!("{call}-{seed}"));
            let image = real.join(format!("{call}-{seed}-image"));
            std::fs::create_dir(&root).unwrap();
            let disk = FaultyDisk::new(&root, &image, Fault::CrashBefore(call), seed);
            let mut sink = MarkdownFolder::new(&root).with_files(disk.files());
            let mut acknowledged = 0;
            let opened = open_new(&mut sink);
            while opened.is_ok() && acknowledged < 4 {
                let next = deliveries([acknowledged + 1]);
                if sink.deliver(&next).is_err() {
                    break;
                }
                acknowledged += 1;
            }
            let place = if disk.crashed() { image } else { root };
            let there = texts(&place);
            assert!(there.len() as i64 >= acknowledged, "{call} {seed}");
            assert!(there.iter().all(|text| text.ends_with("---\n\n\n")), "{there:?}");
        }
    }
}
