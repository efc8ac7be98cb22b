//! A folder on this machine for what is on its way, which one run at a time may use.

use super::error::RunError;
use super::job::Job;
use super::notes::NOTES;
use crate::output::{Place, WriteError};
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use twox_hash::XxHash3_64;

/// The folder, as long as the run lasts.
#[derive(Debug)]
pub(crate) struct WorkFolder {
    path: PathBuf,
    /// Held open: the system lets go of it when the process ends, however it ends.
    _lock: File,
}

impl WorkFolder {
    /// Takes the folder of a job.
    pub fn open(job: &Job) -> Result<WorkFolder, RunError> {
        let path = match (&job.work, &job.place) {
            (Some(folder), _) => folder.clone(),
            (None, Place::Folder(folder)) => folder.join(NOTES).join("work"),
            #[cfg(feature = "remote")]
            (None, place) => {
                let hash = XxHash3_64::oneshot(place.to_string().as_bytes());
                std::env::temp_dir().join(format!("dehusk-{hash:016x}"))
            }
        };
        if let Place::Folder(folder) = &job.place
            && folder.is_file()
        {
            return Err(RunError::NotAFolder(folder.display().to_string()));
        }
        // A place that holds something else is refused later, and nothing may be made in it before.
        if let Place::Folder(folder) = &job.place
            && job.work.is_none()
            && holds_others(folder)
        {
            return Err(RunError::Occupied(folder.display().to_string()));
        }
        fs::create_dir_all(&path).map_err(WriteError::at(&path))?;
        let lock_path = path.join("lock");
        let lock = File::create(&lock_path).map_err(WriteError::at(&lock_path))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(RunError::InUse(job.place.to_string())),
            Err(TryLockError::Error(error)) => return Err(WriteError::at(&lock_path)(error).into()),
        }
        Ok(WorkFolder { path, _lock: lock })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Removes it, with what is left in it.
    pub fn clear(self) -> Result<(), RunError> {
        fs::remove_dir_all(&self.path).map_err(WriteError::at(&self.path))?;
        Ok(())
    }
}

/// Whether a folder has something in it and no notes of a run.
fn holds_others(folder: &Path) -> bool {
    let has_notes = folder.join(NOTES).is_dir();
    let mut entries = fs::read_dir(folder).into_iter().flatten();
    !has_notes && entries.next().is_some()
}
