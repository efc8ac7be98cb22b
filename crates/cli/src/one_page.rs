//! One input, from its name to what is to be seen of it.

use crate::fetch::Client;
use crate::input::{Input, InputError, Source};
use crate::plan::Plan;
use dehusk::{Article, Options};

/// What a page gave.
pub struct Seen {
    /// What is to be seen of it; none where nothing in it is content.
    pub text: Option<String>,
    /// What was lost on the way.
    pub warnings: Vec<String>,
}

/// Why a page gave nothing.
#[derive(Debug, thiserror::Error)]
pub enum PageFailure {
    #[error(transparent)]
    Input(#[from] InputError),
    #[error(transparent)]
    Extraction(#[from] dehusk::Error),
    #[error(
        "{extractor} compares the pages of a site, and this is the only one of {site}: give more of them"
    )]
    OnlyPage { extractor: String, site: String },
}

/// Reads an input and extracts it.
pub fn see(plan: &Plan, client: &Client, input: &Input) -> Result<Seen, PageFailure> {
    let source = input.read(client, plan.max_bytes)?;
    let options = options_with(&plan.options, &source);
    let (article, not_remembered) = extract(plan, &options, &source.bytes)?;
    Ok(seen(plan, &article, source.cut, not_remembered))
}

/// What is to be seen of an article, of an input that was cut or not, and what was lost on the way.
pub fn seen(plan: &Plan, article: &Article, cut: bool, lost: Option<String>) -> Seen {
    let mut warnings = plan.view.warnings(article);
    warnings.extend(lost);
    if cut {
        let read = plan.max_bytes;
        warnings.push(format!("only the first {read} bytes were read: raise --max-bytes"));
    }
    Seen { text: plan.view.of(article, &plan.shape, plan.target.json_layout()), warnings }
}

/// The options, with what is known of this page.
pub fn options_with(options: &Options, source: &Source) -> Options {
    let mut options = options.clone();
    if let Some(url) = &source.url {
        options = options.with_url(url.clone());
    }
    if let Some(content_type) = &source.content_type {
        options = options.with_content_type(content_type.clone());
    }
    if let Some(content_encoding) = &source.content_encoding {
        options = options.with_content_encoding(content_encoding.clone());
    }
    options
}

/// The article of a page, and why it was not remembered where it should have been.
fn extract(
    plan: &Plan,
    options: &Options,
    bytes: &[u8],
) -> Result<(Article, Option<String>), dehusk::Error> {
    #[cfg(feature = "stream")]
    if let Some(memory) = &plan.memory {
        let (article, not_remembered) = memory.extract(options, bytes)?;
        return Ok((article, not_remembered.map(|why| format!("not remembered: {why}"))));
    }
    #[cfg(not(feature = "stream"))]
    let _ = plan;
    Ok((options.extract_bytes(bytes)?, None))
}
