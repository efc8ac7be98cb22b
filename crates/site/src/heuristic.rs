//! The four ways the paper decides by the counts of a tree (its section 5.4).

use std::fmt;
use std::str::FromStr;

/// The support a node needs for the strict heuristic.
const N_MIN: u32 = 5;
/// The most occurrences of content.
const C_MAX: u32 = 1;
/// The most occurrences of content for the relaxed heuristic, on sites that are well known.
const RELAXED_C_MAX: u32 = 2;
/// What the paper found best for `strict-support-N`.
const SUPPORT: u32 = 100;
/// What the paper found best for `relaxed-at-domain-N`.
const RELAXED: u32 = 500;

/// Where blocks are counted, and how often content may occur there.
///
/// ```
/// use dehusk_site::Heuristic;
/// let heuristic: Heuristic = "url-tree-support-30".parse()?;
/// assert_eq!(heuristic, Heuristic::support(30));
/// assert_eq!(heuristic.to_string(), "url-tree-support-30");
/// # Ok::<_, dehusk_site::UnknownHeuristic>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Heuristic(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Strict,
    Support(u32),
    Domain,
    Relaxed(u32),
}

impl Heuristic {
    /// The deepest node with 5 documents or more, else the domain; content occurs once.
    pub fn strict() -> Heuristic {
        Heuristic(Kind::Strict)
    }

    /// The deepest node with more than `n` documents, else the domain; content occurs once.
    pub fn support(n: u32) -> Heuristic {
        Heuristic(Kind::Support(n))
    }

    /// The domain; content occurs once.
    pub fn domain() -> Heuristic {
        Heuristic(Kind::Domain)
    }

    /// As [strict](Heuristic::strict), but content may occur twice once the domain has more than `n`
    /// documents.
    pub fn relaxed(n: u32) -> Heuristic {
        Heuristic(Kind::Relaxed(n))
    }

    /// All four, with the paper's choice of `n`.
    pub fn all() -> [Heuristic; 4] {
        [Self::strict(), Self::support(SUPPORT), Self::domain(), Self::relaxed(RELAXED)]
    }

    /// One line on how it decides.
    pub fn about(&self) -> String {
        match self.0 {
            Kind::Strict => {
                format!("content stands once on the {N_MIN} pages or more around a page's address")
            }
            Kind::Support(n) => {
                format!("content stands once on the more than {n} pages around a page's address")
            }
            Kind::Domain => "content stands once on the pages of the site".into(),
            Kind::Relaxed(n) => {
                format!(
                    "as strict, but content may stand twice once more than {n} pages of the site are known"
                )
            }
        }
    }

    /// The support that the chosen node has at least; none for the domain whatever its support.
    pub fn least_support(&self) -> Option<u32> {
        match self.0 {
            Kind::Strict | Kind::Relaxed(_) => Some(N_MIN),
            Kind::Support(n) => Some(n.saturating_add(1)),
            Kind::Domain => None,
        }
    }

    /// The most occurrences of content, for a domain with this support.
    pub fn most_occurrences(&self, domain_support: u32) -> u32 {
        match self.0 {
            Kind::Relaxed(n) if domain_support > n => RELAXED_C_MAX,
            _ => C_MAX,
        }
    }
}

impl fmt::Display for Heuristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Kind::Strict => f.write_str("url-tree-strict"),
            Kind::Support(n) => write!(f, "url-tree-support-{n}"),
            Kind::Domain => f.write_str("url-tree-domain"),
            Kind::Relaxed(n) => write!(f, "url-tree-relaxed-{n}"),
        }
    }
}

/// A name that is none of a heuristic.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no URL Tree {0:?}; there are url-tree-strict, url-tree-support-N, url-tree-domain and url-tree-relaxed-N"
)]
pub struct UnknownHeuristic(String);

impl FromStr for Heuristic {
    type Err = UnknownHeuristic;

    fn from_str(name: &str) -> Result<Heuristic, UnknownHeuristic> {
        let number = |prefix: &str| {
            let digits = name.strip_prefix(prefix)?;
            // One name for one heuristic: `+5` and `05` are none.
            digits.parse::<u32>().ok().filter(|n| n.to_string() == digits)
        };
        match name {
            "url-tree-strict" => return Ok(Heuristic::strict()),
            "url-tree-domain" => return Ok(Heuristic::domain()),
            _ => {}
        }
        let support = number("url-tree-support-").map(Heuristic::support);
        let found = support.or_else(|| number("url-tree-relaxed-").map(Heuristic::relaxed));
        found.ok_or_else(|| UnknownHeuristic(name.chars().take(80).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for heuristic in Heuristic::all() {
            assert_eq!(heuristic.to_string().parse(), Ok(heuristic));
        }
        let bad = ["url-tree", "url-tree-support-", "url-tree-relaxed--1", "url-tree-support-05"];
        for name in bad {
            assert!(name.parse::<Heuristic>().is_err(), "{name}");
        }
        assert!("url-tree-support-4294967296".parse::<Heuristic>().is_err());
    }

    #[test]
    fn the_relaxed_limit_holds_past_n_only() {
        let relaxed = Heuristic::relaxed(10);
        assert_eq!([relaxed.most_occurrences(10), relaxed.most_occurrences(11)], [1, 2]);
    }
}
