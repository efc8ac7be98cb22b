//! What can go wrong on the way to a page, each with what to do about it and a name it is counted under.

use crate::counts::Counter;
use std::net::IpAddr;
use std::time::Duration;

/// Why a page could not be fetched.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FetchError {
    /// It is no address.
    #[error("this is not a valid address ({0}): write it as https://example.com/page")]
    BadUrl(url::ParseError),
    /// It is an address that no server takes.
    #[error("the address has {0} bytes, more than servers take: check it")]
    LongUrl(usize),
    /// It is an address, but not of the web.
    #[error(
        "{0}: addresses cannot be fetched; give an http or https address, or a file by its path"
    )]
    Scheme(String),
    /// The name leads nowhere.
    #[error("there is no host {0}: check the address and the network connection")]
    NoHost(String),
    /// The name leads to the inside of a network.
    #[error("this leads to the private address {0}: pass --allow-private if you trust it")]
    Private(IpAddr),
    /// Nobody listens.
    #[error("nothing answers at {0} (connection refused): check the host and the port")]
    Refused(String),
    /// It takes too long.
    #[error("no complete answer within {} s: try again, or raise --timeout", .0.as_secs_f64())]
    Timeout(Duration),
    /// Redirects without end.
    #[error("more than {0} redirects: the address leads in circles; open it in a browser to check")]
    Redirects(usize),
    /// A redirect to nowhere.
    #[error("the server redirects without saying where to: give the page's final address")]
    NoLocation,
    /// Another status than success.
    #[error("the server answered {code}{reason}: {advice}", reason = spaced(*code), advice = advice(*code))]
    Status {
        /// The status.
        code: u16,
        /// How long the server wants to be left alone, if it says so.
        retry_after: Option<Duration>,
    },
    /// Something that is no page.
    #[error("the server sent {0}, not HTML: give the address of a page")]
    NotHtml(String),
    /// A compression nobody asked for.
    #[error(
        "the server compressed the page as {0}, which is not supported: save it and give the file"
    )]
    Encoding(String),
    /// The certificate is not good.
    #[error(
        "the connection to {host} is not safe ({why}): check the address; certificates are always verified"
    )]
    Tls {
        /// Who was asked.
        host: String,
        /// What is wrong with it.
        why: String,
    },
    /// The answer ended before it was complete.
    #[error("the transfer from {host} failed ({why}): try again")]
    Truncated {
        /// Who was asked.
        host: String,
        /// How it ended.
        why: String,
    },
    /// Anything else.
    #[error("the transfer from {host} failed ({why}): try again")]
    Other {
        /// Who was asked.
        host: String,
        /// What happened.
        why: String,
    },
    /// The site does not want it fetched.
    #[error("robots.txt of {0} does not allow it")]
    Robots(String),
    /// Whether the site wants it fetched cannot be known now.
    #[error("robots.txt of {0} cannot be read now: it is tried again later")]
    RobotsUnknown(String),
    /// The site may not be asked yet, and waiting for it would keep others waiting too. Nothing was tried, so
    /// it says nothing about the page.
    #[error("{site} may not be asked again for {} s: try again then", .wait.as_secs() + 1)]
    Later {
        /// The registered domain, which need not be that of the first address: redirects lead elsewhere.
        site: String,
        /// How long it is until then.
        wait: Duration,
    },
}

fn spaced(code: u16) -> String {
    let status = reqwest::StatusCode::from_u16(code).ok();
    status.and_then(|s| s.canonical_reason()).map(|r| format!(" {r}")).unwrap_or_default()
}

fn advice(code: u16) -> &'static str {
    match code {
        401 | 402 | 407 => "the page needs a login; save it in a browser and give the file",
        403 | 451 => "access is denied; save the page in a browser and give the file",
        404 | 410 => "the page is not there; check the address",
        408 | 429 => "the server wants fewer requests; try again later",
        500..=599 => "the server has a problem; try again later",
        _ => "this is not a page; check the address",
    }
}

impl FetchError {
    /// The name it is counted under.
    ///
    /// ```
    /// use dehusk_stream::fetch::FetchError;
    /// let gone = FetchError::Status { code: 410, retry_after: None };
    /// assert_eq!((gone.kind(), gone.is_lasting()), ("status_410", true));
    /// ```
    pub fn kind(&self) -> &'static str {
        self.counter().name()
    }

    /// Where it is counted.
    pub fn counter(&self) -> Counter {
        match self {
            FetchError::BadUrl(_) | FetchError::LongUrl(_) => Counter::BadUrl,
            FetchError::Scheme(_) => Counter::Scheme,
            FetchError::NoHost(_) => Counter::NoHost,
            FetchError::Private(_) => Counter::PrivateAddress,
            FetchError::Refused(_) => Counter::Refused,
            FetchError::Timeout(_) => Counter::Timeout,
            FetchError::Redirects(_) => Counter::RedirectLoop,
            FetchError::NoLocation => Counter::RedirectNowhere,
            FetchError::Status { code, .. } => status_counter(*code),
            FetchError::NotHtml(_) => Counter::NotHtml,
            FetchError::Encoding(_) => Counter::UnknownCompression,
            FetchError::Tls { .. } => Counter::Certificate,
            FetchError::Truncated { .. } => Counter::WrongLength,
            FetchError::Other { .. } => Counter::Transfer,
            FetchError::Robots(_) => Counter::Robots,
            FetchError::RobotsUnknown(_) => Counter::RobotsUnknown,
            FetchError::Later { .. } => Counter::SiteNotDue,
        }
    }

    /// Whether another try would end the same way.
    pub fn is_lasting(&self) -> bool {
        match self {
            FetchError::Status { code, .. } => {
                !matches!(code, 408 | 425 | 429 | 500..=599) && *code != 403
            }
            FetchError::BadUrl(_)
            | FetchError::LongUrl(_)
            | FetchError::Scheme(_)
            | FetchError::Private(_)
            | FetchError::Redirects(_)
            | FetchError::NotHtml(_)
            | FetchError::Encoding(_)
            | FetchError::Robots(_) => true,
            _ => false,
        }
    }

    /// How long from now the server wants to be left alone.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            FetchError::Status { retry_after, .. } => *retry_after,
            FetchError::Later { wait, .. } => Some(*wait),
            _ => None,
        }
    }

    /// What the client's error means for a request to `host`, which was given `timeout`.
    pub(super) fn from_client(
        error: &reqwest::Error,
        url: &url::Url,
        timeout: Duration,
    ) -> FetchError {
        let host = url.host_str().unwrap_or_default().to_string();
        if error.is_timeout() {
            return FetchError::Timeout(timeout);
        }
        let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
        let mut why = String::new();
        while let Some(inner) = cause {
            if let Some(known) = known_cause(inner, url) {
                return known;
            }
            why = inner.to_string();
            cause = inner.source();
        }
        FetchError::Other { host, why }
    }
}

/// What one link in a chain of causes says plainly.
fn known_cause(cause: &(dyn std::error::Error + 'static), url: &url::Url) -> Option<FetchError> {
    let host = url.host_str().unwrap_or_default().to_string();
    if let Some(refused) = cause.downcast_ref::<super::resolver::Refused>() {
        return Some(FetchError::Private(refused.address));
    }
    if cause.downcast_ref::<super::resolver::NoHost>().is_some() {
        return Some(FetchError::NoHost(host));
    }
    if let Some(tls) = cause.downcast_ref::<rustls::Error>() {
        return Some(FetchError::Tls { host, why: tls.to_string() });
    }
    if let Some(io) = cause.downcast_ref::<std::io::Error>() {
        if let Some(tls) = tls_error(io) {
            return Some(FetchError::Tls { host, why: tls.to_string() });
        }
        let port = url.port_or_known_default().unwrap_or_default();
        return match io.kind() {
            std::io::ErrorKind::ConnectionRefused => {
                Some(FetchError::Refused(format!("{host}:{port}")))
            }
            std::io::ErrorKind::UnexpectedEof => {
                Some(FetchError::Truncated { host, why: io.to_string() })
            }
            _ => None,
        };
    }
    // hyper has no public type for this that could be asked for.
    let text = cause.to_string();
    let cut = text.contains("end of file before message length reached")
        || text.contains("connection closed before message completed");
    cut.then_some(FetchError::Truncated { host, why: text })
}

/// The error of TLS that travels inside one of input and output, or inside one inside one.
fn tls_error(error: &std::io::Error) -> Option<&rustls::Error> {
    let inner = error.get_ref()?;
    match inner.downcast_ref::<std::io::Error>() {
        Some(deeper) => tls_error(deeper),
        None => inner.downcast_ref(),
    }
}

fn status_counter(code: u16) -> Counter {
    match code {
        401 => Counter::Status401,
        403 => Counter::Status403,
        404 => Counter::Status404,
        410 => Counter::Status410,
        429 => Counter::Status429,
        451 => Counter::Status451,
        503 => Counter::Status503,
        400..=499 => Counter::Status4xx,
        500..=599 => Counter::Status5xx,
        _ => Counter::StatusOther,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_pass_is_tried_again() {
        let status = |code| FetchError::Status { code, retry_after: None };
        for code in [408, 429, 500, 503, 403] {
            assert!(!status(code).is_lasting(), "{code}");
        }
        for code in [400, 401, 404, 410, 451, 304] {
            assert!(status(code).is_lasting(), "{code}");
        }
        assert!(!FetchError::NoHost("a".into()).is_lasting());
        assert!(FetchError::Robots("a".into()).is_lasting());
    }

    #[test]
    fn later_says_who_and_when() {
        let wait = Duration::from_secs(3600);
        let later = FetchError::Later { site: "b.example".into(), wait };
        assert!(!later.is_lasting());
        assert_eq!(later.retry_after(), Some(wait));
        let told = later.to_string();
        assert!(told.contains("b.example") && told.contains("try again then"), "{told}");
    }
}
