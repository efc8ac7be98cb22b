//! Pictures of formulas: their TeX is in the alternative text, or in the address of the server that drew them.

use super::{Formula, class, clean, of_tex};
use dehusk_page::{NodeId, Page, name};
use url::Url;

/// Class words of pictures whose alternative text is TeX.
const CLASSES: &[&str] = &["tex", "latex", "LaTeX", "ztext-math", "equation", "formula", "math"];

/// Parts of addresses that draw a formula, and the parameter that holds it; none where all of the query does.
const SERVERS: &[(&str, Option<&str>)] = &[
    ("codecogs.com/", None),
    ("latex.php?", Some("latex")),
    ("/equation?", Some("tex")),
    ("/render/math?", Some("math")),
    ("cht=tx", Some("chl")),
    ("mathtex.cgi?", None),
    ("mimetex.cgi?", None),
];

/// The formula that an `img` shows.
pub(super) fn read(page: &Page, id: NodeId) -> Option<Formula> {
    if page.name(id) != name::IMG {
        return None;
    }
    let class = class(page, id);
    let is_tex = |c: &str| CLASSES.contains(&c) || c.starts_with("mwe-math-fallback-image");
    let called = class.split_ascii_whitespace().any(is_tex);
    let alt = || {
        page.attr(id, name::ALT)
            .and_then(clean)
            .filter(|alt| is_like_tex(alt) || class.contains("mwe-math"))
    };
    let drawn = || drawn(page.attr(id, name::SRC)?);
    let tex = if called { alt().or_else(drawn) } else { drawn() };
    Some(of_tex(tex?, class.contains("display")))
}

/// Whether a text is rather TeX than words about a picture.
fn is_like_tex(text: &str) -> bool {
    text.contains(['\\', '^', '_', '=', '{'])
        || text.split(' ').all(|word| word.chars().count() <= 2)
}

/// The formula in the address of a picture.
fn drawn(src: &str) -> Option<String> {
    let (_, parameter) = SERVERS.iter().find(|(part, _)| src.contains(part))?;
    let url = Url::parse(src).or_else(|_| Url::parse(&format!("https:{src}"))).ok()?;
    let tex = match parameter {
        Some(name) => url.query_pairs().find(|(key, _)| key == name)?.1.into_owned(),
        // Its signs are signs.
        None => {
            let query = url.query()?.replace('+', "%2B").replace('&', "%26");
            url::form_urlencoded::parse(format!("q={query}").as_bytes()).next()?.1.into_owned()
        }
    };
    clean(&without_settings(&tex).replace("&space;", " "))
}

/// TeX without what says how a picture of it is drawn.
fn without_settings(tex: &str) -> &str {
    let mut tex = tex.trim();
    while let Some(rest) =
        ["\\dpi{", "\\bg{", "\\fg{", "\\large", "\\inline", "\\bg_white", "\\fn_cm"]
            .iter()
            .find_map(|setting| tex.strip_prefix(setting).map(|rest| (setting, rest)))
    {
        let (setting, after) = rest;
        let after = if setting.ends_with('{') {
            after.split_once('}').map_or("", |(_, a)| a)
        } else {
            after
        };
        tex = after.trim_start_matches("&space;").trim_start();
    }
    tex
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tex(html: &str) -> Option<String> {
        let page = Page::parse(html);
        let img = page.descendants(page.root()).find(|&n| page.name(n) == name::IMG).unwrap();
        read(&page, img).and_then(|formula| formula.tex)
    }

    #[test]
    fn alternative_texts_of_formulas() {
        assert_eq!(
            tex("<img class=tex alt='{\\displaystyle \\pi}' src=x.png>").as_deref(),
            Some("\\pi")
        );
        assert_eq!(tex("<img class=math alt='A graph of the function' src=x.png>"), None);
        assert_eq!(tex("<img alt='x^2' src=x.png>"), None);
    }

    #[test]
    fn addresses_that_draw_formulas() {
        let cases = [
            ("https://latex.codecogs.com/svg.image?\\dpi{110}&space;x^2+y", "x^2+y"),
            ("//s0.wp.com/latex.php?latex=%5Calpha+%3D+1&bg=fff", "\\alpha = 1"),
            ("https://example.org/equation?tex=a_1", "a_1"),
        ];
        for (src, want) in cases {
            assert_eq!(tex(&format!("<img src='{src}'>")).as_deref(), Some(want), "{src}");
        }
        assert_eq!(tex("<img src='/photo.jpg?tex=1'>"), None);
    }
}
