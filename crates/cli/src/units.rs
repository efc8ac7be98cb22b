//! Values that are typed with a unit or in a certain shape.

use std::time::Duration;

/// Seconds, with a fraction if wanted: `30`, `0.5`, `30s`.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.strip_suffix('s').unwrap_or(text).parse::<f64>();
    let seconds = number.map_err(|_| "give a number of seconds, such as 30 or 0.5")?;
    // A day is longer than anyone waits, and far from what would overflow a clock.
    if seconds > 0.0 && seconds <= 86_400.0 {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err("give more than 0 seconds and at most a day (86400)".into())
    }
}

/// Seconds, which may be none.
pub fn seconds_or_none(text: &str) -> Result<Duration, String> {
    if text.trim_end_matches('s') == "0" { Ok(Duration::ZERO) } else { seconds(text) }
}

/// Bytes, with `K`, `M` or `G` for their binary multiples: `4096`, `64M`.
pub fn size(text: &str) -> Result<usize, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => 0,
        "K" | "KB" | "KIB" => 10,
        "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        unit => return Err(format!("there is no unit {unit}: use K, M or G")),
    };
    let number: usize = digits.parse().map_err(|_| "give a size, such as 4096 or 64M")?;
    match number.checked_mul(1 << shift) {
        Some(0) => Err("give at least 1 byte".into()),
        Some(bytes) => Ok(bytes),
        None => Err("that is more than this machine can count".into()),
    }
}

/// A whole number above zero.
pub fn count(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&n| n > 0).ok_or_else(|| "give a whole number above 0".into())
}

/// Text that may stand in an HTTP header.
pub fn header(text: &str) -> Result<String, String> {
    let fits = !text.is_empty() && text.chars().all(|c| c == ' ' || c.is_ascii_graphic());
    if fits { Ok(text.into()) } else { Err("use ASCII letters, digits and signs only".into()) }
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

    #[test]
    fn headers_have_no_line_ends() {
        assert!(header("me/1.0 (+https://example.com)").is_ok());
        assert!(header("me\r\nHost: other").is_err());
        assert!(header("").is_err());
    }
}
