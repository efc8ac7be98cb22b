//! Verbs, flags that answer by themselves, and arguments that make no sense.

use crate::support::*;

#[test]
fn extract_is_the_default_verb() {
    let default = dehusk(&[ARTICLE]);
    let named = dehusk(&["extract", ARTICLE]);
    assert_eq!(default.code, 0);
    assert!(
        default.stdout.contains("two\nrubber rolls") || default.stdout.contains("two rubber rolls")
    );
    assert_eq!(default.stdout, named.stdout);
}

#[test]
fn a_file_named_like_a_verb_is_reached_by_its_path() {
    let folder = Folder::new();
    let path = folder.file("man", page("This file is called man"));
    let mut command = command();
    let output = command.args(["--", "man"]).current_dir(folder.path("")).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).contains("This file is called man"));
    assert_eq!(dehusk(&[&path]).code, 0);
    assert_eq!(dehusk(&["extract", &path]).code, 0);
}

#[cfg(feature = "suite")]
#[test]
fn the_list_names_every_extractor_and_the_default() {
    let run = dehusk(&["--list"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.lines().any(|l| l.starts_with("text ") && l.contains("visible text")));
    assert_eq!(run.stdout.matches("(the default)").count(), 1);
    // A line that begins with white space says more of the extractor above.
    for line in run.stdout.lines().filter(|line| !line.starts_with(' ')) {
        let name = line.split(' ').next().unwrap();
        let run = dehusk(&["--extractor", name, ARTICLE]);
        let lacks = ["give dehusk a memory of them", "give several of them to dehusk"];
        match lacks.iter().any(|what| run.stderr.contains(what)) {
            true => assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{name}"),
            false => assert_eq!(run.code, 0, "{name}: {}", run.stderr),
        }
    }
}

#[cfg(feature = "suite")]
#[test]
fn an_unknown_extractor_is_answered_with_the_nearest() {
    let run = dehusk(&["--extractor", "txt", ARTICLE]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert_eq!(run.complaint(), "dehusk: there is no extractor \"txt\": did you mean \"text\"?");
    let run = dehusk(&["--extractor", "qqqqqqqqqqqqqqqq", ARTICLE]);
    assert!(run.complaint().contains("choose one of"), "{}", run.stderr);
}

#[cfg(feature = "suite")]
#[test]
fn parameters_of_r4_are_for_r4() {
    let folder = Folder::new();
    let html =
        "<div><div><div><p>One two three four.</p><p>And some more words.</p></div></div></div>";
    let path = folder.file("deep.html", html);
    let with = |more: &[&str]| dehusk(&[&["--extractor", "r4", &path], more].concat());
    assert!(with(&[]).stdout.contains("One two three four."));
    assert_eq!(with(&["--r4-c", "3", "--r4-tr", "1.5", "--r4-hr", "7"]).stdout, with(&[]).stdout);
    // Without candidates there is nothing.
    assert_eq!(with(&["--r4-c", "0"]).code, 1);
    let run = dehusk(&["--r4-c", "2", ARTICLE]);
    assert_eq!(run.code, 2);
    assert!(run.complaint().contains("add --extractor r4"), "{}", run.stderr);
}

#[test]
fn an_unknown_encoding_is_refused() {
    let run = dehusk(&["--charset", "klingon", ARTICLE]);
    assert_eq!(run.code, 2);
    assert!(run.complaint().contains("there is no encoding \"klingon\""), "{}", run.stderr);
}

#[test]
fn wrong_flags_are_usage_errors() {
    for args in
        [["--frobnicate", "x"], ["--format", "docx"], ["--max-time", "0"], ["--max-bytes", "x"]]
    {
        let run = dehusk(&args);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?}");
        assert!(run.stderr.starts_with("error: "), "{}", run.stderr);
    }
}

#[test]
fn help_and_version_are_results() {
    let run = dehusk(&["--help"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.contains("Exit codes: 0 content was found"));
    let run = dehusk(&["--version"]);
    assert_eq!(run.stdout, format!("dehusk {}\n", env!("CARGO_PKG_VERSION")));
}

#[cfg(feature = "suite")]
#[test]
fn completions_know_the_flags_and_the_extractors() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = dehusk(&["completions", shell]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{shell}");
        assert!(run.stdout.contains("explain"), "{shell}");
    }
    assert!(dehusk(&["completions", "fish"]).stdout.contains("all visible text"));
    assert_eq!(dehusk(&["completions", "tcsh"]).code, 2);
}

#[test]
fn the_man_page_has_every_flag() {
    let run = dehusk(&["man"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.contains(".TH dehusk 1"));
    for flag in ["format", "extractor", "explain", "jsonl", "output", "max\\-bytes"] {
        assert!(run.stdout.contains(&format!("\\-\\-{flag}")), "{flag}");
    }
}

#[test]
fn every_command_has_a_man_page() {
    let folder = Folder::new();
    let run = dehusk(&["man", "--output", &folder.path("man1")]);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""));
    let pages = folder.names("man1");
    let help = dehusk(&["--help"]).stdout;
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands = commands.take_while(|line| !line.is_empty()).filter_map(|line| {
        // The text of a command may go on below it.
        line.strip_prefix("  ").filter(|line| !line.starts_with(' '))?.split(' ').next()
    });
    let commands: Vec<&str> = commands.filter(|&command| command != "help").collect();
    assert!(commands.len() >= 3, "{help}");
    for command in commands {
        assert!(pages.contains(&format!("dehusk-{command}.1")), "{command}: {pages:?}");
    }
    assert!(pages.contains(&"dehusk.1".to_string()));
    for page in pages {
        let text = std::fs::read_to_string(folder.path(&format!("man1/{page}"))).unwrap();
        let name = page.strip_suffix(".1").unwrap();
        assert!(text.contains(&format!(".TH {name} 1")), "{page}: {text}");
    }
}

#[test]
fn one_man_page_is_written_to_standard_output() {
    let run = dehusk(&["man", "extract"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.contains(".TH dehusk-extract 1"), "{}", run.stdout);
    let run = dehusk(&["man", "extrakt"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.complaint().contains("no command extrakt"), "{}", run.stderr);
    let folder = Folder::new();
    let file = folder.file("taken", "");
    assert_eq!(dehusk(&["man", "--output", &file]).code, 2);
}
