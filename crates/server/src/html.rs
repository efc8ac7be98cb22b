//! Pages as text: the frame that all share, and the escaping that nothing gets around.

use axum::response::Html;

/// A text as it may stand in markup and in a quoted attribute.
pub fn escape(text: &str) -> String {
    let shown: String = text.chars().filter(|&c| is_shown(c)).collect();
    html_escape::encode_quoted_attribute(&shown).into_owned()
}

/// Controls go, and marks that turn the direction of what follows.
fn is_shown(c: char) -> bool {
    let turns = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !turns && (!c.is_control() || matches!(c, '\n' | '\t'))
}

/// An address of the web.
pub fn is_web(url: &str) -> bool {
    link(url).is_some()
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

/// A number of things, which are called by another word where there is one of them.
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// A table that scrolls by itself where it is too wide, by keyboard too; `label` says what it is of.
pub fn table(label: &str, rows: &str) -> String {
    let label = escape(label);
    format!(
        "<div class=\"wide\" role=\"region\" aria-label=\"{label}\" tabindex=\"0\"><table>{rows}</table></div>"
    )
}

/// The heads of columns.
pub fn heads(names: &[&str]) -> String {
    let head = |name: &&str| format!("<th scope=\"col\">{name}</th>");
    format!("<tr>{}</tr>", names.iter().map(head).collect::<String>())
}

/// A button that posts one field, without a script.
pub fn button(action: &str, field: (&str, &str), label: &str) -> String {
    let (name, value) = field;
    format!(
        "<form method=\"post\" action=\"{}\"><input type=\"hidden\" name=\"{name}\" value=\"{}\"><button>{}</button></form>",
        escape(action),
        escape(value),
        escape(label)
    )
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
    page_with(title, here, "", body)
}

/// A whole page with more in its head.
pub fn page_with(title: &str, here: &str, head: &str, body: &str) -> Html<String> {
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
         <link rel=\"icon\" href=\"/icon.svg\">{head}<script src=\"/script.js\" defer></script></head><body>\
         <a class=\"skip\" href=\"#main\">To the content</a><header><nav aria-label=\"Main\">{navigation}</nav>\
         <form role=\"search\" action=\"/articles\"><input type=\"search\" name=\"q\" id=\"search\" placeholder=\"Search articles (/)\" \
         aria-label=\"Search articles\"></form></header><main id=\"main\"><h1>{title}</h1>\n{body}</main></body></html>"
    ))
}

/// A time in milliseconds since 1970, for reading; nothing for one that no calendar has.
pub fn time(ms: i64) -> String {
    let Ok(time) = jiff::Timestamp::from_millisecond(ms) else { return String::new() };
    let (exact, shown) = (time.strftime("%Y-%m-%dT%H:%MZ"), time.strftime("%Y-%m-%d %H:%M"));
    format!("<time datetime=\"{exact}\">{shown}</time>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_gets_out_of_a_text() {
        assert_eq!(
            escape("<a href='x\"'>&\u{202e}\u{1}"),
            "&lt;a href=&#x27;x&quot;&#x27;&gt;&amp;"
        );
        assert_eq!(link("javascript:alert(1)"), None);
        assert_eq!(
            link("https://a.example/?a=\"b\"&c"),
            Some("https://a.example/?a=%22b%22&amp;c".into())
        );
        assert_eq!(path_part("a/b c"), "a%2Fb%20c");
    }

    #[test]
    fn one_thing_is_one() {
        assert_eq!(count(1, "article", "articles"), "1 article");
        assert_eq!(count(0, "article", "articles"), "0 articles");
    }

    #[test]
    fn days_have_dates() {
        assert!(time(0).contains("1970-01-01 00:00"));
        assert!(time(951_782_400_000).contains("2000-02-29 00:00"));
        assert!(time(1_748_943_561_000).contains("2025-06-03 09:39"));
        assert_eq!(time(i64::MAX), "");
    }
}
