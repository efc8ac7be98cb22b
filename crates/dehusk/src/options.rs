//! The options of an extraction.

use crate::auto::{Auto, Comments, Favor, Lists, Model, Preferences};
use crate::extractor::{Document, IntoExtractor, NamedExtractor, Page, Role, Selection, known};
use crate::{Article, Error, Limits, TitleAt};
use dehusk_page::Hints;
use encoding_rs::Encoding;
use std::sync::Arc;

/// The name of the default extractor.
const DEFAULT: &str = "auto";

/// How to extract.
///
/// ```
/// use dehusk::{Format, Limits, Options};
/// let options = Options::new()
///     .with_extractor("readability")?
///     .with_url("https://example.com/news/")
///     .with_limits(Limits::default().with_max_nodes(100_000));
/// let article = options.extract("<p>See <a href='one'>this</a>.");
/// assert_eq!(article.render(Format::Text), "See this.");
/// # Ok::<_, dehusk::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The default extractor with the preferences, where there is none.
    extractor: Option<NamedExtractor>,
    url: Option<String>,
    content_type: Option<String>,
    content_encoding: Option<String>,
    charset: Option<&'static Encoding>,
    limits: Limits,
    embedded: Option<bool>,
    preferences: Preferences,
    title: Option<TitleAt>,
    #[cfg(feature = "css")]
    select: Option<crate::css::Selector>,
    #[cfg(feature = "css")]
    remove: Vec<crate::css::Selector>,
}

impl Options {
    /// The defaults.
    pub fn new() -> Options {
        Options::default()
    }

    /// The extractor: a name of the [registry](crate::extractor::registry), or an extractor of your own.
    ///
    /// ```
    /// let error = dehusk::Options::new().with_extractor("raedability").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "there is no extractor \"raedability\": did you mean \"readability\"?"
    /// );
    /// ```
    pub fn with_extractor(mut self, extractor: impl IntoExtractor) -> Result<Options, Error> {
        let name = extractor.name();
        let found = extractor.into_extractor(known())?;
        let found = found.ok_or_else(|| Error::unknown_extractor(&name))?;
        // The default one is made anew, so that it knows the preferences, whenever those were given.
        self.extractor = Some(found).filter(|extractor| extractor.name() != DEFAULT);
        Ok(self)
    }

    /// The address the page was fetched from, which makes links absolute.
    pub fn with_url(mut self, url: impl Into<String>) -> Options {
        self.url = Some(url.into());
        self
    }

    /// The Content-Type header the bytes came with. Its charset comes before the page's own word, as in
    /// browsers, and says whether they are plain text.
    pub fn with_content_type(mut self, content_type: impl Into<String>) -> Options {
        self.content_type = Some(content_type.into());
        self
    }

    /// The Content-Encoding header the bytes came with. It is needed for brotli alone; other kinds of
    /// compression show themselves.
    pub fn with_content_encoding(mut self, content_encoding: impl Into<String>) -> Options {
        self.content_encoding = Some(content_encoding.into());
        self
    }

    /// The encoding of the bytes, by a label of the Encoding Standard; it takes the place of what the
    /// Content-Type header says.
    ///
    /// ```
    /// let options = dehusk::Options::new().with_extractor("readability")?.with_charset("koi8-r")?;
    /// assert_eq!(options.extract_bytes(b"<p>\xcd\xc9\xd2")?.text(), "мир");
    /// assert!(dehusk::Options::new().with_charset("klingon").is_err());
    /// # Ok::<_, dehusk::Error>(())
    /// ```
    pub fn with_charset(mut self, label: &str) -> Result<Options, Error> {
        let found = Encoding::for_label(label.as_bytes());
        self.charset = Some(found.ok_or_else(|| Error::UnknownCharset { label: label.into() })?);
        Ok(self)
    }

    /// What a page may cost.
    pub fn with_limits(mut self, limits: Limits) -> Options {
        self.limits = limits;
        self
    }

    /// Whether the content may come from data in the page's scripts where the page itself shows far less.
    /// Otherwise it is as the extractor has it: the classic ones never look there.
    ///
    /// ```
    /// let body = "It rained on the quay, and the ferry was late. ".repeat(20);
    /// let html = format!("<p>Loading…<script>window.__INITIAL_STATE__ = {{\"post\":{{\"text\":\"{body}\"}}}}</script>");
    /// let options = dehusk::Options::new().with_extractor("readability")?;
    /// assert_eq!(options.extract(&html).text(), "Loading…");
    /// let article = options.with_embedded(true).extract(&html);
    /// assert!(article.text().starts_with("It rained on the quay"));
    /// assert_eq!(article.content_source().path(), Some("__INITIAL_STATE__ post.text"));
    /// # Ok::<_, dehusk::Error>(())
    /// ```
    pub fn with_embedded(mut self, embedded: bool) -> Options {
        self.embedded = Some(embedded);
        self
    }

    /// What counts more for `auto` where both can not be had: that what it keeps is content, or that content
    /// is kept.
    pub fn with_favor(mut self, favor: Favor) -> Options {
        self.preferences.favor = favor;
        self
    }

    /// Whether `auto` keeps readers' comments.
    pub fn with_comments(mut self, comments: Comments) -> Options {
        self.preferences.comments = comments;
        self
    }

    /// Whether `auto` takes the list for the content of a page that is one, or finds nothing there.
    pub fn with_lists(mut self, lists: Lists) -> Options {
        self.preferences.lists = lists;
        self
    }

    /// Roles of blocks that `auto` leaves out, such as the title for those who have it from the metadata.
    ///
    /// ```
    /// use dehusk::extractor::Role;
    /// let html = "<h1>On bread</h1><p>Bread is flour and water and time, and of the three, time is what no baker
    ///     can buy. A dough that had a night to rise needs little yeast, and keeps for a week.";
    /// let whole = dehusk::Options::new();
    /// assert!(whole.extract(html).text().starts_with("On bread"));
    /// assert!(whole.leaving_out([Role::Title]).extract(html).text().starts_with("Bread is"));
    /// ```
    pub fn leaving_out(mut self, roles: impl IntoIterator<Item = Role>) -> Options {
        self.preferences.leave_out.extend(roles);
        self
    }

    /// Blocks that are kept wherever they stand, by what they are on their page.
    ///
    /// ```
    /// use dehusk::Options;
    /// use dehusk::extractor::Role;
    /// let html = "<nav><a href=/>News</a></nav><article><h1>Bread</h1><p>Bread is flour, water, salt and time; \
    ///     of these it is the time that most of us lack.</article>";
    /// assert!(!Options::new().extract(html).text().contains("News"));
    /// assert!(Options::new().keeping([Role::Navigation]).extract(html).text().contains("News"));
    /// ```
    pub fn keeping(mut self, roles: impl IntoIterator<Item = Role>) -> Options {
        self.preferences.keep.extend(roles);
        self
    }

    /// Where the title of the page stands in what is written. Otherwise it stands first where `auto` finds the content,
    /// and where the page has it with the other extractors.
    ///
    /// ```
    /// use dehusk::{Options, TitleAt};
    /// let html = "<title>On bread</title><p>Bread is flour and water and time, and of the three, time is what no baker
    ///     can buy. A dough that had a night to rise needs little yeast, and keeps for a week.";
    /// assert!(Options::new().extract(html).text().starts_with("On bread"));
    /// assert!(Options::new().with_title(TitleAt::Never).extract(html).text().starts_with("Bread is"));
    /// ```
    pub fn with_title(mut self, at: TitleAt) -> Options {
        self.title = Some(at);
        self
    }

    /// Another model for `auto` than the shipped one; `dehusk train auto` makes them.
    ///
    /// ```
    /// let error = dehusk::auto::Model::read(b"something else").unwrap_err();
    /// assert!(error.to_string().contains("dehusk train auto"));
    /// ```
    pub fn with_model(mut self, model: Model) -> Options {
        self.preferences.model = Some(Arc::new(model));
        self
    }

    /// Where the content stands, as a CSS selector: the extractor sees the elements it names and no other of the body.
    /// With the extractor `text` all of them is the content. A page that has none has no content, and a warning.
    ///
    /// ```
    /// let html = "<div>Menu of a long page with many words in it</div><main><p>Tea is a plant.</main>";
    /// let options = dehusk::Options::new().selecting("main, [role=main]")?;
    /// assert_eq!(options.extract(html).text(), "Tea is a plant.");
    /// assert!(dehusk::Options::new().selecting("main >").is_err());
    /// # Ok::<_, dehusk::Error>(())
    /// ```
    #[cfg(feature = "css")]
    pub fn selecting(mut self, selector: &str) -> Result<Options, Error> {
        self.select = Some(crate::css::Selector::parse(selector)?);
        Ok(self)
    }

    /// What is never content, as a CSS selector; can be given again. It is gone before the extractor sees the page, and
    /// for the metadata too.
    ///
    /// ```
    /// let html = "<main><p>Tea is a plant.<div class=note>Buy our tea.</div></main>";
    /// let options = dehusk::Options::new().selecting("main")?.removing(".note")?;
    /// assert_eq!(options.extract(html).text(), "Tea is a plant.");
    /// # Ok::<_, dehusk::Error>(())
    /// ```
    #[cfg(feature = "css")]
    pub fn removing(mut self, selector: &str) -> Result<Options, Error> {
        self.remove.push(crate::css::Selector::parse(selector)?);
        Ok(self)
    }

    /// The main content of a page that is already decoded. All else is as with bytes: plain text becomes paragraphs.
    /// What is no page has no content; [`Options::extract_bytes`] says why.
    ///
    /// ```
    /// let note = "The ferry was late.\n\nNobody was surprised.";
    /// let options = dehusk::Options::new().with_extractor("readability")?;
    /// assert_eq!(options.extract(note).text(), options.extract_bytes(note.as_bytes())?.text());
    /// assert!(options.extract("%PDF-1.7 ...").is_empty());
    /// # Ok::<_, dehusk::Error>(())
    /// ```
    pub fn extract(&self, html: &str) -> Article {
        let page = Page::from_text(html, &self.hints(), &self.limits);
        self.extract_from(self.document_of(page.unwrap_or_else(|_| Page::parse(""))))
    }

    /// The main content of a page as it came from a disk or a server.
    pub fn extract_bytes(&self, bytes: &[u8]) -> Result<Article, Error> {
        Ok(self.extract_from(self.document(bytes)?))
    }

    /// The page as extractors see it, for who gives it to one together with what its site has shown before.
    ///
    /// ```
    /// use dehusk::Options;
    /// use dehusk::extractor::SiteHint;
    /// let options = Options::new();
    /// let document = options.document(b"<p>Tea is a plant.")?.with_hint(SiteHint::default());
    /// let selection = options.extractor().extractor().extract(&document);
    /// let article = options.article(document, selection);
    /// assert_eq!(article.selection().probabilities_without_site().map(<[f32]>::len), Some(1));
    /// # Ok::<_, dehusk::Error>(())
    /// ```
    pub fn document(&self, bytes: &[u8]) -> Result<Document, Error> {
        Ok(self.document_of(Page::from_bytes(bytes, &self.hints(), &self.limits)?))
    }

    /// The extractor, with the preferences where it is the default one.
    pub fn extractor(&self) -> NamedExtractor {
        let auto = || Arc::new(Auto::new(self.preferences.clone()));
        self.extractor.clone().unwrap_or_else(|| NamedExtractor::new(DEFAULT, auto()))
    }

    /// The article of what the extractor selected in a document.
    pub fn article(&self, document: Document, selection: Selection) -> Article {
        let extractor = self.extractor();
        let article = Article::new(document, selection, extractor.name());
        let article = article.with_title(self.title_at());
        let embedded = self.embedded.unwrap_or_else(|| extractor.extractor().reads_embedded());
        if embedded { article.with_embedded() } else { article }
    }

    fn title_at(&self) -> TitleAt {
        let unwanted = self.preferences.leave_out.contains(&Role::Title);
        self.title.unwrap_or(match self.extractor {
            None if unwanted => TitleAt::Never,
            None => TitleAt::First,
            Some(_) => TitleAt::AsPage,
        })
    }

    fn hints(&self) -> Hints {
        let mut hints = Hints::new();
        if let Some(content_type) = &self.content_type {
            hints = hints.with_content_type(content_type);
        }
        if let Some(charset) = self.charset {
            hints = hints.with_charset(charset);
        }
        if let Some(content_encoding) = &self.content_encoding {
            hints = hints.with_content_encoding(content_encoding);
        }
        if let Some(url) = &self.url {
            hints = hints.with_url(url);
        }
        hints
    }

    fn extract_from(&self, document: Document) -> Article {
        let selection = self.extractor().extractor().extract(&document);
        self.article(document, selection)
    }

    fn document_of(&self, page: Page) -> Document {
        let page = self.cut(page);
        match &self.url {
            Some(url) => Document::new(page).with_url(url),
            None => Document::new(page),
        }
    }

    /// The page as far as selectors leave it.
    #[cfg(feature = "css")]
    fn cut(&self, page: Page) -> Page {
        match self.select.is_none() && self.remove.is_empty() {
            true => page,
            false => crate::css::cut(page, self.select.as_ref(), &self.remove),
        }
    }

    #[cfg(not(feature = "css"))]
    fn cut(&self, page: Page) -> Page {
        page
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_charset_takes_the_place_of_the_header() {
        let options = Options::new().with_content_type("text/html; charset=koi8-r");
        let encoding = |options: &Options| {
            let page = Page::from_bytes(&b"<p>\xe9"[..], &options.hints(), &options.limits);
            page.unwrap().encoded().unwrap().encoding
        };
        assert_eq!(encoding(&options), "KOI8-R");
        assert_eq!(encoding(&options.with_charset("latin1").unwrap()), "windows-1252");
    }

    #[test]
    fn what_is_no_page_is_an_error_with_advice() {
        let message = |bytes| Options::new().extract_bytes(bytes).unwrap_err().to_string();
        assert_eq!(message(b""), "the page is empty: give an HTML page");
        assert!(message(b"%PDF-1.7\n1 0 obj").contains("PDF"));
        assert!(message(b"WARC/1.0\r\nWARC-Type: response\r\n").contains("use dehusk batch"));
    }
}
