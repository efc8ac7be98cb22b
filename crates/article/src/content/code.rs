//! Preformatted text: its exact lines, without the numbers some pages put beside them, and its language.

use super::Code;
use super::role::Role;
use dehusk_page::{Kind, NodeId, Page, name};

/// Class words of elements that hold the number of a line.
const NUMBER_CLASSES: &[&str] = &[
    "gutter",
    "hljs-ln-n",
    "hljs-ln-numbers",
    "line-number",
    "line-numbers",
    "line-numbers-rows",
    "lineno",
    "linenos",
    "linenodiv",
    "linenumber",
    "linenumbers",
    "ln",
    "lnt",
    "blob-num",
    "react-syntax-highlighter-line-number",
];

/// The code in a `pre`, or none where the element wraps a document rather than code.
pub(super) fn read(page: &Page, pre: NodeId) -> Option<Code> {
    let wraps = page.descendants(pre).any(|n| match Role::of(page.name(n)) {
        Role::Paragraph | Role::Heading(_) | Role::Figure | Role::Quote | Role::Rule => true,
        Role::Table => !is_numbered_table(page, n),
        _ => false,
    });
    (!wraps).then(|| Code { language: language(page, pre), text: lines(page, pre) })
}

/// The code in a table with a column of line numbers, if it is one.
pub(super) fn read_table(page: &Page, table: NodeId) -> Option<Code> {
    if !is_numbered_table(page, table) {
        return None;
    }
    let mut code = page.descendants(table).filter(|&n| is_code(page, n));
    let last = code.by_ref().last();
    let language = last.and_then(|n| language(page, n)).or_else(|| language(page, table));
    Some(Code { language, text: lines(page, table) })
}

fn is_code(page: &Page, id: NodeId) -> bool {
    matches!(page.name(id), name::PRE | name::CODE)
}

/// Whether every row is a number, or numbers below each other, and then code.
fn is_numbered_table(page: &Page, table: NodeId) -> bool {
    let mut rows = page.descendants(table).filter(|&n| page.name(n) == name::TR).peekable();
    let numbered = |row| {
        let mut cells = page.children(row).filter(|&c| page.is_element(c));
        let first_is_gutter = cells.next().is_some_and(|c| is_gutter(page, c));
        let code = cells.next();
        first_is_gutter && code.is_some() && cells.next().is_none()
    };
    rows.peek().is_some()
        && rows.all(numbered)
        && (page.descendants(table).any(|n| is_code(page, n))
            || page.ancestors(table).take(3).any(|n| is_code(page, n)))
}

/// Whether an element holds nothing but numbers of lines.
fn is_gutter(page: &Page, id: NodeId) -> bool {
    let mut digits = page.attrs(id).any(|(n, _)| page.name_text(n) == "data-line-number");
    for text in page.texts(id) {
        if !text.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_whitespace()) {
            return false;
        }
        digits |= text.bytes().any(|b| b.is_ascii_digit());
    }
    digits
}

/// The text of an element line by line: each row, item or division is at least a line.
fn lines(page: &Page, root: NodeId) -> String {
    let mut out = String::new();
    let mut ends: Vec<NodeId> = Vec::new();
    let mut below = page.descendants(root);
    while let Some(id) = below.next() {
        while ends.last().is_some_and(|&end| end <= id) {
            ends.pop();
            end_line(&mut out);
        }
        match page.kind(id) {
            Kind::Text => out.push_str(page.text(id)),
            Kind::Element if is_left_out(page, id) => below.skip_subtree(page, id),
            Kind::Element => match page.name(id) {
                name::BR => out.push('\n'),
                name::DIV | name::TR | name::LI => {
                    end_line(&mut out);
                    ends.push(page.end(id));
                }
                _ => {}
            },
            _ => {}
        }
    }
    trim_blank_lines(&out).replace('\u{a0}', " ")
}

fn end_line(out: &mut String) {
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
}

/// Whether an element inside of code is not code: a number, a button.
fn is_left_out(page: &Page, id: NodeId) -> bool {
    match page.name(id) {
        name::BUTTON | name::SCRIPT | name::STYLE | name::TEMPLATE => true,
        name::TD => page.prev_sibling(id).is_none_or(|p| page.is_text(p)) && is_gutter(page, id),
        _ => {
            let class = page.attr(id, name::CLASS).unwrap_or("");
            class.split_ascii_whitespace().any(|c| NUMBER_CLASSES.contains(&c))
                && page.texts(id).all(|t| t.bytes().all(|b| !b.is_ascii_alphabetic()))
        }
    }
}

fn trim_blank_lines(text: &str) -> &str {
    let text = text.trim_end();
    let start = text.find(|c: char| !c.is_whitespace()).unwrap_or(text.len());
    let line = text[..start].rfind('\n').map_or(0, |i| i + 1);
    &text[line..]
}

/// The language a page names for code: on the element, on a `code` in it, or on what wraps it.
fn language(page: &Page, id: NodeId) -> Option<String> {
    let own = std::iter::once(id).chain(page.children(id).filter(|&c| page.name(c) == name::CODE));
    let around = page.ancestors(id).take(3);
    let found = own.filter_map(|n| of_element(page, n, true)).next();
    let found = found.or_else(|| around.filter_map(|n| of_element(page, n, false)).next())?;
    Some(found.to_ascii_lowercase())
}

fn of_element(page: &Page, id: NodeId, own: bool) -> Option<&str> {
    let attributes = ["data-lang", "data-language", "data-enlighter-language"];
    let mut named = page.attrs(id).filter(|(n, _)| attributes.contains(&page.name_text(*n)));
    let named = named.find_map(|(_, value)| valid(value.trim()));
    named.or_else(|| page.attr(id, name::CLASS).and_then(|class| of_class(class, own)))
}

/// The language in a class attribute. A bare word counts only on the code's own element.
fn of_class(class: &str, own: bool) -> Option<&str> {
    const PREFIXES: &[&str] =
        &["language-", "lang-", "highlight-source-", "highlight-text-", "highlight-", "src-"];
    let words = || class.split([' ', '\t', '\n', ';']).filter(|w| !w.is_empty());
    let prefixed = words().find_map(|w| PREFIXES.iter().find_map(|p| w.strip_prefix(p)));
    if let Some(language) = prefixed.and_then(|l| valid(l.strip_suffix("-basic").unwrap_or(l))) {
        return Some(language);
    }
    let mut after_brush = words().skip_while(|w| !w.starts_with("brush:"));
    if let Some(brush) = after_brush.next() {
        return match brush.strip_prefix("brush:") {
            Some("") | None => after_brush.next().and_then(valid),
            Some(rest) => valid(rest),
        };
    }
    let highlighted = words().any(|w| matches!(w, "highlight" | "hljs" | "sourceCode" | "code"));
    words().find(|w| (own || highlighted) && is_language(w))
}

/// A name that can stand behind a fence, unless it says that there is no language.
fn valid(language: &str) -> Option<&str> {
    let word = |c: char| c.is_ascii_alphanumeric() || "+#._-".contains(c);
    let none = ["none", "text", "txt", "plain", "plaintext", "default", "nohighlight", "auto"];
    let fits = !language.is_empty() && language.len() <= 30 && language.chars().all(word);
    (fits && !none.iter().any(|n| language.eq_ignore_ascii_case(n))).then_some(language)
}

fn is_language(word: &str) -> bool {
    LANGUAGES.binary_search(&word.to_ascii_lowercase().as_str()).is_ok()
}

/// Names that mean a language where they stand alone in a class. Sorted.
const LANGUAGES: &[&str] = &[
    "ada",
    "apache",
    "asm",
    "awk",
    "bash",
    "basic",
    "bat",
    "c",
    "c++",
    "clojure",
    "cmake",
    "cobol",
    "coffeescript",
    "cpp",
    "cs",
    "csharp",
    "css",
    "cuda",
    "d",
    "dart",
    "diff",
    "docker",
    "dockerfile",
    "elixir",
    "elm",
    "erlang",
    "fortran",
    "fsharp",
    "gdscript",
    "glsl",
    "go",
    "golang",
    "gradle",
    "graphql",
    "groovy",
    "haskell",
    "hcl",
    "hlsl",
    "html",
    "http",
    "ini",
    "java",
    "javascript",
    "js",
    "json",
    "jsx",
    "julia",
    "kotlin",
    "latex",
    "less",
    "lisp",
    "lua",
    "makefile",
    "markdown",
    "matlab",
    "nginx",
    "nim",
    "nix",
    "objc",
    "objectivec",
    "ocaml",
    "pascal",
    "perl",
    "php",
    "plsql",
    "powershell",
    "prolog",
    "protobuf",
    "python",
    "python3",
    "r",
    "racket",
    "ruby",
    "rust",
    "sass",
    "scala",
    "scheme",
    "scss",
    "sh",
    "shell",
    "solidity",
    "sql",
    "svelte",
    "swift",
    "tcl",
    "tex",
    "toml",
    "ts",
    "tsx",
    "typescript",
    "vb",
    "vbnet",
    "verilog",
    "vhdl",
    "vim",
    "vue",
    "wasm",
    "xml",
    "yaml",
    "yml",
    "zig",
    "zsh",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn code(html: &str) -> Option<Code> {
        let page = Page::parse(html);
        let pre = page.descendants(page.root()).find(|&n| page.name(n) == name::PRE).unwrap();
        read(&page, pre)
    }

    #[test]
    fn the_table_of_languages_is_sorted() {
        assert!(LANGUAGES.is_sorted());
    }

    #[test]
    fn white_space_is_exact() {
        let text = "<pre>\n\n  if x:\n\t<b>y</b>  z\n\n</pre>";
        assert_eq!(code(text).unwrap().text, "  if x:\n\ty  z");
        let divs = "<pre><div>a</div><div>  b\n</div><div>c</div></pre>";
        assert_eq!(code(divs).unwrap().text, "a\n  b\nc");
        assert_eq!(code("<pre>a<br>b</pre>").unwrap().text, "a\nb");
    }

    #[test]
    fn numbers_beside_the_lines_are_left_out() {
        let spans = "<pre><span class=lineno>1 </span>a = 1\n<span class=lineno>2 </span>b</pre>";
        assert_eq!(code(spans).unwrap().text, "a = 1\nb");
        let items = "<pre><ol><li>a</li><li>b</li></ol></pre>";
        assert_eq!(code(items).unwrap().text, "a\nb");
    }

    #[test]
    fn a_wrapped_document_is_no_code() {
        assert!(code("<pre><h1>Old page</h1><p>text</pre>").is_none());
    }

    #[test]
    fn languages_as_pages_name_them() {
        let cases = [
            ("<pre><code class='language-rust'>x</code></pre>", Some("rust")),
            ("<pre class='lang-py prettyprint'>x</pre>", Some("py")),
            ("<pre class='brush: js; toolbar: false'>x</pre>", Some("js")),
            ("<div class='highlight highlight-source-c++'><pre>x</pre></div>", Some("c++")),
            ("<div class='highlight-text-html-basic'><pre>x</pre></div>", Some("html")),
            ("<pre class='sourceCode haskell'>x</pre>", Some("haskell")),
            ("<figure class='highlight ruby'><pre>x</pre></figure>", Some("ruby")),
            ("<pre data-lang=Go>x</pre>", Some("go")),
            ("<pre class='language-none wide'>x</pre>", None),
            ("<div class='go'><pre>x</pre></div>", None),
            ("<pre>x</pre>", None),
        ];
        for (html, language) in cases {
            assert_eq!(code(html).unwrap().language.as_deref(), language, "{html}");
        }
    }
}
