//! The default extractor as its users meet it: one page, and what they can prefer.

use dehusk::Options;
use dehusk::auto::{Comments, Favor, Lists};
use dehusk::extractor::Role;

const PAGE: &str = r#"<!doctype html><html lang=en><title>The last ferry - Harbour Times</title>
<body><header class=site-header><a href=/>Harbour Times</a></header>
<nav class=menu><ul><li><a href=/news>News</a><li><a href=/tide>Tides</a><li><a href=/boats>Boats</a></ul></nav>
<main><article class=post><h1>The last ferry</h1><p class=byline>By Ann Pell, 3 May 2024</p>
<p>The ferry came in late, as it had all week, and nobody on the quay was surprised by it any more. By noon
the fish was gone, and with it the people who had come for it, and the harbour lay as it lies on Sundays.</p>
<p>Its captain, who has crossed the sound for thirty years, says that the engine is older than he is, that the
spare parts come from a museum, and that he would not trade it for a new one, because he knows what it wants.</p>
<p>In autumn the council will decide whether there is to be another one. Until then the timetable is a
promise, not a plan, and those who have to be on the other side in time still row across by themselves.</p>
</article>
<section id=comments class=comments><h2>Comments</h2><div class=comment><p>I rowed across last winter, and I
would do it again before I wait for that engine another morning.</p></div></section></main>
<aside class=sidebar><h3>Most read</h3><ul><li><a href=/1>Tides of May</a><li><a href=/2>Boats for sale</a></ul></aside>
<footer class=footer>© 2024 Harbour Times. <a href=/terms>Terms</a> <a href=/privacy>Privacy</a></footer>"#;

fn text(options: &Options) -> String {
    options.extract(PAGE).text()
}

#[test]
fn the_text_is_found_and_the_husk_is_gone() {
    let article = dehusk::extract(PAGE);
    let text = article.text();
    for part in
        ["The ferry came in late", "spare parts come from a museum", "row across by themselves"]
    {
        assert!(text.contains(part), "{part} is missing:\n{text}");
    }
    for part in ["Tides", "Most read", "Privacy"] {
        assert!(!text.contains(part), "{part} is no content:\n{text}");
    }
    let appraisal = article.appraisal().expect("auto says how sure it is");
    assert!(appraisal.confidence > 0.6, "{appraisal:?}");
    assert_eq!(appraisal.page_type.map(|kind| kind.name()), Some("article"));
    assert_eq!(appraisal.diagnosis, None);
}

#[test]
fn the_same_page_gives_the_same_answer() {
    assert_eq!(
        dehusk::extract(PAGE).render(dehusk::Format::Json),
        dehusk::extract(PAGE).render(dehusk::Format::Json)
    );
}

#[test]
fn comments_are_in_or_out_as_asked() {
    let with = |comments| text(&Options::new().with_comments(comments));
    assert!(with(Comments::Include).contains("I rowed across last winter"));
    assert!(!with(Comments::Exclude).contains("I rowed across last winter"));
    assert!(with(Comments::Exclude).contains("The ferry came in late"));
}

#[test]
fn recall_keeps_no_less_than_precision() {
    let words = |favor| text(&Options::new().with_favor(favor)).split_whitespace().count();
    assert!(words(Favor::Precision) <= words(Favor::Balance));
    assert!(words(Favor::Balance) <= words(Favor::Recall));
}

#[test]
fn classes_are_left_out_on_request() {
    let article = Options::new().leaving_out([Role::Title, Role::Byline]).extract(PAGE);
    assert!(!article.text().starts_with("The last ferry") && !article.text().contains("Ann Pell"));
    assert!(article.text().contains("The ferry came in late"));
}

#[test]
fn every_kept_block_has_a_class_and_every_block_a_reason() {
    let article = dehusk::extract(PAGE);
    let verdicts = article.selection().verdicts(article.document());
    assert_eq!(verdicts.len(), article.document().blocks().len());
    assert!(verdicts.iter().all(|v| v.role.is_some() && !v.reason.is_empty()));
    assert!(verdicts.iter().any(|v| v.role == Some(Role::Title)));
}

#[test]
fn a_list_is_the_content_or_there_is_none() {
    let items: String = (1..40)
        .map(|n| {
            format!(
                "<li class=product-card><a href=/p/{n}><h3>Boat number {n}</h3></a><span class=price>$ {n}00</span></li>"
            )
        })
        .collect();
    let html =
        format!("<title>Boats</title><body><h1>All boats</h1><ul class=product-grid>{items}</ul>");
    let options = Options::new().with_url("https://shop.example/collections/boats");
    let kept = options.extract(&html);
    assert!(kept.text().contains("Boat number 7"), "{}", kept.text());
    assert_eq!(options.with_lists(Lists::Drop).extract(&html).text(), "");
}

#[test]
fn a_wall_is_named_and_lowers_the_confidence() {
    let html = "<title>Access denied</title><h1>Access denied</h1><p>You do not have permission to view this page.";
    let article = dehusk::extract(html);
    let appraisal = article.appraisal().expect("an appraisal");
    assert!(appraisal.confidence <= 0.5);
    assert_eq!(appraisal.page_type, None);
    assert_eq!(appraisal.diagnosis.as_ref().map(|d| d.trouble.name()), Some("error-page"));
}
