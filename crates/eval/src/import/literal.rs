//! The entries of one big mapping, written as JSON or as a Python literal.
//!
//! Several corpora are one file with a key a page. A JSON parser gives all of such a file or nothing, and
//! one of them is Python; this reads both, one entry after the other, and after a fault goes on with the
//! next thing that looks like an entry. Of Python it knows what a table of literals needs: strings with
//! prefixes, triple quotes and implicit concatenation, lists, tuples, dicts, numbers, names and comments.

use super::fault::Fault;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// Which rules hold where the two differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// JSON.
    Json,
    /// Python.
    Python,
}

/// An entry of the mapping, or what is wrong with it, and its line.
#[derive(Debug, PartialEq)]
pub struct Entry {
    /// The line it begins at or, if it is faulty, the line of the fault; counted from 1.
    pub line: usize,
    /// Key and value.
    pub content: Parsed<(String, Value)>,
}

impl Entry {
    /// Key and value, where the value has the shape that is asked for.
    pub fn read<T: DeserializeOwned>(self) -> Result<(String, T), Fault> {
        let (key, value) = self.content?;
        match serde_json::from_value(value) {
            Ok(value) => Ok((key, value)),
            Err(source) => Err(Fault::Shape { key, source }),
        }
    }
}

/// Why an entry can not be parsed.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum SyntaxError {
    /// Nothing opens a mapping.
    #[error("there is no mapping in it")]
    NoMapping,
    /// Something else stands where it should not.
    #[error("{wanted} should stand here, not {found:?}")]
    Unexpected {
        /// What should stand there.
        wanted: String,
        /// What does.
        found: char,
    },
    /// The text ends too early.
    #[error("{wanted} should stand here, not the end")]
    End {
        /// What should stand there.
        wanted: String,
    },
    /// A key is something else.
    #[error("a key that is no string")]
    Key,
    /// Values in values in values.
    #[error("nested too deep")]
    TooDeep,
    /// It begins as a number.
    #[error("{0:?} is no number")]
    Number(String),
    /// A name that means nothing.
    #[error("{0:?} is no value")]
    Value(String),
    /// A string is still open at the end.
    #[error("a string that never ends")]
    Endless,
    /// A string is still open at the end of its line.
    #[error("a string that does not end on its line")]
    EndlessLine,
    /// An escape is cut short.
    #[error("an escape without its number")]
    Escape,
}

type Parsed<T> = Result<T, SyntaxError>;

/// Values in values that are followed; no corpus has more than three.
const DEPTH: usize = 32;

/// Reads all entries of the first mapping in a text.
pub fn entries(text: &str, dialect: Dialect) -> Vec<Entry> {
    let Some(open) = text.find('{') else {
        return vec![Entry { line: 1, content: Err(SyntaxError::NoMapping) }];
    };
    let mut parser = Parser { text, at: open + 1, dialect };
    let mut lines = Lines { text, at: 0, line: 1 };
    let mut entries = Vec::new();
    loop {
        parser.skip();
        if parser.take(',') {
            continue;
        }
        let start = parser.at;
        if parser.peek() == Some('}') {
            return entries;
        }
        match parser.pair(0) {
            Ok(pair) => entries.push(Entry { line: lines.of(start), content: Ok(pair) }),
            Err(what) => {
                entries.push(Entry { line: lines.of(parser.at), content: Err(what) });
                if parser.at == start {
                    parser.next();
                }
                let Some(next) = next_entry(text, parser.at) else { return entries };
                parser.at = next;
            }
        }
    }
}

/// Counts lines as the reading goes on, so that a large file is not counted again for every entry.
struct Lines<'t> {
    text: &'t str,
    at: usize,
    line: usize,
}

impl Lines<'_> {
    fn of(&mut self, byte: usize) -> usize {
        let passed = self.text.as_bytes().get(self.at..byte).unwrap_or_default();
        self.line += passed.iter().filter(|&&b| b == b'\n').count();
        self.at = self.at.max(byte);
        self.line
    }
}

/// Where the next `"key": {` begins.
fn next_entry(text: &str, from: usize) -> Option<usize> {
    let mut braces = text.get(from..)?.match_indices('{').map(|(offset, _)| from + offset);
    braces.find_map(|brace| {
        let key = text[from..brace].trim_end().strip_suffix(':')?.trim_end();
        let quote = key.chars().next_back().filter(|c| matches!(c, '"' | '\''))?;
        let inside = &key[..key.len() - 1];
        let start = inside.rfind(quote)?;
        (!inside[start..].contains('\n')).then_some(from + start)
    })
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    dialect: Dialect,
}

impl<'t> Parser<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn take(&mut self, c: char) -> bool {
        let there = self.peek() == Some(c);
        if there {
            self.at += c.len_utf8();
        }
        there
    }

    /// Skips blanks and comments.
    fn skip(&mut self) {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start().len();
            if self.peek() != Some('#') {
                return;
            }
            self.at += self.rest().find('\n').unwrap_or(self.rest().len());
        }
    }

    fn expect(&mut self, c: char) -> Parsed<()> {
        self.skip();
        if self.take(c) { Ok(()) } else { Err(self.unexpected(&format!("{c:?}"))) }
    }

    fn unexpected(&self, wanted: &str) -> SyntaxError {
        let wanted = wanted.to_string();
        match self.peek() {
            Some(found) => SyntaxError::Unexpected { wanted, found },
            None => SyntaxError::End { wanted },
        }
    }

    fn pair(&mut self, depth: usize) -> Parsed<(String, Value)> {
        let Value::String(key) = self.value(depth)? else {
            return Err(SyntaxError::Key);
        };
        self.expect(':')?;
        Ok((key, self.value(depth)?))
    }

    fn value(&mut self, depth: usize) -> Parsed<Value> {
        self.skip();
        if depth > DEPTH {
            return Err(SyntaxError::TooDeep);
        }
        match self.peek() {
            Some('{') => self.mapping(depth),
            Some('[') => Ok(Value::Array(self.items(']', depth)?.0)),
            Some('(') => self.parentheses(depth),
            Some(c) if c.is_ascii_digit() || "+-.".contains(c) => self.number(),
            _ if self.string_starts() => self.strings(),
            _ => self.name(),
        }
    }

    fn mapping(&mut self, depth: usize) -> Parsed<Value> {
        self.next();
        let mut map = Map::new();
        loop {
            self.skip();
            if self.take('}') {
                return Ok(Value::Object(map));
            }
            let (key, value) = self.pair(depth + 1)?;
            map.insert(key, value);
            self.skip();
            if !self.take(',') && self.peek() != Some('}') {
                return Err(self.unexpected("a comma or '}'"));
            }
        }
    }

    /// Values up to a closing bracket, and whether there was a comma.
    fn items(&mut self, close: char, depth: usize) -> Parsed<(Vec<Value>, bool)> {
        self.next();
        let (mut items, mut comma) = (Vec::new(), false);
        loop {
            self.skip();
            if self.take(close) {
                return Ok((items, comma));
            }
            items.push(self.value(depth + 1)?);
            self.skip();
            if self.take(',') {
                comma = true;
            } else if self.peek() != Some(close) {
                return Err(self.unexpected(&format!("a comma or {close:?}")));
            }
        }
    }

    /// A tuple, or one value in parentheses.
    fn parentheses(&mut self, depth: usize) -> Parsed<Value> {
        let (mut items, comma) = self.items(')', depth)?;
        match items.pop() {
            Some(only) if items.is_empty() && !comma => Ok(only),
            last => {
                items.extend(last);
                Ok(Value::Array(items))
            }
        }
    }

    fn number(&mut self) -> Parsed<Value> {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && !"+-._".contains(c));
        let digits = &rest[..end.unwrap_or(rest.len())];
        let number = digits.replace('_', "");
        let value = serde_json::from_str(&number)
            .or_else(|_| number.parse::<f64>().map(Value::from))
            .map_err(|_| SyntaxError::Number(digits.into()))?;
        self.at += digits.len();
        Ok(value)
    }

    fn name(&mut self) -> Parsed<Value> {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let value = match &rest[..end] {
            "True" | "true" => Value::Bool(true),
            "False" | "false" => Value::Bool(false),
            "None" | "null" => Value::Null,
            "" => return Err(self.unexpected("a value")),
            other => return Err(SyntaxError::Value(other.into())),
        };
        self.at += end;
        Ok(value)
    }

    fn string_starts(&self) -> bool {
        let prefix = self.prefix();
        self.rest()[prefix.len()..].starts_with(['"', '\''])
    }

    /// Letters that may stand before a quote, as in `rb"…"`.
    fn prefix(&self) -> &'t str {
        let rest = self.rest();
        let is_prefix = |c: char| "rRbBuUfF".contains(c);
        &rest[..rest.find(|c| !is_prefix(c)).unwrap_or(rest.len()).min(2)]
    }

    /// One string or several in a row, which are one.
    fn strings(&mut self) -> Parsed<Value> {
        let mut out = String::new();
        loop {
            let raw = self.prefix().contains(['r', 'R']);
            self.at += self.prefix().len();
            self.string(raw, &mut out)?;
            let end = self.at;
            self.skip();
            if self.dialect == Dialect::Json || !self.string_starts() {
                self.at = end;
                return Ok(Value::String(out));
            }
        }
    }

    fn string(&mut self, raw: bool, out: &mut String) -> Parsed<()> {
        let quote = self.next().unwrap_or('"');
        let triple = format!("{quote}{quote}{quote}");
        let long = self.dialect == Dialect::Python
            && self.text[self.at - quote.len_utf8()..].starts_with(&triple);
        let close = if long { triple } else { quote.to_string() };
        self.at += close.len() - 1;
        loop {
            if self.rest().starts_with(&close) {
                self.at += close.len();
                return Ok(());
            }
            match self.peek() {
                None => return Err(SyntaxError::Endless),
                Some('\n') if !long => return Err(SyntaxError::EndlessLine),
                Some('\\') => self.escape(raw, out)?,
                Some(c) => {
                    out.push(c);
                    self.at += c.len_utf8();
                }
            }
        }
    }

    fn escape(&mut self, raw: bool, out: &mut String) -> Parsed<()> {
        self.next();
        let Some(c) = self.next() else { return Err(SyntaxError::Endless) };
        if raw {
            out.extend(['\\', c]);
            return Ok(());
        }
        let simple = match c {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'a' if self.dialect == Dialect::Python => '\u{7}',
            'v' if self.dialect == Dialect::Python => '\u{b}',
            '0' if self.dialect == Dialect::Python => '\0',
            '\n' => return Ok(()),
            '\\' | '"' | '\'' | '/' => c,
            'x' => self.hex(2)?,
            'u' => self.hex(4)?,
            'U' => self.hex(8)?,
            _ => {
                out.push('\\');
                c
            }
        };
        out.push(simple);
        Ok(())
    }

    /// A character by its number; two halves of a pair are one.
    fn hex(&mut self, digits: usize) -> Parsed<char> {
        let first = self.code(digits)?;
        if let (0xd800..0xdc00, Some(rest)) = (first, self.rest().strip_prefix("\\u"))
            && let Some(low) = rest.get(..4).and_then(|code| u32::from_str_radix(code, 16).ok())
            && (0xdc00..0xe000).contains(&low)
        {
            self.at += 6;
            let code = 0x10000 + ((first - 0xd800) << 10) + (low - 0xdc00);
            return Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        Ok(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn code(&mut self, digits: usize) -> Parsed<u32> {
        let code = self.rest().get(..digits).and_then(|code| u32::from_str_radix(code, 16).ok());
        self.at += if code.is_some() { digits } else { 0 };
        code.ok_or(SyntaxError::Escape)
    }
}

#[cfg(test)]
mod tests;
