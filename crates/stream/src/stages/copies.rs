//! Whether two texts are one article that came under two addresses.
//!
//! What is extracted of the same page may differ from one time to the next: when the site was new, a line
//! about the author was taken for content, or a paragraph for furniture; later its memory knew better. So one of
//! the two texts has lines that the other has not, but hardly the other way round.

use std::collections::HashMap;
use twox_hash::XxHash3_64;

/// So much of a hundred of the shorter text has to stand in the longer one.
const NEARLY_PERCENT: usize = 75;

/// The lines of a text that have letters or digits, by their hash, and how many each has. Letters and digits are
/// counted because not every script has spaces between words.
#[derive(Debug)]
pub struct Lines(HashMap<u64, usize>);

impl Lines {
    /// The lines of a text.
    pub fn of(text: &str) -> Lines {
        let weighed = text.lines().map(str::trim).map(|line| (line, weight(line)));
        let weighed = weighed.filter(|(_, weight)| *weight > 0);
        Lines(weighed.map(|(l, weight)| (XxHash3_64::oneshot(l.as_bytes()), weight)).collect())
    }

    /// Whether nearly all of the shorter text stands in lines that the other has too.
    ///
    /// A long article with the title of a short one may have all of it. That it says more is for the caller to find
    /// out, who knows the pages.
    pub fn say_the_same_as(&self, other: &Lines) -> bool {
        let in_both = self.0.iter().filter(|(line, _)| other.0.contains_key(line));
        let shared: usize = in_both.map(|(_, weight)| weight).sum();
        let shorter = self.0.values().sum::<usize>().min(other.0.values().sum());
        shared > 0 && shared * 100 >= shorter * NEARLY_PERCENT
    }
}

fn weight(line: &str) -> usize {
    line.chars().filter(|c| c.is_alphanumeric()).count()
}

#[cfg(test)]
mod tests {
    use super::Lines;

    fn says_the_same(one: &str, other: &str) -> bool {
        Lines::of(one).say_the_same_as(&Lines::of(other))
    }

    const TEXT: &str = "The harbour was quiet that morning\n\nNo boat had left since the storm began\n\nBy noon they did";

    #[test]
    fn lines_more_on_one_side_are_the_same() {
        assert!(says_the_same(TEXT, &format!("{TEXT}\n\nPosted by Ada")));
        assert!(says_the_same(&format!("A title\n{TEXT}"), TEXT));
        let about = "Ada Smith has written for this paper since 1993 and lives with two cats near the harbour";
        assert!(says_the_same(TEXT, &format!("{TEXT}\n{about}\n- Share\n- Print")));
        assert!(says_the_same(
            "码头上很安静\n没有船离开",
            "标题\n码头上很安静\n没有船离开\n作者王芳"
        ));
    }

    #[test]
    fn other_numbers_or_other_lines_are_not() {
        let report =
            "The index closed at 4512 points, up 3 percent\nVolume was 17 million shares in all";
        assert!(!says_the_same(report, &report.replace('7', "8")));
        let other = "No boat had left since the storm began\nThe ferry stayed where it was, too, and nobody minded";
        assert!(!says_the_same(TEXT, other));
        assert!(!says_the_same("码头上很安静", "没有船离开"));
        assert!(!says_the_same("", "") && !says_the_same(TEXT, "…"));
    }
}
