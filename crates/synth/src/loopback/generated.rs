//! The made-up web as a server shows it: its sites with feeds, redirects and faults.

use super::log::Asked;
use super::server::Reply;
use crate::{Page, Site};
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

/// Items a feed shows of a web that goes on publishing.
const WINDOW: u64 = 30;

/// A made-up web. Documents `0..published` of every site are out; each is in one of its feeds.
#[derive(Debug)]
pub struct GeneratedWeb {
    sites: Vec<Site>,
    by_host: HashMap<String, usize>,
    feeds: u64,
    published: AtomicU64,
    /// Whether feeds show all there is, or only the newest.
    whole: bool,
    faults: bool,
    asked: AtomicU64,
    seed: u64,
}

impl GeneratedWeb {
    /// The web of a seed: so many sites, feeds of each, and documents of each that are out.
    pub fn new(seed: u64, sites: u64, feeds: u64, published: u64) -> GeneratedWeb {
        let web = GeneratedWeb {
            sites: Vec::new(),
            by_host: HashMap::new(),
            feeds: feeds.max(1),
            published: AtomicU64::new(published),
            whole: false,
            faults: false,
            asked: AtomicU64::new(0),
            seed,
        };
        web.with(sites, None)
    }

    fn with(mut self, sites: u64, redesign: Option<u64>) -> GeneratedWeb {
        let web = crate::Web::new(self.seed)
            .with_host("www.{}.example", "http")
            .with_redesign_at(redesign);
        self.sites = (0..sites).map(|index| web.site(index)).collect();
        let hosts = self.sites.iter().enumerate();
        self.by_host = hosts.map(|(index, site)| (site.host(), index)).collect();
        self
    }

    /// From this document on, sites have another design.
    pub fn with_redesign_at(self, document: u64) -> GeneratedWeb {
        let sites = self.sites.len() as u64;
        self.with(sites, Some(document))
    }

    /// Feeds show everything that is out, not the newest items only.
    pub fn with_whole_feeds(mut self) -> GeneratedWeb {
        self.whole = true;
        self
    }

    /// Some pages move, and some answers fail.
    pub fn with_faults(mut self) -> GeneratedWeb {
        self.faults = true;
        self
    }

    /// Every site publishes so many documents more; how many are out then.
    pub fn publish(&self, documents: u64) -> u64 {
        self.published.fetch_add(documents, Ordering::SeqCst) + documents
    }

    /// The addresses of all feeds, in turn over the sites.
    pub fn feed_urls(&self) -> Vec<String> {
        let feed = |number: u64| {
            let url = move |site: &Site| format!("http://{}/feed/{number}", site.host());
            self.sites.iter().map(url)
        };
        (0..self.feeds).flat_map(feed).collect()
    }

    /// All documents that are out.
    pub fn pages(&self) -> impl Iterator<Item = Page> + '_ {
        let published = self.published.load(Ordering::SeqCst);
        self.sites.iter().flat_map(move |site| (0..published).map(|number| site.page(number)))
    }

    /// Answers a request.
    pub fn answer(&self, asked: &Asked) -> Reply {
        let Some(site) = self.by_host.get(&asked.host).and_then(|index| self.sites.get(*index))
        else {
            return Reply::status(404);
        };
        let published = self.published.load(Ordering::SeqCst);
        if asked.path() == "/robots.txt" {
            return Reply::new("text/plain", "User-agent: *\nDisallow: /search\n");
        }
        if let Some(number) = asked.path().strip_prefix("/feed/").and_then(|n| n.parse().ok()) {
            return self.feed(asked, site, number, published);
        }
        if let Some(target) = asked.target.strip_prefix("/moved") {
            return Reply::redirect(301, target);
        }
        if self.faults && self.asked.fetch_add(1, Ordering::Relaxed) % 61 == 60 {
            return Reply::status(500);
        }
        match site.at(&asked.target, published) {
            Some(page) => Reply::html(page.html),
            None => Reply::status(404),
        }
    }

    fn feed(&self, asked: &Asked, site: &Site, number: u64, published: u64) -> Reply {
        let last = (0..published).rev().find(|n| n % self.feeds == number);
        let tag = format!("\"{}\"", last.unwrap_or_default());
        if asked.header("if-none-match") == Some(tag.as_str()) {
            return Reply::status(304).with("ETag", tag);
        }
        let first = if self.whole { 0 } else { published.saturating_sub(WINDOW * self.feeds) };
        let numbers = (first..published).filter(|n| n % self.feeds == number);
        let pages: Vec<Page> = numbers.map(|n| site.page(n)).collect();
        let (kind, text) = match (site.index() + number) % 3 {
            0 => ("application/rss+xml", self.rss(site, &pages)),
            1 => ("application/atom+xml", self.atom(site, &pages)),
            _ => ("application/feed+json", self.json(site, &pages)),
        };
        Reply::new(kind, text).with("ETag", tag)
    }

    /// The address a feed gives for a page: some have moved since.
    fn link(&self, page: &Page) -> String {
        match self.faults && page.number % 7 == 3 {
            true => page.url.replacen(".example/", ".example/moved/", 1),
            false => page.url.clone(),
        }
    }

    fn rss(&self, site: &Site, pages: &[Page]) -> String {
        let mut out = format!(
            "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>{}</title>",
            safe(site.brand())
        );
        for page in pages {
            let _ = write!(
                out,
                "<item><title>{}</title><link>{}</link><description>{}</description><pubDate>{}</pubDate></item>",
                safe(&page.title),
                safe(&self.link(page)),
                safe(&description(page)),
                rfc_2822(page.time),
            );
        }
        out + "</channel></rss>"
    }

    fn atom(&self, site: &Site, pages: &[Page]) -> String {
        let mut out = format!(
            "<?xml version=\"1.0\"?><feed xmlns=\"http://www.w3.org/2005/Atom\"><title>{}</title><id>{}</id>",
            safe(site.brand()),
            site.host()
        );
        for page in pages {
            let _ = write!(
                out,
                "<entry><id>{}:{}</id><title>{}</title><link href=\"{}\"/><summary>{}</summary><published>{}</published></entry>",
                site.host(),
                page.number,
                safe(&page.title),
                safe(&self.link(page)),
                safe(&description(page)),
                iso_8601(page.time),
            );
        }
        out + "</feed>"
    }

    fn json(&self, site: &Site, pages: &[Page]) -> String {
        let item = |page: &Page| {
            serde_json::json!({
                "id": page.number.to_string(),
                "url": self.link(page),
                "title": page.title,
                "summary": description(page),
                "content_text": description(page),
                "date_published": iso_8601(page.time),
            })
        };
        let items: Vec<_> = pages.iter().map(item).collect();
        serde_json::json!({
            "version": "https://jsonfeed.org/version/1.1",
            "title": site.brand(),
            "items": items,
        })
        .to_string()
    }
}

/// The first words of an article.
fn description(page: &Page) -> String {
    let gold = page.gold();
    gold.lines().nth(1).unwrap_or_default().chars().take(200).collect()
}

fn safe(text: &str) -> String {
    html_escape::encode_safe(text).into_owned()
}

fn iso_8601(seconds: i64) -> String {
    jiff::Timestamp::from_second(seconds).unwrap_or_default().to_string()
}

fn rfc_2822(seconds: i64) -> String {
    let stamp = jiff::Timestamp::from_second(seconds).unwrap_or_default();
    jiff::fmt::rfc2822::to_string(&stamp.to_zoned(jiff::tz::TimeZone::UTC)).unwrap_or_default()
}
