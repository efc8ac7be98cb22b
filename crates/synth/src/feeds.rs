//! What readers of feeds are told: the same article by several feeds of its site, and by others that gather articles
//! of many sites and lead to them by addresses of their own.
//!
//! None of it is a page: an item has the address that a feed gives and the one that answers in the end, so that what
//! finds duplicates can be asked step by step.

use crate::address;
use crate::chance::Chance;
use crate::markup::escaped;
use crate::page::Page;
use crate::site::Site;
use crate::web::Web;

/// Of a hundred articles, those that a site shows in its main feed beside the one of their section.
const FRONT: usize = 60;
/// Of a hundred items, those whose feed hangs a parameter on the address.
const TRACKED: usize = 35;
/// Of a hundred items, those that lead through an address that counts readers.
const COUNTED: usize = 25;
/// Of a hundred articles, those that an aggregator shows.
const GATHERED: usize = 20;
/// Of a hundred items, those that a feed shows again with another summary.
const REVISED: usize = 12;

const KEY: u64 = 0xfeed;

/// One item of a feed, as its reader sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedItem {
    /// Who reads the feed: one reader a site, and one an aggregator.
    pub reader: u64,
    /// The address in the feed.
    pub request: String,
    /// The address that answers, after all redirects.
    pub response: String,
    /// The title in the feed.
    pub title: String,
    /// The summary in the feed.
    pub description: String,
    /// The date in the feed, in seconds since 1970.
    pub published: i64,
    /// The site of the article.
    pub site: u64,
    /// Its article.
    pub article: u64,
}

/// The feeds of a web.
///
/// ```
/// use dehusk_synth::{Feeds, Web};
/// let feeds = Feeds::new(Web::new(3), 4, 2);
/// let items: Vec<_> = feeds.items(10).collect();
/// assert!(items.len() > 4 * 10);
/// assert!(items.iter().any(|item| item.reader >= 4 && item.request != item.response));
/// ```
#[derive(Clone, Debug)]
pub struct Feeds {
    sites: Vec<Site>,
    aggregators: u64,
    web: Web,
}

impl Feeds {
    /// Those of the first sites, and some aggregators.
    pub fn new(web: Web, sites: u64, aggregators: u64) -> Feeds {
        Feeds { sites: (0..sites).map(|index| web.site(index)).collect(), aggregators, web }
    }

    /// The items of the first documents of each site, in the order in which they come.
    pub fn items(&self, documents: u64) -> impl Iterator<Item = FeedItem> + '_ {
        (0..documents).flat_map(move |number| {
            self.sites.iter().flat_map(move |site| self.of_document(site, &site.page(number)))
        })
    }

    /// What all feeds say of a document.
    fn of_document(&self, site: &Site, page: &Page) -> Vec<FeedItem> {
        let mut chance = self.web.chance(&[KEY, page.site, page.number]);
        let mut items = vec![self.by_site(page, 1, &mut chance)];
        if chance.percent(FRONT) {
            items.push(self.by_site(page, 0, &mut chance));
        }
        if chance.percent(REVISED) {
            let revised = self.by_site(page, 1, &mut chance);
            items.push(FeedItem { description: format!("{} …", revised.description), ..revised });
        }
        for aggregator in 0..self.aggregators {
            if chance.percent(GATHERED) {
                items.push(self.by_aggregator(site, page, aggregator));
            }
        }
        items
    }

    fn by_site(&self, page: &Page, feed: u64, chance: &mut Chance) -> FeedItem {
        let response = match chance.percent(TRACKED) {
            true => address::track(&page.url, chance),
            false => page.url.clone(),
        };
        let request = match chance.percent(COUNTED) {
            true => format!("http://feeds.{}/~r/{feed}/{}", page.host, chance.next() >> 40),
            false => response.clone(),
        };
        // The main feed tells less of an article than that of its section.
        let letters = if feed == 0 { 60 } else { 200 };
        let description = first_letters(page, letters);
        self.item(page, page.site, request, response, page.title.clone(), description)
    }

    fn by_aggregator(&self, site: &Site, page: &Page, aggregator: u64) -> FeedItem {
        let reader = self.sites.len() as u64 + aggregator;
        let request = format!(
            "http://news{aggregator}.example/url?sa=t&usg={}&url={}",
            page.number, page.url
        );
        let title = format!("{} - {}", page.title, site.brand());
        let description = format!("{} {}", first_letters(page, 90), escaped(site.brand()));
        self.item(page, reader, request, page.url.clone(), title, description)
    }

    fn item(
        &self,
        page: &Page,
        reader: u64,
        request: String,
        response: String,
        title: String,
        description: String,
    ) -> FeedItem {
        let (published, site, article) = (page.published, page.site, page.article);
        FeedItem { reader, request, response, title, description, published, site, article }
    }
}

/// The first letters of the text of an article, without its headline.
fn first_letters(page: &Page, letters: usize) -> String {
    page.gold().lines().nth(1).unwrap_or_default().chars().take(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn an_article_comes_by_several_ways_to_one_page() {
        let feeds = Feeds::new(Web::new(5).with_duplicates(0), 3, 1);
        let items: Vec<FeedItem> = feeds.items(200).collect();
        let articles: HashSet<_> = items.iter().map(|item| (item.site, item.article)).collect();
        assert_eq!(articles.len(), 600);
        let share = items.len() as f64 / 600.0;
        assert!((1.7..2.1).contains(&share), "{share}");
        let host = |item: &FeedItem| feeds.sites[item.site as usize].host();
        assert!(items.iter().all(|item| item.response.contains(&host(item))));
        assert!(items.iter().filter(|item| item.reader == 3).all(|i| i.request.contains("/url?")));
        assert_eq!(items, feeds.items(200).collect::<Vec<_>>());
    }
}
