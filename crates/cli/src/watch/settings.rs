//! The arguments that `watch` and `serve` share, and what the stream makes of them.

use crate::args::{ExtractorNames, FetchArgs};
use crate::rules;
use crate::value_parsers as parse;
use crate::watch::{WatchError, contact};
use clap::Args;
use dehusk_stream::Settings;
use dehusk_stream::fetch::{HttpClient, HttpSettings, Policy};
use dehusk_stream::schedule::{Intervals, Retries};
use dehusk_stream::sink::{PlaceError, PlaceOptions, Sink, parse_place};
use dehusk_stream::store::Keep;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// How the stream behaves.
#[derive(Args, Debug)]
pub struct StreamArgs {
    /// The folder that holds feeds, history, queue, site memory and articles; it is made if needed
    #[arg(long, value_name = "DIR", default_value = "dehusk-data", value_hint = clap::ValueHint::DirPath)]
    pub data: PathBuf,

    /// Keep so many articles, the newest, or those of a time such as 12h, 90d or 8w, and delete older ones for good
    ///
    /// What is deleted is said before, at the start and then every hour. Articles that a place of --to has not got
    /// yet stay until it has. Without this everything is kept.
    #[arg(long, value_name = "DURATION|COUNT")]
    pub keep_articles: Option<Keep>,

    /// Which extractor makes articles; dehusk --list shows them. Those that compare the pages of a site are none for a
    /// stream [default: auto]
    #[arg(short, long, value_name = "NAME", value_parser = ExtractorNames, hide_possible_values = true)]
    pub extractor: Option<String>,

    /// Seconds a site is left alone after each answer; its robots.txt may ask for more
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = parse::seconds_or_none)]
    pub delay: Duration,

    /// Requests to one site at once
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub site_requests: u16,

    /// Requests at once over all sites
    #[arg(long, value_name = "N", default_value = "64", value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub requests: u16,

    /// Seconds between two visits to a feed at least
    #[arg(long, value_name = "SECONDS", default_value = "300", value_parser = parse::seconds)]
    pub shortest: Duration,

    /// Seconds between two visits to a feed at most
    #[arg(long, value_name = "SECONDS", default_value = "86400", value_parser = parse::seconds)]
    pub longest: Duration,

    /// Seconds before a page that failed is tried again; tripled each time
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse::seconds)]
    pub retry: Duration,

    /// Bytes read of a page, with K, M or G for short
    #[arg(long, value_name = "SIZE", default_value = "8M", value_parser = parse::size)]
    pub max_page: usize,

    /// Bytes read of a feed
    #[arg(long, value_name = "SIZE", default_value = "16M", value_parser = parse::size)]
    pub max_feed: usize,

    /// Rules that say which parameters of addresses name the document, as `dehusk site rules` writes them
    ///
    /// They go before the built-in ones. Without a rule a parameter counts, unless advertisers use it or the site
    /// has shown that it says nothing.
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub rules: Option<PathBuf>,

    /// Connect to this address whatever the host: a web on one machine, or an archive that is played back
    #[arg(long, value_name = "IP:PORT", requires = "allow_private")]
    pub connect_to: Option<SocketAddr>,

    /// How pages are fetched
    #[command(flatten)]
    pub fetch: FetchArgs,
}

/// Where articles go.
#[derive(Args, Debug)]
pub struct SinkArgs {
    /// Where articles go; can be given again
    ///
    /// A folder gets Markdown files; a name ending in .jsonl gets JSON lines, in .sqlite or .db a table, in
    /// .parquet a folder of Parquet files; an address gets each article posted; - is standard output. A kind
    /// and a colon say it plainly: jsonl, markdown, parquet, sqlite, webhook. A place that holds anything else
    /// is refused. Whatever is given here, articles are also kept in the folder of --data.
    #[arg(long, value_name = "PLACE")]
    pub to: Vec<String>,

    /// With --to: write to places that hold something else too, after what is there, which stays as it is
    #[arg(long, requires = "to")]
    pub append: bool,
}

impl SinkArgs {
    /// The sinks beside the store, or what is wrong with a place. Has to be called within a runtime.
    pub fn sinks(&self, stream: &StreamArgs) -> Result<Vec<Box<dyn Sink>>, PlaceError> {
        let options = PlaceOptions {
            user_agent: stream.fetch.full_user_agent(),
            timeout: Some(stream.fetch.timeout),
            append: self.append,
            data: stream.data.clone(),
        };
        let sinks = self.to.iter().map(|place| parse_place(place, &options));
        sinks.collect()
    }

    /// Whether articles are written to standard output.
    pub fn use_standard_output(&self) -> bool {
        self.to.iter().any(|place| place == "-")
    }
}

impl StreamArgs {
    /// The client.
    pub fn client(&self) -> Result<Arc<HttpClient>, WatchError> {
        let settings = HttpSettings {
            user_agent: self.fetch.full_user_agent(),
            allow_private: self.fetch.allow_private,
            connect_to: self.connect_to,
            ..HttpSettings::default()
        };
        Ok(Arc::new(HttpClient::new(&settings)?))
    }

    /// The settings, or what is wrong with the file of rules.
    pub fn settings(&self) -> Result<Settings, WatchError> {
        let defaults = Settings::default();
        let policy = Policy {
            user_agent: self.fetch.full_user_agent(),
            timeout: self.fetch.timeout,
            delay: self.delay,
            at_once: self.site_requests.into(),
            overall: self.requests.into(),
            max_page_bytes: self.max_page,
            max_feed_bytes: self.max_feed,
            robots: true,
            ..Policy::default()
        };
        let longest = self.longest.max(self.shortest);
        let intervals = Intervals {
            shortest: self.shortest,
            longest,
            first: Intervals::default().first.clamp(self.shortest, longest),
            ..Intervals::default()
        };
        let keys = rules::keys(self.rules.as_deref())?;
        Ok(Settings {
            policy,
            intervals,
            retries: Retries { first: self.retry, ..Retries::default() },
            extractor: self.extractor.clone(),
            limits: defaults.limits.clone().with_max_bytes(self.max_page),
            keys,
            keep_articles: self.keep_articles,
            local_only: contact::is_missing(self),
            ..defaults
        })
    }
}
