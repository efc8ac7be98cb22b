//! What this build is without. Each test is compiled into the builds that it is about.

#[cfg(not(feature = "stream"))]
use crate::support::ARTICLE;
use crate::support::dehusk;

/// The command is no part of the help, and who asks for it learns how to get it.
#[cfg(not(all(feature = "lab", feature = "stream")))]
fn is_left_out(verb: &str, feature: &str) {
    let run = dehusk(&[verb, "--some", "argument"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{verb}");
    assert!(run.complaint().contains(&format!("--features {feature}")), "{}", run.stderr);
    // As the help, the man page and the completions list a command.
    let lists = [
        (&["--help"][..], format!("\n  {verb} ")),
        (&["man"], format!("\ndehusk\\-{verb}(1)")),
        (&["completions", "fish"], format!("-a \"{verb}\"")),
    ];
    for (args, line) in lists {
        assert!(!dehusk(args).stdout.contains(&line), "{args:?} lists {verb}");
    }
}

#[cfg(not(feature = "lab"))]
#[test]
fn the_laboratory_is_named_where_it_is_missing() {
    ["eval", "train"].iter().for_each(|verb| is_left_out(verb, "lab"));
}

#[cfg(not(feature = "stream"))]
#[test]
fn the_stream_is_named_where_it_is_missing() {
    ["watch", "serve", "demo", "site"].iter().for_each(|verb| is_left_out(verb, "stream"));
    let run = dehusk(&["https://example.com/", ARTICLE]);
    assert_eq!(run.code, 2);
    assert!(run.complaint().contains("--features stream"), "{}", run.stderr);
    assert!(run.stdout.contains("rubber rolls"), "{}", run.stdout);
}

#[cfg(all(feature = "lab", feature = "stream"))]
#[test]
fn nothing_is_left_out_of_the_whole_build() {
    let help = dehusk(&["--help"]).stdout;
    for verb in ["watch", "serve", "demo", "site", "eval", "train"] {
        assert!(help.contains(&format!("  {verb} ")), "{verb}: {help}");
    }
}
