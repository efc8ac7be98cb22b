//! What is going on: a line that changes while the stream runs, and the figures at its end.

use dehusk_stream::counts::{Counter, Counts, Timing, resident_bytes};
use dehusk_stream::{Handle, Summary};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;
use std::io::IsTerminal;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Kinds of trouble that are named, the most frequent ones.
const MAX_TROUBLES_NAMED: usize = 8;

/// The line, on a terminal; elsewhere nothing.
#[derive(Clone)]
pub struct StatusLine(ProgressBar);

impl StatusLine {
    /// A line, unless results scroll over the same terminal.
    pub fn new(results_on_stdout: bool) -> StatusLine {
        let scrolls = results_on_stdout && std::io::stdout().is_terminal();
        if scrolls || !std::io::stderr().is_terminal() {
            return StatusLine(ProgressBar::hidden());
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("{wide_msg}") {
            bar.set_style(style);
        }
        StatusLine(bar)
    }

    /// Says something above the line.
    pub fn speaker(&self) -> impl Fn(&str) + Send + Sync + 'static + use<> {
        let bar = self.0.clone();
        move |message| bar.suspend(|| crate::terminal::say(message))
    }

    /// Keeps the line up to date until the task is aborted.
    pub fn show(&self, handle: Handle) -> tokio::task::JoinHandle<()> {
        let bar = self.0.clone();
        tokio::spawn(async move {
            let mut recent = Recent::default();
            loop {
                bar.set_message(text(&handle, &mut recent));
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
        })
    }

    /// Takes the line away.
    pub fn clear(&self) {
        self.0.finish_and_clear();
    }
}

/// Articles of the last minute.
#[derive(Default)]
struct Recent(std::collections::VecDeque<(Instant, u64)>);

impl Recent {
    fn a_minute(&mut self, articles: u64) -> u64 {
        let now = Instant::now();
        self.0.push_back((now, articles));
        while self
            .0
            .front()
            .is_some_and(|(at, _)| now.duration_since(*at) > Duration::from_secs(60))
        {
            self.0.pop_front();
        }
        let Some((since, before)) = self.0.front() else { return 0 };
        let seconds = now.duration_since(*since).as_secs_f64().max(1.0);
        ((articles - before) as f64 * 60.0 / seconds) as u64
    }
}

fn text(handle: &Handle, recent: &mut Recent) -> String {
    let (counts, status) = (handle.counts(), handle.status());
    let articles = counts.get(Counter::Articles);
    let memory = resident_bytes().map_or(String::new(), |bytes| format!(" · {} MB", bytes >> 20));
    let troubles = troubles(counts);
    let troubles = if troubles.is_empty() { troubles } else { format!(" · {troubles}") };
    format!(
        "{articles} articles, {} a minute · feeds: {} being visited, {} waiting · pages: {} queued on {} sites, {} to be tried again{memory}{troubles}",
        recent.a_minute(articles),
        status.load.feeds,
        status.feeds,
        status.load.pages,
        status.load.sites,
        status.load.resting,
    )
}

/// What went wrong, most often first.
fn troubles(counts: &Counts) -> String {
    let named = counts.faults().into_iter().take(MAX_TROUBLES_NAMED);
    let told =
        named.map(|(counter, count)| format!("{} {count}", counter.name().replace('_', " ")));
    told.collect::<Vec<_>>().join(", ")
}

/// The figures of a run.
pub struct Stats {
    counts: Arc<Counts>,
    elapsed: Duration,
}

impl Stats {
    /// The figures until now.
    pub fn of(handle: &Handle, elapsed: Duration) -> Stats {
        Stats { counts: handle.counts().clone(), elapsed }
    }

    /// As JSON.
    pub fn json(&self) -> String {
        let time = |(name, t): (&str, Timing)| {
            let value = json!({
                "times": t.times,
                "seconds": t.total.as_secs_f64(),
                "longest": t.longest.as_secs_f64(),
            });
            (name.to_string(), value)
        };
        let times: serde_json::Map<_, _> = self.counts.times().into_iter().map(time).collect();
        json!({
            "seconds": self.elapsed.as_secs_f64(),
            "resident_bytes": resident_bytes(),
            "site_memory_bytes": self.counts.memories(),
            "counts": self.counts.by_name(),
            "stages": times,
        })
        .to_string()
    }

    /// In a few words.
    pub fn summary(&self, summary: &Summary) -> String {
        let get = |counter| self.counts.get(counter);
        let duplicates = get(Counter::DuplicateKey) + get(Counter::DuplicateText);
        let seconds = self.elapsed.as_secs_f64();
        let mut text = format!(
            "dehusk: {} articles from {} new items in {seconds:.1} s; {duplicates} duplicates, {} given up, {} to be tried again",
            summary.articles,
            get(Counter::ItemsNew),
            get(Counter::GivenUp),
            summary.resting,
        );
        let troubles = troubles(&self.counts);
        if !troubles.is_empty() {
            text.push_str(&format!("\ndehusk: trouble: {troubles}"));
        }
        text
    }
}
