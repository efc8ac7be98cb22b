//! The playground: its files come from the folder that was named, nothing else does, and it may run its module.

use crate::support::*;
use dehusk_server::Config;
use std::path::Path;

#[tokio::test(flavor = "multi_thread")]
async fn the_playground_comes_from_the_folder_that_was_named() {
    let name = format!("playground-{}", std::process::id());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(folder.join("try")).unwrap();
    std::fs::write(folder.join("index.html"), "<title>Try it</title>").unwrap();
    std::fs::write(folder.join("try/dehusk.wasm"), "\0asm").unwrap();
    std::fs::write(folder.join("try/other.txt"), "nobody's business").unwrap();
    let served = Served::new(Config { playground: Some(folder.clone()), ..config() }).await;
    let page = served.ask("GET /try", BEARER, "").await;
    assert_eq!((page.status(), page.body()), (200, "<title>Try it</title>"));
    assert!(page.header("content-security-policy").unwrap().contains("'wasm-unsafe-eval'"));
    let module = served.ask("GET /try/dehusk.wasm", BEARER, "").await;
    assert_eq!((module.status(), module.header("content-type")), (200, Some("application/wasm")));
    for path in ["/try/other.txt", "/try/..%2findex.html", "/try/try.js"] {
        assert_eq!(served.ask(&format!("GET {path}"), BEARER, "").await.status(), 404, "{path}");
    }
    assert_eq!(served.ask("GET /try", "", "").await.status(), 303, "it is for those who may enter");
    let other = served.ask("GET /feeds", BEARER, "").await;
    assert!(!other.header("content-security-policy").unwrap().contains("wasm"));
    served.end().await;
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_folder_it_is_told_how_to_get_one() {
    let served = Served::new(config()).await;
    let answer = served.ask("GET /try", BEARER, "").await;
    assert_eq!(answer.status(), 404);
    assert!(answer.body().contains("--playground"), "{answer:?}");
    served.end().await;
}
