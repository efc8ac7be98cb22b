//! What a page may cost is kept on its whole way, whatever the page is made of.

use dehusk::{Format, Limits, Options, PageWarning};
use dehusk_bench::heap::{self, Counting};

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
fn cost(bytes: &[u8], limits: &Limits) -> (Vec<PageWarning>, usize) {
    let options = Options::new().with_limits(limits.clone());
    let work = || {
        let article = options.extract_bytes(bytes).expect("a page");
        article.render(Format::Text);
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
    let pages = PIECES.iter().map(|piece| title.to_string() + &piece.repeat(megabytes(8) / piece.len()));
    let classes = (0..400_000).map(|n| format!("<p class=c{n}>{n}")).collect();
    let names = (0..400_000).map(|n| format!("<x{n}>{n}")).collect();
    for page in pages.chain([classes, names]) {
        let (warnings, peak) = cost(page.as_bytes(), &limits);
        let name = page.chars().skip(title.len()).take(40).collect::<String>();
        println!("{:6.1} MB {name:?} {warnings:?}", peak as f64 / 1e6);
        assert!(peak <= budget, "{name:?}: {peak} bytes");
        assert!(warnings.iter().any(|w| matches!(w, PageWarning::MemoryCut(_))), "{warnings:?}");
    }
    // The page of the definition list, whole: at most 60 times its bytes.
    let page = "<dt>a<dd>b".repeat(400_000);
    let (warnings, peak) = cost(page.as_bytes(), &Limits::default());
    assert_eq!(warnings, []);
    assert!(peak <= 60 * page.len(), "{:.1} times", peak as f64 / page.len() as f64);
}
