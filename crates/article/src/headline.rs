//! The title of a page as a line of its article.

use crate::Article;
use crate::metadata::{HEADING, key};
use dehusk_blocks::Within;
use dehusk_extract::{Document, Selection};
use dehusk_page::{NodeId, name};

/// Where the title of the page stands in an article.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TitleAt {
    /// Once, above everything else.
    First,
    /// Nowhere: the metadata has it.
    Never,
    /// Where the page has it, if the extractor kept it there.
    #[default]
    AsPage,
}

/// More words than a title has.
const MAX_WORDS: u32 = 40;

/// The title of a page, apart from its text.
#[derive(Debug)]
pub(crate) struct Headline {
    /// Its words.
    pub text: String,
    /// The kept leaves of the content that say nothing else.
    pub leaves: Vec<NodeId>,
}

impl Headline {
    /// The headline of an article that has any content.
    pub fn of(article: &Article) -> Option<Headline> {
        let (document, selection) = article.source();
        let title = article.title().filter(|_| !selection.is_empty())?;
        // What only machines are told is often longer than what readers are shown.
        let shown = if title.source == HEADING { None } else { first_h1(document, selection) };
        let text = shown.map_or(&*title.value, |block| document.blocks().text(block).trim());
        let leaves = leaves(document, selection, text);
        Some(Headline { text: text.to_string(), leaves })
    }
}

fn first_h1(document: &Document, selection: &Selection) -> Option<usize> {
    let blocks = document.blocks();
    let is_one = |&at: &usize| blocks.block(at).tag == name::H1 && is_short(document, at);
    (0..blocks.len()).filter(is_one).find(|&at| selection.keeps_block(document, at))
}

fn is_short(document: &Document, block: usize) -> bool {
    (1..=MAX_WORDS).contains(&document.blocks().block(block).words)
}

/// The kept leaves of blocks that repeat the title: of headings, and of whatever stands before the text.
fn leaves(document: &Document, selection: &Selection, title: &str) -> Vec<NodeId> {
    let (blocks, wanted) = (document.blocks(), key(title));
    let mut leaves = Vec::new();
    let mut is_above_text = true;
    for at in (0..blocks.len()).filter(|&at| selection.keeps_block(document, at)) {
        is_above_text &= is_short(document, at);
        let may_be = is_above_text || blocks.block(at).within.has(Within::HEADING);
        if may_be && is_short(document, at) && key(blocks.text(at)) == wanted {
            leaves.extend(blocks.nodes(at).iter().filter(|&&node| selection.keeps(node)));
        }
    }
    leaves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Format;
    use dehusk_page::Page;

    const TEXT: &str =
        "Bread is flour and water and time, and of the three, time is what no baker can buy.";

    fn article(html: &str, at: TitleAt) -> Article {
        let document = Document::new(Page::parse(html));
        let selection = Selection::everything(&document);
        Article::new(document, selection, "text").with_title(at)
    }

    #[test]
    fn the_title_stands_once_above_everything() {
        let html = format!(
            "<title>On bread</title><p>Food</p><h1>On bread</h1><p>{TEXT}<h2>On bread</h2>"
        );
        let first = article(&html, TitleAt::First);
        assert_eq!(first.text(), format!("On bread\n\nFood\n\n{TEXT}"));
        assert_eq!(first.markdown(), format!("# On bread\n\nFood\n\n{TEXT}"));
        assert_eq!(article(&html, TitleAt::Never).text(), format!("Food\n\n{TEXT}"));
        assert!(article(&html, TitleAt::AsPage).text().starts_with("Food\n\nOn bread"));
    }

    #[test]
    fn a_title_that_no_reader_sees_is_written_too() {
        let html = format!("<title>On bread</title><p>{TEXT}");
        assert_eq!(article(&html, TitleAt::First).text(), format!("On bread\n\n{TEXT}"));
        assert_eq!(article(&html, TitleAt::Never).text(), TEXT);
    }

    #[test]
    fn what_readers_see_comes_before_what_machines_are_told() {
        let html = format!("<title>Buy everything here</title><h1>On bread</h1><p>{TEXT}");
        assert_eq!(article(&html, TitleAt::First).text(), format!("On bread\n\n{TEXT}"));
    }

    #[test]
    fn nothing_has_no_title() {
        assert_eq!(article("<title>On bread</title>", TitleAt::First).render(Format::Text), "");
    }

    #[test]
    fn the_same_words_in_the_text_stay() {
        let html = format!(
            "<title>On bread</title><h1>On bread</h1><p>{} {TEXT}<p>On bread",
            TEXT.repeat(3)
        );
        assert!(article(&html, TitleAt::First).text().ends_with("\n\nOn bread"));
    }
}
