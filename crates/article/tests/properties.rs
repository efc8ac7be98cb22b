//! What must hold for every page, on pages made of random pieces of HTML.

use dehusk_article::{Article, Format, Rendering};
use dehusk_extract::{Document, NodeSet, Selection};
use dehusk_page::{Kind, NodeId, Page, name};
use proptest::prelude::*;
use pulldown_cmark::{Options, Parser};

/// Text that is hard on Markdown.
const TEXT: &[&str] = &[
    "word",
    "two words",
    " ",
    " ",
    "\n",
    "a",
    "1",
    "1.",
    "1. x",
    "# x",
    "#",
    "- x",
    "-",
    "+ x",
    "*",
    "* x",
    "**",
    "_",
    "__",
    "_x_",
    "`",
    "``",
    "```",
    "~",
    "~~",
    "~~~",
    "[",
    "]",
    "[x]",
    "[x](y)",
    "[x]: y",
    "!",
    "&amp;",
    "&amp;lt;",
    "&lt;b>",
    "&lt;",
    "> x",
    ">",
    "|",
    "---",
    "===",
    "\\",
    "\\*",
    "$x$",
    ".",
    ",",
    "\u{201c}x\u{201d}",
    "\u{a0}",
    "\u{ad}",
    "\u{3000}",
    "é",
    "漢字",
    "。",
    "x*y",
    "x_y",
    "(x)",
    "\"",
    "'",
    "http://example.org/a_b",
    "[ ] x",
    "x  y",
    ":",
    "| - |",
    "-:",
    "10) y",
    "&copy;",
];

const INLINE: &[&str] = &[
    "<b>",
    "</b>",
    "<i>",
    "</i>",
    "<em>",
    "</em>",
    "<strong>",
    "</strong>",
    "<s>",
    "</s>",
    "<code>",
    "</code>",
    "<sub>",
    "</sub>",
    "<sup>",
    "</sup>",
    "<a href=/l>",
    "<a href='/m(x'>",
    "</a>",
    "<span>",
    "</span>",
    "<br>",
    "<q>",
    "</q>",
    "<u>",
    "</u>",
];

const BLOCKS: &[&str] = &[
    "<p>",
    "</p>",
    "<p>",
    "<div>",
    "</div>",
    "<h1>",
    "</h1>",
    "<h3>",
    "</h3>",
    "<ul>",
    "</ul>",
    "<ol>",
    "<ol start=7>",
    "</ol>",
    "<li>",
    "<li>",
    "</li>",
    "<blockquote>",
    "</blockquote>",
    "<pre><code class=language-x>",
    "</code></pre>",
    "<pre>",
    "</pre>",
    "<hr>",
    "<br><br>",
    "<section>",
    "</section>",
    "<figure>",
    "</figure>",
    "<figcaption>",
    "</figcaption>",
    "<x-y>",
    "</x-y>",
];

const TABLES: &[&str] = &[
    "<table>",
    "</table>",
    "<tr>",
    "<tr>",
    "<td>",
    "<td>",
    "<td>",
    "<th>",
    "<td colspan=2>",
    "<td rowspan=2>",
    "<caption>",
    "</caption>",
    "<thead>",
    "<tbody>",
];

const OTHER: &[&str] = &[
    "<dl>",
    "</dl>",
    "<dt>",
    "<dd>",
    "<img src=a.jpg alt='an [alt]'>",
    "<script>alert(1)</script>",
    "<style>p{}</style>",
    "<a href='javascript:alert(1)'>",
    "<p onclick='x()' style='y' class=z id=i>",
    "<iframe src='https://www.youtube.com/embed/x'></iframe>",
    "<iframe src='https://evil.example/'></iframe>",
    "<video src=v.mp4 poster=p.png></video>",
    "<audio><source src=a.mp3></audio>",
    "<svg><script>1</script></svg>",
    "<math><mi>x</mi></math>",
    "<math alttext='x^2'><mi>x</mi></math>",
    "<script type='math/tex'>a_1</script>",
    "<ruby>",
    "</ruby>",
    "<rt>",
    "<rp>",
    "<noscript>",
    "</noscript>",
    "<details>",
    "<summary>",
    "<button>",
    "</button>",
    "<picture><source srcset='a 1x'><img src=b></picture>",
    "<object data=x>",
    "<select><option>o",
    "</select>",
    "<textarea>",
    "</textarea>",
    "<template>",
    "</template>",
    "\u{1}",
    "\u{fffe}",
    "<!-- c -->",
    "<base href='https://base.example/'>",
    "<img src='data:image/png;base64,x'>",
    "<form>",
    "</form>",
    "<math><mtext><p>",
    "</math>",
    "<svg>",
    "</svg>",
    "<noframes>",
    "<plaintext>",
];

fn pages(kinds: &[&'static [&'static str]], len: usize) -> impl Strategy<Value = String> + use<> {
    let tokens: Vec<&'static str> = kinds.concat();
    prop::collection::vec(prop::sample::select(tokens), 0..len).prop_map(|t| t.concat())
}

fn article(html: &str) -> Article {
    let document = Document::new(Page::parse(html)).with_url("https://example.org/");
    let selection = Selection::everything(&document);
    Article::new(document, selection, "text")
}

/// An article of which only some leaves are kept: those whose bit is set.
fn partial(html: &str, mask: u64) -> Article {
    let document = Document::new(Page::parse(html)).with_url("https://example.org/");
    let page = document.page();
    let leaves = page.descendants(page.root()).filter(|&n| page.first_child(n).is_none());
    let mut kept = NodeSet::new(page.len());
    leaves.enumerate().filter(|(i, _)| mask >> (i % 64) & 1 == 1).for_each(|(_, n)| kept.insert(n));
    let selection = Selection::from_nodes(&document, kept, Vec::new());
    Article::new(document, selection, "some")
}

/// What a CommonMark parser makes of Markdown.
fn html_of_markdown(markdown: &str) -> String {
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, Parser::new_ext(markdown, options));
    html
}

/// The elements and texts of HTML that both Markdown and our HTML can tell, one a line.
fn skeleton(html: &str) -> Vec<String> {
    let page = Page::parse(html);
    let mut out: Vec<String> = Vec::new();
    let mut open: Vec<(NodeId, String)> = Vec::new();
    let ids = page.descendants(page.body().unwrap()).map(Some).chain([None]);
    for id in ids {
        while open.last().is_some_and(|(end, _)| id.is_none_or(|id| *end <= id)) {
            out.push(format!("/{}", open.pop().unwrap().1));
        }
        let Some(id) = id else { break };
        let in_pre = page.ancestors(id).any(|a| page.name(a) == name::PRE);
        match page.kind(id) {
            Kind::Text if in_pre => push_text(&mut out, page.text(id).trim_end_matches('\n')),
            Kind::Text => {
                let words: Vec<_> = page.text(id).split_whitespace().collect();
                push_text(&mut out, &words.concat());
            }
            Kind::Element if is_told(page.tag(id)) => {
                let href = page.attr(id, name::HREF).unwrap_or("");
                let tag = page.tag(id).replace("th", "td");
                out.push(format!("{tag} {href}").trim().to_string());
                open.push((page.end(id), tag));
            }
            _ => {}
        }
    }
    drop_what_markdown_cannot_tell(out)
}

fn push_text(out: &mut Vec<String>, text: &str) {
    match out.last_mut() {
        _ if text.is_empty() => {}
        Some(last) if last.starts_with('=') => last.push_str(text),
        _ => out.push(format!("={text}")),
    }
}

/// Leaves out header rows without text, which are only there because GFM wants one, and the ends of code
/// at a line break, which no code can hold.
fn drop_what_markdown_cannot_tell(lines: Vec<String>) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for line in lines {
        let last = out.last().map_or("", String::as_str);
        match (last, line.as_str()) {
            ("td", "/td") | ("/code", "code") => {
                out.pop();
            }
            (_, text) if text.starts_with('=') => push_text(&mut out, &text[1..]),
            // `***x***` does not say which of the two is outside.
            ("strong", "em") | ("/em", "/strong") => out.insert(out.len() - 1, line),
            _ => out.push(line),
        }
    }
    out
}

fn is_told(tag: &str) -> bool {
    matches!(
        tag,
        "h1" | "h3" | "ul" | "ol" | "li" | "blockquote" | "pre" | "code" | "hr" | "td" | "th"
    ) || matches!(tag, "em" | "strong" | "del" | "a" | "sub" | "sup")
}

/// Runs of letters and digits.
fn words(text: &str) -> Vec<String> {
    let shy = |c: &char| !matches!(c, '\u{ad}' | '\u{feff}');
    let text: String = text.chars().filter(shy).collect();
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .map(str::to_string)
        .collect()
}

/// A text without the numbers before its items, which stand in no text of the page.
fn without_numbers(text: &str) -> String {
    let line = |line: &str| -> String {
        let start = line.trim_start();
        let bare = start.trim_start_matches(|c: char| c.is_ascii_digit());
        match bare.strip_prefix(". ").filter(|_| bare.len() < start.len()) {
            Some(words) => words.to_string(),
            None => line.to_string(),
        }
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

fn all_text(html: &str) -> String {
    let page = Page::parse(html);
    page.texts(page.root()).collect()
}

fn nothing_runs(html: &str) -> Result<(), TestCaseError> {
    let page = Page::parse(html);
    for id in page.descendants(page.root()).filter(|&n| page.is_element(n)) {
        let refused = ["script", "style", "object", "embed", "svg", "form", "base"];
        prop_assert!(!refused.contains(&page.tag(id)), "{}", html);
        for (name, value) in page.attrs(id) {
            let name = page.name_text(name);
            prop_assert!(!name.starts_with("on") && name != "style", "{}", html);
            let own = value.starts_with("note-") || value.starts_with("ref-");
            prop_assert!(name != "id" || own, "{}", html);
            prop_assert!(!value.contains("javascript:") && !value.contains("evil"), "{}", html);
        }
    }
    Ok(())
}

/// A page with notes, of any of the ways in which pages write them.
fn noted() -> impl Strategy<Value = String> {
    let reference = prop::sample::select(vec![
        "<sup><a href=#fnN>N</a></sup>",
        "<a href=#fnN>[N]</a>",
        "<sup>[<a href=#fnN>N</a>]</sup>",
        "<sup id=refN><a href=#fnN>N</a></sup>",
    ]);
    let note = prop::sample::select(vec![
        ("<ol class=footnotes>", "<li id=fnN>", "</li>", "</ol>"),
        ("<section class=notes>", "<p id=fnN>[N] ", "</p>", "</section>"),
        (
            "<div class=footnotes><hr>",
            "<div id=fnN><sup>N</sup> ",
            " <a href=#refN>↩</a></div>",
            "</div>",
        ),
    ]);
    let texts = prop::collection::vec(
        prop::sample::select(vec!["a word", "<b>two</b> more", "<em>x</em>, y", "漢字 z"]),
        1..5,
    );
    (reference, note, texts).prop_map(|(reference, (open, begin, end, close), texts)| {
        let number = |text: &str, n: usize| text.replace('N', &n.to_string());
        let body: String = (1..=texts.len())
            .map(|n| format!("<p>Text {n} goes{} on.", number(reference, n)))
            .collect();
        let notes: String = texts
            .iter()
            .enumerate()
            .map(|(n, text)| format!("{}Note {text}{}", number(begin, n + 1), number(end, n + 1)))
            .collect();
        format!("{body}{open}{notes}{close}")
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases.max(1500), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn paragraphs_mean_the_same_in_markdown(html in pages(&[TEXT, INLINE], 16)) {
        let article = article(&format!("<p>{html}</p>"));
        prop_assume!(article.counts().notes == 0);
        let markdown = article.markdown();
        let (got, want) = (skeleton(&html_of_markdown(&markdown)), skeleton(&article.html()));
        prop_assert_eq!(got, want, "{}", markdown);
    }

    #[test]
    fn blocks_mean_the_same_in_markdown(html in pages(&[TEXT, BLOCKS, BLOCKS, INLINE], 30)) {
        let article = article(&html);
        prop_assume!(article.counts().notes == 0);
        let markdown = article.markdown();
        let (got, want) = (skeleton(&html_of_markdown(&markdown)), skeleton(&article.html()));
        prop_assert_eq!(got, want, "{}", markdown);
    }

    #[test]
    fn tables_have_the_same_words_in_markdown(html in pages(&[TABLES, TABLES, TEXT, INLINE], 30)) {
        let article = article(&format!("<table><tr><th>a<th>b<tr>{html}</table>"));
        let markdown = article.markdown();
        // A caption stands before its table in Markdown, wherever it is in the page.
        let letters = |html: &str| {
            let mut all: Vec<char> = words(&all_text(html)).concat().chars().collect();
            all.sort_unstable();
            all.into_iter().collect::<String>()
        };
        prop_assert_eq!(letters(&html_of_markdown(&markdown)), letters(&article.html()), "{}", markdown);
    }

    #[test]
    fn every_word_of_the_text_stands_in_the_page(html in pages(&[TEXT, BLOCKS, TABLES, INLINE], 40)) {
        let article = article(&html);
        prop_assume!(article.counts().notes == 0);
        let page = words(&all_text(&html)).concat();
        let mut rest = page.as_str();
        for word in words(&without_numbers(&article.text())) {
            let at = rest.find(&word);
            prop_assert!(at.is_some(), "{:?} is invented: {}", word, article.text());
            rest = &rest[at.unwrap() + word.len()..];
        }
    }

    #[test]
    fn notes_are_notes_in_every_format(html in noted()) {
        let article = article(&html);
        let count = html.matches("<p>Text").count();
        prop_assert_eq!(article.counts().notes, count, "{}", article.markdown());
        let (markdown, text) = (article.markdown(), article.text());
        let options = Options::ENABLE_FOOTNOTES;
        let events: Vec<_> = Parser::new_ext(&markdown, options).collect();
        let references = events.iter().filter(|e| matches!(e, pulldown_cmark::Event::FootnoteReference(_)));
        prop_assert_eq!(references.count(), count, "{}", markdown);
        for n in 1..=count {
            prop_assert!(text.contains(&format!("goes[{n}] on.")) && text.contains(&format!("\n[{n}] Note")), "{}", text);
            prop_assert!(article.html().contains(&format!("id=\"note-{n}\"")), "{}", article.html());
        }
        let tei = article.render(Format::Tei);
        prop_assert!(roxmltree::Document::parse(&tei).is_ok(), "{}", tei);
    }

    #[test]
    fn lines_of_any_width_mean_the_same(
        html in pages(&[TEXT, BLOCKS, INLINE], 30), width in 1_usize..60
    ) {
        let article = article(&html);
        let rendering = Rendering::default().with_width(width);
        let (whole, broken) = (article.markdown(), article.render_as(Format::Markdown, rendering));
        let (got, want) = (html_of_markdown(&broken), html_of_markdown(&whole));
        prop_assert_eq!(skeleton(&got), skeleton(&want), "{}", broken);
        let text = article.render_as(Format::Text, rendering);
        prop_assert_eq!(words(&text), words(&article.text()), "{}", text);
    }

    #[test]
    fn nothing_runs_in_html(html in pages(&[OTHER, OTHER, BLOCKS, INLINE, TEXT], 40)) {
        nothing_runs(&article(&html).html())?;
    }

    #[test]
    fn any_part_of_a_page_makes_sense(
        html in pages(&[BLOCKS, TABLES, INLINE, TEXT], 40), mask in any::<u64>()
    ) {
        let article = partial(&html, mask);
        let markdown = article.markdown();
        let letters = |html: &str| words(&all_text(html)).concat();
        let same_order = !html.contains("<caption>");
        if same_order {
            prop_assert_eq!(letters(&html_of_markdown(&markdown)), letters(&article.html()), "{}", markdown);
        }
        let tei = article.render(Format::Tei);
        prop_assert!(roxmltree::Document::parse(&tei).is_ok(), "{}", tei);
    }

    #[test]
    fn any_leaf_of_a_hostile_page_may_be_kept(
        html in pages(&[OTHER, OTHER, BLOCKS, TABLES, TEXT], 40), mask in any::<u64>()
    ) {
        let article = partial(&html, mask);
        nothing_runs(&article.html())?;
        let tei = article.render(Format::Tei);
        prop_assert!(roxmltree::Document::parse(&tei).is_ok(), "{}", tei);
        prop_assert!(!article.render(Format::Json).is_empty());
    }

    #[test]
    fn every_format_is_well_formed_and_the_same_each_time(
        html in pages(&[OTHER, BLOCKS, TABLES, INLINE, TEXT], 60)
    ) {
        let (one, two) = (article(&html), article(&html));
        for &format in Format::ALL {
            prop_assert_eq!(one.render(format), two.render(format));
        }
        let tei = one.render(Format::Tei);
        prop_assert!(roxmltree::Document::parse(&tei).is_ok(), "{}", tei);
        let json: Result<serde_json::Value, _> = serde_json::from_str(&one.render(Format::Json));
        prop_assert!(json.is_ok());
    }
}
