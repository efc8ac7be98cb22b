//! Figure 2: duplicates within a domain after each step of URL normalisation, on what the feeds of a made-up web tell.
//!
//! What the paper counts it can not check; here it is known which items are the same article, so the documents that a
//! step takes for one although they are two are counted as well.

use super::source::made_up_keys;
use crate::reproduce::{
    Axis, Column, Context, Corpora, Experiment, ExperimentError, Finding, Grid, Mark, NONE, Plot,
    Printed,
};
use dehusk_site::{Keys, registered_domain};
use dehusk_synth::{FeedItem, Feeds, Web};
use std::collections::{HashMap, HashSet};
use url::Url;

const SITES: u64 = 31;
const AGGREGATORS: u64 = 2;
/// Documents of each site.
const DOCUMENTS: u64 = 400;
const SEED: u64 = 2011;

const COLUMNS: &[Column] = &[
    Column::count("documents"),
    Column::count("duplicates"),
    Column::percent("duplicates, % of documents"),
    Column::count("two taken for one"),
    Column::count("duplicates left"),
];

pub static FIGURE_2: Experiment = Experiment::new(
    "000",
    "figure-2",
    "Within-domain duplicates after each step of URL normalisation",
    run,
)
.with_corpora(Corpora::None)
.with_stand_in(
    "the 569,583 documents of 31 sites that the paper's readers collected, with their request addresses",
    "a made-up web of 31 sites with two feeds each, redirects that count readers and two aggregators; how often an \
     article comes twice is made up, so the shares can not be the paper's",
)
.with_printed(&[Printed {
    grid: "",
    columns: COLUMNS,
    rows: &[
        ("request URL", &[569_583.0, NONE, NONE, NONE, NONE]),
        ("1. response URL", &[569_583.0, NONE, NONE, NONE, NONE]),
        ("2. encoding, order and title", &[569_583.0, NONE, NONE, NONE, NONE]),
        ("3. rules: the URL key", &[569_583.0, 277_530.0, 48.73, NONE, NONE]),
    ],
}]);

/// The steps, and what each makes of an item.
const STEPS: [&str; 6] = [
    "request URL",
    "1. response URL",
    "2. encoding, order and title",
    "3. rules: the URL key",
    "3. without a rule for these sites",
    "careful key, without a rule",
];

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Count {
    documents: u64,
    duplicates: u64,
    /// Documents that were taken for one that is another article.
    wrong: u64,
    /// Duplicates that were not found.
    left: u64,
}

fn run(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    let feeds = Feeds::new(Web::new(SEED), SITES, AGGREGATORS);
    context.start("reading feeds", 1);
    let counts = count(feeds.items(DOCUMENTS));
    context.step();
    let mut grid = Grid::new("", COLUMNS);
    for (step, count) in STEPS.iter().zip(&counts) {
        let share = 100.0 * count.duplicates as f64 / count.documents.max(1) as f64;
        let [documents, duplicates, wrong, left] =
            [count.documents, count.duplicates, count.wrong, count.left].map(|n| n as f64);
        grid.add(*step, [documents, duplicates, share, wrong, left]);
    }
    let bars = counts.iter().enumerate().map(|(place, c)| [c.duplicates as f64, place as f64]);
    let plot = Plot::new("Duplicates a step", Axis::new("duplicates"), Axis::of_names("step", STEPS))
        .with_series("found", Mark::Bars, bars)
        .with_caption("Each step finds what the one before could not see; what it takes for one in error is in the table.");
    Ok(Finding::default().with_grid(grid).with_plot(plot).with_note(
        "Some of the sites name articles in a parameter, as /index.php?id=7. Step 3 is with a rule for these; without \
         one all of their articles are taken for one, which is why a stream keeps a parameter that no rule names until \
         the site has shown that it says nothing (last row, before anything was learned).",
    ))
}

/// Counts the duplicates of each step among items that their reader has not had yet.
fn count(items: impl Iterator<Item = FeedItem>) -> [Count; STEPS.len()] {
    let keys = [made_up_keys(), Keys::default()];
    let mut history: HashSet<(u64, String, String, i64)> = HashSet::new();
    let mut articles: HashSet<(u64, u64)> = HashSet::new();
    let mut seen: [HashMap<String, (u64, u64)>; STEPS.len()] = Default::default();
    let mut counts = [Count::default(); STEPS.len()];
    for item in items {
        let told = (item.reader, item.title.clone(), item.description.clone(), item.published);
        if !history.insert(told) {
            continue;
        }
        let article = (item.site, item.article);
        let is_copy = !articles.insert(article);
        for ((name, seen), count) in names(&keys, &item).into_iter().zip(&mut seen).zip(&mut counts)
        {
            count.documents += 1;
            match seen.get(&name) {
                Some(&first) => {
                    count.duplicates += 1;
                    count.wrong += u64::from(first != article);
                }
                None => {
                    count.left += u64::from(is_copy);
                    seen.insert(name, article);
                }
            }
        }
    }
    counts
}

/// What each step calls a document, within its domain.
fn names([ruled, keys]: &[Keys; 2], item: &FeedItem) -> [String; STEPS.len()] {
    let (response, title) = (item.response.as_str(), Some(item.title.as_str()));
    let host = Url::parse(response).ok().and_then(|url| url.host_str().map(str::to_string));
    let domain = registered_domain(host.as_deref().unwrap_or_default()).to_string();
    let key = |key: Result<dehusk_site::UrlKey, _>| {
        key.map(|key| key.as_str().to_string()).unwrap_or_default()
    };
    [
        item.request.clone(),
        item.response.clone(),
        keys.normal_address(response, title).unwrap_or_default(),
        key(ruled.key(response, title)),
        key(keys.key(response, title)),
        key(keys.careful_key(response, title, |_, _, _| false)),
    ]
    .map(|name| format!("{domain} {name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(request: &str, response: &str, title: &str, article: u64) -> FeedItem {
        FeedItem {
            reader: 0,
            request: request.into(),
            response: response.into(),
            title: title.into(),
            description: request.into(),
            published: 0,
            site: 0,
            article,
        }
    }

    #[test]
    fn each_step_is_counted_and_checked() {
        let a = "http://www.a.example/1";
        let items = [
            item(a, a, "One", 1),
            // Its reader has had it.
            item(a, a, "One", 1),
            // By a redirect; then with a parameter that says nothing.
            item("http://feeds.a.example/x", a, "One", 1),
            item("http://www.a.example/1?from=feed", "http://www.a.example/1?from=feed", "One", 1),
            // Two articles that a parameter names, which has no rule.
            item("http://www.a.example/s?id=1", "http://www.a.example/s?id=1", "Two", 2),
            item("http://www.a.example/s?id=2", "http://www.a.example/s?id=2", "Three", 3),
        ];
        let counts = count(items.into_iter());
        assert!(counts.iter().all(|count| count.documents == 5));
        assert_eq!(counts.map(|count| count.duplicates), [0, 1, 1, 3, 3, 1]);
        assert_eq!(counts.map(|count| count.wrong), [0, 0, 0, 1, 1, 0]);
        assert_eq!(counts.map(|count| count.left), [2, 1, 1, 0, 0, 1]);
    }
}
