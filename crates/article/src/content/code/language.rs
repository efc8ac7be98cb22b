//! The language of code, as pages name it: there is no one way.

use dehusk_page::{NodeId, Page, name};

/// The language a page names for code: on the element, on a `code` in it, or on what wraps it.
pub(super) fn of(page: &Page, id: NodeId) -> Option<String> {
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

pub(super) fn is_language(word: &str) -> bool {
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

    fn language(html: &str) -> Option<String> {
        let page = Page::parse(html);
        let pre = page.descendants(page.root()).find(|&n| page.name(n) == name::PRE).unwrap();
        of(&page, pre)
    }

    #[test]
    fn the_table_of_languages_is_sorted() {
        assert!(LANGUAGES.is_sorted());
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
        for (html, want) in cases {
            assert_eq!(language(html).as_deref(), want, "{html}");
        }
    }
}
