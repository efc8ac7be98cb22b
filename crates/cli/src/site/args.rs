//! The arguments of `dehusk site`.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// What to do with what is remembered.
#[derive(Debug, Subcommand)]
pub enum SiteVerb {
    /// List the sites that are remembered
    List {
        /// The file of memories, as `dehusk extract --memory` keeps it
        #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
        memory: PathBuf,
    },
    /// Show what is remembered of a site: its hosts, and what stood where in their pages
    Show {
        /// Which site
        #[command(flatten)]
        site: OneSite,

        /// How many places are shown
        #[arg(long, value_name = "N", default_value = "40")]
        places: usize,
    },
    /// Show which parameters of a site's addresses matter, as rules in TOML with their evidence
    Rules {
        /// Which site
        #[command(flatten)]
        site: OneSite,
    },
    /// Write what is remembered of a site to a file, for another machine
    Export {
        /// Which site
        #[command(flatten)]
        site: OneSite,

        /// Where it goes [default: standard output]
        #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
        to: Option<PathBuf>,
    },
    /// Put what was exported in the place of what is remembered of a site
    Import(ImportArgs),
    /// Forget a site
    Forget {
        /// Which site
        #[command(flatten)]
        site: OneSite,
    },
}

/// A site.
#[derive(Args, Debug)]
pub struct OneSite {
    /// The registered domain, such as bbc.co.uk
    #[arg(value_name = "DOMAIN")]
    pub domain: String,

    /// The file of memories, as `dehusk extract --memory` keeps it
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub memory: PathBuf,
}

/// Arguments of `site import`.
#[derive(Args, Debug)]
pub struct ImportArgs {
    /// Which site
    #[command(flatten)]
    pub site: OneSite,

    /// What `dehusk site export` wrote
    #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub file: PathBuf,
}
