//! Applications that are empty until their scripts ran.

use super::phrases::{self, Speaker};
use super::signs::Signs;
use super::tally::Tally;
use dehusk_extract::Document;
use dehusk_extract::{Diagnosis, Trouble};

/// Visible words of an application that rendered nothing: a header, "Loading".
const MAX_WORDS: u32 = 60;
/// Scripts of a page that is nothing without them, where nothing else tells.
const MANY_SCRIPTS: u32 = 8;

pub(super) fn find(document: &Document, tally: &Tally, signs: &Signs) -> Option<Diagnosis> {
    if tally.words >= MAX_WORDS || signs.scripts == 0 {
        return None;
    }
    let why = match (signs.mount(), message(document, signs)) {
        (Some(mount), _) => format!(" and {mount}"),
        (None, Some(message)) => format!(" that says \"{}\"", super::shortened(message)),
        (None, None) if signs.scripts >= MANY_SCRIPTS => String::new(),
        (None, None) => return None,
    };
    let (words, scripts) = (plural(tally.words, "word"), plural(signs.scripts, "script"));
    Some(Diagnosis::new(
        Trouble::EmptyApplication,
        format!("{words} in a page with {scripts}{why}"),
    ))
}

/// What the page says to those without scripts: in `noscript`, or in plain sight until a script takes it away.
fn message<'m>(document: &'m Document, signs: &'m Signs<'_>) -> Option<&'m str> {
    let blocks = document.blocks();
    let texts = (0..blocks.len()).map(|index| blocks.text(index));
    let mut texts = std::iter::once(signs.noscript.as_str()).chain(texts);
    texts.find(|text| phrases::find(Speaker::Script, text).is_some())
}

fn plural(count: u32, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{diagnosis, prose, trouble};
    use super::*;

    #[test]
    fn roots_of_frameworks_without_text() {
        for root in [
            "<div id=root></div>",
            "<div id=__next></div>",
            "<app-root></app-root>",
            "<div id=app>Loading",
        ] {
            let html = format!("<title>Shop</title><script src=/main.js></script>{root}");
            assert_eq!(trouble(&html), Some(Trouble::EmptyApplication), "{root}");
        }
        let html = "<script src=a.js></script><script src=b.js></script><div id=root><p>Loading the news</div>";
        let found = diagnosis(html).unwrap();
        assert_eq!(found.evidence, "3 words in a page with 2 scripts and <div id=root>");
    }

    #[test]
    fn a_message_for_those_without_scripts() {
        for message in [
            "Please enable JavaScript.",
            "Bitte aktivieren Sie JavaScript",
            "JavaScriptを有効にしてください",
        ] {
            let html = format!(
                "<script src=a.js></script><noscript>{message}</noscript><div class=x></div>"
            );
            assert_eq!(trouble(&html), Some(Trouble::EmptyApplication), "{message}");
        }
    }

    #[test]
    fn a_rendered_application_is_not_empty() {
        let scripts = "<script src=a.js></script>".repeat(20);
        let html = format!(
            "{scripts}<div id=__next><p>{}</p></div><noscript>Enable JavaScript</noscript>",
            prose(70)
        );
        assert_eq!(trouble(&html), None);
        assert_eq!(
            trouble("<div id=root><p>Hi</div>"),
            Some(Trouble::TooLittleText),
            "no script at all"
        );
    }
}
