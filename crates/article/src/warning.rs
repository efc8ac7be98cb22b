//! What a user should know about an article that its text does not say.

use std::fmt;

/// Something that was cut, or that a format cannot tell.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Warning {
    /// Something of the input is not in the page.
    Page(dehusk_page::Warning),
    /// The page shows next to nothing of its content, which was taken from data of its scripts.
    Embedded {
        /// Where it stands there.
        path: String,
    },
    /// A table has more columns than Markdown is good for, and is a list of its rows there.
    TableTooWide {
        /// Its columns.
        columns: usize,
    },
    /// Lists or quotes nest deeper than Markdown is good for, and are flat from there on.
    NestingTooDeep {
        /// The deepest level.
        depth: usize,
    },
    /// This many formulas have no TeX in the page; what readers see of them is given.
    FormulasWithoutTex(usize),
    /// A frame of the content was left out: its site is not known to play anything.
    FrameDropped {
        /// Its address.
        url: String,
    },
}

impl Warning {
    /// A short name that does not change, for programs.
    pub fn code(&self) -> &'static str {
        use dehusk_page::Warning as Cut;
        match self {
            Warning::Page(Cut::BytesCut(_)) => "bytes-cut",
            Warning::Page(Cut::NodesCut(_)) => "nodes-cut",
            Warning::Page(Cut::DepthFlattened(_)) => "depth-flattened",
            Warning::Page(Cut::AttributesDropped(_)) => "attributes-dropped",
            Warning::Page(Cut::TimeUp(_)) => "time-up",
            Warning::Page(_) => "page",
            Warning::Embedded { .. } => "embedded-content",
            Warning::TableTooWide { .. } => "table-too-wide",
            Warning::NestingTooDeep { .. } => "nesting-too-deep",
            Warning::FormulasWithoutTex(_) => "formulas-without-tex",
            Warning::FrameDropped { .. } => "frame-dropped",
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::Page(warning) => warning.fmt(f),
            Warning::Embedded { path } => {
                write!(
                    f,
                    "the content was taken from the page's data ({path}), not from what it shows"
                )
            }
            Warning::TableTooWide { columns } => {
                write!(f, "a table of {columns} columns is a list of its rows in Markdown")
            }
            Warning::NestingTooDeep { depth } => {
                write!(f, "lists or quotes nest {depth} levels deep and are flattened in Markdown")
            }
            Warning::FormulasWithoutTex(1) => {
                write!(f, "a formula has no TeX in the page and is given as its text")
            }
            Warning::FormulasWithoutTex(n) => {
                write!(f, "{n} formulas have no TeX in the page and are given as their text")
            }
            Warning::FrameDropped { url } => {
                write!(f, "a frame of an unknown site was left out: {url}")
            }
        }
    }
}
