//! Figures in the text format of Prometheus.

use crate::app::App;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use dehusk_stream::counts::resident_bytes;
use std::fmt::Write;
use std::sync::Arc;

/// All counts, the times of all stages, and how things stand.
pub async fn metrics(State(app): State<Arc<App>>) -> impl IntoResponse {
    let text = text(&app);
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text)
}

fn text(app: &App) -> String {
    let (counts, status) = (app.stream.counts(), app.stream.status());
    let mut out = String::from("# TYPE dehusk_events_total counter\n");
    for (name, count) in counts.by_name() {
        let _ = writeln!(out, "dehusk_events_total{{name=\"{name}\"}} {count}");
    }
    out.push_str("# TYPE dehusk_stage_seconds summary\n");
    for (name, timing) in counts.times() {
        let seconds = timing.total.as_secs_f64();
        let _ = writeln!(out, "dehusk_stage_seconds_sum{{stage=\"{name}\"}} {seconds}");
        let _ = writeln!(out, "dehusk_stage_seconds_count{{stage=\"{name}\"}} {}", timing.times);
    }
    let gauges = [
        ("feeds_visiting", status.load.feeds),
        ("feeds_waiting", status.feeds),
        ("pages_queued", status.load.pages),
        ("pages_resting", status.load.resting),
        ("sites_busy", status.load.sites),
        ("sink_lag", status.lag),
        ("site_memory_bytes", status.memories),
        ("resident_bytes", resident_bytes().unwrap_or_default() as usize),
        ("uptime_seconds", app.started.elapsed().as_secs() as usize),
    ];
    for (name, value) in gauges {
        let _ = writeln!(out, "# TYPE dehusk_{name} gauge\ndehusk_{name} {value}");
    }
    out
}
