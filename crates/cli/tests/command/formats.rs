//! What is written, and where to.

use crate::support::*;
use serde_json::Value;

fn in_format(format: &str) -> String {
    let run =
        dehusk(&["--format", format, "--url", "https://granary.example/mills/husking", ARTICLE]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{format}");
    run.stdout
}

#[test]
fn text() {
    let text = in_format("text");
    assert!(text.contains("Air does the rest"));
    assert!(!text.contains('<'));
    assert!(text.ends_with('\n') && !text.ends_with("\n\n"));
    assert_eq!(text, dehusk(&["--url", "https://granary.example/mills/husking", ARTICLE]).stdout);
}

#[test]
fn markdown() {
    let markdown = in_format("markdown");
    assert!(markdown.contains("## Air does the rest"), "{markdown}");
    assert!(markdown.contains("**one deep**"), "{markdown}");
    assert!(markdown.contains("https://granary.example/images/rolls.jpg"), "{markdown}");
    assert_eq!(markdown, in_format("md"));
}

#[test]
fn html() {
    let html = in_format("html");
    assert!(html.contains("<h2>Air does the rest</h2>"), "{html}");
    assert!(!html.contains("<script") && !html.contains("class="), "{html}");
}

#[test]
fn json() {
    let article: Value = serde_json::from_str(&in_format("json")).unwrap();
    assert_eq!(article["title"]["value"], "How a rice mill takes the husk off");
    assert_eq!(article["url"], "https://granary.example/mills/husking");
    assert!(article["text"].as_str().unwrap().contains("Air does the rest"));
    assert!(article["markdown"].as_str().unwrap().contains("## Air does the rest"));
}

#[test]
fn tei() {
    let tei = in_format("tei");
    assert!(tei.contains("<TEI") && tei.trim_end().ends_with("</TEI>"), "{tei}");
}

#[test]
fn metadata_alone() {
    let run = dehusk(&["--metadata", ARTICLE]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    for part in ["title", "How a rice mill takes the husk off", "Mara Okonjo", "2024-09-17"] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
    assert!(!run.stdout.contains("Air does the rest"));
}

#[test]
fn metadata_as_json_has_the_schema_of_the_article() {
    let run = dehusk(&["--metadata", "--format", "json", ARTICLE]);
    let metadata: Value = serde_json::from_str(&run.stdout).unwrap();
    let article: Value =
        serde_json::from_str(&dehusk(&["--format", "json", ARTICLE]).stdout).unwrap();
    assert_eq!(metadata["authors"][0]["value"], "Mara Okonjo");
    for (key, value) in metadata.as_object().unwrap() {
        assert_eq!(value, &article[key], "{key}");
    }
    for of_extraction in ["text", "markdown", "extractor", "page_type", "trouble", "content_source"]
    {
        assert!(metadata.get(of_extraction).is_none(), "{of_extraction}");
    }
}

#[test]
fn the_table_explains_every_block() {
    let run = dehusk(&["--explain", ARTICLE]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.lines().next().unwrap().contains("reason"));
    assert!(run.stdout.lines().any(|l| l.contains(" heading ") && l.contains("Air does the rest")));
    assert!(!run.stdout.contains('\u{1b}'), "colours without a terminal");
}

#[test]
fn colours_can_be_forced_and_forbidden() {
    let explain = |name: &str, value: &str| {
        let mut command = command();
        command.args(["--explain", ARTICLE]).env("CLICOLOR_FORCE", "1").env(name, value);
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    assert!(explain("COLUMNS", "80").contains("\u{1b}["));
    assert!(!explain("NO_COLOR", "1").contains('\u{1b}'));
}

#[test]
fn lines_of_json_answer_for_every_input() {
    let folder = Folder::new();
    let full = folder.file("full.html", page("A page in a line"));
    let blank = folder.file("blank.html", "<!DOCTYPE html><p>");
    let run = dehusk(&["--jsonl", &full, "missing.html", &blank]);
    assert_eq!(run.code, 2);
    let lines: Vec<Value> = run.stdout.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!((&lines[0]["input"], &lines[0]["ok"]), (&full.as_str().into(), &true.into()));
    assert!(lines[0]["article"].to_string().contains("A page in a line"));
    assert_eq!((&lines[1]["ok"], &lines[1]["input"]), (&false.into(), &"missing.html".into()));
    assert!(lines[1]["error"].as_str().unwrap().contains("no such file"));
    assert_eq!((&lines[2]["ok"], &lines[2]["found"]), (&true.into(), &false.into()));
    let run = dehusk(&["--jsonl", "--format", "markdown", &full]);
    let line: Value = serde_json::from_str(&run.stdout).unwrap();
    assert!(line["markdown"].as_str().unwrap().contains("A page in a line"));
}

#[test]
fn one_document_is_not_made_of_many() {
    for format in ["json", "tei"] {
        let run = dehusk(&["--format", format, ARTICLE, ARTICLE]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""));
        assert!(run.complaint().contains("--output DIR"), "{}", run.stderr);
    }
}

#[test]
fn a_folder_gets_a_file_for_each_input() {
    let folder = Folder::new();
    let one = folder.file("a/page.html", page("The first of two"));
    let two = folder.file("b/page.html", page("The second of two"));
    let out = folder.path("out/deep");
    let run = dehusk(&["--output", &out, "--format", "md", &one, &two, "missing.html"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert_eq!(folder.names("out/deep"), ["page-2.md", "page.md"]);
    let second = std::fs::read_to_string(folder.path("out/deep/page-2.md")).unwrap();
    assert!(second.contains("The second of two") && second.ends_with('\n'));
}

#[test]
fn files_are_replaced_only_on_request_and_inputs_never() {
    let folder = Folder::new();
    let html = page("The original");
    let input = folder.file("page.html", &html);
    let here = folder.path("");
    folder.file("other/page.html", "somebody's");
    let other = folder.path("other");
    let run = dehusk(&["--format", "html", "--output", &other, &input]);
    assert_eq!(run.code, 2);
    assert!(run.complaint().contains("is already there"), "{}", run.stderr);
    assert_eq!(dehusk(&["--format", "html", "--output", &other, "--overwrite", &input]).code, 0);
    assert!(std::fs::read_to_string(folder.path("other/page.html")).unwrap().contains("original"));
    assert_eq!(dehusk(&["--format", "html", "--output", &here, "--overwrite", &input]).code, 0);
    assert_eq!(std::fs::read_to_string(&input).unwrap(), html);
    assert!(folder.names("").contains(&"page-2.html".into()));
}

#[test]
fn a_folder_that_cannot_be_made_is_said_at_once() {
    let folder = Folder::new();
    let file = folder.file("file", "x");
    let run = dehusk(&["--output", &format!("{file}/out"), ARTICLE]);
    assert_eq!(run.code, 2);
    assert!(run.complaint().contains("this folder cannot be made"), "{}", run.stderr);
}

#[test]
#[cfg(feature = "epub")]
fn a_book_of_all_articles() {
    let folder = Folder::new();
    let other = folder.file("other.html", page("The miller's cat"));
    let book = folder.path("week.epub");
    let run = dehusk(&["--epub", &book, ARTICLE, &other]);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""));
    let bytes = std::fs::read(&book).unwrap();
    assert_eq!(&bytes[30..58], b"mimetypeapplication/epub+zip");
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
    let mut read = |name: &str| {
        let mut text = String::new();
        std::io::Read::read_to_string(&mut zip.by_name(name).unwrap(), &mut text).unwrap();
        text
    };
    assert!(read("book/chapter-1.xhtml").contains("<h2>Air does the rest</h2>"));
    assert!(read("book/chapter-2.xhtml").contains("The miller's cat"));
    assert!(read("book/nav.xhtml").contains("How a rice mill takes the husk off"));

    let again = dehusk(&["--epub", &book, ARTICLE]);
    assert!(again.code == 2 && again.complaint().contains("--overwrite"), "{}", again.stderr);
    assert_eq!(dehusk(&["--epub", &book, "--overwrite", ARTICLE]).code, 0);
    let refused = dehusk(&["--epub", &book, "--format", "html", ARTICLE]);
    assert!(refused.code == 2 && refused.stderr.contains("--format"), "{}", refused.stderr);
    let empty = folder.file("empty.html", "<p></p>");
    let nothing = folder.path("nothing.epub");
    assert_eq!(dehusk(&["--epub", &nothing, &empty]).code, 1);
    assert!(!std::path::Path::new(&nothing).exists(), "a book of nothing is none");
}
