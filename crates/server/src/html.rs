//! Pages as text: the frame that all share, and the escaping that nothing gets around.

use axum::response::Html;

/// A text as it may stand in markup and in a quoted attribute.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // Controls, and marks that turn the direction of what follows.
            c if c.is_control() && c != '\n' && c != '\t' => {}
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {}
            c => out.push(c),
        }
    }
    out
}

/// An address that may be linked to: of the web, or nothing.
pub fn link(url: &str) -> Option<String> {
    let parsed = url::Url::parse(url).ok()?;
    matches!(parsed.scheme(), "http" | "https").then(|| escape(parsed.as_str()))
}

/// A text as a part of a path.
pub fn path_part(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>().replace('+', "%20")
}

const NAVIGATION: [(&str, &str); 5] = [
    ("/", "Dashboard"),
    ("/articles", "Articles"),
    ("/feeds", "Feeds"),
    ("/sites", "Sites"),
    ("/explain", "Explain"),
];

/// A whole page; `here` is the path of its entry in the navigation.
pub fn page(title: &str, here: &str, body: &str) -> Html<String> {
    let entry = |(path, name): (&str, &str)| {
        let current = if path == here { " aria-current=\"page\"" } else { "" };
        format!("<a href=\"{path}\"{current}>{name}</a>")
    };
    let navigation: String = NAVIGATION.into_iter().map(entry).collect();
    let title = escape(title);
    Html(format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><meta name=\"color-scheme\" \
         content=\"light dark\"><title>{title} · dehusk</title><link rel=\"stylesheet\" href=\"/style.css\">\
         <link rel=\"icon\" href=\"/icon.svg\"><script src=\"/script.js\" defer></script></head><body>\
         <a class=\"skip\" href=\"#main\">To the content</a><header><nav aria-label=\"Main\">{navigation}</nav>\
         <form role=\"search\" action=\"/articles\"><input type=\"search\" name=\"q\" id=\"search\" placeholder=\"Search articles (/)\" \
         aria-label=\"Search articles\"></form></header><main id=\"main\"><h1>{title}</h1>\n{body}</main></body></html>"
    ))
}

/// A time in milliseconds, for reading.
pub fn time(ms: i64) -> String {
    let seconds = ms / 1000;
    let (days, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let (year, month, day) = civil(days);
    let (hours, minutes) = (rest / 3600, rest % 3600 / 60);
    format!(
        "<time datetime=\"{year:04}-{month:02}-{day:02}T{hours:02}:{minutes:02}Z\">{year:04}-{month:02}-{day:02} {hours:02}:{minutes:02}</time>"
    )
}

/// The date of a number of days since 1970 in the Gregorian calendar.
fn civil(days: i64) -> (i64, i64, i64) {
    // Years begin in March, so that the leap day is the last; 719,468 days lie between 0000-03-01 and 1970.
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (era * 400 + year_of_era + carry, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_gets_out_of_a_text() {
        assert_eq!(escape("<a href='x\"'>&\u{202e}\u{1}"), "&lt;a href=&#39;x&quot;&#39;&gt;&amp;");
        assert_eq!(link("javascript:alert(1)"), None);
        assert_eq!(
            link("https://a.example/?a=\"b\"&c"),
            Some("https://a.example/?a=%22b%22&amp;c".into())
        );
        assert_eq!(path_part("a/b c"), "a%2Fb%20c");
    }

    #[test]
    fn days_have_dates() {
        assert!(time(0).contains("1970-01-01 00:00"));
        assert!(time(951_782_400_000).contains("2000-02-29 00:00"));
        assert!(time(1_748_943_561_000).contains("2025-06-03 09:39"));
    }
}
