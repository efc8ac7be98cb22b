//! Who visits the internet says how to be reached; who stays on this machine need not.

use crate::server::{Server, html};
use crate::support::*;
use std::io::Write;
use std::process::{Command, Stdio};

const FEED: &str = "https://feeds.dehusk.invalid/feed";
const CONTACT: &str = "me@my-domain.org";

fn watch(data: &str, more: &[&str]) -> Run {
    dehusk(&[&["watch", "--once", "--data", data], more].concat())
}

#[test]
fn a_stream_on_the_internet_needs_a_contact() {
    let folder = Folder::new();
    let data = folder.path("data");
    let run = watch(&data, &[FEED]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.complaint().contains("--contact"), "{}", run.stderr);
    assert!(!std::path::Path::new(&data).exists(), "nothing was begun");
    let run = watch(&data, &[FEED, "--contact", "you@example.com"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("an invented one gets you blocked"), "{}", run.stderr);
    // The name leads nowhere, which is told of the feed; the stream has run.
    let run = watch(&data, &[FEED, "--contact", CONTACT]);
    assert!(run.stderr.contains("feeds.dehusk.invalid"), "{}", run.stderr);
    let remembered = std::fs::read_to_string(folder.path("data/contact")).unwrap();
    assert_eq!(remembered, format!("{CONTACT}\n"));
    assert!(!watch(&data, &[]).stderr.contains("--contact"), "it is remembered");
    std::fs::remove_file(folder.path("data/contact")).unwrap();
    assert!(watch(&data, &[]).complaint().contains("--contact"), "feeds that are known count too");
    assert!(
        !watch(&data, &["--user-agent", "me/1 (+https://my-domain.org)"])
            .stderr
            .contains("--contact")
    );
}

#[test]
fn this_machine_needs_none() {
    let feed = "HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\n\r\n<rss version='2.0'><channel/></rss>";
    let server = Server::fixed(feed);
    let folder = Folder::new();
    let run = watch(&folder.path("data"), &["--allow-private", &server.url("/feed")]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(server.connections() > 0);
    let name = concat!("user-agent: dehusk/", env!("CARGO_PKG_VERSION"));
    assert!(server.last_request().to_ascii_lowercase().lines().any(|line| line == name));
    assert!(!std::path::Path::new(&folder.path("data/contact")).exists());
}

#[test]
fn the_environment_may_say_it() {
    let server = Server::fixed(html(page("Somebody came by")));
    let mut command = command();
    command.args(["--allow-private", &server.url("/")]).env("DEHUSK_CONTACT", CONTACT);
    assert!(command.output().unwrap().status.success());
    assert!(server.last_request().contains(&format!("(+{CONTACT})")));
}

/// `script` gives a program a terminal.
#[cfg(target_os = "linux")]
#[test]
fn in_a_terminal_it_is_asked_for_once() {
    let folder = Folder::new();
    let line = format!(
        "{} watch --once --data {} {FEED}",
        env!("CARGO_BIN_EXE_dehusk"),
        folder.path("data")
    );
    let run = |answers: &str| {
        let mut script = Command::new("script");
        script.args(["-qec", &line, "/dev/null"]).env_remove("DEHUSK_CONTACT");
        let child = script.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = child.ok()?;
        child.stdin.take().unwrap().write_all(answers.as_bytes()).unwrap();
        Some(String::from_utf8_lossy(&child.wait_with_output().unwrap().stdout).into_owned())
    };
    let Some(told) = run(&format!("nonsense\n{CONTACT}\n")) else {
        println!("SKIPPED: a question in a terminal, because script is missing");
        return;
    };
    assert_eq!(told.matches("Your address: ").count(), 2, "{told}");
    assert!(
        std::fs::read_to_string(folder.path("data/contact")).unwrap().starts_with(CONTACT),
        "{told}"
    );
    assert!(!run("").unwrap().contains("Your address: "));
}
