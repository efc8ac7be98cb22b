//! How the stream behaves towards others, proved from the server's log.

use crate::support::*;
use dehusk_synth::loopback::{Asked, Reply};
use std::time::Duration;

#[tokio::test(flavor = "multi_thread")]
async fn no_site_is_asked_more_often_than_allowed() {
    let answer = move |asked: &Asked| match asked.path() {
        "/robots.txt" => Reply::status(404),
        "/feed" => {
            // Items of one site that say the same are one item.
            let links: Vec<String> = (0..8).map(|n| format!("/{}-{n}", &asked.host[..1])).collect();
            feed(&links.iter().map(String::as_str).collect::<Vec<_>>())
        }
        path if path.ends_with("-3") => Reply::redirect(302, "/at-11"),
        path => {
            let host = if asked.host.starts_with('a') { 0 } else { 16 };
            Reply::html(page(&subject(host + number_of(path))))
        }
    };
    let (web, folder) = (web(answer).await, Folder::new());
    let mut settings = settings();
    settings.policy.delay = Duration::from_millis(60);
    // Two hosts of one registered domain are one site.
    let feeds =
        ["http://a.one.example/feed", "http://b.one.example/feed", "http://two.example/feed"];
    let outcome = once_with(&web, &folder, &feeds, settings, Vec::new()).await;
    assert_eq!(outcome.records.len(), 24);
    let log = web.log().sites();
    assert_eq!(log["one.example"].requests, 2 * (1 + 1 + 8 + 1));
    for (name, site) in &log {
        assert_eq!(site.at_once, 1, "{name}");
        let gap = site.shortest_gap.unwrap();
        assert!(gap >= Duration::from_millis(60), "{name} was asked again after {gap:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn robots_are_obeyed() {
    let answer = |asked: &Asked| match (asked.host.as_str(), asked.path()) {
        ("shy.example", "/robots.txt") => {
            Reply::new("text/plain", "User-agent: dehusk\nDisallow: /private\nCrawl-delay: 0.2\n")
        }
        ("down.example", "/robots.txt") => Reply::status(503),
        (_, "/robots.txt") => Reply::status(404),
        (_, "/feed") => feed(&["/private/a", "/open", "/gate"]),
        (_, "/gate") => Reply::redirect(302, "/private/b"),
        (host, path) => Reply::html(page(&format!("{path} at {host}"))),
    };
    let (web, folder) = (web(answer).await, Folder::new());
    let feeds = ["http://shy.example/feed", "http://down.example/feed"];
    let outcome = once(&web, &folder, &feeds).await;
    assert_eq!(outcome.keys(), ["http://shy.example/open"]);
    assert_eq!((outcome.count("robots"), outcome.count("robots_unknown")), (2, 1));
    let targets = web.log().targets();
    assert!(targets.iter().all(|(_, target, _)| !target.starts_with("/private")));
    assert_eq!(web.log().times("shy.example", "/robots.txt"), 1);
    assert!(targets.iter().all(|(host, t, _)| host != "down.example" || t == "/robots.txt"));
    let gap = web.log().sites()["shy.example"].shortest_gap.unwrap();
    assert!(gap >= Duration::from_millis(200), "the site asked for 200 ms and got {gap:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_not_changed_is_not_sent_again() {
    let answer = |asked: &Asked| match asked.path() {
        "/robots.txt" => Reply::status(404),
        "/feed" => feed(&["/one"]).versioned(asked, "\"v1\""),
        _ => Reply::html(page("something that stays")),
    };
    let (web, folder) = (web(answer).await, Folder::new());
    for _ in 0..3 {
        once(&web, &folder, &["http://still.example/feed"]).await;
    }
    let statuses: Vec<u16> =
        web.log().targets().iter().filter(|(_, t, _)| t == "/feed").map(|(.., s)| *s).collect();
    assert_eq!(statuses, [200, 304, 304]);
}

#[tokio::test(flavor = "multi_thread")]
async fn visitors_say_who_they_are_and_carry_their_cookies() {
    let answer = |asked: &Asked| {
        let known =
            asked.header("user-agent").is_some_and(|a| a.contains("+https://contact.example"));
        match (asked.path(), asked.header("cookie")) {
            _ if !known => Reply::status(400),
            ("/robots.txt", _) => Reply::status(404),
            ("/feed", _) => feed(&["/wall"]),
            (_, Some("seen=1")) => Reply::html(page("what is behind the wall")),
            _ => Reply::redirect(302, "/wall").with("Set-Cookie", "seen=1; Path=/"),
        }
    };
    let (web, folder) = (web(answer).await, Folder::new());
    let outcome = once(&web, &folder, &["http://wall.example/feed"]).await;
    assert_eq!(outcome.records.len(), 1);
}

/// A site with a feed of many items, and pages on another site that wants to be left alone for a day.
fn leads_to_a_site_that_rests(asked: &Asked) -> Reply {
    let links: Vec<String> = (0..80).map(|n| format!("/{n}")).collect();
    match (asked.host.as_str(), asked.path()) {
        ("good.example", _) => good_site(asked),
        (_, "/robots.txt") => Reply::status(404),
        ("rests.example", _) => Reply::status(503).with("Retry-After", "86400"),
        (_, "/feed") => feed(&links.iter().map(String::as_str).collect::<Vec<_>>()),
        (_, path) => Reply::redirect(302, &format!("http://rests.example{path}")),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_redirect_to_a_site_that_rests_for_a_day_stops_nobody_else() {
    let (web, folder) = (web(leads_to_a_site_that_rests).await, Folder::new());
    let mut settings = settings();
    // Fewer places than items that would wait with one in hand.
    settings.policy.overall = 4;
    let feeds = ["http://leads.example/feed", "http://good.example/feed"];
    let outcome = once_with(&web, &folder, &feeds, settings, Vec::new()).await;
    assert_eq!(outcome.keys(), good_keys());
    assert_eq!(outcome.count("status_503"), 1);
    assert_eq!(outcome.count("site_not_due"), 79, "it says so for each of the others");
    assert_eq!(outcome.count("tried_again"), 80, "and none is lost");
    let asked = web.log().targets();
    let to_pages =
        asked.iter().filter(|(host, path, _)| host == "rests.example" && path != "/robots.txt");
    assert_eq!(to_pages.count(), 1, "the site was left alone");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_that_rests_for_a_day_does_not_keep_a_round_from_its_end() {
    let answer = |asked: &Asked| match (asked.host.as_str(), asked.path()) {
        ("good.example", _) => good_site(asked),
        (_, "/robots.txt") => Reply::status(404),
        (_, "/feed") => feed(&["/a", "/b", "/c"]),
        _ => Reply::status(429).with("Retry-After", "86400"),
    };
    let (web, folder) = (web(answer).await, Folder::new());
    let feeds = ["http://rests.example/feed", "http://good.example/feed"];
    let outcome = once(&web, &folder, &feeds).await;
    assert_eq!(outcome.keys(), good_keys());
    assert_eq!((outcome.count("status_429"), outcome.count("page_postponed")), (1, 2));
    assert_eq!(reader(&folder).queue().unwrap().len(), 3, "they are still to be fetched");
}
