//! Sitemaps as feeds: plain ones, those of news, and indexes of them.

use super::library::seconds;
use super::records::{Record, Records};
use super::{Feed, Item};
use crate::counts::Counter;

/// Parts of an index that are followed, the most recently changed ones.
const MAX_PARTS: usize = 50;

/// The feed a sitemap amounts to.
pub fn feed(records: &Records) -> Feed {
    let is_index = records.root == "sitemapindex";
    let mut feed = Feed { kind: "sitemap", ..Feed::default() };
    if is_index {
        feed.kind = "sitemap index";
        let named = |r: &&Record| r.name == "sitemap" && r.first(&["loc"]).is_some();
        let mut parts: Vec<&Record> = records.records.iter().filter(named).collect();
        parts.sort_by(|a, b| b.first(&["lastmod"]).cmp(&a.first(&["lastmod"])));
        let address = |r: &&Record| r.first(&["loc"]).map(str::to_string);
        feed.parts = parts.iter().filter_map(address).take(MAX_PARTS).collect();
        if parts.len() > MAX_PARTS {
            feed.notes.push(Counter::PartsLeftOut);
        }
    } else {
        feed.items = records.records.iter().filter(|r| r.name == "url").map(item).collect();
    }
    feed
}

fn item(record: &Record) -> Item {
    // A date of change makes it a new item when it changes, which is what it is for.
    let date = record.first(&["publication_date", "lastmod"]).unwrap_or_default().to_string();
    Item {
        link: record.first(&["loc"]).map(str::to_string),
        title: record.first(&["title"]).map(str::to_string),
        description: record.first(&["loc"]).unwrap_or_default().to_string(),
        published: seconds(&date),
        date,
        ..Item::default()
    }
}
