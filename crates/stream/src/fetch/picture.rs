//! Pictures of articles, for somebody who looks at one now. They come through the same guarded client as pages, so that
//! no address leads into the own network; but a reader is no crawler: pictures are asked for at once, as a browser
//! would, without turns and robots.txt, and with nothing that tells who reads.

use super::answer::{redirect, status_error, web_url};
use super::{FetchError, Fetcher, Request};
use std::time::Duration;
use url::Url;

/// Bytes of a picture at most.
pub const MAX_BYTES: usize = 8 << 20;
/// Time for a picture, redirects included.
const TIMEOUT: Duration = Duration::from_secs(15);
/// Pictures are seldom somewhere else again.
const MAX_REDIRECTS: usize = 5;

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// What its bytes say that it is.
    pub media_type: &'static str,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl Fetcher {
    /// Fetches a picture: one of the kinds that every browser shows and that can do nothing, as its bytes say.
    pub async fn picture(&self, address: &str) -> Result<Picture, FetchError> {
        let mut url = web_url(Url::parse(address))?;
        let mut left = TIMEOUT;
        for _ in 0..=MAX_REDIRECTS {
            let accept = "image/avif,image/webp,image/png,image/jpeg,image/gif;q=0.9".to_string();
            let headers = vec![("accept", accept)];
            let request = Request {
                url: url.clone(),
                headers,
                post: None,
                max_bytes: MAX_BYTES,
                timeout: left,
            };
            let answer = self.send(&request).await?;
            left = left.saturating_sub(answer.time);
            if let Some(next) = redirect(&answer, &url)? {
                url = next;
                continue;
            }
            if !(200..300).contains(&answer.status) {
                return Err(status_error(&answer));
            }
            let kind = media_type(&answer.bytes).filter(|_| !answer.cut);
            let kind = kind.ok_or_else(|| FetchError::Other {
                host: url.host_str().unwrap_or_default().into(),
                why: "this is no picture that is shown here, or it is too large".into(),
            })?;
            return Ok(Picture { media_type: kind, bytes: answer.bytes });
        }
        Err(FetchError::Redirects(MAX_REDIRECTS))
    }
}

/// What the first bytes say. SVG is not among it: it is a document with scripts and links of its own.
fn media_type(bytes: &[u8]) -> Option<&'static str> {
    let brand = bytes.get(4..12);
    Some(match bytes {
        _ if bytes.starts_with(b"\x89PNG\r\n\x1a\n") => "image/png",
        _ if bytes.starts_with(b"\xff\xd8\xff") => "image/jpeg",
        _ if bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a") => "image/gif",
        _ if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") => "image/webp",
        _ if brand == Some(b"ftypavif") || brand == Some(b"ftypavis") => "image/avif",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::media_type;

    #[test]
    fn pictures_are_known_by_their_bytes() {
        assert_eq!(media_type(b"\x89PNG\r\n\x1a\n..."), Some("image/png"));
        assert_eq!(media_type(b"RIFF\0\0\0\0WEBPVP8 "), Some("image/webp"));
        assert_eq!(media_type(b"\0\0\0\x20ftypavif"), Some("image/avif"));
        for none in [&b"<svg onload=alert(1)>"[..], b"<html>", b"", b"RIFF\0\0\0\0WAVE"] {
            assert_eq!(media_type(none), None);
        }
    }
}
