//! Formulas between signs in the text, which a script of the page would set: `\(…\)`, `\[…\]`, `$$…$$`, `$…$` and
//! environments.

use super::{Formula, clean, of_tex};
use crate::content::fold;
use crate::content::role::Role;
use dehusk_page::{NodeId, Page, name};
use std::cell::OnceCell;

/// Bytes of one formula.
const MAX_LEN: usize = 8_000;
/// Texts and line breaks that one may stand in.
const MAX_NODES: usize = 60;

/// A stretch of text.
pub(crate) enum Piece<'t> {
    Text(&'t str),
    Formula(Formula),
}

/// How a page writes formulas in its text.
#[derive(Debug)]
pub(crate) struct Delimiters {
    /// Whether a script sets them: then signs that mean little by themselves count too.
    set_by_script: OnceCell<bool>,
}

/// What begins and what ends a formula.
#[derive(Clone, Debug)]
struct Signs {
    at: usize,
    open: usize,
    close: String,
    display: bool,
    /// Whether the signs belong to the formula.
    kept: bool,
}

impl Delimiters {
    pub fn of(_: &Page) -> Delimiters {
        Delimiters { set_by_script: OnceCell::new() }
    }

    /// Whether a text has any of the signs.
    pub fn may_be_in(&self, text: &str) -> bool {
        memchr::memchr2(b'\\', b'$', text.as_bytes()).is_some()
    }

    /// Whether a text is code, in which scripts leave formulas alone.
    pub fn is_code(&self, page: &Page, id: NodeId) -> bool {
        let code = |a| matches!(Role::of(page.name(a)), Role::Code | Role::Pre | Role::Control);
        page.ancestors(id).take(8).any(code)
    }

    fn set_by_script(&self, page: &Page) -> bool {
        *self.set_by_script.get_or_init(|| {
            let scripts = page.descendants(page.root()).filter(|&n| page.name(n) == name::SCRIPT);
            scripts.into_iter().any(|n| {
                let src = page.attr(n, name::SRC).unwrap_or("").to_ascii_lowercase();
                let text = page.texts(n).next().unwrap_or("");
                let start = text.get(..4_000).unwrap_or(text);
                src.contains("mathjax")
                    || src.contains("katex")
                    || start.contains("MathJax")
                    || start.contains("katex")
            })
        })
    }

    /// Parts a text at its formulas. One may go on in the texts behind line breaks; the second answer is then the
    /// node to go on with.
    pub fn read<'p>(
        &self,
        page: &'p Page,
        id: NodeId,
        text: &'p str,
    ) -> (Vec<Piece<'p>>, Option<NodeId>) {
        let (mut pieces, mut rest, mut here) = (Vec::new(), text, id);
        let mut from = 0;
        while let Some(signs) = self.next_signs(page, rest, from) {
            let inside = signs.at + signs.open;
            let found = end_of(rest, inside, &signs.close)
                .map(|end| (rest[inside..end].to_string(), here, end));
            let found = found.or_else(|| goes_on(page, here, &rest[inside..], &signs));
            let formula = found.and_then(|(tex, node, end)| {
                let whole = match signs.kept {
                    true => format!("{}{tex}{}", &rest[signs.at..inside], signs.close),
                    false => tex,
                };
                let formula = clean(&whole).filter(|tex| self.is_formula(page, tex, &signs))?;
                Some((of_tex(formula, signs.display), node, end + signs.close.len()))
            });
            let Some((formula, node, end)) = formula else {
                from = inside;
                continue;
            };
            pieces.push(Piece::Text(&rest[..signs.at]));
            pieces.push(Piece::Formula(formula));
            rest = if node == here { &rest[end..] } else { &page.text(node)[end..] };
            (here, from) = (node, 0);
        }
        pieces.push(Piece::Text(rest));
        (pieces, (here != id).then(|| NodeId::from_index(here.index() + 1)))
    }

    /// The next signs that may begin a formula.
    fn next_signs(&self, page: &Page, text: &str, from: usize) -> Option<Signs> {
        let mut at = from;
        while let Some(offset) = memchr::memchr2(b'\\', b'$', text.as_bytes().get(at..)?) {
            at += offset;
            let rest = &text[at..];
            let signs = |open: usize, close: &str, display| {
                Some(Signs { at, open, close: close.into(), display, kept: false })
            };
            if rest.starts_with("\\(") {
                return signs(2, "\\)", false);
            }
            if rest.starts_with("\\[") {
                return signs(2, "\\]", true);
            }
            if let Some(name) = environment(rest) {
                let open = "\\begin{}".len() + name.len();
                return Some(Signs {
                    at,
                    open,
                    close: format!("\\end{{{name}}}"),
                    display: true,
                    kept: true,
                });
            }
            if rest.starts_with("$$") {
                return signs(2, "$$", true);
            }
            if rest.starts_with('$') && self.set_by_script(page) {
                return signs(1, "$", false);
            }
            // An escaped sign, a command, or a dollar.
            at += 1 + usize::from(rest.starts_with('\\') && rest[1..].starts_with(['\\', '$']));
        }
        None
    }

    /// Whether what stands between signs is a formula: by the page's script, or by what it looks like.
    fn is_formula(&self, page: &Page, tex: &str, signs: &Signs) -> bool {
        let looks = tex.contains(['\\', '^', '_', '=']);
        match signs.close.as_str() {
            "$" => is_tight(tex) && (looks || tex.len() <= 40),
            _ => looks || self.set_by_script(page),
        }
    }
}

/// Whether a text between two dollars is no sentence between two prices.
fn is_tight(tex: &str) -> bool {
    let words = tex
        .split(' ')
        .filter(|w| w.len() > 3 && w.bytes().all(|b| b.is_ascii_alphabetic()))
        .count();
    words < 2 || tex.contains('\\')
}

/// Environments that stand for a formula.
const ENVIRONMENTS: &[&str] = &[
    "align",
    "align*",
    "alignat",
    "alignat*",
    "eqnarray",
    "eqnarray*",
    "equation",
    "equation*",
    "gather",
    "gather*",
    "multline",
    "multline*",
];

fn environment(text: &str) -> Option<&str> {
    let (name, _) = text.strip_prefix("\\begin{")?.split_once('}')?;
    ENVIRONMENTS.contains(&name).then_some(name)
}

/// Where the signs stand that end a formula.
fn end_of(text: &str, from: usize, close: &str) -> Option<usize> {
    let mut at = from;
    loop {
        let end = at + text.get(at..)?.find(close)?;
        let escaped = text[from..end].ends_with('\\') && close.starts_with('$');
        let single = close == "$";
        let after = text[end + close.len()..].chars().next();
        let inner = &text[from..end];
        let spaced = inner.starts_with(char::is_whitespace) || inner.ends_with(char::is_whitespace);
        if single && (spaced || inner.contains('\n') && inner.len() > 200) {
            return None;
        }
        let price = single && after.is_some_and(|c| c.is_ascii_digit());
        if !escaped && !price && !inner.trim().is_empty() && inner.len() <= MAX_LEN {
            return Some(end);
        }
        if price || inner.trim().is_empty() {
            return None;
        }
        at = end + close.len();
    }
}

/// A formula that goes on behind line breaks: its TeX, the text it ends in, and where.
fn goes_on(page: &Page, id: NodeId, first: &str, signs: &Signs) -> Option<(String, NodeId, usize)> {
    if signs.close == "$" {
        return None;
    }
    let mut tex = first.to_string();
    let next = std::iter::successors(page.next_sibling(id), |&n| page.next_sibling(n));
    for node in next.take(MAX_NODES) {
        if !page.is_text(node) {
            let passes = Role::of(page.name(node)) == Role::Break || !page.is_element(node);
            tex.push('\n');
            if passes { continue } else { return None }
        }
        let text = page.text(node);
        match text.find(&signs.close) {
            Some(end) => {
                tex.push_str(&text[..end]);
                return (!fold::is_blank(&tex)).then_some((tex, node, end));
            }
            None => tex.push_str(text),
        }
        if tex.len() > MAX_LEN {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = "<script src='https://cdn.example/MathJax.js'></script>";

    fn read(html: &str) -> String {
        let page = Page::parse(html);
        let body = page.body().unwrap();
        let id = page
            .descendants(body)
            .find(|&n| page.is_text(n) && page.text(n).contains(['$', '\\']))
            .unwrap();
        let delimiters = Delimiters::of(&page);
        let (pieces, next) = delimiters.read(&page, id, page.text(id));
        let piece = |piece: &Piece| match piece {
            Piece::Text(text) => text.to_string(),
            Piece::Formula(f) if f.display => format!("<<{}>>", f.text),
            Piece::Formula(f) => format!("<{}>", f.text),
        };
        pieces.iter().map(piece).collect::<String>() + if next.is_some() { "+" } else { "" }
    }

    #[test]
    fn signs_of_tex() {
        assert_eq!(read("<p>a \\(x^2\\) b \\[y = 1\\] c"), "a <x^2> b <<y = 1>> c");
        assert_eq!(read("<p>a $$x_1$$ b"), "a <<x_1>> b");
        assert_eq!(
            read("<p>\\begin{align}a &= b\\end{align}"),
            "<<\\begin{align}a &= b\\end{align}>>"
        );
    }

    #[test]
    fn dollars_count_where_a_script_sets_them() {
        assert_eq!(read("<p>a $x$ b"), "a $x$ b");
        assert_eq!(read(&format!("{SCRIPT}<p>a $x$ b $n+1$.")), "a <x> b <n+1>.");
        for prose in ["It costs $5 or $6.", "$5, which was $7 before", "\\$5 and \\$6", "a $ b $ c"]
        {
            assert_eq!(read(&format!("{SCRIPT}<p>{prose}")), prose);
        }
    }

    #[test]
    fn what_only_looks_like_signs_stays() {
        assert_eq!(read("<p>sed 's/\\(a\\)/b/'"), "sed 's/\\(a\\)/b/'");
        assert_eq!(read("<p>open \\[ and nothing"), "open \\[ and nothing");
    }

    #[test]
    fn a_formula_goes_on_behind_line_breaks() {
        assert_eq!(read("<p>a $$x = 1<br>+ y$$ b"), "a <<x = 1 + y>> b+");
        assert_eq!(read("<p>a $$x <b>= 1</b> y$$ b"), "a $$x ");
    }
}
