//! HTML of an article as XML, without what a book cannot hold.

use dehusk::extractor::{NodeId, Page};

/// Elements without content.
const VOID: &[&str] = &["br", "hr", "img", "wbr"];

/// The body of a document as XML.
pub fn body(html: &str) -> String {
    let page = Page::parse(html);
    let mut out = String::with_capacity(html.len());
    let mut open: Vec<(NodeId, &str)> = Vec::new();
    let Some(body) = page.body() else { return out };
    let mut nodes = page.descendants(body);
    while let Some(id) = nodes.next() {
        close(&mut out, &mut open, id);
        if page.is_text(id) {
            escape_into(&mut out, page.text(id));
        } else if page.is_element(id) {
            match page.tag(id) {
                "input" => out.push_str(tick(&page, id)),
                "video" | "audio" | "iframe" => {
                    player(&mut out, &page, id);
                    nodes.skip_subtree(&page, id);
                }
                tag => {
                    start(&mut out, &page, id, tag);
                    if !VOID.contains(&tag) {
                        open.push((page.end(id), tag));
                    }
                }
            }
        }
    }
    close(&mut out, &mut open, page.end(body));
    out
}

/// Where an article is from, at its end.
pub fn source(url: &str) -> String {
    let mut address = String::new();
    escape_into(&mut address, url);
    format!("<hr/><p><a href=\"{address}\">{address}</a></p>")
}

/// Text as it stands in XML, without characters that may not.
pub fn escape_into(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
}

fn close(out: &mut String, open: &mut Vec<(NodeId, &str)>, here: NodeId) {
    while let Some((_, tag)) = open.pop_if(|(end, _)| *end <= here) {
        out.extend(["</", tag, ">"]);
    }
}

fn start(out: &mut String, page: &Page, id: NodeId, tag: &str) {
    out.extend(["<", tag]);
    if tag == "math" {
        out.push_str(" xmlns=\"http://www.w3.org/1998/Math/MathML\"");
    }
    for (name, value) in page.attrs(id) {
        out.extend([" ", page.name_text(name), "=\""]);
        escape_into(out, value);
        out.push('"');
    }
    out.push_str(if VOID.contains(&tag) { "/>" } else { ">" });
}

fn tick(page: &Page, id: NodeId) -> &'static str {
    if page.attr_by_text(id, "checked").is_some() { "☑" } else { "☐" }
}

/// What plays cannot be in a book that is read without a network: a link to it.
fn player(out: &mut String, page: &Page, id: NodeId) {
    let Some(url) = page.attr_by_text(id, "src") else { return };
    let title = page.attr_by_text(id, "title").filter(|title| !title.is_empty()).unwrap_or(url);
    out.push_str("<p><a href=\"");
    escape_into(out, url);
    out.push_str("\">");
    escape_into(out, title);
    out.push_str("</a></p>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_becomes_xml() {
        let html = "<p>a<br>b &amp; <a href='?x&amp;y'>c</a><p>\u{1}d<hr><math><mi>x</mi></math>";
        assert_eq!(
            body(html),
            "<p>a<br/>b &amp; <a href=\"?x&amp;y\">c</a></p><p>d</p><hr/>\
            <math xmlns=\"http://www.w3.org/1998/Math/MathML\"><mi>x</mi></math>"
        );
        assert_eq!(body("<input type=checkbox checked> a"), "☑ a");
        assert_eq!(
            body("<iframe src='https://a.example/1' title='A film'></iframe>"),
            "<p><a href=\"https://a.example/1\">A film</a></p>"
        );
    }
}
