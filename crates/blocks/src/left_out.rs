//! What of a page is in no block, and how much.
//!
//! Leaving text out silently hides mistakes: a page whose words are mostly hidden or in `noscript` is a
//! page to be told about.

/// Why an element's text is in no block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Reason {
    /// `script` and `style`: code, whose words are not counted.
    Code,
    /// `template`: not part of the page until a script uses it.
    Template,
    /// `noscript`, `noframes` and `noembed`: shown only by browsers that lack something. Where a page shows
    /// next to nothing without its script, its `noscript` is not left out.
    Noscript,
    /// The `hidden` attribute, `display: none`, `visibility: hidden`, a closed `dialog`, and elements that
    /// are never shown, like `title` or `datalist`. Panels of tabs and accordions are not left out.
    Hidden,
    /// `button`, `select`, `textarea` and the like: what is used, not read.
    Control,
    /// What stands inside `iframe`, `video`, `object`…, shown only when they can not be.
    Fallback,
    /// Text inside `svg`, and annotations of formulas.
    Graphic,
}

impl Reason {
    /// Every reason.
    pub const ALL: [Reason; 7] = [
        Reason::Code,
        Reason::Template,
        Reason::Noscript,
        Reason::Hidden,
        Reason::Control,
        Reason::Fallback,
        Reason::Graphic,
    ];

    /// A word or two for people.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Code => "code",
            Reason::Template => "template",
            Reason::Noscript => "noscript",
            Reason::Hidden => "hidden",
            Reason::Control => "control",
            Reason::Fallback => "fallback",
            Reason::Graphic => "graphic",
        }
    }
}

/// How much was left out for one reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Outermost elements left out.
    pub elements: u32,
    /// Words in them.
    pub words: u32,
}

/// What is in no block, by reason.
///
/// ```
/// use dehusk_blocks::{Blocks, Reason};
/// let page = dehusk_page::Page::parse("<p>Seen<p hidden>Not seen<script>var a = 1</script>");
/// let blocks = Blocks::of(&page);
/// assert_eq!(blocks.left_out().count(Reason::Hidden).words, 2);
/// assert_eq!(blocks.left_out().count(Reason::Code).elements, 1);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    counts: [Count; Reason::ALL.len()],
}

impl LeftOut {
    /// What was left out for a reason.
    pub fn count(&self, reason: Reason) -> Count {
        self.counts[reason as usize]
    }

    /// Words left out for any reason.
    pub fn words(&self) -> u32 {
        self.counts.iter().map(|c| c.words).sum()
    }

    pub(crate) fn add(&mut self, reason: Reason, elements: u32, words: u32) {
        let count = &mut self.counts[reason as usize];
        count.elements += elements;
        count.words += words;
    }
}
