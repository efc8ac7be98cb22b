//! What the headers of an answer mean.

use super::{Answer, FetchError};
use std::time::Duration;
use url::Url;

/// A server may ask for more, but is asked again after this.
pub const MAX_RETRY_AFTER: Duration = Duration::from_secs(24 * 3600);

/// No server takes longer addresses, and each is compared with all rules of a robots.txt.
pub const MAX_URL_BYTES: usize = 8 << 10;

/// The address without its fragment, if it is one of the web's.
pub fn web_url(parsed: Result<Url, url::ParseError>) -> Result<Url, FetchError> {
    let mut url = parsed.map_err(FetchError::BadUrl)?;
    url.set_fragment(None);
    if url.as_str().len() > MAX_URL_BYTES {
        return Err(FetchError::LongUrl(url.as_str().len()));
    }
    match url.scheme() {
        "http" | "https" => Ok(url),
        other => Err(FetchError::Scheme(other.into())),
    }
}

/// Where an answer sends us on to, if it does.
pub fn redirect(answer: &Answer, url: &Url) -> Result<Option<Url>, FetchError> {
    if !matches!(answer.status, 301 | 302 | 303 | 307 | 308) {
        return Ok(None);
    }
    let location = answer.header("location").ok_or(FetchError::NoLocation)?;
    web_url(url.join(location)).map(Some)
}

/// What an answer that is no success means.
pub fn status_error(answer: &Answer) -> FetchError {
    FetchError::Status { code: answer.status, retry_after: retry_after(answer) }
}

/// Retry-After, in seconds or as a date.
pub fn retry_after(answer: &Answer) -> Option<Duration> {
    let text = answer.header("retry-after")?.trim();
    let time = match text.parse::<u64>() {
        Ok(seconds) => Duration::from_secs(seconds),
        Err(_) => {
            let at = jiff::fmt::rfc2822::parse(text).ok()?.timestamp();
            let wait = at.as_second().saturating_sub(jiff::Timestamp::now().as_second());
            Duration::from_secs(u64::try_from(wait).unwrap_or_default())
        }
    };
    Some(time.min(MAX_RETRY_AFTER))
}

/// How long an answer stays as it is, by its Cache-Control header.
pub fn max_age(header: &str) -> Option<Duration> {
    let value = header.split(',').find_map(|part| part.trim().strip_prefix("max-age="))?;
    value.parse().ok().map(Duration::from_secs)
}

/// Refuses what says plainly that it is something else. Unclear types pass: the bytes decide later.
pub fn check_type(content_type: Option<&str>) -> Result<(), FetchError> {
    let full = content_type.unwrap_or_default();
    let essence = full.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match essence.as_str() {
        "" | "text/html" | "application/xhtml+xml" | "text/xml" | "application/xml" => Ok(()),
        "text/plain" | "application/octet-stream" => Ok(()),
        "application/gzip" | "application/x-gzip" | "application/zstd" => Ok(()),
        _ => Err(FetchError::NotHtml(essence)),
    }
}

/// Refuses compressions that nobody asked for and that cannot be unpacked.
pub fn check_encoding(content_encoding: Option<&str>) -> Result<(), FetchError> {
    let known = |name: &&str| {
        let name = name.trim().to_ascii_lowercase();
        // Servers also send the last ones, asked or not.
        matches!(
            name.as_str(),
            "gzip" | "br" | "zstd" | "" | "identity" | "x-gzip" | "deflate" | "none" | "utf-8"
        )
    };
    match content_encoding.unwrap_or_default().split(',').find(|name| !known(name)) {
        Some(unknown) => Err(FetchError::Encoding(unknown.trim().into())),
        None => Ok(()),
    }
}
