//! Pages of one site, remembered from run to run.

use crate::support::{Folder, dehusk, dehusk_with};

/// Page `n` of a site: a menu, a text of its own, and a note that stands below every text.
fn page(n: usize) -> String {
    let text = [
        "The ferry came in late",
        "The baker sold no bread",
        "The mayor cut a ribbon",
        "Rain fell on the quay",
    ];
    let story: String = (0..4)
        .map(|i| {
            let line = text[(n + i) % 4];
            format!("<p>{line} on day {n}{i}, and nobody who saw it had seen such a thing {n} times before; {} of them said so at length.</p>", names(n * 4 + i))
        })
        .collect();
    format!(
        "<title>Story {n}</title><div class=menu><a href=/>Home</a> <a href=/news>News</a></div>\
         <div class=story><h1>Story number {}</h1>{story}<p>Readers who want to know more about the harbour, its people and \
         its weather find it every week in the printed paper, at all kiosks.</p></div>",
        names(n)
    )
}

/// A number in letters, because digits do not tell blocks apart.
fn names(mut n: usize) -> String {
    let mut name = String::new();
    for _ in 0..4 {
        name.push(char::from(b'a' + (n % 26) as u8));
        n /= 5;
    }
    name
}

#[test]
fn a_site_is_learned_shown_moved_and_forgotten() {
    let folder = Folder::new();
    let memory = folder.path("sites.db");
    let mut last = String::new();
    for n in 0..14 {
        let url = format!("https://www.harbour.example/story/{n}?ref={}", n % 2);
        let run = dehusk_with(&["--memory", &memory, "--url", &url, "-"], page(n).as_bytes());
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{n}");
        last = run.stdout;
    }
    assert!(last.contains("ribbon") && !last.contains("kiosks"), "{last}");

    let list = dehusk(&["site", "list", "--memory", &memory]);
    assert!(list.stdout.contains("harbour.example"), "{}", list.stdout);
    let show = dehusk(&["site", "show", "harbour.example", "--memory", &memory]);
    assert!(show.stdout.contains("www.harbour.example: 14 pages"), "{}", show.stdout);
    assert!(show.stdout.contains("div.story>p"), "{}", show.stdout);
    let rules = dehusk(&["site", "rules", "harbour.example", "--memory", &memory]);
    assert!(rules.stdout.contains("# www.harbour.example/story"), "{}", rules.stdout);

    let (exported, other) = (folder.path("harbour.memory"), folder.path("other.db"));
    let export = ["site", "export", "harbour.example", "--memory", &memory, "--to", &exported];
    assert_eq!(dehusk(&export).code, 0);
    let import = ["site", "import", "harbour.example", &exported, "--memory", &other];
    assert_eq!(dehusk(&import).code, 0);
    let moved = dehusk(&["site", "show", "harbour.example", "--memory", &other]);
    assert_eq!(moved.stdout, show.stdout);

    assert_eq!(dehusk(&["site", "forget", "harbour.example", "--memory", &memory]).code, 0);
    assert_eq!(dehusk(&["site", "forget", "harbour.example", "--memory", &memory]).code, 1);
    let gone = dehusk(&["site", "show", "harbour.example", "--memory", &memory]);
    assert_eq!((gone.code, gone.stdout.as_str()), (1, ""));
}

#[test]
fn what_can_not_be_used_is_named() {
    let folder = Folder::new();
    let (memory, text) = (folder.path("sites.db"), page(1));
    let nowhere = dehusk_with(&["--memory", &memory, "-"], text.as_bytes());
    assert_eq!(nowhere.code, 0);
    assert!(nowhere.stderr.contains("no address"), "{}", nowhere.stderr);
    let long = format!("https://a.example/{}", "x".repeat(70_000));
    let long = dehusk_with(&["--memory", &memory, "--url", &long, "-"], text.as_bytes());
    assert!(long.code == 0 && long.stderr.contains("at most 65536"), "{}", long.stderr);

    let rules = folder.file(
        "rules.toml",
        "[[rule]]\nurl = 'a('\nkeep = ['id']\n\n[[rule]]\nurl = '/b'\nkeep = ['n']\n",
    );
    let url = ["--url", "https://a.example/b?n=1"];
    let ruled = dehusk_with(
        &["--memory", &memory, "--rules", &rules, url[0], url[1], "-"],
        text.as_bytes(),
    );
    assert_eq!(ruled.code, 0);
    assert!(ruled.stderr.contains("rules.toml:2: the expression is bad"), "{}", ruled.stderr);

    let missing = dehusk(&["site", "list", "--memory", &folder.path("none.db")]);
    assert!(missing.code == 2 && missing.complaint().contains("no site memory"));
    let wrong = folder.file("wrong.memory", "<html>");
    let import = dehusk(&["site", "import", "a.example", &wrong, "--memory", &memory]);
    assert!(import.code == 2 && import.complaint().contains("no site memory of dehusk"));
}
