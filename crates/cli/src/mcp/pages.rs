//! Articles of addresses and markup, by the same extraction and the same guarded fetcher as everywhere.

use super::requests::{Favor, Page};
use crate::args::{ExtractorArgs, FetchArgs};
use crate::error::with_causes;
use crate::fetch::{Client, PageFetchError, Settings};
use crate::input::Source;
use crate::one_page::options_with;
use dehusk::{Article, Options, auto};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Pages that are remembered, so that the rest of a long one, or its explanation, costs its site nothing.
const REMEMBERED: usize = 8;
/// Bytes of a page beyond which it is not.
const MAX_REMEMBERED_BYTES: usize = 4 << 20;
/// For how long.
const FRESH: Duration = Duration::from_secs(300);

/// Why there is no article.
#[derive(Debug, thiserror::Error)]
pub enum NoArticle {
    #[error("give the page's \"url\", or its \"html\"")]
    NoPage,
    #[error("{0}: this is no address of the web: write it as https://example.com/page")]
    NoAddress(String),
    #[error("the HTML has {0} bytes, and {1} are read: cut it, or start dehusk with --max-bytes")]
    TooLarge(usize, usize),
    #[error(
        "\"favor\" and \"comments\" are for the extractor auto, and dehusk was started with {0}"
    )]
    PreferenceOfAuto(String),
    #[error("{url}")]
    Fetch { url: String, source: PageFetchError },
    #[error(transparent)]
    Extraction(#[from] dehusk::Error),
    #[error("nothing in this page is content{0}: explain shows what became of each part")]
    Empty(String),
}

/// A page that was fetched.
struct Remembered {
    url: String,
    at: Instant,
    source: Arc<Source>,
}

/// Makes articles of pages.
pub struct Pages {
    client: Client,
    options: Options,
    /// The extractor, where it is not auto.
    other: Option<String>,
    max_bytes: usize,
    recent: Mutex<VecDeque<Remembered>>,
}

impl Pages {
    /// By these options and arguments.
    pub fn new(
        options: Options,
        how: &ExtractorArgs,
        fetch: &FetchArgs,
        max_bytes: usize,
    ) -> Pages {
        let client = Client::new(Settings::of(fetch, max_bytes));
        let other = how.extractor.clone().filter(|name| name != "auto");
        Pages { client, options, other, max_bytes, recent: Mutex::default() }
    }

    /// The article of a page, and what was lost on the way.
    pub fn article(&self, page: &Page) -> Result<(Article, Vec<String>), NoArticle> {
        let source = self.source(page)?;
        let options = options_with(&self.options(page)?, &source);
        let article = options.extract_bytes(&source.bytes)?;
        let mut lost: Vec<String> = article.warnings().iter().map(ToString::to_string).collect();
        if source.cut {
            lost.push(format!("only the first {} bytes were read", self.max_bytes));
        }
        Ok((article, lost))
    }

    /// The article of a page, which has to have content.
    pub fn content(&self, page: &Page) -> Result<(Article, Vec<String>), NoArticle> {
        let (article, lost) = self.article(page)?;
        if !article.is_empty() {
            return Ok((article, lost));
        }
        let diagnosis = article.appraisal().and_then(|appraisal| appraisal.diagnosis.as_ref());
        Err(NoArticle::Empty(diagnosis.map_or(String::new(), |why| format!(" ({why})"))))
    }

    fn options(&self, page: &Page) -> Result<Options, NoArticle> {
        if let (Some(name), true) = (&self.other, page.favor.is_some() || page.comments.is_some()) {
            return Err(NoArticle::PreferenceOfAuto(name.clone()));
        }
        let mut options = self.options.clone();
        if let Some(favor) = page.favor {
            options = options.with_favor(match favor {
                Favor::Precision => auto::Favor::Precision,
                Favor::Recall => auto::Favor::Recall,
            });
        }
        if let Some(kept) = page.comments {
            options = options.with_comments(match kept {
                true => auto::Comments::Include,
                false => auto::Comments::Exclude,
            });
        }
        if let Some(selector) = &page.select {
            options = options.selecting(selector)?;
        }
        if let Some(selector) = &page.remove {
            options = options.removing(selector)?;
        }
        Ok(options)
    }

    fn source(&self, page: &Page) -> Result<Arc<Source>, NoArticle> {
        if let Some(url) = &page.url {
            is_web(url).then_some(()).ok_or_else(|| NoArticle::NoAddress(url.clone()))?;
        }
        match (&page.html, &page.url) {
            (None, None) => Err(NoArticle::NoPage),
            (None, Some(url)) => self.fetch(url),
            (Some(html), _) if html.len() > self.max_bytes => {
                Err(NoArticle::TooLarge(html.len(), self.max_bytes))
            }
            (Some(html), url) => Ok(Arc::new(Source {
                bytes: html.clone().into_bytes(),
                content_type: Some("text/html; charset=utf-8".into()),
                url: url.clone(),
                ..Source::default()
            })),
        }
    }

    fn fetch(&self, url: &str) -> Result<Arc<Source>, NoArticle> {
        if let Some(source) = self.remembered(url) {
            return Ok(source);
        }
        let failed = |source| NoArticle::Fetch { url: url.into(), source };
        let source = Arc::new(self.client.get(url).map_err(failed)?);
        if source.bytes.len() <= MAX_REMEMBERED_BYTES {
            let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
            recent.truncate(REMEMBERED - 1);
            recent.push_front(Remembered {
                url: url.into(),
                at: Instant::now(),
                source: source.clone(),
            });
        }
        Ok(source)
    }

    fn remembered(&self, url: &str) -> Option<Arc<Source>> {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        recent.retain(|page| page.at.elapsed() < FRESH);
        recent.iter().find(|page| page.url == url).map(|page| page.source.clone())
    }
}

fn is_web(url: &str) -> bool {
    url::Url::parse(url).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
}

impl NoArticle {
    /// The reason in one line.
    pub fn told(&self) -> String {
        with_causes(self)
    }
}
