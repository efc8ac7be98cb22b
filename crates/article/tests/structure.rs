//! The parts of an article as data, and the article as JSON that can be read back.

use dehusk_article::json::ArticleJson;
use dehusk_article::{Article, Block, BlockKind, ContentSource, Format, Link, Role, Table};
use dehusk_auto::Auto;
use dehusk_extract::{Document, Selection};
use dehusk_page::Page;
use serde_json::Value;

const PAGE: &str = "<html lang=en><title>Late again</title><meta name=author content='Ann Lee'>
    <nav><a href=/home>Home</a> <a href=/news>News</a></nav>
    <article><h1>Late again</h1>
    <p>The ferry came in late, as it had all week, and nobody on the quay was surprised by it any more. The
    captain said that the <a href=wind.html rel=nofollow>wind</a> was to blame, and the harbour said it was not.
    <p>By noon the next one was due, and the people who had waited since six looked at the water and then at
    each other, and some of them began to laugh about it, since there was nothing else that they could do.
    <blockquote><p>It is always the wind, and if it is not the wind then it is the tide, said the woman who sells
    the tickets, and she should know, because she has sold them here for more than thirty years.</blockquote>
    <figure><img src=quay.jpg alt='The quay' width=800 height=600><figcaption>The quay at noon</figcaption></figure>
    <table><caption>Today</caption><tr><th>Ship<th>Late<tr><td>Aurora<td>2 h<tr><td>Boreas<td>3 h</table>
    </article><footer><p>All rights reserved.</footer>";

fn document(html: &str) -> Document {
    Document::new(Page::parse(html)).with_url("https://example.org/dir/")
}

/// The article that the default extractor finds in [`PAGE`].
fn found() -> Article {
    Article::extract(document(PAGE), &Auto::default(), "auto")
}

/// All of a page.
fn everything(html: &str) -> Article {
    let document = document(html);
    let selection = Selection::everything(&document);
    Article::new(document, selection, "text")
}

#[test]
fn blocks_tell_all_of_the_page_and_what_became_of_it() {
    let article = found();
    let blocks: Vec<Block> = article.blocks().collect();
    assert_eq!(blocks.len(), article.document().blocks().len());
    assert!(blocks.iter().enumerate().all(|(place, block)| block.index == place));
    let find = |text: &str| blocks.iter().find(|b| b.text.contains(text)).unwrap();
    let heading = find("Late again");
    assert_eq!((heading.kind, heading.role), (BlockKind::Heading { level: 1 }, Some(Role::Title)));
    let quote = find("It is always the wind");
    assert!(quote.kept && quote.kind == BlockKind::Quote && !quote.reason.is_empty());
    assert_eq!(article.document().page().tag(quote.node), "p");
    let footer = find("All rights reserved");
    assert!(!footer.kept && footer.role.is_some() && footer.score < quote.score);
}

#[test]
fn links_are_absolute_and_know_whether_they_are_content() {
    let article = found();
    let links: Vec<Link> = article.links().collect();
    let told: Vec<_> = links.iter().map(|l| (&*l.text, &*l.url, l.kept)).collect();
    let expected = [
        ("Home", "https://example.org/home", false),
        ("News", "https://example.org/news", false),
        ("wind", "https://example.org/dir/wind.html", true),
    ];
    assert_eq!(told, expected);
    assert_eq!(links[2].rel.as_deref(), Some("nofollow"));
}

#[test]
fn images_and_tables_are_those_of_the_content() {
    let article = everything(PAGE);
    let image = article.images().next().unwrap();
    assert_eq!(image.url, "https://example.org/dir/quay.jpg");
    let [table] = article.tables() else { panic!("{:?}", article.tables()) };
    assert_eq!((table.caption.as_deref(), table.columns, table.rows.len()), (Some("Today"), 2, 3));
    assert!(table.rows[0].header && table.rows[0].cells.iter().all(|cell| cell.header));
    assert_eq!(table.rows[2].cells[1].text, "3 h");
}

#[test]
fn what_the_scripts_hold_has_structure_too() {
    let body = "<h2>Late</h2><p>See <a href=b>this</a>.</p><p>".to_string()
        + &"It rained on the quay, and the ferry was late. ".repeat(12);
    let data = serde_json::json!({"post": {"body": body}}).to_string().replace('<', "\\u003c");
    let html = format!("<p>Loading<script type=application/json>{data}</script>");
    let article = everything(&html).with_embedded();
    assert_ne!(article.content_source(), ContentSource::Page);
    let first = article.blocks().next().unwrap();
    assert_eq!((&*first.text, first.kind), ("Late", BlockKind::Heading { level: 2 }));
    let link = article.links().next().unwrap();
    assert_eq!((&*link.url, link.kept), ("https://example.org/dir/b", true));
}

#[test]
fn every_part_can_be_written_and_read_back() {
    let article = found();
    for block in article.blocks() {
        let json = serde_json::to_string(&block).unwrap();
        assert_eq!(serde_json::from_str::<Block>(&json).unwrap(), block, "{json}");
    }
    for link in article.links() {
        let json = serde_json::to_string(&link).unwrap();
        assert_eq!(serde_json::from_str::<Link>(&json).unwrap(), link, "{json}");
    }
    let json = serde_json::to_string(article.tables()).unwrap();
    assert_eq!(serde_json::from_str::<Vec<Table>>(&json).unwrap(), article.tables());
    let json = article.render(Format::Json);
    let read: ArticleJson = serde_json::from_str(&json).unwrap();
    assert_eq!(read, article.to_json());
    assert_eq!(serde_json::to_string(&read).unwrap(), json);
}

#[test]
fn a_block_is_one_flat_object() {
    let heading = serde_json::to_value(found().blocks().nth(1).unwrap()).unwrap();
    assert_eq!(heading["kind"], "heading");
    assert_eq!((&heading["level"], &heading["role"]), (&Value::from(1), &Value::from("title")));
}

/// What stands in the metadata's JSON stands there in the article's, and nothing of the content does.
#[test]
fn metadata_alone_is_what_the_page_says_of_itself() {
    let article = found();
    let metadata = serde_json::to_value(article.metadata_json()).unwrap();
    let whole = serde_json::to_value(&article).unwrap();
    let metadata = metadata.as_object().unwrap();
    assert_eq!(metadata["authors"][0]["value"], "Ann Lee");
    assert!(metadata.iter().all(|(key, value)| &whole[key] == value));
    for key in ["text", "markdown", "counts", "extractor", "page_type", "trouble", "content_source"]
    {
        assert!(whole.get(key).is_some() && !metadata.contains_key(key), "{key}");
    }
}
