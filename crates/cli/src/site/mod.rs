//! `dehusk site`: what is remembered of sites, for people.

mod args;
mod show;

pub use args::SiteVerb;

use crate::stdout::stdout;
use crate::terminal;
use args::{ImportArgs, OneSite};
use dehusk_site::store::{SiteEntry, SiteStore, StoreError, StoreOptions};
use dehusk_site::{DecodeError, SiteMemory};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Why a memory can not be shown or changed.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    #[error("{0}: there is no site memory here: `dehusk extract --memory FILE` makes one")]
    NoMemory(PathBuf),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{path}: {source}; is there room, and the right to use it?")]
    File { path: PathBuf, source: io::Error },
    #[error("{path}: {source}; give what `dehusk site export` wrote")]
    Import { path: PathBuf, source: DecodeError },
    #[error("a memory is nothing to read: give a file with --to, or use site show")]
    Terminal,
    #[error("cannot write to standard output")]
    Stdout(#[from] io::Error),
}

/// Carries out a verb.
pub fn site(verb: &SiteVerb) -> Result<ExitCode, SiteError> {
    let out = &mut stdout();
    match verb {
        SiteVerb::List { memory } => list(memory, out),
        SiteVerb::Show { site, places } => with_memory(site, |m| Ok(show::show(m, *places, out)?)),
        SiteVerb::Rules { site } => {
            with_memory(site, |m| Ok(out.write_all(show::rules(m).as_bytes())?))
        }
        SiteVerb::Export { site, to } => with_memory(site, |m| export(m, to.as_deref(), out)),
        SiteVerb::Import(args) => import(args),
        SiteVerb::Forget { site } => forget(site),
    }
}

/// Opens a store that must be there: a mistyped name is no reason to make one.
fn open(path: &Path) -> Result<SiteStore, SiteError> {
    if !path.is_file() {
        return Err(SiteError::NoMemory(path.to_path_buf()));
    }
    Ok(SiteStore::open(path, StoreOptions::default())?)
}

fn with_memory(
    site: &OneSite,
    work: impl FnOnce(&SiteMemory) -> Result<(), SiteError>,
) -> Result<ExitCode, SiteError> {
    let mut store = open(&site.memory)?;
    let Some(memory) = store.memory(&site.domain)? else {
        terminal::say(&format!("nothing is remembered of {}", site.domain));
        return Ok(ExitCode::from(1));
    };
    work(memory)?;
    Ok(ExitCode::SUCCESS)
}

fn list(memory: &Path, out: &mut dyn Write) -> Result<ExitCode, SiteError> {
    let sites = open(memory)?.sites()?;
    let width = sites.iter().map(|site| site.domain.len()).max().unwrap_or_default();
    for SiteEntry { domain, observed, bytes, .. } in &sites {
        writeln!(out, "{domain:width$}  {observed:8} documents  {bytes:10} bytes")?;
    }
    Ok(ExitCode::from(if sites.is_empty() { 1 } else { 0 }))
}

fn export(memory: &SiteMemory, to: Option<&Path>, out: &mut dyn Write) -> Result<(), SiteError> {
    let bytes = memory.encode();
    match to {
        Some(path) => std::fs::write(path, bytes)
            .map_err(|source| SiteError::File { path: path.to_path_buf(), source }),
        None if io::stdout().is_terminal() => Err(SiteError::Terminal),
        None => Ok(out.write_all(&bytes)?),
    }
}

fn import(args: &ImportArgs) -> Result<ExitCode, SiteError> {
    let path = || args.file.clone();
    let bytes =
        std::fs::read(&args.file).map_err(|source| SiteError::File { path: path(), source })?;
    let memory =
        SiteMemory::decode(&bytes).map_err(|source| SiteError::Import { path: path(), source })?;
    let mut store = SiteStore::open(&args.site.memory, StoreOptions::default())?;
    store.import(&args.site.domain, memory)?;
    Ok(ExitCode::SUCCESS)
}

fn forget(site: &OneSite) -> Result<ExitCode, SiteError> {
    let known = open(&site.memory)?.forget(&site.domain)?;
    Ok(ExitCode::from(if known { 0 } else { 1 }))
}
