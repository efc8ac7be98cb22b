//! Pages to rows: the one place where a page of a crawl is extracted.

use crate::columns::{BatchBuilder, Columns, Facts, observation};
use crate::page::{Html, PageRef};
use crate::read::{RowHtml, TableColumns, row_of};
use arrow::array::RecordBatch;
use arrow::datatypes::SchemaRef;
use arrow::error::ArrowError;
use dehusk::{Article, Options};
use dehusk_page::PageError;
use dehusk_site::Keys;
use dehusk_site::store::SiteStore;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How pages become rows.
///
/// ```
/// use dehusk_batch::{Columns, Extraction, Html, PageRef};
/// let extraction = Extraction::new(dehusk::Options::new(), Columns::parse("url,text")?);
/// let page = "<p>The ferry came in late, as it had all week, and nobody on the quay was surprised by it any more.";
/// let rows = extraction.rows([PageRef::new("1", Html::Text(page)).with_url("https://ferry.example/")])?;
/// assert_eq!((rows.batch.num_rows(), rows.batch.num_columns()), (1, 2));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Extraction {
    options: Options,
    columns: Columns,
    keys: Keys,
    every_page: bool,
}

/// What became of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is a row.
    Row,
    /// Nothing in it is content.
    Empty,
    /// It is something else, which is named.
    NotAPage(String),
    /// It could not be read, or dehusk failed on it.
    Failed(String),
}

/// The rows of some pages.
#[derive(Clone, Debug)]
pub struct Rows {
    /// The rows.
    pub batch: RecordBatch,
    /// What became of each page, in their order.
    pub outcomes: Vec<Outcome>,
}

impl Extraction {
    /// Extraction by these options into these columns.
    pub fn new(options: Options, columns: Columns) -> Extraction {
        Extraction { options, columns, keys: Keys::default(), every_page: false }
    }

    /// With other rules of what names a document.
    pub fn with_keys(mut self, keys: Keys) -> Extraction {
        self.keys = keys;
        self
    }

    /// Whether a page that gives nothing is a row too, with its `error` and no content. Otherwise it is none.
    pub fn with_every_page(mut self, every_page: bool) -> Extraction {
        self.every_page = every_page;
        self
    }

    /// The schema of the rows.
    pub fn schema(&self) -> SchemaRef {
        self.columns.schema()
    }

    /// The columns.
    pub fn columns(&self) -> &Columns {
        &self.columns
    }

    /// Extracts pages, in their order. One on which dehusk crashes stops no other.
    pub fn rows<'a>(
        &self,
        pages: impl IntoIterator<Item = PageRef<'a>>,
    ) -> Result<Rows, ArrowError> {
        let pages = pages.into_iter();
        let mut builder = self.columns.builder(pages.size_hint().0);
        let outcomes = pages.map(|page| self.row(&page, &mut builder)).collect();
        Ok(Rows { batch: builder.finish()?, outcomes })
    }

    /// Extracts the pages of a table, in their order. A row without a page is one without content.
    ///
    /// ```
    /// use arrow::array::{AsArray, RecordBatch, StringArray};
    /// use dehusk_batch::read::TableColumns;
    /// use dehusk_batch::{Columns, Extraction, Outcome};
    /// use std::sync::Arc;
    /// let html = ["<p>The ferry came in late, as it had all week, and nobody on the quay was surprised.", ""];
    /// let pages = RecordBatch::try_from_iter([("content", Arc::new(StringArray::from_iter_values(html)) as _)])?;
    /// let columns = TableColumns { html: "content".into(), ..TableColumns::default() };
    /// // With a row for every page the result fits beside the table it came from.
    /// let extraction = Extraction::new(dehusk::Options::new(), Columns::parse("text,error")?).with_every_page(true);
    /// let rows = extraction.table(&pages, &columns)?;
    /// assert_eq!(rows.outcomes, [Outcome::Row, Outcome::Empty]);
    /// assert_eq!(rows.batch.num_rows(), 2);
    /// assert!(rows.batch["text"].as_string::<i32>().value(0).starts_with("The ferry"));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn table(&self, pages: &RecordBatch, columns: &TableColumns) -> Result<Rows, ArrowError> {
        if pages.column_by_name(&columns.html).is_none() {
            let what = format!("there is no column {:?}", columns.html);
            return Err(ArrowError::SchemaError(what));
        }
        let mut builder = self.columns.builder(pages.num_rows());
        let file = "".into();
        let mut extract = |number: usize| {
            let row = row_of(pages, number, columns, &file, number as u64);
            let id = row.id.unwrap_or_else(|| number.to_string());
            let page = PageRef {
                url: row.url.as_deref(),
                date: row.date.as_deref(),
                record: "row",
                offset: row.offset,
                ..PageRef::new(&id, row.html.as_ref().map_or(Html::Text(""), RowHtml::as_page))
            };
            self.row(&page, &mut builder)
        };
        let outcomes = (0..pages.num_rows()).map(&mut extract).collect();
        Ok(Rows { batch: builder.finish()?, outcomes })
    }

    /// Extracts a page into a row.
    pub(crate) fn row(&self, page: &PageRef<'_>, builder: &mut BatchBuilder) -> Outcome {
        self.row_by(page, builder, |options, bytes| options.extract_bytes(bytes))
    }

    /// Extracts a page into a row, with what is known of its site. Where nothing is, it is extracted by itself.
    pub(crate) fn row_remembered(
        &self,
        page: &PageRef<'_>,
        builder: &mut BatchBuilder,
        memories: &mut SiteStore,
    ) -> Outcome {
        self.row_by(page, builder, |options, bytes| {
            let document = options.document(bytes)?;
            let extractor = options.extractor();
            let extractor = extractor.extractor();
            let seen = observation(&self.keys, page, &document);
            let hinted = seen.and_then(|seen| Some((memories.hint(&seen).ok()?, seen)));
            let (document, selection) = match hinted {
                Some((hint, seen)) => {
                    let remembered = dehusk_site::extract(extractor, document, seen, hint);
                    (remembered.document, remembered.selection)
                }
                None => {
                    let selection = extractor.extract(&document);
                    (document, selection)
                }
            };
            Ok(options.article(document, selection))
        })
    }

    /// Extracts a page into a row, in another way than by the page alone.
    pub(crate) fn row_by(
        &self,
        page: &PageRef<'_>,
        builder: &mut BatchBuilder,
        extract: impl FnOnce(&Options, &[u8]) -> Result<Article, dehusk::Error>,
    ) -> Outcome {
        let worked = catch_unwind(AssertUnwindSafe(|| {
            let article = self.article(page, extract)?;
            let text = match (&article, page.html) {
                (Some(article), _) => article.text(),
                (None, Html::Plain(text)) => text.to_string(),
                (None, _) => String::new(),
            };
            // As the command writes it.
            let text = text.trim_end_matches(['\n', '\r']);
            if text.trim().is_empty() {
                return Err(Outcome::Empty);
            }
            builder.push(&Facts::new(page, article.as_ref(), text, &self.keys));
            Ok(())
        }));
        let outcome = match worked {
            Ok(Ok(())) => Outcome::Row,
            Ok(Err(outcome)) => outcome,
            Err(_) => Outcome::Failed("dehusk crashed on this page: please report it".into()),
        };
        if self.every_page && outcome != Outcome::Row {
            builder.push(&Facts::of_failure(page, &outcome.to_string(), &self.keys));
        }
        outcome
    }

    /// The main content of a page; none for what is text already.
    fn article(
        &self,
        page: &PageRef<'_>,
        extract: impl FnOnce(&Options, &[u8]) -> Result<Article, dehusk::Error>,
    ) -> Result<Option<Article>, Outcome> {
        let mut options = self.options.clone();
        if let Some(url) = page.url {
            options = options.with_url(url);
        }
        let article = match page.html {
            Html::Plain(_) => return Ok(None),
            Html::Text(html) => {
                let options = options.with_charset("utf-8").map_err(failed)?;
                extract(&options, html.as_bytes())
            }
            Html::Bytes(bytes) => {
                if let Some(content_type) = page.content_type {
                    options = options.with_content_type(content_type);
                }
                if let Some(content_encoding) = page.content_encoding {
                    options = options.with_content_encoding(content_encoding);
                }
                extract(&options, bytes)
            }
        };
        article.map(Some).map_err(failed)
    }
}

fn failed(error: dehusk::Error) -> Outcome {
    match error {
        dehusk::Error::Page(PageError::Empty) => Outcome::Empty,
        dehusk::Error::Page(PageError::NotAPage(what)) => Outcome::NotAPage(what.to_string()),
        dehusk::Error::Page(error) => Outcome::Failed(error.to_string()),
        other => Outcome::Failed(other.to_string()),
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Outcome::Row => f.write_str("content was found"),
            Outcome::Empty => f.write_str("no content was found"),
            Outcome::NotAPage(what) => write!(f, "this is no web page ({what})"),
            Outcome::Failed(why) => f.write_str(why),
        }
    }
}
