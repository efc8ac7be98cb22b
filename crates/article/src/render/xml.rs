//! Text inside of markup, for HTML and TEI alike.

/// Whether XML 1.0 allows a character.
fn is_legal(c: char) -> bool {
    !matches!(c, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
}

/// What stands for a character that would be markup.
fn escape(c: char) -> Option<&'static str> {
    Some(match c {
        '&' => "&amp;",
        '<' => "&lt;",
        '>' => "&gt;",
        '"' => "&quot;",
        _ => return None,
    })
}

/// Appends text so that it means itself, in content and in quoted attributes. What XML forbids is left out.
pub(crate) fn escape_into(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.find(|c| !is_legal(c) || escape(c).is_some()) {
        out.push_str(&rest[..at]);
        let mut others = rest[at..].chars();
        out.push_str(others.next().and_then(escape).unwrap_or_default());
        rest = others.as_str();
    }
    out.push_str(rest);
}

/// A start tag with its attributes.
#[cfg(any(feature = "bare-html", feature = "tei"))]
pub(crate) fn start_tag_into(out: &mut String, tag: &str, attributes: &[(&str, &str)]) {
    out.extend(["<", tag]);
    for (name, value) in attributes {
        out.extend([" ", name, "=\""]);
        escape_into(out, value);
        out.push('"');
    }
    out.push('>');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_means_itself() {
        let mut out = String::new();
        escape_into(&mut out, "a<b> & \"c\"\u{1}\u{fffe}é");
        assert_eq!(out, "a&lt;b&gt; &amp; &quot;c&quot;é");
    }
}
