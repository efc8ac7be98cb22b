//! Keyword arguments as options. They become the command's arguments and are resolved where those are, so that both
//! take the same names and values and refuse in the same words.

use crate::errors::{Kind, error};
use dehusk_cli::embed::{self, Extraction, Use};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyString};
use std::collections::HashMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex};

/// How to extract, resolved once for many pages and threads.
#[pyclass(frozen, module = "dehusk", from_py_object)]
#[derive(Clone)]
pub struct Options {
    pub with: Arc<Extraction>,
    /// As they were given, for copies in other processes.
    given: Arc<Vec<(String, Py<PyAny>)>>,
}

#[pymethods]
impl Options {
    #[new]
    #[pyo3(signature = (**options))]
    fn new(py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Options> {
        let given = match options {
            Some(options) => options.iter().map(pair).collect::<PyResult<_>>()?,
            None => Vec::new(),
        };
        Ok(Options { with: resolved(py, options, false)?, given: Arc::new(given) })
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut parts = Vec::new();
        for (name, value) in self.given.iter() {
            parts.push(format!("{name}={}", value.bind(py).repr()?));
        }
        Ok(format!("Options({})", parts.join(", ")))
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        let options = PyDict::new(py);
        for (name, value) in self.given.iter() {
            options.set_item(name, value)?;
        }
        Ok((py.import("dehusk._errors")?.getattr("_options_of")?, (options,)))
    }
}

fn pair((name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)) -> PyResult<(String, Py<PyAny>)> {
    Ok((name.extract()?, value.unbind()))
}

/// The options of a call: those made before, or those of its keywords.
pub fn of_call(
    py: Python<'_>,
    options: Option<&Options>,
    keywords: Option<&Bound<'_, PyDict>>,
    learns_sites: bool,
) -> PyResult<Arc<Extraction>> {
    match (options, keywords.filter(|keywords| !keywords.is_empty())) {
        (Some(options), None) => Ok(options.with.clone()),
        (None, keywords) => resolved(py, keywords, learns_sites),
        (Some(_), Some(_)) => {
            let both = "give either options=… or single options: dehusk.Options(…) takes them all";
            Err(error(py, Kind::Option, both))
        }
    }
}

/// Options by the arguments of the command, and whether sites are learned.
type Resolved = HashMap<(Vec<OsString>, bool), Arc<Extraction>>;

/// What was resolved lately: most callers give the same few options again and again.
static RESOLVED: LazyLock<Mutex<Resolved>> = LazyLock::new(Mutex::default);
/// How much of it is kept.
const MOST_RESOLVED: usize = 64;

fn resolved(
    py: Python<'_>,
    keywords: Option<&Bound<'_, PyDict>>,
    learns_sites: bool,
) -> PyResult<Arc<Extraction>> {
    let args = match keywords {
        Some(keywords) => arguments(keywords, Use::Page)?,
        None => Vec::new(),
    };
    // A model's file may be another one next time.
    let lasts = !args.iter().any(|a| a.as_encoded_bytes().starts_with(b"--model"));
    let key = (args, learns_sites);
    if lasts
        && let Ok(resolved) = RESOLVED.lock()
        && let Some(known) = resolved.get(&key)
    {
        return Ok(known.clone());
    }
    let made = py.detach(|| embed::page(key.0.clone(), learns_sites));
    let made = Arc::new(made.map_err(|refusal| error(py, Kind::Option, refusal))?);
    if lasts && let Ok(mut resolved) = RESOLVED.lock() {
        if resolved.len() >= MOST_RESOLVED {
            resolved.clear();
        }
        resolved.insert(key, made.clone());
    }
    Ok(made)
}

/// Keyword arguments as the command's: `drop=["title"]` is `--drop=title`.
pub fn arguments(keywords: &Bound<'_, PyDict>, what: Use) -> PyResult<Vec<OsString>> {
    static NAMES: LazyLock<[Vec<String>; 3]> =
        LazyLock::new(|| [Use::Page, Use::Fetched, Use::Batch].map(Use::options));
    let names = &NAMES[what as usize];
    let mut args = Vec::new();
    for (keyword, value) in keywords {
        let keyword: String = keyword.extract()?;
        // A name that is a word of Python's is written with an underscore behind it.
        let name = keyword.trim_end_matches('_').replace('_', "-");
        if !names.contains(&name) {
            return Err(error(keywords.py(), Kind::Option, unknown(&keyword, names)));
        }
        values(&keyword, &name, &value, &mut args)?;
    }
    Ok(args)
}

fn values(
    keyword: &str,
    name: &str,
    value: &Bound<'_, PyAny>,
    args: &mut Vec<OsString>,
) -> PyResult<()> {
    if value.is_none() {
        return Ok(());
    }
    if let Ok(flag) = value.cast::<PyBool>() {
        if flag.is_true() {
            args.push(format!("--{name}").into());
        }
        return Ok(());
    }
    let mut texts = Vec::new();
    match scalar(value)? {
        Some(text) => texts.push(text),
        None => {
            let items = value.try_iter().map_err(|_| wrong_type(keyword, value))?;
            for item in items {
                let item = item?;
                texts.push(scalar(&item)?.ok_or_else(|| wrong_type(keyword, &item))?);
            }
        }
    }
    if name == "from" {
        args.extend(texts.into_iter().map(|text| argument(name, &text)));
    } else if !texts.is_empty() {
        args.push(argument(name, &texts.join(OsString::from(",").as_os_str())));
    }
    Ok(())
}

fn argument(name: &str, value: &OsString) -> OsString {
    let mut argument = OsString::from(format!("--{name}="));
    argument.push(value);
    argument
}

/// A single value as text.
fn scalar(value: &Bound<'_, PyAny>) -> PyResult<Option<OsString>> {
    let is_number = value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>();
    if value.is_instance_of::<PyString>() || is_number {
        return Ok(Some(value.str()?.to_string_lossy().into_owned().into()));
    }
    match value.hasattr("__fspath__")? {
        true => Ok(Some(value.extract::<PathBuf>()?.into())),
        false => Ok(None),
    }
}

fn wrong_type(keyword: &str, value: &Bound<'_, PyAny>) -> PyErr {
    let what = value.get_type().name().map_or_else(|_| "that".into(), |name| name.to_string());
    PyTypeError::new_err(format!("{keyword} takes text, a number or a list of them, not {what}"))
}

fn unknown(keyword: &str, names: &[String]) -> String {
    let name = keyword.replace('_', "-");
    let nearest = names.iter().min_by_key(|known| strsim::damerau_levenshtein(known, &name));
    let near = nearest.filter(|known| {
        strsim::damerau_levenshtein(known, &name) <= 2.max(name.chars().count() / 3)
    });
    let advice = match near {
        Some(near) => format!("did you mean {:?}?", near.replace('-', "_")),
        None => format!("choose from {}", names.join(", ").replace('-', "_")),
    };
    format!("there is no option {keyword:?}: {advice}")
}
