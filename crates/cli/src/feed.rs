//! `dehusk feed`: a feed as the stream reads it, for those who wonder what becomes of theirs.

use crate::args::FetchArgs;
use crate::fetch::{Client, Settings};
use crate::input::{Input, InputError};
use crate::stdout::stdout;
use crate::value_parsers as parse;
use clap::Args;
use dehusk_stream::counts::Counter;
use dehusk_stream::feed::{Feed, FeedError, Item};
use serde::Serialize;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;
use url::Url;

/// What relative links of a file are relative to, where nobody says where it came from.
const NOWHERE: &str = "https://feed.invalid/";

/// Arguments of `feed`.
#[derive(Args, Debug)]
pub struct FeedArgs {
    /// The feed: a file, an http(s) address, or - for standard input
    #[arg(value_name = "FILE|URL|-", value_hint = clap::ValueHint::FilePath)]
    pub input: OsString,

    /// The address a file came from; makes links absolute
    #[arg(long, value_name = "URL")]
    pub url: Option<Url>,

    /// Bytes read of the feed, with K, M or G for short
    #[arg(long, value_name = "SIZE", default_value = "16M", value_parser = parse::size)]
    pub max_bytes: usize,

    /// How it is fetched
    #[command(flatten)]
    pub fetch: FetchArgs,
}

/// Why a feed cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum FeedCommandError {
    #[error("{name}: {source}")]
    Input { name: String, source: InputError },
    #[error("{name}: {source}")]
    Feed { name: String, source: FeedError },
    #[error("{0}: this is not a valid address: write it as https://example.com/feed")]
    Address(String),
    #[error("cannot write to standard output")]
    Stdout(#[from] io::Error),
}

/// A feed as it is written.
#[derive(Debug, Serialize)]
struct FeedJson<'f> {
    kind: &'f str,
    title: Option<&'f str>,
    page: Option<&'f str>,
    hub: Option<&'f str>,
    /// The address by which the hub knows the feed.
    topic: Option<&'f str>,
    ttl_seconds: Option<u64>,
    /// What was wrong with it, and how often.
    notes: BTreeMap<&'static str, usize>,
    /// Other sources it names: the parts of a sitemap index.
    parts: &'f [String],
    items: Vec<ItemJson<'f>>,
}

/// An item as it is written.
#[derive(Debug, Serialize)]
struct ItemJson<'f> {
    link: Option<&'f str>,
    id: Option<&'f str>,
    title: Option<&'f str>,
    /// As the feed has it, and as it was understood.
    date: &'f str,
    published: Option<String>,
    description: &'f str,
    /// What the stream knows it by.
    hash: String,
}

/// Shows a feed. The exit code is 1 if it has neither items nor parts.
pub fn feed(args: &FeedArgs) -> Result<ExitCode, FeedCommandError> {
    let input = Input::new(&args.input);
    let name = input.name();
    let client = Client::new(Settings::of(&args.fetch, args.max_bytes));
    let failed = |source| FeedCommandError::Input { name: name.clone(), source };
    let source = input.read(&client, args.max_bytes).map_err(failed)?;
    let address = source.url.as_deref().map(Url::parse).transpose();
    let address = address.map_err(|_| FeedCommandError::Address(name.clone()))?;
    let address = address.or(args.url.clone()).or(Url::parse(NOWHERE).ok());
    let address = address.ok_or_else(|| FeedCommandError::Address(name.clone()))?;
    let (kind, coding) = (source.content_type.as_deref(), source.content_encoding.as_deref());
    let feed = Feed::read(&source.bytes, kind, coding, &address, args.max_bytes)
        .map_err(|source| FeedCommandError::Feed { name, source })?;
    let mut json = serde_json::to_string_pretty(&FeedJson::of(&feed)).map_err(io::Error::from)?;
    json.push('\n');
    stdout().write_all(json.as_bytes())?;
    let is_empty = feed.items.is_empty() && feed.parts.is_empty();
    Ok(ExitCode::from(u8::from(is_empty)))
}

impl<'f> FeedJson<'f> {
    fn of(feed: &'f Feed) -> FeedJson<'f> {
        FeedJson {
            kind: feed.kind,
            title: feed.title.as_deref(),
            page: feed.page.as_deref(),
            hub: feed.hub.as_ref().map(|(hub, _)| hub.as_str()),
            topic: feed.hub.as_ref().map(|(_, topic)| topic.as_str()),
            ttl_seconds: feed.ttl.map(|ttl| ttl.as_secs()),
            notes: counted(&feed.notes),
            parts: &feed.parts,
            items: feed.items.iter().map(ItemJson::of).collect(),
        }
    }
}

fn counted(notes: &[Counter]) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    notes.iter().for_each(|note| *counts.entry(note.name()).or_default() += 1);
    counts
}

impl<'f> ItemJson<'f> {
    fn of(item: &'f Item) -> ItemJson<'f> {
        let time = |seconds| jiff::Timestamp::from_second(seconds).ok();
        ItemJson {
            link: item.link.as_deref(),
            id: item.id.as_deref(),
            title: item.title.as_deref(),
            date: &item.date,
            published: item.published.and_then(time).map(|time| time.to_string()),
            description: &item.description,
            hash: item.hash.iter().map(|byte| format!("{byte:02x}")).collect(),
        }
    }
}
