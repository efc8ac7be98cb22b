//! The arguments, resolved: everything that can be known before the first input is opened. Contradictions
//! end here, so that the rest of the command has none to think about.

use crate::args::{
    CommentsName, ExtractArgs, ExtractorArgs, FavorName, FormatName, LimitArgs, ListsName,
};
use crate::fetch::Client;
use crate::file_names;
use crate::input::Input;
#[cfg(feature = "stream")]
use crate::remember::{Memory, MemoryError};
use crate::view::{Layout, View};
use dehusk::{Format, Limits, Options, auto};
use std::collections::HashSet;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// What is to be done.
#[derive(Debug)]
pub struct Plan {
    /// The pages.
    pub inputs: Vec<Input>,
    /// How each is extracted.
    pub options: Options,
    /// What of it is written.
    pub view: View,
    /// Where to.
    pub target: Target,
    /// Bytes of an input that are read.
    pub max_bytes: usize,
    /// How pages are fetched.
    #[cfg(feature = "stream")]
    fetch: crate::fetch::Settings,
    /// Inputs worked on at once.
    pub jobs: usize,
    /// What is remembered of sites.
    #[cfg(feature = "stream")]
    pub memory: Option<Memory>,
}

/// Where results go.
#[derive(Debug)]
pub enum Target {
    /// Standard output.
    Stdout,
    /// Standard output, a line of JSON for each input.
    Lines,
    /// Files of these names in a folder, one for each input.
    Folder {
        /// The folder.
        path: PathBuf,
        /// The names, in the order of the inputs.
        names: Vec<String>,
        /// Whether files that are there may be replaced.
        overwrite: bool,
    },
}

impl Target {
    /// How JSON is laid out there.
    pub fn json_layout(&self) -> Layout {
        match self {
            Target::Lines => Layout::Compact,
            Target::Stdout | Target::Folder { .. } => Layout::Indented,
        }
    }
}

/// Why the arguments cannot be followed.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    #[error("no input: give files, addresses or - for standard input; dehusk --help says more")]
    NoInput,
    #[error("standard input (-) can be read only once: give it once")]
    StdinTwice,
    #[error("--metadata is written as text or json: choose one of them with --format")]
    MetadataFormat,
    #[error("several pages do not make one {0} document: add {1}")]
    ManyInOne(&'static str, &'static str),
    #[error("--url is the address of one page: give one input with it")]
    UrlForMany,
    #[error("--url is for a file or standard input: a fetched page has an address")]
    UrlForUrl,
    #[error("--url {0}: this is not a valid address ({1}): write it as https://example.com/page")]
    BadUrl(String, #[source] url::ParseError),
    #[error(
        "--favor, --comments, --lists, --leave-out, --model and --memory are for the extractor auto: leave them or --extractor {0} out"
    )]
    PreferenceOfAuto(String),
    #[error("--model {0}: {1}: give a file that dehusk train auto wrote")]
    ModelFile(String, #[source] std::io::Error),
    #[error("--model {0}: {1}")]
    Model(String, #[source] auto::ModelError),
    #[cfg(feature = "stream")]
    #[error(transparent)]
    Memory(#[from] MemoryError),
    #[error(transparent)]
    Options(#[from] dehusk::Error),
}

impl Plan {
    /// Resolves the arguments.
    pub fn new(args: ExtractArgs) -> Result<Plan, PlanError> {
        let inputs = inputs(&args)?;
        let view = view(&args)?;
        let target = target(&args, &inputs, view)?;
        Ok(Plan {
            options: options(&args, &inputs)?,
            view,
            target,
            max_bytes: args.limits.max_bytes,
            #[cfg(feature = "stream")]
            fetch: fetch(&args),
            jobs: jobs(&args),
            #[cfg(feature = "stream")]
            memory: memory(&args)?,
            inputs,
        })
    }

    /// A client for the addresses among the inputs.
    pub fn client(&self) -> Client {
        #[cfg(feature = "stream")]
        return Client::new(self.fetch.clone());
        #[cfg(not(feature = "stream"))]
        Client
    }
}

fn inputs(args: &ExtractArgs) -> Result<Vec<Input>, PlanError> {
    let inputs: Vec<_> = args.inputs.iter().map(|argument| Input::new(argument)).collect();
    match inputs.iter().filter(|&input| *input == Input::Stdin).count() {
        0 if inputs.is_empty() && std::io::stdin().is_terminal() => Err(PlanError::NoInput),
        0 if inputs.is_empty() => Ok(vec![Input::Stdin]),
        0 | 1 => Ok(inputs),
        _ => Err(PlanError::StdinTwice),
    }
}

fn view(args: &ExtractArgs) -> Result<View, PlanError> {
    // A line of JSON carries the whole article unless another format is asked for.
    let default = if args.jsonl { FormatName::Json } else { FormatName::Text };
    let format = args.format.unwrap_or(default);
    match (args.metadata, format) {
        (true, FormatName::Json) => Ok(View::MetadataJson),
        (true, FormatName::Text) if args.jsonl => Ok(View::MetadataJson),
        (true, FormatName::Text) => Ok(View::MetadataText),
        (true, _) => Err(PlanError::MetadataFormat),
        (false, _) if args.explain => Ok(View::Explain),
        (false, format) => Ok(View::Article(format.into())),
    }
}

fn target(args: &ExtractArgs, inputs: &[Input], view: View) -> Result<Target, PlanError> {
    if let Some(folder) = &args.output {
        let files = real_paths(inputs);
        // A result written there would destroy a page that is still to be read.
        let taken = |name: &str| is_one_of(&folder.join(name), &files);
        let names = file_names::assign(inputs, view.extension(), taken);
        return Ok(Target::Folder { path: folder.clone(), names, overwrite: args.overwrite });
    }
    match view {
        _ if args.jsonl => Ok(Target::Lines),
        _ if inputs.len() <= 1 => Ok(Target::Stdout),
        View::Article(Format::Json) | View::MetadataJson => {
            Err(PlanError::ManyInOne("JSON", "--jsonl or --output DIR"))
        }
        View::Article(Format::Tei) => Err(PlanError::ManyInOne("TEI", "--output DIR or --jsonl")),
        View::Article(Format::Text | Format::Markdown | Format::Html)
        | View::MetadataText
        | View::Explain => Ok(Target::Stdout),
    }
}

/// The files among the inputs, by paths that can be compared.
fn real_paths(inputs: &[Input]) -> HashSet<PathBuf> {
    let path = |input: &Input| match input {
        Input::File(path) => path.canonicalize().ok(),
        _ => None,
    };
    inputs.iter().filter_map(path).collect()
}

fn is_one_of(path: &Path, files: &HashSet<PathBuf>) -> bool {
    path.canonicalize().is_ok_and(|path| files.contains(&path))
}

fn options(args: &ExtractArgs, inputs: &[Input]) -> Result<Options, PlanError> {
    let mut options = extraction(&args.how, &args.limits, learns_sites(args))?;
    if let Some(label) = &args.charset {
        options = options.with_charset(label)?;
    }
    match (&args.url, inputs) {
        (None, _) => Ok(options),
        (Some(_), [Input::Url(_)]) => Err(PlanError::UrlForUrl),
        (Some(text), [_]) => {
            let url = url::Url::parse(text).map_err(|e| PlanError::BadUrl(text.clone(), e))?;
            Ok(options.with_url(url))
        }
        (Some(_), _) => Err(PlanError::UrlForMany),
    }
}

/// How pages are extracted, by the arguments of all commands that extract. `learns_sites` says whether a memory is
/// asked for.
pub fn extraction(
    how: &ExtractorArgs,
    limits: &LimitArgs,
    learns_sites: bool,
) -> Result<Options, PlanError> {
    let mut options = Options::new().with_limits(page_limits(limits));
    if let Some(name) = &how.extractor {
        options = options.with_extractor(name)?;
    }
    preferences(how, learns_sites, options)
}

/// What only the default extractor reads; with another one it would be without effect, so it is refused.
fn preferences(
    how: &ExtractorArgs,
    learns_sites: bool,
    mut options: Options,
) -> Result<Options, PlanError> {
    let given = how.favor.is_some()
        || how.comments.is_some()
        || how.model.is_some()
        || learns_sites
        || !how.leave_out.is_empty()
        || how.lists == ListsName::Drop;
    if let (Some(name), true) = (how.extractor.as_deref().filter(|&name| name != "auto"), given) {
        return Err(PlanError::PreferenceOfAuto(name.into()));
    }
    if let Some(favor) = how.favor {
        options = options.with_favor(match favor {
            FavorName::Precision => auto::Favor::Precision,
            FavorName::Recall => auto::Favor::Recall,
        });
    }
    if let Some(comments) = how.comments {
        options = options.with_comments(match comments {
            CommentsName::In => auto::Comments::Include,
            CommentsName::Out => auto::Comments::Exclude,
        });
    }
    if how.lists == ListsName::Drop {
        options = options.with_lists(auto::Lists::Drop);
    }
    options = options.leaving_out(how.leave_out.iter().copied());
    if let Some(path) = &how.model {
        options = options.with_model(model(path)?);
    }
    Ok(options)
}

#[cfg(feature = "stream")]
fn learns_sites(args: &ExtractArgs) -> bool {
    args.memory.is_some()
}

#[cfg(not(feature = "stream"))]
fn learns_sites(_args: &ExtractArgs) -> bool {
    false
}

#[cfg(feature = "stream")]
fn memory(args: &ExtractArgs) -> Result<Option<Memory>, MemoryError> {
    args.memory.as_ref().map(|path| Memory::new(path, args.rules.as_deref())).transpose()
}

/// Reads the model file that an argument names.
fn model(path: &Path) -> Result<auto::Model, PlanError> {
    let name = path.display().to_string();
    let bytes = std::fs::read(path).map_err(|e| PlanError::ModelFile(name.clone(), e))?;
    auto::Model::read(&bytes).map_err(|e| PlanError::Model(name, e))
}

fn page_limits(args: &LimitArgs) -> Limits {
    let mut limits =
        Limits::default().with_max_bytes(args.max_bytes).with_max_memory(args.max_memory);
    if let Some(nodes) = args.max_nodes {
        limits = limits.with_max_nodes(nodes);
    }
    if let Some(depth) = args.max_depth {
        limits = limits.with_max_depth(depth);
    }
    if let Some(time) = args.max_time {
        limits = limits.with_max_time(time);
    }
    limits
}

#[cfg(feature = "stream")]
fn fetch(args: &ExtractArgs) -> crate::fetch::Settings {
    crate::fetch::Settings {
        timeout: args.fetch.timeout,
        max_bytes: args.limits.max_bytes,
        user_agent: args.fetch.user_agent.clone(),
        allow_private: args.fetch.allow_private,
    }
}

fn jobs(args: &ExtractArgs) -> usize {
    let processors = || std::thread::available_parallelism().map_or(1, |n| n.get().min(8));
    match learns_sites(args) {
        // What a page is worth to the next depends on their order.
        true => 1,
        false => args.jobs.map_or_else(processors, usize::from),
    }
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Format {
        match name {
            FormatName::Text => Format::Text,
            FormatName::Markdown => Format::Markdown,
            FormatName::Html => Format::Html,
            FormatName::Json => Format::Json,
            FormatName::Tei => Format::Tei,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Cli;
    use clap::Parser;

    fn plan(line: &str) -> Result<Plan, String> {
        let cli =
            Cli::try_parse_from(format!("dehusk {line}").split(' ')).map_err(|e| e.to_string())?;
        Plan::new(cli.extract).map_err(|e| e.to_string())
    }

    #[test]
    fn views_follow_the_flags() {
        let view = |line: &str| plan(line).unwrap().view;
        assert_eq!(view("a.html"), View::Article(Format::Text));
        assert_eq!(view("a.html --jsonl"), View::Article(Format::Json));
        assert_eq!(view("a.html --jsonl --format md"), View::Article(Format::Markdown));
        for &format in Format::ALL {
            assert_eq!(view(&format!("a.html --format {format}")), View::Article(format));
        }
        assert_eq!(view("a.html --metadata"), View::MetadataText);
        assert_eq!(view("a.html --metadata --jsonl"), View::MetadataJson);
        assert_eq!(view("a.html --explain"), View::Explain);
    }

    #[cfg(feature = "suite")]
    #[test]
    fn contradictions_are_named() {
        let cases = [
            ("a.html --metadata --format html", "--metadata is written as text or json"),
            ("- a.html -", "only once"),
            ("a.html b.html --format json", "--jsonl or --output"),
            ("a.html b.html --format tei", "--output DIR or --jsonl"),
            ("a.html b.html --url https://a/", "one input"),
            ("https://b/ --url https://a/", "fetched page has an address"),
            ("a.html --url example", "not a valid address"),
            ("a.html --explain --format html", "cannot be used with"),
            ("a.html --jsonl --output x", "cannot be used with"),
            ("a.html --charset klingon", "klingon"),
            ("a.html --extractor txet", "\"text\""),
            ("a.html --extractor text --favor recall", "for the extractor auto"),
            ("a.html --model no/such.model", "dehusk train auto wrote"),
            ("a.html --model Cargo.toml", "this is no model"),
        ];
        for (line, part) in cases {
            let error = plan(line).unwrap_err();
            assert!(error.contains(part), "{line}: {error}");
        }
    }

    #[test]
    fn results_never_take_the_place_of_an_input() {
        let folder = env!("CARGO_MANIFEST_DIR");
        let plan = plan(&format!("{folder}/Cargo.toml --output {folder} --overwrite --format tei"));
        let Target::Folder { names, .. } = plan.unwrap().target else { panic!("not a folder") };
        assert_eq!(names, ["Cargo.xml"]);
        let inputs = [Input::File(format!("{folder}/Cargo.toml").into())];
        let files = real_paths(&inputs);
        assert!(is_one_of(&Path::new(folder).join("src/../Cargo.toml"), &files));
        assert!(!is_one_of(&Path::new(folder).join("src/lib.rs"), &files));
    }
}
