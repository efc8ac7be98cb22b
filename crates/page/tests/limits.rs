//! Limits, and pages that were written to break parsers.

mod support;

use dehusk_page::{Hints, Limits, Page, Warning, name};
use std::io::Write;
use std::time::Duration;
use support::{check_arena, number, random::Random};

fn parse(html: &str, limits: Limits) -> (Page, Vec<Warning>) {
    let page = Page::parse_with(html, &limits);
    check_arena(&page);
    let warnings = page.warnings().to_vec();
    (page, warnings)
}

#[test]
fn bytes() {
    let (page, warnings) = parse("<p>one<p>two", Limits::default().with_max_bytes(6));
    assert_eq!(warnings, [Warning::BytesCut(6)]);
    assert_eq!(page.text_content(page.root()), "one");
}

#[test]
fn nodes() {
    let html = "<p>x".repeat(1000);
    let (page, warnings) = parse(&html, Limits::default().with_max_nodes(100));
    assert!(matches!(warnings[..], [Warning::NodesCut(n)] if n > 3000), "{warnings:?}");
    assert!(page.len() <= 104, "{}", page.len());
    assert!(page.body().is_some());
}

#[test]
fn memory() {
    let html = "<dt>a<dd>b".repeat(20_000);
    let (page, warnings) = parse(&html, Limits::default().with_max_memory(8 << 20));
    assert!(matches!(warnings[..], [Warning::MemoryCut(n)] if n > 50_000), "{warnings:?}");
    assert!(page.len() > 1000 && page.len() < 19_000, "{}", page.len());
    let names: String = (0..400).map(|n| format!(" a{n}")).collect();
    let attributes = format!("<p{names}>").repeat(2000);
    let (_, warnings) = parse(&attributes, Limits::default().with_max_memory(50 << 20));
    assert!(matches!(warnings[..], [Warning::MemoryCut(_)]), "{warnings:?}");
    let (_, warnings) =
        parse(&"word ".repeat(500_000), Limits::default().with_max_memory(24 << 20));
    assert!(matches!(warnings[..], [Warning::MemoryCut(n)] if n > 600_000), "{warnings:?}");
    let (page, warnings) = parse(&html, Limits::default().with_max_memory(0));
    assert_eq!(warnings, [Warning::MemoryCut(html.len())]);
    assert!(page.body().is_some(), "every page has its skeleton");
}

#[test]
fn memory_bounds_unpacking_before_it_begins() {
    let twice = gzip(&gzip(&b"<dt>a<dd>b".repeat(1_000_000)));
    assert!(twice.len() < 2_000, "{}", twice.len());
    let limits = Limits::default().with_max_memory(16 << 20);
    let page = Page::from_bytes(&twice[..], &Hints::new(), &limits).unwrap();
    assert!(page.source().len() <= 2 << 20, "{}", page.source().len());
    assert!(matches!(page.warnings(), [Warning::MemoryCut(_), Warning::InflatedCut(_)]));
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

#[test]
fn depth() {
    let html = format!("{}x{}y", "<div>".repeat(1000), "</div>".repeat(1000));
    let (page, warnings) = parse(&html, Limits::default());
    assert_eq!(warnings, [Warning::DepthFlattened(490)]);
    let deepest = page.subtree(page.root()).map(|node| page.depth(node)).max();
    // 512 open elements, and the text in the last one below the root.
    assert_eq!(deepest, Some(513));
    // What was flattened still closes where it was written to.
    let last = page.last_child(page.body().unwrap()).unwrap();
    assert_eq!(page.text(last), "y");
}

#[test]
fn attributes() {
    let many: String = (0..50).map(|n| format!(" a{n}=1")).collect();
    let (page, warnings) = parse(&format!("<p{many}>"), Limits::default().with_max_attributes(20));
    assert_eq!(warnings, [Warning::AttributesDropped(30)]);
    let p = page.descendants(page.root()).find(|&n| page.name(n) == name::P).unwrap();
    assert_eq!(page.attrs(p).count(), 20);
}

#[test]
fn time() {
    let html = "<p>x".repeat(100_000);
    let (page, warnings) = parse(&html, Limits::default().with_max_time(Duration::ZERO));
    assert!(matches!(warnings[..], [Warning::TimeUp(n)] if n > 300_000), "{warnings:?}");
    assert!(page.len() > 100);
}

#[test]
fn names() {
    let html: String = (0..70_000).map(|n| format!("<x{n}></x{n}>")).collect();
    let (page, warnings) = parse(&html, Limits::default());
    assert!(matches!(warnings[..], [Warning::NamesMerged(n)] if n > 8_000), "{warnings:?}");
    let last = page.last_child(page.body().unwrap()).unwrap();
    assert_eq!(page.tag(last), "unknown");
}

#[test]
fn every_warning_says_what_was_lost() {
    let warnings = [
        Warning::BytesCut(7),
        Warning::MemoryCut(7),
        Warning::NodesCut(7),
        Warning::DepthFlattened(7),
        Warning::AttributesDropped(7),
        Warning::TimeUp(7),
        Warning::NamesMerged(7),
        Warning::TextLost(7),
    ];
    for warning in warnings {
        assert!(warning.to_string().contains('7'), "{warning}");
    }
}

/// Repeats a piece, with the number of its repetition in place of `#`.
fn numbered(piece: &str, times: usize) -> String {
    (0..times).map(|n| piece.replace('#', &n.to_string())).collect()
}

/// Nodes stay in proportion to the source, whatever it opens, repeats or misplaces.
#[test]
fn hostile_pages_stay_in_proportion() {
    const TIMES: usize = 5_000;
    let pages = [
        "<div>".repeat(TIMES),
        "<div>".repeat(TIMES) + &"</div>".repeat(TIMES),
        "<b><div>".repeat(TIMES) + &"</b>".repeat(TIMES),
        "<font><p>".repeat(TIMES),
        numbered("<font size=#><p>x", TIMES),
        "<b><a>".repeat(TIMES),
        numbered("<a href=#><b id=#><p>x", TIMES),
        "<ul><li>".repeat(TIMES),
        "<dl><dd>".repeat(TIMES),
        "<select><option>".repeat(TIMES),
        "<option>".repeat(TIMES),
        "<table>".to_owned() + &"<tr>x".repeat(TIMES),
        "<table>".to_owned() + &"<tr title='&amp;'>x&lt;".repeat(TIMES),
        "<table>".to_owned() + &"<tr><b>x<i>".repeat(TIMES),
        "<table><tr><td>".repeat(TIMES),
        "<template>".repeat(TIMES),
        "<svg><g><foreignobject>".repeat(TIMES),
        "<select><button><selectedcontent></button><option><object>".repeat(TIMES),
        "<form><div></form>".repeat(TIMES),
        "<i a><i b><i c><i d><div></i></i></i></i>".repeat(TIMES),
        numbered("<body a#=1><html b#=1>", TIMES),
        "</body><!--x-->y".repeat(TIMES),
    ];
    for html in pages {
        let page = Page::parse(html.as_str());
        check_arena(&page);
        let start: String = html.chars().take(40).collect();
        assert!(page.len() < 40 * TIMES, "{} nodes for {start}", page.len());
        let deepest = page.subtree(page.root()).map(|node| page.depth(node)).max().unwrap();
        assert!(deepest < 1_600, "{deepest} levels for {start}");
    }
}

/// No string of bytes makes the parser panic, and every page keeps its promises.
#[test]
fn random_bytes_and_soup() {
    const SOUP: &[u8] = b"<</>!-?&;#=\"' \n\0\rabptd[]xCDATAscriptlv1";
    let limits = Limits::default().with_max_depth(8).with_max_nodes(60).with_max_attributes(3);
    for case in 0..number("DEHUSK_CASES", 20_000) {
        let random = &mut Random::new(case);
        let bytes: Vec<u8> = (0..random.below(120))
            .map(|_| match random.below(20) {
                0 => random.number() as u8,
                _ => SOUP[random.below(SOUP.len())],
            })
            .collect();
        let html = String::from_utf8_lossy(&bytes);
        check_arena(&Page::parse(&*html));
        check_arena(&Page::parse_with(&*html, &limits));
        check_arena(&Page::parse_fragment(&*html, random.pick(&["div", "tr", "svg g", "title"])));
    }
}
