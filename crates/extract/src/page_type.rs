//! Kinds of page.

/// What kind of page it is.
///
/// ```
/// use dehusk_extract::PageType;
/// assert_eq!(PageType::from_name("forum"), Some(PageType::Forum));
/// assert_eq!(PageType::Forum.name(), "forum");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PageType {
    /// News, posts, essays: one text.
    Article,
    /// References and manuals.
    Documentation,
    /// Posts of several people.
    Forum,
    /// One thing to buy.
    Product,
    /// A grid of things, each with a picture and few words.
    Collection,
    /// A list of links to articles or things.
    Listing,
    /// What an organisation is and offers.
    Service,
}

impl PageType {
    /// All of them.
    pub const ALL: [PageType; 7] = [
        PageType::Article,
        PageType::Documentation,
        PageType::Forum,
        PageType::Product,
        PageType::Collection,
        PageType::Listing,
        PageType::Service,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            PageType::Article => "article",
            PageType::Documentation => "documentation",
            PageType::Forum => "forum",
            PageType::Product => "product",
            PageType::Collection => "collection",
            PageType::Listing => "listing",
            PageType::Service => "service",
        }
    }

    /// The kind of that name.
    pub fn from_name(name: &str) -> Option<PageType> {
        PageType::ALL.into_iter().find(|kind| kind.name() == name)
    }
}
