//! An article's Markdown as HTML that can do nothing: no raw markup, no pictures from elsewhere, links to the
//! web only.

use crate::html;
use pulldown_cmark::{CowStr, Event, LinkType, Options, Parser, Tag, TagEnd};

/// The HTML of a Markdown text.
pub fn to_html(markdown: &str) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let events = Parser::new_ext(markdown, options).map(harmless);
    let mut out = String::new();
    pulldown_cmark::html::push_html(&mut out, events);
    out
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
        // A picture would tell its server who reads; what it shows is left.
        Event::Start(Tag::Image { .. }) => Event::Start(Tag::Emphasis),
        Event::End(TagEnd::Image) => Event::End(TagEnd::Emphasis),
        other => other,
    }
}

/// The address if it is one of the web, or else nowhere.
fn web(url: CowStr<'_>) -> CowStr<'_> {
    match html::link(&url) {
        Some(_) => url,
        None => "".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_can_run() {
        let evil = "<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n\ntext <b onclick=x>b</b> \
                    [a](javascript:alert(1)) [b](data:text/html,x) ![p](http://t.example/p.png) <javascript:x>\n\n\
                    <div>\nblock\n</div>\n\n| a |\n| --- |\n| <script>1</script> |";
        let html = to_html(evil);
        for danger in ["<script", "<img", "<b ", "href=\"javascript", "href=\"data", "<div"] {
            assert!(!html.contains(danger), "{danger} in {html}");
        }
        assert!(html.contains("&lt;script&gt;alert(1)"));
        assert!(to_html("[ok](https://a.example/)").contains("href=\"https://a.example/\""));
    }
}
