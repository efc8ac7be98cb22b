//! What a client would like to have (`Accept`), and what of it there is.

use crate::error::ServeError;
use axum::extract::Request;
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::Response;
use dehusk::Format;

/// A format with the media type it is sent as.
pub const FORMATS: [(Format, &str); 5] = [
    (Format::Json, "application/json"),
    (Format::Markdown, "text/markdown"),
    (Format::Html, "text/html"),
    (Format::Text, "text/plain"),
    (Format::Tei, "application/tei+xml"),
];

/// The media type a format is sent as.
pub fn content_type(format: Format) -> &'static str {
    match format {
        Format::Json => "application/json",
        Format::Markdown => "text/markdown; charset=utf-8",
        Format::Html => "text/html; charset=utf-8",
        Format::Text => "text/plain; charset=utf-8",
        Format::Tei => "application/tei+xml",
    }
}

/// The format that is named, or else the one that is liked best, of those there are.
pub fn format(
    named: Option<&str>,
    headers: &HeaderMap,
    there: &[Format],
) -> Result<Format, ServeError> {
    let names = || there.iter().map(|format| format.name()).collect::<Vec<_>>().join(", ");
    let Some(name) = named else {
        let offers = FORMATS.iter().filter(|(format, _)| there.contains(format));
        let offers: Vec<&str> = offers.clone().map(|(_, kind)| *kind).collect();
        let best = best(headers, &offers).ok_or(ServeError::NotAcceptable)?;
        let found = FORMATS.iter().find(|(_, kind)| *kind == offers[best]);
        return Ok(found.map_or(Format::Json, |(format, _)| *format));
    };
    let found = there.iter().copied().find(|format| format.name() == name);
    found.ok_or_else(|| ServeError::Bad(format!("format={name}: there are {}", names())))
}

/// Refuses who would not take JSON, which is all there is.
pub async fn json_only(request: Request, next: Next) -> Result<Response, ServeError> {
    match best(request.headers(), &["application/json"]) {
        Some(_) => Ok(next.run(request).await),
        None => Err(ServeError::NotAcceptable),
    }
}

/// The number of the offer that is liked best; the first one where several are, none where none is.
fn best(headers: &HeaderMap, offers: &[&str]) -> Option<usize> {
    let all: Vec<&str> =
        headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok()).collect();
    if all.iter().all(|value| value.trim().is_empty()) {
        return Some(0);
    }
    let ranges: Vec<Range<'_>> = all.iter().flat_map(|all| all.split(',')).map(range).collect();
    let liking = |offer: &str| {
        let fitting = ranges.iter().filter_map(|range| Some((range.fits(offer)?, range.quality)));
        fitting.max_by_key(|(exact, _)| *exact).map_or(0.0, |(_, quality)| quality)
    };
    let mut found = None;
    for (number, offer) in offers.iter().enumerate() {
        let liked = liking(offer);
        if liked > found.map_or(0.0, |(_, most)| most) {
            found = Some((number, liked));
        }
    }
    found.map(|(number, _)| number)
}

struct Range<'r> {
    kind: &'r str,
    quality: f32,
}

fn range(text: &str) -> Range<'_> {
    let mut parts = text.split(';').map(str::trim);
    let kind = parts.next().unwrap_or_default();
    let quality = parts.find_map(|part| part.strip_prefix("q="));
    let quality: f32 = quality.and_then(|quality| quality.parse().ok()).unwrap_or(1.0);
    Range { kind, quality: quality.clamp(0.0, 1.0) }
}

impl Range<'_> {
    /// How exactly it names an offer; none if it does not.
    fn fits(&self, offer: &str) -> Option<u8> {
        let above = offer.split('/').next().unwrap_or_default();
        match self.kind {
            "*/*" => Some(0),
            kind if kind.strip_suffix("/*").is_some_and(|k| k.eq_ignore_ascii_case(above)) => {
                Some(1)
            }
            kind if kind.eq_ignore_ascii_case(offer) => Some(2),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(accept: &str, named: Option<&str>) -> Result<Format, ServeError> {
        let value = header::HeaderValue::from_str(accept).unwrap();
        let headers = HeaderMap::from_iter([(header::ACCEPT, value)]);
        format(named, &headers, Format::ALL)
    }

    #[test]
    fn the_format_that_is_liked_best_is_chosen() {
        let cases = [
            ("*/*", Format::Json),
            ("", Format::Json),
            ("text/markdown", Format::Markdown),
            ("text/html;q=0.5, text/plain", Format::Text),
            ("text/*", Format::Markdown),
            ("application/json;q=0, */*;q=0.1", Format::Markdown),
            ("image/png, application/tei+xml;q=0.1", Format::Tei),
        ];
        for (accept, format) in cases {
            assert_eq!(chosen(accept, None).unwrap(), format, "{accept}");
        }
        assert!(matches!(chosen("image/png", None), Err(ServeError::NotAcceptable)));
        assert_eq!(chosen("image/png", Some("text")).unwrap(), Format::Text);
        assert!(chosen("*/*", Some("pdf")).unwrap_err().to_string().contains("markdown"));
    }
}
