//! The command within another program, as the Python package has it. What is asked for comes as arguments and what is
//! refused is said in the command's words, so that names and meanings are the same wherever dehusk is used; what is
//! given back are values.

use crate::args::{ContentArgs, ExtractorArgs, FetchArgs, LimitArgs};
use crate::batch::{BatchArgs, job};
use crate::error::with_causes;
use crate::fetch::{Client, PageFetchError, Settings};
use crate::plan::{PlanError, extraction, parts_of_page, written};
pub use crate::view::Shape;
use clap::{CommandFactory, Parser};
use dehusk::Options;
use dehusk_batch::Job;
use std::ffi::OsString;

/// Why something can not be done, in one line with its causes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(String);

impl Refusal {
    /// The refusal that an error is.
    pub fn new(error: &(dyn std::error::Error + 'static)) -> Refusal {
        Refusal(with_causes(error))
    }
}

/// How pages are extracted.
#[derive(Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct PageArgs {
    #[command(flatten)]
    how: ExtractorArgs,
    #[command(flatten)]
    content: ContentArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[arg(long, value_name = "LABEL")]
    charset: Option<String>,
}

/// How pages are fetched and extracted.
#[derive(Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct FetchedArgs {
    #[command(flatten)]
    page: PageArgs,
    #[command(flatten)]
    fetch: FetchArgs,
}

/// What a run over a crawl is to do.
#[derive(Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct RunArgs {
    #[command(flatten)]
    batch: BatchArgs,
}

/// What arguments are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Extracting pages: [`page`].
    Page,
    /// Fetching and extracting them: [`fetched`].
    Fetched,
    /// A run over a crawl: [`batch`].
    Batch,
}

impl Use {
    /// The names of the options there are, as in `max-time`, earlier ones too.
    pub fn options(self) -> Vec<String> {
        let command = match self {
            Use::Page => PageArgs::command(),
            Use::Fetched => FetchedArgs::command(),
            Use::Batch => RunArgs::command(),
        };
        let names = |argument: &clap::Arg| -> Vec<String> {
            let aliases = argument.get_all_aliases().unwrap_or_default();
            argument.get_long().into_iter().chain(aliases).map(str::to_string).collect()
        };
        command.get_arguments().flat_map(names).collect()
    }
}

/// How pages are to be extracted, and how many bytes of one are read.
#[derive(Clone, Debug)]
pub struct Extraction {
    /// The options.
    pub options: Options,
    /// How articles are written.
    pub shape: Shape,
    /// Bytes of an input that are read.
    pub max_bytes: usize,
}

/// The options of an extraction. `learns_sites` says whether it is with a memory of sites.
///
/// ```
/// use dehusk_cli::embed::page;
/// assert!(page(["--extractor=readability".into()], false).is_ok());
/// let refusal = page(["--favor=recal".into()], false).unwrap_err();
/// assert!(refusal.to_string().contains("recall"), "{refusal}");
/// ```
pub fn page(
    args: impl IntoIterator<Item = OsString>,
    learns_sites: bool,
) -> Result<Extraction, Refusal> {
    resolve(parse::<PageArgs>(args)?, learns_sites)
}

/// The options of an extraction, and a client that fetches the pages.
pub fn fetched(
    args: impl IntoIterator<Item = OsString>,
    learns_sites: bool,
) -> Result<(Extraction, Client), Refusal> {
    let FetchedArgs { page, fetch } = parse(args)?;
    let client = Client::new(Settings::of(&fetch, page.limits.max_bytes));
    Ok((resolve(page, learns_sites)?, client))
}

/// Fetches a page and extracts it by the options and what the server said of it.
pub fn fetch(
    extraction: &Extraction,
    client: &Client,
    address: &str,
) -> Result<(Options, Vec<u8>), PageFetchError> {
    let source = client.get(address)?;
    Ok((crate::one_page::options_with(&extraction.options, &source), source.bytes))
}

/// The job of a run over a crawl, with its inputs among the arguments.
pub fn batch(args: impl IntoIterator<Item = OsString>) -> Result<Job, Refusal> {
    let RunArgs { batch } = parse(args)?;
    job(&batch).map_err(|error| Refusal::new(&error))
}

/// An address as `--url` takes it.
pub fn address(text: &str) -> Result<String, Refusal> {
    let parsed = url::Url::parse(text).map_err(|e| PlanError::BadUrl(text.to_string(), e));
    parsed.map(String::from).map_err(|error| Refusal::new(&error))
}

fn resolve(args: PageArgs, learns_sites: bool) -> Result<Extraction, Refusal> {
    let refusal = |error: PlanError| Refusal::new(&error);
    let mut options = extraction(&args.how, &args.limits, learns_sites).map_err(refusal)?;
    if let Some(label) = &args.charset {
        options = options.with_charset(label).map_err(|error| Refusal::new(&error))?;
    }
    let options = parts_of_page(&args.content, options).map_err(refusal)?;
    let shape = written(&args.content).map_err(refusal)?;
    Ok(Extraction { options, shape, max_bytes: args.limits.max_bytes })
}

fn parse<P: Parser>(args: impl IntoIterator<Item = OsString>) -> Result<P, Refusal> {
    P::try_parse_from(args).map_err(|error| Refusal(in_one_line(&error.render().to_string())))
}

/// What a terminal is told in a paragraph, without the advice to ask for help.
fn in_one_line(told: &str) -> String {
    let lines = told.lines().map(str::trim).filter(|line| !line.is_empty());
    let lines = lines.filter(|line| !line.starts_with("For more information"));
    let lines = lines.filter(|line| !line.starts_with("Usage:"));
    lines.map(|line| line.trim_start_matches("error: ")).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_options_come_from_the_command() {
        for (what, name) in [
            (Use::Page, "drop"),
            (Use::Page, "leave-out"),
            (Use::Page, "no-links"),
            (Use::Fetched, "allow-private"),
            (Use::Batch, "where"),
        ] {
            assert!(what.options().iter().any(|one| one == name), "{what:?} {name}");
        }
    }

    #[test]
    fn refusals_are_one_line() {
        for wrong in ["--max-time=soon", "--lists=never", "--extractor=txet", "--model=none", "--select=p>"] {
            let refusal = page([wrong.into()], false).unwrap_err().to_string();
            assert!(!refusal.contains('\n') && !refusal.starts_with("error"), "{refusal}");
        }
        assert!(page(["--extractor=text".into()], true).is_err());
        assert!(address("page.html").unwrap_err().to_string().contains("https://"));
    }
}
