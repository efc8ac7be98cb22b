//! Runs html5lib's tests of the tokenizer and of tree construction.
//!
//! `DEHUSK_HTML5LIB` names the folder of a checkout of html5lib-tests; without it nothing is tested, and
//! said so.

mod support;

use dehusk_page::Page;
use dehusk_page::tokens_for_tests::{Content, Token, tokens};
use serde_json::Value;
use std::path::{Path, PathBuf};
use support::{check_arena, dump};

fn folder(name: &str) -> Option<PathBuf> {
    let Some(root) = std::env::var_os("DEHUSK_HTML5LIB") else {
        println!("SKIPPED: html5lib's {name} tests, because DEHUSK_HTML5LIB is not set");
        return None;
    };
    let folder = Path::new(&root).join(name);
    assert!(folder.is_dir(), "DEHUSK_HTML5LIB has no folder {name}");
    Some(folder)
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a readable folder");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("a readable entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == extension));
    files.sort();
    files
}

/// Counts cases, prints the failed ones and fails at the end if there was any.
struct Score {
    suite: &'static str,
    passed: usize,
    skipped: usize,
    failed: Vec<String>,
}

impl Score {
    fn new(suite: &'static str) -> Score {
        Score { suite, passed: 0, skipped: 0, failed: Vec::new() }
    }

    fn count(&mut self, passed: bool, report: impl FnOnce() -> String) {
        if passed {
            self.passed += 1;
        } else {
            self.failed.push(report());
        }
    }

    fn settle(self) {
        let Score { suite, passed, skipped, failed } = self;
        for report in failed.iter().take(20) {
            println!("{report}\n");
        }
        println!("{suite}: {passed} passed, {} failed, {skipped} skipped", failed.len());
        assert!(failed.is_empty(), "{} cases of {suite} failed", failed.len());
        assert!(passed > 0, "no case of {suite} was found");
    }
}

#[test]
fn tokenizer() {
    let Some(folder) = folder("tokenizer") else { return };
    let mut score = Score::new("tokenizer");
    for file in files(&folder, "test") {
        let text = std::fs::read_to_string(&file).expect("a readable file");
        let json: Value = serde_json::from_str(&text).expect("a JSON file");
        // xmlViolation.test speaks of a mode that turns HTML into XML, which is not ours.
        for case in json["tests"].as_array().into_iter().flatten() {
            tokenizer_case(case, &mut score);
        }
    }
    score.settle();
}

fn tokenizer_case(case: &Value, score: &mut Score) {
    let doubled = case["doubleEscaped"].as_bool().unwrap_or(false);
    let string = |value: &Value| -> Option<String> {
        let text = value.as_str()?;
        if doubled { unescape(text) } else { Some(text.to_owned()) }
    };
    let Some(input) = string(&case["input"]) else {
        // A surrogate on its own: no text in Rust can hold it.
        score.skipped += 1;
        return;
    };
    let Some(expected) = case["output"].as_array().map(|all| {
        all.iter().map(|token| expected_token(token, &string)).collect::<Option<Vec<_>>>()
    }) else {
        panic!("a case without output");
    };
    let Some(expected) = expected else {
        score.skipped += 1;
        return;
    };
    let last_tag = case["lastStartTag"].as_str().unwrap_or("");
    let states: Vec<&str> = match case["initialStates"].as_array() {
        Some(states) => states.iter().filter_map(Value::as_str).collect(),
        None => vec!["Data state"],
    };
    for state in states {
        let actual = tokens(&input, content(state), last_tag);
        let same = sorted(&actual) == sorted(&merged(&expected));
        score.count(same, || {
            format!(
                "{}\n  in {state}: {input:?}\n  wanted {expected:?}\n  got    {actual:?}",
                case["description"]
            )
        });
    }
}

fn content(state: &str) -> Content {
    match state {
        "Data state" => Content::Data,
        "PLAINTEXT state" => Content::Plaintext,
        "RCDATA state" => Content::Rcdata,
        "RAWTEXT state" => Content::Rawtext,
        "Script data state" => Content::Script,
        "CDATA section state" => Content::Cdata,
        other => panic!("unknown state {other}"),
    }
}

fn expected_token(token: &Value, string: &dyn Fn(&Value) -> Option<String>) -> Option<Token> {
    let optional = |value: &Value| match value {
        Value::Null => Some(None),
        value => string(value).map(Some),
    };
    Some(match token[0].as_str()? {
        "DOCTYPE" => Token::Doctype {
            name: optional(&token[1])?,
            public: optional(&token[2])?,
            system: optional(&token[3])?,
            correct: token[4].as_bool()?,
        },
        "StartTag" => {
            let mut attributes = Vec::new();
            for (name, value) in token[2].as_object()? {
                attributes.push((string(&Value::String(name.clone()))?, string(value)?));
            }
            Token::Start(string(&token[1])?, attributes, token[3].as_bool().unwrap_or(false))
        }
        "EndTag" => Token::End(string(&token[1])?),
        "Comment" => Token::Comment(string(&token[1])?),
        "Character" => Token::Text(string(&token[1])?),
        other => panic!("unknown token {other}"),
    })
}

/// Neighbouring texts become one.
fn merged(tokens: &[Token]) -> Vec<Token> {
    let mut merged: Vec<Token> = Vec::new();
    for token in tokens {
        match (merged.last_mut(), token) {
            (Some(Token::Text(before)), Token::Text(text)) => before.push_str(text),
            _ => merged.push(token.clone()),
        }
    }
    merged
}

/// The order of attributes is not in the JSON.
fn sorted(tokens: &[Token]) -> Vec<Token> {
    let mut tokens = tokens.to_vec();
    for token in &mut tokens {
        if let Token::Start(_, attributes, _) = token {
            attributes.sort();
        }
    }
    tokens
}

/// Reads `\uHHHH`; none if that leaves half a pair of surrogates.
fn unescape(text: &str) -> Option<String> {
    let mut units = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("\\u") {
        units.extend(rest[..at].encode_utf16());
        units.push(u16::from_str_radix(rest.get(at + 2..at + 6)?, 16).ok()?);
        rest = &rest[at + 6..];
    }
    units.extend(rest.encode_utf16());
    String::from_utf16(&units).ok()
}

#[test]
fn tree_construction() {
    let Some(folder) = folder("tree-construction") else { return };
    let mut score = Score::new("tree-construction");
    for file in files(&folder, "dat") {
        let text = std::fs::read_to_string(&file).expect("a readable file");
        for case in Case::all(&text) {
            if case.script_on {
                score.skipped += 1;
                continue;
            }
            let page = match &case.context {
                Some(context) => Page::parse_fragment(case.data.as_str(), context),
                None => Page::parse(case.data.as_str()),
            };
            check_arena(&page);
            let actual = dump(&page);
            score.count(actual == case.tree, || {
                format!(
                    "{}: {:?} in {:?}\nwanted\n{}got\n{actual}",
                    file.file_name().unwrap_or_default().display(),
                    case.data,
                    case.context,
                    case.tree
                )
            });
        }
    }
    score.settle();
}

#[derive(Default)]
struct Case {
    data: String,
    context: Option<String>,
    script_on: bool,
    tree: String,
}

impl Case {
    /// Cuts a file at its `#data` lines.
    fn all(text: &str) -> Vec<Case> {
        let text = format!("\n{text}");
        text.split("\n#data\n").skip(1).map(Case::read).collect()
    }

    fn read(text: &str) -> Case {
        let mut case = Case::default();
        let mut section = "#data";
        let mut data: Vec<&str> = Vec::new();
        let mut tree: Vec<&str> = Vec::new();
        for line in text.split('\n') {
            match line {
                "#errors" | "#new-errors" | "#document-fragment" | "#document" | "#script-off"
                | "#script-on" => {
                    section = line;
                    case.script_on |= line == "#script-on";
                    continue;
                }
                _ => (),
            }
            match section {
                "#data" => data.push(line),
                "#document-fragment" => case.context = Some(line.to_owned()),
                "#document" => tree.push(line),
                _ => (),
            }
        }
        while tree.last().is_some_and(|line| line.is_empty()) {
            tree.pop();
        }
        case.data = data.join("\n");
        case.tree = tree.iter().map(|line| format!("{line}\n")).collect();
        case
    }
}
