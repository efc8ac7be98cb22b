//! What tests of this crate share.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A folder that goes away with its test.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Folder {
        Folder::below(&std::env::temp_dir())
    }

    /// One for which nobody waits for a disk, where the system has such a place.
    pub fn in_memory() -> Folder {
        let memory = Path::new("/dev/shm");
        if memory.is_dir() { Folder::below(memory) } else { Folder::new() }
    }

    fn below(above: &Path) -> Folder {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = above.join(format!("dehusk-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// An article of this number that is kept in no time.
pub fn new_article(number: i64) -> crate::store::NewArticle {
    let key = format!("http://a.example/{number}");
    crate::store::NewArticle {
        site: "a.example".into(),
        feed: 1,
        url: key.clone(),
        title: None,
        published: None,
        fetched: number,
        confidence: None,
        words: 1,
        language: None,
        support: 0,
        text_hash: u128::from(number.unsigned_abs()).to_be_bytes(),
        record: b"{}".to_vec(),
        page: None,
        key,
    }
}
