//! Pages that are large or deep where others are not: no overflow, and time that grows with the page.

use dehusk_article::{Article, Format};
use dehusk_extract::{Document, Selection};
use dehusk_page::Page;
use std::time::{Duration, Instant};

fn render_all(html: String) -> usize {
    let document = Document::new(Page::parse(html)).with_url("https://example.org/");
    let selection = Selection::everything(&document);
    let article = Article::new(document, selection, "text");
    let structure = article.blocks().count() + article.links().count() + article.tables().len();
    let rendered: usize = Format::ALL.iter().map(|&format| article.render(format).len()).sum();
    structure + rendered
}

#[test]
fn deep_pages_do_not_overflow() {
    let nest = |open: &str, close: &str| open.repeat(600) + "x y" + &close.repeat(600);
    for html in [
        nest("<div>", "</div>"),
        nest("<ul><li>a", "</ul>"),
        nest("<blockquote>a", "</blockquote>"),
        nest("<b><i><a href=x>", ""),
        nest("<table><tr><td>", "</table>"),
        nest("<dl><dd>", "</dl>"),
        nest("<ol><li><pre>", ""),
        nest("<figure><figcaption>a", ""),
        nest("<h1><span>", ""),
        nest("<math><mrow>", ""),
        nest("<a href=x>a<object>", ""),
    ] {
        assert!(render_all(html) > 100);
    }
}

/// What is said of each part, such as where it stands and leads, is longer than the part.
#[test]
fn what_json_lists_of_a_page_is_bounded() {
    let base = format!("<base href='https://a.example/{}/'>", "b".repeat(1500));
    for (html, links) in [
        ("<div>".repeat(400) + "<a href=x>a</a>" + &"<p>a".repeat(40_000), 1),
        (base + &"<p><a href=x>word word</a>".repeat(20_000), 1000),
        ("<dl>".to_string() + &"<dt>a<dd>b".repeat(50_000) + "<a href=x>a</a>", 1),
    ] {
        let page = Page::parse(&html);
        let document = Document::new(page).with_url("https://example.org/");
        let selection = Selection::everything(&document);
        let article = Article::new(document, selection, "text");
        let read = article.to_json();
        let listed = serde_json::to_string(&(&read.links, &read.blocks)).unwrap().len();
        assert!(listed <= 16 << 20, "{listed} bytes of {:?}", &html[..20]);
        assert!(read.warnings.iter().any(|warning| warning.code == "lists-cut"));
        assert!(read.links.is_some_and(|list| list.len() >= links));
        assert_eq!(read.text.len(), article.text().len(), "the content is whole");
    }
    let document = Document::new(Page::parse("<p>One <a href=x>two</a>."));
    let selection = Selection::everything(&document);
    let article = Article::new(document, selection, "text");
    assert_eq!(article.to_json().warnings, []);
}

/// A quadratic renderer would need minutes for these.
#[test]
fn long_pages_take_linear_time() {
    let many = |piece: &str| piece.repeat(100_000);
    for html in [
        format!("<ul>{}</ul>", many("<li>a ")),
        format!("<ol>{}</ol>", many("<li><p>a<p>b")),
        format!("<p>{}", many("<b>a</b>.")),
        format!("<p>{}", many("*_`[")),
        format!("<p>{}", many("<a href=x>a</a>")),
        format!("<p>{}", many("<br>a")),
        format!("<table>{}</table>", many("<tr><td>a<td>b")),
        format!("<table><tr>{}</table>", many("<td>a")),
        format!("<table><tr><td colspan=1000 rowspan=65534>a{}</table>", many("<tr><td>b")),
        format!("<pre>{}</pre>", many("a\n")),
        format!("<p>{}", many("<img src=a>b")),
        format!("<dl>{}</dl>", many("<dt>a<dd>b")),
        format!("<div>{}", many("<math><mi>x</mi></math>")),
        format!("<p>{}", many("a &nbsp; ")),
        format!("<div>{}</div>", many("a<hr>")),
        format!("{}{}", "<a href=x><object>".repeat(250), many("a b<br>")),
        format!("<table><tr><td>{}</table>", many("<table><tr><td>a<td>b</table>")),
    ] {
        let (start, name) = (Instant::now(), html[..30].to_string());
        assert!(render_all(html) > 100);
        assert!(start.elapsed() < Duration::from_secs(60), "{name} took {:?}", start.elapsed());
        println!("{name}: {:?}", start.elapsed());
    }
}
