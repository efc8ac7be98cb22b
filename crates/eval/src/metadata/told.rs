//! What a program says about pages, ours or another's.

use crate::corpus::Problem;
use dehusk::Metadata;
use dehusk::article::Sourced;
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::HashMap;
use std::path::Path;
use std::{fs, io};

/// What a program says about a page. What it does not say is empty.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Told {
    /// The page.
    pub id: String,
    /// The title.
    pub title: Option<String>,
    /// The authors: a list, or one text that holds them all.
    #[serde(deserialize_with = "one_or_many")]
    pub author: Vec<String>,
    /// The date of publication.
    pub published: Option<String>,
    /// The language.
    pub language: Option<String>,
    /// Where the program found the values, as far as it says so.
    pub sources: Vec<String>,
}

impl Told {
    /// What our metadata says.
    pub fn of(id: &str, found: &Metadata) -> Told {
        let value = |field: &Option<Sourced<String>>| field.as_ref().map(|f| f.value.clone());
        let fields = [&found.title, &found.published, &found.detected_language];
        let sources = fields.into_iter().flatten().chain(&found.authors);
        Told {
            id: id.to_string(),
            title: value(&found.title),
            author: found.authors.iter().map(|a| a.value.clone()).collect(),
            published: value(&found.published),
            language: value(&found.detected_language).or_else(|| value(&found.language)),
            sources: sources.map(|s| s.source.to_string()).collect(),
        }
    }
}

/// A text, a list of texts, or null.
fn one_or_many<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Names {
        One(String),
        Many(Vec<String>),
    }
    Ok(match Option::<Names>::deserialize(from)? {
        Some(Names::One(name)) => vec![name],
        Some(Names::Many(names)) => names,
        None => Vec::new(),
    })
}

/// Reads what a program says about the pages of a corpus; lines that can not be read are problems.
pub(super) fn read(path: &Path) -> io::Result<(HashMap<String, Told>, Vec<Problem>)> {
    let (mut all, mut problems) = (HashMap::new(), Vec::new());
    for (index, line) in fs::read(path)?.split(|&b| b == b'\n').enumerate() {
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let mut problem = |what| {
            problems.push(Problem { file: path.into(), line: Some(index + 1), what });
        };
        match serde_json::from_slice::<Told>(line) {
            Ok(told) if all.contains_key(&told.id) => problem(format!(
                "the id {:?} stands here a second time; the first is used",
                told.id
            )),
            Ok(told) => drop(all.insert(told.id.clone(), told)),
            Err(error) => problem(format!("not what a program says about a page: {error}")),
        }
    }
    Ok((all, problems))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_far_as_they_can_be() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("tiny.jsonl");
        let lines = [
            r#"{"id": "a", "title": null, "author": "Ann; Bo", "published": "2020-01-02", "more": 1}"#,
            r#"{"id": "b", "author": ["Ann", "Bo"]}"#,
            r#"{"id": "a"}"#,
            r#"{"id": "#,
        ];
        fs::write(&path, lines.join("\n")).expect("a file");
        let (all, problems) = read(&path).expect("a file");
        assert_eq!(all["a"].author, ["Ann; Bo"]);
        assert_eq!(all["b"].author, ["Ann", "Bo"]);
        assert_eq!(problems.iter().map(|p| p.line).collect::<Vec<_>>(), [Some(3), Some(4)]);
    }
}
