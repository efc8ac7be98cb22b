//! Reading: marks, pictures, feeds for other readers, and OPML.

use crate::support::*;

const FORM: &str = "Content-Type: application/x-www-form-urlencoded\r\n";

#[tokio::test(flavor = "multi_thread")]
async fn articles_are_read_and_starred() {
    let served = Served::new(config()).await;
    served.read_feed().await;
    let json = format!("{BEARER}Content-Type: application/json\r\n");
    let marked = served.ask("PATCH /api/v1/articles/1", &json, "{\"read\":true}").await;
    assert!(marked.body().contains("\"read\":true,\"starred\":false"), "{marked:?}");
    let form = format!("{BEARER}{FORM}");
    assert_eq!(served.ask("POST /articles/2/marks", &form, "starred=true").await.status(), 303);
    let numbers = |list: serde_json::Value| {
        let all = list["articles"].as_array().unwrap().clone();
        all.iter().map(|article| article["seq"].as_i64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(numbers(served.json("/api/v1/articles?unread=true").await), [2]);
    assert_eq!(numbers(served.json("/api/v1/articles?starred=true").await), [2]);
    let read = served.ask("POST /articles/read?back=%2Farticles", &form, "seqs=1,2").await;
    assert_eq!((read.status(), read.header("location")), (303, Some("/articles")));
    let away =
        served.ask("POST /articles/read?back=https%3A%2F%2Fevil.example", &form, "seqs=1").await;
    assert_eq!(away.header("location"), Some("/articles"));
    assert!(
        served
            .ask("GET /articles?show=unread", BEARER, "")
            .await
            .body()
            .contains("Everything was read")
    );
    assert_eq!(served.ask("POST /articles/99/marks", &form, "read=true").await.status(), 404);
    served.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_come_when_somebody_presses_for_them_and_only_through_here() {
    let served = Served::new(config()).await;
    served.read_feed().await;
    let asked = |served: &Served| served.web.log().times("quay.example", "/picture.png");
    let plain = served.ask("GET /articles/1", BEARER, "").await;
    assert!(
        plain.body().contains("Show 2 pictures") && !plain.body().contains("<img"),
        "{plain:?}"
    );
    assert!(plain.body().contains("By Ann Baker"), "{plain:?}");
    assert_eq!(asked(&served), 0);
    let chosen =
        served.ask("POST /pictures?back=1", &format!("{BEARER}{FORM}"), "pictures=on").await;
    assert!(chosen.header("set-cookie").unwrap().starts_with("dehusk_pictures=on; "));
    let cookie = format!("{BEARER}Cookie: dehusk_pictures=on\r\n");
    let shown = served.ask("GET /articles/1", &cookie, "").await;
    assert!(
        shown.body().contains("<img src=\"/articles/1/pictures/0\" alt=\"A boat\""),
        "{shown:?}"
    );
    let picture = served.ask("GET /articles/1/pictures/0", BEARER, "").await;
    assert_eq!((picture.status(), picture.header("content-type")), (200, Some("image/png")));
    assert_eq!(asked(&served), 1);
    let svg = served.ask("GET /articles/1/pictures/1", BEARER, "").await;
    assert_eq!(svg.status(), 502, "what can run is no picture");
    assert_eq!(served.ask("GET /articles/1/pictures/2", BEARER, "").await.status(), 404);
    served.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn other_readers_come_with_a_key_for_one_list() {
    let served = Served::new(config()).await;
    served.read_feed().await;
    let page = served.ask("GET /articles?folder=Sea", BEARER, "").await;
    let start = page.body().find("/out/atom.xml?").unwrap();
    let address = page.body()[start..].split('"').next().unwrap().replace("&amp;", "&");
    let feed = served.ask(&format!("GET {address}"), "", "").await;
    assert_eq!(feed.status(), 200, "{feed:?}");
    assert_eq!(feed.body().matches("<entry>").count(), 2);
    assert!(feed.body().contains("<content type=\"html\">") && feed.body().contains("Ann Baker"));
    let tag = format!("If-None-Match: {}\r\n", feed.header("etag").unwrap());
    assert_eq!(served.ask(&format!("GET {address}"), &tag, "").await.status(), 304);
    let other = address.replace("Sea", "Land");
    assert_eq!(served.ask(&format!("GET {other}"), "", "").await.status(), 401);
    assert_eq!(served.ask("GET /out/atom.xml?feed=99", BEARER, "").await.status(), 404);
    let searched = served.json("/out/feed.json?q=storms").await;
    assert_eq!(searched["items"].as_array().unwrap().len(), 1);
    served.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn feeds_come_and_go_as_opml() {
    let served = Served::new(config()).await;
    let opml = "<opml><body><outline text='News'><outline text='Quay' xmlUrl='http://quay.example/feed'/>\
                </outline></body></opml>";
    let part = |text: &str| {
        format!(
            "--x\r\nContent-Disposition: form-data; name=\"opml\"; filename=\"a.opml\"\r\n\r\n{text}\r\n--x--\r\n"
        )
    };
    let form = format!("{BEARER}Content-Type: multipart/form-data; boundary=x\r\n");
    assert_eq!(served.ask("POST /feeds/import", &form, &part(opml)).await.status(), 303);
    let exported = served.ask("GET /feeds.opml", BEARER, "").await;
    assert!(exported.body().contains("<outline text=\"News\">"), "{exported:?}");
    let nothing = served.ask("POST /feeds/import", &form, &part("no feeds")).await;
    assert!(nothing.status() == 400 && nothing.body().contains("no address of a feed"));
    let urlencoded = format!("{BEARER}{FORM}");
    assert_eq!(served.ask("POST /feeds/1/folder", &urlencoded, "folder=").await.status(), 303);
    assert_eq!(served.json("/api/v1/feeds").await["feeds"][0]["folder"], serde_json::Value::Null);
    assert_eq!(served.ask("POST /feeds/1/remove", &urlencoded, "sure=yes").await.status(), 303);
    assert_eq!(served.json("/api/v1/feeds").await["feeds"].as_array().unwrap().len(), 0);
    served.end().await;
}
