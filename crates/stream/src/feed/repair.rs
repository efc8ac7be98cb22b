//! XML made acceptable: what browsers and feed readers have always forgiven.
//!
//! Document types go altogether. Nothing in a feed needs one, and entities that unfold into gigabytes are
//! declared there.

use std::borrow::Cow;

/// A text that strict parsers take more often, and what was done to it.
pub struct Repaired<'t> {
    /// The text.
    pub text: Cow<'t, str>,
    /// Names of what was wrong.
    pub notes: Vec<&'static str>,
}

/// Repairs what can be repaired without understanding the text.
pub fn repair(text: &str) -> Repaired<'_> {
    let start = text.find(['<', '{']).unwrap_or_default();
    let trimmed = &text[start..];
    if trimmed.starts_with('{') {
        return Repaired { text: trimmed.into(), notes: Vec::new() };
    }
    let mut repair =
        Repair { out: String::with_capacity(trimmed.len()), notes: Vec::new(), changed: false };
    repair.run(trimmed);
    if repair.changed {
        repair.notes.push("feed_repaired");
    }
    Repaired { text: repair.out.into(), notes: repair.notes }
}

struct Repair {
    out: String,
    notes: Vec<&'static str>,
    changed: bool,
}

impl Repair {
    fn run(&mut self, mut rest: &str) {
        while let Some(at) = rest.find(['<', '&']) {
            self.text(&rest[..at]);
            rest = &rest[at..];
            rest = if rest.starts_with('&') {
                self.ampersand(rest)
            } else if rest.starts_with("<![CDATA[") {
                self.verbatim(rest, "]]>")
            } else if rest.starts_with("<!--") {
                self.skip(rest, "-->")
            } else if starts_without_case(rest, "<!doctype") {
                self.doctype(rest)
            } else if starts_without_case(rest, "<?xml ") {
                // It names an encoding, and the text is decoded already.
                self.skip(rest, "?>")
            } else {
                self.out.push('<');
                &rest[1..]
            };
        }
        self.text(rest);
    }

    /// Characters XML does not have are left out.
    fn text(&mut self, text: &str) {
        let illegal = |c: char| {
            (c < ' ' && !matches!(c, '\t' | '\n' | '\r')) || matches!(c, '\u{fffe}' | '\u{ffff}')
        };
        if text.contains(illegal) {
            self.changed = true;
            self.out.extend(text.chars().filter(|&c| !illegal(c)));
        } else {
            self.out.push_str(text);
        }
    }

    fn verbatim<'t>(&mut self, rest: &'t str, end: &str) -> &'t str {
        let (inside, after, closed) = split_after(rest, end);
        self.text(inside);
        if !closed {
            self.changed = true;
            self.out.push_str(end);
        }
        after
    }

    fn skip<'t>(&mut self, rest: &'t str, end: &str) -> &'t str {
        split_after(rest, end).1
    }

    fn doctype<'t>(&mut self, rest: &'t str) -> &'t str {
        let subset = rest.find('[').filter(|&open| rest.find('>').is_none_or(|close| open < close));
        let (inside, after, _) = match subset {
            Some(_) => split_after(rest, "]>"),
            None => split_after(rest, ">"),
        };
        if inside.to_ascii_lowercase().contains("<!entity") {
            self.notes.push("xml_entities_refused");
        }
        after
    }

    /// An ampersand that begins no reference of XML is meant as itself, or as a name of HTML.
    fn ampersand<'t>(&mut self, rest: &'t str) -> &'t str {
        let name_end =
            rest[1..].find(|c: char| !c.is_ascii_alphanumeric() && c != '#').map(|n| n + 1);
        let Some(end) = name_end.filter(|&end| end <= 33 && rest[end..].starts_with(';')) else {
            self.changed = true;
            self.out.push_str("&amp;");
            return &rest[1..];
        };
        let (name, after) = (&rest[1..end], &rest[end + 1..]);
        if matches!(name, "amp" | "lt" | "gt" | "quot" | "apos") {
            self.out.push_str(&rest[..=end]);
            return after;
        }
        let whole = &rest[..=end];
        let decoded = html_escape::decode_html_entities(whole);
        self.changed |= !name.starts_with('#');
        match decoded.as_ref() {
            same if same == whole => {
                self.out.push_str("&amp;");
                return &rest[1..];
            }
            character => {
                let escaped = html_escape::encode_safe(character);
                self.text(&escaped);
            }
        }
        after
    }
}

/// What stands before the end of `end`, what follows, and whether it was there.
fn split_after<'t>(text: &'t str, end: &str) -> (&'t str, &'t str, bool) {
    match text.find(end) {
        Some(at) => {
            let cut = at + end.len();
            (&text[..cut], &text[cut..], true)
        }
        None => (text, "", false),
    }
}

fn starts_without_case(text: &str, start: &str) -> bool {
    text.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repaired(text: &str) -> String {
        repair(text).text.into_owned()
    }

    #[test]
    fn ampersands_mean_what_they_meant() {
        assert_eq!(
            repaired("<a>R&D &amp; x &#65; &eacute; &nosuch; &</a>"),
            "<a>R&amp;D &amp; x A é &amp;nosuch; &amp;</a>"
        );
        assert_eq!(repaired("<a>&#60;b&#x3e;</a>"), "<a>&lt;b&gt;</a>");
        assert_eq!(repaired("<a><![CDATA[R&D <b>]]></a>"), "<a><![CDATA[R&D <b>]]></a>");
    }

    #[test]
    fn junk_before_and_inside_goes() {
        assert_eq!(
            repaired("\u{feff}\n junk <?xml version='1.0' encoding='koi8-r'?><a>\u{1}x\u{b}</a>"),
            "<a>x</a>"
        );
        assert_eq!(repaired("<a><![CDATA[never closed"), "<a><![CDATA[never closed]]>");
    }

    #[test]
    fn entities_are_not_declared() {
        let bomb = "<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><rss>&b;</rss>";
        let repaired = repair(bomb);
        assert_eq!(repaired.text, "<rss>&amp;b;</rss>");
        assert!(repaired.notes.contains(&"xml_entities_refused"));
        assert_eq!(repair("<!DOCTYPE rss><rss/>").text, "<rss/>");
    }
}
