//! Errors as exceptions. Their classes are Python's, in `dehusk/_errors.py`, because one may be of two kinds.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use std::fmt::Display;

/// The classes there are.
#[derive(Clone, Copy)]
pub enum Kind {
    /// An option that there is not, or a value it does not take.
    Option,
    /// What is no page.
    Page,
    /// A page that could not be fetched.
    Fetch,
    /// Data of another shape than was said.
    Data,
    /// A run over a crawl, a memory or an archive that can not be used.
    Run,
}

impl Kind {
    fn class(self) -> &'static str {
        match self {
            Kind::Option => "OptionError",
            Kind::Page => "PageError",
            Kind::Fetch => "FetchError",
            Kind::Data => "DataError",
            Kind::Run => "RunError",
        }
    }
}

/// The exception that says this.
pub fn error(py: Python<'_>, kind: Kind, message: impl Display) -> PyErr {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module = MODULE.get_or_try_init(py, || Ok(py.import("dehusk._errors")?.unbind()));
    let made = module.and_then(|module| {
        let class = module.bind(py).getattr(kind.class())?;
        class.call1((message.to_string(),))
    });
    made.map_or_else(|error| error, PyErr::from_value)
}
