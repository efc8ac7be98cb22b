//! What a page may cost is kept on its whole way, whatever the page is made of.

use dehusk::{Format, Limits, Options};
use dehusk_bench::heap::{self, Counting};
use dehusk_page::Warning;

#[global_allocator]
static HEAP: Counting = Counting;

/// Pages whose parts are as small, as many or as different as can be: each a piece that is repeated.
const PIECES: &[&str] = &[
    "<dt>a<dd>b",
    "<p>a",
    "<p>",
    "a<br>",
    "<i>a</i>",
    "<li><a href=x>one</a>",
    "<tr><td>a",
    "<p a b c d e f g h i j k>",
    "<div><div><div>x</div></div></div>",
    "<img>a",
    "<p>&lt;",
    "<!---->",
    "<b>a<p>",
    "<h2>a</h2>b",
    "<p>some words of a text that goes on, and on</p>\n",
    "some words of a text that goes on. ",
];

/// Page, article and text of it, and the most memory that took.
fn cost(bytes: &[u8], limits: &Limits) -> (Vec<Warning>, usize) {
    cost_as(Format::Text, bytes, limits)
}

/// The same in another format.
fn cost_as(format: Format, bytes: &[u8], limits: &Limits) -> (Vec<Warning>, usize) {
    let options = Options::new().with_limits(limits.clone());
    let work = || {
        let article = options.extract_bytes(bytes).expect("a page");
        article.render(format);
        article.document().page().warnings().to_vec()
    };
    let (warnings, heap) = heap::measure(work);
    (warnings, heap.peak)
}

/// One test, so that nothing else is counted meanwhile.
#[test]
fn hostile_pages_keep_their_budget() {
    // The model and other tables that are made once.
    cost(b"<p>A page that is read before anything is measured.", &Limits::default());
    let megabytes = |n: usize| n << 20;
    let budget = megabytes(64);
    let limits = Limits::default().with_max_memory(budget);
    let title = "<title>a b</title><table>";
    let repeated = |piece: &&str, len: usize| title.to_string() + &piece.repeat(len / piece.len());
    let numbered = |piece: fn(usize) -> String| {
        title.to_string() + &(0..200_000).map(piece).collect::<String>()
    };
    let large = PIECES.iter().map(|piece| repeated(piece, megabytes(8)));
    // Where the text is short, most of the budget is left to the nodes.
    let small = PIECES.iter().map(|piece| repeated(piece, megabytes(1)));
    let different =
        [numbered(|n| format!("<p class=c{n}>{n}")), numbered(|n| format!("<x{n}>{n}"))];
    for page in large.chain(small).chain(different) {
        let (warnings, peak) = cost(page.as_bytes(), &limits);
        let name: String = page.chars().skip(title.len()).take(40).collect();
        println!(
            "{:6.1} of {:.1} MB {name:?} {warnings:?}",
            peak as f64 / 1e6,
            page.len() as f64 / 1e6
        );
        assert!(peak <= budget, "{name:?}: {peak} bytes");
        let is_cut = warnings.iter().any(|w| matches!(w, Warning::MemoryCut(_)));
        assert!(is_cut || page.len() < megabytes(8), "{name:?}: {warnings:?}");
    }
    formats_keep_their_budget();
    // The page of the definition list, whole: at most 60 times its bytes.
    let page = "<dt>a<dd>b".repeat(400_000);
    let (warnings, peak) = cost(page.as_bytes(), &Limits::default());
    assert_eq!(warnings, []);
    assert!(peak <= 60 * page.len(), "{:.1} times", peak as f64 / page.len() as f64);
}

/// What is said of each part of a page, such as where it leads and stands, is longer than the part.
fn formats_keep_their_budget() {
    let base = format!("<base href='https://a.example/{}/'>", "b".repeat(3000));
    let pages = [
        "<dl>".to_string() + &"<dt>a<dd>b".repeat(200_000),
        "<div>".repeat(400) + &"<p>a".repeat(100_000),
        base + &"<p><a href=x>word word</a>".repeat(20_000),
        "<table>".to_string() + &format!("<tr>{}", "<td>a".repeat(10)).repeat(20_000),
        "<p>Some words of a text.".to_string() + &"<p>words <img src=x alt=a>".repeat(30_000),
        "<p>Some words.".to_string() + &"<div class=comment><p>Yes!</div>".repeat(30_000),
    ];
    let budget = Limits::default().with_max_memory(256 << 20);
    for format in Format::ALL {
        // The sanitiser that HTML passes through at last, also that in JSON, builds a tree of its own, which no budget of
        // ours reaches.
        let times = if matches!(format, Format::Html | Format::Json) { 2 } else { 1 };
        for page in &pages {
            let (_, peak) = cost_as(*format, page.as_bytes(), &budget);
            let name: String = page.chars().take(40).collect();
            println!("{:6.1} MB {} {name:?}", peak as f64 / 1e6, format.name());
            assert!(peak <= times * (256 << 20), "{} of {name:?}: {peak} bytes", format.name());
        }
    }
}
