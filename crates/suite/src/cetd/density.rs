//! The densities of a node.
//!
//! - Text density: `TD = C / T`.
//! - Composite text density: `CTD = C/T · log_b(C/LC · T/LT)` with the base
//!   `b = ln(C/¬LC · LC + LC_body/C_body · C + e)`, which is small for nodes of links.
//!
//! `C` are the characters below the node, `T` the tags, `LC` and `LT` those of links, `¬LC` the characters
//! outside links; what would divide by zero is 1. A page without links has the base 1, for which there is no
//! logarithm; its composite density is the plain one.

use dehusk_extract::derived::Sums;
use std::f64::consts::E;

/// What a density is made from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counts {
    /// `C`.
    pub chars: f64,
    /// `LC`.
    pub link_chars: f64,
    /// `¬LC`.
    pub plain_chars: f64,
    /// `T`.
    pub tags: f64,
    /// `LT`.
    pub link_tags: f64,
}

impl Counts {
    pub fn of(sums: &Sums) -> Counts {
        Counts {
            chars: f64::from(sums.chars),
            link_chars: f64::from(sums.link_chars),
            plain_chars: f64::from(sums.chars - sums.link_chars),
            tags: f64::from(sums.tags),
            link_tags: f64::from(sums.link_tags),
        }
    }

    /// `TD`.
    pub fn density(&self) -> f64 {
        ratio(self.chars, self.tags)
    }

    /// `CTD`.
    pub fn composite_density(&self, body: &Counts) -> f64 {
        let links = ratio(body.link_chars, body.chars);
        if links == 0.0 || self.chars == 0.0 {
            return self.density();
        }
        let base = ratio(self.chars, self.plain_chars) * self.link_chars + links * self.chars + E;
        let purity = ratio(self.chars, self.link_chars) * ratio(self.tags.max(1.0), self.link_tags);
        self.density() * purity.ln() / base.ln().ln()
    }
}

/// A ratio in which nothing to divide by counts as 1.
fn ratio(above: f64, below: f64) -> f64 {
    above / if below == 0.0 { 1.0 } else { below }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Sums = Sums { chars: 100, link_chars: 0, tags: 4, link_tags: 0, texts: 1 };

    fn body(chars: u32, link_chars: u32) -> Counts {
        Counts::of(&Sums { chars, link_chars, ..Sums::default() })
    }

    #[test]
    fn densities_are_as_the_paper_has_them() {
        assert_eq!(Counts::of(&PLAIN).density(), 25.0);
        // ln(0 + 0.5 · 100 + e), log of 100 · 4 to that base.
        let base = (50.0 + E).ln();
        let composite = Counts::of(&PLAIN).composite_density(&body(10, 5));
        assert!((composite - 25.0 * 400_f64.ln() / base.ln()).abs() < 1e-9);
        let links = Sums { link_chars: 100, link_tags: 4, ..PLAIN };
        assert_eq!(Counts::of(&links).composite_density(&body(10, 5)), 0.0);
    }

    #[test]
    fn a_page_without_links_has_plain_densities() {
        assert_eq!(Counts::of(&PLAIN).composite_density(&body(10, 0)), 25.0);
    }
}
