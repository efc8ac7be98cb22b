//! Values that are typed with a unit or in a certain shape.

use dehusk::extractor::Role;
#[cfg(feature = "batch")]
use dehusk_batch::Sameness;
use std::time::Duration;

/// What is wrong with a value, and what to give instead.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValueError {
    #[error("give a number of seconds, such as 30 or 0.5")]
    NotSeconds,
    #[error("give more than 0 seconds and at most a day (86400)")]
    SecondsOutOfRange,
    #[error("there is no unit {0}: use K, M or G")]
    UnknownUnit(String),
    #[error("give a size, such as 4096 or 64M")]
    NotSize,
    #[error("give at least 1 byte")]
    NoBytes,
    #[error("that is more than this machine can count")]
    TooLarge,
    #[error("give a whole number above 0")]
    NotCount,
    #[cfg(feature = "suite")]
    #[error("give a number of 0 or more, such as 1.5")]
    NotRatio,
    #[cfg(feature = "stream")]
    #[error("use ASCII letters, digits and signs only")]
    NotHeader,
    #[cfg(feature = "stream")]
    #[error("give your own e-mail or web address, such as {0}: an invented one gets you blocked")]
    NotContact(&'static str),
    #[cfg(feature = "stream")]
    #[error("give an address of the web, such as https://reader.example")]
    NotWebAddress,
    #[cfg(feature = "stream")]
    #[error("give at least 8 letters, digits or -_.~")]
    NotToken,
    #[cfg(feature = "batch")]
    #[error("give a share of the pages, such as 1% or 0.01")]
    NotShare,
    #[cfg(feature = "batch")]
    #[error("choose from {}", Sameness::ALL.map(Sameness::name).join(", "))]
    UnknownSameness,
    #[cfg(feature = "batch")]
    #[error("choose from {}", dehusk_batch::PRESETS.iter().map(|preset| preset.name).collect::<Vec<_>>().join(", "))]
    UnknownPreset,
    #[error("choose from {}", Role::ALL.map(Role::name).join(", "))]
    UnknownRole,
}

/// A ratio: a finite number that is not negative.
#[cfg(feature = "suite")]
pub fn ratio(text: &str) -> Result<f32, ValueError> {
    let number = text.parse().ok().filter(|number: &f32| number.is_finite() && *number >= 0.0);
    number.ok_or(ValueError::NotRatio)
}

/// Seconds, with a fraction if wanted: `30`, `0.5`, `30s`.
pub fn seconds(text: &str) -> Result<Duration, ValueError> {
    let number = text.strip_suffix('s').unwrap_or(text).parse::<f64>();
    let seconds = number.map_err(|_| ValueError::NotSeconds)?;
    // A day is longer than anyone waits, and far from what would overflow a clock.
    if seconds > 0.0 && seconds <= 86_400.0 {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(ValueError::SecondsOutOfRange)
    }
}

/// Seconds, which may be none.
#[cfg(feature = "stream")]
pub fn seconds_or_none(text: &str) -> Result<Duration, ValueError> {
    if text.trim_end_matches('s') == "0" { Ok(Duration::ZERO) } else { seconds(text) }
}

/// Bytes, with `K`, `M` or `G` for their binary multiples: `4096`, `64M`.
pub fn size(text: &str) -> Result<usize, ValueError> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => 0,
        "K" | "KB" | "KIB" => 10,
        "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        unit => return Err(ValueError::UnknownUnit(unit.into())),
    };
    let number: usize = digits.parse().map_err(|_| ValueError::NotSize)?;
    match number.checked_mul(1 << shift) {
        Some(0) => Err(ValueError::NoBytes),
        Some(bytes) => Ok(bytes),
        None => Err(ValueError::TooLarge),
    }
}

/// A whole number above zero.
pub fn count(text: &str) -> Result<usize, ValueError> {
    text.parse().ok().filter(|&n| n > 0).ok_or(ValueError::NotCount)
}

/// Text that may stand in an HTTP header.
#[cfg(feature = "stream")]
pub fn header(text: &str) -> Result<String, ValueError> {
    let fits = !text.is_empty() && text.chars().all(|c| c == ' ' || c.is_ascii_graphic());
    if fits { Ok(text.into()) } else { Err(ValueError::NotHeader) }
}

/// An address at which a person can be reached.
#[cfg(feature = "stream")]
pub fn contact(text: &str) -> Result<String, ValueError> {
    let text = text.trim();
    let wrong = || ValueError::NotContact("me@my-domain.org or https://my-domain.org/about");
    let host = match url::Url::parse(text) {
        Ok(url) if matches!(url.scheme(), "http" | "https") => url.host_str().map(str::to_string),
        _ => text.split_once('@').filter(|(name, _)| !name.is_empty()).map(|(_, host)| host.into()),
    };
    let fits = text.chars().all(|c| c.is_ascii_graphic() && !matches!(c, '(' | ')' | '"' | '\\'));
    let reached = host.is_some_and(|host: String| is_somebodys(&host));
    if fits && reached { Ok(text.into()) } else { Err(wrong()) }
}

/// Whether a name may belong to somebody: it has more than one part and is none of those that never do.
#[cfg(feature = "stream")]
fn is_somebodys(host: &str) -> bool {
    let host = host.to_ascii_lowercase();
    let parts: Vec<&str> = host.split('.').collect();
    let [.., domain, top] = parts[..] else { return false };
    let nobodys = matches!(top, "example" | "invalid" | "localhost")
        || (domain == "example" && matches!(top, "com" | "net" | "org"));
    !nobodys && parts.iter().all(|part| !part.is_empty() && !part.contains(['@', '/', ' ']))
}

/// A share of a whole: `1%`, `0.01`.
#[cfg(feature = "batch")]
pub fn share(text: &str) -> Result<f64, ValueError> {
    let (digits, whole) = match text.strip_suffix('%') {
        Some(digits) => (digits, 100.0),
        None => (text, 1.0),
    };
    let share = digits.trim().parse::<f64>().map_err(|_| ValueError::NotShare)? / whole;
    if share > 0.0 && share <= 1.0 { Ok(share) } else { Err(ValueError::NotShare) }
}

/// A published filter.
#[cfg(feature = "batch")]
pub fn preset(name: &str) -> Result<&'static dehusk_batch::Preset, ValueError> {
    dehusk_batch::Preset::find(name).ok_or(ValueError::UnknownPreset)
}

/// How pages are found to say the same.
#[cfg(feature = "batch")]
pub fn sameness(name: &str) -> Result<Sameness, ValueError> {
    let found = Sameness::ALL.into_iter().find(|sameness| sameness.name() == name);
    found.ok_or(ValueError::UnknownSameness)
}

/// A kind of blocks.
pub fn role(name: &str) -> Result<Role, ValueError> {
    Role::from_name(name).ok_or(ValueError::UnknownRole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        assert_eq!(size("4096"), Ok(4096));
        assert_eq!(size("64M"), Ok(64 << 20));
        assert_eq!(size("2kb"), Ok(2048));
        for wrong in ["", "0", "M", "-1", "1X", "9999999999999G", "1é"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn seconds_are_positive_and_finite() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(seconds("30s"), Ok(Duration::from_secs(30)));
        for wrong in ["", "0", "-1", "nan", "inf", "1e300", "soon"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn counts_are_positive() {
        assert_eq!(count("7"), Ok(7));
        assert!(count("0").is_err());
        assert!(count("many").is_err());
    }

    #[cfg(feature = "stream")]
    #[test]
    fn contacts_are_somebodys() {
        for right in
            ["me@my-domain.org", " me+feeds@mail.my.co.uk ", "https://my-domain.org/about?x=1"]
        {
            assert_eq!(contact(right).as_deref(), Ok(right.trim()));
        }
        for wrong in [
            "",
            "me",
            "me@",
            "@my.org",
            "me@host",
            "me@a@b.org",
            "my-domain.org",
            "ftp://my.org/",
            "https://localhost/",
            "you@example.com",
            "https://www.example.org",
            "x@dehusk.invalid",
            "a b@my.org",
            "me@my.org\r\nHost: other",
            "me@my..org",
            "mé@my.org",
            "me@my.org)",
        ] {
            assert!(contact(wrong).is_err(), "{wrong}");
        }
    }

    #[cfg(feature = "stream")]
    #[test]
    fn headers_have_no_line_ends() {
        assert!(header("me/1.0 (+https://example.com)").is_ok());
        assert!(header("me\r\nHost: other").is_err());
        assert!(header("").is_err());
    }
}
