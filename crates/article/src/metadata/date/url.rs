//! Dates in addresses: `/2024/05/13/`, `/2024-05-13-title`, `/20240513.html`.

use super::moment::Moment;

/// The day in the path of an address.
pub(super) fn parse(address: &str) -> Option<Moment> {
    let path = path(address);
    let bytes = path.as_bytes();
    let starts = (0..bytes.len()).filter(|&i| {
        let fresh = i == 0 || !bytes.get(i - 1).is_some_and(u8::is_ascii_digit);
        fresh && bytes.get(i).is_some_and(|&b| b == b'1' || b == b'2')
    });
    starts.filter_map(|i| day_at(path.get(i..)?)).find(|m| m.is_plausible(1990))
}

fn path(address: &str) -> &str {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let rest = rest.find('/').map_or("", |slash| &rest[slash..]);
    let end = rest.find(['?', '#']).unwrap_or(rest.len()).min(1_000);
    crate::metadata::text::head(rest, end)
}

fn day_at(text: &str) -> Option<Moment> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 8 {
        return Moment::day(
            text[..4].parse().ok()?,
            text[4..6].parse().ok()?,
            text[6..8].parse().ok()?,
        );
    }
    let separator =
        text.get(4..5).filter(|s| digits == 4 && matches!(*s, "/" | "-" | "_" | "."))?;
    let mut parts = text.splitn(4, separator);
    let year = parts.next()?.parse().ok()?;
    let month = month(parts.next()?)?;
    let last = parts.next()?;
    let day = last.bytes().take_while(u8::is_ascii_digit).count();
    // `/2024/05/1234567` is an article's number.
    (1..=2).contains(&day).then(|| Moment::day(year, month, last[..day].parse().ok()?))?
}

fn month(text: &str) -> Option<u32> {
    match text.len() {
        1 | 2 => text.parse().ok(),
        3.. => super::months::named(&text.to_ascii_lowercase(), None).map(|m| m.number),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_in_paths() {
        for address in [
            "https://e.example/2024/05/13/a-day",
            "https://e.example/news/2024-05-13-a-day.html",
            "https://e.example/x/20240513/1.html",
            "https://e.example/2024/may/13/a-day",
            "https://e.example/2024/5/13",
            "e.example/a_2024_05_13.html",
            "https://e.example/9/2024/05/13.html?x=2023/01/01",
        ] {
            assert_eq!(
                parse(address).map(|m| m.to_string()).as_deref(),
                Some("2024-05-13"),
                "{address}"
            );
        }
        for address in [
            "https://e.example/2024/05/a-day",
            "https://e.example/2024/05/1234567",
            "https://e.example/12024/05/13",
            "https://e.example/?d=2024/05/13",
            "https://2024-05-13.example",
            "",
            "https://e.example/1024/05/13",
            "https://e.example/2024/13/13/",
            "https://e.example/é2024/é",
        ] {
            assert_eq!(parse(address), None, "{address}");
        }
    }
}
