//! Which questions about an element's class are worth asking.
//!
//! Nearly no class means anything to the walk, and what means something is looked for in several places. So all of it is
//! looked for at once before, without regard to case or to where words end: what is not found so is not there at all.

use super::{code, formula, furniture, style, verse};
use dehusk_blocks::WordMatch;
use dehusk_page::{NodeId, Page, name};
use std::sync::LazyLock;

/// What the class of an element may mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MayMean(u32);

impl MayMean {
    /// A tool of the page.
    const TOOL: u32 = 1;
    /// Another role than that of the element's name.
    const ROLE: u32 = 2;
    /// A formula.
    const FORMULA: u32 = 4;

    /// By an element's class.
    pub fn of(page: &Page, id: NodeId) -> MayMean {
        let class = page.attr(id, name::CLASS).unwrap_or("");
        MayMean(if class.is_empty() { 0 } else { WORDS.bits(class) })
    }

    /// Whether it may be a tool of the page, by its class.
    pub fn tool(self) -> bool {
        self.0 & MayMean::TOOL != 0
    }

    /// Whether it may have another role.
    pub fn role(self) -> bool {
        self.0 & MayMean::ROLE != 0
    }

    /// Whether it may be a formula.
    pub fn formula(self) -> bool {
        self.0 & MayMean::FORMULA != 0
    }
}

static WORDS: LazyLock<WordMatch> = LazyLock::new(|| {
    // A hyphen stands for whatever parts words.
    let whole = |bit, words: &[&str]| words.iter().map(|word| (format!("-{word}-"), bit)).collect();
    let begun = |bit, words: &[&str]| words.iter().map(|word| (format!("-{word}"), bit)).collect();
    let parts = |bit, words: &[&str]| words.iter().map(|word| (word.to_string(), bit)).collect();
    let words: [Vec<(String, u32)>; 11] = [
        whole(MayMean::TOOL, furniture::EDIT),
        begun(MayMean::TOOL, furniture::ICON_FONTS),
        parts(MayMean::TOOL, furniture::COPIES),
        parts(MayMean::TOOL, furniture::EXPANDS),
        whole(MayMean::TOOL, furniture::NAVIGATION),
        whole(MayMean::TOOL, furniture::BREADCRUMBS),
        parts(MayMean::TOOL, code::LABELS),
        whole(MayMean::ROLE, style::FIGURES),
        whole(MayMean::ROLE, code::DIVISION_CLASSES),
        whole(MayMean::ROLE, verse::LINES),
        parts(MayMean::FORMULA, formula::CLASSES),
    ];
    WordMatch::new(words.iter().flatten().map(|(word, bit)| (word.as_str(), *bit)))
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_that_mean_something_are_found() {
        let means = |class: &str| {
            let page = Page::parse(format!("<p class='{class}'>"));
            let id = page.descendants(page.root()).find(|&n| page.name(n) == name::P).unwrap();
            let may = MayMean::of(&page, id);
            (may.tool(), may.role(), may.formula())
        };
        for class in
            ["mw-editsection", "x\tsecedit", "material-icons-round", "clipboard-copy", "Copy-it"]
        {
            assert_eq!(means(class), (true, false, false), "{class}");
        }
        for class in ["wp-caption aligncenter", "thumbcaption", "cm-content", "l i2", "poem-line"] {
            assert_eq!(means(class), (false, true, false), "{class}");
        }
        for class in ["katex-display", "MathJax_SVG", "inline-formula", "texhtml"] {
            assert_eq!(means(class), (false, false, true), "{class}");
        }
        for class in ["", "entry-content", "col-lg-9 label", "outline", "lead"] {
            assert_eq!(means(class), (false, false, false), "{class}");
        }
    }
}
