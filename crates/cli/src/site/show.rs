//! What a memory looks like to people.

use crate::clean;
use dehusk_site::SiteMemory;
use std::fmt::Write;

/// Hosts, places and counts.
pub fn show(memory: &SiteMemory, places: usize) -> Result<String, String> {
    let mut out = String::new();
    write(memory, places, &mut out).map_err(|e| e.to_string())?;
    Ok(out)
}

fn write(memory: &SiteMemory, places: usize, out: &mut String) -> std::fmt::Result {
    let (documents, bytes) = (memory.tree().len(), memory.heap_bytes());
    writeln!(out, "{documents} documents are remembered, in {bytes} bytes")?;
    for branch in memory.branches() {
        writeln!(
            out,
            "{}: {} pages, {} since it last changed its looks ({} times), agreement {:.2}",
            clean::one_line(&branch.host),
            branch.seen,
            branch.pages,
            branch.changes,
            branch.agreement
        )?;
    }
    let shapes = memory.shapes();
    writeln!(out, "\n  pages  content  place")?;
    for shape in shapes.iter().take(places) {
        let (pages, content) = (shape.hint.pages, 100.0 * shape.hint.content);
        let path = clean::one_line(&shape.path);
        writeln!(out, "{pages:7}  {content:6.1}%  {path}  ({})", clean::one_line(shape.host))?;
    }
    if shapes.len() > places {
        writeln!(out, "… and {} more; --places shows them", shapes.len() - places)?;
    }
    Ok(())
}

/// What was learned of parameters, in TOML.
pub fn rules(memory: &SiteMemory) -> String {
    let rules = memory.rules();
    if rules.is_empty() {
        return "# No address with a parameter was seen.\n".into();
    }
    rules.iter().map(|rule| format!("{rule}\n")).collect()
}
