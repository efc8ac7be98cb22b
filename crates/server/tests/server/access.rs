//! Who is let in.

use crate::support::*;
use dehusk_server::Config;

#[tokio::test(flavor = "multi_thread")]
async fn a_token_is_asked_for_on_this_machine_too() {
    let served = Served::new(config()).await;
    // A proxy on the same machine gives every visitor this peer and this host.
    let refused = served.ask("GET /api/v1/feeds", "", "").await;
    assert_eq!((refused.status(), refused.header("www-authenticate")), (401, Some("Bearer")));
    let sent_away = served.ask("GET /", "", "").await;
    assert_eq!((sent_away.status(), sent_away.header("location")), (303, Some("/login")));
    for wrong in ["Bearer wrong-token", "Bearer right-toke", "Bearer ", "Basic right-token"] {
        let header = format!("Authorization: {wrong}\r\n");
        assert_eq!(served.ask("GET /metrics", &header, "").await.status(), 401, "{wrong}");
    }
    assert_eq!(served.ask("GET /api/v1/feeds", BEARER, "").await.status(), 200);
    let cookie = "Cookie: dehusk_token=right-token\r\n";
    assert_eq!(served.ask("GET /", cookie, "").await.status(), 200);
    assert_eq!(served.ask("GET /api/v1/health", "", "").await.status(), 200);
    served.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_token_this_machine_alone_is_answered() {
    let served = Served::new(Config::default()).await;
    assert_eq!(served.ask("GET /", "", "").await.status(), 200);
    let rebound = "GET /api/v1/feeds HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n";
    assert_eq!(served.raw(rebound).await.status(), 403);
    let forwarded = served.ask("GET /", "X-Forwarded-For: 192.0.2.1\r\n", "").await;
    assert_eq!(forwarded.status(), 403);
    assert!(forwarded.body().contains("--token"), "{forwarded:?}");
    served.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_sites_form_changes_nothing() {
    let served = Served::new(Config::default()).await;
    let form = "Content-Type: application/x-www-form-urlencoded\r\n";
    let body = "urls=http%3A%2F%2Fevil.example%2Ffeed";
    for says in
        ["Origin: http://evil.example\r\n", "Origin: null\r\n", "Sec-Fetch-Site: cross-site\r\n"]
    {
        let answer = served.ask("POST /feeds", &format!("{form}{says}"), body).await;
        assert_eq!(answer.status(), 403, "{says}");
    }
    let feeds = served.ask("GET /api/v1/feeds", "", "").await;
    assert!(feeds.body().contains("\"feeds\":[]"), "{feeds:?}");
    let own = format!("{form}Origin: http://{}\r\n", served.address);
    assert_eq!(served.ask("POST /feeds", &own, body).await.status(), 303);
    served.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_cookie_is_kept_from_plain_http_behind_https() {
    let public_url = Some("https://reader.example/".parse().unwrap());
    let served = Served::new(Config { public_url, ..config() }).await;
    let form = "Content-Type: application/x-www-form-urlencoded\r\n";
    let entered = served.ask("POST /login", form, "token=right-token").await;
    let cookie = entered.header("set-cookie").unwrap();
    for part in ["HttpOnly", "SameSite=Strict", "Secure"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert_eq!(served.ask("POST /login", form, "token=wrong-token").await.status(), 401);
    served.end().await;
}
