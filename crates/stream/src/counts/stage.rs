//! The steps whose time is taken.

macro_rules! stages {
    ($($variant:ident $name:literal $about:literal;)*) => {
        /// A step on the way of an article whose time is taken.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Stage {
            $(#[doc = $about] $variant,)*
        }

        impl Stage {
            /// All steps, by name.
            pub const ALL: &[Stage] = &[$(Stage::$variant,)*];

            /// What it is called in metrics and statistics.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Stage::$variant => $name,)*
                }
            }
        }
    };
}

stages! {
    Article "article" "Writing the article out.";
    Commit "commit" "One transaction of the store.";
    Document "document" "Decoding and parsing a page.";
    Extract "extract" "Finding the content.";
    FeedFetch "feed fetch" "Fetching a feed, without waiting for a turn.";
    FeedParse "feed parse" "Reading a feed.";
    MemoryLoad "memory load" "Taking up the memory of a site.";
    PageFetch "page fetch" "Fetching a page, without waiting for a turn.";
    PageKept "page kept" "Packing a page that is kept as it was fetched.";
    Seen "seen?" "Looking whether the key of a page is known.";
    Sink "sink" "A sink taking articles.";
    SiteMemory "site memory" "Observing a page, asking the memory of its site and teaching it.";
}
