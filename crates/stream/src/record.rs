//! What sinks get of an article: one line of JSON, and the same as a value to read it back.

use dehusk::Article;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// An article as it is read back, and where it came from.
pub type Record = RecordOf<Value>;

/// Where an article came from, what is known of it besides its content, and the article `A`: a value to read, or
/// the JSON it was written as.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RecordOf<A> {
    /// Its URL key, by which it is one article however often it is delivered.
    pub key: String,
    /// The registered domain.
    pub site: String,
    /// The address in the feed.
    pub request_url: String,
    /// The address that answered, after redirects.
    pub response_url: String,
    /// The feed's address.
    pub feed: String,
    /// The feed's title.
    pub feed_title: Option<String>,
    /// The title in the feed.
    pub item_title: Option<String>,
    /// The date in the feed.
    pub item_published: Option<String>,
    /// When the page was fetched.
    pub fetched: String,
    /// Documents of the site that were known before this one.
    pub site_support: i64,
    /// The key of an article of the same text on another site.
    pub same_text_as: Option<String>,
    /// The article as `dehusk --format json` writes it; `docs/article.schema.json` describes it.
    #[serde(default)]
    pub article: A,
}

impl RecordOf<()> {
    /// The line of JSON with an article in it, whose text the caller has rendered already.
    pub(crate) fn line(self, article: &Article, text: &str) -> Vec<u8> {
        // Nothing in it can fail to be written: all keys are text.
        serde_json::to_vec(&self.with_article(article.to_json_with_text(text))).unwrap_or_default()
    }

    fn with_article<A>(self, article: A) -> RecordOf<A> {
        RecordOf {
            key: self.key,
            site: self.site,
            request_url: self.request_url,
            response_url: self.response_url,
            feed: self.feed,
            feed_title: self.feed_title,
            item_title: self.item_title,
            item_published: self.item_published,
            fetched: self.fetched,
            site_support: self.site_support,
            same_text_as: self.same_text_as,
            article,
        }
    }
}

impl Record {
    /// Reads a line back.
    pub fn read(line: &[u8]) -> Option<Record> {
        serde_json::from_slice(line).ok()
    }

    /// A value of the article such as `title` or `published`.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.article.get(name)?.get("value")?.as_str()
    }

    /// The values of the article under a name such as `authors` or `tags`.
    pub fn values(&self, name: &str) -> Vec<&str> {
        let all = self.article.get(name).and_then(Value::as_array);
        all.into_iter().flatten().filter_map(|one| one.get("value")?.as_str()).collect()
    }

    /// When it was published: by the page, or else by the feed.
    pub fn published(&self) -> Option<&str> {
        self.value("published").or(self.item_published.as_deref())
    }

    /// The language that the text is in, or else that the page says it is in.
    pub fn language(&self) -> Option<&str> {
        self.value("detected_language").or(self.value("language"))
    }

    /// What may be wrong with the page.
    pub fn trouble(&self) -> Option<&str> {
        self.article.get("trouble")?.get("message")?.as_str()
    }

    /// The article's text.
    pub fn text(&self) -> &str {
        self.article.get("text").and_then(Value::as_str).unwrap_or_default()
    }

    /// The article as Markdown.
    pub fn markdown(&self) -> &str {
        self.article.get("markdown").and_then(Value::as_str).unwrap_or_default()
    }

    /// How sure the extractor is.
    pub fn confidence(&self) -> Option<f64> {
        self.article.get("confidence")?.as_f64()
    }

    /// The article's title, or that in the feed.
    pub fn title(&self) -> Option<&str> {
        self.value("title").or(self.item_title.as_deref())
    }
}

/// A time in milliseconds as ISO 8601.
pub(crate) fn iso(ms: i64) -> String {
    jiff::Timestamp::from_millisecond(ms).map(|at| at.to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_reads_back() {
        let record = RecordOf { key: "k\"\n".into(), site_support: 3, ..RecordOf::<()>::default() };
        let article = dehusk::extract(
            "<title>T</title><p>Some text that is long enough to be kept as it is, is it not?",
        );
        let line = record.line(&article, &article.text());
        let kept = serde_json::to_string(&article.to_json_with_text(&article.text())).unwrap();
        let ending = format!("\"article\":{kept}}}");
        assert!(std::str::from_utf8(&line).unwrap().ends_with(&ending), "it is the article's JSON");
        assert!(!line.contains(&b'\n'));
        let read = Record::read(&line).unwrap();
        assert_eq!((read.key.as_str(), read.site_support), ("k\"\n", 3));
        assert_eq!(read.title(), Some("T"));
        assert!(read.text().starts_with("T\n\nSome text"));
    }
}
