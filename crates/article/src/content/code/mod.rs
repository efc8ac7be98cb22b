//! Preformatted text: its exact lines, without the numbers some pages put beside them, and its language.

mod language;

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
    (!wraps).then(|| Code { language: language::of(page, pre), text: lines(page, pre) })
}

/// The code in a table with a column of line numbers, if it is one.
pub(super) fn read_table(page: &Page, table: NodeId) -> Option<Code> {
    if !is_numbered_table(page, table) {
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
        tag if matches!(Role::of(tag), Role::Skip | Role::Control | Role::Button) => true,
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
}
