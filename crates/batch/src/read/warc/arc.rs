//! ARC, the form before WARC: a line before every record, with the address first and its length last.

use super::record::RecordKind;

/// The line before a record.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ArcHead {
    pub kind: RecordKind,
    pub url: String,
    pub date: Option<String>,
    pub content_type: String,
    pub length: u64,
}

impl ArcHead {
    /// Reads a line: address, IP address, date, media type and length, or with the second version's five fields more.
    /// An address may hold spaces, so it is what the others leave.
    pub fn read(line: &[u8]) -> Option<ArcHead> {
        let line = String::from_utf8_lossy(line.trim_ascii());
        let scheme = line.split_once(':').map(|(scheme, _)| scheme)?;
        if scheme.is_empty() || !scheme.chars().all(|c| c.is_ascii_alphanumeric()) {
            return None;
        }
        let length = line.rsplit(' ').next()?.parse().ok()?;
        // In the second version a status, a checksum, a location, an offset and a file name stand before the length.
        let fields = |behind: usize| {
            let mut parts = line.rsplitn(behind + 1, ' ');
            let last: Vec<&str> = parts.by_ref().take(behind).collect();
            let url = parts.next()?;
            let (date, kind) = (last.get(behind - 2)?, last.get(behind - 3)?);
            is_date(date).then(|| (url.to_string(), date.to_string(), kind.to_string()))
        };
        let (url, date, content_type) = fields(4).or_else(|| fields(9))?;
        let kind = match url.split_once(':').map(|(scheme, _)| scheme) {
            Some("filedesc") => RecordKind::Info,
            Some("http" | "https") => RecordKind::Response,
            _ => RecordKind::Resource,
        };
        Some(ArcHead { kind, url, date: iso(&date), content_type, length })
    }
}

fn is_date(text: &str) -> bool {
    (8..=17).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// `20081114060821` as `2008-11-14T06:08:21Z`.
fn iso(date: &str) -> Option<String> {
    let part = |from: usize, to: usize| date.get(from..to);
    let day = format!("{}-{}-{}", part(0, 4)?, part(4, 6)?, part(6, 8)?);
    let time = part(8, 14).map(|t| format!("T{}:{}:{}Z", &t[..2], &t[2..4], &t[4..6]));
    Some(day + &time.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_of_both_versions() {
        let head =
            ArcHead::read(b"http://a.example/x y 1.2.3.4 20081114060821 text/html 42\n").unwrap();
        assert_eq!((head.url.as_str(), head.length), ("http://a.example/x y", 42));
        assert_eq!(head.date.as_deref(), Some("2008-11-14T06:08:21Z"));
        assert_eq!((head.kind, head.content_type.as_str()), (RecordKind::Response, "text/html"));
        let second = b"http://a.example/ 1.2.3.4 20081114060821 text/html 200 - - 77 a.arc 42";
        let head = ArcHead::read(second).unwrap();
        assert_eq!((head.url.as_str(), head.length), ("http://a.example/", 42));
        let first = ArcHead::read(b"filedesc://a.arc.gz 0.0.0.0 20081114060821 text/plain 76");
        assert_eq!(first.unwrap().kind, RecordKind::Info);
    }

    #[test]
    fn what_is_no_head() {
        for line in [
            "",
            "<html>",
            "http://a.example/ 1.2.3.4 today text/html 42",
            "a: b 1 2 3",
            "url date x",
        ] {
            assert_eq!(ArcHead::read(line.as_bytes()), None, "{line}");
        }
    }
}
