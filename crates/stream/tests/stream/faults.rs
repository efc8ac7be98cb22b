//! What the web does to a stream: each fault is counted under its own name and leaves the rest running.

use crate::support::*;
use dehusk_stream::Settings;
use dehusk_synth::loopback::{Asked, Body, Reply};
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Runs a site with a fault beside one without; checks that the good one was not harmed.
async fn beside_a_good_site(answer: impl Fn(&Asked) -> Reply + Send + Sync + 'static) -> Outcome {
    let (outcome, _folder) = in_folder(answer).await;
    outcome
}

async fn in_folder(answer: impl Fn(&Asked) -> Reply + Send + Sync + 'static) -> (Outcome, Folder) {
    in_folder_with(settings(), answer).await
}

async fn in_folder_with(
    settings: Settings,
    answer: impl Fn(&Asked) -> Reply + Send + Sync + 'static,
) -> (Outcome, Folder) {
    let all = move |asked: &Asked| match asked.host.as_str() {
        "good.example" => good_site(asked),
        _ if asked.path() == "/robots.txt" => Reply::status(404),
        _ => answer(asked),
    };
    let (web, folder) = (web(all).await, Folder::new());
    let feeds = ["http://bad.example/feed", "http://good.example/feed"];
    let outcome = once_with(&web, &folder, &feeds, settings, Vec::new()).await;
    let good: Vec<&str> =
        outcome.keys().into_iter().filter(|key| key.contains("good.example")).collect();
    assert_eq!(good, good_keys());
    (outcome, folder)
}

/// A page that is answered like this, in a feed that is fine.
async fn with_page(reply: impl Fn() -> Reply + Send + Sync + 'static) -> Outcome {
    beside_a_good_site(move |asked| match asked.path() {
        "/feed" => feed(&["/page"]),
        _ => reply(),
    })
    .await
}

/// A feed that is answered like this, whose pages are fine.
async fn with_feed(reply: impl Fn() -> Reply + Send + Sync + 'static) -> Outcome {
    beside_a_good_site(move |asked| match asked.path() {
        "/feed" => reply(),
        path => Reply::html(page(&format!("the bad site's {path}"))),
    })
    .await
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn storms_of_5xx_pass() {
    let failures = AtomicUsize::new(0);
    let outcome = beside_a_good_site(move |asked| match asked.path() {
        "/feed" => feed(&["/page"]),
        _ if failures.fetch_add(1, Ordering::SeqCst) < 2 => Reply::status(500),
        _ => Reply::html(page("what came after the storm")),
    })
    .await;
    assert_eq!((outcome.count("status_5xx"), outcome.count("tried_again")), (2, 2));
    assert_eq!(outcome.records.len(), 4, "the page came in the end");
    let outcome = with_page(|| Reply::status(500)).await;
    assert_eq!((outcome.count("status_5xx"), outcome.count("given_up")), (3, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_that_asks_for_patience_gets_it() {
    let asked_for = AtomicUsize::new(0);
    let start = std::time::Instant::now();
    let outcome = beside_a_good_site(move |asked| match asked.path() {
        "/feed" => feed(&["/page"]),
        _ if asked_for.fetch_add(1, Ordering::SeqCst) == 0 => {
            Reply::status(503).with("Retry-After", "1")
        }
        _ => Reply::html(page("patience rewarded")),
    })
    .await;
    assert_eq!((outcome.count("status_503"), outcome.records.len()), (1, 4));
    assert!(start.elapsed() >= Duration::from_secs(1));
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_bodies_run_into_the_timeout() {
    let slow =
        || Reply::html("").sending(Body::Slow(vec![b'x'; 100_000], Duration::from_millis(20)));
    let outcome = with_page(slow).await;
    assert_eq!(outcome.count("timeout"), 3);
    let outcome = with_page(|| Reply::html("").sending(Body::Never)).await;
    assert_eq!(outcome.count("timeout"), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn endless_bodies_are_cut() {
    let endless = || {
        let paragraph = page("a page without an end").into_bytes();
        Reply::html("").sending(Body::Endless(paragraph))
    };
    let outcome = with_page(endless).await;
    assert_eq!((outcome.count("page_cut"), outcome.records.len()), (1, 4));
}

#[tokio::test(flavor = "multi_thread")]
async fn loops_of_redirects_end() {
    let outcome = with_page(|| Reply::redirect(302, "/page")).await;
    assert_eq!((outcome.count("redirect_loop"), outcome.count("given_up")), (1, 1));
    let outcome = with_page(|| Reply::status(302)).await;
    assert_eq!(outcome.count("redirect_nowhere"), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn lengths_that_are_wrong_are_noticed() {
    let short = || {
        let body = page("half a page").into_bytes();
        let length = body.len() + 5000;
        Reply::html("").sending(Body::Misstated(body, length))
    };
    let outcome = with_page(short).await;
    assert_eq!((outcome.count("wrong_length"), outcome.count("given_up")), (3, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn gzip_that_breaks_off_gives_what_there_is() {
    let truncated = || {
        let body = gzip(page("a long story that is cut").repeat(30).as_bytes());
        Reply::html(body[..body.len() / 2].to_vec()).with("Content-Encoding", "gzip")
    };
    let outcome = with_page(truncated).await;
    assert_eq!((outcome.count("truncated_compression"), outcome.records.len()), (1, 4));
    let outcome =
        with_page(|| Reply::html(&b"\x1f\x8b\x08"[..]).with("Content-Encoding", "gzip")).await;
    assert_eq!((outcome.count("damaged_compression"), outcome.count("given_up")), (1, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn bombs_are_cut_off() {
    let mut bomb = page("before the bomb").into_bytes();
    bomb.resize(60 << 20, b' ');
    let packed = gzip(&bomb);
    let outcome =
        with_page(move || Reply::html(packed.clone()).with("Content-Encoding", "gzip")).await;
    let counts = outcome.counts.by_name();
    assert_eq!((outcome.count("bomb_cut"), outcome.records.len()), (1, 4), "{counts:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn names_that_lead_nowhere_are_told() {
    let outcome = beside_a_good_site(|_| feed(&["http://nowhere.invalid/page"])).await;
    assert_eq!((outcome.count("dns"), outcome.count("given_up")), (3, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn huge_feeds_are_cut_and_read_as_far_as_they_go() {
    let items: String = (0..20)
        .map(|n| {
            format!(
                "<item><title>T{n}</title><link>/p{n}</link><description>{}</description></item>",
                "x".repeat(2_500_000)
            )
        })
        .collect();
    let huge = format!(
        "<rss version='2.0'><channel><item><title>First</title><link>/first</link></item>{items}</channel></rss>"
    );
    assert!(huge.len() > 49_000_000);
    // So many bytes take their time on a machine that has other things to do.
    let mut patient = settings();
    patient.policy.timeout = Duration::from_secs(30);
    let answer = move |asked: &Asked| match asked.path() {
        "/feed" => Reply::new("text/xml", huge.clone()),
        path => Reply::html(page(&format!("the bad site's {path}"))),
    };
    let (outcome, _folder) = in_folder_with(patient, answer).await;
    assert_eq!((outcome.count("feed_cut"), outcome.count("feed_salvaged")), (1, 1));
    assert!(outcome.keys().contains(&"http://bad.example/first"));
}

#[tokio::test(flavor = "multi_thread")]
async fn xml_bombs_do_not_go_off() {
    let mut entities = String::from("<!ENTITY a0 'lol'>");
    for n in 1..20 {
        entities.push_str(&format!("<!ENTITY a{n} '{}'>", format!("&a{};", n - 1).repeat(10)));
    }
    let bomb = format!(
        "<!DOCTYPE rss [{entities}]><rss version='2.0'><channel><item><title>&a19;</title><link>/p</link></item></channel></rss>"
    );
    let outcome = with_feed(move || Reply::new("text/xml", bomb.clone())).await;
    assert_eq!((outcome.count("xml_entities_refused"), outcome.records.len()), (1, 4));
}

#[tokio::test(flavor = "multi_thread")]
async fn odd_items_are_counted_and_the_others_read() {
    let odd = "<rss version='2.0'><channel>\
        <item><title>No link</title></item>\
        <item><title>Far</title><link>/far</link><pubDate>Fri, 02 Jun 2090 09:39:21 GMT</pubDate></item>\
        <item><title>A</title><guid isPermaLink='false'>same</guid><link>/a</link></item>\
        <item><title>B</title><guid isPermaLink='false'>same</guid><link>/b</link></item></channel></rss>";
    let outcome = with_feed(move || Reply::new("text/xml", odd)).await;
    for name in ["item_without_link", "date_in_future", "duplicate_id"] {
        assert_eq!(outcome.count(name), 1, "{name}");
    }
    assert_eq!(outcome.records.len(), 6);
    let far = outcome.records.iter().find(|r| r.key.ends_with("/far")).unwrap();
    assert_eq!(far.item_published, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn feeds_that_are_none_fail_alone() {
    let outcome = with_feed(|| Reply::html("<html><body>Not a feed</body></html>")).await;
    assert_eq!((outcome.count("feed_is_page"), outcome.count("feed_failed")), (1, 1));
    let outcome = with_feed(|| Reply::new("text/xml", "nonsense")).await;
    assert_eq!(outcome.count("not_a_feed"), 1);
    let (outcome, folder) = in_folder(|_| Reply::status(410)).await;
    assert_eq!((outcome.count("status_410"), outcome.count("feed_set_aside")), (1, 1));
    let gone = &reader(&folder).feeds().unwrap()[0];
    assert_eq!(gone.failures, 1);
    assert!(gone.error.as_deref().unwrap().contains("410"));
    assert!(gone.due - gone.checked.unwrap() >= 6 * 86_400_000, "it is tried again in a week");
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_that_are_no_pages_are_given_up() {
    type Case = (&'static str, fn() -> Reply);
    let cases: [Case; 5] = [
        ("not_html", || Reply::new("application/pdf", "%PDF-1.7")),
        ("not_a_page", || Reply::html(&b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"[..])),
        ("empty_page", || Reply::html("   ")),
        ("no_content", || Reply::html("<html><body><script>1</script></body></html>")),
        ("status_404", || Reply::status(404)),
    ];
    for (name, reply) in cases {
        let outcome = with_page(reply).await;
        assert_eq!((outcome.count(name), outcome.count("given_up")), (1, 1), "{name}");
    }
}
