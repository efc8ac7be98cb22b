//! `dehusk mcp` as an assistant talks to it: lines of JSON-RPC over pipes. A client that nobody here wrote is tried by
//! tests/mcp/client.sh.

use crate::server::{Server, html};
use crate::support::*;
use crate::watch::World;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

/// The command, spoken to.
struct Assistant {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    id: u64,
}

impl Assistant {
    fn new(args: &[&str]) -> Assistant {
        let mut command = command();
        command.arg("mcp").args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let (to, from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let mut assistant = Assistant { child, to, from: BufReader::new(from), id: 0 };
        let client = json!({ "name": "test", "version": "1" });
        let hello =
            json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
        let answer = assistant.ask("initialize", hello);
        assert_eq!(answer["result"]["serverInfo"]["name"], "dehusk", "{answer}");
        assistant.say(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        assistant
    }

    fn say(&mut self, message: &Value) {
        writeln!(self.to, "{message}").unwrap();
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.id += 1;
        self.say(&json!({ "jsonrpc": "2.0", "id": self.id, "method": method, "params": params }));
        self.answer()
    }

    fn answer(&mut self) -> Value {
        let mut line = String::new();
        self.from.read_line(&mut line).unwrap();
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(answer["id"], self.id, "{answer}");
        answer
    }

    /// What a tool says, all its parts together, and whether it is a failure.
    fn call(&mut self, tool: &str, arguments: Value) -> (bool, String) {
        let answer = self.ask("tools/call", json!({ "name": tool, "arguments": arguments }));
        let parts = answer["result"]["content"].as_array().unwrap_or_else(|| panic!("{answer}"));
        let text: Vec<&str> = parts.iter().filter_map(|part| part["text"].as_str()).collect();
        (answer["result"]["isError"] == true, text.join("\n---\n"))
    }

    fn told(&mut self, tool: &str, arguments: Value) -> String {
        let (failed, text) = self.call(tool, arguments);
        assert!(!failed, "{text}");
        text
    }

    fn refused(&mut self, tool: &str, arguments: Value) -> String {
        let (failed, text) = self.call(tool, arguments);
        assert!(failed, "{text}");
        text
    }

    fn tools(&mut self) -> Vec<String> {
        let answer = self.ask("tools/list", json!({}));
        let tools = answer["result"]["tools"].as_array().unwrap();
        tools.iter().map(|tool| tool["name"].as_str().unwrap().into()).collect()
    }

    /// Standard input ends, and so does the command.
    fn ends(mut self) {
        drop(self.to);
        assert!(self.child.wait().unwrap().success());
    }
}

#[test]
fn pages_are_read_and_explained() {
    let server = Server::fixed(html(page("The mill stands by the river")));
    let mut assistant = Assistant::new(&["--allow-private"]);
    assert_eq!(assistant.tools(), ["explain", "extract"]);
    let text = assistant.told("extract", json!({ "url": server.url("/story") }));
    assert!(text.starts_with("---\ntitle: \"A page\"\n"), "{text}");
    assert!(text.contains("The mill stands by the river"), "{text}");
    let json = assistant.told("extract", json!({ "url": server.url("/story"), "format": "json" }));
    let article: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(article["title"]["value"], "A page");
    let table = assistant.told("explain", json!({ "url": server.url("/story") }));
    assert!(table.contains("body") && table.contains("confidence"), "{table}");
    assert!(!table.contains('\u{1b}'), "no colours");
    assert_eq!(server.connections(), 1, "a page that was just fetched is not fetched again");
    let html = std::fs::read_to_string(ARTICLE).unwrap();
    let text = assistant.told("extract", json!({ "html": html, "url": "https://mill.example/" }));
    assert!(text.contains("rubber rolls") && !text.contains("cookies"), "{text}");
    assistant.ends();
}

#[test]
fn long_answers_come_in_parts() {
    let mut assistant = Assistant::new(&[]);
    let html = std::fs::read_to_string(ARTICLE).unwrap();
    let whole = assistant.told("extract", json!({ "html": html, "format": "text" }));
    let (mut parts, mut start) = (String::new(), 0);
    loop {
        let asked =
            json!({ "html": html, "format": "text", "start": start, "max_characters": 500 });
        let told = assistant.told("extract", asked);
        let Some((part, note)) = told.split_once("\n---\nCut here: ") else {
            parts.push_str(&told);
            break;
        };
        parts.push_str(part);
        start =
            note.split("\"start\": ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    }
    assert_eq!(parts, whole);
    assistant.ends();
}

#[test]
fn what_cannot_be_done_is_said_and_ends_nothing() {
    let mut assistant = Assistant::new(&["--extractor", "readability", "--max-bytes", "100K"]);
    let cases = [
        (json!({}), "give the page's"),
        (json!({ "url": "file:///etc/passwd" }), "no address of the web"),
        (json!({ "url": "http://127.0.0.1:9/" }), "private address"),
        (json!({ "url": "http://169.254.169.254/latest/meta-data" }), "private address"),
        (json!({ "html": "<p>", "select": "p>" }), "no CSS selector"),
        (json!({ "html": "<p>", "favor": "recall" }), "started with readability"),
        (json!({ "html": "x".repeat(200_000) }), "102400 are read"),
        (json!({ "html": "" }), "the page is empty"),
        (json!({ "html": 7 }), "expected a string"),
        (json!({ "html": "<p>", "format": "pdf" }), "pdf"),
    ];
    for (asked, part) in cases {
        let told = assistant.refused("extract", asked);
        assert!(told.contains(part), "{part:?} is not in: {told}");
    }
    writeln!(assistant.to, "this is no JSON").unwrap();
    let answer = assistant.ask("tools/call", json!({ "name": "search_articles", "arguments": {} }));
    assert!(answer["error"].is_object(), "without --data there is no store: {answer}");
    assert!(assistant.ask("no/such/method", json!({}))["error"].is_object());
    assert_eq!(assistant.tools(), ["explain", "extract"]);
    assistant.ends();
}

#[test]
fn the_articles_of_a_store_are_found_and_read() {
    let world = World::new(2, 6);
    assert!(world.watch_to("data", &[]).output().unwrap().status.success());
    let mut assistant = Assistant::new(&["--data", &world.folder.path("data")]);
    assert_eq!(assistant.tools(), ["explain", "extract", "read_article", "search_articles"]);
    let newest = assistant.told("search_articles", json!({ "limit": 3 }));
    let newest: Value = serde_json::from_str(&newest).unwrap();
    assert_eq!(newest["articles"].as_array().unwrap().len(), 3);
    let first = &newest["articles"][0];
    let title = first["title"].as_str().unwrap();
    let found = assistant.told("search_articles", json!({ "query": title }));
    let found: Value = serde_json::from_str(&found).unwrap();
    let numbers: Vec<_> =
        found["articles"].as_array().unwrap().iter().map(|a| &a["number"]).collect();
    assert!(numbers.contains(&&first["number"]), "{title}: {found}");
    let article = assistant.told("read_article", json!({ "number": first["number"] }));
    assert!(article.starts_with(title), "{article}");
    let beginning = first["beginning"].as_str().unwrap();
    assert!(article.contains(beginning.split(['.', '\n']).next().unwrap()), "{article}");
    let nothing = assistant.told("search_articles", json!({ "query": "xyzzyplugh" }));
    assert_eq!(nothing, r#"{"articles":[]}"#);
    assert!(
        assistant.refused("read_article", json!({ "number": 99_999 })).contains("no article 99999")
    );
    assistant.ends();
}

#[test]
fn what_is_wrong_with_its_arguments_is_said_at_once() {
    let folder = Folder::new();
    let run = dehusk(&["mcp", "--data", &folder.path("nothing-here")]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{}", run.stderr);
    assert!(run.complaint().contains("--data"), "{}", run.stderr);
    let run = dehusk_with(&["mcp"], b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n");
    assert_eq!(run.stdout.lines().count(), run.stdout.matches("\"jsonrpc\"").count());
    assert_eq!(dehusk(&["mcp"]).code, 0, "nobody there");
}
