//! A site: what all its pages share, and which document is which article.

use crate::address::{self, Style};
use crate::article::{self, Article};
use crate::calendar::{DAY, START};
use crate::chance::Chance;
use crate::design::Design;
use crate::language::Language;
use crate::page::{Origin, Page};
use crate::prose::Prose;
use crate::web::Web;

/// Keys of chance, so that no two choices share their numbers.
mod keys {
    pub const SITE: u64 = 1;
    pub const DOCUMENT: u64 = 2;
    pub const ARTICLE: u64 = 3;
    pub const WIRE: u64 = 4;
    pub const DESIGN: u64 = 5;
    pub const ADDRESS: u64 = 6;
    pub const UPDATE: u64 = 7;
}

/// How far back a document that was seen before may lie.
const BACK: u64 = 40;
/// On so many of a hundred days one article comes from an agency and stands on other sites too.
const WIRE_PERCENT: usize = 60;

/// One site of the web.
#[derive(Clone, Debug)]
pub struct Site {
    pub(crate) web: Web,
    pub(crate) index: u64,
    pub(crate) language: &'static Language,
    pub(crate) name: String,
    pub(crate) brand: String,
    pub(crate) sections: Vec<usize>,
    pub(crate) authors: Vec<String>,
    designs: [Design; 2],
    style: Style,
}

impl Site {
    pub(crate) fn new(web: Web, index: u64) -> Site {
        let mut chance = web.chance(&[keys::SITE, index]);
        let all = Language::all();
        // Half of the sites are in the first language, as if it were the reader's own.
        let language = if chance.percent(45) { 0 } else { chance.below(all.len()) };
        let language = &all[language.min(all.len() - 1)];
        let name = address::words(web.seed, index).replace('-', "") + &index.to_string();
        let style = Style::of(&mut chance);
        let mut sections: Vec<usize> = (0..language.sections.len()).collect();
        while sections.len() > 3 + (index % 5) as usize {
            sections.remove(chance.below(sections.len()));
        }
        let design = |epoch| Design::of(web.chance(&[keys::DESIGN, index, epoch]).next());
        let designs = [design(0), design(1)];
        let mut prose = Prose::new(language, chance);
        let brand = prose.place() + if language.is_spaced() { " " } else { "" } + &prose.place();
        let authors = (0..9).map(|_| prose.person()).collect();
        Site { web, index, language, name, brand, sections, authors, designs, style }
    }

    /// Its number.
    pub fn index(&self) -> u64 {
        self.index
    }

    /// Its host.
    pub fn host(&self) -> String {
        self.web.host.replace("{}", &self.name)
    }

    /// Its language.
    pub fn language(&self) -> &'static Language {
        self.language
    }

    /// What it calls itself.
    pub fn brand(&self) -> &str {
        &self.brand
    }

    /// A document of its stream: mostly a new article, now and then one that was seen before.
    pub fn page(&self, number: u64) -> Page {
        let (origin, first) = self.origin(number);
        let mut article = self.article(first);
        if origin == Origin::Updated {
            let mut prose = Prose::new(self.language, self.chance(&[keys::UPDATE, number]));
            article.parts.push(article::Part::Paragraph(prose.paragraph(2)));
        }
        let target = self.target_of(&article, origin, number);
        Page::render(self, &article, number, origin, &target)
    }

    /// The page at a path with its query, as it would be fetched after `now` documents of the stream; none
    /// where there is none (yet).
    ///
    /// ```
    /// let site = dehusk_synth::Web::new(1).site(0);
    /// let page = site.page(5);
    /// let target = page.url.split_once(".example").unwrap().1;
    /// assert_eq!(site.at(target, 9).unwrap().gold(), page.gold());
    /// assert!(site.at(target, 4).is_none() && site.at("/elsewhere", 9).is_none());
    /// ```
    pub fn at(&self, target: &str, now: u64) -> Option<Page> {
        let number = address::number(target)?;
        if number > now || self.origin(number) != (self.origin_of_new(number), number) {
            return None;
        }
        let article = self.article(number);
        Some(Page::render(self, &article, now, self.origin_of_new(number), target))
    }

    /// How a document came to be, and the article it is.
    pub(crate) fn origin(&self, number: u64) -> (Origin, u64) {
        let mut chance = self.chance(&[keys::DOCUMENT, number]);
        if number == 0 || !chance.percent(self.web.duplicates) {
            return (self.origin_of_new(number), number);
        }
        let kinds = [Origin::Again, Origin::Tracked, Origin::Elsewhere, Origin::Updated];
        let origin = chance.pick(&kinds).copied().unwrap_or(Origin::Again);
        let earlier = number - 1 - chance.below(number.min(BACK) as usize) as u64;
        (origin, self.origin(earlier).1)
    }

    fn origin_of_new(&self, number: u64) -> Origin {
        let (day, place) = (number / self.web.per_day, number % self.web.per_day);
        let mut chance = self.chance(&[keys::WIRE, day]);
        let wire = chance.below(self.web.per_day as usize) as u64 == place;
        if wire && chance.percent(WIRE_PERCENT) { Origin::Wire } else { Origin::New }
    }

    /// An article. Those of the agency are the same on every site of the language on a day.
    pub fn article(&self, number: u64) -> Article {
        let mut prose = self.prose_of(number);
        let head = self.head_of(number, &mut prose);
        Article { parts: article::parts(&mut prose), ..head }
    }

    /// An article without its parts, for links to it.
    pub(crate) fn headed(&self, number: u64) -> Article {
        self.head_of(number, &mut self.prose_of(number))
    }

    fn head_of(&self, number: u64, prose: &mut Prose) -> Article {
        let mut chance = self.chance(&[keys::ARTICLE, number]);
        Article {
            number,
            title: prose.headline(),
            author: chance.below(self.authors.len()),
            section: chance.below(self.sections.len()),
            published: self.time(number),
            parts: Vec::new(),
        }
    }

    fn prose_of(&self, number: u64) -> Prose {
        let chance = match self.origin_of_new(number) {
            Origin::Wire => {
                let code = self.language.code().bytes().fold(0, |sum, b| sum * 256 + u64::from(b));
                self.web.chance(&[keys::WIRE, code, number / self.web.per_day])
            }
            _ => self.chance(&[keys::ARTICLE, number, 1]),
        };
        Prose::new(self.language, chance)
    }

    /// When a document comes, in seconds since 1970; later ones come later.
    pub fn time(&self, number: u64) -> i64 {
        let gap = DAY / self.web.per_day as i64;
        let jitter = self.chance(&[keys::DOCUMENT, number, 1]).below(gap.max(1) as usize) as i64;
        START + (number as i64).saturating_mul(gap).saturating_add(jitter)
    }

    /// The design a document is shown in.
    pub(crate) fn design(&self, number: u64) -> &Design {
        &self.designs[self.epoch(number) as usize]
    }

    /// 0 before the redesign, 1 after it.
    pub(crate) fn epoch(&self, number: u64) -> u64 {
        self.web.redesign_at.is_some_and(|at| number >= at).into()
    }

    /// The path and query of an article's own address.
    pub(crate) fn target(&self, article: &Article) -> String {
        self.style.target(article, self.slug(article.section), self.web.seed ^ self.index)
    }

    fn target_of(&self, article: &Article, origin: Origin, number: u64) -> String {
        let mut chance = self.chance(&[keys::ADDRESS, number]);
        let own = self.target(article);
        match origin {
            Origin::Tracked => address::track(&own, &mut chance),
            Origin::Elsewhere => {
                let other = (article.section + 1) % self.sections.len().max(1);
                self.style.elsewhere(article, self.slug(other), self.web.seed ^ self.index)
            }
            // Feeds hang their name on a part of what they link to.
            Origin::New if chance.percent(15) => address::track(&own, &mut chance),
            _ => own,
        }
    }

    /// The name of a section by its place among those of the site.
    pub(crate) fn section(&self, place: usize) -> &'static str {
        self.section_entry(place).0
    }

    pub(crate) fn slug(&self, place: usize) -> &'static str {
        self.section_entry(place).1
    }

    fn section_entry(&self, place: usize) -> (&'static str, &'static str) {
        let entry = self.sections.get(place).and_then(|&at| self.language.sections.get(at));
        entry.copied().unwrap_or_default()
    }

    /// The address of a path on this site.
    pub(crate) fn url(&self, target: &str) -> String {
        format!("{}://{}{target}", self.web.scheme, self.host())
    }

    pub(crate) fn chance(&self, keys: &[u64]) -> Chance {
        self.web.chance(&[&[self.index, 0x517e], keys].concat())
    }
}
