//! An HTTP message as an archive keeps it, however broken.
//!
//! Crawlers write down what servers sent, and some write down what they made of it: heads without an end, line ends of
//! any kind, bodies that are no longer chunked under a head that says they are. Nothing here fails; what can not be
//! a head is body.

use std::borrow::Cow;

/// Bytes of a head that are looked at.
const MAX_HEAD: usize = 1 << 20;

/// An HTTP response.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Http<'r> {
    /// The status code.
    pub status: Option<u16>,
    /// The fields of the head, in their order.
    pub headers: Vec<(Cow<'r, str>, Cow<'r, str>)>,
    /// The body, as long as it is and no longer chunked, but still as its `Content-Encoding` says.
    pub body: Cow<'r, [u8]>,
}

impl<'r> Http<'r> {
    /// Reads a message; none for what does not begin as one.
    ///
    /// ```
    /// use dehusk_batch::read::warc::Http;
    /// let http = Http::read(b"HTTP/1.1 200 OK\nContent-Type: text/html\n\n<p>Late again.").unwrap();
    /// assert_eq!((http.status, http.header("content-type")), (Some(200), Some("text/html")));
    /// assert_eq!(&*http.body, b"<p>Late again.");
    /// ```
    pub fn read(message: &'r [u8]) -> Option<Http<'r>> {
        let first = message.trim_ascii_start();
        let is_http = first.get(..5).is_some_and(|start| start.eq_ignore_ascii_case(b"HTTP/"));
        if !is_http && !first.starts_with(b"ICY ") {
            return None;
        }
        let mut at = message.len() - first.len();
        let mut http = Http::default();
        let status_line = line(message, &mut at);
        http.status = status(status_line);
        while at < message.len().min(MAX_HEAD) {
            let before = at;
            let line = line(message, &mut at);
            if line.is_empty() {
                break;
            }
            if !http.take_field(line) {
                // A head without an end: the page has begun.
                at = before;
                break;
            }
        }
        let body = &message[at.min(message.len())..];
        let chunked = http.header("transfer-encoding").is_some_and(|coding| {
            coding.split(',').any(|one| one.trim().eq_ignore_ascii_case("chunked"))
        });
        let whole = if chunked { unchunk(body) } else { None };
        http.body = whole.map_or(Cow::Borrowed(body), Cow::Owned);
        Some(http)
    }

    /// A field of the head, by its name in any case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, value)| &**value)
    }

    /// Takes a line of the head in; false if it can be none.
    fn take_field(&mut self, line: &'r [u8]) -> bool {
        if matches!(line[0], b' ' | b'\t') {
            if let Some((_, value)) = self.headers.last_mut() {
                let more = latin1(line.trim_ascii());
                *value = format!("{value} {more}").into();
            }
            return true;
        }
        match line.iter().position(|&byte| byte == b':') {
            Some(colon) if !line[..colon].contains(&b'<') => {
                let (name, value) = (line[..colon].trim_ascii(), line[colon + 1..].trim_ascii());
                self.headers.push((latin1(name), latin1(value)));
                true
            }
            // Some servers send lines that say nothing.
            _ => !line.trim_ascii_start().starts_with(b"<"),
        }
    }
}

/// The line at a place, without its end; the place moves behind it.
fn line<'m>(message: &'m [u8], at: &mut usize) -> &'m [u8] {
    let rest = &message[*at..];
    let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
    *at += (end + 1).min(rest.len());
    rest[..end].strip_suffix(b"\r").unwrap_or(&rest[..end])
}

fn status(line: &[u8]) -> Option<u16> {
    let code = line.split(|byte| *byte == b' ').skip(1).find(|word| !word.is_empty())?;
    std::str::from_utf8(code.get(..3)?).ok()?.parse().ok()
}

/// A head is in ASCII; where it is not, every byte is a character.
fn latin1(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect::<String>().into(),
    }
}

/// A body without its chunks; none if it has none, as where the crawler has joined them and kept the head.
/// A last chunk that was cut off is taken as far as it goes.
fn unchunk(body: &[u8]) -> Option<Vec<u8>> {
    let (mut at, mut joined) = (0, Vec::with_capacity(body.len()));
    loop {
        let begin = at;
        let head = line(body, &mut at);
        let Some(size) = chunk_size(head) else {
            // Behind the first chunk it is damage, and what was read is better than nothing.
            return (begin > 0 && !joined.is_empty()).then_some(joined);
        };
        if size == 0 {
            return Some(joined);
        }
        let rest = &body[at.min(body.len())..];
        joined.extend_from_slice(&rest[..size.min(rest.len())]);
        if size >= rest.len() {
            return Some(joined);
        }
        at += size;
        let behind = line(body, &mut at);
        if !behind.is_empty() {
            return (begin > 0).then_some(joined);
        }
    }
}

fn chunk_size(head: &[u8]) -> Option<usize> {
    let digits = head.split(|&byte| byte == b';').next().unwrap_or_default().trim_ascii();
    let text = std::str::from_utf8(digits).ok().filter(|t| !t.is_empty() && t.len() <= 8)?;
    usize::from_str_radix(text, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(message: &[u8]) -> Vec<u8> {
        Http::read(message).unwrap().body.into_owned()
    }

    #[test]
    fn heads_are_read_however_they_are_written() {
        for (message, status, kind, rest) in [
            (
                &b"HTTP/1.1 200 OK\r\nContent-Type: a/b\r\n\r\n<p>"[..],
                Some(200),
                Some("a/b"),
                &b"<p>"[..],
            ),
            (b"HTTP/1.0 404\ncontent-type:a/b\n\n<p>", Some(404), Some("a/b"), b"<p>"),
            (b"\r\nhttp/1.1  301 Moved\r\n\r\n", Some(301), None, b""),
            (b"HTTP/1.1\r\n\r\n<p>", None, None, b"<p>"),
            (
                b"HTTP/1.1 200 OK\r\nContent-Type: a/b\r\n<html>\r\n<p>: x",
                Some(200),
                Some("a/b"),
                b"<html>\r\n<p>: x",
            ),
            (
                b"HTTP/1.1 200 OK\r\nnonsense\r\nContent-Type: a/b\r\n\r\n<p>",
                Some(200),
                Some("a/b"),
                b"<p>",
            ),
            (
                b"HTTP/1.1 200 OK\r\nX: a\r\n  b\r\nContent-Type:\ta/b \r\n\r\n",
                Some(200),
                Some("a/b"),
                b"",
            ),
            (b"ICY 200 OK\r\n\r\nx", Some(200), None, b"x"),
            (b"HTTP/1.1 200 OK", Some(200), None, b""),
            (b"HTTP/1.1 200 \xe9\r\nContent-Type: \xe9\r\n\r\n", Some(200), Some("\u{e9}"), b""),
        ] {
            let http = Http::read(message).unwrap();
            let read = (http.status, http.header("Content-Type"), &*http.body);
            assert_eq!(read, (status, kind, rest), "{}", message.escape_ascii());
        }
        assert_eq!(Http::read(b"<html>"), None);
        assert_eq!(Http::read(b""), None);
    }

    #[test]
    fn folded_fields_are_one() {
        let http = Http::read(b"HTTP/1.1 200 OK\r\nX: a\r\n  b\r\n\r\n").unwrap();
        assert_eq!(http.header("x"), Some("a b"));
    }

    #[test]
    fn chunks_are_joined_where_there_are_some() {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
        for (sent, joined) in [
            ("3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n", "abcde"),
            ("003 \nabc\n0\n", "abc"),
            ("3\r\nabc\r\n9\r\nde", "abcde"),
            ("3\r\nabc\r\n9", "abc"),
            ("<p>no chunks", "<p>no chunks"),
            ("12 monkeys\r\n", "12 monkeys\r\n"),
            ("2\r\nabcdef", "2\r\nabcdef"),
            ("0\r\n\r\n", ""),
            ("", ""),
            ("3\r\nabc\r\nffffffffff\r\nde", "abc"),
        ] {
            assert_eq!(body(format!("{head}{sent}").as_bytes()), joined.as_bytes(), "{sent:?}");
        }
    }
}
