//! What a memory looks like to people.

use crate::terminal::one_line;
use dehusk_site::SiteMemory;
use std::io::{self, Write};

/// Hosts, places and counts.
pub fn show(memory: &SiteMemory, places: usize, out: &mut dyn Write) -> io::Result<()> {
    let (documents, bytes) = (memory.tree().len(), memory.heap_bytes());
    writeln!(out, "{documents} documents are remembered, in {bytes} bytes")?;
    for branch in memory.branches() {
        writeln!(
            out,
            "{}: {} pages, {} since it last changed its looks ({} times), agreement {:.2}",
            one_line(&branch.host),
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
        let path = one_line(&shape.path);
        writeln!(out, "{pages:7}  {content:6.1}%  {path}  ({})", one_line(shape.host))?;
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
