//! What is known of an article and its blocks, as JSON.

use crate::article::number;
use dehusk::Article;
use dehusk::article::Block;
use dehusk::article::json::MetadataJson;
use dehusk::extractor::{Diagnosis, PageType};
use serde::Serialize;

#[derive(Serialize)]
struct About<'a> {
    #[serde(flatten)]
    page: MetadataJson<'a>,
    extractor: &'a str,
    confidence: Option<f32>,
    page_type: Option<&'static str>,
    trouble: Option<Trouble<'a>>,
    warnings: Vec<String>,
    /// Whether nothing was found.
    empty: bool,
}

#[derive(Serialize)]
struct Trouble<'a> {
    code: &'static str,
    message: &'static str,
    evidence: &'a str,
}

/// What the page says about itself, and what the extractor says of its answer.
pub(crate) fn about(article: &Article) -> String {
    let appraisal = article.appraisal();
    json(&About {
        page: article.metadata_json(),
        extractor: article.extractor(),
        confidence: appraisal.map(|a| (a.confidence * 1000.0).round() / 1000.0),
        page_type: appraisal.and_then(|a| a.page_type).map(PageType::name),
        trouble: appraisal.and_then(|a| a.diagnosis.as_ref()).map(trouble),
        warnings: article.warnings().iter().map(ToString::to_string).collect(),
        empty: article.is_empty(),
    })
}

fn trouble(diagnosis: &Diagnosis) -> Trouble<'_> {
    Trouble {
        code: diagnosis.trouble.name(),
        message: diagnosis.trouble.message(),
        evidence: &diagnosis.evidence,
    }
}

#[derive(Serialize)]
struct BlockWithNodes<'a> {
    #[serde(flatten)]
    block: Block<'a>,
    /// The numbers of its texts.
    nodes: Vec<u32>,
}

/// Every block of the page. Where the content is not the page's own, its blocks have no nodes there.
pub(crate) fn blocks(article: &Article) -> String {
    let of_page = article.content_source() == dehusk::article::ContentSource::Page;
    let blocks = article.document().blocks();
    let all = article.blocks().map(|block| {
        let nodes = if of_page { blocks.nodes(block.index) } else { &[] };
        BlockWithNodes { nodes: nodes.iter().map(|&node| number(node)).collect(), block }
    });
    json(&all.collect::<Vec<_>>())
}

fn json(value: &impl Serialize) -> String {
    // Nothing in it can fail to be written: all keys are text.
    serde_json::to_string(value).unwrap_or_default()
}
