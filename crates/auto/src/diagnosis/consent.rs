//! Walls that ask for consent before they show anything.
//!
//! Nearly every page of today has a notice about cookies. It is a wall only where there is nothing else:
//! where most of what the page says is said by the notice.

use super::phrases::{self, Speaker};
use super::signs::{Mark, Signs};
use super::tally::{Tally, is_frame};
use dehusk_blocks::Block;
use dehusk_extract::Document;
use dehusk_extract::{Diagnosis, Trouble};

/// Words outside of links and of the notice that a wall may have.
const MAX_REST: u32 = 60;
/// Words that a wall may have at all: its notice, and what frames it.
const MAX_WORDS: u32 = 500;
/// Words of a page that is a wall where only the names of its elements say so.
const FEW_WORDS: u32 = 200;
/// The part of the page's plain words that is the notice.
const MIN_SHARE: f32 = 0.4;
/// Words of the notice at least.
const MIN_NOTICE: u32 = 8;

pub(super) fn find(document: &Document, tally: &Tally, signs: &Signs) -> Option<Diagnosis> {
    // A page that says more than any notice is no wall, and needs no search.
    if tally.plain_words() == 0 || tally.words > MAX_WORDS {
        return None;
    }
    let blocks = document.blocks();
    let says = |index| phrases::find(Speaker::Consent, blocks.text(index));
    let said: Vec<Option<String>> = (0..blocks.len()).map(says).collect();
    // Names of elements take time to read: only a small page is a wall by them alone.
    if tally.words > FEW_WORDS && said.iter().all(Option::is_none) {
        return None;
    }
    let mut notice = Notice::default();
    for (index, (block, phrase)) in blocks.iter().zip(said).enumerate() {
        notice.add(block, marked_around(document, signs, index), phrase);
        if notice.rest > MAX_REST {
            return None;
        }
    }
    let share = notice.words as f32 / tally.plain_words() as f32;
    let is_wall = notice.words >= MIN_NOTICE && share >= MIN_SHARE;
    is_wall.then(|| Diagnosis::new(Trouble::ConsentWall, notice.evidence))
}

/// The word of the consent platform whose element holds a block.
fn marked_around<'s>(document: &Document, signs: &'s Signs<'_>, block: usize) -> Option<&'s str> {
    let &first = document.blocks().nodes(block).first()?;
    let holds = |m: &&super::signs::Marked| {
        m.mark == Mark::Consent && document.page().contains(m.node, first)
    };
    signs.marked().find(holds).map(|m| m.word.as_str())
}

#[derive(Default)]
struct Notice {
    words: u32,
    rest: u32,
    /// Whether the block before was one of the notice: its buttons and small print follow it.
    open: bool,
    evidence: String,
}

impl Notice {
    fn add(&mut self, block: &Block, mark: Option<&str>, phrase: Option<String>) {
        let plain = block.words - block.link_words;
        let said = match mark {
            Some(word) => Some(format!("element \"{word}\"")),
            None => phrase.map(|phrase| format!("phrase \"{phrase}\"")),
        };
        match said {
            Some(evidence) => {
                self.words += plain;
                self.open = true;
                if self.evidence.is_empty() {
                    self.evidence = evidence;
                }
            }
            None if self.open && !block.is_long_text() => self.words += plain,
            None if is_frame(block) => {}
            None => {
                self.open = false;
                self.rest += plain;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{diagnosis, prose, trouble};
    use super::*;

    #[test]
    fn a_wall_in_many_languages() {
        for notice in [
            "We use cookies and similar means to measure how this site is used. Choose what you allow.",
            "Wir verwenden Cookies, um diese Seite zu verbessern, und brauchen dafür Ihre Zustimmung.",
            "Nous utilisons des cookies pour mesurer la fréquentation de ce site et de ses pages.",
            "Utilizamos cookies para medir el uso de este sitio y mejorar lo que ofrece cada día.",
            "Używamy plików cookie, aby mierzyć, jak strona jest używana przez naszych czytelników.",
            "Мы используем файлы cookie, чтобы измерять посещаемость и делать сайт немного лучше.",
            "Χρησιμοποιούμε cookies για να μετράμε την επισκεψιμότητα και να βελτιώνουμε τη σελίδα.",
            "このサイトではcookieを使用しています。続けるには同意してください。",
        ] {
            let html =
                format!("<title>News</title><h1>News</h1><p>{notice}</p><button>OK</button>");
            assert_eq!(trouble(&html), Some(Trouble::ConsentWall), "{notice}");
        }
    }

    #[test]
    fn a_platforms_element_is_enough() {
        let html = "<div id=didomi-host><h2>Your choice</h2><p>Ni siaj uzas ion por ia celo kaj petas permeson \
                    por tio.</p></div>";
        assert_eq!(diagnosis(html).unwrap().evidence, "element \"didomi\"");
    }

    #[test]
    fn a_notice_beside_a_text_is_no_wall() {
        let html = format!(
            "<p>{}</p><div class=cookie-banner>We use cookies to count visits.</div>",
            prose(80)
        );
        assert_eq!(trouble(&html), None);
        let article = format!("<h1>How we use cookies</h1><p>{}</p>", prose(250));
        assert_eq!(trouble(&article), None);
    }
}
