//! `dehusk --list`.

use crate::error::CommandError;
use crate::stdout::stdout;
use dehusk::extractor::Needs;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::ExitCode;

/// Writes the names of the extractors, with what each is.
pub fn extractors() -> Result<ExitCode, CommandError> {
    let registry = dehusk::extractor::registry();
    let entries = registry.entries();
    let width = entries.iter().map(|e| e.name().len()).max().unwrap_or_default();
    let mut out = String::new();
    for (index, entry) in entries.iter().enumerate() {
        let mark = if index == 0 { " (the default)" } else { "" };
        let _ = writeln!(out, "{:width$}  {}{mark}", entry.name(), entry.about());
        let _ = writeln!(out, "{:width$}  from: {}", "", entry.source());
        let _ = writeln!(out, "{:width$}  languages: {}", "", entry.languages());
        if let Some(needs) = needs(entry.needs()) {
            let _ = writeln!(out, "{:width$}  needs: {needs}", "");
        }
    }
    stdout().write_all(out.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn needs(needs: Needs) -> Option<&'static str> {
    match needs {
        Needs::Page => None,
        Needs::Memory => {
            Some("what earlier pages of the site have shown, with --memory FILE, watch or serve")
        }
        Needs::Pages => Some("several pages of the site in one go"),
    }
}
