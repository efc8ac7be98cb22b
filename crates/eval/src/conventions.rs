//! How the golds of a corpus are cut: what those who made them took for content.
//!
//! A corpus says it in a file of its own, `corpus.toml`. For corpora that came without one, what is known of them stands
//! in `conventions.toml` here, by their names.
//!
//! ```toml
//! title = "never"            # first, never or as-page
//! comments = "out"           # in or out
//! drop = ["byline", "date"]  # roles of blocks
//! keep = ["caption"]
//! ```

use dehusk::TitleAt;
use dehusk::auto::{Comments, Preferences};
use dehusk::extractor::Role;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;
use std::{fs, io};

/// How the golds of a corpus are cut.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Conventions {
    title: Title,
    comments: CommentsAre,
    #[serde(deserialize_with = "roles")]
    drop: Vec<Role>,
    #[serde(deserialize_with = "roles")]
    keep: Vec<Role>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Title {
    First,
    Never,
    #[default]
    AsPage,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum CommentsAre {
    In,
    Out,
    #[default]
    Judged,
}

fn roles<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<Role>, D::Error> {
    let names = Vec::<String>::deserialize(deserializer)?;
    let role = |name: &String| {
        let unknown = || serde::de::Error::custom(format!("there is no role {name:?}"));
        Role::from_name(name).ok_or_else(unknown)
    };
    names.iter().map(role).collect()
}

/// What is known of corpora that have no file.
static KNOWN: LazyLock<BTreeMap<String, Conventions>> =
    LazyLock::new(|| toml::from_str(include_str!("conventions.toml")).unwrap_or_default());

/// The file of a corpus that says how its golds are cut.
pub(crate) const FILE: &str = "corpus.toml";

impl Conventions {
    /// Those of the corpus in a folder: as its file says, else as they are known by its name.
    pub(crate) fn of(folder: &Path, name: &str) -> Result<Option<Conventions>, String> {
        match fs::read_to_string(folder.join(FILE)) {
            Ok(text) => {
                toml::from_str(&text).map(Some).map_err(|error| error.message().to_string())
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(KNOWN.get(name).cloned()),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Where the golds have the title.
    pub fn title(&self) -> TitleAt {
        match self.title {
            Title::First => TitleAt::First,
            Title::Never => TitleAt::Never,
            Title::AsPage => TitleAt::AsPage,
        }
    }

    /// What the default extractor is to prefer, so that it cuts as the golds are cut.
    pub fn prefer(&self, preferences: &mut Preferences) {
        preferences.comments = match self.comments {
            CommentsAre::In => Comments::Include,
            CommentsAre::Out => Comments::Exclude,
            CommentsAre::Judged => Comments::Judge,
        };
        preferences.leave_out.extend(&self.drop);
        preferences.keep.extend(&self.keep);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_can_be_read() {
        let all: Result<BTreeMap<String, Conventions>, _> =
            toml::from_str(include_str!("conventions.toml"));
        assert!(!all.expect("the file is well formed").is_empty());
    }

    #[test]
    fn a_corpus_speaks_for_itself() {
        let folder = tempfile::tempdir().expect("a folder");
        let of = |name| Conventions::of(folder.path(), name);
        assert_eq!(of("a name nobody gave"), Ok(None));
        assert_eq!(of("andy").map(|known| known.map(|c| c.title())), Ok(Some(TitleAt::Never)));
        fs::write(folder.path().join(FILE), "title = \"first\"\ndrop = [\"byline\"]")
            .expect("written");
        let own = of("andy").expect("it can be read").expect("there is one");
        let mut preferences = Preferences::default();
        own.prefer(&mut preferences);
        assert_eq!((own.title(), preferences.leave_out), (TitleAt::First, vec![Role::Byline]));
        fs::write(folder.path().join(FILE), "drop = [\"nonsense\"]").expect("written");
        assert!(of("andy").expect_err("no such role").contains("nonsense"));
    }
}
