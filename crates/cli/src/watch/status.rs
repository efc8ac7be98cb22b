//! What is going on: a line that changes while the stream runs, and the figures at its end.

use crate::terminal;
use dehusk_stream::counts::{Counter, Counts, Timing, resident_bytes};
use dehusk_stream::{Failure, Handle, Summary};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;
use std::io::IsTerminal;
use std::sync::Arc;
use std::time::{Duration, Instant};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

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
        move |message| bar.suspend(|| terminal::say(message))
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

/// The line: what fails first, then what happens, as much of it as fits.
fn text(handle: &Handle, recent: &mut Recent) -> String {
    let (counts, status, failures) = (handle.counts(), handle.status(), handle.failures());
    let articles = counts.get(Counter::Articles);
    let mut parts = Vec::new();
    match failures.feeds() {
        0 => {}
        1 => parts.push("1 feed fails".into()),
        feeds => parts.push(format!("{feeds} feeds fail")),
    }
    parts.push(format!(
        "{}, {} a minute",
        terminal::counted(articles, "article"),
        recent.a_minute(articles)
    ));
    let last = failures.last().map(|failure| terminal::one_line(&told(&failure)));
    parts.extend([
        format!("pages: {} queued on {} sites", status.load.pages, status.load.sites),
        format!("{} to be tried again", status.load.resting),
        format!("feeds: {} being visited, {} waiting", status.load.feeds, status.feeds),
    ]);
    parts.extend(resident_bytes().map(|bytes| format!("{} MB", bytes >> 20)));
    parts.extend(Some(troubles(counts)).filter(|troubles| !troubles.is_empty()));
    fitted(&parts, last.as_deref(), width())
}

/// The last failure in a few words: where, and the name it is counted under.
fn told(failure: &Failure) -> String {
    let reason = failure.reason.split(": ").next().unwrap_or_default().replace('_', " ");
    format!("{}: {reason}", failure.url)
}

/// Columns of the terminal; one less, since some break a line that is full.
fn width() -> usize {
    let size = terminal_size::terminal_size_of(std::io::stderr());
    usize::from(size.map_or(80, |(width, _)| width.0)).saturating_sub(1)
}

/// The parts that fit, the first ones before the others, and the last failure in the half that may be left. Nothing is
/// cut but the failure, and that at its end.
fn fitted(parts: &[String], last: Option<&str>, width: usize) -> String {
    const BETWEEN: &str = " · ";
    let mut line = String::new();
    let mut add = |part: &str| {
        let between = if line.is_empty() { "" } else { BETWEEN };
        if line.width() + between.width() + part.width() <= width {
            line = format!("{line}{between}{part}");
        }
    };
    let first = parts.len().min(2);
    parts[..first].iter().for_each(|part| add(part));
    if let Some(last) = last {
        add(&cut(last, width / 2));
    }
    parts[first..].iter().for_each(|part| add(part));
    line
}

/// The beginning of a text that takes so many columns.
fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.into();
    }
    let mut out = String::new();
    for c in text.chars() {
        if out.width() + c.width().unwrap_or(0) + 1 > width {
            break;
        }
        out.push(c);
    }
    out + "…"
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
            "{} from {} in {seconds:.1} s; {}, {} given up, {} to be tried again",
            terminal::counted(summary.articles, "article"),
            terminal::counted(get(Counter::ItemsNew), "new item"),
            terminal::counted(duplicates, "duplicate"),
            get(Counter::GivenUp),
            summary.resting,
        );
        let troubles = troubles(&self.counts);
        if !troubles.is_empty() {
            text.push_str(&format!("\ntrouble: {troubles}"));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_fits_and_begins_with_what_fails() {
        let parts: Vec<String> =
            ["2 feeds fail", "7 articles, 3 a minute", "pages: 4 queued on 2 sites", "90 MB"]
                .map(String::from)
                .into();
        let last = "http://a.example/a/long/address/of/a/page/日本語: status 404";
        for width in 1..140 {
            let line = fitted(&parts, Some(last), width);
            assert!(line.width() <= width, "{width}: {line}");
            assert!(width < 12 || line.starts_with("2 feeds fail"), "{line}");
        }
        let line = fitted(&parts, Some(last), 80);
        assert!(line.contains("http://a.example/a/long") && line.contains('…'), "{line}");
        assert!(fitted(&parts, Some(last), 200).ends_with("90 MB"));
    }
}
