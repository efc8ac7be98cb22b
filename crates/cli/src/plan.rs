//! The arguments, resolved: everything that can be known before the first input is opened. Contradictions
//! end here, so that the rest of the command has none to think about.

#[cfg(feature = "suite")]
use crate::args::R4Args;
use crate::args::{
    CommentsName, ContentArgs, ExtractArgs, ExtractorArgs, FavorName, FormatName, LimitArgs,
    ListsName, TitleName,
};
use crate::fetch::Client;
use crate::input::Input;
use crate::inputs::{Inputs, InputsError};
#[cfg(feature = "stream")]
use crate::remember::{Memory, MemoryError};
use crate::view::{Layout, Shape, View};
use dehusk::article::Rendering;
use dehusk::article::json::{Fields, UnknownField};
use dehusk::extractor::{BuildError, Entry, NamedExtractor, Needs, entry, named_with_memory};
#[cfg(feature = "suite")]
use dehusk::extractor::{R4, R4Options};
use dehusk::{Format, Limits, Options, TitleAt, auto};
use std::path::{Path, PathBuf};

/// What is to be done.
#[derive(Debug)]
pub struct Plan {
    /// The pages.
    pub inputs: Inputs,
    /// How each is extracted.
    pub options: Options,
    /// What of it is written.
    pub view: View,
    /// And how.
    pub shape: Shape,
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
    /// The extractor that compares the pages of a site, where it is one of these: then all inputs are read first.
    pub together: Option<Entry>,
}

/// Where results go.
#[derive(Debug)]
pub enum Target {
    /// Standard output.
    Stdout,
    /// Standard output, a line of JSON for each input.
    Lines,
    /// One book.
    #[cfg(feature = "epub")]
    Book {
        /// Its file.
        path: PathBuf,
        /// Whether it may be replaced.
        overwrite: bool,
    },
    /// Files in a folder, one for each input.
    Folder {
        /// The folder.
        path: PathBuf,
        /// Whether files that are there may be replaced.
        overwrite: bool,
    },
}

impl Target {
    /// How JSON is laid out there.
    pub fn json_layout(&self) -> Layout {
        match self {
            Target::Lines => Layout::Compact,
            #[cfg(feature = "epub")]
            Target::Book { .. } => Layout::Compact,
            Target::Stdout | Target::Folder { .. } => Layout::Indented,
        }
    }
}

/// Why the arguments cannot be followed.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    #[error(transparent)]
    Inputs(#[from] InputsError),
    #[error("{0} is for {1}: choose one of them with --format, or leave {0} out")]
    NotForFormat(&'static str, &'static str),
    #[error("--fields: {0}")]
    Fields(#[from] UnknownField),
    #[error("--metadata is written as text or json: choose one of them with --format")]
    MetadataFormat,
    #[error("--explain is a table, or json: leave --format out, or choose json")]
    ExplainFormat,
    #[error("several pages do not make one {0} document: add {1}")]
    ManyInOne(&'static str, &'static str),
    #[error("--url is the address of one page: give one input with it")]
    UrlForMany,
    #[error("--url is for a file or standard input: a fetched page has an address")]
    UrlForUrl,
    #[error("--url {0}: this is not a valid address ({1}): write it as https://example.com/page")]
    BadUrl(String, #[source] url::ParseError),
    #[error(
        "--favor, --comments, --lists, --drop, --keep and --model are for the extractor auto: leave them or --extractor {0} out"
    )]
    PreferenceOfAuto(String),
    #[error(
        "--memory is for auto and those that go by a site's earlier pages, such as url-tree-strict: leave it or --extractor {0} out"
    )]
    MemoryOfNoUse(String),
    #[cfg(feature = "batch")]
    #[error(
        "{0} judges a page by those before it, and a batch does not keep their order: use dehusk --memory FILE or dehusk watch, or leave --extractor {0} out"
    )]
    InOrder(String),
    #[error(transparent)]
    Extractor(#[from] BuildError),
    #[cfg(feature = "suite")]
    #[error(
        "--r4-c, --r4-tr and --r4-hr are for the extractor r4: add --extractor r4, or leave them out"
    )]
    ParameterOfR4,
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
        let inputs = Inputs::new(&args.inputs, args.files_from.as_deref())?;
        let view = view(&args)?;
        let target = target(&args, &inputs, view)?;
        let together = together(&args, &inputs)?;
        Ok(Plan {
            options: options(&args, &inputs, together.is_some())?,
            shape: shape(&args, view)?,
            view,
            target,
            max_bytes: args.limits.max_bytes,
            #[cfg(feature = "stream")]
            fetch: crate::fetch::Settings::of(&args.fetch, args.limits.max_bytes),
            jobs: jobs(&args),
            #[cfg(feature = "stream")]
            memory: memory(&args)?,
            together,
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

/// What is written of the content. What would be without effect in a format is refused.
fn shape(args: &ExtractArgs, view: View) -> Result<Shape, PlanError> {
    let content = &args.content;
    let (text, markdown) = (View::Article(Format::Text), View::Article(Format::Markdown));
    let (html, tei) = (View::Article(Format::Html), View::Article(Format::Tei));
    let linked = [
        markdown,
        html,
        tei,
        #[cfg(feature = "epub")]
        View::Chapter,
    ];
    let rules: [(&str, bool, &str, &[View]); 5] = [
        ("--no-links", content.no_links, "markdown, html, tei and --epub", &linked),
        ("--no-images", content.no_images, "markdown, html and tei", &[markdown, html, tei]),
        ("--front-matter", content.front_matter, "text and markdown", &[text, markdown]),
        ("--width", content.width.is_some(), "text and markdown", &[text, markdown]),
        ("--fields", !content.fields.is_empty(), "json", &[View::Article(Format::Json)]),
    ];
    if let Some((option, _, formats, _)) =
        rules.into_iter().find(|(_, given, _, views)| *given && !views.contains(&view))
    {
        return Err(PlanError::NotForFormat(option, formats));
    }
    let mut shape = written(content)?;
    if args.explain && content.fields.is_empty() {
        shape.fields = Fields::of(EXPLAINED)?;
    }
    Ok(shape)
}

/// How articles are written, in whatever format.
pub fn written(content: &ContentArgs) -> Result<Shape, PlanError> {
    let mut rendering = Rendering::default();
    if content.no_links {
        rendering = rendering.without_links();
    }
    if content.no_images {
        rendering = rendering.without_images();
    }
    if let Some(width) = content.width {
        rendering = rendering.with_width(width.into());
    }
    let fields = match content.fields.is_empty() {
        true => Fields::all(),
        false => Fields::of(content.fields.iter().map(String::as_str))?,
    };
    Ok(Shape { rendering, front_matter: content.front_matter, fields })
}

/// What explains an answer, of all that JSON has.
const EXPLAINED: [&str; 5] = ["extractor", "page_type", "confidence", "trouble", "blocks"];

fn view(args: &ExtractArgs) -> Result<View, PlanError> {
    #[cfg(feature = "epub")]
    if args.epub.is_some() {
        return Ok(View::Chapter);
    }
    // A line of JSON carries the whole article unless another format is asked for.
    let default = if args.jsonl { FormatName::Json } else { FormatName::Text };
    let format = args.format.unwrap_or(default);
    match (args.metadata, format) {
        (true, FormatName::Json) => Ok(View::MetadataJson),
        (true, FormatName::Text) if args.jsonl => Ok(View::MetadataJson),
        (true, FormatName::Text) => Ok(View::MetadataText),
        (true, _) => Err(PlanError::MetadataFormat),
        (false, FormatName::Json) if args.explain => Ok(View::Article(Format::Json)),
        (false, _) if args.explain && args.format.is_some() => Err(PlanError::ExplainFormat),
        (false, _) if args.explain => Ok(View::Explain),
        (false, format) => Ok(View::Article(format.into())),
    }
}

fn target(args: &ExtractArgs, inputs: &Inputs, view: View) -> Result<Target, PlanError> {
    if let Some(folder) = &args.output {
        return Ok(Target::Folder { path: folder.clone(), overwrite: args.overwrite });
    }
    #[cfg(feature = "epub")]
    if let Some(path) = &args.epub {
        return Ok(Target::Book { path: path.clone(), overwrite: args.overwrite });
    }
    match view {
        _ if args.jsonl => Ok(Target::Lines),
        _ if !inputs.are_many() => Ok(Target::Stdout),
        View::Article(Format::Json) | View::MetadataJson => {
            Err(PlanError::ManyInOne("JSON", "--jsonl or --output DIR"))
        }
        View::Article(Format::Tei) => Err(PlanError::ManyInOne("TEI", "--output DIR or --jsonl")),
        View::Article(Format::Text | Format::Markdown | Format::Html)
        | View::MetadataText
        | View::Explain => Ok(Target::Stdout),
        #[cfg(feature = "epub")]
        View::Chapter => Ok(Target::Stdout),
    }
}

/// The extractor that compares pages, where that is asked for: there have to be several.
fn together(args: &ExtractArgs, inputs: &Inputs) -> Result<Option<Entry>, PlanError> {
    let Some(name) = &args.how.extractor else { return Ok(None) };
    let entry = entry(name)?;
    match (entry.needs(), inputs.only()) {
        (Needs::Pages, Some(_)) => Err(BuildError::NeedsPages { name: name.clone().into() }.into()),
        (Needs::Pages, None) if learns_sites(args) => Err(PlanError::MemoryOfNoUse(name.clone())),
        (Needs::Pages, None) => Ok(Some(entry)),
        (Needs::Page | Needs::Memory, _) => Ok(None),
    }
}

fn options(args: &ExtractArgs, inputs: &Inputs, together: bool) -> Result<Options, PlanError> {
    let mut options = match together {
        // Who it is is said with each answer, when all pages are there.
        true => preferences(&args.how, Options::new().with_limits(page_limits(&args.limits)))?,
        false => extraction(&args.how, &args.limits, learns_sites(args))?,
    };
    if let Some(label) = &args.charset {
        options = options.with_charset(label)?;
    }
    options = parts_of_page(&args.content, options)?;
    match (&args.url, inputs.only()) {
        (None, _) => Ok(options),
        (Some(_), Some(Input::Url(_))) => Err(PlanError::UrlForUrl),
        (Some(text), Some(_)) => {
            let url = url::Url::parse(text).map_err(|e| PlanError::BadUrl(text.clone(), e))?;
            Ok(options.with_url(url))
        }
        (Some(_), None) => Err(PlanError::UrlForMany),
    }
}

/// Which parts of a page are looked at.
pub fn parts_of_page(content: &ContentArgs, mut options: Options) -> Result<Options, PlanError> {
    if let Some(selector) = &content.select {
        options = options.selecting(selector)?;
    }
    for selector in &content.remove {
        options = options.removing(selector)?;
    }
    Ok(options)
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
        options = match learns_sites {
            true => options.with_extractor(remembering(name)?)?,
            false => options.with_extractor(name)?,
        };
    }
    #[cfg(feature = "suite")]
    if let Some(r4) = r4(how)? {
        options = options.with_extractor(r4)?;
    }
    preferences(how, options)
}

/// R4 with the parameters that were given; none where there are none.
#[cfg(feature = "suite")]
fn r4(how: &ExtractorArgs) -> Result<Option<R4>, PlanError> {
    let R4Args { c, tr, hr } = how.r4;
    if c.is_none() && tr.is_none() && hr.is_none() {
        return Ok(None);
    }
    if how.extractor.as_deref() != Some("r4") {
        return Err(PlanError::ParameterOfR4);
    }
    let mut options = R4Options::default();
    options = c.map_or(options, |c| options.with_c(c));
    options = tr.map_or(options, |tr| options.with_tr(tr));
    options = hr.map_or(options, |hr| options.with_hr(hr));
    Ok(Some(R4::new(options)))
}

/// The extractor of a name, if a memory is of use to it.
fn remembering(name: &str) -> Result<NamedExtractor, PlanError> {
    match entry(name)?.needs() {
        Needs::Page if name != "auto" => Err(PlanError::MemoryOfNoUse(name.into())),
        Needs::Page | Needs::Memory | Needs::Pages => Ok(named_with_memory(name)?),
    }
}

/// What only the default extractor reads, but for the title; with another one it would be without effect, so it is
/// refused.
fn preferences(how: &ExtractorArgs, mut options: Options) -> Result<Options, PlanError> {
    if let Some(title) = how.title {
        options = options.with_title(match title {
            TitleName::First => TitleAt::First,
            TitleName::Never => TitleAt::Never,
            TitleName::AsPage => TitleAt::AsPage,
        });
    }
    let given = how.favor.is_some()
        || how.comments.is_some()
        || how.model.is_some()
        || !how.leave_out.is_empty()
        || !how.keep.is_empty()
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
    options = options.keeping(how.keep.iter().copied());
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
        assert_eq!(view("a.html --explain -f json"), View::Article(Format::Json));
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
            ("a.html --explain --format html", "--explain is a table, or json"),
            ("a.html --jsonl --output x", "cannot be used with"),
            ("a.html --charset klingon", "klingon"),
            ("a.html --extractor txet", "\"text\""),
            ("a.html --extractor text --favor recall", "for the extractor auto"),
            ("a.html --extractor url-tree-strict", "--memory FILE"),
            ("a.html --extractor url-tree-lax", "did you mean"),
            ("a.html --extractor sst", "one.html two.html three.html"),
            ("a.html b.html --extractor sst --lists drop", "for the extractor auto"),
            ("a.html --r4-c 2", "add --extractor r4"),
            ("a.html --extractor r4 --r4-tr=-1", "a number of 0 or more"),
            ("a.html --model no/such.model", "dehusk train auto wrote"),
            ("a.html --model Cargo.toml", "this is no model"),
            ("a.html --front-matter --format html", "--front-matter is for text and markdown"),
            ("a.html --no-links", "--no-links is for markdown, html, tei and --epub"),
            ("a.html --fields title", "--fields is for json"),
            ("a.html --format json --fields titel", "there is no field \"titel\""),
            ("a.html --width 5", "20..=1000"),
            ("a.html --select p> --format md", "is no CSS selector"),
            ("a.html --files-from no/such", "--files-from no/such"),
        ];
        for (line, part) in cases {
            let error = plan(line).unwrap_err();
            assert!(error.contains(part), "{line}: {error}");
        }
    }
}
