//! What leads to articles: the front page, sections, and the feed of a site.

use crate::calendar::moment;
use crate::markup::escaped;
use crate::site::Site;

/// Articles that a list or a feed shows.
const SHOWN: u64 = 20;

impl Site {
    /// The front page after `now` documents: the newest articles, as links.
    pub fn front(&self, now: u64) -> String {
        self.listing(self.newest(now, |_| true))
    }

    /// The page of a section, by its path, after `now` documents; none if there is no such section.
    ///
    /// ```
    /// let site = dehusk_synth::Web::new(1).site(0);
    /// let paths = site.section_paths();
    /// assert!(paths.iter().all(|path| site.section_page(path, 50).is_some()));
    /// assert!(site.section_page("/no-such-section/", 50).is_none());
    /// ```
    pub fn section_page(&self, path: &str, now: u64) -> Option<String> {
        let place = self.section_paths().iter().position(|p| p == path)?;
        Some(self.listing(self.newest(now, |number| self.headed(number).section == place)))
    }

    /// The paths of its sections.
    pub fn section_paths(&self) -> Vec<String> {
        (0..self.sections.len()).map(|place| format!("/{}/", self.slug(place))).collect()
    }

    /// Its feed after `now` documents, as Atom.
    ///
    /// ```
    /// let site = dehusk_synth::Web::new(1).site(0);
    /// assert!(site.feed(9).contains(&format!("<id>{}", site.page(9).url.split('?').next().unwrap())));
    /// ```
    pub fn feed(&self, now: u64) -> String {
        let entry = |number: u64| {
            let article = self.headed(number);
            let url = escaped(&self.url(&self.target(&article)));
            let author = self.authors.get(article.author).map_or("", String::as_str);
            format!(
                "<entry><id>{url}</id><title>{}</title><link href=\"{url}\"/><updated>{}</updated>\
                 <author><name>{}</name></author></entry>\n",
                escaped(&article.title),
                moment(article.published),
                escaped(author)
            )
        };
        let entries: String = self.newest(now, |_| true).into_iter().map(entry).collect();
        format!(
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\
             <id>{}</id><title>{}</title><updated>{}</updated>\n{entries}</feed>\n",
            escaped(&self.url("/")),
            escaped(&self.brand),
            moment(self.time(now))
        )
    }

    /// The newest articles up to a document.
    fn newest(&self, now: u64, wanted: impl Fn(u64) -> bool) -> Vec<u64> {
        let new = (0..=now).rev().filter(|&number| self.origin(number).1 == number);
        new.filter(|&number| wanted(number)).take(SHOWN as usize).collect()
    }

    fn listing(&self, numbers: Vec<u64>) -> String {
        let item = |number: u64| {
            let article = self.headed(number);
            let (target, title) = (escaped(&self.target(&article)), escaped(&article.title));
            format!("<li><h2><a href=\"{target}\">{title}</a></h2></li>\n")
        };
        let items: String = numbers.into_iter().map(item).collect();
        let sections: String = (0..self.sections.len())
            .map(|place| {
                format!("<a href=\"/{}/\">{}</a>\n", self.slug(place), self.section(place))
            })
            .collect();
        let (brand, code) = (escaped(&self.brand), self.language.code());
        format!(
            "<!DOCTYPE html>\n<html lang=\"{code}\"><head><meta charset=\"utf-8\"><title>{brand}</title>\
             <link rel=\"alternate\" type=\"application/atom+xml\" href=\"/feed.xml\"></head><body>\
             <h1>{brand}</h1>\n<nav>{sections}</nav>\n<ul>{items}</ul></body></html>\n"
        )
    }
}
