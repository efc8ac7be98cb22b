//! `dehusk site`: what is remembered of sites, for people.

mod args;
mod show;

pub use args::SiteVerb;

use args::{ImportArgs, OneSite};
use dehusk_site::SiteMemory;
use dehusk_site::store::{SiteStore, StoreOptions};
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

/// What went wrong, in one line for the user.
type Outcome = Result<ExitCode, String>;

/// Carries out a verb.
pub fn site(verb: &SiteVerb) -> ExitCode {
    let outcome = match verb {
        SiteVerb::List { memory } => list(memory),
        SiteVerb::Show { site, places } => with_memory(site, |m| show::show(m, *places)),
        SiteVerb::Rules { site } => with_memory(site, |m| Ok(show::rules(m))),
        SiteVerb::Export { site, to } => with_memory(site, |m| export(m, to.as_deref())),
        SiteVerb::Import(args) => import(args),
        SiteVerb::Forget { site } => forget(site),
    };
    outcome.unwrap_or_else(|what| {
        eprintln!("dehusk: {}", crate::clean::one_line(&what));
        ExitCode::from(2)
    })
}

/// Opens a store that must be there: a mistyped name is no reason to make one.
fn open(path: &Path) -> Result<SiteStore, String> {
    if !path.is_file() {
        return Err(format!("{}: there is no site memory here", path.display()));
    }
    SiteStore::open(path, StoreOptions::default()).map_err(|e| e.to_string())
}

fn with_memory(
    site: &OneSite,
    work: impl FnOnce(&SiteMemory) -> Result<String, String>,
) -> Outcome {
    let mut store = open(&site.memory)?;
    let Some(memory) = store.memory(&site.domain).map_err(|e| e.to_string())? else {
        eprintln!("dehusk: nothing is remembered of {}", crate::clean::one_line(&site.domain));
        return Ok(ExitCode::from(1));
    };
    print(&work(memory)?)
}

fn print(text: &str) -> Outcome {
    match std::io::stdout().write_all(text.as_bytes()) {
        // Nobody reads on, as with `| head`.
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.to_string()),
        _ => Ok(ExitCode::SUCCESS),
    }
}

fn list(memory: &Path) -> Outcome {
    let sites = open(memory)?.sites().map_err(|e| e.to_string())?;
    let width = sites.iter().map(|site| site.domain.len()).max().unwrap_or_default();
    let line = |site: &dehusk_site::store::SiteEntry| {
        format!("{:width$}  {:8} documents  {:10} bytes\n", site.domain, site.observed, site.bytes)
    };
    print(&sites.iter().map(line).collect::<String>())?;
    Ok(ExitCode::from(if sites.is_empty() { 1 } else { 0 }))
}

fn export(memory: &SiteMemory, to: Option<&Path>) -> Result<String, String> {
    let bytes = memory.encode();
    if let Some(path) = to {
        let told = |e: std::io::Error| format!("{}: {e}", path.display());
        std::fs::write(path, bytes).map_err(told)?;
        return Ok(String::new());
    }
    let mut out = std::io::stdout();
    if out.is_terminal() {
        return Err("a memory is nothing to read: give a file with --to, or use site show".into());
    }
    out.write_all(&bytes).map_err(|e| e.to_string())?;
    Ok(String::new())
}

fn import(args: &ImportArgs) -> Outcome {
    let told = |e: &dyn std::fmt::Display| format!("{}: {e}", args.file.display());
    let bytes = std::fs::read(&args.file).map_err(|e| told(&e))?;
    let memory = SiteMemory::decode(&bytes).map_err(|e| told(&e))?;
    let mut store =
        SiteStore::open(&args.site.memory, StoreOptions::default()).map_err(|e| e.to_string())?;
    store.import(&args.site.domain, memory).map_err(|e| e.to_string())?;
    Ok(ExitCode::SUCCESS)
}

fn forget(site: &OneSite) -> Outcome {
    let known = open(&site.memory)?.forget(&site.domain).map_err(|e| e.to_string())?;
    Ok(ExitCode::from(if known { 0 } else { 1 }))
}
