//! What may be wrong with a page. Looking for it is an extractor's matter.

use std::fmt;

/// What is wrong with a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Trouble {
    /// The page asks for consent and shows little else.
    ConsentWall,
    /// The text ends where a subscription begins.
    Paywall,
    /// An application that is empty until its scripts run.
    EmptyApplication,
    /// An error, a refusal, or a test whether a person asks.
    ErrorPage,
    /// A list of links to other pages.
    IndexPage,
    /// Hardly any text was found.
    TooLittleText,
    /// The text comes from parts of the page that may not belong together.
    Mixed,
    /// Much was left out that looks like what was kept.
    MayBeCut,
    /// Nothing particular is wrong, but answers about pages like this are often poor.
    Doubtful,
}

impl Trouble {
    /// Every kind of trouble, the ones that are looked for first in front.
    pub const ALL: [Trouble; 9] = [
        Trouble::ErrorPage,
        Trouble::ConsentWall,
        Trouble::Paywall,
        Trouble::EmptyApplication,
        Trouble::IndexPage,
        Trouble::TooLittleText,
        Trouble::Mixed,
        Trouble::MayBeCut,
        Trouble::Doubtful,
    ];

    /// A name that does not change, for programs.
    pub fn name(self) -> &'static str {
        match self {
            Trouble::ConsentWall => "consent-wall",
            Trouble::Paywall => "paywall",
            Trouble::EmptyApplication => "empty-application",
            Trouble::ErrorPage => "error-page",
            Trouble::IndexPage => "index-page",
            Trouble::TooLittleText => "too-little-text",
            Trouble::Mixed => "mixed",
            Trouble::MayBeCut => "may-be-cut",
            Trouble::Doubtful => "doubtful",
        }
    }

    /// One line for people.
    pub fn message(self) -> &'static str {
        match self {
            Trouble::ConsentWall => "the page asks for consent and shows little else",
            Trouble::Paywall => "the text seems to end at a paywall",
            Trouble::EmptyApplication => "the page is empty until its scripts run",
            Trouble::ErrorPage => "the page reports an error or refuses the visit",
            Trouble::IndexPage => "the page is a list of links to other pages",
            Trouble::TooLittleText => "hardly any text was found",
            Trouble::Mixed => "the text comes from several separate parts of the page",
            Trouble::MayBeCut => "the text may be cut",
            Trouble::Doubtful => "pages like this are often judged wrongly",
        }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

/// What is wrong with a page, and what shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnosis {
    /// What is wrong.
    pub trouble: Trouble,
    /// What shows it, such as the phrase that was found.
    pub evidence: String,
}

impl Diagnosis {
    /// A trouble with what shows it.
    pub fn new(trouble: Trouble, evidence: impl Into<String>) -> Diagnosis {
        Diagnosis { trouble, evidence: evidence.into() }
    }
}

impl fmt::Display for Diagnosis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.trouble, self.evidence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_kebab_case_and_different() {
        let mut names: Vec<_> = Trouble::ALL.iter().map(|t| t.name()).collect();
        assert!(names.iter().all(|n| n.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Trouble::ALL.len());
        assert!(Trouble::ALL.iter().all(|t| !t.message().contains('\n')));
    }
}
