//! The file itself: head with its policy, sections, data, script.

use super::pages::{LONGEST_TEXT, PAGES, Worst};
use super::plots::Plot;
use super::tables::Tables;
use crate::results::PageResult;
use crate::table::measure::Measure;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fmt::Write;

const SCRIPT: &str = include_str!("report.js");

/// All a report is made of.
pub struct Parts<'a> {
    /// The pages.
    pub results: &'a [PageResult],
    /// The best first.
    pub extractors: Vec<String>,
    /// The measure that plots and worst pages go by.
    pub main: &'static Measure,
    /// For the script.
    pub tables: Tables,
    /// Drawn already.
    pub plots: Vec<Plot>,
    /// For the script, and as lists.
    pub worst: Vec<Worst>,
}

#[derive(Serialize)]
struct Data<'a> {
    measure: &'a str,
    tables: &'a Tables,
    worst: &'a [Worst],
}

/// The whole file.
pub fn page(parts: &Parts<'_>) -> String {
    let mut out = head("Extractors compared", STYLE, Some(SCRIPT));
    out += &introduction(parts);
    out += TABLES;
    for plot in &parts.plots {
        let Plot { id, title, caption, body } = plot;
        let caption = escape(caption);
        let _ = write!(
            out,
            r#"<section id="{id}"><h2>{title}</h2><p class="about">{caption}</p>{body}</section>"#
        );
    }
    out += &worst_pages(parts);
    out += DIALOG;
    let data = Data { measure: parts.main.name, tables: &parts.tables, worst: &parts.worst };
    let _ =
        write!(out, r#"</main><script type="application/json" id="data">{}</script>"#, json(&data));
    let _ = write!(out, "<script>{SCRIPT}</script></body></html>");
    out
}

/// The style sheet, which other pages with plots begin with too.
pub(crate) const STYLE: &str = include_str!("report.css");

/// The beginning of a file in which nothing may be loaded, and nothing may run or style but what is ours: both are
/// named by their hash.
pub(crate) fn head(title: &str, style: &str, script: Option<&str>) -> String {
    let script = script.map(|script| format!("script-src '{}'; ", hash(script)));
    let policy = format!(
        "default-src 'none'; {}style-src '{}'; base-uri 'none'; form-action 'none'",
        script.unwrap_or_default(),
        hash(style)
    );
    format!(
        concat!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">",
            "<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">",
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
            "<meta name=\"color-scheme\" content=\"light dark\"><meta name=\"referrer\" content=\"no-referrer\">",
            "<title>{title}</title><style>{style}</style></head><body>"
        ),
        policy = policy,
        title = title,
        style = style
    )
}

fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}

fn introduction(parts: &Parts<'_>) -> String {
    let corpora: BTreeSet<&str> = parts.results.iter().map(|r| r.corpus.as_str()).collect();
    let best = parts.extractors.first().map(|name| {
        let about = escape(parts.main.about);
        format!(" By {about}, <strong>{}</strong> is first.", escape(name))
    });
    let mut out = format!(
        r#"<header><h1>Extractors compared</h1><p>{} on {} of {}.{}</p><nav aria-label="Sections"><a href="{}">Scores</a>"#,
        count(parts.extractors.len(), "extractor", "extractors"),
        count(parts.results.len(), "page", "pages"),
        count(corpora.len(), "corpus", "corpora"),
        best.unwrap_or_default(),
        "#scores"
    );
    for plot in &parts.plots {
        let _ = write!(out, "<a href=\"#{}\">{}</a>", plot.id, plot.title);
    }
    out + "<a href=\"#worst\">Worst pages</a></nav></header><main>"
}

pub(crate) fn count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// The script fills the table; it needs the data, which are not twice in the file.
const TABLES: &str = r#"<section id="scores"><h2>Scores</h2>
<noscript><p class="about">The tables need the script of this file, which your browser does not run. `dehusk eval table` prints them.</p></noscript>
<div class="controls"><label>Measure <select id="measure"></select></label>
<div class="switch" role="group" aria-label="Pages grouped by" id="groupings"></div>
<label><input type="checkbox" id="intervals" checked> Intervals</label></div>
<p class="about" id="about" aria-live="polite"></p>
<div class="scroll" tabindex="0" role="region" aria-label="Scores"><table id="table"></table></div>
<p class="small">Small print is the 95 % bootstrap interval; hover for pages and median. The best of a column is bold. The macro mean gives every column the same weight.</p></section>"#;

const DIALOG: &str = r#"<dialog id="page" aria-labelledby="page-title"><div class="top"><h2 id="page-title"></h2>
<button type="button" id="previous">Previous</button><button type="button" id="next">Next</button><button type="button" id="close">Close</button></div>
<p id="page-about"></p><ul id="page-notes"></ul><div class="scroll" tabindex="0" role="region" aria-label="Scores of the page"><table id="page-scores"></table></div>
<div class="panes" id="panes"><section><h3>Gold</h3><p class="small"><del>Marked</del>: missed by the extractor</p><div class="text" id="gold" tabindex="0" role="region" aria-label="Gold"></div></section>
<section><h3 id="extracted-title"></h3><p class="small"><ins>Marked</ins>: not in the gold</p><div class="text" id="extracted" tabindex="0" role="region" aria-label="Extracted text"></div></section></div></dialog>"#;

fn worst_pages(parts: &Parts<'_>) -> String {
    let mut out = format!(
        r#"<section id="worst"><h2>Worst pages</h2><p class="about">Where each extractor is furthest below the best one by {}: up to {PAGES} pages each. A page opens with its gold and the extracted text side by side, at most {} kB of each.</p>"#,
        escape(parts.main.name),
        LONGEST_TEXT / 1000
    );
    for (e, worst) in parts.worst.iter().enumerate() {
        let open = if e == 0 { " open" } else { "" };
        let _ = write!(
            out,
            r#"<details{open}><summary>{} <span class="small">{}</span></summary><ol>"#,
            escape(&worst.extractor),
            count(worst.pages.len(), "page", "pages")
        );
        for (p, page) in worst.pages.iter().enumerate() {
            let name = escape(&format!("{}/{}", page.corpus, page.id));
            let _ = write!(
                out,
                r#"<li><button type="button" class="page" data-extractor="{e}" data-page="{p}"><span class="name">{name}</span> <span class="score">{:.3}</span> <span class="small">{} has {:.3}</span></button></li>"#,
                page.value,
                escape(&page.winner),
                page.best
            );
        }
        out += "</ol></details>";
    }
    out + "</section>"
}

/// Data as JSON that holds no `<`, so that no text in it can end the element it stands in.
fn json(data: &impl Serialize) -> String {
    // Structs of strings and numbers can not fail to be written; an empty object would show no tables.
    serde_json::to_string(data).unwrap_or_else(|_| "{}".into()).replace('<', "\\u003c")
}

/// Text for HTML and SVG, in an element or an attribute. Control characters, which XML forbids, go.
pub fn escape(text: &str) -> String {
    let printable: String =
        text.chars().filter(|c| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}')).collect();
    html_escape::encode_quoted_attribute(&printable).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_html_are_escaped() {
        assert_eq!(
            escape("<b a=\"1\" c='2'>&\u{0}"),
            "&lt;b a=&quot;1&quot; c=&#x27;2&#x27;&gt;&amp;"
        );
    }

    #[test]
    fn no_text_can_end_the_data() {
        let text = json(&vec!["</script><!--<script>"]);
        assert!(!text.contains('<'));
        assert_eq!(
            serde_json::from_str::<Vec<String>>(&text).expect("JSON"),
            ["</script><!--<script>"]
        );
    }

    #[test]
    fn the_policy_names_our_script() {
        assert!(head("", STYLE, Some(SCRIPT)).contains(&hash(SCRIPT)));
        assert!(!SCRIPT.contains("</script") && !STYLE.contains("</style"));
        assert_eq!(hash(""), "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
    }
}
