//! One walk over the page that gathers everything the fields are chosen from.

use super::address::{self, Base};
use super::candidates::Candidates;
use super::json_ld;
use super::links;
use super::meta_tags;
use super::microdata::{Marks, Microdata};
use super::precedence::{Field, HTML_LANG, TITLE_ELEMENT};
use super::text;
use dehusk_extract::Document;
use dehusk_page::{Name, Namespace, NodeId, Page, name};
use std::borrow::Cow;

/// Headings, times and links kept of each kind.
const MAX_NODES: usize = 200;

/// What the walk found.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub candidates: Candidates,
    pub base: Base,
    /// `h1` and `h2` elements.
    pub headings: Vec<NodeId>,
    /// `time` elements.
    pub times: Vec<NodeId>,
    /// Elements with `rel=author`.
    pub rel_authors: Vec<NodeId>,
    pub feed_links: Vec<NodeId>,
}

/// Gathers what a page says about itself.
pub(super) fn collect(document: &Document) -> Found {
    let page = document.page();
    let mut walk = Walk { page, ..Walk::new(page) };
    walk.run();
    let mut found = walk.found;
    found.base = Base::new(document.url(), walk.base_href);
    let main_headings: Vec<_> =
        found.headings.iter().copied().filter(|&h| page.name(h) == name::H1).collect();
    walk.microdata.finish(&main_headings, &mut found.candidates);
    let about = about(document, &found, &main_headings);
    json_ld::collect(&walk.scripts, &about.borrow(), &mut found.candidates);
    found
}

/// What tells the page's own description from that of others.
struct Own {
    addresses: Vec<String>,
    titles: Vec<String>,
}

impl Own {
    fn borrow(&self) -> json_ld::About<'_> {
        json_ld::About {
            addresses: self.addresses.iter().map(String::as_str).collect(),
            titles: self.titles.clone(),
        }
    }
}

fn about(document: &Document, found: &Found, headings: &[NodeId]) -> Own {
    let page = document.page();
    let canonical = found.candidates.of(Field::Canonical);
    let canonical = canonical.iter().filter_map(|c| address::resolve(&found.base, &c.value));
    let addresses = canonical.chain(document.url().map(str::to_string)).collect();
    let named = found.candidates.of(Field::Title);
    let shown = headings.iter().take(4).map(|&h| text::of_element(page, h, 300));
    let titles = named.iter().map(|c| c.value.clone()).chain(shown);
    let titles = titles.map(|t| text::key(&t)).filter(|t| !t.is_empty()).collect();
    Own { addresses, titles }
}

struct Walk<'p> {
    page: &'p Page,
    found: Found,
    microdata: Microdata,
    scripts: Vec<Cow<'p, str>>,
    base_href: Option<&'p str>,
    has_title: bool,
}

impl<'p> Walk<'p> {
    fn new(page: &'p Page) -> Walk<'p> {
        Walk {
            page,
            found: Found::default(),
            microdata: Microdata::default(),
            scripts: Vec::new(),
            base_href: None,
            has_title: false,
        }
    }

    fn run(&mut self) {
        let mut nodes = self.page.descendants(self.page.root());
        while let Some(id) = nodes.next() {
            if !self.page.is_element(id) {
                continue;
            }
            match self.page.name(id) {
                name::SVG | name::TEMPLATE | name::MATH => nodes.skip_subtree(self.page, id),
                _ => self.element(id),
            }
        }
    }

    fn element(&mut self, id: NodeId) {
        let page = self.page;
        match page.name(id) {
            name::META => {
                meta_tags::collect(page, id, &mut self.found.candidates);
                self.scripts.extend(json_ld::in_meta(page, id));
            }
            name::LINK => {
                links::collect_link(
                    page,
                    id,
                    &mut self.found.candidates,
                    &mut self.found.feed_links,
                );
            }
            name::SCRIPT => return self.scripts.extend(json_ld::script(page, id)),
            name::TITLE => self.title(id),
            name::BASE if self.base_href.is_none() => self.base_href = page.attr(id, name::HREF),
            name::HTML => self.language(id),
            name::H1 | name::H2 => keep(&mut self.found.headings, id),
            name::TIME => keep(&mut self.found.times, id),
            _ if is_time(page, id) => keep(&mut self.found.times, id),
            _ => {}
        }
        self.attributes(id);
    }

    /// The first title is the page's; titles in SVG are not titles.
    fn title(&mut self, id: NodeId) {
        if !self.has_title && self.page.namespace(id) == Namespace::Html {
            let title = text::clean_shown(&self.page.text_content(id));
            self.has_title = !title.is_empty();
            self.found.candidates.add(Field::Title, TITLE_ELEMENT, title);
        }
    }

    fn language(&mut self, id: NodeId) {
        let xml = self.page.attr_by_text(id, "xml:lang");
        for lang in [self.page.attr(id, name::LANG), xml].into_iter().flatten() {
            self.found.candidates.add(Field::Language, HTML_LANG, text::clean(lang));
        }
    }

    fn attributes(&mut self, id: NodeId) {
        let mut marks = Marks::default();
        let mut rel = None;
        for (attribute, value) in self.page.attrs_named(id, says_something) {
            match attribute {
                name::ITEMPROP => marks.property = Some(value),
                name::PROPERTY => marks.property = marks.property.or(Some(value)),
                name::ITEMTYPE => marks.kind = Some(value),
                name::ITEMSCOPE => marks.scope = true,
                name::TYPEOF => {
                    marks.kind = marks.kind.or(Some(value));
                    marks.scope = true;
                }
                name::REL => rel = Some(value),
                _ => {}
            }
        }
        if marks.any() {
            self.microdata.visit(self.page, id, marks);
        }
        if let (Some(rel), name::A) = (rel, self.page.name(id)) {
            links::collect_anchor(self.page, id, rel, &mut self.found.candidates);
            if rel.split_ascii_whitespace().take(8).any(|t| t.eq_ignore_ascii_case("author")) {
                keep(&mut self.found.rel_authors, id);
            }
        }
    }
}

/// Whether an element that a site has made up is a time: `relative-time`, `local-time`.
fn is_time(page: &Page, id: NodeId) -> bool {
    let tag = page.tag(id);
    tag.contains('-') && tag.contains("time") && moment_of_time(page, id).is_some()
}

/// What a time says to machines.
pub(super) fn moment_of_time(page: &Page, id: NodeId) -> Option<&str> {
    let own = || ["ts", "timestamp"].into_iter().find_map(|a| page.attr_by_text(id, a));
    page.attr(id, name::DATETIME).or_else(own)
}

/// Whether an attribute says something about the page on any element.
fn says_something(attribute: Name) -> bool {
    matches!(
        attribute,
        name::ITEMPROP
            | name::PROPERTY
            | name::ITEMTYPE
            | name::ITEMSCOPE
            | name::TYPEOF
            | name::REL
    )
}

fn keep(list: &mut Vec<NodeId>, id: NodeId) {
    if list.len() < MAX_NODES {
        list.push(id);
    }
}
