//! Rules that say which parameters of an address name the page, from a file.

use crate::terminal;
use dehusk_site::{Keys, Rules};
use std::io;
use std::path::{Path, PathBuf};

/// Why a file of rules can not be read.
#[derive(Debug, thiserror::Error)]
#[error("--rules {path}: {source}; give a file in TOML, as `dehusk site rules` writes it")]
pub struct RulesError {
    path: PathBuf,
    source: io::Error,
}

/// Keys of documents by the rules of a file, if one is given, and behind them by the built-in ones.
pub fn keys(file: Option<&Path>) -> Result<Keys, RulesError> {
    let own = file.map(read_rules).transpose()?.unwrap_or_else(Rules::none);
    Ok(Keys::default().with_rules(own.then(Rules::default())))
}

/// Reads rules; those that can not be used are named on standard error.
fn read_rules(path: &Path) -> Result<Rules, RulesError> {
    let text = std::fs::read_to_string(path)
        .map_err(|source| RulesError { path: path.to_path_buf(), source })?;
    let (rules, problems) = Rules::parse(&text, &path.display().to_string());
    problems.iter().for_each(|problem| terminal::say(&problem.to_string()));
    Ok(rules)
}
