//! The arguments of `dehusk eval`.

use clap::{Args, Subcommand, ValueEnum};
use dehusk_eval::markdown::Kind;
use dehusk_site::Retention;
use std::path::PathBuf;
use std::time::Duration;

/// What to measure.
#[derive(Debug, Subcommand)]
pub enum EvalVerb {
    /// Run extractors over corpora and score them
    Run(RunArgs),
    /// Compare titles, authors, dates and languages with what people noted, beside other programs'
    Metadata(MetadataArgs),
    /// Print tables of a run
    Table(TableArgs),
    /// Compare extractors page by page, measures with each other, and groups of pages
    Analyse(AnalyseArgs),
    /// Cumulative averages along the pages of each site, in time order
    Stream(StreamArgs),
    /// How faithful Markdown is: headings, items, cells, code, links, pictures, formulas and notes beside a gold
    /// document
    Markdown(MarkdownArgs),
    /// What site memories cost on the pages of corpora: bytes, and processor time beyond parsing
    Memory(CorporaArgs),
    /// Count pages that a corpus has twice, after each step of normalising their addresses
    Duplicates(DuplicatesArgs),
    /// What single features tell on labelled blocks, and the fits of the stochastic text model
    Features(FeatureArgs),
    /// Write a run as one HTML file to look at: tables, plots, and the worst pages with their texts
    Report(ReportArgs),
    /// Run the experiments of the papers, and set what they give here beside what was printed
    Reproduce(ReproduceArgs),
    /// What boilerplate costs a search: a collection with topics and judgements in TREC's form, or a made-up one,
    /// indexed with more and more short text left out
    Retrieval(RetrievalArgs),
    /// Check a run against pinned floors, or pin them
    Gate(GateArgs),
    /// Bring a published corpus into the layout that the other verbs read
    #[command(after_help = super::import::kinds())]
    Import(ImportArgs),
    /// Measure how fast extractors are, each step apart
    Speed(SpeedArgs),
    /// Make up a stream of pages from sites with templates, whose content is known exactly
    Synth(SynthArgs),
    /// How long auto-memory needs after made-up sites have changed their looks at half time
    Redesign(RedesignArgs),
    /// Count tables of data, programs and lists inside of the content, and how many of them auto keeps whole
    Units(UnitsArgs),
    /// How often auto gives blocks the roles that golds name: titles, bylines, dates, comments, posts and more
    Roles(UnitsArgs),
}

/// Which pages.
#[derive(Args, Debug)]
pub struct CorporaArgs {
    /// The folder that holds one folder a corpus
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    pub corpora: PathBuf,

    /// Only this corpus; can be given again
    #[arg(long = "corpus", value_name = "NAME")]
    pub names: Vec<String>,
}

/// Arguments of `eval run`.
#[derive(Args, Debug)]
pub struct RunArgs {
    /// Which pages
    #[command(flatten)]
    pub corpora: CorporaArgs,

    /// Only this extractor; can be given again. auto-memory is auto with a memory of each site; it and url-tree-…
    /// see the pages of a site in time order, those that compare pages see all of a site at once [default: all of ours that need one page only]
    #[arg(long = "extractor", value_name = "NAME")]
    pub extractors: Vec<String>,

    /// What of a site is kept by those that learn it: so many documents, none older than so many days (d) or hours (h),
    /// but always so many of the newest, as in 10000,14d,100, the default; 0d for those of one time only. Can be given
    /// again: each is then an extractor of its own
    #[arg(long, value_name = "MOST,AGE,NEWEST")]
    pub retention: Vec<Retention>,

    /// Also auto as auto-conventions: told how a corpus cuts its golds (title, captions, comments in or out), by the
    /// corpus.toml in its folder, or by what is known of its name
    #[arg(long)]
    pub conventions: bool,

    /// Another model for auto and auto-memory, made by dehusk train auto
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub model: Option<PathBuf>,

    /// For auto and auto-memory, the models that dehusk train auto --parts DIR left there: a page is judged
    /// by the one that was trained without the pages of its host
    #[arg(long, value_name = "DIR", conflicts_with = "model", value_hint = clap::ValueHint::DirPath)]
    pub models_of_parts: Option<PathBuf>,

    /// Another program's texts, in DIR/CORPUS.jsonl; can be given again
    #[arg(long = "pred", value_name = "NAME=DIR", value_parser = prediction)]
    pub predictions: Vec<(String, PathBuf)>,

    /// Where texts and results go; a run that was stopped goes on there
    #[arg(long, value_name = "DIR", default_value = "eval-out", value_hint = clap::ValueHint::DirPath)]
    pub out: PathBuf,

    /// Pages worked on at once [default: the processors]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,

    /// Seconds one page may take
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = seconds)]
    pub page_timeout: Duration,
}

fn seconds(text: &str) -> Result<Duration, &'static str> {
    let time =
        text.trim_end_matches('s').parse().ok().and_then(|s| Duration::try_from_secs_f64(s).ok());
    time.filter(|time| !time.is_zero()).ok_or("give a number of seconds above 0, such as 20 or 0.5")
}

fn prediction(text: &str) -> Result<(String, PathBuf), &'static str> {
    match text.split_once('=') {
        Some((name, folder)) if !name.is_empty() && !folder.is_empty() => {
            Ok((name.into(), folder.into()))
        }
        _ => Err("give a name and a folder, as in trafilatura=preds/trafilatura"),
    }
}

/// Arguments of `eval markdown`.
#[derive(Args, Debug)]
pub struct MarkdownArgs {
    /// A folder that holds one folder a corpus; of their pages those count that have a `markdown`
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath, required_unless_present = "fixtures")]
    pub corpora: Option<PathBuf>,

    /// Only this corpus; can be given again
    #[arg(long = "corpus", value_name = "NAME", requires = "corpora")]
    pub names: Vec<String>,

    /// A folder that holds one folder a page, each with page.html and expected.md
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    pub fixtures: Option<PathBuf>,

    /// An extractor of ours; can be given again. `text` keeps all of a page, and shows the writer alone by its recall
    #[arg(long = "extractor", value_name = "NAME", default_values = ["auto", "text"])]
    pub extractors: Vec<String>,

    /// Another program's Markdown, in DIR/CORPUS.jsonl or DIR/FIXTURES.jsonl; can be given again.
    /// bench/peers/markdown.sh makes some
    #[arg(long = "pred", value_name = "NAME=DIR", value_parser = prediction)]
    pub predictions: Vec<(String, PathBuf)>,

    /// List what is missed of a kind (-), and what is too much (+): headings, items, cells, code, links,
    /// pictures, formulas or notes
    #[arg(long, value_name = "KIND", value_parser = kind)]
    pub misses: Option<Kind>,

    /// How the table is printed
    #[arg(long, value_enum, default_value = "text")]
    pub format: TableFormat,
}

fn kind(text: &str) -> Result<Kind, String> {
    let names = || Kind::ALL.map(Kind::name).join(", ");
    Kind::from_name(text).ok_or_else(|| format!("give one of {}", names()))
}

/// Arguments of `eval metadata`.
#[derive(Args, Debug)]
pub struct MetadataArgs {
    /// A folder that holds one folder a corpus; can be given again
    #[arg(long, value_name = "DIR", required = true, value_hint = clap::ValueHint::DirPath)]
    pub corpora: Vec<PathBuf>,

    /// Only this corpus; can be given again
    #[arg(long = "corpus", value_name = "NAME")]
    pub names: Vec<String>,

    /// What another program says, in DIR/CORPUS.jsonl; can be given again
    #[arg(long = "pred", value_name = "NAME=DIR", value_parser = prediction)]
    pub predictions: Vec<(String, PathBuf)>,

    /// Only half of the hosts: the first to tune on, the second to check with
    #[arg(long, value_enum)]
    pub half: Option<HalfName>,

    /// Write every page and field where not all of it is right to this file, a JSON object a line
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub faults: Option<PathBuf>,

    /// How the table is written
    #[arg(short, long, value_enum, default_value = "text")]
    pub format: TableFormat,
}

/// Half of the hosts.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum HalfName {
    /// To tune on
    First,
    /// To check with
    Second,
}

/// Which results.
#[derive(Args, Debug)]
pub struct ResultsArgs {
    /// The folder of the run
    #[arg(long, value_name = "DIR", default_value = "eval-out", value_hint = clap::ValueHint::DirPath)]
    pub out: PathBuf,

    /// Leave out pages whose gold has a larger share of errors, as in 2%
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub max_gold_error: Option<f64>,
}

fn share(text: &str) -> Result<f64, &'static str> {
    let (number, scale) = text.strip_suffix('%').map_or((text, 1.0), |number| (number, 100.0));
    match number.trim().parse::<f64>() {
        Ok(value) if (0.0..=scale).contains(&value) => Ok(value / scale),
        _ => Err("give a share, as in 2% or 0.02"),
    }
}

/// How pages are grouped.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum By {
    /// By corpus
    Corpus,
    /// By kind of page
    Type,
    /// By language
    Lang,
    /// By host
    Host,
    /// By year
    Year,
    /// Easy, mid-complex or complex, by how much of the page is content
    Complexity,
    /// By K-means over the shares of tags
    Cluster,
}

/// How a table is written.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum TableFormat {
    /// Columns of text
    Text,
    /// A line a cell
    Csv,
    /// One array
    Json,
}

/// Arguments of `eval table`.
#[derive(Args, Debug)]
pub struct TableArgs {
    /// Which results
    #[command(flatten)]
    pub results: ResultsArgs,

    /// The measures, separated by commas; `all` for every one
    #[arg(short, long, value_name = "NAME,…", default_value = "lcs,bow,sh4,snip")]
    pub measures: String,

    /// How pages are grouped into columns
    #[arg(long, value_enum, default_value = "corpus")]
    pub by: By,

    /// How the tables are written
    #[arg(short, long, value_enum, default_value = "text")]
    pub format: TableFormat,
}

/// Arguments of `eval analyse`.
#[derive(Args, Debug)]
pub struct AnalyseArgs {
    /// Which results
    #[command(flatten)]
    pub results: ResultsArgs,

    /// The measure that pages are compared by
    #[arg(short, long, value_name = "NAME", default_value = "lcs")]
    pub measure: String,

    /// The extractor that is looked at [default: the best]
    #[arg(long, value_name = "NAME")]
    pub extractor: Option<String>,

    /// Another one to compare it with, page by page
    #[arg(long, value_name = "NAME")]
    pub against: Option<String>,

    /// Pages listed
    #[arg(long, value_name = "N", default_value = "10")]
    pub pages: usize,
}

/// Arguments of `eval stream`.
#[derive(Args, Debug)]
pub struct StreamArgs {
    /// Which results
    #[command(flatten)]
    pub results: ResultsArgs,

    /// The measure
    #[arg(short, long, value_name = "NAME", default_value = "lcs")]
    pub measure: String,

    /// Only this corpus; can be given again
    #[arg(long = "corpus", value_name = "NAME")]
    pub corpora: Vec<String>,

    /// Hosts with fewer pages have no curve of their own
    #[arg(long, value_name = "N", default_value = "10")]
    pub least: usize,

    /// The extractor that the others are compared with as sites become known
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub against: String,

    /// Write every point as CSV instead of a summary
    #[arg(long)]
    pub csv: bool,
}

/// Arguments of `eval duplicates`.
#[derive(Args, Debug)]
pub struct DuplicatesArgs {
    /// Which pages
    #[command(flatten)]
    pub corpora: CorporaArgs,

    /// Rules that say which parameters of an address name the page, in TOML [default: those of the URL Tree
    /// paper]
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub rules: Option<PathBuf>,
}

/// Arguments of `eval features`.
#[derive(Args, Debug)]
pub struct FeatureArgs {
    /// Which pages; only those with labelled blocks count
    #[command(flatten)]
    pub corpora: CorporaArgs,
}

/// Arguments of `eval report`.
#[derive(Args, Debug)]
pub struct ReportArgs {
    /// Which results
    #[command(flatten)]
    pub results: ResultsArgs,

    /// The folder that holds one folder a corpus, to show pages beside their gold
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    pub corpora: Option<PathBuf>,

    /// Another program's texts, as given to the run; can be given again
    #[arg(long = "pred", value_name = "NAME=DIR", value_parser = prediction)]
    pub predictions: Vec<(String, PathBuf)>,

    /// The file to write [default: report.html in the folder of the run]
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub to: Option<PathBuf>,
}

/// Arguments of `eval reproduce`.
#[derive(Args, Debug)]
pub struct ReproduceArgs {
    /// Only this paper: its number or name as --list has them, or own [default: all]
    #[arg(value_name = "PAPER")]
    pub paper: Option<String>,

    /// Only this table or figure of it, such as table-2
    #[arg(value_name = "ITEM")]
    pub item: Option<String>,

    /// The folder that holds one folder a corpus
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    pub corpora: PathBuf,

    /// Where texts, figures and the page go; what was found before is not run again
    #[arg(long, value_name = "DIR", default_value = "reproduce-out", value_hint = clap::ValueHint::DirPath)]
    pub out: PathBuf,

    /// List all experiments with their state, and run none
    #[arg(long)]
    pub list: bool,

    /// Count what another build of the program found and extracted, too: its extractors may have been others
    #[arg(long)]
    pub any_build: bool,

    /// For auto cross-validated, the models that dehusk train auto --parts DIR left there
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    pub models_of_parts: Option<PathBuf>,

    /// For auto on corpora it has not learned from, the models that dehusk train auto --by-corpus --parts DIR left there
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    pub models_of_corpora: Option<PathBuf>,

    /// Another program's texts, in DIR/CORPUS.jsonl, for our own tables; can be given again
    #[arg(long = "pred", value_name = "NAME=DIR", value_parser = prediction)]
    pub predictions: Vec<(String, PathBuf)>,

    /// Pages worked on at once [default: the processors]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
}

/// Arguments of `eval retrieval`.
#[derive(Args, Debug)]
pub struct RetrievalArgs {
    /// The folder with the documents: files in TREC's form, packed by gzip or not, or a corpus with pages.jsonl; without
    /// it a collection is made up whose answers are known. It is held in memory
    #[arg(long, value_name = "DIR", requires_all = ["topics", "judgements"], value_hint = clap::ValueHint::DirPath)]
    pub collection: Option<PathBuf>,

    /// The file with the topics, in TREC's form
    #[arg(long, value_name = "FILE", requires = "collection", value_hint = clap::ValueHint::FilePath)]
    pub topics: Option<PathBuf>,

    /// The file with the judgements: a line of topic, number, document and grade
    #[arg(long, value_name = "FILE", requires = "collection", value_hint = clap::ValueHint::FilePath)]
    pub judgements: Option<PathBuf>,

    /// Sites of the made-up collection
    #[arg(long, value_name = "N", default_value = "12", value_parser = clap::value_parser!(u16).range(1..), conflicts_with = "collection")]
    pub sites: u16,

    /// Documents of each of them
    #[arg(long, value_name = "N", default_value = "250", value_parser = clap::value_parser!(u16).range(1..), conflicts_with = "collection")]
    pub documents: u16,

    /// The seed of the made-up collection
    #[arg(long, value_name = "N", default_value = "7", conflicts_with = "collection")]
    pub seed: u64,
}

/// Arguments of `eval gate`.
#[derive(Args, Debug)]
pub struct GateArgs {
    /// The file with the floors
    #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub file: PathBuf,

    /// Which pages
    #[command(flatten)]
    pub corpora: CorporaArgs,

    /// The folder of the run
    #[arg(long, value_name = "DIR", default_value = "eval-out", value_hint = clap::ValueHint::DirPath)]
    pub out: PathBuf,

    /// Write the run's values as floors; a floor is never lowered
    #[arg(long)]
    pub pin: bool,

    /// With --pin: lower floors too
    #[arg(long, requires = "pin")]
    pub lower: bool,

    /// With --pin: the measures, separated by commas
    #[arg(short, long, value_name = "NAME,…", default_value = "lcs,snip")]
    pub measures: String,
}

/// Arguments of `eval import`.
#[derive(Args, Debug)]
pub struct ImportArgs {
    /// What the original is
    #[arg(value_name = "KIND")]
    pub kind: String,

    /// The folder of the original
    #[arg(value_name = "SRC", value_hint = clap::ValueHint::DirPath)]
    pub source: PathBuf,

    /// Where the corpus goes; must not exist
    #[arg(value_name = "OUT", value_hint = clap::ValueHint::DirPath)]
    pub out: PathBuf,
}

/// Arguments of `eval speed`.
#[derive(Args, Debug)]
pub struct SpeedArgs {
    /// Which pages
    #[command(flatten)]
    pub corpora: CorporaArgs,

    /// Only this extractor; can be given again. Those of sites get the pages of each site together, so give a corpus that
    /// has several [default: all of ours that need one page only]
    #[arg(long = "extractor", value_name = "NAME")]
    pub extractors: Vec<String>,

    /// Pages, taken evenly from the corpora
    #[arg(long, value_name = "N", default_value = "200", value_parser = clap::value_parser!(u16).range(1..))]
    pub pages: u16,

    /// How often each page is worked on; the best time counts
    #[arg(long, value_name = "N", default_value = "5", value_parser = clap::value_parser!(u16).range(1..))]
    pub rounds: u16,

    /// How the table is written
    #[arg(short, long, value_enum, default_value = "text")]
    pub format: TableFormat,
}

/// Arguments of `eval redesign`.
#[derive(Args, Debug)]
pub struct RedesignArgs {
    /// Sites
    #[arg(long, value_name = "N", default_value = "20", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub sites: u64,

    /// Documents a site; the second half has another design
    #[arg(long, value_name = "N", default_value = "100", value_parser = clap::value_parser!(u64).range(20..=100_000))]
    pub documents: u64,

    /// The same number, the same pages
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,

    /// Another model, made by dehusk train auto
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub model: Option<PathBuf>,

    /// The models that dehusk train auto --parts DIR left there
    #[arg(long, value_name = "DIR", conflicts_with = "model", value_hint = clap::ValueHint::DirPath)]
    pub models_of_parts: Option<PathBuf>,
}

/// Arguments of `eval units` and `eval roles`.
#[derive(Args, Debug)]
pub struct UnitsArgs {
    /// Which pages
    #[command(flatten)]
    pub corpora: CorporaArgs,

    /// Another model, made by dehusk train auto
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub model: Option<PathBuf>,

    /// The models that dehusk train auto --parts DIR left there
    #[arg(long, value_name = "DIR", conflicts_with = "model", value_hint = clap::ValueHint::DirPath)]
    pub models_of_parts: Option<PathBuf>,
}

/// Arguments of `eval synth`.
#[derive(Args, Debug)]
pub struct SynthArgs {
    /// Where the corpus goes; must not exist [default: nowhere, only what it would hold is told]
    #[arg(value_name = "OUT", value_hint = clap::ValueHint::DirPath)]
    pub out: Option<PathBuf>,

    /// Sites
    #[arg(long, value_name = "N", default_value = "10", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub sites: u64,

    /// Documents a site
    #[arg(long, value_name = "N", default_value = "100", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub documents: u64,

    /// The same number, the same pages
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,

    /// The document from which on sites have another design [default: half of them]
    #[arg(long, value_name = "N")]
    pub redesign_at: Option<u64>,

    /// Sites keep their design
    #[arg(long, conflicts_with = "redesign_at")]
    pub no_redesign: bool,

    /// Documents of a hundred that are articles seen before
    #[arg(long, value_name = "PERCENT", default_value = "5", value_parser = clap::value_parser!(u8).range(0..=90))]
    pub duplicates: u8,

    /// Documents of a site a day
    #[arg(long, value_name = "N", default_value = "20", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub per_day: u64,
}
