//! What the pages promise: their gold is exact, their furniture is not in it, and streams hold what they say.

use dehusk_extract::Document;
use dehusk_synth::{Label, Origin, Web};
use std::collections::{HashMap, HashSet};

/// A parsed page has the very blocks that were written, in their order.
#[test]
fn blocks_of_the_parsed_page_are_those_that_were_written() {
    let web = Web::new(11).with_redesign_at(Some(20));
    for site in 0..40 {
        for number in [0, 19, 25] {
            let page = web.site(site).page(number);
            let document = Document::new(dehusk_page::Page::parse(page.html.as_str()));
            let blocks = document.blocks();
            let parsed: Vec<&str> = (0..blocks.len()).map(|index| blocks.text(index)).collect();
            let written: Vec<&str> = page.blocks.iter().map(|(text, _)| text.as_str()).collect();
            assert_eq!(parsed, written, "site {site}, page {number}");
        }
    }
}

#[test]
fn content_is_not_repeated_and_furniture_is() {
    let site = Web::new(3).with_duplicates(0).site(1);
    let mut seen: HashMap<String, (usize, bool)> = HashMap::new();
    for number in 0..60 {
        let page = site.page(number);
        let once: HashSet<_> = page.blocks.into_iter().collect();
        // Headlines come again as links from other pages.
        let long = |(text, label): &(String, Label)| text.len() > 60 && *label != Label::Headline;
        for (text, label) in once.into_iter().filter(long) {
            seen.entry(text).or_insert((0, label.is_content())).0 += 1;
        }
    }
    assert!(seen.values().all(|(count, content)| !content || *count == 1));
    assert!(seen.values().any(|(count, _)| *count == 60));
}

#[test]
fn a_redesign_leaves_articles_and_changes_the_rest() {
    let before = Web::new(5).with_redesign_at(None).site(2).page(30);
    let after = Web::new(5).with_redesign_at(Some(30)).site(2).page(30);
    assert_eq!((before.gold(), &before.url), (after.gold(), &after.url));
    assert_ne!(before.html, after.html);
}

#[test]
fn every_kind_of_document_comes() {
    let site = Web::new(8).with_duplicates(30).site(0);
    let mut count: HashMap<Origin, usize> = HashMap::new();
    let mut addresses: HashMap<u64, HashSet<String>> = HashMap::new();
    for number in 0..400 {
        let page = site.page(number);
        *count.entry(page.origin).or_default() += 1;
        addresses.entry(page.article).or_default().insert(page.url.clone());
        let first = site.page(page.article);
        match page.origin {
            Origin::Updated => assert!(page.gold().starts_with(&first.gold())),
            _ => assert_eq!(page.gold(), first.gold()),
        }
    }
    assert_eq!(count.len(), 6, "{count:?}");
    assert!(count[&Origin::New] > 200);
    assert!(addresses.values().any(|urls| urls.len() > 1));
}

#[test]
fn an_agency_serves_several_sites() {
    let web = Web::new(2).with_per_day(5);
    let mut hosts: HashMap<String, HashSet<String>> = HashMap::new();
    for page in web.stream(30).take(3000).filter(|page| page.origin == Origin::Wire) {
        hosts.entry(page.gold()).or_default().insert(page.host);
    }
    assert!(hosts.values().any(|hosts| hosts.len() > 1));
}

#[test]
fn time_goes_on_and_numbers_without_end_work() {
    let site = Web::new(1).with_redesign_at(Some(10)).site(u64::MAX);
    let times: Vec<i64> = (0..100).map(|number| site.time(number)).collect();
    assert!(times.is_sorted());
    assert!(!site.page(1 << 40).blocks.is_empty());
    assert!(site.page(0).blocks.iter().any(|(_, label)| *label == Label::Text));
}
