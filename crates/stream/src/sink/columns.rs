//! The columns of a table of articles, in one list: SQLite and Parquet write the same.

use crate::record::Record;

/// What a column holds, and how it is had from a record.
#[derive(Clone, Copy, Debug)]
pub enum Of {
    /// A text that is always there.
    Text(fn(&Record) -> String),
    /// A text that may be missing.
    Maybe(fn(&Record) -> Option<String>),
    /// A moment, as a page or feed writes it.
    Time(fn(&Record) -> Option<String>),
    /// A fraction.
    Fraction(fn(&Record) -> Option<f64>),
    /// A number.
    Count(fn(&Record) -> i64),
}

/// All columns with their names.
pub const COLUMNS: [(&str, Of); 27] = [
    ("key", Of::Text(|r| r.key.clone())),
    ("site", Of::Text(|r| r.site.clone())),
    ("url", Of::Text(|r| r.response_url.clone())),
    ("request_url", Of::Text(|r| r.request_url.clone())),
    ("canonical_url", Of::Maybe(|r| text(r.value("canonical_url")))),
    ("feed", Of::Text(|r| r.feed.clone())),
    ("feed_title", Of::Maybe(|r| r.feed_title.clone())),
    ("item_title", Of::Maybe(|r| r.item_title.clone())),
    ("title", Of::Maybe(|r| text(r.title()))),
    ("authors", Of::Text(|r| r.values("authors").join(", "))),
    ("published", Of::Time(|r| text(r.published()))),
    ("modified", Of::Time(|r| text(r.value("modified")))),
    ("fetched", Of::Time(|r| Some(r.fetched.clone()))),
    ("site_name", Of::Maybe(|r| text(r.value("site_name")))),
    ("description", Of::Maybe(|r| text(r.value("description")))),
    ("language", Of::Maybe(|r| text(r.language()))),
    ("tags", Of::Text(|r| r.values("tags").join(", "))),
    ("image", Of::Maybe(|r| text(r.value("image")))),
    ("page_type", Of::Maybe(|r| text(r.article.get("page_type").and_then(|t| t.as_str())))),
    ("trouble", Of::Maybe(|r| text(r.trouble()))),
    ("extractor", Of::Maybe(|r| text(r.article.get("extractor").and_then(|e| e.as_str())))),
    ("confidence", Of::Fraction(Record::confidence)),
    ("site_support", Of::Count(|r| r.site_support)),
    ("same_text_as", Of::Maybe(|r| r.same_text_as.clone())),
    ("words", Of::Count(words)),
    ("text", Of::Text(|r| r.text().into())),
    ("markdown", Of::Text(|r| r.markdown().into())),
];

fn text(found: Option<&str>) -> Option<String> {
    found.map(str::to_string)
}

fn words(record: &Record) -> i64 {
    record.article.get("counts").and_then(|counts| counts.get("words")?.as_i64()).unwrap_or(0)
}

/// A moment in milliseconds since 1970. A day alone is its beginning, and a time without a zone is taken for UTC;
/// what is less than a day (`2024-09`) is no moment.
pub fn milliseconds(text: &str) -> Option<i64> {
    let text = text.trim();
    let utc = jiff::tz::TimeZone::UTC;
    let exact = text.parse::<jiff::Timestamp>().ok();
    let moment = exact.or_else(|| {
        let civil = text.parse::<jiff::civil::DateTime>().ok();
        let civil = civil.or_else(|| Some(text.parse::<jiff::civil::Date>().ok()?.into()))?;
        Some(civil.to_zoned(utc).ok()?.timestamp())
    });
    moment.map(jiff::Timestamp::as_millisecond)
}

#[cfg(test)]
mod tests {
    use super::milliseconds;

    #[test]
    fn moments_are_read_as_far_as_they_are_some() {
        assert_eq!(milliseconds("1970-01-02T00:00:01Z"), Some(86_401_000));
        assert_eq!(milliseconds("1970-01-02T01:00:00+01:00"), Some(86_400_000));
        assert_eq!(milliseconds("1970-01-02T00:00:00"), Some(86_400_000));
        assert_eq!(milliseconds("1970-01-02"), Some(86_400_000));
        for none in ["", "1970-01", "yesterday"] {
            assert_eq!(milliseconds(none), None, "{none}");
        }
    }
}
