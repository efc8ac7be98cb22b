//! Which document a page is: parameters of addresses that name it, and those that do not.

use crate::support::*;
use dehusk_site::{Keys, Rules};
use dehusk_synth::loopback::{Asked, Reply};

/// The value of a parameter of a request.
fn parameter<'a>(asked: &'a Asked, name: &str) -> &'a str {
    let query = asked.target.split_once('?').map_or("", |(_, query)| query);
    let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    pairs.find(|(found, _)| *found == name).map_or("", |(_, value)| value)
}

/// A site whose articles all have one path; its feed lists them with something of the visit.
fn site(links: Vec<String>) -> impl Fn(&Asked) -> Reply + Send + Sync + 'static {
    move |asked: &Asked| match asked.path() {
        "/robots.txt" => Reply::status(404),
        "/feed" => feed(&links.iter().map(String::as_str).collect::<Vec<_>>()),
        _ => {
            let subject = subject(parameter(asked, "id").parse().unwrap_or_default());
            let longer = page(&subject).replace(
                "</article>",
                &format!(
                    "{}</article>",
                    ["first", "second", "third", "fourth", "fifth", "sixth"]
                        .map(|n| format!(
                            "<p>In the {n} place there are other things to be said about {subject}, and they \
                             are said here at some length, so that nobody can miss them while reading on.</p>"
                        ))
                        .join("")
                ),
            );
            let visit = parameter(asked, "sid");
            // Too much for a copy, and still the same article to a reader of its other paragraphs.
            let own = match visit {
                "" => String::new(),
                visit => {
                    let greeting = format!(
                        "The reader whom we call {visit} has come to this article by a way of their own, and we \
                         greet {visit} with these few friendly words of welcome to our pages. "
                    );
                    format!("<p>{}</p>", greeting.repeat(7))
                }
            };
            Reply::html(longer.replace("</article>", &format!("{own}</article>")))
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn documents_that_differ_in_a_parameter_alone_are_not_taken_for_one() {
    let links: Vec<String> = (0..12).map(|n| format!("/story?id={n}")).collect();
    let again = (0..3).map(|n| format!("/story?utm_source=letter&id={n}&fbclid=x{n}"));
    let (web, folder) =
        (web(site(links.iter().cloned().chain(again).collect())).await, Folder::new());
    let outcome = once(&web, &folder, &["http://one.example/feed"]).await;
    let mut keys: Vec<String> = links.iter().map(|l| format!("http://one.example{l}")).collect();
    keys.sort();
    assert_eq!(outcome.keys(), keys);
    assert_eq!(outcome.count("duplicate_key"), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn parameters_that_say_nothing_are_learned() {
    let visit = |n: usize| ["Ada", "Ben", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal"][n % 8];
    let links = (0..24).map(|n| format!("/story?id={}&sid={}", n / 2, visit(n))).collect();
    let (web, folder) = (web(site(links)).await, Folder::new());
    let outcome = once(&web, &folder, &["http://one.example/feed"]).await;
    let keys = outcome.keys();
    for id in 0..12 {
        let here =
            |key: &&&str| key.contains(&format!("id={id}&")) || key.ends_with(&format!("id={id}"));
        assert!(keys.iter().any(|key| here(&key)), "{id} is lost: {keys:?}");
    }
    let known = outcome.count("duplicate_key");
    assert!(known >= 5, "{known} were known by their key: {keys:?}");
    assert!(keys.iter().any(|key| !key.contains("sid")), "{keys:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_of_the_reader_come_first() {
    let links = (0..6).map(|n| format!("/story?id={}&sid=x{n}", n / 2)).collect();
    let (web, folder) = (web(site(links)).await, Folder::new());
    let rules = Rules::parse("[[rule]]\nurl = '/story'\nkeep = ['id']", "rules.toml").0;
    let mut settings = settings();
    settings.keys = Keys::default().with_rules(rules.then(Rules::default()));
    let outcome =
        once_with(&web, &folder, &["http://one.example/feed"], settings, Vec::new()).await;
    assert_eq!(outcome.keys(), [0, 1, 2].map(|n| format!("http://one.example/story?id={n}")));
    assert_eq!(outcome.count("duplicate_key"), 3);
}
