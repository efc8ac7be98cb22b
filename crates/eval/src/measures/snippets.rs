//! Snippets that must and must not be in the text: trafilatura's measure.

/// Snippets found that should be, and absent that should be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct SnippetCounts {
    /// Wanted snippets that are there.
    pub found: usize,
    /// Wanted snippets.
    pub wanted: usize,
    /// Unwanted snippets that are not there.
    pub absent: usize,
    /// Unwanted snippets.
    pub unwanted: usize,
}

impl SnippetCounts {
    /// The mean of the share found and the share kept out; a side without snippets counts as right.
    pub fn balanced_accuracy(&self) -> f64 {
        (share(self.found, self.wanted) + share(self.absent, self.unwanted)) / 2.0
    }

    /// Adds another page's counts.
    pub fn add(&mut self, other: &SnippetCounts) {
        self.found += other.found;
        self.wanted += other.wanted;
        self.absent += other.absent;
        self.unwanted += other.unwanted;
    }
}

fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}

/// Looks for snippets in a text; any white space equals a space.
pub fn snippets(with: &[String], without: &[String], text: &str) -> SnippetCounts {
    let text = fold(text);
    let has = |snippet: &&String| text.contains(&fold(snippet));
    SnippetCounts {
        found: with.iter().filter(has).count(),
        wanted: with.len(),
        absent: without.len() - without.iter().filter(has).count(),
        unwanted: without.len(),
    }
}

/// Each run of white space becomes one space, also at the ends.
fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut in_space = false;
    for c in text.chars() {
        let space = is_space(c);
        if !space {
            out.push(c);
        } else if !in_space {
            out.push(' ');
        }
        in_space = space;
    }
    out
}

/// White space as regular expressions usually have it: the separators of information count too.
fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{1c}'..='\u{1f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_weigh_the_same() {
        let with = ["one  two".to_string(), "three".into()];
        let counts = snippets(&with, &["menu".into()], "one\ntwo and more");
        assert_eq!(counts, SnippetCounts { found: 1, wanted: 2, absent: 1, unwanted: 1 });
        assert_eq!(counts.balanced_accuracy(), 0.75);
    }
}
