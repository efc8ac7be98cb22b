//! What it costs to say why: a page may have a hundred thousand blocks, and somebody asks about all of them.

use cpu_time::ThreadTime;
use dehusk::{Article, Options};
use std::time::Duration;

/// Blocks of the page, which has 200 KB.
const BLOCKS: u32 = 25_000;
/// The processor's time that a block may take in a release build.
const A_BLOCK: Duration = Duration::from_micros(20);
/// Builds for tests are slower, and so are machines. By so many times the way from bytes to text, which is slower
/// there too, the reasons may cost more; when a tree was walked for each of its questions it was more than a hundred.
const TIMES_THE_WAY: u32 = 8;

/// The least time of three.
fn least(mut work: impl FnMut()) -> Duration {
    let time = |_| {
        let start = ThreadTime::now();
        work();
        start.elapsed()
    };
    (0..3).map(time).min().expect("three")
}

#[test]
fn saying_why_costs_microseconds_a_block() {
    let page = "<p>x</p>".repeat(BLOCKS as usize);
    let extract = || Options::new().extract(&page);
    let way = least(|| drop(extract().text()));
    let article: Article = extract();
    let mut reasons = Vec::new();
    let why = least(|| reasons = article.selection().verdicts(article.document()));
    println!("{:?} a block beside {:?} from bytes to text", why / BLOCKS, way / BLOCKS);
    assert_eq!(reasons.len(), BLOCKS as usize);
    assert!(reasons.iter().all(|verdict| !verdict.reason.contains("no time")), "it gave up");
    assert!(why <= way * TIMES_THE_WAY, "{why:?} beside {way:?}");
    assert!(cfg!(debug_assertions) || why <= A_BLOCK * BLOCKS, "{:?} a block", why / BLOCKS);
}
