//! An article's Markdown as HTML that can do nothing: no raw markup, links to the web only, and pictures only from where
//! the caller says.

use crate::html;
use pulldown_cmark::{CowStr, Event, LinkType, Options, Parser, Tag, TagEnd};

/// Where a picture is loaded from, by its number in the text and its address; none shows what is said of it instead.
pub type Pictures<'p> = &'p dyn Fn(usize, &str) -> Option<String>;

/// Pictures from where they are, for readers elsewhere.
pub fn original(_: usize, address: &str) -> Option<String> {
    html::is_web(address).then(|| address.to_string())
}

fn parser(markdown: &str) -> Parser<'_> {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_TASKLISTS;
    Parser::new_ext(markdown, options)
}

/// The HTML of a Markdown text.
pub fn to_html(markdown: &str, pictures: Pictures<'_>) -> String {
    let mut number = 0;
    let mut open = Vec::new();
    let events = parser(markdown).map(|event| match event {
        Event::Start(Tag::Image { dest_url, title, .. }) => {
            let from = pictures(number, &dest_url);
            number += 1;
            open.push(from.is_some());
            match from {
                Some(from) => Event::Start(Tag::Image {
                    link_type: LinkType::Inline,
                    dest_url: from.into(),
                    title,
                    id: "".into(),
                }),
                // What is said of it is left.
                None => Event::Start(Tag::Emphasis),
            }
        }
        Event::End(TagEnd::Image) => match open.pop() {
            Some(true) => Event::End(TagEnd::Image),
            _ => Event::End(TagEnd::Emphasis),
        },
        event => harmless(event),
    });
    let mut out = String::new();
    pulldown_cmark::html::push_html(&mut out, events);
    out
}

/// The addresses of the pictures of a text, in their order.
pub fn pictures(markdown: &str) -> Vec<String> {
    let address = |event| match event {
        Event::Start(Tag::Image { dest_url, .. }) => Some(dest_url.to_string()),
        _ => None,
    };
    parser(markdown).filter_map(address).collect()
}

fn harmless(event: Event<'_>) -> Event<'_> {
    match event {
        // Shown as it is written.
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        Event::Start(Tag::HtmlBlock) => Event::Start(Tag::Paragraph),
        Event::End(TagEnd::HtmlBlock) => Event::End(TagEnd::Paragraph),
        Event::Start(Tag::Link { dest_url, title, .. }) => Event::Start(Tag::Link {
            link_type: LinkType::Inline,
            dest_url: web(dest_url),
            title,
            id: "".into(),
        }),
        // Names of ours are not theirs.
        Event::FootnoteReference(name) => Event::FootnoteReference(format!("note-{name}").into()),
        Event::Start(Tag::FootnoteDefinition(name)) => {
            Event::Start(Tag::FootnoteDefinition(format!("note-{name}").into()))
        }
        other => other,
    }
}

/// The address if it is one of the web, or else nowhere.
fn web(url: CowStr<'_>) -> CowStr<'_> {
    if html::is_web(&url) { url } else { "".into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn none(_: usize, _: &str) -> Option<String> {
        None
    }

    #[test]
    fn nothing_can_run() {
        let evil = "<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n\ntext <b onclick=x>b</b> \
                    [a](javascript:alert(1)) [b](data:text/html,x) ![p](http://t.example/p.png) <javascript:x>\n\n\
                    <div>\nblock\n</div>\n\n| a |\n| --- |\n| <script>1</script> |";
        for pictures in [&none as Pictures<'_>, &original] {
            let html = to_html(evil, pictures);
            for danger in
                ["<script", "<img src=\"x", "<b ", "href=\"javascript", "href=\"data", "<div"]
            {
                assert!(!html.contains(danger), "{danger} in {html}");
            }
            assert!(html.contains("&lt;script&gt;alert(1)"));
        }
        assert!(to_html("[ok](https://a.example/)", &none).contains("href=\"https://a.example/\""));
    }

    #[test]
    fn pictures_come_from_where_they_may() {
        let text = "![A *boat*](https://a.example/1.png)\n\n[![b](https://a.example/2.png)](https://a.example/)\n\n![c](data:x)";
        assert!(!to_html(text, &none).contains("<img"));
        assert!(to_html(text, &none).contains("<em>A <em>boat</em></em>"));
        let own = |number: usize, address: &str| {
            original(number, address).map(|_| format!("/p/{number}"))
        };
        let html = to_html(text, &own);
        assert!(
            html.contains("<img src=\"/p/0\" alt=\"A boat\"") && html.contains("src=\"/p/1\""),
            "{html}"
        );
        assert_eq!(html.matches("<img").count(), 2);
        assert_eq!(
            pictures(text),
            ["https://a.example/1.png", "https://a.example/2.png", "data:x"]
        );
    }
}
