use super::*;
use std::time::Instant;

/// Whether a robots.txt lets a program fetch a path.
fn allowed(file: &str, agent: &str, path: &str) -> bool {
    let url = Url::parse("https://site.example").unwrap().join(path).unwrap();
    RobotsRules::parse(agent, file.as_bytes()).allows(&url)
}

/// What rules for everybody say to paths.
fn check(rules: &str, open: &[&str], closed: &[&str]) {
    let file = format!("User-agent: *\n{rules}");
    for path in open {
        assert!(allowed(&file, "dehusk", path), "{rules:?} should allow {path}");
    }
    for path in closed {
        assert!(!allowed(&file, "dehusk", path), "{rules:?} should not allow {path}");
    }
}

#[test]
fn nothing_said_is_everything_allowed() {
    for file in
        ["", "\n\n", "User-agent: *", "User-agent: *\nDisallow:", "what: ever\nfoo", "\0\u{1}"]
    {
        assert!(allowed(file, "dehusk", "/a"), "{file:?}");
    }
}

#[test]
fn lines_are_read_as_they_are_meant() {
    for file in [
        "user-agent: dehusk\ndisallow: /",
        "USER-AGENT: DEHUSK\nDISALLOW: /",
        "User-agent:dehusk\nDisallow:/",
        "  user-agent :  dehusk  # us\n\tdisallow\t:\t/ # all",
        "user-agent dehusk\ndisallow /",
        "useragent: dehusk\ndissallow: /",
        "user-agent: dehusk/2.0 (later)\ndisallow: /",
        "user-agent: dehusk\r\ndisallow: /\r\n",
        "user-agent: dehusk\rdisallow: /\r",
        "\u{feff}user-agent: dehusk\ndisallow: /",
    ] {
        assert!(!allowed(file, "dehusk", "/a"), "{file:?}");
        assert!(allowed(file, "other", "/a"), "{file:?}");
    }
    let halved = b"\xef\xbbUser-agent: *\nDisallow: /";
    let url = Url::parse("http://a.example/").unwrap();
    assert!(!RobotsRules::parse("dehusk", halved).allows(&url), "half a mark is skipped");
    let broken = b"\xef\x11\xbfUser-agent: *\nDisallow: /";
    assert!(RobotsRules::parse("dehusk", broken).allows(&url), "what is none spoils its line");
}

#[test]
fn groups_of_one_program_are_one() {
    let file = "allow: /before/any/group\n\
        user-agent: Ant\ndisallow: /\nallow: /a/\n\
        user-agent: Bee\ndisallow: /\nallow: /b/\n\nallow: /b2/\n\
        user-agent: Cat\n\nuser-agent: Ant\nallow: /c/\ndisallow: /\n";
    let open = |agent: &str| {
        let paths = ["/before/any/group", "/a/", "/b/", "/b2/", "/c/"];
        paths.into_iter().filter(|path| allowed(file, agent, path)).collect::<Vec<_>>()
    };
    assert_eq!(open("Ant"), ["/a/", "/c/"]);
    assert_eq!(open("Bee"), ["/b/", "/b2/"]);
    assert_eq!(open("Cat"), ["/c/"]);
    assert_eq!(open("Dog").len(), 5);
}

#[test]
fn a_line_that_is_no_rule_ends_no_group() {
    for line in ["Sitemap: https://site.example/map.xml", "Unknown: thing"] {
        let file = format!("User-agent: Ant\n{line}\nUser-agent: *\nDisallow: /");
        assert!(!allowed(&file, "Ant", "/") && !allowed(&file, "Bee", "/"), "{line}");
    }
}

#[test]
fn the_own_group_comes_before_that_for_all() {
    let text =
        "User-agent: *\nDisallow: /\n\nUser-agent: dehusk\nAllow: /\nDisallow: /x\nCrawl-delay: 3";
    let rules = RobotsRules::parse("dehusk/0.1 (+https://c.example)", text.as_bytes());
    assert!(allowed(text, "dehusk/0.1 (+https://c.example)", "/y"));
    assert!(!allowed(text, "dehusk/0.1 (+https://c.example)", "/x"));
    assert_eq!(rules.delay(), Some(Duration::from_secs(3)));
    assert!(!allowed(text, "other", "/y") && !allowed(text, "dehusker", "/y"));
    let empty = "User-agent: *\nDisallow: /\nUser-agent: dehusk\nDisallow:";
    assert!(allowed(empty, "dehusk", "/y"), "an own group without a rule is one");
    assert!(!allowed("User-agent: * and all\nDisallow: /", "dehusk", "/"));
    assert!(allowed("User-agent: *dehusk\nDisallow: /", "dehusk", "/"));
}

#[test]
fn pauses_are_taken_within_reason() {
    let delay =
        |text: &str| RobotsRules::parse("", format!("User-agent: *\n{text}").as_bytes()).delay();
    assert_eq!(delay("Crawl-delay: 0.5"), Some(Duration::from_millis(500)));
    assert_eq!(delay("Crawl-delay: 86400"), Some(MAX_DELAY));
    for odd in ["Crawl-delay: -5", "Crawl-delay: soon", "Crawl-delay: NaN", "Crawl-delay: 1e30", ""]
    {
        assert_eq!(delay(odd), None, "{odd}");
    }
    let file = "User-agent: slow\nCrawl-delay: 9\nUser-agent: *\nDisallow: /";
    assert!(
        allowed(file, "slow", "/"),
        "a pause is a rule of its group, so the next one is another"
    );
}

#[test]
fn the_longest_rule_decides_and_allows_where_both_are_as_long() {
    check("disallow: /x/page.html\nallow: /x/", &["/x/", "/x/other"], &["/x/page.html"]);
    check("allow: /x/page.html\ndisallow: /x/", &["/x/page.html", "/y"], &["/x/", "/x/other"]);
    check("disallow: /\nallow: /", &["/", "/x"], &[]);
    check("disallow:\nallow:", &["/x"], &[]);
    check("disallow: /x\nallow: /x/", &["/x/"], &["/x"]);
    check("allow: /page\ndisallow: /*.html", &["/page"], &["/page.html"]);
    check("allow: /x/page.\ndisallow: /*.html", &["/x/page.html"], &["/x/y.html"]);
    check("allow: /p\ndisallow: /", &["/page"], &["/x"]);
    check("allow: /folder\ndisallow: /folder", &["/folder/page"], &[]);
    check("allow: /$\ndisallow: /", &["/"], &["/page.htm"]);
    check("disallow: /X/", &["/x/y"], &["/X/y"]);
    // The example of RFC 9309, 5.2.
    let example = "Allow: /example/page/\nDisallow: /example/page/disallowed.gif";
    check(example, &["/example/page/", "/other"], &["/example/page/disallowed.gif"]);
}

#[test]
fn wildcards_and_ends_mean_what_they_mean_elsewhere() {
    let fish =
        ["/fish", "/fish.html", "/fish/salmon.html", "/fishheads/yummy.html", "/fish.html?id=any"];
    let no_fish = ["/Fish.asp", "/catfish", "/?id=fish", "/desert/fish"];
    check("disallow: /fish", &no_fish, &fish);
    check("disallow: /fish*", &no_fish, &fish);
    check(
        "disallow: /fish/",
        &["/fish", "/fish.html", "/animals/fish/", "/Fish/Salmon.asp"],
        &["/fish/", "/fish/?id=any", "/fish/salmon.htm"],
    );
    check(
        "disallow: /*.php",
        &["/", "/windows.PHP"],
        &["/index.php", "/folder/any.php.file.html", "/filename.php/", "/a/b.php?parameters"],
    );
    check(
        "disallow: /*.php$",
        &["/filename.php?parameters", "/filename.php/", "/filename.php5", "/windows.PHP"],
        &["/filename.php", "/folder/filename.php"],
    );
    check(
        "disallow: /fish*.php",
        &["/Fish.PHP"],
        &["/fish.php", "/fishheads/catfish.php?parameters"],
    );
    check("disallow: /foo/bar$", &["/foo/bar/", "/foo/bar?"], &["/foo/bar"]);
    check("disallow: /a$b", &["/a"], &["/a$b", "/a$bc"]);
    check("disallow: *", &[], &["/", "/x"]);
    check("# disallow: /\ndisallow: /x # more", &["/"], &["/x"]);
    check("disallow: /", &["/robots.txt"], &["/robots.txt.html"]);
}

#[test]
fn one_address_is_one_however_it_is_written() {
    // The table of RFC 9309, 2.2.2, and its examples of special characters, 2.2.3.
    for (rule, address) in [
        ("/foo/bar?baz=quz", "/foo/bar?baz=quz"),
        ("/foo/bar?baz=https://foo.bar", "/foo/bar?baz=https://foo.bar"),
        ("/foo/bar/ツ", "/foo/bar/%E3%83%84"),
        ("/foo/bar/%E3%83%84", "/foo/bar/ツ"),
        ("/foo/bar/%e3%83%84", "/foo/bar/%E3%83%84"),
        ("/foo/bar/%62%61%7A", "/foo/bar/baz"),
        ("/foo/bar/baz", "/foo/bar/%62%61%7A"),
        ("/path/file-with-a-%2A.html", "/path/file-with-a-*.html"),
        ("/path/foo-%24", "/path/foo-$"),
    ] {
        check(&format!("disallow: {rule}"), &["/", "/foo", "/path/"], &[address]);
    }
    check("disallow: /a%2Fb", &["/a/b"], &["/a%2fb"]);
}

#[test]
fn lines_and_files_that_are_too_long_are_cut() {
    let long = "a".repeat(40_000);
    check(&format!("disallow: /{long}/x"), &["/a"], &[&format!("/{long}/y")]);
    let late = format!("User-agent: *\n{}\nDisallow: /x", "#".repeat(MAX_BYTES));
    assert!(allowed(&late, "dehusk", "/x"));
    let many = format!("{}disallow: /x", "disallow: /y\n".repeat(MAX_RULES));
    check(&many, &["/x"], &["/y"]);
}

#[test]
fn hostile_wildcards_cost_neither_memory_nor_time() {
    let cases = [
        "Disallow: /*a*a*a*a*a*a*a*a*b$\n".to_string(),
        format!("Disallow: {}\n", "*a".repeat(8_000)),
    ];
    let url = Url::parse(&format!("https://site.example/{}", "a".repeat(8_000))).unwrap();
    for line in cases {
        let file = format!("User-agent: *\n{}", line.repeat(MAX_BYTES / line.len()));
        let rules = RobotsRules::parse("dehusk", file.as_bytes());
        assert!(rules.bytes() <= 2 * MAX_BYTES, "{} bytes", rules.bytes());
        let start = Instant::now();
        rules.allows(&url);
        assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    }
    let escaped =
        format!("User-agent: *\n{}", "Disallow: /\u{e9}\u{e9}\u{e9}\u{e9}\n".repeat(9_000));
    assert!(RobotsRules::parse("dehusk", escaped.as_bytes()).bytes() <= 2 * MAX_BYTES);
}

#[test]
fn no_bytes_break_it() {
    let mut random = fastrand::Rng::with_seed(7);
    let words = b"User-agent:* \nDisallow: /%*$?crawl-delay\xff\0\r9";
    let url = Url::parse("http://a.example/%zz?*$").unwrap();
    for round in 0..300 {
        let bytes: Vec<u8> = (0..round * 7).map(|_| words[random.usize(..words.len())]).collect();
        let rules = RobotsRules::parse("dehusk", &bytes);
        rules.allows(&url);
    }
    assert!(RobotsRules::parse("", &vec![b'a'; 2 * MAX_BYTES]).allows(&url));
}
