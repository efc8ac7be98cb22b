//! What is shown of an article.

use crate::{explain, metadata};
use dehusk::article::Rendering;
use dehusk::article::json::Fields;
use dehusk::{Article, Format, Warning};
use serde::Serialize;

/// What is written for an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The content.
    Article(Format),
    /// What the page says about itself, to read.
    MetadataText,
    /// The same for programs.
    MetadataJson,
    /// Why each block was kept or dropped.
    Explain,
    /// A chapter of a book, for the writer of the book.
    #[cfg(feature = "epub")]
    Chapter,
}

/// What of an article is written, beyond its format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// What is left out of the content, and how long its lines are.
    pub rendering: Rendering,
    /// Whether the content begins with what the page says about itself.
    pub front_matter: bool,
    /// The fields of JSON.
    pub fields: Fields,
}

impl Shape {
    /// The content in a format. Only text and Markdown can begin with what the page says about itself.
    pub fn content(&self, article: &Article, format: Format) -> String {
        let content = article.render_as(format, self.rendering);
        let takes_front_matter = matches!(format, Format::Text | Format::Markdown);
        match self.front_matter && takes_front_matter && !article.is_empty() {
            true => format!("{}\n{content}", article.front_matter()),
            false => content,
        }
    }
}

/// How JSON is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Indented, for people: programs do not mind.
    Indented,
    /// On one line, to stand in a line of JSON.
    Compact,
}

impl Layout {
    fn write(self, value: &impl Serialize) -> Option<String> {
        match self {
            Layout::Indented => serde_json::to_string_pretty(value).ok(),
            Layout::Compact => serde_json::to_string(value).ok(),
        }
    }
}

impl View {
    /// The view of an article, none where it has nothing to show. Without a line end at its end.
    pub fn of(self, article: &Article, shape: &Shape, layout: Layout) -> Option<String> {
        let text = match self {
            View::Article(_) if article.is_empty() => return None,
            View::Article(Format::Json) => layout.write(&article.json(&shape.fields))?,
            View::Article(format) => shape.content(article, format),
            View::MetadataText => metadata::text(article.metadata()),
            View::MetadataJson => layout.write(&article.metadata_json())?,
            View::Explain => explain::table(article),
            #[cfg(feature = "epub")]
            View::Chapter if article.is_empty() => return None,
            #[cfg(feature = "epub")]
            View::Chapter => layout.write(&crate::book::Chapter::of(article, shape.rendering))?,
        };
        let text = text.trim_end_matches(['\n', '\r']);
        (!text.trim().is_empty()).then(|| text.to_string())
    }

    /// The warnings of an article that matter here.
    pub fn warnings(self, article: &Article) -> Vec<String> {
        let warnings = article.warnings().into_iter();
        warnings.filter(|warning| self.is_touched_by(warning)).map(|w| w.to_string()).collect()
    }

    fn is_touched_by(self, warning: &Warning) -> bool {
        match warning {
            warning if warning.is_input_loss() => true,
            // What Markdown cannot tell does not matter to others.
            Warning::TableTooWide { .. } | Warning::NestingTooDeep { .. } => self.holds_markdown(),
            #[cfg(feature = "epub")]
            _ if self == View::Chapter => true,
            _ => matches!(self, View::Article(_)),
        }
    }

    fn holds_markdown(self) -> bool {
        match self {
            View::Article(Format::Markdown | Format::Json) => true,
            View::Article(Format::Text | Format::Html | Format::Tei)
            | View::MetadataText
            | View::MetadataJson
            | View::Explain => false,
            #[cfg(feature = "epub")]
            View::Chapter => false,
        }
    }

    /// The extension of a file with this view.
    pub fn extension(self) -> &'static str {
        match self {
            View::Article(format) => format.extension(),
            View::MetadataJson => Format::Json.extension(),
            View::MetadataText | View::Explain => Format::Text.extension(),
            #[cfg(feature = "epub")]
            View::Chapter => "epub",
        }
    }

    /// The line that stands before one of several inputs on standard output.
    pub fn heading(self, name: &str) -> String {
        match self {
            // In a comment, two dashes would end it early in some readers.
            View::Article(Format::Markdown | Format::Html) => {
                format!("<!-- {} -->", name.replace("--", "-\u{200B}-").replace('>', "&gt;"))
            }
            View::Article(Format::Text | Format::Json | Format::Tei)
            | View::MetadataText
            | View::MetadataJson
            | View::Explain => format!("==> {name} <=="),
            #[cfg(feature = "epub")]
            View::Chapter => format!("==> {name} <=="),
        }
    }

    /// The key of the view in a line of JSON, and whether it is JSON itself.
    pub fn key(self) -> (&'static str, bool) {
        match self {
            View::Article(Format::Json) => ("article", true),
            View::MetadataJson => ("metadata", true),
            View::Article(format) => (format.name(), false),
            View::MetadataText | View::Explain => (Format::Text.name(), false),
            #[cfg(feature = "epub")]
            View::Chapter => ("chapter", true),
        }
    }
}

#[cfg(all(test, feature = "suite"))]
mod tests {
    use super::*;

    #[test]
    fn headings_are_comments_where_there_are_comments() {
        assert_eq!(View::Article(Format::Text).heading("a.html"), "==> a.html <==");
        let heading = View::Article(Format::Markdown).heading("a--><b>.html");
        assert_eq!(heading, "<!-- a-\u{200B}-&gt;<b&gt;.html -->");
    }

    #[test]
    fn an_empty_page_has_nothing_to_show() {
        let text = |html| {
            let options = dehusk::Options::new().with_extractor("text").unwrap();
            View::Article(Format::Text).of(
                &options.extract(html),
                &Shape::default(),
                Layout::Indented,
            )
        };
        assert_eq!(text("<p> </p>"), None);
        assert_eq!(text("<p>Words.</p>").as_deref(), Some("Words."));
    }

    #[test]
    fn warnings_go_where_they_matter() {
        let row = format!("<tr>{}</tr>", "<td>cell</td>".repeat(100));
        let options = dehusk::Options::new().with_extractor("text").unwrap();
        let article = options.extract(&format!("<table>{}</table>", row.repeat(3)));
        assert!(!View::Article(Format::Markdown).warnings(&article).is_empty());
        assert!(View::Article(Format::Text).warnings(&article).is_empty());
        assert!(View::Explain.warnings(&article).is_empty());
    }
}
