//! What is shown of an article.

use crate::{explain, metadata};
use dehusk::{Article, Format, Warning};

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
}

impl View {
    /// The view of an article, none where it has nothing to show. Without a line end at its end.
    pub fn of(self, article: &Article) -> Option<String> {
        let text = match self {
            View::Article(_) if article.is_empty() => return None,
            View::Article(Format::Json) => pretty(&article.render(Format::Json)),
            View::Article(format) => article.render(format),
            View::MetadataText => metadata::text(article.metadata()),
            View::MetadataJson => metadata::json(article)?,
            View::Explain => explain::table(article),
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
            Warning::Page(_) => true,
            // What Markdown cannot tell does not matter to others; the JSON holds Markdown too.
            Warning::TableTooWide { .. } | Warning::NestingTooDeep { .. } => {
                matches!(self, View::Article(Format::Markdown | Format::Json))
            }
            _ => matches!(self, View::Article(_)),
        }
    }

    /// The extension of a file with this view.
    pub fn extension(self) -> &'static str {
        match self {
            View::Article(Format::Text) | View::MetadataText | View::Explain => "txt",
            View::Article(Format::Markdown) => "md",
            View::Article(Format::Html) => "html",
            View::Article(Format::Json) | View::MetadataJson => "json",
            View::Article(Format::Tei) => "xml",
        }
    }

    /// The line that stands before one of several inputs on standard output.
    pub fn heading(self, name: &str) -> String {
        match self {
            // In a comment, two dashes would end it early in some readers.
            View::Article(Format::Markdown | Format::Html) => {
                format!("<!-- {} -->", name.replace("--", "-\u{200B}-").replace('>', "&gt;"))
            }
            _ => format!("==> {name} <=="),
        }
    }

    /// The key of the view in a line of JSON, and whether it is JSON itself.
    pub fn key(self) -> (&'static str, bool) {
        match self {
            View::Article(Format::Json) => ("article", true),
            View::MetadataJson => ("metadata", true),
            View::Article(Format::Text) => ("text", false),
            View::Article(Format::Markdown) => ("markdown", false),
            View::Article(Format::Html) => ("html", false),
            View::Article(Format::Tei) => ("tei", false),
            View::MetadataText | View::Explain => ("text", false),
        }
    }
}

/// JSON for people: programs do not mind.
fn pretty(json: &str) -> String {
    let parsed = serde_json::from_str::<serde_json::Value>(json);
    parsed.and_then(|value| serde_json::to_string_pretty(&value)).unwrap_or_else(|_| json.into())
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
            View::Article(Format::Text).of(&options.extract(html))
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
