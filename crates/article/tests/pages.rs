//! Pages and what must come out of them: a folder each in `tests/pages`.
//!
//! A folder holds `page.html`, the expected renderings and, where it is not `text`, the name of the extractor
//! in `extractor`. To write the expected files anew, and then to look at what changed:
//!
//! ```text
//! DEHUSK_BLESS=1 cargo test -p dehusk-article --test pages && git diff tests/pages
//! ```

use dehusk_article::{Article, Format};
use dehusk_extract::Document;
use dehusk_page::Page;
use std::fs;
use std::path::{Path, PathBuf};

const URL: &str = "https://example.org/dir/page.html";

fn folders() -> Vec<PathBuf> {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/pages");
    let entries = fs::read_dir(&pages).unwrap_or_else(|e| panic!("{}: {e}", pages.display()));
    let mut folders: Vec<_> =
        entries.map(|e| e.unwrap().path()).filter(|p| p.join("page.html").is_file()).collect();
    folders.sort();
    folders
}

fn article(folder: &Path) -> Article {
    let html = fs::read_to_string(folder.join("page.html")).unwrap();
    let extractor = fs::read_to_string(folder.join("extractor")).unwrap_or("text".into());
    let registry = dehusk_suite::registry();
    let entry = registry.find(extractor.trim()).expect("the extractor is known");
    let document = Document::new(Page::parse(html)).with_url(URL);
    let selection = entry.build(&registry).expect("it can be made").extract(&document);
    Article::new(document, selection, entry.name())
}

fn file(format: Format) -> String {
    match format {
        Format::Tei => "expected.tei.xml".into(),
        other => format!("expected.{}", other.extension()),
    }
}

fn rendered(article: &Article, format: Format) -> String {
    let mut out = article.render(format);
    if format == Format::Json {
        let value: serde_json::Value = serde_json::from_str(&out).unwrap();
        out = serde_json::to_string_pretty(&value).unwrap();
    }
    out + "\n"
}

#[test]
fn pages_come_out_as_expected() {
    let bless = std::env::var_os("DEHUSK_BLESS").is_some();
    let folders = folders();
    assert!(folders.len() >= 12);
    let mut wrong = Vec::new();
    for folder in folders {
        let article = article(&folder);
        for &format in Format::ALL {
            let (path, got) = (folder.join(file(format)), rendered(&article, format));
            if bless {
                fs::write(&path, got).unwrap();
            } else if fs::read_to_string(&path).unwrap_or_default() != got {
                wrong.push(format!("{}, which should be:\n{got}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{} files differ: {}", wrong.len(), wrong.join("\n"));
}

fn schema() -> serde_json::Value {
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/article.schema.json");
    serde_json::from_str(&fs::read_to_string(schema).unwrap()).unwrap()
}

#[test]
fn json_follows_its_schema() {
    let schema = schema();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let described: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
    for folder in folders() {
        let json: serde_json::Value =
            serde_json::from_str(&article(&folder).render(Format::Json)).unwrap();
        let errors: Vec<_> = validator.iter_errors(&json).map(|e| e.to_string()).collect();
        assert!(errors.is_empty(), "{}: {errors:?}", folder.display());
        let written: Vec<&String> = json.as_object().unwrap().keys().collect();
        assert!(described.iter().all(|field| written.contains(field)), "{written:?}");
    }
}

/// What is kept is the article without what repeats the page.
#[test]
fn what_is_kept_follows_the_schema_too() {
    let validator = jsonschema::validator_for(&schema()).unwrap();
    for folder in folders() {
        let article = article(&folder);
        let text = article.text();
        let json = serde_json::to_value(article.to_json_with_text(&text)).unwrap();
        assert!(validator.is_valid(&json) && json.get("blocks").is_none());
        let fields = dehusk_article::json::Fields::of_the_content();
        assert_eq!(json, article.json(&fields));
    }
}

#[test]
fn the_schema_refuses_what_it_does_not_know() {
    let validator = jsonschema::validator_for(&schema()).unwrap();
    let mut json: serde_json::Value =
        serde_json::from_str(&article(&folders()[0]).render(Format::Json)).unwrap();
    json["unknown"] = true.into();
    assert!(!validator.is_valid(&json));
}

#[test]
fn the_schema_knows_every_role() {
    let schema = schema();
    let roles = schema["$defs"]["block"]["properties"]["role"]["enum"].as_array().unwrap();
    for role in dehusk_article::Role::ALL {
        assert!(roles.iter().any(|known| known == role.name()), "{}", role.name());
    }
}
