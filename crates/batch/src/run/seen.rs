//! What was read, looked at: a page to extract, or the reason why it is none.

use super::tally::{Failure, Tally};
use crate::extraction::Outcome;
use crate::page::{Html, PageRef};
use crate::read::warc::{Cut, Http, Record, RecordKind};
use crate::read::{Item, Line, Row, RowHtml, TableColumns};
use serde_json::Value;
use std::borrow::Cow;

/// A page that was read.
pub(crate) struct Seen<'i> {
    id: Cow<'i, str>,
    url: Option<Cow<'i, str>>,
    date: Option<Cow<'i, str>>,
    record: &'static str,
    file: &'i str,
    offset: u64,
    status: Option<u16>,
    content_type: Option<Cow<'i, str>>,
    content_encoding: Option<Cow<'i, str>>,
    html: SeenHtml<'i>,
    cut: bool,
}

enum SeenHtml<'i> {
    Bytes(Cow<'i, [u8]>),
    Text(Cow<'i, str>),
    Plain(Cow<'i, str>),
}

/// Why there is no page.
pub(crate) enum NoPage {
    /// For this reason.
    LeftOut(String),
    /// Because of this.
    Failed(&'static str, Failure),
}

/// How things that were read are looked at.
#[derive(Clone, Debug, Default)]
pub(crate) struct Look {
    /// The columns of lines of JSON.
    pub columns: TableColumns,
    /// Whether answers that are no success are pages too.
    pub any_status: bool,
}

impl Look {
    /// Works on the page of a thing that was read, and counts what became of it. `work` gives nothing for a page that
    /// is not in the sample.
    pub fn work_on(
        &self,
        item: &Item,
        tally: &mut Tally,
        failures: &mut Vec<Failure>,
        work: impl FnOnce(&Seen<'_>) -> Option<Outcome>,
    ) -> Option<Outcome> {
        tally.read += 1;
        match self.at(item) {
            Ok(seen) => {
                let outcome = work(&seen);
                match &outcome {
                    Some(outcome) => count(outcome, &seen, tally, failures),
                    None => tally.leave_out("not in the sample", 1),
                }
                outcome
            }
            Err(NoPage::LeftOut(reason)) => {
                tally.leave_out(reason, 1);
                None
            }
            Err(NoPage::Failed(kind, failure)) => {
                tally.fail(kind);
                failures.push(failure);
                None
            }
        }
    }

    /// The page of a thing that was read.
    pub fn at<'i>(&self, item: &'i Item) -> Result<Seen<'i>, NoPage> {
        match item {
            Item::Record(record) => self.at_record(record),
            Item::Row(row) => at_row(row),
            Item::Line(line) => self.at_line(line),
            Item::Page(page) => Ok(at_page(page)),
            Item::Damage(damage) => Err(NoPage::Failed(
                "damaged",
                Failure {
                    file: damage.file.to_string(),
                    offset: damage.offset,
                    url: None,
                    error: damage.what.clone(),
                },
            )),
        }
    }

    fn at_record<'i>(&self, record: &'i Record) -> Result<Seen<'i>, NoPage> {
        let http = record.http();
        if let Some(status) = http.as_ref().and_then(|http| http.status)
            && !(200..300).contains(&status)
            && !self.any_status
        {
            return Err(NoPage::LeftOut(format!("status {status}")));
        }
        let mut seen = Seen {
            id: match &record.id {
                Some(id) => Cow::Borrowed(id),
                None => Cow::Owned(format!("{}#{}", record.file, record.offset)),
            },
            url: record.url.as_deref().map(Cow::Borrowed),
            date: record.date.as_deref().map(Cow::Borrowed),
            record: record.kind.name(),
            file: &record.file,
            offset: record.offset,
            status: None,
            content_type: record.header("content-type").map(Cow::Borrowed),
            content_encoding: None,
            html: SeenHtml::Bytes(Cow::Borrowed(&record.block)),
            // What is longer than the bound is told by the page itself.
            cut: matches!(record.cut, Some(Cut::Missing | Cut::Crawler(_))),
        };
        match http {
            Some(http) => seen.take_http(http),
            None if record.kind == RecordKind::Conversion && seen.is_plain() => {
                seen.html = SeenHtml::Plain(String::from_utf8_lossy(&record.block));
            }
            // The type of the message, not of what should be in it.
            None if record.kind == RecordKind::Response => seen.content_type = None,
            None => {}
        }
        Ok(seen)
    }

    /// A line of JSON with the columns in it.
    fn at_line<'i>(&self, line: &'i Line) -> Result<Seen<'i>, NoPage> {
        let failed = |error: String| {
            let (file, offset) = (line.file.to_string(), line.offset);
            NoPage::Failed("not JSON", Failure { file, offset, url: None, error })
        };
        let value: Value = serde_json::from_slice(&line.bytes)
            .map_err(|error| failed(format!("this line is no JSON: {error}")))?;
        let Value::Object(mut fields) = value else {
            return Err(failed("this line is no JSON object".into()));
        };
        let mut text = |name: &str| match fields.remove(name) {
            Some(Value::String(text)) => Some(text),
            Some(Value::Number(number)) => Some(number.to_string()),
            _ => None,
        };
        let row = Row {
            html: text(&self.columns.html).map(RowHtml::Text),
            url: text(&self.columns.url),
            id: text(&self.columns.id),
            date: text(&self.columns.date),
            file: line.file.clone(),
            offset: line.offset,
        };
        let Some(RowHtml::Text(html)) = row.html else {
            return Err(NoPage::LeftOut(format!("no {} in the row", self.columns.html)));
        };
        let id = row.id.unwrap_or_else(|| format!("{}#{}", row.file, row.offset));
        Ok(Seen {
            id: Cow::Owned(id),
            url: row.url.map(Cow::Owned),
            date: row.date.map(Cow::Owned),
            html: SeenHtml::Text(Cow::Owned(html)),
            ..bare("row", &line.file, line.offset)
        })
    }
}

fn at_row(row: &Row) -> Result<Seen<'_>, NoPage> {
    let html = match &row.html {
        Some(RowHtml::Text(text)) => SeenHtml::Text(Cow::Borrowed(text)),
        Some(RowHtml::Bytes(bytes)) => SeenHtml::Bytes(Cow::Borrowed(bytes)),
        None => return Err(NoPage::LeftOut("no page in the row".into())),
    };
    let mut seen = bare("row", &row.file, row.offset);
    if let Some(id) = &row.id {
        seen.id = Cow::Borrowed(id);
    }
    let (url, date) = (row.url.as_deref(), row.date.as_deref());
    Ok(Seen { url: url.map(Cow::Borrowed), date: date.map(Cow::Borrowed), html, ..seen })
}

fn at_page(page: &Line) -> Seen<'_> {
    Seen {
        id: Cow::Borrowed(&page.file),
        html: SeenHtml::Bytes(Cow::Borrowed(&page.bytes)),
        ..bare("page", &page.file, 0)
    }
}

/// A page of which nothing is known but its place.
fn bare<'i>(record: &'static str, file: &'i str, offset: u64) -> Seen<'i> {
    Seen {
        id: Cow::Owned(format!("{file}#{offset}")),
        url: None,
        date: None,
        record,
        file,
        offset,
        status: None,
        content_type: None,
        content_encoding: None,
        html: SeenHtml::Bytes(Cow::Borrowed(&[])),
        cut: false,
    }
}

impl<'i> Seen<'i> {
    fn take_http(&mut self, http: Http<'i>) {
        self.status = http.status;
        let header = |name: &str| http.header(name).map(|value| Cow::Owned(value.to_string()));
        self.content_type = header("content-type");
        self.content_encoding = header("content-encoding");
        self.html = SeenHtml::Bytes(http.body);
    }

    fn is_plain(&self) -> bool {
        self.content_type.as_deref().is_none_or(|kind| kind.starts_with("text/plain"))
    }

    /// The page, for extraction.
    pub fn page(&self) -> PageRef<'_> {
        PageRef {
            id: &self.id,
            url: self.url.as_deref(),
            date: self.date.as_deref(),
            record: self.record,
            file: self.file,
            offset: self.offset,
            status: self.status,
            content_type: self.content_type.as_deref(),
            content_encoding: self.content_encoding.as_deref(),
            cut: self.cut,
            html: match &self.html {
                SeenHtml::Bytes(bytes) => Html::Bytes(bytes),
                SeenHtml::Text(text) => Html::Text(text),
                SeenHtml::Plain(text) => Html::Plain(text),
            },
        }
    }

    /// The line of the side file for what went wrong with it.
    pub fn failure(&self, error: String) -> Failure {
        Failure {
            file: self.file.to_string(),
            offset: self.offset,
            url: self.url.as_deref().map(str::to_string),
            error,
        }
    }
}

/// Counts what became of a page.
pub(crate) fn count(
    outcome: &Outcome,
    seen: &Seen<'_>,
    tally: &mut Tally,
    failures: &mut Vec<Failure>,
) {
    match outcome {
        Outcome::Row => {}
        Outcome::Empty => tally.leave_out("no content", 1),
        Outcome::NotAPage(what) => tally.leave_out(format!("no page: {what}"), 1),
        Outcome::Failed(error) => {
            tally.fail("not extracted");
            failures.push(seen.failure(error.clone()));
        }
    }
}
