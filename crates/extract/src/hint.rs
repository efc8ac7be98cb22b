//! What a site memory says of a page before it is judged.

/// What the site of a page has shown on its earlier pages; see [`Document::with_hint`](crate::Document::with_hint).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SiteHint {
    /// Earlier pages that are remembered.
    pub pages: u32,
    /// Earlier pages of the part of the site that the page belongs to.
    pub section_pages: u32,
    /// One for each block of the page.
    pub blocks: Vec<BlockHint>,
    /// What was counted for an extractor that asked for it by [`Extractor::counting`](crate::Extractor::counting).
    pub counted: Option<Counted>,
}

/// Where blocks are to be counted for an extractor that judges by their counts alone, and which blocks are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counting {
    /// The documents of the part of the site that counts: the smallest one around the page with so many of them, else
    /// the whole site. None for the whole site in any case.
    pub least_support: Option<u32>,
    /// Whether blocks are one that differ by a name or a date only.
    pub masks: bool,
}

/// What was counted, the page itself included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// Documents of the whole site.
    pub site: u32,
    /// Documents of the part of it that counts.
    pub support: u32,
    /// How many of these have each block of the page.
    pub blocks: Vec<u32>,
}

/// What was seen of a block and its place.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BlockHint {
    /// Earlier pages that had the same block.
    pub seen: u32,
    /// How many of these belong to the same part of the site.
    pub section_seen: u32,
    /// Whether the page has its text at another place too, where words were content more often.
    pub copy: bool,
    /// What stood at places of the same shape; none where there was no such place.
    pub shape: Option<ShapeHint>,
}

/// What stood at places of one shape.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ShapeHint {
    /// Earlier pages that had such a place.
    pub pages: u32,
    /// How likely its words were content there, on average.
    pub content: f32,
}
