//! The explain view fetches what somebody asks for here, and nothing that another site asks for.

use crate::support::*;
use dehusk_server::Config;

const FORM: &str = "Content-Type: application/x-www-form-urlencoded\r\n";

#[tokio::test(flavor = "multi_thread")]
async fn another_site_cannot_have_a_page_fetched_and_explained() {
    let served = Served::new(Config::default()).await;
    let asked = |served: &Served| served.web.log().times("inside.example", "/secret");
    let target = "/explain?url=http%3A%2F%2Finside.example%2Fsecret";
    let link = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n";
    let shown = served.ask(&format!("GET {target}"), link, "").await;
    assert_eq!(shown.status(), 200);
    assert!(shown.body().contains("value=\"http://inside.example/secret\""), "{shown:?}");
    let loaded = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n";
    assert_eq!(served.ask(&format!("GET {target}"), loaded, "").await.status(), 403);
    let body = "url=http%3A%2F%2Finside.example%2Fsecret";
    let elsewhere = format!("{FORM}Origin: http://evil.example\r\n");
    assert_eq!(served.ask("POST /explain", &elsewhere, body).await.status(), 403);
    assert_eq!(asked(&served), 0);

    let own = format!("{FORM}Origin: http://{}\r\n", served.address);
    let explained = served.ask("POST /explain", &own, body).await;
    assert!(explained.body().contains("class=\"block keep\""), "{explained:?}");
    assert_eq!(asked(&served), 1);
    served.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pasted_page_is_explained_and_cannot_run() {
    let served = Served::new(config()).await;
    let headers = format!("{FORM}{BEARER}");
    let page = format!("{}<p><script>alert(1)</script>", page("lamps").replace(' ', "+"));
    let explained = served.ask("POST /explain", &headers, &format!("html={page}")).await;
    assert!(explained.body().contains("paragraph about lamps"), "{explained:?}");
    assert!(!explained.body().contains("<script>alert"));
    served.end().await;
}
