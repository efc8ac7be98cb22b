//! What of an article is written, beyond its format.

/// How an article is written: what is left out, and how long its lines are.
///
/// ```
/// # use dehusk_article::{Article, Format, Rendering};
/// # use dehusk_extract::{Document, Selection};
/// # use dehusk_page::Page;
/// let html = "<p>See <a href=/a>the story</a> of the ferry that was late.<p><img src=/b.jpg>";
/// let document = Document::new(Page::parse(html));
/// let selection = Selection::everything(&document);
/// let article = Article::new(document, selection, "text");
/// let rendering = Rendering::default().without_links().without_images().with_width(20);
/// assert_eq!(article.render_as(Format::Markdown, rendering), "See the story of the\nferry that was late.");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rendering {
    pub(crate) links: bool,
    pub(crate) images: bool,
    pub(crate) width: Option<usize>,
}

impl Default for Rendering {
    fn default() -> Rendering {
        Rendering { links: true, images: true, width: None }
    }
}

impl Rendering {
    /// Of links only their text is written.
    pub fn without_links(mut self) -> Rendering {
        self.links = false;
        self
    }

    /// Pictures are left out; their captions stay.
    pub fn without_images(mut self) -> Rendering {
        self.images = false;
        self
    }

    /// Paragraphs of plain text and Markdown are broken into lines of so many characters at most, where their words
    /// allow it. Code, tables and headings keep their lines.
    pub fn with_width(mut self, characters: usize) -> Rendering {
        self.width = Some(characters.max(1));
        self
    }
}
