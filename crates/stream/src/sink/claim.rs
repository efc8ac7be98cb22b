//! Whose a place is.
//!
//! A folder of articles has a small file in it, `.dehusk-sink`, with the identity of every store that may
//! write there, one a line. It is locked for as long as a store does.

use super::SinkError;
use super::error::at;
use crate::files::{Files, OpenFile};
use std::io::Write;
use std::path::{Component, Path, PathBuf};

/// The name of the file that says whose a folder is.
pub const MARKER: &str = ".dehusk-sink";
/// Links to what is not there yet that are followed, one after the other.
const MAX_LINKS: usize = 40;

/// The path without links and without regard to the folder the program was started in, so that one place has
/// one name. What does not exist yet is added to what does.
pub fn resolved(path: &Path) -> PathBuf {
    // It fails only for an empty path or where there is no current folder.
    let mut absolute = std::path::absolute(path).unwrap_or_else(|_| path.into());
    for _ in 0..MAX_LINKS {
        match behind_link(&absolute) {
            Some(behind) => absolute = behind,
            None => break,
        }
    }
    without_links(absolute)
}

/// The path with the first link in it replaced by where it leads, if nothing is there yet.
fn behind_link(absolute: &Path) -> Option<PathBuf> {
    let missing = absolute.ancestors().take_while(|path| !path.exists()).last()?;
    let leads = std::fs::read_link(missing).ok()?;
    let rest = absolute.strip_prefix(missing).ok()?;
    let behind = missing.parent()?.join(leads);
    // Nothing at its end: a path that ends with a slash is another one to the system.
    Some(if rest.as_os_str().is_empty() { behind } else { behind.join(rest) })
}

fn without_links(absolute: PathBuf) -> PathBuf {
    for there in absolute.ancestors() {
        if let (Ok(mut real), Ok(rest)) = (there.canonicalize(), absolute.strip_prefix(there)) {
            rest.components().for_each(|part| match part {
                // What is not there is no link either, so that this is the folder above.
                Component::ParentDir => drop(real.pop()),
                part => real.push(part),
            });
            return real;
        }
    }
    absolute
}

/// A folder that a store may write to, for as long as this is kept.
#[derive(Debug)]
pub struct FolderClaim {
    /// Locked.
    marker: OpenFile,
}

impl FolderClaim {
    /// Claims a folder, which is made if needed. One that holds anything is claimed only if its marker names
    /// the store and the store knows of it, or with `append`.
    pub fn take(
        files: &Files,
        folder: &Path,
        store: &str,
        known: bool,
        append: bool,
    ) -> Result<FolderClaim, SinkError> {
        files.make_folder(folder).map_err(at(folder))?;
        let path = folder.join(MARKER);
        if std::fs::symlink_metadata(&path).is_ok_and(|marker| !marker.is_file()) {
            return Err(SinkError::Unusable {
                place: path.display().to_string(),
                why: "this should be a file and is a link or a folder: give --to another name"
                    .into(),
            });
        }
        // Read before it is locked: some systems let nobody read a locked file.
        let marked = std::fs::read(&path).unwrap_or_default();
        let ours = marked.split(|byte| *byte == b'\n').any(|line| line == store.as_bytes());
        let allowed = append || (known && ours);
        check(folder, &marked, allowed)?;
        let mut marker = files.open(&path).map_err(at(&path))?;
        if !marker.try_lock().map_err(at(&path))? {
            return Err(SinkError::InUse(folder.display().to_string()));
        }
        // Somebody may have been faster.
        check(folder, &marked, allowed)?;
        if !ours {
            // The newline before it ends what a crash may have left of another line.
            let line = if marked.is_empty() { "" } else { "\n" };
            marker.write_all(format!("{line}{store}\n").as_bytes()).map_err(at(&path))?;
            marker.sync().map_err(at(&path))?;
            files.sync_folder(folder).map_err(at(folder))?;
        }
        Ok(FolderClaim { marker })
    }

    /// Makes sure that the folder is still the one that was claimed: what is written to another is nobody's.
    pub fn check(&self, folder: &Path) -> Result<(), SinkError> {
        match self.marker.is_in_place().map_err(at(folder))? {
            true => Ok(()),
            false => Err(SinkError::gone(folder)),
        }
    }
}

fn check(folder: &Path, marked: &[u8], allowed: bool) -> Result<(), SinkError> {
    let entries = std::fs::read_dir(folder).map_err(at(folder))?;
    let others = entries.flatten().any(|entry| entry.file_name() != MARKER);
    let what = match (allowed || !others, marked.is_empty()) {
        (true, _) => return Ok(()),
        (false, true) => "holds files that dehusk did not write",
        (false, false) => "holds articles of another data folder, or of one that was made anew",
    };
    Err(SinkError::not_ours(folder, what))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Folder;

    fn take(folder: &Path, store: &str, known: bool, append: bool) -> Result<FolderClaim, String> {
        FolderClaim::take(&Files::default(), folder, store, known, append)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn a_folder_has_one_store_at_a_time() {
        let folder = Folder::new();
        let place = folder.path().join("out");
        let first = take(&place, "aa", false, false).unwrap();
        assert!(take(&place, "aa", true, false).unwrap_err().contains("in use"));
        assert!(take(&place, "bb", false, true).unwrap_err().contains("in use"));
        drop(first);
        std::fs::write(place.join("article.md"), "text").unwrap();
        assert!(take(&place, "bb", false, false).unwrap_err().contains("--append"));
        assert!(take(&place, "bb", true, false).is_err(), "the marker does not name it");
        assert!(take(&place, "aa", false, false).is_err(), "the store does not know of it");
        take(&place, "aa", true, false).unwrap();
        take(&place, "bb", false, true).unwrap();
        take(&place, "bb", true, false).unwrap();
        take(&place, "aa", true, false).unwrap();
        assert_eq!(std::fs::read_to_string(place.join(MARKER)).unwrap(), "aa\n\nbb\n");
    }

    #[test]
    fn a_folder_with_something_in_it_is_left_as_it_is() {
        let folder = Folder::new();
        std::fs::write(folder.path().join("notes.md"), "mine").unwrap();
        let refused = take(folder.path(), "aa", false, false).unwrap_err();
        assert!(refused.contains("did not write") && refused.contains("--append"), "{refused}");
        let there: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
        assert_eq!(there.len(), 1, "no marker is left either");
    }

    #[test]
    fn one_place_has_one_name() {
        let folder = Folder::new();
        let real = folder.path().canonicalize().unwrap();
        let (there, not_yet) = (real.join("there"), real.join("there/not/yet"));
        std::fs::create_dir(&there).unwrap();
        assert_eq!(resolved(&folder.path().join("there/../there")), there);
        assert_eq!(resolved(&folder.path().join("there/not/yet")), not_yet);
        assert_eq!(resolved(&folder.path().join("no/../there/not/../not/yet")), not_yet);
        assert_eq!(resolved(Path::new("x")), std::env::current_dir().unwrap().join("x"));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&there, real.join("link")).unwrap();
            assert_eq!(resolved(&real.join("link/not/yet")), not_yet);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_what_is_not_there_yet_is_the_place_it_leads_to() {
        use std::os::unix::fs::symlink;
        let folder = Folder::new();
        let real = folder.path().canonicalize().unwrap();
        symlink("new.jsonl", real.join("first")).unwrap();
        symlink(real.join("first"), real.join("second")).unwrap();
        symlink("no/folder", real.join("third")).unwrap();
        symlink("round", real.join("round")).unwrap();
        for (name, place) in
            [("second", "new.jsonl"), ("third/a.jsonl", "no/folder/a.jsonl"), ("round", "round")]
        {
            assert_eq!(resolved(&real.join(name)), real.join(place), "{name}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_marker_that_leads_elsewhere_is_not_written_through() {
        let folder = Folder::new();
        let (place, notes) = (folder.path().join("out"), folder.path().join("notes"));
        std::fs::create_dir(&place).unwrap();
        std::fs::write(&notes, "mine").unwrap();
        std::os::unix::fs::symlink(&notes, place.join(MARKER)).unwrap();
        for append in [false, true] {
            assert!(take(&place, "aa", false, append).unwrap_err().contains("is a link"));
        }
        assert_eq!(std::fs::read_to_string(notes).unwrap(), "mine");
    }
}
