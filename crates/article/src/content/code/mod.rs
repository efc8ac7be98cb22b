//! Preformatted text: its exact lines, without the numbers some pages put beside them, and its language.

mod gutter;
mod header;
mod language;
mod lines;

use super::role::Role;
use super::{Code, fold};
use dehusk_page::{NodeId, Page, name};
pub(super) use header::{LABELS, is_language_label};
use lines::lines;

/// The code in a `pre`, or none where the element wraps a document rather than code.
pub(super) fn read(page: &Page, pre: NodeId) -> Option<Code> {
    let wraps = page.descendants(pre).any(|n| match Role::of(page.name(n)) {
        Role::Paragraph | Role::Heading(_) | Role::Figure | Role::Quote | Role::Rule => true,
        Role::Table => !gutter::is_numbered_table(page, n),
        _ => false,
    });
    let text = || match page.name(pre) == name::PRE {
        true => lines(page, pre),
        // White space before all lines is that of the markup, which only a `pre` shows.
        false => unindented(&lines(page, pre)),
    };
    (!wraps).then(|| Code { language: language_of(page, pre), text: text() })
}

/// The lines without the white space that all of them begin with.
fn unindented(text: &str) -> String {
    let lines = || text.lines().filter(|line| !line.trim().is_empty());
    let indent = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let common = lines().map(indent).min().unwrap_or(0);
    let same = |line: &str| lines().next().is_some_and(|first| first[..common] == line[..common]);
    if common == 0 || !lines().all(same) {
        return text.into();
    }
    text.lines().map(|line| line.get(common..).unwrap_or("")).collect::<Vec<_>>().join("\n")
}

fn language_of(page: &Page, pre: NodeId) -> Option<String> {
    language::of(page, pre).or_else(|| header::named_language(page, pre))
}

/// Class words of `code` that is a block without a `pre`.
const BLOCK_CLASSES: &[&str] = &["block", "code-block", "codeblock", "block-code"];

/// Class words of divisions that hold code without a `pre`.
pub(super) const DIVISION_CLASSES: &[&str] =
    &["code-block", "codeblock", "code-snippet", "cm-content", "code-listing"];

/// Whether a division holds code and nothing else: it says so, and there are lines of text right in it.
pub(super) fn is_division(page: &Page, id: NodeId, class: &str) -> bool {
    let named = class.split_ascii_whitespace().any(|c| DIVISION_CLASSES.contains(&c));
    let blocks = || {
        page.descendants(id).any(|n| {
            page.is_element(n)
                && !Role::of(page.name(n)).is_inline()
                && !matches!(page.name(n), name::DIV)
        })
    };
    let lines = || {
        page.texts(id).filter(|text| !text.trim().is_empty()).any(|text| text.trim().contains('\n'))
    };
    let divisions = || page.children(id).filter(|&n| page.name(n) == name::DIV).nth(1).is_some();
    named && !blocks() && (lines() || divisions())
}

/// Whether a `code` without a `pre` is a block: it says so, or it has lines and stands alone.
pub(super) fn is_block(page: &Page, id: NodeId) -> bool {
    if page.name(id) != name::CODE || page.ancestors(id).take(4).any(|a| page.name(a) == name::PRE)
    {
        return false;
    }
    let class = page.attr(id, name::CLASS).unwrap_or("");
    if class.split_ascii_whitespace().any(|c| BLOCK_CLASSES.contains(&c)) {
        return true;
    }
    let text = page.text_content(id);
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.nth(1).is_some()
        && page.parent(id).is_some_and(|parent| {
            let alone = |n| n == id || !page.is_element(n) && fold::is_blank(page.text(n));
            !Role::of(page.name(parent)).is_inline() && page.children(parent).all(alone)
        })
}

/// The code in a table with a column of line numbers, if it is one.
pub(super) fn read_table(page: &Page, table: NodeId) -> Option<Code> {
    if !gutter::is_numbered_table(page, table) {
        return None;
    }
    let mut code = page.descendants(table).filter(|&n| is_code(page, n));
    let last = code.by_ref().last();
    let language = last.and_then(|n| language::of(page, n)).or_else(|| language::of(page, table));
    Some(Code { language, text: lines(page, table) })
}

fn is_code(page: &Page, id: NodeId) -> bool {
    matches!(page.name(id), name::PRE | name::CODE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(html: &str) -> Option<Code> {
        let page = Page::parse(html);
        let pre = page.descendants(page.root()).find(|&n| page.name(n) == name::PRE).unwrap();
        read(&page, pre)
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
    fn the_indentation_of_markup_is_not_that_of_code() {
        assert_eq!(unindented("    a\n      b\n\n    c"), "a\n  b\n\nc");
        assert_eq!(unindented("  a\n\tb"), "  a\n\tb", "tabs are no spaces");
        assert_eq!(unindented("a\n  b"), "a\n  b");
        let page = Page::parse("<p><code class='hl block'>\n    let a;\n      b();\n  </code>");
        let code = page.descendants(page.root()).find(|&n| page.name(n) == name::CODE).unwrap();
        assert_eq!(read(&page, code).unwrap().text, "let a;\n  b();");
    }

    #[test]
    fn what_shows_when_pointed_at_is_no_code() {
        let html = "<pre><span>Nat<span class=hover-info>a type</span></span> <b>x<i role=tooltip>a name</i></b></pre>";
        assert_eq!(code(html).unwrap().text, "Nat x");
    }

    #[test]
    fn numbers_beside_the_lines_are_left_out() {
        let spans = "<pre><span class=lineno>1 </span>a = 1\n<span class=lineno>2 </span>b</pre>";
        assert_eq!(code(spans).unwrap().text, "a = 1\nb");
        let items = "<pre><ol><li>a</li><li>b</li></ol></pre>";
        assert_eq!(code(items).unwrap().text, "a\nb");
    }

    #[test]
    fn numbers_of_any_name_are_left_out() {
        let rows = "<pre><div><span>1</span><div>let a;</div></div><div><span>2</span><div>  2</div></div></pre>";
        assert_eq!(code(rows).unwrap().text, "let a;\n  2");
        assert_eq!(code("<pre><span>1</span> + <span>2</span></pre>").unwrap().text, "1 + 2");
    }

    #[test]
    fn the_bar_above_code_names_its_language() {
        let bar = "<pre><code><div class=bar><span>Rust</span><button>Copy</button></div>let a;</code></pre>";
        let code = code(bar).unwrap();
        assert_eq!((code.text.as_str(), code.language.as_deref()), ("let a;", Some("rust")));
    }

    #[test]
    fn divisions_may_hold_code() {
        let is = |html: &str| {
            let page = Page::parse(html);
            let div = page.descendants(page.root()).find(|&n| page.name(n) == name::DIV).unwrap();
            is_division(&page, div, page.attr(div, name::CLASS).unwrap_or(""))
        };
        assert!(is("<div class=code-block>let a;\n  b();</div>"));
        assert!(!is("<div class=code-block><p>let a;\n  b();</div>"));
        assert!(!is("<div class=box>let a;\n  b();</div>"));
    }

    #[test]
    fn lines_alone_are_a_block() {
        let block = |html: &str| {
            let page = Page::parse(html);
            let code = page.descendants(page.root()).find(|&n| page.name(n) == name::CODE).unwrap();
            is_block(&page, code)
        };
        assert!(block("<div><code>let a;\n  b();</code></div>"));
        assert!(block("<p><code class='hl block'>let a;</code>"));
        assert!(!block("<p><code>let a;</code></p>"));
        assert!(!block("<p>See <code>let a;\n  b();</code></p>"));
        assert!(!block("<pre><code>a\nb</code></pre>"));
    }

    #[test]
    fn a_wrapped_document_is_no_code() {
        assert!(code("<pre><h1>Old page</h1><p>text</pre>").is_none());
    }
}
