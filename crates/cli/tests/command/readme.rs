//! What the README shows is what the command prints.

use std::path::Path;
use std::process::Command;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The commands of the README's console blocks, each with the lines shown below it.
fn shown(readme: &str) -> Vec<(&str, Vec<&str>)> {
    let blocks = readme.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.filter_map(session).collect()
}

fn session(block: &str) -> Option<(&str, Vec<&str>)> {
    let mut lines = block.lines();
    Some((lines.next()?.strip_prefix("$ ")?, lines.collect()))
}

fn printed(command: &str) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_dehusk"));
    let path = format!("{}:{}", binary.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(ROOT).env("PATH", path).env("COLUMNS", "100");
    String::from_utf8(shell.output().unwrap().stdout).unwrap()
}

/// Whether the lines shown are those printed, where a line of `…` stands for any number of them.
fn agree(shown: &[&str], printed: &[&str]) -> bool {
    match (shown, printed) {
        ([], []) => true,
        (["…" | " …", rest @ ..], _) => (0..=printed.len()).any(|n| agree(rest, &printed[n..])),
        ([a, shown @ ..], [b, printed @ ..]) => {
            a.trim_end() == b.trim_end() && agree(shown, printed)
        }
        _ => false,
    }
}

#[cfg(unix)]
#[test]
fn the_readme_shows_real_output() {
    let readme = std::fs::read_to_string(format!("{ROOT}/README.md")).unwrap();
    let sessions = shown(&readme);
    assert!(sessions.len() >= 2, "the README has no sessions");
    for (command, lines) in sessions {
        let printed = printed(command);
        assert!(agree(&lines, &printed.lines().collect::<Vec<_>>()), "$ {command}\n{printed}");
    }
}
