//! Names for the files of `--output`: short, harmless on every system, one for each input.

use crate::input::Input;
use std::collections::{HashMap, HashSet};
use std::path::Path;
use url::Url;

/// File systems allow 255 bytes; this leaves room for the number and the extension.
const MAX_LEN: usize = 120;

/// Names that Windows keeps for devices, whatever their extension.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Gives each input a name of its own, in their order.
#[derive(Debug, Default)]
pub struct FileNames {
    used: HashSet<String>,
    /// Where to go on counting for a stem: thousands of inputs may be called index.html.
    next: HashMap<String, usize>,
}

impl FileNames {
    /// The name for an input. `taken` says of a name that it must not be used.
    pub fn next(&mut self, input: &Input, extension: &str, taken: impl Fn(&str) -> bool) -> String {
        let stem = stem(input);
        let number = self.next.entry(stem.to_lowercase()).or_insert(1);
        loop {
            let name = numbered(&stem, *number, extension);
            *number += 1;
            if !taken(&name) && self.used.insert(name.to_lowercase()) {
                return name;
            }
        }
    }
}

fn numbered(stem: &str, number: usize, extension: &str) -> String {
    match number {
        1 => format!("{stem}.{extension}"),
        n => format!("{stem}-{n}.{extension}"),
    }
}

fn stem(input: &Input) -> String {
    let raw = match input {
        Input::Stdin => "stdin".into(),
        Input::File(path) => file_stem(&path.file_name().unwrap_or_default().to_string_lossy()),
        Input::Url(url) => url_stem(url),
        Input::Lines(_) => "lines".into(),
        Input::Line(line) => line_stem(&line.name()),
    };
    safe(&raw)
}

/// The name without what says how the page is packed and what it is.
fn file_stem(name: &str) -> String {
    let packed = [".gz", ".zst", ".br"].into_iter().find_map(|end| name.strip_suffix(end));
    let name = packed.unwrap_or(name);
    Path::new(name).file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The file's name and the number of the line: `pages.jsonl:3` is `pages-3`.
fn line_stem(name: &str) -> String {
    let (file, number) = name.rsplit_once(':').unwrap_or((name, ""));
    let file = Path::new(file).file_name().unwrap_or_default().to_string_lossy();
    let stem = if file == "-" { "stdin".into() } else { file_stem(&file) };
    format!("{stem}-{number}")
}

/// Host and path; the query only where there is one, since it may be all that differs.
fn url_stem(text: &str) -> String {
    let Ok(url) = Url::parse(text) else { return text.into() };
    let path = url.path().trim_matches('/');
    let path = path.strip_suffix(".html").or(path.strip_suffix(".htm")).unwrap_or(path);
    let query = url.query().map(|q| format!("-{q}")).unwrap_or_default();
    format!("{}-{path}{query}", url.host_str().unwrap_or_default())
}

/// Letters and digits of any script, dots, dashes and underscores; everything else becomes one dash.
fn safe(raw: &str) -> String {
    let mut name = String::new();
    for c in raw.chars() {
        let fits = c.is_alphanumeric() || matches!(c, '.' | '_');
        if name.len() + c.len_utf8() > MAX_LEN {
            break;
        }
        if fits {
            name.push(c);
        } else if !name.ends_with('-') {
            name.push('-');
        }
    }
    let name = name.trim_matches(['-', '.', ' ']);
    match name.to_ascii_lowercase() {
        lower if lower.is_empty() => "page".into(),
        lower if is_device(&lower) => format!("{name}-page"),
        _ => name.into(),
    }
}

fn is_device(lower: &str) -> bool {
    let base = lower.split('.').next().unwrap_or_default();
    let numbered = base.strip_prefix("com").or(base.strip_prefix("lpt"));
    DEVICES.contains(&base) || numbered.is_some_and(|n| n.len() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Line;

    fn names(inputs: &[&str]) -> Vec<String> {
        let mut names = FileNames::default();
        inputs.iter().map(|i| names.next(&Input::new(i.as_ref()), "txt", |_| false)).collect()
    }

    #[test]
    fn names_follow_the_inputs() {
        let inputs = ["a/page.html", "-", "https://example.com/news/one.html?id=7&x=y"];
        assert_eq!(names(&inputs), ["page.txt", "stdin.txt", "example.com-news-one-id-7-x-y.txt"]);
        assert_eq!(names(&["https://example.com/"]), ["example.com.txt"]);
        assert_eq!(names(&["a/page.html.gz", "b/page.gz"]), ["page.txt", "page-2.txt"]);
        let line = Input::Line(Line::new("a/pages.jsonl".into(), 7, Vec::new()));
        assert_eq!(FileNames::default().next(&line, "md", |_| false), "pages-7.md");
    }

    #[test]
    fn every_input_has_its_own() {
        let inputs = ["a/x.html", "b/x.html", "b/X.htm", "x-2.html", "a/x.html"];
        assert_eq!(names(&inputs), ["x.txt", "x-2.txt", "X-3.txt", "x-2-2.txt", "x-4.txt"]);
        let input = Input::new("x.html".as_ref());
        let name = FileNames::default().next(&input, "html", |name| name == "x.html");
        assert_eq!(name, "x-2.html");
    }

    #[test]
    fn names_do_no_harm() {
        let inputs =
            ["..", "/", "https://e.com/../../etc/passwd", "CON.html", "com1.a.html", ".rc"];
        let expected = [
            "page.txt",
            "page-2.txt",
            "e.com-etc-passwd.txt",
            "CON-page.txt",
            "com1.a-page.txt",
            "rc.txt",
        ];
        assert_eq!(names(&inputs), expected);
        assert!(names(&[&"ü".repeat(500)])[0].len() <= MAX_LEN + 4);
        assert_eq!(names(&["a b\n\u{1b}c:d|e.html"]), ["a-b-c-d-e.txt"]);
    }
}
