//! Extraction with a site memory: what earlier pages of a site have shown goes into each answer, and each
//! page into the memory.

use dehusk::extractor::{Document, SiteHint};
use dehusk::{Article, Options};
use dehusk_site::store::{SiteStore, StoreOptions};
use dehusk_site::{Keys, Observation, Rules, head_title};
use std::path::Path;
use std::sync::{Mutex, MutexGuard};
use std::time::{SystemTime, UNIX_EPOCH};

/// The memories of sites in a file, and how addresses become keys.
#[derive(Debug)]
pub struct Memory {
    keys: Keys,
    store: Mutex<SiteStore>,
}

impl Memory {
    /// Opens the file, or makes it; a rule that can not be used is named on standard error.
    pub fn new(path: &Path, rules: Option<&Path>) -> Result<Memory, String> {
        let keys = match rules {
            Some(path) => Keys::default().with_rules(read_rules(path)?),
            None => Keys::default(),
        };
        let store = SiteStore::open(path, StoreOptions::default()).map_err(|e| e.to_string())?;
        Ok(Memory { keys, store: Mutex::new(store) })
    }

    /// The article of a page, and what was not remembered of it.
    pub fn extract(
        &self,
        options: &Options,
        bytes: &[u8],
    ) -> Result<(Article, Option<String>), String> {
        let document = options.document(bytes).map_err(|e| e.to_string())?;
        let extractor = options.extractor();
        let extractor = extractor.extractor();
        let (remembered, learned) = match self.known(&document) {
            Ok((seen, hint)) => {
                let remembered = dehusk_site::extract(extractor, document, seen, hint);
                let learned = self.store()?.observe(&remembered.lesson);
                let learned = learned.map_err(|e| e.to_string());
                ((remembered.document, remembered.selection), learned)
            }
            Err(what) => {
                let selection = extractor.extract(&document);
                ((document, selection), Err(what))
            }
        };
        let article = options.article(remembered.0, remembered.1);
        Ok((article, learned.err().map(|what| format!("not remembered: {what}"))))
    }

    /// What is seen of a document, and what its site has shown before.
    fn known(&self, document: &Document) -> Result<(Observation, SiteHint), String> {
        let seen = self.observation(document)?;
        let hint = self.store()?.hint(&seen).map_err(|e| e.to_string())?;
        Ok((seen, hint))
    }

    fn observation(&self, document: &Document) -> Result<Observation, String> {
        let url = document.url().ok_or("it has no address, so its site is not known")?;
        let key = self.keys.key(url, head_title(document).as_deref());
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let now = i64::try_from(now).unwrap_or(i64::MAX);
        Ok(Observation::of(key.map_err(|e| e.to_string())?, now, document))
    }

    fn store(&self) -> Result<MutexGuard<'_, SiteStore>, String> {
        self.store.lock().map_err(|_| "the memory was left in the middle of a change".into())
    }
}

/// Reads rules; those that can not be used are named on standard error.
pub fn read_rules(path: &Path) -> Result<Rules, String> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|e| format!("--rules {name}: {e}"))?;
    let (rules, problems) = Rules::parse(&text, &name);
    for problem in &problems {
        eprintln!("dehusk: {}", crate::clean::one_line(&problem.to_string()));
    }
    Ok(rules)
}
