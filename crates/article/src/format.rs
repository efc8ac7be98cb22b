//! The formats an article can be written in.

use std::fmt;
use std::str::FromStr;

/// How an article is written out.
///
/// Text, Markdown and JSON are always there. `Html` needs the crate feature `html`, which brings the
/// sanitiser, and `Tei` the feature `tei`.
///
/// ```
/// use dehusk_article::Format;
/// let format: Format = "markdown".parse()?;
/// assert_eq!((format, format.extension()), (Format::Markdown, "md"));
/// assert!("word".parse::<Format>().unwrap_err().to_string().contains("text, markdown"));
/// # Ok::<_, dehusk_article::UnknownFormat>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Plain text.
    Text,
    /// CommonMark with GFM tables.
    Markdown,
    /// Sanitised, semantic HTML.
    #[cfg(feature = "html")]
    Html,
    /// One JSON object with metadata and content; see [`ArticleJson`](crate::json::ArticleJson).
    Json,
    /// TEI XML.
    #[cfg(feature = "tei")]
    Tei,
}

impl Format {
    /// Every format this build can write.
    pub const ALL: &'static [Format] = &[
        Format::Text,
        Format::Markdown,
        #[cfg(feature = "html")]
        Format::Html,
        Format::Json,
        #[cfg(feature = "tei")]
        Format::Tei,
    ];

    /// The name by which a format is asked for.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Markdown => "markdown",
            #[cfg(feature = "html")]
            Format::Html => "html",
            Format::Json => "json",
            #[cfg(feature = "tei")]
            Format::Tei => "tei",
        }
    }

    /// The usual extension of a file in this format, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Format::Text => "txt",
            Format::Markdown => "md",
            #[cfg(feature = "html")]
            Format::Html => "html",
            Format::Json => "json",
            #[cfg(feature = "tei")]
            Format::Tei => "xml",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is no format of this build.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no format {name:?}: choose one of {}{}", names(), needed_feature(name))]
pub struct UnknownFormat {
    name: String,
}

fn names() -> String {
    Format::ALL.iter().map(|format| format.name()).collect::<Vec<_>>().join(", ")
}

/// What to do about a format that exists but was left out of this build.
fn needed_feature(name: &str) -> &'static str {
    match name {
        "html" => "; html needs the crate feature `html`",
        "tei" => "; tei needs the crate feature `tei`",
        _ => "",
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Format, UnknownFormat> {
        let named = Format::ALL.iter().copied().find(|format| format.name() == name);
        named.ok_or_else(|| UnknownFormat { name: name.to_string() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_is_found_by_its_name() {
        for &format in Format::ALL {
            assert_eq!(format.name().parse(), Ok(format));
            assert!(!format.extension().is_empty());
        }
    }

    #[test]
    fn an_unknown_name_is_told_what_there_is() {
        let message = "docx".parse::<Format>().unwrap_err().to_string();
        assert!(message.contains("\"docx\"") && message.contains("text, markdown"), "{message}");
        assert!(Format::ALL.iter().all(|format| message.contains(format.name())), "{message}");
    }

    #[test]
    fn a_format_that_was_left_out_names_its_feature() {
        let message = UnknownFormat { name: "html".into() }.to_string();
        assert!(message.ends_with("html needs the crate feature `html`"), "{message}");
    }
}
