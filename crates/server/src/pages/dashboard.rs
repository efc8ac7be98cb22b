//! The dashboard: what happens now, and what happened.

use super::{Listed, Page, article_list};
use crate::app::App;
use crate::html;
use crate::plots;
use axum::extract::State;
use dehusk_stream::counts::{Counter, resident_bytes};
use dehusk_stream::store::{Minute, Wanted, now_ms};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

/// What is counted twice.
const DUPLICATES: (&str, &str) = ("duplicate", "duplicates");
/// Minutes that are shown.
const MINUTES: usize = 180;

/// The dashboard.
pub async fn page(State(app): State<Arc<App>>) -> Page {
    let since = now_ms() - MINUTES as i64 * 60_000;
    let read = app.read(move |reader| {
        let rows = reader.newest(&Wanted::default(), 12)?;
        let rows = Listed::all(reader, rows)?;
        Ok((reader.article_count()?, reader.item_counts()?, reader.minutes_since(since)?, rows))
    });
    let (articles, items, minutes, rows) = read.await?;
    let status = app.stream.status();
    let memory = resident_bytes().unwrap_or_default() >> 20;
    let failing = app.stream.failures().feeds();
    let figures: [(&str, &str, &str, String); 9] = [
        ("articles", "articles", "/articles", articles.to_string()),
        ("queued", "pages queued", "", items[0].to_string()),
        ("resting", "to be tried again", "/failures", status.load.resting.to_string()),
        ("given_up", "given up", "/failures", items[2].to_string()),
        ("failing", "feeds that fail", "/failures", failing.to_string()),
        ("visiting", "feeds being visited", "", status.load.feeds.to_string()),
        ("waiting", "feeds waiting", "/feeds", status.feeds.to_string()),
        ("lag", "articles a sink lacks", "", status.lag.to_string()),
        ("memory", "MB of memory", "", memory.to_string()),
    ];
    let mut body = String::from("<dl class=\"figures\" id=\"figures\">");
    for (id, name, leads, value) in &figures {
        let name = match *leads {
            "" => name.to_string(),
            leads => format!("<a href=\"{leads}\">{name}</a>"),
        };
        let _ = write!(body, "<div><dt>{name}</dt><dd id=\"figure-{id}\">{value}</dd></div>");
    }
    body.push_str("</dl>");
    body.push_str(&plots(&minutes, since / 60_000));
    let _ = write!(body, "<section><h2>Newest articles</h2>{}</section>", article_list(&rows));
    body.push_str(&counts(&app));
    body.push_str(&stages(&app));
    Ok(html::page("Dashboard", "/", &body))
}

fn plots(minutes: &[Minute], first: i64) -> String {
    let mut series = BTreeMap::<&str, Vec<f64>>::new();
    for minute in minutes {
        let Ok(index) = usize::try_from(minute.minute - first) else { continue };
        let values = series.entry(&minute.name).or_insert_with(|| vec![0.0; MINUTES + 1]);
        if let Some(value) = values.get_mut(index) {
            *value += minute.value;
        }
    }
    let none = vec![0.0; MINUTES + 1];
    let of = |name: &str| series.get(name).unwrap_or(&none);
    let means: Vec<Option<f64>> = of("confidence")
        .iter()
        .zip(of("articles"))
        .map(|(sum, number)| (*number > 0.0).then(|| sum / number))
        .collect();
    let mut out = String::from("<section class=\"plots\"><h2>The last three hours</h2>");
    out.push_str(&plots::bars("Articles a minute", of("articles"), ("article", "articles")));
    out.push_str(&plots::line("Mean confidence of articles", &means));
    out.push_str(&plots::bars("Duplicates by their address", of("duplicate_key"), DUPLICATES));
    out.push_str(&plots::bars("Duplicates by their text", of("duplicate_text"), DUPLICATES));
    out.push_str(&plots::bars("Pages given up", of("given_up"), ("page", "pages")));
    out + "</section>"
}

fn counts(app: &App) -> String {
    let row = |(counter, count): (Counter, u64)| {
        format!(
            "<tr><th scope=\"row\">{}</th><td>{count}</td><td>{}</td></tr>",
            html::escape(&counter.name().replace('_', " ")),
            html::escape(counter.description())
        )
    };
    let rows: String = app.stream.counts().all().into_iter().map(row).collect();
    let heads = html::heads(&["what", "number", "which are"]);
    let table = html::table("What was counted", &(heads + &rows));
    format!("<section><h2>What was counted since the start</h2>{table}</section>")
}

fn stages(app: &App) -> String {
    let mut rows = String::new();
    for (name, timing) in app.stream.counts().times() {
        let mean = timing.total.as_secs_f64() * 1000.0 / timing.times.max(1) as f64;
        let _ = write!(
            rows,
            "<tr><th scope=\"row\">{}</th><td>{}</td><td>{:.1} s</td><td>{mean:.2} ms</td><td>{:.1} ms</td></tr>",
            html::escape(name),
            timing.times,
            timing.total.as_secs_f64(),
            timing.longest.as_secs_f64() * 1000.0,
        );
    }
    let heads = html::heads(&["stage", "times", "together", "on average", "at most"]);
    let table = html::table("Where the time goes", &(heads + &rows));
    format!("<section><h2>Where the time goes</h2>{table}</section>")
}
