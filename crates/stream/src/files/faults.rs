//! A disk for tests: fails at the n-th call, or loses its power there.
//!
//! The calls go to a real folder, and the disk notes what of it was synchronised. When the power goes, the
//! folder is copied as it stands, what was not synchronised is taken away from the copy or left there in
//! part, and every later call fails. A test goes on with the copy, as a program does after a restart. Files
//! that are not reached through [`Files`], such as those of SQLite, are copied as they are: it synchronises each
//! transaction by itself, and what is not committed yet is not looked at by who opens the copy.

use super::{Files, Step, Watcher, folder_of};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use twox_hash::XxHash3_64;

/// What goes wrong, and at which call; the first is number 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing.
    None,
    /// One call fails, the next ones succeed.
    FailOnce(u64),
    /// A call fails and so do all later ones, as on a full disk.
    FailFrom(u64),
    /// The power goes before a call is made.
    CrashBefore(u64),
    /// The power goes after a call was made and before its caller knows.
    CrashAfter(u64),
}

/// A change of names that is not on the disk yet.
#[derive(Debug)]
enum Unsynced {
    Made(PathBuf),
    Renamed { from: PathBuf, to: PathBuf, replaced: Option<Vec<u8>> },
    Removed(PathBuf, Vec<u8>),
}

impl Unsynced {
    fn folder(&self) -> &Path {
        match self {
            Unsynced::Made(path) | Unsynced::Removed(path, _) => folder_of(path),
            Unsynced::Renamed { to, .. } => folder_of(to),
        }
    }
}

#[derive(Debug, Default)]
struct State {
    calls: u64,
    crashed: bool,
    /// The content on the disk of every file that was opened for writing.
    synced: BTreeMap<PathBuf, Vec<u8>>,
    names: Vec<Unsynced>,
    /// What a call is about to replace or remove.
    replaced: Option<Vec<u8>>,
    /// Whether the file a call opens is made by it.
    made: bool,
}

/// A disk that fails.
#[derive(Debug)]
pub struct FaultyDisk {
    root: PathBuf,
    image: PathBuf,
    fault: Fault,
    seed: u64,
    state: Mutex<State>,
}

impl FaultyDisk {
    /// A disk whose folder is `root`. After a crash `image`, which must not be there yet, has what a restart
    /// would find. The seed decides what is left of that which was not synchronised.
    pub fn new(root: &Path, image: &Path, fault: Fault, seed: u64) -> Arc<FaultyDisk> {
        let (root, image) = (root.to_path_buf(), image.to_path_buf());
        Arc::new(FaultyDisk { root, image, fault, seed, state: Mutex::default() })
    }

    /// The files of this disk.
    pub fn files(self: &Arc<FaultyDisk>) -> Files {
        Files::watched(self.clone())
    }

    /// Calls that were made so far.
    pub fn calls(&self) -> u64 {
        self.lock().calls
    }

    /// Whether the power went, so that the image is there.
    pub fn crashed(&self) -> bool {
        self.lock().crashed
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the power away: makes the image.
    fn crash(&self, state: &mut State) -> io::Result<()> {
        state.crashed = true;
        copy_folder(&self.root, &self.image)?;
        let mut draws = 0;
        let mut draw = |below: usize| {
            draws += 1;
            let number = XxHash3_64::oneshot_with_seed(self.seed, &u64::to_le_bytes(draws));
            usize::try_from(number % below.max(1) as u64).unwrap_or(0)
        };
        for (path, synced) in &state.synced {
            if let Some(path) = self.in_image(path)
                && path.exists()
            {
                let left = lose_content(&fs::read(&path)?, synced, &mut draw);
                fs::write(&path, left)?;
            }
        }
        let kept = draw(state.names.len() + 1);
        for name in state.names[kept..].iter().rev() {
            self.undo(name)?;
        }
        Ok(())
    }

    /// A call that fails may have done its work nevertheless: it did for odd seeds.
    fn fails_late(&self) -> bool {
        self.seed % 2 == 1
    }

    fn in_image(&self, path: &Path) -> Option<PathBuf> {
        path.strip_prefix(&self.root).ok().map(|inside| self.image.join(inside))
    }

    fn undo(&self, name: &Unsynced) -> io::Result<()> {
        match name {
            Unsynced::Made(path) => {
                let path = self.in_image(path).filter(|path| path.exists());
                path.map_or(Ok(()), fs::remove_file)
            }
            Unsynced::Removed(path, content) => {
                self.in_image(path).map_or(Ok(()), |path| fs::write(path, content))
            }
            Unsynced::Renamed { from, to, replaced } => {
                let (Some(from), Some(to)) = (self.in_image(from), self.in_image(to)) else {
                    return Ok(());
                };
                if to.exists() {
                    fs::rename(&to, from)?;
                }
                replaced.as_ref().map_or(Ok(()), |content| fs::write(to, content))
            }
        }
    }
}

/// What is left of a file: what was synchronised, and of the rest nothing, a part, or zeros in its place.
fn lose_content(now: &[u8], synced: &[u8], draw: &mut impl FnMut(usize) -> usize) -> Vec<u8> {
    match now.strip_prefix(synced) {
        Some(rest) => {
            let kept = draw(rest.len() + 1);
            let mut left = now[..synced.len() + kept].to_vec();
            if draw(4) == 0 {
                left[synced.len()..].fill(0);
            }
            left
        }
        None if draw(2) == 0 => now.to_vec(),
        None => synced.to_vec(),
    }
}

fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

fn failed_once() -> io::Error {
    failure("the disk failed once")
}

fn failure(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::StorageFull, what.to_string())
}

impl Watcher for FaultyDisk {
    fn before(&self, step: Step<'_>) -> io::Result<()> {
        let mut state = self.lock();
        if state.crashed {
            return Err(failure("the power is gone"));
        }
        let call = state.calls;
        state.calls += 1;
        match self.fault {
            Fault::FailOnce(at) if call == at && !self.fails_late() => return Err(failed_once()),
            Fault::FailFrom(at) if call >= at => return Err(failure("the disk is full")),
            Fault::CrashBefore(at) if call == at => {
                self.crash(&mut state)?;
                return Err(failure("the power went"));
            }
            _ => {}
        }
        match step {
            Step::Open(path) => state.made = !path.exists(),
            Step::Rename(_, path) | Step::Remove(path) => state.replaced = fs::read(path).ok(),
            _ => {}
        }
        Ok(())
    }

    fn after(&self, step: Step<'_>) -> io::Result<()> {
        let mut state = self.lock();
        state.note(step)?;
        match self.fault {
            Fault::FailOnce(at) if state.calls == at + 1 && self.fails_late() => Err(failed_once()),
            Fault::CrashAfter(at) if state.calls == at + 1 => {
                self.crash(&mut state)?;
                Err(failure("the power went"))
            }
            _ => Ok(()),
        }
    }
}

impl State {
    /// Notes what of a call is on the disk now, and what is not yet.
    fn note(&mut self, step: Step<'_>) -> io::Result<()> {
        match step {
            Step::Open(path) if self.made => {
                self.names.push(Unsynced::Made(path.into()));
                self.synced.insert(path.into(), Vec::new());
            }
            Step::Open(path) => {
                if !self.synced.contains_key(path) {
                    self.synced.insert(path.into(), fs::read(path)?);
                }
            }
            Step::Write(_) | Step::Truncate(_) | Step::Commit(_) => {}
            // A file that was given another name since it was opened has nothing here any more.
            Step::Sync(path) => {
                self.synced.extend(fs::read(path).ok().map(|content| (path.into(), content)));
            }
            Step::SyncFolder(folder) => self.names.retain(|name| name.folder() != folder),
            Step::Rename(from, to) => {
                let replaced =
                    self.replaced.take().map(|now| self.synced.remove(to).unwrap_or(now));
                if let Some(content) = self.synced.remove(from) {
                    self.synced.insert(to.into(), content);
                }
                let (from, to) = (from.into(), to.into());
                self.names.push(Unsynced::Renamed { from, to, replaced });
            }
            Step::Remove(path) => {
                let now = self.replaced.take().unwrap_or_default();
                let content = self.synced.remove(path).unwrap_or(now);
                self.names.push(Unsynced::Removed(path.into(), content));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Folder;
    use std::io::Write;

    /// Replaces a file as a whole and adds to another; gives what was acknowledged of the second.
    fn work(files: &Files, root: &Path) -> io::Result<()> {
        let mut log = files.open(&root.join("log"))?;
        files.sync_folder(root)?;
        for number in 0..3u8 {
            files.replace(&root.join("whole"), &[number; 100], "aa")?;
            log.write_all(&[number; 10])?;
            log.sync()?;
            fs::write(root.join("acknowledged"), [number + 1])?;
        }
        Ok(())
    }

    #[test]
    fn after_a_crash_at_any_call_synchronised_bytes_are_there_and_a_whole_file_is_whole() {
        let folder = Folder::new();
        let calls = {
            let root = folder.path().join("all");
            fs::create_dir(&root).unwrap();
            let disk = FaultyDisk::new(&root, &root, Fault::None, 0);
            work(&disk.files(), &root).unwrap();
            disk.calls()
        };
        assert!(calls > 20);
        let mut lost = 0;
        for (call, seed) in (0..calls).flat_map(|call| (0..4).map(move |seed| (call, seed))) {
            for fault in [Fault::CrashBefore(call), Fault::CrashAfter(call)] {
                let name = format!("{fault:?}-{seed}");
                let (root, image) =
                    (folder.path().join(&name), folder.path().join(name + "-image"));
                fs::create_dir(&root).unwrap();
                let disk = FaultyDisk::new(&root, &image, fault, seed);
                assert!(work(&disk.files(), &root).is_err());
                assert!(disk.crashed());
                let there = fs::read(image.join("acknowledged")).unwrap_or(vec![0])[0];
                let log = fs::read(image.join("log")).unwrap_or_default();
                let expected: Vec<u8> = (0..there).flat_map(|n| [n; 10]).collect();
                assert!(log.starts_with(&expected), "{fault:?}: {log:?}");
                lost += usize::from(log.len() % 10 != 0);
                if let Ok(whole) = fs::read(image.join("whole")) {
                    assert_eq!(whole, [whole[0]; 100], "{fault:?}");
                    assert!(whole[0] + 1 >= there);
                } else {
                    assert_eq!(there, 0);
                }
            }
        }
        assert!(lost > 0, "parts of writes are left by some");
    }

    #[test]
    fn a_name_is_lost_unless_its_folder_was_synchronised() {
        let folder = Folder::new();
        let mut left = 0;
        for seed in 0..16 {
            let root = folder.path().join(seed.to_string());
            let image = folder.path().join(format!("{seed}-image"));
            fs::create_dir(&root).unwrap();
            fs::write(root.join("old"), "old").unwrap();
            let disk = FaultyDisk::new(&root, &image, Fault::CrashBefore(3), seed);
            let files = disk.files();
            let mut file = files.create_new(&root.join("new")).unwrap();
            file.write_all(b"new").unwrap();
            file.sync().unwrap();
            assert!(files.remove(&root.join("old")).is_err());
            assert_eq!(fs::read(image.join("old")).unwrap(), b"old");
            left += usize::from(image.join("new").exists());
        }
        assert!(left > 0 && left < 16, "{left}");
    }
}
