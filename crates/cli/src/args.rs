//! The arguments as they are typed. Parsing does no work and opens nothing: [`crate::plan`] turns these
//! into what is to be done, so that help, completions and the man page come from here alone.

use crate::value_parsers as parse;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  dehusk page.html                          the main content of a file, as text
  dehusk https://example.com/story          the same for a page on the web
  curl -s https://example.com | dehusk --url https://example.com
  dehusk --format markdown --output out *.html
  dehusk --jsonl a.html b.html | jq -r .article.title.value
  dehusk --explain page.html                why each block was kept or dropped
  dehusk -f markdown --front-matter -o out saved-pages/
  dehusk --epub week.epub saved-pages/      all of them as a book for a reading device
  dehusk --select main --remove .ad,nav -e text page.html

A file that is named like a verb is given as ./man or after --.
Exit codes: 0 content was found, 1 nothing was found, 2 something went wrong.";

/// Turns web pages into their main content.
///
/// Reads HTML from files, addresses or standard input and writes what a reader came for, without
/// navigation, advertisements and the rest of the husk.
#[derive(Debug, Parser)]
#[command(name = "dehusk", version, after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// What to do; extract when none is named.
    #[command(subcommand)]
    pub verb: Option<Verb>,
    /// The arguments of the default verb.
    #[command(flatten)]
    pub extract: ExtractArgs,
}

/// The verbs.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Write the main content of pages (the default verb)
    #[command(after_help = EXAMPLES)]
    Extract(Box<ExtractArgs>),
    /// Make a corpus of a crawl: WARC, Parquet, JSON lines or folders of pages in, Parquet and others out
    #[cfg(feature = "batch")]
    #[command(after_help = crate::batch::EXAMPLES)]
    Batch(Box<crate::batch::BatchArgs>),
    /// Read feeds and write an article for each new item, for as long as it runs
    #[cfg(feature = "stream")]
    Watch(Box<crate::watch::WatchArgs>),
    /// Watch feeds and serve articles over HTTP, with pages to look at
    #[cfg(feature = "stream")]
    Serve(Box<crate::serve::ServeArgs>),
    /// Write a feed, sitemap or JSON Feed as it is read, as JSON
    #[cfg(feature = "stream")]
    Feed(Box<crate::feed::FeedArgs>),
    /// Show the whole stream on a made-up web on this machine; no network is needed
    #[cfg(feature = "stream")]
    Demo(crate::demo::DemoArgs),
    /// Give pages, and the articles of a store, to assistants that speak the Model Context Protocol
    #[cfg(feature = "mcp")]
    Mcp(Box<crate::mcp::McpArgs>),
    /// Measure extractors on corpora of pages with known content
    #[cfg(feature = "lab")]
    Eval {
        /// What to measure
        #[command(subcommand)]
        verb: dehusk_lab::EvalVerb,
    },
    /// Learn a model from corpora of pages with known content
    #[cfg(feature = "lab")]
    Train {
        /// What to learn
        #[command(subcommand)]
        verb: dehusk_lab::TrainVerb,
    },
    /// Look at what is remembered of sites, move it, or forget it
    #[cfg(feature = "stream")]
    Site {
        /// What to do
        #[command(subcommand)]
        verb: crate::site::SiteVerb,
    },
    /// Check the folder of watch and serve, or repair it
    #[cfg(feature = "stream")]
    Store {
        /// What to do
        #[command(subcommand)]
        verb: crate::store::StoreVerb,
    },
    /// Write a completion script for a shell to standard output
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write the man page of a command to standard output, or those of all commands into a folder
    Man(crate::generate::ManArgs),
}

/// The arguments of `extract`.
#[derive(Args, Debug)]
pub struct ExtractArgs {
    /// Pages: files, folders of HTML files, http(s) addresses, JSON lines with "html" and "url", or - for standard input
    #[arg(value_name = "FILE|DIR|URL|-", value_hint = clap::ValueHint::AnyPath)]
    pub inputs: Vec<OsString>,

    /// A file that names one input a line, as they would be given here; - for standard input
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub files_from: Option<PathBuf>,

    /// How the content is written
    #[arg(short, long, value_enum, value_name = "FORMAT")]
    pub format: Option<FormatName>,

    /// How the content is found
    #[command(flatten)]
    pub how: ExtractorArgs,

    /// What of it is written, and how
    #[command(flatten)]
    pub content: ContentArgs,

    /// Learn the sites of pages in this file, and use what earlier pages of a site have shown: with auto, and with the
    /// extractors url-tree-…, which go by that alone. Pages need an address for it, and are worked on one after the other
    #[cfg(feature = "stream")]
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, help_heading = "Preferences of auto")]
    pub memory: Option<PathBuf>,

    /// Rules that say which parameters of an address name the page, in TOML, as dehusk site rules writes them
    ///
    /// They go before the built-in ones. Without a rule a parameter counts, unless advertisers use it or the site has
    /// shown that it says nothing.
    #[cfg(feature = "stream")]
    #[arg(long, value_name = "FILE", requires = "memory", value_hint = clap::ValueHint::FilePath, help_heading = "Preferences of auto")]
    pub rules: Option<PathBuf>,

    /// List the extractors and stop
    #[arg(long)]
    pub list: bool,

    /// Write only what the page says about itself: title, authors, dates and the rest
    #[arg(short, long)]
    pub metadata: bool,

    /// Write a table of the page's blocks: kept or dropped, score and reason; with --format json, for programs
    #[arg(long, conflicts_with_all = ["metadata", "jsonl"])]
    pub explain: bool,

    /// Write one line of JSON for each input, errors included
    ///
    /// Each line has "input" and "ok". Where that is true, "found" says whether there was content, which
    /// stands in "article", or under the name of its --format; else "error" says why.
    #[arg(long, conflicts_with = "output")]
    pub jsonl: bool,

    /// Write one file for each input into this folder, which is made if needed
    #[arg(short, long, value_name = "DIR", value_hint = clap::ValueHint::DirPath, group = "files")]
    pub output: Option<PathBuf>,

    /// Write all articles into this file, one book for a reading device, in the order of the inputs and without pictures
    #[cfg(feature = "epub")]
    #[arg(
        long,
        value_name = "FILE",
        value_hint = clap::ValueHint::FilePath,
        group = "files",
        conflicts_with_all = ["format", "metadata", "explain", "jsonl", "front_matter", "width", "fields", "no_images"]
    )]
    pub epub: Option<PathBuf>,

    /// With --output or --epub: replace files that are already there
    #[arg(long, requires = "files")]
    pub overwrite: bool,

    /// The address a file or standard input came from; makes links absolute
    #[arg(long, value_name = "URL")]
    pub url: Option<String>,

    /// The encoding of the input, such as windows-1252, where the page does not say it or lies
    #[arg(long, value_name = "LABEL")]
    pub charset: Option<String>,

    /// Inputs worked on at once; the output keeps their order [default: the processors, at most 8]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,

    /// How pages are fetched
    #[cfg(feature = "stream")]
    #[command(flatten)]
    pub fetch: FetchArgs,
    /// What a page may cost
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// How the content of a page is found.
#[derive(Args, Debug)]
pub struct ExtractorArgs {
    /// Which extractor finds the content; --list shows them, and what some of them need beside the page
    #[arg(short, long, value_name = "NAME", value_parser = ExtractorNames, hide_possible_values = true)]
    pub extractor: Option<String>,

    /// What auto prefers where it can not have both: no word too many, or none missing
    #[arg(long, value_enum, value_name = "WHAT", help_heading = "Preferences of auto")]
    pub favor: Option<FavorName>,

    /// Whether auto keeps readers' comments [default: as it judges them]
    #[arg(long, value_enum, value_name = "IN|OUT", help_heading = "Preferences of auto")]
    pub comments: Option<CommentsName>,

    /// What auto gives for a page that is a list of other pages or things: the list, or nothing
    #[arg(
        long,
        value_enum,
        value_name = "WHAT",
        default_value = "keep",
        help_heading = "Preferences of auto"
    )]
    pub lists: ListsName,

    /// Blocks that auto leaves out, by what they are: title, subtitle, byline, date, body, heading, caption, list, table,
    /// code, quotation, footnote, comment, post, related
    #[arg(long = "drop", alias = "leave-out", value_name = "ROLE,…", value_delimiter = ',', value_parser = parse::role, help_heading = "Preferences of auto")]
    pub leave_out: Vec<dehusk::extractor::Role>,

    /// Blocks that auto keeps wherever they stand, by what they are, such as comment, caption, related or navigation
    #[arg(long, value_name = "ROLE,…", value_delimiter = ',', value_parser = parse::role, help_heading = "Preferences of auto")]
    pub keep: Vec<dehusk::extractor::Role>,

    /// Where the title of the page stands in what is written [default: first with auto, else as-page]
    #[arg(long, value_enum, value_name = "WHERE", help_heading = "Content")]
    pub title: Option<TitleName>,

    /// Another model for auto, made by dehusk train auto
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, help_heading = "Preferences of auto")]
    pub model: Option<PathBuf>,

    /// The parameters of r4.
    #[cfg(feature = "suite")]
    #[command(flatten)]
    pub r4: R4Args,
}

/// The parameters of r4.
#[cfg(feature = "suite")]
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Parameters of r4")]
pub struct R4Args {
    /// Elements farthest from the centroid that r4 chooses from [default: 3]
    #[arg(long = "r4-c", value_name = "N")]
    pub c: Option<usize>,

    /// Text with links by text without from which an element with many links is no content for r4 [default: 1.5]
    #[arg(long = "r4-tr", value_name = "RATIO", value_parser = parse::ratio)]
    pub tr: Option<f32>,

    /// Links up to which an element is content for r4 whatever its text [default: 7]
    #[arg(long = "r4-hr", value_name = "N")]
    pub hr: Option<u32>,
}

/// What of the content is written, and how.
#[derive(Args, Debug)]
#[command(next_help_heading = "Content")]
pub struct ContentArgs {
    /// Look for the content only in what this CSS selector names; with --extractor text all of it is the content
    #[arg(long, value_name = "CSS")]
    pub select: Option<String>,

    /// Take what this CSS selector names out of the page first; can be given again
    #[arg(long, value_name = "CSS")]
    pub remove: Vec<String>,

    /// Write only the text of links
    #[arg(long)]
    pub no_links: bool,

    /// Leave pictures out; their captions stay
    #[arg(long)]
    pub no_images: bool,

    /// Begin with what the page says about itself, as YAML between lines of dashes
    #[arg(long)]
    pub front_matter: bool,

    /// Break paragraphs of text and Markdown into lines of so many characters
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(20..=1000))]
    pub width: Option<u16>,

    /// Write only these fields of JSON, such as title,text,blocks
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub fields: Vec<String>,
}

/// How pages are fetched.
#[cfg(feature = "stream")]
#[derive(Args, Debug)]
#[command(next_help_heading = "Fetching")]
pub struct FetchArgs {
    /// Seconds one page may take to fetch, redirects included
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = parse::seconds)]
    pub timeout: Duration,

    /// The name the command gives itself to servers
    #[arg(long, value_name = "TEXT", value_parser = parse::header, default_value = concat!(
        "dehusk/", env!("CARGO_PKG_VERSION")
    ))]
    pub user_agent: String,

    /// How those who run a site reach you, an e-mail or web address of yours: it is told with the name
    ///
    /// watch and serve need it on the internet, ask for it once, and remember it in the folder of --data.
    #[arg(long, value_name = "MAIL|URL", env = "DEHUSK_CONTACT", value_parser = parse::contact)]
    pub contact: Option<String>,

    /// Also fetch from private, loopback and link-local addresses
    ///
    /// Without it an address is refused when its name leads into the own network, redirects included.
    /// Proxies are never used, because behind one this could not be checked.
    #[arg(long)]
    pub allow_private: bool,
}

#[cfg(feature = "stream")]
impl FetchArgs {
    /// The name, and how its user is reached. A name that says that itself is left as it is.
    pub fn full_user_agent(&self) -> String {
        match &self.contact {
            Some(contact) if !self.names_a_contact() => {
                format!("{} (+{contact})", self.user_agent)
            }
            _ => self.user_agent.clone(),
        }
    }

    /// Whether the name itself has an e-mail or web address in it.
    pub fn names_a_contact(&self) -> bool {
        self.user_agent.contains('@') || self.user_agent.contains("://")
    }
}

/// What a page may cost.
#[derive(Args, Debug)]
#[command(next_help_heading = "Limits")]
pub struct LimitArgs {
    /// Bytes read of one input, with K, M or G for short; the rest is cut off with a warning
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = parse::size)]
    pub max_bytes: usize,

    /// Memory one page may take, with K, M or G for short; what does not fit is cut off with a warning
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = parse::size)]
    pub max_memory: usize,

    /// Nodes one page may have
    #[arg(long, value_name = "N", value_parser = parse::count)]
    pub max_nodes: Option<usize>,

    /// Elements that may be nested; deeper ones become siblings
    #[arg(long, value_name = "N", value_parser = parse::count)]
    pub max_depth: Option<usize>,

    /// Seconds one page may take, from its bytes to each form it is written in
    #[arg(long, value_name = "SECONDS", value_parser = parse::seconds)]
    pub max_time: Option<Duration>,
}

/// What auto prefers, by the names users type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FavorName {
    /// What is kept is content
    Precision,
    /// Content is kept
    Recall,
}

/// Where the title stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TitleName {
    /// Once, above everything else
    First,
    /// Nowhere
    Never,
    /// Where the page has it, if it was kept there
    AsPage,
}

/// Comments in or out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CommentsName {
    /// They are kept
    In,
    /// They are dropped
    Out,
}

/// Lists kept or dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ListsName {
    /// The list is the content
    Keep,
    /// Such a page has none
    Drop,
}

/// The formats by the names users type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatName {
    /// Plain text (the default)
    Text,
    /// CommonMark with GFM tables
    #[value(alias = "md")]
    Markdown,
    /// Sanitised, semantic HTML
    Html,
    /// One object with content and metadata
    Json,
    /// TEI XML
    Tei,
}

/// Offers the registry's names to completions, but takes any text: an unknown name is answered with the
/// nearest one when the arguments are resolved.
#[derive(Clone)]
pub struct ExtractorNames;

impl TypedValueParser for ExtractorNames {
    type Value = String;

    fn parse_ref(
        &self,
        cmd: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(cmd, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let registry = dehusk::extractor::registry();
        let value = |entry: &dehusk::extractor::Entry| {
            PossibleValue::new(entry.name().to_string()).help(entry.about().to_string())
        };
        let values: Vec<PossibleValue> = registry.entries().iter().map(value).collect();
        Some(Box::new(values.into_iter()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn definitions_are_sound() {
        Cli::command().debug_assert();
    }

    fn verb_and_inputs(args: &[&str]) -> (bool, Vec<OsString>) {
        let cli = Cli::try_parse_from(args).unwrap();
        match cli.verb {
            Some(Verb::Extract(extract)) => (true, extract.inputs),
            Some(_) => (true, Vec::new()),
            None => (false, cli.extract.inputs),
        }
    }

    #[test]
    fn extract_is_the_default_verb() {
        let named = verb_and_inputs(&["dehusk", "extract", "a.html", "-"]);
        assert_eq!(named, (true, vec!["a.html".into(), "-".into()]));
        let unnamed = verb_and_inputs(&["dehusk", "a.html", "-"]);
        assert_eq!(unnamed, (false, vec!["a.html".into(), "-".into()]));
    }

    #[test]
    fn files_named_like_verbs_can_be_reached() {
        assert_eq!(verb_and_inputs(&["dehusk", "--", "man"]), (false, vec!["man".into()]));
        assert_eq!(verb_and_inputs(&["dehusk", "extract", "man"]), (true, vec!["man".into()]));
        let second = verb_and_inputs(&["dehusk", "a.html", "man"]);
        assert_eq!(second, (false, vec!["a.html".into(), "man".into()]));
    }
}
