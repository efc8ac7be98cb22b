//! An article in the hands of JavaScript.

use crate::options::{OptionsError, Wanted};
use crate::{blocks, in_place};
use dehusk::extractor::{Document, NodeId, NodeSet, Page, Selection};
use dehusk::{Options, TitleAt};
use dehusk_page::{Hints, name};
use wasm_bindgen::prelude::*;

/// The main content of a page. Everything is made when it is asked for.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Article(dehusk::Article);

/// The main content of a page that is HTML. What is no page has no content.
#[wasm_bindgen]
pub fn extract(html: String, options: &str) -> Result<Article, JsError> {
    Ok(of_html(html, options)?)
}

/// The main content of a page that is a tree in the form of `Page::from_tree`.
#[wasm_bindgen(js_name = readTree)]
pub fn read_tree(tree: String, options: &str) -> Result<Article, JsError> {
    Ok(of_tree(tree, options)?)
}

pub(crate) fn of_html(html: String, options: &str) -> Result<Article, OptionsError> {
    let wanted = Wanted::read(options)?;
    let hints = wanted.url().map_or(Hints::new(), |url| Hints::new().with_url(url));
    let page = Page::from_text(html, &hints, &wanted.limits()?);
    of_page(page.unwrap_or_else(|_| Page::parse("")), &wanted, wanted.options()?)
}

pub(crate) fn of_tree(tree: String, options: &str) -> Result<Article, OptionsError> {
    let wanted = Wanted::read(options)?;
    let options = for_trees(&wanted)?;
    of_page(Page::from_tree(tree, &wanted.limits()?), &wanted, options)
}

/// The options for a tree: what is kept is shown in place, the title with it.
pub(crate) fn for_trees(wanted: &Wanted) -> Result<Options, OptionsError> {
    Ok(wanted.options()?.with_title(TitleAt::AsPage))
}

fn of_page(page: Page, wanted: &Wanted, options: Options) -> Result<Article, OptionsError> {
    let mut document = Document::new(page);
    if let Some(url) = wanted.url() {
        document = document.with_url(url);
    }
    Ok(Article::of_document(document, wanted, options))
}

/// The selection without what was kept and is not wanted: media, and captions that came with them.
pub(crate) fn without_unwanted(
    document: &Document,
    selection: Selection,
    wanted: &Wanted,
) -> Selection {
    let page = document.page();
    let is_caption = |node: NodeId| {
        let mut around = page.ancestors(node).take_while(|&a| page.name(a) != name::FIGURE);
        around.any(|a| page.name(a) == name::FIGCAPTION)
    };
    let goes = |&node: &NodeId| match page.is_text(node) {
        true => wanted.leaves_out_captions() && is_caption(node),
        false => !wanted.keeps_media(),
    };
    let mut unwanted = NodeSet::default();
    unwanted.extend(selection.nodes().iter().filter(goes));
    selection.without(&unwanted)
}

#[wasm_bindgen]
impl Article {
    /// The content as plain text.
    pub fn text(&self) -> String {
        self.0.text()
    }

    /// The content as Markdown.
    pub fn markdown(&self) -> String {
        self.0.markdown()
    }

    /// The content as a tree of HTML in the form of `Page::from_tree`, to build a document from node by node: nobody has
    /// looked yet whether all of it may be shown.
    #[wasm_bindgen(js_name = contentTree)]
    pub fn content_tree(&self) -> String {
        let content = Page::parse_fragment(self.0.bare_html(), "div");
        content.to_tree(content.root())
    }

    /// The whole article as JSON.
    pub fn json(&self) -> String {
        self.0.render(dehusk::Format::Json)
    }

    /// What the page says about itself, and what the extractor says of its answer, as JSON.
    pub fn about(&self) -> String {
        blocks::about(&self.0)
    }

    /// Every block of the page, kept or not, as JSON.
    pub fn blocks(&self) -> String {
        blocks::blocks(&self.0)
    }

    /// The numbers of the kept leaves: texts and media.
    pub fn kept(&self) -> Vec<u32> {
        self.0.selection().nodes().iter().map(number).collect()
    }

    /// What has to be done to the nodes of a live page so that only the content stays: see `in_place.rs`.
    pub fn marks(&self) -> Vec<u32> {
        in_place::marks(&self.0)
    }
}

/// The number of a node for whoever wrote the tree: from 0 on, without the document node.
pub(crate) fn number(node: NodeId) -> u32 {
    (node.index() as u32).saturating_sub(1)
}

impl Article {
    pub(crate) fn new(article: dehusk::Article) -> Article {
        Article(article)
    }

    pub(crate) fn of_document(document: Document, wanted: &Wanted, options: Options) -> Article {
        let selection = options.extractor().extractor().extract(&document);
        let selection = without_unwanted(&document, selection, wanted);
        Article(options.article(document, selection))
    }

    #[cfg(test)]
    pub(crate) fn inner(&self) -> &dehusk::Article {
        &self.0
    }
}
