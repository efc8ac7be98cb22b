//! The parts of an article as Python objects that hold values and do nothing.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;

/// Declares a class of read-only values, shown as they would be called.
macro_rules! values {
    ($(#[$about:meta])* $name:ident { $($field:ident: $type:ty),* $(,)? }) => {
        $(#[$about])*
        #[pyclass(frozen, get_all, eq, module = "dehusk")]
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name { $(pub $field: $type),* }

        #[pymethods]
        impl $name {
            fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
                let mut parts = Vec::new();
                $(parts.push(format!(
                    "{}={}",
                    stringify!($field),
                    self.$field.clone().into_bound_py_any(py)?.repr()?
                ));)*
                Ok(format!("{}({})", stringify!($name), parts.join(", ")))
            }
        }
    };
}

values! {
    /// A stretch of a page's text, and what was decided of it.
    Block {
        index: usize,
        kind: &'static str,
        level: Option<u8>,
        role: Option<&'static str>,
        kept: bool,
        score: f32,
        reason: String,
        text: String,
    }
}

values! {
    /// A link of the page.
    Link { text: String, url: String, rel: Option<String>, kept: bool }
}

values! {
    /// A picture, a video or a sound of the content.
    Media {
        kind: &'static str,
        url: String,
        page_url: Option<String>,
        provider: Option<String>,
        alt: Option<String>,
        title: Option<String>,
        caption: Option<String>,
        poster: Option<String>,
        width: Option<u32>,
        height: Option<u32>,
    }
}

values! {
    /// What is wrong with a page.
    Trouble { code: &'static str, message: String, evidence: String }
}

values! {
    /// What was cut, or cannot be told in some format.
    ArticleWarning { code: &'static str, message: String }
}

values! {
    /// An extractor that can be asked for by its name.
    Extractor { name: String, about: String, source: String, languages: String }
}

impl Block {
    pub fn of(block: dehusk::article::Block<'_>) -> Block {
        let (kind, level) = kind(block.kind);
        Block {
            index: block.index,
            kind,
            level,
            role: block.role.map(|role| role.name()),
            kept: block.kept,
            score: block.score,
            reason: block.reason.into_owned(),
            text: block.text.into_owned(),
        }
    }
}

/// The name of a kind, as in JSON, and the level of a heading.
fn kind(kind: dehusk::article::BlockKind) -> (&'static str, Option<u8>) {
    use dehusk::article::BlockKind;
    match kind {
        BlockKind::Heading { level } => ("heading", Some(level)),
        BlockKind::ListItem => ("list-item", None),
        BlockKind::Term => ("term", None),
        BlockKind::Description => ("description", None),
        BlockKind::TableCell { .. } => ("table-cell", None),
        BlockKind::Caption => ("caption", None),
        BlockKind::Code => ("code", None),
        BlockKind::Quote => ("quote", None),
        _ => ("paragraph", None),
    }
}

impl Link {
    pub fn of(link: dehusk::article::Link<'_>) -> Link {
        Link {
            text: link.text.into_owned(),
            url: link.url,
            rel: link.rel.map(|rel| rel.into_owned()),
            kept: link.kept,
        }
    }
}

impl Media {
    pub fn of(media: &dehusk::Media) -> Media {
        let media = media.clone();
        Media {
            kind: media.kind.name(),
            url: media.url,
            page_url: media.page_url,
            provider: media.provider.map(|provider| provider.into_owned()),
            alt: media.alt,
            title: media.title,
            caption: media.caption,
            poster: media.poster,
            width: media.width,
            height: media.height,
        }
    }
}
