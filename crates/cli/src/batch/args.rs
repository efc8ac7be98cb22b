//! The arguments of `dehusk batch`.

use crate::args::{ExtractorArgs, LimitArgs};
use crate::value_parsers as parse;
use clap::Args;
use dehusk_batch::{Columns, Condition, OutputFormat, Sameness};
use std::path::PathBuf;

/// What the help ends with.
pub const EXAMPLES: &str = "\
Examples:
  dehusk batch crawl.warc.gz --out corpus                 Parquet, with the usual columns
  dehusk batch crawl.warc.gz | jq -r .title               lines of JSON to standard output
  dehusk batch --from warc.paths --out s3://bucket/corpus --resume
  dehusk batch pages.parquet --html-column content --out corpus --columns +markdown,+quality
  dehusk batch crawl/ --out corpus --where 'lang == \"en\" and confidence > .6 and words >= 50'

A run that was killed or interrupted goes on with --resume and ends with the same files.
Exit codes: 0 rows were written, 1 there were none, 2 something went wrong; failures.jsonl says what.";

/// Arguments of `batch`.
#[derive(Args, Debug)]
pub struct BatchArgs {
    /// What to read: WARC, WET and ARC archives, Parquet, JSON lines, pages; folders of them, patterns, addresses
    /// (https://, s3://), or - for standard input
    #[arg(value_name = "FILE|FOLDER|URL|-", value_hint = clap::ValueHint::AnyPath)]
    pub inputs: Vec<String>,

    /// A text file with an input a line, packed by gzip or not
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub from: Vec<PathBuf>,

    /// A folder for the corpus, or its address (s3://bucket/path); without it lines of JSON go to standard output
    #[arg(short, long, value_name = "FOLDER|URL", value_hint = clap::ValueHint::DirPath)]
    pub out: Option<String>,

    /// How it is written: parquet, jsonl, jsonl.gz, jsonl.zst, warc, warc.gz (conversion records, as in WET files), or
    /// markdown (a file a page)
    #[arg(short, long, value_name = "FORMAT", default_value = "parquet", requires = "out")]
    pub format: OutputFormat,

    /// The columns: names or groups with commas between them; +NAME and -NAME change the usual ones. --list-columns
    /// tells them
    #[arg(long, value_name = "NAME,…", value_parser = Columns::parse, allow_hyphen_values = true)]
    pub columns: Option<Columns>,

    /// List the columns and stop
    #[arg(long)]
    pub list_columns: bool,

    /// Keep the rows for which this is true, such as 'lang == "en" and words >= 50': columns, numbers, texts in
    /// quotes, and or not, = != < <= > >= + - * /, in between like ilike, is null, length lower upper contains
    /// starts_with ends_with
    #[arg(long = "where", value_name = "CONDITION", value_parser = Condition::parse)]
    pub condition: Option<Condition>,

    /// A published filter, as a condition beside --where: gopher, c4, fineweb
    #[arg(long, value_name = "NAME", value_parser = parse::preset)]
    pub preset: Option<&'static dehusk_batch::Preset>,

    /// Look at this share of the pages only, such as 1% or 0.01: always the same ones
    #[arg(long, value_name = "SHARE", value_parser = parse::share)]
    pub sample: Option<f64>,

    /// Of pages that say the same write the first: by the URL key, by the text too, or by nearly the same text too
    #[arg(long, value_name = "KEY|TEXT|NEAR", value_parser = parse::sameness, requires = "out")]
    pub dedup: Option<Sameness>,

    /// With --dedup: write all of them, and tell in the columns duplicate, group and copies
    #[arg(long, requires = "dedup")]
    pub keep_duplicates: bool,

    /// With --dedup: a folder with what earlier runs have written, which comes first; this run is added to it
    #[arg(long, value_name = "FOLDER", requires = "dedup", value_hint = clap::ValueHint::DirPath)]
    pub seen: Option<PathBuf>,

    /// Judge pages by what all pages of their site in this run show (auto), and by what a file knows, which learns
    /// from them. Pages of sites with six or more are read a second time
    #[arg(long, value_name = "auto|FILE", requires = "out", value_hint = clap::ValueHint::FilePath)]
    pub memory: Option<PathBuf>,

    /// Rules that say which parameters of an address name the page, in TOML [default: those of the URL Tree
    /// paper]
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub rules: Option<PathBuf>,

    /// Go on with the run that is in the place of --out, or begin one
    #[arg(long, requires = "out")]
    pub resume: bool,

    /// Pages extracted at once; what is written does not depend on it [default: the processors]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,

    /// Bytes of rows that make a file, before they are packed, with K, M or G for short
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = parse::size)]
    pub shard_size: usize,

    /// Bytes of rows that make a row group of Parquet, before they are packed
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = parse::size)]
    pub row_group_size: usize,

    /// A folder on this machine for what is on its way [default: in --out, or with the temporary files]
    #[arg(long, value_name = "FOLDER", value_hint = clap::ValueHint::DirPath)]
    pub work: Option<PathBuf>,

    /// How inputs are read
    #[command(flatten)]
    pub reading: ReadingArgs,

    /// How the content is found
    #[command(flatten)]
    pub how: ExtractorArgs,

    /// What a page may cost
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// How inputs are read.
#[derive(Args, Debug)]
#[command(next_help_heading = "Reading")]
pub struct ReadingArgs {
    /// The column of a table with the pages
    #[arg(long, value_name = "NAME", default_value = "html")]
    pub html_column: String,

    /// The column with their addresses, if there is one
    #[arg(long, value_name = "NAME", default_value = "url")]
    pub url_column: String,

    /// The column with what they are known by, if there is one
    #[arg(long, value_name = "NAME", default_value = "id")]
    pub id_column: String,

    /// The column that says when they were captured, if there is one
    #[arg(long, value_name = "NAME", default_value = "date")]
    pub date_column: String,

    /// Take answers of any status for pages, not only those that are a success
    #[arg(long)]
    pub any_status: bool,
}
