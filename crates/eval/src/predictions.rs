//! Extracted texts on disk: `FOLDER/CORPUS.jsonl`, `{"id": …, "text": …}` a line.
//!
//! `confidence` and `type` may stand there too. Any program can write this layout, and a run writes it for our own extractors, so that texts of
//! different programs meet in the same tables.

use crate::corpus::Problem;
use crate::measures::BlockOutcome;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// One line of the layout.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Prediction {
    /// The page.
    pub id: String,
    /// What was extracted; nothing and empty are the same.
    #[serde(default, deserialize_with = "null_is_empty")]
    pub text: String,
    /// How sure the extractor is that the text is right, from 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f32>,
    /// The type of page it took this for.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub page_type: Option<String>,
    /// How the extractor decided on labelled blocks, where the corpus has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocks: Option<BlockOutcome>,
    /// Why nothing was extracted, where that was not a choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

impl Prediction {
    /// No text, because of a failure.
    pub fn failed(id: &str, what: &str) -> Prediction {
        Prediction { id: id.into(), failure: Some(what.into()), ..Prediction::default() }
    }

    /// Forgets a confidence that is none, and says so.
    fn forget_wrong_confidence(&mut self) -> Option<String> {
        let wrong = self.confidence.take_if(|c| !(0.0..=1.0).contains(c))?;
        Some(format!(
            "the confidence {wrong} of {:?} is not between 0 and 1; it is left out",
            self.id
        ))
    }
}

fn null_is_empty<'de, D: serde::Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    Ok(Option::<String>::deserialize(from)?.unwrap_or_default())
}

/// The texts of one program on one corpus.
#[derive(Debug, Default)]
pub struct Predictions {
    texts: HashMap<String, Prediction>,
    /// Lines that could not be read.
    pub problems: Vec<Problem>,
}

impl Predictions {
    /// Reads a file; one that does not exist holds nothing. A line cut off by a crash is a problem like
    /// any other: its page is simply done again.
    pub fn read(path: &Path) -> io::Result<Predictions> {
        let bytes = match fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Predictions::default());
            }
            other => other?,
        };
        let mut out = Predictions::default();
        for (index, line) in bytes.split(|&b| b == b'\n').enumerate() {
            if line.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            let at = |what| Problem { file: path.into(), line: Some(index + 1), what };
            match serde_json::from_slice::<Prediction>(line) {
                Ok(one) if out.texts.contains_key(&one.id) => {
                    out.problems.push(at(format!(
                        "the id {:?} stands here a second time; the first is used",
                        one.id
                    )));
                }
                Ok(mut one) => {
                    out.problems.extend(one.forget_wrong_confidence().map(at));
                    out.texts.insert(one.id.clone(), one);
                }
                Err(error) => out.problems.push(at(format!("not a prediction: {error}"))),
            }
        }
        Ok(out)
    }

    /// The text for a page.
    pub fn get(&self, id: &str) -> Option<&Prediction> {
        self.texts.get(id)
    }

    /// The ids that have a text.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.texts.keys().map(String::as_str)
    }
}

/// A file of predictions that grows a line at a time.
#[derive(Debug)]
pub struct Writer {
    file: File,
}

impl Writer {
    /// Opens a file to append to, after cutting off a line that a crash left unfinished.
    pub fn append(path: &Path) -> io::Result<Writer> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        let whole =
            fs::read(path)?.iter().rposition(|&b| b == b'\n').map_or(0, |last| last as u64 + 1);
        file.set_len(whole)?;
        Ok(Writer { file })
    }

    /// Adds a line. It is written whole in one call, so a crash leaves at most one line unfinished.
    pub fn write(&mut self, prediction: &Prediction) -> io::Result<()> {
        let mut line = serde_json::to_vec(prediction)?;
        line.push(b'\n');
        self.file.write_all(&line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_far_as_they_can_be() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("texts.jsonl");
        let lines = [
            r#"{"id": "a", "text": null}"#,
            r#"{"id": "b", "text": "x", "confidence": 0.5, "type": "forum", "other": 1}"#,
            r#"{"id": "c", "text": "y", "confidence": 87}"#,
            r#"{"id": "b", "text": "again"}"#,
            r#"{"id": "#,
        ];
        fs::write(&path, lines.join("\n")).expect("a file");
        let read = Predictions::read(&path).expect("a file");
        fs::remove_file(&path).expect("a file");
        assert_eq!(read.get("a"), Some(&Prediction { id: "a".into(), ..Prediction::default() }));
        let b = read.get("b").expect("a line");
        assert_eq!((b.confidence, b.page_type.as_deref()), (Some(0.5), Some("forum")));
        assert_eq!(read.get("c").expect("a line").confidence, None);
        let problems: Vec<String> = read.problems.iter().map(|p| p.what.clone()).collect();
        assert_eq!(problems.len(), 3, "{problems:?}");
        assert!(problems[0].contains("87 of \"c\" is not between 0 and 1"), "{problems:?}");
        assert_eq!(read.problems[1].line, Some(4));
    }
}
