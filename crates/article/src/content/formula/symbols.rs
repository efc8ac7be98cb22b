//! Signs of MathML and their commands in TeX. Characters that are not here are written as they are, which today's TeX
//! understands.

/// Signs and their commands, sorted.
const COMMANDS: &[(&str, &str)] = &[
    ("¬", "\\neg"),
    ("±", "\\pm"),
    ("·", "\\cdot"),
    ("×", "\\times"),
    ("÷", "\\div"),
    ("Γ", "\\Gamma"),
    ("Δ", "\\Delta"),
    ("Θ", "\\Theta"),
    ("Λ", "\\Lambda"),
    ("Ξ", "\\Xi"),
    ("Π", "\\Pi"),
    ("Σ", "\\Sigma"),
    ("Φ", "\\Phi"),
    ("Ψ", "\\Psi"),
    ("Ω", "\\Omega"),
    ("α", "\\alpha"),
    ("β", "\\beta"),
    ("γ", "\\gamma"),
    ("δ", "\\delta"),
    ("ε", "\\varepsilon"),
    ("ζ", "\\zeta"),
    ("η", "\\eta"),
    ("θ", "\\theta"),
    ("ι", "\\iota"),
    ("κ", "\\kappa"),
    ("λ", "\\lambda"),
    ("μ", "\\mu"),
    ("ν", "\\nu"),
    ("ξ", "\\xi"),
    ("π", "\\pi"),
    ("ρ", "\\rho"),
    ("ς", "\\varsigma"),
    ("σ", "\\sigma"),
    ("τ", "\\tau"),
    ("υ", "\\upsilon"),
    ("φ", "\\varphi"),
    ("χ", "\\chi"),
    ("ψ", "\\psi"),
    ("ω", "\\omega"),
    ("ϑ", "\\vartheta"),
    ("ϕ", "\\phi"),
    ("ϖ", "\\varpi"),
    ("ϵ", "\\epsilon"),
    ("†", "\\dagger"),
    ("•", "\\bullet"),
    ("…", "\\dots"),
    ("′", "\\prime"),
    ("ℏ", "\\hbar"),
    ("ℑ", "\\Im"),
    ("ℓ", "\\ell"),
    ("ℕ", "\\mathbb{N}"),
    ("ℚ", "\\mathbb{Q}"),
    ("ℜ", "\\Re"),
    ("ℝ", "\\mathbb{R}"),
    ("ℤ", "\\mathbb{Z}"),
    ("←", "\\leftarrow"),
    ("↑", "\\uparrow"),
    ("→", "\\to"),
    ("↓", "\\downarrow"),
    ("↔", "\\leftrightarrow"),
    ("↦", "\\mapsto"),
    ("⇐", "\\Leftarrow"),
    ("⇒", "\\Rightarrow"),
    ("⇔", "\\Leftrightarrow"),
    ("∀", "\\forall"),
    ("∂", "\\partial"),
    ("∃", "\\exists"),
    ("∅", "\\emptyset"),
    ("∇", "\\nabla"),
    ("∈", "\\in"),
    ("∉", "\\notin"),
    ("∋", "\\ni"),
    ("∏", "\\prod"),
    ("∐", "\\coprod"),
    ("∑", "\\sum"),
    ("−", "-"),
    ("∓", "\\mp"),
    ("∖", "\\setminus"),
    ("∗", "*"),
    ("∘", "\\circ"),
    ("√", "\\surd"),
    ("∝", "\\propto"),
    ("∞", "\\infty"),
    ("∠", "\\angle"),
    ("∣", "\\mid"),
    ("∥", "\\parallel"),
    ("∧", "\\wedge"),
    ("∨", "\\vee"),
    ("∩", "\\cap"),
    ("∪", "\\cup"),
    ("∫", "\\int"),
    ("∬", "\\iint"),
    ("∭", "\\iiint"),
    ("∮", "\\oint"),
    ("∼", "\\sim"),
    ("≃", "\\simeq"),
    ("≅", "\\cong"),
    ("≈", "\\approx"),
    ("≔", "\\coloneqq"),
    ("≠", "\\ne"),
    ("≡", "\\equiv"),
    ("≤", "\\le"),
    ("≥", "\\ge"),
    ("≪", "\\ll"),
    ("≫", "\\gg"),
    ("⊂", "\\subset"),
    ("⊃", "\\supset"),
    ("⊆", "\\subseteq"),
    ("⊇", "\\supseteq"),
    ("⊕", "\\oplus"),
    ("⊗", "\\otimes"),
    ("⊢", "\\vdash"),
    ("⊤", "\\top"),
    ("⊥", "\\perp"),
    ("⋀", "\\bigwedge"),
    ("⋁", "\\bigvee"),
    ("⋂", "\\bigcap"),
    ("⋃", "\\bigcup"),
    ("⋅", "\\cdot"),
    ("⋮", "\\vdots"),
    ("⋯", "\\cdots"),
    ("⋱", "\\ddots"),
    ("⌈", "\\lceil"),
    ("⌉", "\\rceil"),
    ("⌊", "\\lfloor"),
    ("⌋", "\\rfloor"),
    ("⟨", "\\langle"),
    ("⟩", "\\rangle"),
];

/// Functions that have a command.
const FUNCTIONS: &[&str] = &[
    "arccos", "arcsin", "arctan", "arg", "cos", "cosh", "cot", "coth", "csc", "deg", "det", "dim",
    "exp", "gcd", "hom", "inf", "ker", "lg", "lim", "liminf", "limsup", "ln", "log", "max", "min",
    "sec", "sin", "sinh", "sup", "tan", "tanh",
];

/// Commands that have their limits above and below.
const WITH_LIMITS: &[&str] = &[
    "\\sum",
    "\\prod",
    "\\coprod",
    "\\int",
    "\\iint",
    "\\iiint",
    "\\oint",
    "\\bigcup",
    "\\bigcap",
    "\\bigvee",
    "\\bigwedge",
    "\\lim",
    "\\liminf",
    "\\limsup",
    "\\max",
    "\\min",
    "\\sup",
    "\\inf",
    "\\det",
    "\\gcd",
];

/// Operators that stand free.
const RELATIONS: &[&str] = &[
    "=",
    "<",
    ">",
    "+",
    "-",
    "\\pm",
    "\\mp",
    "\\le",
    "\\ge",
    "\\ne",
    "\\in",
    "\\notin",
    "\\subset",
    "\\subseteq",
    "\\supset",
    "\\supseteq",
    "\\to",
    "\\mapsto",
    "\\approx",
    "\\equiv",
    "\\sim",
    "\\simeq",
    "\\cong",
    "\\propto",
    "\\times",
    "\\cdot",
    "\\div",
    "\\cup",
    "\\cap",
    "\\wedge",
    "\\vee",
    "\\oplus",
    "\\otimes",
    "\\Rightarrow",
    "\\Leftarrow",
    "\\Leftrightarrow",
    "\\leftarrow",
    "\\mid",
    "\\ll",
    "\\gg",
    "\\coloneqq",
    "\\setminus",
];

/// The command of a sign, or the sign.
pub(super) fn symbol(sign: &str) -> String {
    match COMMANDS.binary_search_by_key(&sign, |(s, _)| s) {
        Ok(at) => COMMANDS[at].1.to_string(),
        Err(_) => escape(sign),
    }
}

/// An operator: a sign, a word, or one that is not seen.
pub(super) fn operator(sign: &str) -> String {
    match sign {
        "\u{2061}" | "\u{2062}" | "\u{2063}" | "\u{2064}" | "\u{200b}" => String::new(),
        word if is_function(word) => format!("\\{word}"),
        word if word.chars().count() > 1 && word.chars().all(char::is_alphabetic) => {
            format!("\\operatorname{{{word}}}")
        }
        sign => match sign.chars().count() {
            1 => symbol(sign),
            _ => escape(sign),
        },
    }
}

pub(super) fn is_function(word: &str) -> bool {
    FUNCTIONS.binary_search(&word).is_ok()
}

pub(super) fn takes_limits(tex: &str) -> bool {
    let command = tex.split(['_', '^']).next().unwrap_or(tex);
    WITH_LIMITS.contains(&command)
}

pub(super) fn is_relation(piece: &str) -> bool {
    RELATIONS.contains(&piece)
}

/// The command of a sign above something.
pub(super) fn accent(sign: &str) -> Option<&'static str> {
    Some(match sign {
        "^" | "\u{2c6}" | "\u{302}" => "hat",
        "~" | "\u{2dc}" | "\u{303}" | "\\sim" => "tilde",
        "¯" | "‾" | "_" | "\u{304}" | "\u{305}" | "―" => "overline",
        "\\to" | "\u{20d7}" => "vec",
        "." | "˙" | "\u{307}" => "dot",
        ".." | "¨" | "\u{308}" => "ddot",
        "ˇ" | "\u{30c}" => "check",
        "˘" => "breve",
        "⏞" => "overbrace",
        _ => return None,
    })
}

/// A text whose special characters mean themselves in a formula.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '{' | '}' | '%' | '#' | '&' | '$' | '_' => out.extend(['\\', c]),
            '\\' => out.push_str("\\backslash "),
            c => out.push(c),
        }
    }
    out
}

/// The same for words.
pub(super) fn escape_text(text: &str) -> String {
    escape(text).replace('^', "\\textasciicircum ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert!(COMMANDS.is_sorted_by_key(|(sign, _)| *sign));
        assert!(FUNCTIONS.is_sorted());
    }

    #[test]
    fn signs_and_words() {
        assert_eq!(operator("≤"), "\\le");
        assert_eq!(operator("mod"), "\\operatorname{mod}");
        assert_eq!(operator("{"), "\\{");
        assert_eq!(symbol("x"), "x");
        assert!(takes_limits("\\sum_i") && !takes_limits("x"));
    }
}
