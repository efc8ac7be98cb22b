//! The verbs over a stream of feeds: watch, serve and demo, as separate processes.

use crate::support::*;
use dehusk_synth::loopback::{GeneratedWeb, Log, Web};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A made-up web that is served until it is dropped, and the list of its feeds.
pub struct World {
    web: Web,
    pub feeds: String,
    pub folder: Folder,
    _runtime: tokio::runtime::Runtime,
}

impl World {
    pub fn new(sites: u64, documents: u64) -> World {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let generated = Arc::new(GeneratedWeb::new(3, sites, 2, documents).with_whole_feeds());
        let answering = generated.clone();
        let serve = Web::serve(Log::default(), move |asked| answering.answer(asked));
        let web = runtime.block_on(serve).unwrap();
        let folder = Folder::new();
        let feeds = folder.file("feeds.txt", generated.feed_urls().join("\n"));
        World { web, feeds, folder, _runtime: runtime }
    }

    fn watch_slowly(&self, name: &str, delay: &str) -> Command {
        let to = self.folder.path(&format!("{name}.jsonl"));
        let mut command = self.watch_to(&format!("{name}-data"), &[&to]);
        command.args(["--delay", delay]);
        command
    }

    /// One round with the store in a folder, to these places.
    pub fn watch_to(&self, data: &str, places: &[&str]) -> Command {
        let mut command = command();
        let address = self.web.address().to_string();
        command.args(["watch", "--once", "--allow-private", "--connect-to", &address]);
        command.args(["--data", &self.folder.path(data), &self.feeds]);
        for place in places {
            command.args(["--to", place]);
        }
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        command
    }
}

#[test]
fn an_interrupt_ends_it_cleanly_and_opml_lists_the_feeds() {
    let world = World::new(3, 20);
    let mut child = world.watch_slowly("stopped", "0.05").spawn().unwrap();
    std::thread::sleep(Duration::from_millis(700));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let status = child.wait().unwrap();
    let mut told = String::new();
    child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    assert!(status.code().is_some(), "it was not killed by the signal");
    assert!(told.contains(" articles from "), "{told}");
    let data = world.folder.path("stopped-data");
    let opml = dehusk(&["watch", "--opml", "--data", &data]);
    assert_eq!((opml.code, opml.stdout.matches("xmlUrl=").count()), (0, 6), "{}", opml.stderr);
}

#[test]
fn what_failed_is_added_to_a_file_line_by_line() {
    let folder = Folder::new();
    let server =
        crate::server::Server::fixed(crate::server::response("404 Not Found", &[], "gone"));
    let feed = server.url("/news.xml");
    let failures = folder.file("failures.jsonl", "{\"kept\":true}\n");
    let watch = |file: &str| {
        let data = folder.path("data");
        dehusk(&["watch", "--once", "--allow-private", "--data", &data, "--failures", file, &feed])
    };
    let run = watch(&failures);
    assert!(run.stderr.contains("news.xml"), "the feed is named at the end: {}", run.stderr);
    let written = std::fs::read_to_string(&failures).unwrap();
    let lines: Vec<serde_json::Value> =
        written.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2, "{written}");
    assert_eq!(lines[0]["kept"], true, "what was in the file stays");
    assert_eq!((&lines[1]["what"], &lines[1]["url"]), (&"feed".into(), &feed.as_str().into()));
    assert!(lines[1]["reason"].as_str().unwrap().contains("404"), "{written}");
    assert!(lines[1]["next"].is_string(), "it is tried again: {written}");
    // A place that can not be written is told before anything is fetched.
    let asked = server.connections();
    let refused = watch(&folder.path("no/such/folder.jsonl"));
    assert!(refused.code != 0 && refused.complaint().contains("--failures"), "{}", refused.stderr);
    assert_eq!(server.connections(), asked);
}

#[cfg(unix)]
#[test]
fn a_second_signal_ends_the_program_at_once() {
    let world = World::new(2, 10);
    // A hook that takes a connection and never answers: the run waits for it when it is asked to end.
    let hook = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let mut command = world.watch_slowly("twice", "0.05");
    command.args(["--to", &format!("http://{}/", hook.local_addr().unwrap())]);
    let mut child = command.stderr(Stdio::null()).spawn().unwrap();
    let _held = hook.accept().unwrap();
    let terminate = || {
        let number = child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &number]).status().unwrap().success());
    };
    terminate();
    std::thread::sleep(Duration::from_millis(500));
    let start = Instant::now();
    terminate();
    assert_eq!(child.wait().unwrap().code(), Some(130), "it was ended by the second signal");
    let took = start.elapsed();
    assert!(took < Duration::from_secs(3), "{took:?}");
}

#[test]
fn arguments_that_make_no_sense_are_refused() {
    let folder = Folder::new();
    let data = folder.path("data");
    let run = dehusk(&["watch", "--once", "--data", &data]);
    assert_eq!(run.code, 2);
    assert!(run.complaint().contains("no feeds"), "{}", run.stderr);
    let run = dehusk(&["watch", "--once", "--data", &data, &folder.path("missing.opml")]);
    assert!(run.code == 2 && run.complaint().contains("cannot be read"), "{}", run.stderr);
    let empty = folder.file("empty.txt", "# nothing\n");
    let run = dehusk(&["watch", "--once", "--data", &data, &empty]);
    assert!(run.code == 2 && run.complaint().contains("no address of a feed"), "{}", run.stderr);
    let contact = ["--contact", "reader@quay.net"];
    let place = ["--data", &data, "--to", "jsonl:", "http://a.example/"];
    let run = dehusk(&[&["watch", "--once"], &contact[..], &place[..]].concat());
    assert!(run.code == 2 && run.complaint().contains("no place"), "{}", run.stderr);
}

/// Starts a server and gives it with the address it tells of.
pub fn server(mut command: Command) -> (Child, String) {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let told = match command.get_args().any(|arg| arg == "demo") {
        true => Box::new(child.stdout.take().unwrap()) as Box<dyn Read + Send>,
        false => Box::new(child.stderr.take().unwrap()),
    };
    let mut lines = BufReader::new(told).lines().map_while(Result::ok);
    let line = lines.find(|line| line.contains("http://")).expect("a line with the address");
    // Read on, or the program could not speak any more.
    std::thread::spawn(move || lines.for_each(drop));
    let rest = line.split("http://").nth(1).unwrap();
    (child, rest.split('/').next().unwrap().to_string())
}

pub fn get(address: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let text = request.replace("HOST", address);
    stream.write_all(text.as_bytes()).unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

pub fn page(address: &str, path: &str) -> String {
    get(address, &format!("GET {path} HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n"))
}

#[test]
fn serve_answers_programs_and_people() {
    let folder = Folder::new();
    let mut command = command();
    command.args([
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--data",
        &folder.path("data"),
        "--token",
        "secret-token",
    ]);
    let (mut child, address) = server(command);
    let page = |path: &str| {
        let token = "Authorization: Bearer secret-token\r\n";
        get(
            &address,
            &format!("GET {path} HTTP/1.1\r\nHost: HOST\r\n{token}Connection: close\r\n\r\n"),
        )
    };
    let home = page("/");
    assert!(home.starts_with("HTTP/1.1 200") && home.contains("<h1>Dashboard</h1>"), "{home}");
    assert!(
        home.contains("content-security-policy: default-src 'none'; script-src 'self'"),
        "{home}"
    );
    assert!(page("/metrics").contains("dehusk_uptime_seconds"));
    assert!(page("/api/v1/health").contains("{\"ok\":true}"));
    assert!(page("/nothing").starts_with("HTTP/1.1 404"));
    // Where a token is given, this machine brings it too.
    let bare = "GET /api/v1/feeds HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n";
    assert!(get(&address, bare).starts_with("HTTP/1.1 401"));
    let html = crate::support::page("Posted to the server");
    let post = format!(
        "POST /api/v1/extract?extractor=auto HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer secret-token\r\n\
         Content-Type: text/html\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{html}",
        html.len()
    );
    let answer = get(&address, &post);
    assert!(
        answer.starts_with("HTTP/1.1 200") && answer.contains("Posted to the server"),
        "{answer}"
    );
    let long = "POST /api/v1/extract HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer secret-token\r\nContent-Length: 99999999\r\nConnection: close\r\n\r\n";
    assert!(get(&address, long).starts_with("HTTP/1.1 413"));
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn serve_ends_in_time_with_half_a_request_open() {
    let folder = Folder::new();
    let mut command = command();
    command.args(["serve", "--listen", "127.0.0.1:0", "--data", &folder.path("data")]);
    let (mut child, address) = server(command);
    let halves = ["GET / HT", "POST /login HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nto"];
    let send = |half: &str| {
        let mut stream = TcpStream::connect(&address).unwrap();
        stream.write_all(half.as_bytes()).unwrap();
        stream
    };
    let _held = halves.map(send);
    std::thread::sleep(Duration::from_millis(300));
    let start = Instant::now();
    assert!(
        Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success()
    );
    assert!(child.wait().unwrap().success());
    let took = start.elapsed();
    assert!(took < Duration::from_secs(5), "{took:?}");
}

#[test]
fn the_demonstration_runs_without_a_network() {
    let mut command = command();
    command.args(["demo", "--time", "6", "--exit"]);
    let (mut child, address) = server(command);
    std::thread::sleep(Duration::from_secs(4));
    let status = page(&address, "/api/v1/status");
    let articles = status.split("\"articles\":").nth(1).unwrap();
    let number: u64 = articles.split(',').next().unwrap().parse().unwrap();
    assert!(number > 50, "{status}");
    assert!(page(&address, "/articles").contains("class=\"title\""));
    assert!(child.wait().unwrap().success());
}
