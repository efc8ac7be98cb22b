//! A page on its way to a row.

/// A page of an input, borrowed from wherever it stands.
#[derive(Clone, Copy, Debug)]
pub struct PageRef<'a> {
    /// What it is known by.
    pub id: &'a str,
    /// Its address.
    pub url: Option<&'a str>,
    /// When it was captured.
    pub date: Option<&'a str>,
    /// The kind of record it comes from.
    pub record: &'a str,
    /// The input.
    pub file: &'a str,
    /// Where in it.
    pub offset: u64,
    /// The status code of the response.
    pub status: Option<u16>,
    /// The Content-Type it came with.
    pub content_type: Option<&'a str>,
    /// The Content-Encoding it came with.
    pub content_encoding: Option<&'a str>,
    /// Whether the archive has less of it than there was.
    pub cut: bool,
    /// The page itself.
    pub html: Html<'a>,
}

/// What a page is made of.
#[derive(Clone, Copy, Debug)]
pub enum Html<'a> {
    /// Bytes as a server sent them.
    Bytes(&'a [u8]),
    /// A page that is decoded.
    Text(&'a str),
    /// Text that needs no extraction, as in WET files.
    Plain(&'a str),
}

impl<'a> PageRef<'a> {
    /// A page of which nothing else is known.
    ///
    /// ```
    /// use dehusk_batch::{Html, PageRef};
    /// let page = PageRef::new("1", Html::Text("<p>The ferry was late.")).with_url("https://ferry.example/");
    /// assert_eq!((page.id, page.url), ("1", Some("https://ferry.example/")));
    /// ```
    pub fn new(id: &'a str, html: Html<'a>) -> PageRef<'a> {
        PageRef {
            id,
            url: None,
            date: None,
            record: "page",
            file: "",
            offset: 0,
            status: None,
            content_type: None,
            content_encoding: None,
            cut: false,
            html,
        }
    }

    /// With its address.
    pub fn with_url(mut self, url: impl Into<Option<&'a str>>) -> PageRef<'a> {
        self.url = url.into();
        self
    }
}
