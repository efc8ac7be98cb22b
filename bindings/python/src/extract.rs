//! Pages to articles.

use crate::article::Article;
use crate::errors::{Kind, error};
use crate::input::Html;
use crate::memory::SiteMemory;
use crate::options::{Options, arguments, of_call};
use crate::parts::Extractor;
use dehusk_cli::Client;
use dehusk_cli::embed::{self, Extraction, Use};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

/// Why a page gave no article.
pub enum Failure {
    Page(dehusk::Error),
    Crash,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Page(error) => error.fmt(f),
            Failure::Crash => f.write_str("dehusk crashed on this page: please report it"),
        }
    }
}

/// The main content of a page.
#[pyfunction]
#[pyo3(signature = (html, url=None, *, content_type=None, memory=None, options=None, **keywords))]
pub fn extract(
    py: Python<'_>,
    html: &Bound<'_, PyAny>,
    url: Option<&str>,
    content_type: Option<&str>,
    memory: Option<&Bound<'_, PyAny>>,
    options: Option<&Options>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<Article> {
    let memory = memory.map(SiteMemory::of).transpose()?;
    let with = of_call(py, options, keywords, memory.is_some())?;
    let url = match url {
        Some(url) => Some(embed::address(url).map_err(|why| error(py, Kind::Option, why))?),
        None => None,
    };
    let html = Html::of(html, with.max_bytes)?;
    let options = with_known(&with, url, content_type);
    worked(py, &html, options, memory.as_ref().map(|memory| memory.get()))
        .map(|article| Article::new(article, &with.shape))
        .map_err(|failure| error(py, Kind::Page, failure))
}

/// The main content of a page of many, with its text made: one that can not be read is an article without content
/// that says why.
#[pyfunction]
pub fn try_extract(
    py: Python<'_>,
    html: &Bound<'_, PyAny>,
    url: Option<&str>,
    options: &Options,
) -> PyResult<Article> {
    let html = match Html::of(html, options.with.max_bytes) {
        Ok(html) => html,
        Err(why) => return Ok(Article::failed(why.value(py).to_string())),
    };
    let shape = &options.with.shape;
    let options = with_known(&options.with, url.map(str::to_string), None);
    let found = worked(py, &html, options, None);
    Ok(match found {
        Ok(article) => py.detach(|| Article::new(article, shape).with_text()),
        Err(failure) => Article::failed(failure.to_string()),
    })
}

fn with_known(
    with: &Extraction,
    url: Option<String>,
    content_type: Option<&str>,
) -> dehusk::Options {
    let mut options = with.options.clone();
    if let Some(url) = url {
        options = options.with_url(url);
    }
    if let Some(content_type) = content_type {
        options = options.with_content_type(content_type);
    }
    options
}

/// Extracts without the interpreter's lock. A crash is an error, as any other.
fn worked(
    py: Python<'_>,
    html: &Html<'_>,
    options: dehusk::Options,
    memory: Option<&SiteMemory>,
) -> Result<dehusk::Article, Failure> {
    let (bytes, decoded) = html.bytes();
    py.detach(|| {
        let work = AssertUnwindSafe(|| {
            let options = if decoded { options.with_charset("utf-8")? } else { options };
            match memory {
                Some(memory) => memory.extract(&options, &bytes),
                None => options.extract_bytes(&bytes),
            }
        });
        catch_unwind(work).map_err(|_| Failure::Crash)?.map_err(Failure::Page)
    })
}

/// What fetches pages, and how they are extracted.
type Fetching = Arc<(Extraction, Client)>;
/// The client of the last call, whose connections and turns at sites the next one goes on with.
static LAST: Mutex<Option<(Vec<OsString>, bool, Fetching)>> = Mutex::new(None);

/// The main content of a page on the web.
#[pyfunction]
#[pyo3(signature = (url, *, memory=None, **keywords))]
pub fn fetch(
    py: Python<'_>,
    url: &str,
    memory: Option<&Bound<'_, PyAny>>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<Article> {
    let memory = memory.map(SiteMemory::of).transpose()?;
    let args = keywords.map(|k| arguments(k, Use::Fetched)).transpose()?.unwrap_or_default();
    let with = fetching(py, args, memory.is_some())?;
    let got = py.detach(|| embed::fetch(&with.0, &with.1, url));
    let (options, bytes) =
        got.map_err(|why| error(py, Kind::Fetch, format!("{url}: {}", embed::Refusal::new(&why))))?;
    worked(py, &Html::Owned(bytes), options, memory.as_ref().map(|memory| memory.get()))
        .map(|article| Article::new(article, &with.0.shape))
        .map_err(|failure| error(py, Kind::Page, format!("{url}: {failure}")))
}

fn fetching(py: Python<'_>, args: Vec<OsString>, learns_sites: bool) -> PyResult<Fetching> {
    let lasts = !args.iter().any(|a| a.as_encoded_bytes().starts_with(b"--model"));
    if let Ok(last) = LAST.lock()
        && let Some((known, learned, with)) = last.as_ref()
        && lasts
        && *known == args
        && *learned == learns_sites
    {
        return Ok(with.clone());
    }
    let made = py.detach(|| embed::fetched(args.clone(), learns_sites));
    let made = Arc::new(made.map_err(|refusal| error(py, Kind::Option, refusal))?);
    if let Ok(mut last) = LAST.lock() {
        *last = Some((args, learns_sites, made.clone()));
    }
    Ok(made)
}

/// Every extractor, the default first.
#[pyfunction]
pub fn extractors() -> Vec<Extractor> {
    let registry = dehusk::extractor::registry();
    let told = |entry: &dehusk::extractor::Entry| Extractor {
        name: entry.name().into(),
        about: entry.about().into(),
        source: entry.source().into(),
        languages: entry.languages().into(),
    };
    registry.entries().iter().map(told).collect()
}

/// The site that an address belongs to, as memories know it.
#[pyfunction]
pub fn site_of(url: &str) -> Option<String> {
    let key = dehusk_site::Keys::default().key(url, None).ok()?;
    Some(key.domain().to_string())
}
