//! XML made acceptable: what browsers and feed readers have always forgiven.
//!
//! Document types go altogether. Nothing in a feed needs one, and entities that unfold into gigabytes are
//! declared there.

use crate::counts::Counter;

/// A text that strict parsers take more often, and what was done to it.
pub struct Repaired {
    /// The text.
    pub text: String,
    /// What was wrong.
    pub notes: Vec<Counter>,
}

/// How many times as long a repaired text may be: an ampersand becomes five bytes, but no feed is all ampersands.
const MAX_GROWTH: usize = 2;

/// Repairs what can be repaired without understanding the text. Each byte is looked at a few times at most.
pub fn repair(text: &str) -> Repaired {
    let out = String::with_capacity(text.len());
    let mut repair = Repair { out, notes: Vec::new(), changed: false };
    repair.run(text);
    if repair.changed {
        repair.notes.push(Counter::FeedRepaired);
    }
    Repaired { text: repair.out, notes: repair.notes }
}

struct Repair {
    out: String,
    notes: Vec<Counter>,
    changed: bool,
}

impl Repair {
    fn run(&mut self, mut rest: &str) {
        let room = MAX_GROWTH * rest.len() + 1024;
        while let Some(at) = rest.find(['<', '&']) {
            if self.out.len() > room {
                self.notes.push(Counter::FeedCut);
                return;
            }
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
        // Both are looked for at once: who looks for the one that is not there looks at everything.
        let (inside, after) = match rest.find(['[', '>']) {
            Some(at) if rest[at..].starts_with('[') => after_subset(rest, at),
            Some(at) => rest.split_at(at + 1),
            None => (rest, ""),
        };
        if inside.to_ascii_lowercase().contains("<!entity") {
            self.notes.push(Counter::XmlEntitiesRefused);
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

/// A document type with declarations in brackets, which end with a bracket and, maybe after spaces, an angle.
fn after_subset(text: &str, mut from: usize) -> (&str, &str) {
    while let Some(at) = text[from..].find(']') {
        from += at + 1;
        let after = text[from..].trim_start_matches([' ', '\t', '\r', '\n']);
        if let Some(after) = after.strip_prefix('>') {
            return text.split_at(text.len() - after.len());
        }
    }
    (text, "")
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
        repair(text).text
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
            repaired("<?xml version='1.0' encoding='koi8-r'?><a>\u{1}x\u{b}</a>"),
            "<a>x</a>"
        );
        assert_eq!(repaired("<a><![CDATA[never closed"), "<a><![CDATA[never closed]]>");
    }

    #[test]
    fn entities_are_not_declared() {
        let bomb = "<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><rss>&b;</rss>";
        let repaired = repair(bomb);
        assert_eq!(repaired.text, "<rss>&amp;b;</rss>");
        assert!(repaired.notes.contains(&Counter::XmlEntitiesRefused));
        assert_eq!(repair("<!DOCTYPE rss><rss/>").text, "<rss/>");
        assert_eq!(repair("<!DOCTYPE a [<!ELEMENT b (c)>] ><rss>[]</rss>").text, "<rss>[]</rss>");
        assert_eq!(repair("<!DOCTYPE rss SYSTEM 'x'><rss>[x]></rss>").text, "<rss>[x]></rss>");
    }
}
