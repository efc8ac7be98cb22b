//! Plain text as a page: blank lines become paragraphs, everything else stays.
//!
//! Parsed as HTML, plain text would be one long line. A reader of a `.txt` file expects its paragraphs.

use crate::hints::Hints;
use memchr::memchr_iter;

/// The HTML for plain text, none if the text is HTML already.
///
/// It is plain if the transport says `text/plain` and it does not begin like HTML, or if it has no tag
/// at all. In the latter case character references are left alone: it may be a piece of HTML.
pub(crate) fn to_html(text: &str, hints: &Hints) -> Option<String> {
    let said_plain = hints.media_type().as_deref() == Some("text/plain");
    let is_plain = said_plain && !text.trim_start().starts_with('<');
    if !is_plain && has_tag(text.as_bytes()) {
        return None;
    }
    let mut html = String::with_capacity(text.len() + text.len() / 16);
    for paragraph in paragraphs(text) {
        html.push_str("<p>");
        escape(paragraph, is_plain, &mut html);
        html.push_str("</p>\n");
    }
    Some(html)
}

fn has_tag(bytes: &[u8]) -> bool {
    memchr_iter(b'<', bytes).any(|at| {
        bytes
            .get(at + 1)
            .is_some_and(|b| b.is_ascii_alphabetic() || matches!(b, b'!' | b'/' | b'?'))
    })
}

/// Runs of lines that are not blank.
fn paragraphs(text: &str) -> impl Iterator<Item = &str> {
    let mut lines =
        text.split_inclusive('\n').map(|line| (line, !line.trim().is_empty())).peekable();
    let mut at = 0;
    std::iter::from_fn(move || {
        while let Some((line, _)) = lines.next_if(|(_, filled)| !filled) {
            at += line.len();
        }
        let start = at;
        while let Some((line, _)) = lines.next_if(|(_, filled)| *filled) {
            at += line.len();
        }
        (at > start).then(|| text[start..at].trim_end())
    })
}

fn escape(text: &str, references_too: bool, html: &mut String) {
    for c in text.chars() {
        match c {
            '<' => html.push_str("&lt;"),
            '&' if references_too => html.push_str("&amp;"),
            c => html.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> Option<String> {
        to_html(text, &Hints::new().with_content_type("text/plain; charset=utf-8"))
    }

    #[test]
    fn blank_lines_cut_paragraphs() {
        let html =
            to_html("\n one\ntwo\r\n \t\r\n\nthree < four &amp; five", &Hints::new()).unwrap();
        assert_eq!(html, "<p> one\ntwo</p>\n<p>three &lt; four &amp; five</p>\n");
        assert_eq!(to_html("  \n ", &Hints::new()).unwrap(), "");
    }

    #[test]
    fn what_the_transport_calls_plain_is_taken_as_it_stands() {
        assert_eq!(plain("use <b> &amp; so on").unwrap(), "<p>use &lt;b> &amp;amp; so on</p>\n");
        assert_eq!(plain("<!DOCTYPE html><p>x"), None);
    }

    #[test]
    fn html_is_left_alone() {
        assert_eq!(to_html("one <b>two</b>", &Hints::new()), None);
    }
}
