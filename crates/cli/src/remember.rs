//! Extraction with a site memory: what earlier pages of a site have shown goes into each answer, and each
//! page into the memory.

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
        let mut seen = Err("it has no address, so its site is not known".to_string());
        let article = options.extract_bytes_with(bytes, |document| {
            seen = self.observation(document);
            let known = seen
                .as_ref()
                .map_err(String::clone)
                .and_then(|seen| self.store()?.hint(seen).map_err(|e| e.to_string()));
            known.map_err(|what| seen = Err(what)).ok()
        });
        let article = article.map_err(|e| e.to_string())?;
        let learned = seen.and_then(|seen| {
            let judged = article.selection().page_level().unwrap_or_default();
            self.store()?.observe(&seen.judged(judged)).map_err(|e| e.to_string())
        });
        let damaged = self.store()?.take_damaged();
        let told = damaged.first().map(|site| format!("what was known of {site} was damaged"));
        Ok((article, learned.err().map(|what| format!("not remembered: {what}")).or(told)))
    }

    fn observation(&self, document: &dehusk::Document) -> Result<Observation, String> {
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
