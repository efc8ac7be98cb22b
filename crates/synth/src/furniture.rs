//! All that stands around an article, as it is at one moment of a site.
//!
//! Each piece changes at a pace of its own: the menu hardly ever, the section's boxes with the section, the
//! lists of other articles as the site goes on, advertisements and counters from page to page. The long
//! texts among them (the bio of an author, the box of a section, the notice in the foot) read like content
//! and are what a page alone can not tell.

use crate::article::Article;
use crate::calendar::{self, DAY, START};
use crate::chance::Chance;
use crate::design::{Design, Role};
use crate::markup::{Kind, Label, Markup};
use crate::prose::Prose;
use crate::site::Site;

/// Documents after which a list of related articles has moved on by one.
const DRIFT: u64 = 8;
/// Documents after which one item of the menu is another.
const MENU_DRIFT: u64 = 250;
/// Advertisements that all sites of a language share, and those that a site has by itself.
const SHARED_ADVERTS: usize = 40;
const OWN_ADVERTS: usize = 12;

/// Keys of chance.
mod keys {
    pub const MENU: u64 = 101;
    pub const ADVERT: u64 = 102;
    pub const ADVERT_TEXT: u64 = 103;
    pub const SECTION: u64 = 104;
    pub const ABOUT: u64 = 105;
    pub const BIO: u64 = 106;
    pub const COMMENTS: u64 = 107;
    pub const POPULAR: u64 = 108;
    pub const COUNTERS: u64 = 109;
}

/// Writes the furniture of one page.
pub struct Furniture<'s> {
    site: &'s Site,
    article: &'s Article,
    number: u64,
    pub design: &'s Design,
}

impl<'s> Furniture<'s> {
    pub fn new(site: &'s Site, article: &'s Article, number: u64) -> Furniture<'s> {
        Furniture { site, article, number, design: site.design(number) }
    }

    pub fn cookie_bar(&self, out: &mut Markup) {
        let [text, yes, no] = self.site.language.cookie[..] else { return };
        if self.design.cookie {
            self.open(out, Role::Cookie);
            out.block("p", "", text, Label::Furniture);
            out.button(yes);
            out.button(no);
            self.close(out, Role::Cookie);
        }
    }

    pub fn header(&self, out: &mut Markup) {
        self.open(out, Role::Header);
        out.link("div", "/", &self.site.brand, Label::Furniture);
        let readers = self.chance(&[keys::COUNTERS, self.number]).between(40, 9000).to_string();
        let today = calendar::date(self.site.time(self.number));
        let line = self.site.language.phrase("today", &[&today, &readers]);
        out.block("div", "", &line, Label::Furniture);
        self.close(out, Role::Header);
        self.open(out, Role::Menu);
        out.open("ul", "");
        for place in 0..self.site.sections.len() {
            let address = format!("/{}/", self.site.slug(place));
            out.link("li", &address, self.site.section(place), Label::Furniture);
        }
        for (place, item) in self.menu().into_iter().enumerate() {
            out.link("li", &format!("/page/{place}"), item, Label::Furniture);
        }
        out.close("ul");
        self.close(out, Role::Menu);
    }

    /// The labels of the menu: now and then one of them gives way to another.
    fn menu(&self) -> Vec<&'static str> {
        let all = &self.site.language.menu;
        let mut chance = self.chance(&[keys::MENU, self.site.epoch(self.number)]);
        let from = chance.below(all.len());
        let changed = (self.number / MENU_DRIFT) as usize;
        let item = |place: usize| {
            let moved = if place == changed % self.design.menu_items { changed } else { 0 };
            all.get((from + place + moved) % all.len().max(1)).copied()
        };
        (0..self.design.menu_items).filter_map(item).collect()
    }

    /// An advertisement, other on each page; some places stay empty.
    pub fn advert(&self, out: &mut Markup, place: u64) {
        let mut chance = self.chance(&[keys::ADVERT, self.number, place]);
        if chance.percent(20) {
            return;
        }
        let code = self.site.language.code().bytes().fold(0, |sum, b| sum * 256 + u64::from(b));
        let which = chance.below(SHARED_ADVERTS + OWN_ADVERTS) as u64;
        let text = if which < SHARED_ADVERTS as u64 {
            self.site.web.chance(&[keys::ADVERT_TEXT, code, which])
        } else {
            self.chance(&[keys::ADVERT_TEXT, which])
        };
        let mut prose = Prose::new(self.site.language, text);
        self.open(out, Role::Advert);
        let label = self.site.language.phrase("advert", &[]);
        out.block("div", "", &label, Label::Furniture);
        out.link("div", &format!("/out/{which}"), &prose.headline(), Label::Furniture);
        out.block("div", "", &prose.sentence(), Label::Furniture);
        self.close(out, Role::Advert);
    }

    /// The column of the section, with a menu and a text of its own.
    pub fn left(&self, out: &mut Markup) {
        if !self.design.left {
            return;
        }
        let section = self.article.section;
        let epoch = self.site.epoch(self.number);
        let mut prose = self.prose(&[keys::SECTION, epoch, section as u64]);
        self.open(out, Role::Left);
        out.block("h3", "", self.site.section(section), Label::Furniture);
        out.open("ul", "");
        for _ in 0..6 {
            let name = prose.place();
            let address = format!("/{}/topic", self.site.slug(section));
            out.link("li", &address, &name, Label::Furniture);
        }
        out.close("ul");
        out.enter(Some(Kind::Notice));
        out.block("p", "", &prose.paragraph(2), Label::Furniture);
        self.close(out, Role::Left);
    }

    pub fn crumbs(&self, out: &mut Markup) {
        if self.design.crumbs {
            self.open(out, Role::Crumbs);
            out.open("ol", "");
            out.link("li", "/", &self.site.brand, Label::Furniture);
            let address = format!("/{}/", self.site.slug(self.article.section));
            out.link("li", &address, self.site.section(self.article.section), Label::Furniture);
            out.close("ol");
            self.close(out, Role::Crumbs);
        }
    }

    pub fn byline(&self, out: &mut Markup) {
        let comments = self.comment_count().to_string();
        let date = calendar::date(self.article.published);
        let line = self.site.language.phrase("posted", &[self.author(), &date, &comments]);
        self.open(out, Role::Byline);
        out.text(&line, Label::Furniture);
        self.close(out, Role::Byline);
    }

    pub fn share(&self, out: &mut Markup) {
        self.open(out, Role::Share);
        out.open("ul", "");
        for label in &self.site.language.share {
            out.link("li", "#share", label, Label::Furniture);
        }
        out.close("ul");
        self.close(out, Role::Share);
    }

    /// What is said of the author below each of his articles.
    pub fn bio(&self, out: &mut Markup) {
        if !self.design.bio {
            return;
        }
        let mut prose = self.prose(&[keys::BIO, self.article.author as u64]);
        let (year, place) = (prose.chance().between(1988, 2022).to_string(), prose.place());
        let text = self.site.language.phrase("author", &[self.author(), &year, &place]);
        self.open(out, Role::Bio);
        out.block("p", "", &text, Label::Furniture);
        self.close(out, Role::Bio);
    }

    /// Links to articles of the last days; the list moves on slowly.
    pub fn related(&self, out: &mut Markup) {
        let newest = self.number / DRIFT * DRIFT;
        let numbers = (1..=6u64).filter_map(|back| newest.checked_sub(back));
        self.list(out, "related", numbers.collect());
    }

    pub fn newsletter(&self, out: &mut Markup) {
        if self.design.newsletter {
            self.open(out, Role::Newsletter);
            let text = self.site.language.phrase("newsletter", &[]);
            out.block("p", "", &text, Label::Furniture);
            let button = self.site.language.phrase("subscribe", &[]);
            out.button(&button);
            self.close(out, Role::Newsletter);
        }
    }

    pub fn comments(&self, out: &mut Markup) {
        let count = self.comment_count();
        if count == 0 {
            return;
        }
        let mut prose = self.prose(&[keys::COMMENTS, self.article.number, 1]);
        self.open(out, Role::Comments);
        let heading = self.site.language.phrase("comments", &[]);
        out.block("h3", "", &format!("{heading} ({count})"), Label::Furniture);
        let reply = self.site.language.phrase("reply", &[]);
        for _ in 0..count {
            out.block("div", "", &prose.person(), Label::Comment);
            let sentences = prose.chance().between(1, 4);
            out.block("p", "", &prose.paragraph(sentences), Label::Comment);
            out.link("div", "#reply", &reply, Label::Furniture);
        }
        self.close(out, Role::Comments);
    }

    /// The column with what was read most that day.
    pub fn right(&self, out: &mut Markup) {
        if !self.design.right {
            return;
        }
        let day = (self.site.time(self.number) - START).div_euclid(DAY) as u64;
        let mut chance = self.chance(&[keys::POPULAR, day]);
        let newest = (day * self.site.web.per_day).min(self.number);
        let pick = |chance: &mut Chance| chance.below(newest.min(100) as usize) as u64 + 1;
        let mut numbers: Vec<u64> =
            (0..7).filter_map(|_| newest.checked_sub(pick(&mut chance))).collect();
        numbers.dedup();
        self.open(out, Role::Right);
        self.list(out, "popular", numbers);
        self.advert(out, 2);
        self.close(out, Role::Right);
    }

    pub fn footer(&self, out: &mut Markup) {
        let mut prose = self.prose(&[keys::ABOUT, self.site.epoch(self.number)]);
        self.open(out, Role::Footer);
        out.enter(Some(Kind::Menu));
        out.open("ul", "");
        for (place, label) in self.site.language.foot.iter().enumerate() {
            out.link("li", &format!("/about/{place}"), label, Label::Furniture);
        }
        out.close("ul");
        out.enter(Some(Kind::Notice));
        out.block("p", "", &prose.paragraph(3), Label::Furniture);
        let rights = self.site.language.phrase("rights", &[]);
        out.block("p", "", &format!("© {} 2024 {rights}", self.site.brand), Label::Furniture);
        self.close(out, Role::Footer);
    }

    fn list(&self, out: &mut Markup, heading: &str, documents: Vec<u64>) {
        let mut numbers: Vec<u64> = documents.into_iter().map(|n| self.site.origin(n).1).collect();
        numbers.sort_unstable_by(|a, b| b.cmp(a));
        numbers.dedup();
        numbers.retain(|&number| number != self.article.number);
        if numbers.is_empty() {
            return;
        }
        let role = if heading == "related" { Role::Related } else { Role::Box };
        self.open(out, role);
        out.block("h3", "", &self.site.language.phrase(heading, &[]), Label::Furniture);
        out.open("ul", "");
        for number in numbers {
            let linked = self.site.headed(number);
            out.link("li", &self.site.target(&linked), &linked.title, Label::Related);
        }
        out.close("ul");
        self.close(out, role);
    }

    fn comment_count(&self) -> usize {
        let mut chance = self.chance(&[keys::COMMENTS, self.article.number]);
        if self.design.comments && chance.percent(60) { chance.between(1, 7) } else { 0 }
    }

    fn author(&self) -> &str {
        self.site.authors.get(self.article.author).map_or("", String::as_str)
    }

    fn prose(&self, keys: &[u64]) -> Prose {
        Prose::new(self.site.language, self.chance(keys))
    }

    fn chance(&self, keys: &[u64]) -> Chance {
        self.site.chance(keys)
    }

    fn open(&self, out: &mut Markup, role: Role) {
        out.enter(kind(role));
        out.open(self.design.tag(role), &self.design.attributes(role));
    }

    fn close(&self, out: &mut Markup, role: Role) {
        out.close(self.design.tag(role));
        out.enter(None);
    }
}

/// What the furniture of a role is there for.
fn kind(role: Role) -> Option<Kind> {
    match role {
        Role::Cookie => Some(Kind::Consent),
        Role::Header | Role::Menu | Role::Crumbs | Role::Left => Some(Kind::Menu),
        Role::Advert => Some(Kind::Advert),
        Role::Footer => Some(Kind::Notice),
        Role::Comments => Some(Kind::Comments),
        Role::Related | Role::Box => Some(Kind::Related),
        Role::Byline | Role::Bio => Some(Kind::Author),
        Role::Share | Role::Newsletter => Some(Kind::Appeal),
        Role::Columns | Role::Main | Role::Right | Role::Article | Role::Body | Role::Figure => {
            None
        }
    }
}
