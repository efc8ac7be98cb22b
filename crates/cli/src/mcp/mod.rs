//! `dehusk mcp`: pages, and the articles of a store, for assistants that speak the Model Context Protocol over standard
//! input and output. What they can ask for is in `tools`; `pages` makes articles of addresses and markup, `library` finds
//! those of a store, and `portion` cuts answers into pieces that fit into an assistant's window. The protocol itself is
//! rmcp's.

mod library;
mod pages;
mod portion;
mod requests;
mod tools;

use crate::args::{ExtractorArgs, FetchArgs, LimitArgs};
use crate::plan::{PlanError, extraction};
use crate::terminal;
use clap::Args;
use dehusk_server::SearchError;
use library::Library;
use pages::Pages;
use rmcp::service::{QuitReason, ServerInitializeError};
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::stdio;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use tools::Tools;

/// What a message may have beside a page: the rest of a call, and what JSON adds to markup.
const BESIDE_A_PAGE: usize = 1 << 20;

/// Arguments of `mcp`.
#[derive(Args, Debug)]
pub struct McpArgs {
    /// The folder of watch or serve, whose articles can then be searched and read too
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    pub data: Option<PathBuf>,

    /// How the content is found
    #[command(flatten)]
    pub how: ExtractorArgs,

    /// How pages are fetched
    #[command(flatten)]
    pub fetch: FetchArgs,

    /// What a page may cost
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// Why `mcp` did not start, or ended before its time.
#[derive(Debug, thiserror::Error)]
pub enum McpError {
    #[error(transparent)]
    Plan(#[from] PlanError),
    #[error("--data: {0}")]
    Data(#[from] SearchError),
    #[error("the network cannot be used")]
    Runtime(#[source] std::io::Error),
    #[error(
        "whoever started this does not speak the Model Context Protocol ({0}): docs/mcp.md says how assistants start it"
    )]
    NoClient(#[source] Box<ServerInitializeError>),
    #[error("it ended in the middle of its work")]
    Ended(#[from] tokio::task::JoinError),
}

/// Carries it out: until standard input ends.
pub fn mcp(args: &McpArgs) -> Result<ExitCode, McpError> {
    if std::io::stdin().is_terminal() {
        terminal::say("assistants start this, and talk to it by standard input; Ctrl-D ends it");
    }
    let options = extraction(&args.how, &args.limits, false)?;
    // Held here to the end: what it fetches with may not go away within a runtime.
    let pages = Pages::new(options, &args.how, &args.fetch, args.limits.max_bytes);
    let pages = Arc::new(pages);
    let library = args.data.as_deref().map(Library::open).transpose()?;
    // A quarter more than a page, for what JSON does to its quotation marks and line ends.
    let longest = args.limits.max_bytes / 4 * 5 + BESIDE_A_PAGE;
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    let runtime = builder.worker_threads(1).enable_all().build().map_err(McpError::Runtime)?;
    let ended = runtime.block_on(serve(Tools::new(pages.clone(), library), longest));
    // Reading from standard input cannot be interrupted, and nobody waits for the rest.
    runtime.shutdown_background();
    ended
}

async fn serve(tools: Tools, longest: usize) -> Result<ExitCode, McpError> {
    let (input, output) = stdio();
    let transport = AsyncRwTransport::new_server(input, output).with_max_line_length(longest);
    let service = match rmcp::serve_server(tools, transport).await {
        Ok(service) => service,
        // Somebody looked whether it starts.
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(ExitCode::SUCCESS),
        Err(error) => return Err(McpError::NoClient(Box::new(error))),
    };
    match service.waiting().await? {
        QuitReason::JoinError(error) => Err(error.into()),
        _ => Ok(ExitCode::SUCCESS),
    }
}
