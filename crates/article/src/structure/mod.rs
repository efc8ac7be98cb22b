//! The parts of an article as data: blocks, links, images, tables, notes, comments and posts.
//!
//! All of them are made when they are asked for, and speak of the page that holds the content: the page
//! itself, or what was read from its scripts (see [`ContentSource`](crate::ContentSource)).

mod block;
mod discussion;
mod link;
mod note;
mod path;
mod table;

pub use block::{Block, BlockKind};
pub use discussion::Post;
pub use link::Link;
pub use note::Note;
pub use table::{Cell, Row, Table};

pub(crate) use path::Paths;
pub(crate) use table::Tables;

use crate::content::Base;
use crate::{Article, Media, MediaKind, Rendering};
use dehusk_extract::PageType;

impl Article {
    /// Every text block of the page in its order, kept or not, with what the extractor says of it.
    ///
    /// ```
    /// # use dehusk_article::{Article, BlockKind};
    /// # use dehusk_extract::{Document, Selection, Verdict};
    /// # use dehusk_page::Page;
    /// let document = Document::new(Page::parse("<p>Home<h2>Late again</h2><p>The ferry was late."));
    /// let verdicts = vec![Verdict::drop(0.1, "a menu"), Verdict::keep(0.9, "a heading")];
    /// let selection = Selection::from_blocks(&document, verdicts);
    /// let article = Article::new(document, selection, "by hand");
    /// let blocks: Vec<_> = article.blocks().collect();
    /// assert!(blocks[1].kept && blocks[1].kind == BlockKind::Heading { level: 2 });
    /// assert_eq!((&*blocks[0].text, &*blocks[0].reason), ("Home", "a menu"));
    /// assert_eq!(blocks[2].reason, "no verdict");
    /// ```
    pub fn blocks(&self) -> impl ExactSizeIterator<Item = Block<'_>> {
        let (document, selection) = self.source();
        block::blocks(document, selection)
    }

    /// Every link of the page in its order, kept or not.
    ///
    /// ```
    /// # use dehusk_article::Article;
    /// # use dehusk_extract::{Document, Selection};
    /// # use dehusk_page::Page;
    /// let html = "<p>See <a href=/a rel='nofollow ugc'>this <b>story</b></a>.";
    /// let document = Document::new(Page::parse(html)).with_url("https://example.org/");
    /// let selection = Selection::everything(&document);
    /// let article = Article::new(document, selection, "text");
    /// let link = article.links().next().unwrap();
    /// assert_eq!((&*link.text, &*link.url), ("this story", "https://example.org/a"));
    /// assert!(link.kept && link.rel.unwrap().contains("nofollow"));
    /// ```
    pub fn links(&self) -> impl Iterator<Item = Link<'_>> {
        let base = Base::of(self.document().page(), self.document().url());
        let (page, kept) = self.content();
        link::links(page, kept, base)
    }

    /// A CSS selector for the element that a block stands in, and for no other of the page.
    ///
    /// ```
    /// # use dehusk_article::Article;
    /// # use dehusk_extract::{Document, Selection};
    /// # use dehusk_page::Page;
    /// let document = Document::new(Page::parse("<main><p>One<p>Two</main>"));
    /// let selection = Selection::everything(&document);
    /// let article = Article::new(document, selection, "text");
    /// let second = article.blocks().nth(1).unwrap();
    /// assert_eq!(article.path_of(&second), "html > body > main > p:nth-of-type(2)");
    /// ```
    pub fn path_of(&self, block: &Block<'_>) -> String {
        Paths::new(self.content().0).of(block.node)
    }

    /// The images of the content, in the page's order: those of [`Article::media`].
    ///
    /// ```
    /// # use dehusk_article::Article;
    /// # use dehusk_extract::{Document, Selection};
    /// # use dehusk_page::Page;
    /// let document = Document::new(Page::parse("<p>Text.<p><img src=/a.jpg alt='A cat'><p>More."));
    /// let selection = Selection::everything(&document);
    /// let article = Article::new(document, selection, "text");
    /// let alts: Vec<_> = article.images().map(|image| image.alt.as_deref()).collect();
    /// assert_eq!(alts, [Some("A cat")]);
    /// ```
    pub fn images(&self) -> impl Iterator<Item = &Media> {
        self.media().iter().filter(|media| media.kind == MediaKind::Image)
    }

    /// The tables of data in the content, in the page's order. Tables that only lay a page out are not
    /// among them.
    ///
    /// ```
    /// # use dehusk_article::Article;
    /// # use dehusk_extract::{Document, Selection};
    /// # use dehusk_page::Page;
    /// let html = "<table><tr><th>Ferry<th>Late<tr><td>Aurora<td>2 h<tr><td colspan=2>No others</table>";
    /// let document = Document::new(Page::parse(html));
    /// let selection = Selection::everything(&document);
    /// let article = Article::new(document, selection, "text");
    /// let rows = &article.tables()[0].rows;
    /// assert!(rows[0].header && rows[0].cells[1].text == "Late");
    /// assert_eq!(rows[1].cells[0].text, "Aurora");
    /// assert_eq!(rows[2].cells[0].column_span, 2);
    /// ```
    pub fn tables(&self) -> &[Table] {
        self.tables.get_or_init(|| {
            let mut sink = Tables::default();
            crate::render::tell(self, Rendering::default(), &mut sink);
            sink.finish()
        })
    }

    /// The footnotes and end notes that the content refers to, in the order of their first references.
    ///
    /// ```
    /// # use dehusk_article::Article;
    /// # use dehusk_extract::{Document, Selection};
    /// # use dehusk_page::Page;
    /// let html = "<p>Late<sup><a href=#fn1>1</a></sup> again.<ol><li id=fn1>By two hours. <a href=#r>↩</a></ol>";
    /// let document = Document::new(Page::parse(html));
    /// let selection = Selection::everything(&document);
    /// let article = Article::new(document, selection, "text");
    /// assert_eq!(article.text(), "Late[1] again.\n\n[1] By two hours.");
    /// assert_eq!((&*article.notes()[0].label, &*article.notes()[0].text), ("1", "By two hours."));
    /// ```
    pub fn notes(&self) -> Vec<Note> {
        let mut sink = note::Notes::default();
        crate::render::tell(self, Rendering::default(), &mut sink);
        sink.finish()
    }

    /// What readers wrote below the text, kept or not, in the page's order.
    ///
    /// ```
    /// # use dehusk_article::Article;
    /// # use dehusk_extract::{Document, Selection};
    /// # use dehusk_page::Page;
    /// let html = "<p>Text.<div class=comment><b class=author>Ann</b> <time datetime=2024-05-01>today</time><p>Yes!</div>";
    /// let document = Document::new(Page::parse(html));
    /// let selection = Selection::everything(&document);
    /// let article = Article::new(document, selection, "text");
    /// let comment = &article.comments()[0];
    /// assert_eq!((comment.author.as_deref(), comment.date.as_deref()), (Some("Ann"), Some("2024-05-01")));
    /// assert_eq!(comment.text, "Yes!");
    /// ```
    pub fn comments(&self) -> Vec<Post> {
        let base = Base::of(self.document().page(), self.document().url());
        let (page, kept) = self.content();
        discussion::posts(page, kept, &base, discussion::Kind::Comment)
    }

    /// The posts of a thread, kept or not, in the page's order: of a page that is a forum to its extractor, or that
    /// declares its posts to machines.
    pub fn posts(&self) -> Vec<Post> {
        let base = Base::of(self.document().page(), self.document().url());
        let (page, kept) = self.content();
        let forum = self.appraisal().is_some_and(|a| a.page_type == Some(PageType::Forum));
        match forum || discussion::declares_posts(page) {
            true => discussion::posts(page, kept, &base, discussion::Kind::Post),
            false => Vec::new(),
        }
    }
}
