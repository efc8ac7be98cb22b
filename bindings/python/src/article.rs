//! An article as Python sees it. Forms and metadata are made when they are asked for, without the interpreter's lock.

use crate::parts::{ArticleWarning, Block, Link, Media, Trouble};
use dehusk::Format;
use dehusk::article::Sourced;
use dehusk_cli::embed::Shape;
use pyo3::prelude::*;
use std::sync::OnceLock;

/// The main content of a page.
#[pyclass(frozen, module = "dehusk")]
pub struct Article {
    article: dehusk::Article,
    /// How it is written.
    shape: Shape,
    /// Why there is none, for a page of many that could not be read.
    error: Option<String>,
    /// The text, which is asked for most.
    text: OnceLock<String>,
}

impl Article {
    pub fn new(article: dehusk::Article, shape: &Shape) -> Article {
        Article { article, shape: shape.clone(), error: None, text: OnceLock::new() }
    }

    /// An article without content, for a page that gave none.
    pub fn failed(error: String) -> Article {
        Article { error: Some(error), ..Article::new(dehusk::extract(""), &Shape::default()) }
    }

    /// The text, made at once.
    pub fn with_text(self) -> Article {
        self.made_text();
        self
    }

    fn made_text(&self) -> &str {
        self.text.get_or_init(|| self.shape.content(&self.article, Format::Text))
    }

    fn render(&self, py: Python<'_>, format: Format) -> String {
        py.detach(|| self.shape.content(&self.article, format))
    }

    fn metadata_of<T: Send>(
        &self,
        py: Python<'_>,
        value: impl FnOnce(&dehusk::Metadata) -> T + Send,
    ) -> T {
        py.detach(|| value(self.article.metadata()))
    }
}

fn value(sourced: &Option<Sourced<String>>) -> Option<String> {
    sourced.as_ref().map(|sourced| sourced.value.clone())
}

fn all(sourced: &[Sourced<String>]) -> Vec<String> {
    sourced.iter().map(|sourced| sourced.value.clone()).collect()
}

#[pymethods]
impl Article {
    #[getter]
    fn text(&self, py: Python<'_>) -> &str {
        py.detach(|| self.made_text())
    }

    #[getter]
    fn markdown(&self, py: Python<'_>) -> String {
        self.render(py, Format::Markdown)
    }

    #[getter]
    fn html(&self, py: Python<'_>) -> String {
        self.render(py, Format::Html)
    }

    #[getter]
    fn tei(&self, py: Python<'_>) -> String {
        self.render(py, Format::Tei)
    }

    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| serde_json::to_string(&self.article.json(&self.shape.fields)))
            .map_err(|error| pyo3::exceptions::PyValueError::new_err(error.to_string()))
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        // Through text, as numbers of three digits are to stay that.
        py.import("json")?.call_method1("loads", (self.to_json(py)?,))
    }

    #[getter]
    fn metadata<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let json = py
            .detach(|| serde_json::to_string(&self.article.metadata_json()))
            .map_err(|error| pyo3::exceptions::PyValueError::new_err(error.to_string()))?;
        py.import("json")?.call_method1("loads", (json,))
    }

    #[getter]
    fn url(&self) -> Option<&str> {
        self.article.document().url()
    }

    #[getter]
    fn canonical_url(&self, py: Python<'_>) -> Option<String> {
        self.metadata_of(py, |metadata| value(&metadata.canonical_url))
    }

    #[getter]
    fn title(&self, py: Python<'_>) -> Option<String> {
        self.metadata_of(py, |metadata| value(&metadata.title))
    }

    #[getter]
    fn authors(&self, py: Python<'_>) -> Vec<String> {
        self.metadata_of(py, |metadata| all(&metadata.authors))
    }

    #[getter]
    fn published(&self, py: Python<'_>) -> Option<String> {
        self.metadata_of(py, |metadata| value(&metadata.published))
    }

    #[getter]
    fn modified(&self, py: Python<'_>) -> Option<String> {
        self.metadata_of(py, |metadata| value(&metadata.modified))
    }

    #[getter]
    fn site_name(&self, py: Python<'_>) -> Option<String> {
        self.metadata_of(py, |metadata| value(&metadata.site_name))
    }

    #[getter]
    fn description(&self, py: Python<'_>) -> Option<String> {
        self.metadata_of(py, |metadata| value(&metadata.description))
    }

    #[getter]
    fn language(&self, py: Python<'_>) -> Option<String> {
        self.metadata_of(py, |metadata| {
            value(&metadata.detected_language).or_else(|| value(&metadata.language))
        })
    }

    #[getter]
    fn tags(&self, py: Python<'_>) -> Vec<String> {
        self.metadata_of(py, |metadata| all(&metadata.tags))
    }

    #[getter]
    fn section(&self, py: Python<'_>) -> Option<String> {
        self.metadata_of(py, |metadata| value(&metadata.section))
    }

    #[getter]
    fn licence(&self, py: Python<'_>) -> Option<String> {
        self.metadata_of(py, |metadata| value(&metadata.licence))
    }

    #[getter]
    fn image(&self, py: Python<'_>) -> Option<String> {
        self.metadata_of(py, |metadata| value(&metadata.image))
    }

    #[getter]
    fn extractor(&self) -> &str {
        self.article.extractor()
    }

    #[getter]
    fn confidence(&self) -> Option<f32> {
        self.article.appraisal().map(|appraisal| appraisal.confidence)
    }

    #[getter]
    fn page_type(&self) -> Option<&'static str> {
        self.article.appraisal().and_then(|a| a.page_type).map(|kind| kind.name())
    }

    #[getter]
    fn trouble(&self) -> Option<Trouble> {
        let diagnosis = self.article.appraisal()?.diagnosis.as_ref()?;
        Some(Trouble {
            code: diagnosis.trouble.name(),
            message: diagnosis.trouble.message().into(),
            evidence: diagnosis.evidence.clone(),
        })
    }

    #[getter]
    fn content_source(&self) -> String {
        let source = self.article.content_source();
        source.path().unwrap_or(source.name()).to_string()
    }

    #[getter]
    fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    #[getter]
    fn warnings(&self, py: Python<'_>) -> Vec<ArticleWarning> {
        let told = |warning: &dehusk::Warning| ArticleWarning {
            code: warning.code(),
            message: warning.to_string(),
        };
        py.detach(|| self.article.warnings().iter().map(told).collect())
    }

    #[getter]
    fn blocks(&self, py: Python<'_>) -> Vec<Block> {
        py.detach(|| self.article.blocks().map(Block::of).collect())
    }

    #[getter]
    fn links(&self, py: Python<'_>) -> Vec<Link> {
        py.detach(|| self.article.links().map(Link::of).collect())
    }

    #[getter]
    fn media(&self, py: Python<'_>) -> Vec<Media> {
        py.detach(|| self.article.media().iter().map(Media::of).collect())
    }

    #[getter]
    fn images(&self, py: Python<'_>) -> Vec<Media> {
        let media = self.media(py);
        media.into_iter().filter(|medium| medium.kind == "image").collect()
    }

    fn __bool__(&self) -> bool {
        !self.article.is_empty()
    }

    fn __str__(&self, py: Python<'_>) -> &str {
        self.text(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let title = self.title(py).into_pyobject(py)?.repr()?.to_string();
        let characters = self.text(py).chars().count();
        let error = self.error.as_ref().map(|error| format!(", error: {error}"));
        Ok(format!("<Article {title}, {characters} characters{}>", error.unwrap_or_default()))
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let display = py.import("dehusk._display")?;
        display.call_method1("article", (self.title(py), self.byline(py), self.html(py)))?.extract()
    }
}

impl Article {
    /// Authors, site and day in a line.
    fn byline(&self, py: Python<'_>) -> String {
        let mut parts = self.authors(py);
        parts.extend(self.site_name(py));
        parts.extend(self.published(py));
        parts.join(" · ")
    }
}
