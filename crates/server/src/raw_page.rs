//! Pages as they come, posted, fetched or kept, and the one way in which they are worked on here: with memory
//! set aside for them and on a thread of the few that extract.

use crate::app::App;
use crate::budget::page_memory;
use crate::error::ServeError;
use crate::preferences::Preferences;
use dehusk::{Limits, Options};
use dehusk_stream::fetch::{Condition, Purpose};
use dehusk_stream::store::KeptPage;

/// A page as it came.
#[derive(Debug)]
pub struct RawPage {
    /// Its address.
    pub url: Option<String>,
    /// What it was sent as.
    pub content_type: Option<String>,
    /// How its bytes are compressed.
    pub content_encoding: Option<String>,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl From<KeptPage> for RawPage {
    fn from(KeptPage { url, content_type, content_encoding, bytes }: KeptPage) -> RawPage {
        RawPage { url: Some(url), content_type, content_encoding, bytes }
    }
}

impl RawPage {
    /// The page of an address.
    pub async fn fetch(app: &App, url: &str) -> Result<RawPage, ServeError> {
        let _held = app.memory().take(app.config.max_body).await?;
        let got = app.stream.fetcher().get(url, Purpose::Page, &Condition::default()).await;
        let fetched = got.map_err(|error| ServeError::Elsewhere(error.to_string()))?;
        Ok(RawPage {
            url: Some(fetched.url.to_string()),
            content_type: fetched.content_type,
            content_encoding: fetched.content_encoding,
            bytes: fetched.bytes,
        })
    }

    /// Has a thread work on the page, as soon as there is memory for it.
    pub async fn work<T: Send + 'static>(
        self,
        app: &App,
        wanted: &Preferences,
        work: impl FnOnce(&Options, &[u8]) -> Result<T, dehusk::Error> + Send + 'static,
    ) -> Result<T, ServeError> {
        let needed = page_memory(&self.bytes, self.content_encoding.is_some());
        // What is set aside is also what the page may take: beyond it, it is cut and says so.
        let limits = app.config.limits.clone().with_max_memory(needed);
        let options = self.options(limits, wanted)?;
        // It goes with the work: memory is free when the work has ended, not when nobody waits for it.
        let held = app.memory().take(needed).await?;
        let work = move || {
            let done = work(&options, &self.bytes);
            drop((self.bytes, held));
            done.map_err(|error| ServeError::Bad(error.to_string()))
        };
        app.extractors.run(work).await
    }

    fn options(&self, limits: Limits, wanted: &Preferences) -> Result<Options, ServeError> {
        let mut options = wanted.add_to(Options::new().with_limits(limits))?;
        if let Some(url) = &self.url {
            options = options.with_url(url);
        }
        if let Some(content_type) = &self.content_type {
            options = options.with_content_type(content_type);
        }
        if let Some(content_encoding) = &self.content_encoding {
            options = options.with_content_encoding(content_encoding);
        }
        Ok(options)
    }
}
