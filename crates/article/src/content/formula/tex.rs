//! TeX from presentation MathML, for pages that have nothing else.

use super::symbols;
use dehusk_page::{Kind, NodeId, Page};

/// Deeper parts of a formula are left out.
const MAX_DEPTH: usize = 60;

/// The TeX that a `math` element means.
pub(super) fn of_math(page: &Page, math: NodeId) -> String {
    Writer { page }.row(page.children(math), 0)
}

struct Writer<'p> {
    page: &'p Page,
}

impl Writer<'_> {
    fn elements(&self, id: NodeId) -> Vec<NodeId> {
        self.page.children(id).filter(|&n| self.page.is_element(n)).collect()
    }

    /// Siblings beside each other.
    fn row(&self, children: impl Iterator<Item = NodeId>, depth: usize) -> String {
        let children: Vec<NodeId> = children
            .filter(|&n| self.page.is_element(n) || !self.page.text(n).trim().is_empty())
            .collect();
        let mut out = String::new();
        let mut at = 0;
        while let Some(&child) = children.get(at) {
            let fenced = self.fenced_table(&children[at..], depth);
            let (piece, used) = fenced.unwrap_or_else(|| (self.node(child, depth), 1));
            join(&mut out, &piece);
            at += used;
        }
        out
    }

    /// A table between brackets is a matrix; behind a brace alone it is cases.
    fn fenced_table(&self, nodes: &[NodeId], depth: usize) -> Option<(String, usize)> {
        let sign =
            |id: Option<&NodeId>| id.filter(|&&n| self.page.tag(n) == "mo").map(|&n| self.text(n));
        let table = *nodes.get(1).filter(|&&n| self.table_in(n).is_some())?;
        let table = self.table_in(table)?;
        let (open, close) = (sign(nodes.first())?, sign(nodes.get(2)));
        let (name, used) = match (open.as_str(), close.as_deref()) {
            ("(", Some(")")) => ("pmatrix", 3),
            ("[", Some("]")) => ("bmatrix", 3),
            ("|", Some("|")) => ("vmatrix", 3),
            ("‖", Some("‖")) => ("Vmatrix", 3),
            ("{", Some("")) => ("cases", 3),
            ("{", _) => ("cases", 2),
            _ => return None,
        };
        Some((self.table(table, name, depth), used))
    }

    /// The table that a node is, or that is all there is in it.
    fn table_in(&self, id: NodeId) -> Option<NodeId> {
        let mut id = id;
        for _ in 0..4 {
            match (self.page.tag(id), self.elements(id).as_slice()) {
                ("mtable", _) => return Some(id),
                ("mrow" | "mstyle" | "mpadded", [only]) => id = *only,
                _ => return None,
            }
        }
        None
    }

    fn table(&self, table: NodeId, name: &str, depth: usize) -> String {
        let row = |row: NodeId| {
            let cells = self.elements(row).into_iter().filter(|&n| self.page.tag(n) == "mtd");
            let cells: Vec<String> =
                cells.map(|cell| self.row(self.page.children(cell), depth + 1)).collect();
            cells.join(" & ")
        };
        let rows = self.elements(table).into_iter();
        let rows: Vec<String> =
            rows.filter(|&n| matches!(self.page.tag(n), "mtr" | "mlabeledtr")).map(row).collect();
        format!("\\begin{{{name}}} {} \\end{{{name}}}", rows.join(" \\\\ "))
    }

    /// The text right in an element: what stands in other elements there is no part of a formula.
    fn raw(&self, id: NodeId) -> String {
        match self.page.kind(id) {
            Kind::Text => self.page.text(id).to_string(),
            _ => self.page.children(id).map(|child| self.page.text(child)).collect(),
        }
    }

    fn text(&self, id: NodeId) -> String {
        self.raw(id).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn node(&self, id: NodeId, depth: usize) -> String {
        if self.page.kind(id) == Kind::Text {
            return symbols::escape(&self.text(id));
        }
        if depth > MAX_DEPTH {
            return String::new();
        }
        let children = self.elements(id);
        let part = |n: usize| children.get(n).map_or(String::new(), |&c| self.node(c, depth + 1));
        match (self.page.tag(id), children.len()) {
            ("mi", _) => self.identifier(id),
            ("mn", _) => symbols::escape(&self.text(id)),
            ("mo", _) => symbols::operator(&self.text(id)),
            ("mtext" | "ms", _) => text(&self.raw(id)),
            ("mspace", _) => "\\ ".into(),
            ("mfrac", 2)
                if self
                    .page
                    .attr_by_text(id, "linethickness")
                    .is_some_and(|t| t.starts_with('0')) =>
            {
                format!("{{{} \\atop {}}}", part(0), part(1))
            }
            ("mfrac", 2) => format!("\\frac{{{}}}{{{}}}", part(0), part(1)),
            ("msqrt", _) => format!("\\sqrt{{{}}}", self.row(self.page.children(id), depth + 1)),
            ("mroot", 2) => format!("\\sqrt[{}]{{{}}}", part(1), part(0)),
            ("msub", 2) => format!("{}_{}", base(part(0)), group(part(1))),
            ("msup", 2) => format!("{}^{}", base(part(0)), raised(&part(1))),
            ("msubsup", 3) => format!("{}_{}^{}", base(part(0)), group(part(1)), raised(&part(2))),
            ("munder", 2) => under(part(0), &part(1)),
            ("mover", 2) => over(part(0), &part(1)),
            ("munderover", 3) => {
                let (base, lower, upper) = (part(0), part(1), part(2));
                match symbols::takes_limits(&base) {
                    true => format!("{base}_{}^{}", group(lower), group(upper)),
                    false => over(under(base, &lower), &upper),
                }
            }
            ("mtable", _) => self.table(id, "matrix", depth),
            ("mfenced", _) => self.fenced(id, &children, depth),
            ("mmultiscripts", _) => self.multiscripts(&children, depth),
            ("mphantom", _) => {
                format!("\\phantom{{{}}}", self.row(self.page.children(id), depth + 1))
            }
            ("semantics" | "maction", 1..) => part(0),
            ("annotation" | "annotation-xml" | "none" | "mprescripts", _) => String::new(),
            _ => self.row(self.page.children(id), depth + 1),
        }
    }

    fn identifier(&self, id: NodeId) -> String {
        let text = self.text(id);
        let variant = self.page.attr_by_text(id, "mathvariant").unwrap_or("");
        let inner = match text.chars().count() {
            1 => symbols::symbol(&text),
            _ if symbols::is_function(&text) => return format!("\\{text}"),
            _ => symbols::escape(&text),
        };
        let several = text.chars().count() > 1 && text.chars().all(char::is_alphanumeric);
        match variant {
            "bold" => format!("\\mathbf{{{inner}}}"),
            "bold-italic" => format!("\\boldsymbol{{{inner}}}"),
            "double-struck" => format!("\\mathbb{{{inner}}}"),
            "script" => format!("\\mathcal{{{inner}}}"),
            "fraktur" => format!("\\mathfrak{{{inner}}}"),
            "sans-serif" => format!("\\mathsf{{{inner}}}"),
            "normal" if text.chars().all(|c| c.is_ascii_alphabetic()) => {
                format!("\\mathrm{{{inner}}}")
            }
            _ if several => format!("\\mathrm{{{inner}}}"),
            _ => inner,
        }
    }

    fn fenced(&self, id: NodeId, children: &[NodeId], depth: usize) -> String {
        let sign =
            |name, default: &str| self.page.attr_by_text(id, name).unwrap_or(default).to_string();
        let (open, close, between) =
            (sign("open", "("), sign("close", ")"), sign("separators", ","));
        let parts: Vec<String> = children.iter().map(|&c| self.node(c, depth + 1)).collect();
        let between = between.chars().next().map(String::from).unwrap_or_default();
        format!("{}{}{}", symbols::operator(&open), parts.join(&between), symbols::operator(&close))
    }

    /// Indices behind a base, and before it.
    fn multiscripts(&self, children: &[NodeId], depth: usize) -> String {
        let Some((&first, rest)) = children.split_first() else { return String::new() };
        let at = rest.iter().position(|&n| self.page.tag(n) == "mprescripts").unwrap_or(rest.len());
        let scripts = |nodes: &[NodeId]| -> String {
            let part = |n: Option<&NodeId>, sign: &str| {
                let inner = n.map_or(String::new(), |&n| self.node(n, depth + 1));
                if inner.is_empty() { inner } else { format!("{sign}{}", group(inner)) }
            };
            nodes.chunks(2).map(|pair| part(pair.first(), "_") + &part(pair.get(1), "^")).collect()
        };
        let before = scripts(rest.get(at + 1..).unwrap_or(&[]));
        let before = if before.is_empty() { before } else { format!("{{}}{before}") };
        format!("{before}{}{}", base(self.node(first, depth + 1)), scripts(&rest[..at]))
    }
}

/// Puts a piece behind others so that a command does not run into letters, and relations stand free.
fn join(out: &mut String, piece: &str) {
    if piece.is_empty() {
        return;
    }
    let command = out.rsplit('\\').next().filter(|_| out.contains('\\'));
    let ends_in_command =
        command.is_some_and(|c| !c.is_empty() && c.bytes().all(|b| b.is_ascii_alphabetic()));
    let free = symbols::is_relation(piece) || symbols::is_relation(last_piece(out));
    let runs_in = ends_in_command && piece.starts_with(|c: char| c.is_ascii_alphabetic());
    if (runs_in || free) && !out.is_empty() && !out.ends_with(' ') {
        out.push(' ');
    }
    out.push_str(piece);
}

/// The last command or character.
fn last_piece(out: &str) -> &str {
    match out.rfind('\\') {
        Some(at) if out[at + 1..].bytes().all(|b| b.is_ascii_alphabetic()) => &out[at..],
        _ => out.char_indices().next_back().map_or("", |(at, _)| &out[at..]),
    }
}

/// An argument: braces unless it is one character.
fn group(inner: String) -> String {
    match inner.chars().count() {
        1 => inner,
        _ => format!("{{{inner}}}"),
    }
}

/// What an index stands at: braces around more than one piece.
fn base(inner: String) -> String {
    let one = inner.chars().count() <= 1
        || inner.strip_prefix('\\').is_some_and(|c| c.bytes().all(|b| b.is_ascii_alphabetic()))
        || (inner.starts_with('\\') && inner.ends_with('}') && inner.matches('{').count() == 1)
        || inner.bytes().all(|b| b.is_ascii_digit());
    if one { inner } else { format!("{{{inner}}}") }
}

/// An exponent; primes are written behind.
fn raised(inner: &str) -> String {
    match inner {
        "'" | "\\prime" => "{\\prime}".into(),
        _ => group(inner.to_string()),
    }
}

fn over(base: String, sign: &str) -> String {
    match symbols::accent(sign) {
        Some(accent) => format!("\\{accent}{{{base}}}"),
        None if symbols::takes_limits(&base) => format!("{base}^{}", group(sign.to_string())),
        None => format!("\\overset{{{sign}}}{{{base}}}"),
    }
}

fn under(base: String, sign: &str) -> String {
    match sign {
        "_" | "\u{332}" | "¯" | "\\bar" => format!("\\underline{{{base}}}"),
        "⏟" => format!("\\underbrace{{{base}}}"),
        _ if symbols::takes_limits(&base) || base.starts_with("\\underbrace") => {
            format!("{base}_{}", group(sign.to_string()))
        }
        _ => format!("\\underset{{{sign}}}{{{base}}}"),
    }
}

fn text(raw: &str) -> String {
    let inner: String = raw.split_whitespace().collect::<Vec<_>>().join(" ");
    let space = |at_end: bool| {
        let bare = if at_end { raw.trim_end() } else { raw.trim_start() };
        if bare.len() < raw.len() && !inner.is_empty() { " " } else { "" }
    };
    match inner.is_empty() {
        true => "\\ ".into(),
        false => {
            format!("\\text{{{}{}{}}}", space(false), symbols::escape_text(&inner), space(true))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_page::name;

    fn tex(inner: &str) -> String {
        let page = Page::parse(format!("<math>{inner}</math>"));
        let math = page.descendants(page.root()).find(|&n| page.name(n) == name::MATH).unwrap();
        of_math(&page, math)
    }

    #[test]
    fn fractions_roots_and_indices() {
        let x2 = "<msup><mi>x</mi><mn>2</mn></msup>";
        assert_eq!(tex(x2), "x^2");
        assert_eq!(
            tex(&format!("<mfrac><mrow>{x2}<mo>+</mo><mn>1</mn></mrow><mi>α</mi></mfrac>")),
            "\\frac{x^2 + 1}{\\alpha}"
        );
        assert_eq!(tex("<msqrt><mi>a</mi><mo>+</mo><mi>b</mi></msqrt>"), "\\sqrt{a + b}");
        assert_eq!(tex("<mroot><mi>x</mi><mn>3</mn></mroot>"), "\\sqrt[3]{x}");
        assert_eq!(tex("<msub><mi>head</mi><mn>12</mn></msub>"), "\\mathrm{head}_{12}");
        assert_eq!(
            tex("<msup><mrow><mi>a</mi><mi>b</mi></mrow><mo>′</mo></msup>"),
            "{ab}^{\\prime}"
        );
    }

    #[test]
    fn sums_accents_and_functions() {
        let sum = "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>0</mn></mrow><mi>n</mi></munderover>";
        assert_eq!(tex(sum), "\\sum_{i = 0}^n");
        assert_eq!(tex("<mover><mi>x</mi><mo>^</mo></mover>"), "\\hat{x}");
        assert_eq!(tex("<mover><mrow><mi>A</mi><mi>B</mi></mrow><mo>→</mo></mover>"), "\\vec{AB}");
        assert_eq!(tex("<mi>sin</mi><mo>\u{2061}</mo><mi>x</mi>"), "\\sin x");
        assert_eq!(tex("<munder><mi>lim</mi><mi>n</mi></munder><mi>a</mi>"), "\\lim_na");
        assert_eq!(tex("<mi>a</mi><mo>≤</mo><mi>b</mi>"), "a \\le b");
    }

    #[test]
    fn matrices_and_cases() {
        let table = "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn></mtd></mtr></mtable>";
        assert_eq!(
            tex(&format!("<mo>(</mo>{table}<mo>)</mo>")),
            "\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}"
        );
        assert!(tex(&format!("<mo>{{</mo><mrow>{table}</mrow>")).starts_with("\\begin{cases}"));
        assert!(tex(table).starts_with("\\begin{matrix}"));
    }

    #[test]
    fn words_and_sets() {
        assert_eq!(
            tex("<mi mathvariant=double-struck>R</mi><mtext> if 50% </mtext>"),
            "\\mathbb{R}\\text{ if 50\\% }"
        );
        assert_eq!(tex("<mfenced><mi>a</mi><mi>b</mi></mfenced>"), "(a,b)");
        assert_eq!(tex("<mo>{</mo><mi>a</mi><mo>}</mo>"), "\\{a\\}");
    }

    #[test]
    fn deep_formulas_end() {
        assert_eq!(tex(&("<mrow>".repeat(5_000) + "<mi>x</mi>")), "");
    }
}
