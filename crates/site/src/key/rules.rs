//! Rules that say which parameters of an address name the document.
//!
//! They come from people, in a file: one that can not be read is reported with its place, and the others
//! work on.

use super::encoding;
use regex::Regex;
use serde::Deserialize;
use std::fmt;
use toml::{Spanned, Value};

/// The paper's own examples.
const DEFAULT: &str = include_str!("default_rules.toml");

/// Rules in their order. [`Rules::default`] has those of the paper.
#[derive(Clone, Debug)]
pub struct Rules(Vec<Rule>);

#[derive(Clone, Debug)]
struct Rule {
    url: Regex,
    keep: Vec<String>,
}

/// What is wrong with a file of rules, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleProblem {
    /// The file, as it was named.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there, in one line.
    pub reason: String,
}

impl fmt::Display for RuleProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.reason)
    }
}

impl std::error::Error for RuleProblem {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    rule: Vec<Spanned<Written>>,
}

/// A rule as it is written: values of the wrong kind are found out one by one, not with the whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    url: Option<Spanned<Value>>,
    keep: Option<Spanned<Value>>,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::parse(DEFAULT, "default_rules.toml").0
    }
}

impl Rules {
    /// No rules: every query is dropped.
    pub fn none() -> Rules {
        Rules(Vec::new())
    }

    /// Reads rules in TOML; `file` is what problems are reported for. A bad rule is left out.
    ///
    /// ```
    /// use dehusk_site::Rules;
    /// let text = "[[rule]]\nurl = '^http://a('\nkeep = ['id']\n\n[[rule]]\nurl = '/b'\nkeep = ['n']";
    /// let (rules, problems) = Rules::parse(text, "rules.toml");
    /// assert_eq!(rules.len(), 1);
    /// assert_eq!(problems[0].to_string(), "rules.toml:2: the expression is bad: unclosed group");
    /// ```
    pub fn parse(text: &str, file: &str) -> (Rules, Vec<RuleProblem>) {
        let problem = |offset: usize, reason: String| {
            let before = text.as_bytes().iter().take(offset);
            let line = 1 + before.filter(|&&b| b == b'\n').count();
            RuleProblem { file: file.into(), line, reason }
        };
        let written: File = match toml::from_str(text) {
            Ok(written) => written,
            Err(error) => {
                let offset = error.span().map_or(0, |span| span.start);
                return (Rules::none(), vec![problem(offset, error.message().to_string())]);
            }
        };
        let (mut rules, mut problems) = (Vec::new(), Vec::new());
        for rule in written.rule {
            let start = rule.span().start;
            match compile(rule.into_inner(), start) {
                Ok(rule) => rules.push(rule),
                Err((offset, reason)) => problems.push(problem(offset, reason)),
            }
        }
        (Rules(rules), problems)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// These rules, and behind them those of another set.
    pub fn then(mut self, others: Rules) -> Rules {
        self.0.extend(others.0);
        self
    }

    /// The parameters to keep of an address: those of the first rule that matches; none if no rule does.
    pub(super) fn parameters(&self, url: &str) -> Option<&[String]> {
        let rule = self.0.iter().find(|rule| rule.url.is_match(url));
        rule.map(|rule| rule.keep.as_slice())
    }
}

/// A rule, or the place and the kind of its fault.
fn compile(written: Written, start: usize) -> Result<Rule, (usize, String)> {
    let missing = |what: &str| (start, format!("the rule has no {what:?}"));
    let url = written.url.ok_or_else(|| missing("url"))?;
    let at = url.span().start;
    let expression = url.get_ref().as_str().ok_or((at, "\"url\" is no text".to_string()))?;
    let compiled = Regex::new(expression);
    let url =
        compiled.map_err(|error| (at, format!("the expression is bad: {}", brief(&error))))?;
    let keep = written.keep.ok_or_else(|| missing("keep"))?;
    let at = keep.span().start;
    let names = keep.get_ref().as_array().into_iter().flatten();
    let names: Option<Vec<String>> = names.map(|v| v.as_str().map(encoding::normal)).collect();
    match names {
        Some(keep) if !keep.is_empty() => Ok(Rule { url, keep }),
        _ => Err((at, "\"keep\" is no list of parameters".into())),
    }
}

/// The last line of what the compiler of expressions says, without the drawing above it.
fn brief(error: &regex::Error) -> String {
    let text = error.to_string();
    let last = text.lines().last().unwrap_or_default();
    last.strip_prefix("error: ").unwrap_or(last).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_the_nine_of_the_paper() {
        let (rules, problems) = Rules::parse(DEFAULT, "defaults");
        assert_eq!(problems, []);
        assert_eq!(rules.len(), 9);
    }

    #[test]
    fn the_first_rule_that_matches_decides() {
        let text = "[[rule]]\nurl='/a'\nkeep=['x']\n[[rule]]\nurl='/'\nkeep=['y', 'z']";
        let (rules, _) = Rules::parse(text, "r");
        let kept = |url: &str| rules.parameters(url).map(<[String]>::to_vec);
        assert_eq!(kept("http://h/a").unwrap(), ["x"]);
        assert_eq!(kept("http://h/b").unwrap(), ["y", "z"]);
        assert_eq!(kept("none"), None);
    }

    #[test]
    fn each_fault_has_its_line_and_the_others_load() {
        let text = "[[rule]]\nurl = 5\nkeep = ['a']\n\n[[rule]]\nkeep = ['a']\n\n[[rule]]\nurl = 'b'\n\
                    keep = 'a'\n\n[[rule]]\nurl = 'good'\nkeep = ['a']\n[[rule]]\nurl = '[z'\nkeep = ['a']";
        let (rules, problems) = Rules::parse(text, "r.toml");
        assert_eq!(rules.len(), 1);
        let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "r.toml:2: \"url\" is no text",
                "r.toml:5: the rule has no \"url\"",
                "r.toml:10: \"keep\" is no list of parameters",
                "r.toml:16: the expression is bad: unclosed character class",
            ]
        );
    }

    #[test]
    fn a_file_that_is_no_toml_is_one_problem() {
        let (rules, problems) = Rules::parse("[[rule]]\nurl = 'a'\nkeep = [\n", "r.toml");
        assert!(rules.is_empty());
        assert_eq!(problems.len(), 1);
        assert!(problems[0].line >= 3, "{}", problems[0]);
    }

    #[test]
    fn an_expression_that_would_take_too_much_memory_is_refused() {
        let (rules, problems) = Rules::parse("[[rule]]\nurl='(a{1000}){1000}'\nkeep=['x']", "r");
        assert!(rules.is_empty());
        assert!(problems[0].reason.contains("size limit"), "{}", problems[0]);
    }
}
