//! A page of a site: an article within the furniture of its moment.

use crate::article::{Article, Part};
use crate::calendar;
use crate::chance::Chance;
use crate::design::{Paragraphs, Role};
use crate::furniture::Furniture;
use crate::markup::{Kind, Label, Markup, escaped};
use crate::site::Site;

/// How a document came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// An article that was not seen before.
    New,
    /// A new one from an agency, which other sites have too.
    Wire,
    /// One seen before, at the same address.
    Again,
    /// The same with parameters that change nothing.
    Tracked,
    /// The same under another address.
    Elsewhere,
    /// The same address, with a paragraph more.
    Updated,
}

/// A page with what is true of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The number of its site.
    pub site: u64,
    /// Its number in the stream of the site.
    pub number: u64,
    /// The number of the article, which is that of the first document that had it.
    pub article: u64,
    /// How it came to be.
    pub origin: Origin,
    /// Its address.
    pub url: String,
    /// The host of the address.
    pub host: String,
    /// When it was seen, in seconds since 1970.
    pub time: i64,
    /// When the article was published, in seconds since 1970.
    pub published: i64,
    /// Its language.
    pub language: &'static str,
    /// The headline.
    pub title: String,
    /// Who wrote it.
    pub author: String,
    /// The page.
    pub html: String,
    /// Every block of text in the order of the page, and what it is.
    pub blocks: Vec<(String, Label)>,
    /// For each of them what it is there for, where it is furniture.
    pub kinds: Vec<Option<Kind>>,
}

impl Page {
    /// The main content, a block a line.
    pub fn gold(&self) -> String {
        let content = self.blocks.iter().filter(|(_, label)| label.is_content());
        content.map(|(text, _)| text.as_str()).collect::<Vec<_>>().join("\n")
    }

    /// The day it was seen, `YYYY-MM-DD`.
    pub fn date(&self) -> String {
        calendar::date(self.time)
    }

    /// The day it was published, `YYYY-MM-DD`.
    pub fn published_date(&self) -> String {
        calendar::date(self.published)
    }

    /// Writes an article as the document `number` of a site.
    pub(crate) fn render(
        site: &Site,
        article: &Article,
        number: u64,
        origin: Origin,
        target: &str,
    ) -> Page {
        let mut writer = Writer {
            site,
            article,
            furniture: Furniture::new(site, article, number),
            chance: site.chance(&[0x9a6e, article.number]),
            out: Markup::default(),
        };
        writer.page();
        let (html, blocks, kinds) = writer.out.finish();
        Page {
            site: site.index,
            number,
            article: article.number,
            origin,
            url: site.url(target),
            host: site.host(),
            time: site.time(number),
            published: article.published,
            language: site.language.code(),
            title: article.title.clone(),
            author: site.authors.get(article.author).cloned().unwrap_or_default(),
            html,
            blocks,
            kinds,
        }
    }
}

/// Writes a page from its first byte to its last.
struct Writer<'s> {
    site: &'s Site,
    article: &'s Article,
    furniture: Furniture<'s>,
    chance: Chance,
    out: Markup,
}

impl Writer<'_> {
    fn page(&mut self) {
        let wrappers = self.furniture.design.wrappers();
        self.head();
        (0..wrappers).for_each(|_| self.out.open("div", ""));
        self.furniture.cookie_bar(&mut self.out);
        self.furniture.header(&mut self.out);
        self.furniture.advert(&mut self.out, 0);
        self.columns();
        self.furniture.footer(&mut self.out);
        (0..wrappers).for_each(|_| self.out.close("div"));
        self.out.raw("</body></html>\n");
    }

    fn head(&mut self) {
        let (site, article) = (self.site, self.article);
        let direction = if site.language.is_right_to_left() { " dir=\"rtl\"" } else { "" };
        let code = site.language.code();
        let (title, brand) = (escaped(&article.title), escaped(&site.brand));
        self.out.raw(&format!(
            "<!DOCTYPE html>\n<html lang=\"{code}\"{direction}><head><meta charset=\"utf-8\">\
             <title>{title} | {brand}</title>\n"
        ));
        if self.furniture.design.structured {
            let moment = calendar::moment(article.published);
            let url = escaped(&site.url(&site.target(article)));
            self.out.raw(&format!(
                "<meta property=\"og:title\" content=\"{title}\"><meta property=\"og:site_name\" \
                 content=\"{brand}\"><meta property=\"article:published_time\" content=\"{moment}\">\
                 <link rel=\"canonical\" href=\"{url}\">\n"
            ));
        }
        self.out.raw("<script>var loaded = Date.now();</script></head><body>\n");
    }

    fn columns(&mut self) {
        let design = self.furniture.design;
        self.open(Role::Columns);
        if design.is_table() {
            self.out.raw("<tr>");
        }
        self.furniture.left(&mut self.out);
        self.main();
        self.furniture.right(&mut self.out);
        if design.is_table() {
            self.out.raw("</tr>");
        }
        self.close(Role::Columns);
    }

    fn main(&mut self) {
        let design = self.furniture.design;
        self.open(Role::Main);
        self.furniture.crumbs(&mut self.out);
        self.open(Role::Article);
        self.out.block("h1", "", &self.article.title, Label::Headline);
        self.furniture.byline(&mut self.out);
        self.body();
        self.furniture.share(&mut self.out);
        self.furniture.bio(&mut self.out);
        if design.related_inside {
            self.furniture.related(&mut self.out);
        }
        self.close(Role::Article);
        if !design.related_inside {
            self.furniture.related(&mut self.out);
        }
        self.furniture.newsletter(&mut self.out);
        self.furniture.comments(&mut self.out);
        self.close(Role::Main);
    }

    fn body(&mut self) {
        self.open(Role::Body);
        let advert_after = self.article.parts.len() / 2;
        for (index, part) in self.article.parts.iter().enumerate() {
            self.part(part);
            if self.furniture.design.inline_advert && index + 1 == advert_after {
                self.furniture.advert(&mut self.out, 1);
            }
        }
        self.close(Role::Body);
    }

    fn part(&mut self, part: &Part) {
        match part {
            Part::Paragraph(text) => self.paragraph(text),
            Part::Heading(text) => self.out.block("h2", "", text, Label::Text),
            Part::Quote(text) => self.out.block("blockquote", "", text, Label::Text),
            Part::List(items) => {
                self.out.open("ul", "");
                items.iter().for_each(|item| self.out.block("li", "", item, Label::Text));
                self.out.close("ul");
            }
            Part::Caption(text) => {
                self.open(Role::Figure);
                let number = self.article.number;
                self.out.raw(&format!("<img src=\"/pictures/{number}.jpg\" alt=\"\">"));
                self.out.block(self.furniture.design.caption(), "", text, Label::Supplement);
                self.close(Role::Figure);
            }
            Part::Table(rows) => self.table(rows),
        }
    }

    fn table(&mut self, rows: &[Vec<String>]) {
        self.out.open("table", "");
        for row in rows {
            self.out.open("tr", "");
            row.iter().for_each(|cell| self.out.block("td", "", cell, Label::Text));
            self.out.close("tr");
        }
        self.out.close("table");
    }

    fn paragraph(&mut self, text: &str) {
        let tag = match self.furniture.design.paragraphs {
            Paragraphs::P => "p",
            Paragraphs::Div => "div",
            Paragraphs::Breaks => {
                self.out.text(text, Label::Text);
                return self.out.raw("<br><br>\n");
            }
        };
        self.out.open(tag, "");
        match self.emphasis(text) {
            Some((from, to)) => {
                let element = if self.chance.percent(60) { "a" } else { "em" };
                let href = if element == "a" { "href=\"/topic\"" } else { "" };
                self.out.inline(text, from..to, element, href, Label::Text);
            }
            None => self.out.text(text, Label::Text),
        }
        self.out.close(tag);
    }

    /// Two words somewhere within a text that a link or an emphasis stands around.
    fn emphasis(&mut self, text: &str) -> Option<(usize, usize)> {
        if !self.chance.percent(25) {
            return None;
        }
        let spaces: Vec<usize> = text.match_indices(' ').map(|(at, _)| at).collect();
        let at = self.chance.below(spaces.len().saturating_sub(2));
        Some((spaces.get(at)? + 1, *spaces.get(at + 2)?))
    }

    fn open(&mut self, role: Role) {
        let design = self.furniture.design;
        self.out.open(design.tag(role), &design.attributes(role));
    }

    fn close(&mut self, role: Role) {
        self.out.close(self.furniture.design.tag(role));
    }
}
