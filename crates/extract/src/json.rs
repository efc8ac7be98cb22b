//! A JSON reader that takes what pages really contain.
//!
//! Structured data is written by hand and by templates, and a strict parser loses a whole script to one
//! trailing comma, raw line break, comment, stray quote or cut end. This one never fails: it reads on
//! where it can and gives what it has got. It borrows from the source, looks at every byte a bounded
//! number of times, and its recursion and the number of its values are bounded. Names without quotes, as
//! scripts write them, are read as keys too.
//!
//! ```
//! use dehusk_extract::json::Json;
//! let values = Json::read_all("var state = {title: 'On bread', \"tags\": [1, 2,],};");
//! assert_eq!(values[0].get("title").and_then(Json::as_text), Some("On bread"));
//! ```

use std::borrow::Cow;

/// Deeper values are skipped; real data stays below 12.
const MAX_DEPTH: usize = 64;
/// Values read of one source: what comes after is left out, so that memory stays in proportion.
const MAX_VALUES: usize = 1_000_000;

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub enum Json<'s> {
    /// A string.
    Text(Cow<'s, str>),
    /// A number, `true`, `false`, `null` or anything else without quotes, as written.
    Bare(&'s str),
    /// An array.
    List(Vec<Json<'s>>),
    /// An object, in source order.
    Object(Vec<(Cow<'s, str>, Json<'s>)>),
}

impl<'s> Json<'s> {
    /// All values that stand one after another in the source.
    pub fn read_all(source: &'s str) -> Vec<Json<'s>> {
        let mut reader = Reader::new(source);
        let mut values = Vec::new();
        while reader.seek_opening() {
            values.push(reader.value(0));
        }
        values
    }

    /// The first value of the source: an object, a list or a string, whichever begins first.
    pub fn read_first(source: &'s str) -> Option<Json<'s>> {
        let mut reader = Reader::new(source);
        let begins = |c: char| matches!(c, '{' | '[' | '"' | '\'');
        reader.at = source.find(begins)?;
        // A string by itself is a program's: its quotes are escaped.
        reader.strict = matches!(reader.peek(), Some(b'"' | b'\''));
        Some(reader.value(0))
    }

    /// The value of a key of an object.
    pub fn get(&self, key: &str) -> Option<&Json<'s>> {
        match self {
            Json::Object(entries) => entries.iter().find(|(k, _)| k == key).map(|(_, v)| v),
            _ => None,
        }
    }

    /// The text, or the number as text.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            Json::Bare(bare) if bare.starts_with(|c: char| c.is_ascii_digit()) => Some(bare),
            _ => None,
        }
    }

    /// The items of a list, or the value itself as the only one.
    pub fn items(&self) -> &[Json<'s>] {
        match self {
            Json::List(items) => items,
            other => std::slice::from_ref(other),
        }
    }
}

struct Reader<'s> {
    source: &'s str,
    bytes: &'s [u8],
    at: usize,
    values: usize,
    /// The first quote closes a string.
    strict: bool,
}

impl<'s> Reader<'s> {
    fn new(source: &'s str) -> Reader<'s> {
        Reader { source, bytes: source.as_bytes(), at: 0, values: 0, strict: false }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Goes to the next `{` or `[` that begins a value: past `<!--`, `<![CDATA[` and `var x =`.
    fn seek_opening(&mut self) -> bool {
        loop {
            let rest = self.bytes.get(self.at..).unwrap_or_default();
            let Some(found) = memchr::memchr3(b'{', b'[', b'/', rest) else { return false };
            self.at += found;
            let before = self.bytes.get(..self.at).unwrap_or_default();
            if self.skip_comment() {
                continue;
            }
            if self.peek() == Some(b'/') || before.ends_with(b"<!") || before.ends_with(b"CDATA") {
                self.at += 1;
                continue;
            }
            return true;
        }
    }

    /// Skips `/* … */`, and `// …` to the end of the line.
    fn skip_comment(&mut self) -> bool {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let length = if rest.starts_with(b"/*") {
            memchr::memmem::find(rest, b"*/").map(|end| end + 2)
        } else if rest.starts_with(b"//") {
            memchr::memchr(b'\n', rest)
        } else {
            return false;
        };
        self.at += length.unwrap_or(rest.len());
        true
    }

    /// Skips white space, comments, and separators, of which any number counts as one.
    fn skip_gap(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' | b',' | b';' => self.at += 1,
                b'/' if self.skip_comment() => {}
                _ => break,
            }
        }
    }

    fn value(&mut self, depth: usize) -> Json<'s> {
        self.values += 1;
        if self.values > MAX_VALUES {
            self.at = self.bytes.len();
            return Json::Bare("");
        }
        match self.peek() {
            Some(b'{' | b'[') if depth >= MAX_DEPTH => self.skip_nested(),
            Some(b'{') => self.object(depth),
            Some(b'[') => self.list(depth),
            Some(b'"' | b'\'') => Json::Text(self.string()),
            _ => self.bare(),
        }
    }

    fn object(&mut self, depth: usize) -> Json<'s> {
        self.at += 1;
        let mut entries = Vec::new();
        loop {
            self.skip_gap();
            match self.peek() {
                None => break,
                Some(b'}' | b']') => {
                    self.at += 1;
                    break;
                }
                Some(b'"' | b'\'') => {
                    let key = self.string();
                    entries.push((key, self.value_of_key(depth)));
                }
                Some(b'{' | b'[') => drop(self.value(depth + 1)),
                Some(_) => match self.bare_key() {
                    Some(key) => entries.push((Cow::Borrowed(key), self.value_of_key(depth))),
                    None => drop(self.bare()),
                },
            }
        }
        Json::Object(entries)
    }

    fn value_of_key(&mut self, depth: usize) -> Json<'s> {
        self.skip_colon();
        match self.peek() {
            Some(b'}' | b',') | None => Json::Bare(""),
            _ => self.value(depth + 1),
        }
    }

    /// A name without quotes before a colon.
    fn bare_key(&mut self) -> Option<&'s str> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let is_name = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$');
        let length = rest.iter().take_while(|b| is_name(b)).count();
        let after = rest.get(length..).unwrap_or_default();
        let colon = after.iter().find(|b| !matches!(b, b' ' | b'\t'));
        if length == 0 || colon != Some(&b':') {
            return None;
        }
        let key = self.source.get(self.at..self.at + length)?;
        self.at += length;
        Some(key)
    }

    fn skip_colon(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r' | b':')) {
            self.at += 1;
        }
    }

    fn list(&mut self, depth: usize) -> Json<'s> {
        self.at += 1;
        let mut items = Vec::new();
        loop {
            self.skip_gap();
            match self.peek() {
                None => break,
                Some(b']') => {
                    self.at += 1;
                    break;
                }
                // A list that was never closed, inside of an object that is.
                Some(b'}') => break,
                Some(_) => items.push(self.value(depth + 1)),
            }
        }
        Json::List(items)
    }

    /// Anything without quotes; at least one byte is consumed, so that reading always moves on.
    fn bare(&mut self) -> Json<'s> {
        let start = self.at;
        let rest = self.bytes.get(start..).unwrap_or_default();
        let is_end = |b: &u8| matches!(b, b',' | b'}' | b']' | b'\n' | b'"' | b'{' | b'[' | b';');
        let length = rest.iter().position(is_end).unwrap_or(rest.len());
        self.at = (start + length.max(1)).min(self.bytes.len());
        // Ends are ASCII or the end of the source, but a single skipped byte may split nothing: it is ASCII.
        Json::Bare(self.source.get(start..self.at).unwrap_or_default().trim())
    }

    fn skip_nested(&mut self) -> Json<'s> {
        let mut open = 0usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'"' => {
                    self.string();
                    continue;
                }
                b'{' | b'[' => open += 1,
                b'}' | b']' => open = open.saturating_sub(1),
                _ => {}
            }
            self.at += 1;
            if open == 0 {
                break;
            }
        }
        Json::Bare("")
    }

    fn string(&mut self) -> Cow<'s, str> {
        let quote = self.peek().unwrap_or(b'"');
        self.at += 1;
        let mut owned: Option<String> = None;
        let mut start = self.at;
        loop {
            let rest = self.bytes.get(self.at..).unwrap_or_default();
            let Some(found) = memchr::memchr2(quote, b'\\', rest) else {
                self.at = self.bytes.len();
                break;
            };
            self.at += found;
            if self.peek() == Some(b'\\') {
                let out = owned.get_or_insert_default();
                out.push_str(self.source.get(start..self.at).unwrap_or_default());
                self.at += 1;
                self.escape(out);
                start = self.at;
            } else if self.is_closing() {
                break;
            } else {
                self.at += 1;
            }
        }
        let tail = self.source.get(start..self.at).unwrap_or_default();
        self.at = (self.at + 1).min(self.bytes.len());
        match owned {
            None => Cow::Borrowed(tail),
            Some(out) => Cow::Owned(out + tail),
        }
    }

    /// A quote closes when something follows that may follow a string; otherwise someone forgot to
    /// escape it.
    fn is_closing(&self) -> bool {
        if self.strict {
            return true;
        }
        let rest = self.bytes.get(self.at + 1..).unwrap_or_default();
        match rest.iter().find(|b| !matches!(b, b' ' | b'\t')) {
            None => true,
            Some(b) => {
                matches!(b, b',' | b'}' | b']' | b':' | b'\n' | b'\r' | b'"' | b'\'' | b'/' | b'<')
            }
        }
    }

    fn escape(&mut self, out: &mut String) {
        let Some(c) = self.source.get(self.at..).and_then(|s| s.chars().next()) else { return };
        self.at += c.len_utf8();
        match c {
            'n' => out.push('\n'),
            'r' => out.push('\r'),
            't' => out.push('\t'),
            'b' | 'f' => {}
            'x' => out.push(self.hex(2).and_then(char::from_u32).unwrap_or('x')),
            'u' => out.push(self.unicode()),
            other => out.push(other),
        }
    }

    /// The four digits after `\u`, with the second half of a surrogate pair where there is one.
    fn unicode(&mut self) -> char {
        let Some(first) = self.hex(4) else { return char::REPLACEMENT_CHARACTER };
        let is_high = (0xd800..0xdc00).contains(&first);
        if is_high && self.source.get(self.at..).is_some_and(|s| s.starts_with("\\u")) {
            let back = self.at;
            self.at += 2;
            match self.hex(4).filter(|low| (0xdc00..0xe000).contains(low)) {
                Some(low) => {
                    let code = 0x10000 + ((first - 0xd800) << 10) + (low - 0xdc00);
                    return char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
                }
                None => self.at = back,
            }
        }
        char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    fn hex(&mut self, length: usize) -> Option<u32> {
        let digits = self.source.get(self.at..self.at + length)?;
        let code = u32::from_str_radix(digits, 16).ok()?;
        self.at += length;
        Some(code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name_in(source: &str) -> Option<String> {
        let values = Json::read_all(source);
        values.first()?.get("name")?.as_text().map(str::to_string)
    }

    #[test]
    fn strict_json_is_read() {
        let values =
            Json::read_all(r#"{"a": [1, "two", null], "b": {"c": "d\u00e9\ud83d\ude00\"q\""}}"#);
        assert_eq!(values.len(), 1);
        let b = values[0].get("b").and_then(|b| b.get("c")).and_then(Json::as_text);
        assert_eq!(b, Some("dé😀\"q\""));
        assert_eq!(values[0].get("a").map(|a| a.items().len()), Some(3));
        assert_eq!(values[0].get("a").and_then(|a| a.items()[0].as_text()), Some("1"));
    }

    #[test]
    fn what_pages_write_is_read() {
        for source in [
            "<!-- {\"name\": \"x\"} -->",
            "<![CDATA[ {\"name\": \"x\"} ]]>",
            "//<![CDATA[\n{\"name\": \"x\"}\n//]]>",
            "/* c */ {\"a\": 1,, \"name\": \"x\",}",
            "{\"a\": \"b\" \n \"name\": \"x\"}",
            "{\"a\": \"he said \"no\" to me\", \"name\": \"x\"};",
            "{'name': 'x'}",
            "{\"list\": [1, 2, \"name\": \"y\"}, {\"name\": \"z\"}",
            "var data = {\"name\": \"x\", \"cut\": [\"of",
            "{\"a\":, \"name\": \"x\"}",
            "{\"a\": // why\n 1, \"name\": \"x\"}",
        ] {
            let got = name_in(source);
            let lost = source.contains("list");
            assert_eq!(got.as_deref(), (!lost).then_some("x"), "{source}");
        }
        assert_eq!(name_in("{\"name\": \"two\nlines\"}").as_deref(), Some("two\nlines"));
    }

    #[test]
    fn what_scripts_write_is_read() {
        for source in [
            "{a: 1, name: \"x\"}",
            "window.S = {$a:{b_1:[function(){}, 2]}, name : 'x'};",
            "{\"a\": b, name: \"\\x78\"}",
        ] {
            assert_eq!(name_in(source).as_deref(), Some("x"), "{source}");
        }
        assert_eq!(name_in(r#"{"name": "a\nb\tc"}"#).as_deref(), Some("a\nb\tc"));
    }

    #[test]
    fn the_first_value_alone() {
        let first = Json::read_first(" = {\"name\": 1}; f({\"b\": 2})").unwrap();
        assert_eq!(first.get("name").and_then(Json::as_text), Some("1"));
        assert_eq!(Json::read_first("parse(\"{}\")"), Some(Json::Text("{}".into())));
        assert_eq!(Json::read_first("none"), None);
    }

    #[test]
    fn values_are_bounded() {
        let many = format!("[{}]", "1,".repeat(MAX_VALUES + 10));
        assert_eq!(Json::read_all(&many)[0].items().len(), MAX_VALUES);
    }

    #[test]
    fn several_values_are_all_read() {
        assert_eq!(Json::read_all("{\"a\":1}{\"b\":2} [3]").len(), 3);
        assert!(Json::read_all("no json at all").is_empty());
        assert!(Json::read_all("").is_empty());
    }

    #[test]
    fn depth_and_rubbish_are_survived() {
        Json::read_all(&"[".repeat(200_000));
        Json::read_all(&"{\"a\":".repeat(200_000));
        Json::read_all(&"\"\\".repeat(100_000));
        Json::read_all("{\"é\\u12é\\ud800\\ud800x\": \\é é}é");
        let deep = format!("{{\"x\": {}{}, \"name\": \"x\"}}", "[".repeat(500), "]".repeat(500));
        assert_eq!(name_in(&deep).as_deref(), Some("x"));
    }
}
