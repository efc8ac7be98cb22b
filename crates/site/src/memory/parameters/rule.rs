//! What was learned of parameters, as the rules that people write.

use super::Parameter;
use std::collections::BTreeMap;
use std::fmt;

/// A rule that a site's addresses suggest, with its evidence. Its [`Display`](fmt::Display) is TOML, as
/// [`Rules`](crate::Rules) read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearnedRule {
    form: String,
    evidence: Vec<Parameter>,
}

impl LearnedRule {
    /// The rules that parameters suggest, by the form of path.
    pub fn of(parameters: &[Parameter]) -> Vec<LearnedRule> {
        let mut forms: BTreeMap<&str, Vec<Parameter>> = BTreeMap::new();
        for parameter in parameters {
            forms.entry(&parameter.form).or_default().push(parameter.clone());
        }
        let rule =
            |(form, evidence): (&str, Vec<Parameter>)| LearnedRule { form: form.into(), evidence };
        forms.into_iter().map(rule).collect()
    }

    /// The parameters that name the document.
    pub fn keep(&self) -> Vec<&str> {
        let kept = self.evidence.iter().filter(|p| p.names_the_document());
        kept.map(|p| p.name.as_str()).collect()
    }

    /// How likely it is that each of its claims holds, the least of them; none where nothing is claimed.
    pub fn confidence(&self) -> Option<f64> {
        let sure = self.evidence.iter().filter(|p| p.is_known());
        sure.map(|p| p.matters().max(1.0 - p.matters())).reduce(f64::min)
    }

    /// The expression that matches its addresses.
    pub fn expression(&self) -> String {
        let path = regex::escape(&self.form).replace(r"\*", "[^/?]+");
        format!("^https?://{path}/?(\\?|$)")
    }
}

impl fmt::Display for LearnedRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# {}", self.form)?;
        for p in &self.evidence {
            let claim = match (p.is_known(), p.matters() > 0.5) {
                (false, _) => "not known",
                (true, true) => "names the document",
                (true, false) => "says nothing",
            };
            let sure = p.matters().max(1.0 - p.matters());
            writeln!(
                f,
                "# {:?}: {claim} (confidence {sure:.2}; on {} pages; of pairs that differ in it alone, {} show other \
                 content, {} the same)",
                p.name, p.pages, p.different, p.same
            )?;
        }
        let keep = self.keep();
        if keep.is_empty() {
            return writeln!(f, "# No rule is needed: without one the query is dropped.");
        }
        let names =
            keep.iter().map(|name| toml::Value::from(*name).to_string()).collect::<Vec<_>>();
        writeln!(f, "[[rule]]\nurl = {}", toml::Value::from(self.expression()))?;
        writeln!(f, "keep = [{}]", names.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Keys, Rules};

    fn parameter(form: &str, name: &str, same: u32, different: u32) -> Parameter {
        let (form, name) = (form.to_string(), name.to_string());
        Parameter { form, name, pages: 20, same, different }
    }

    #[test]
    fn rules_are_read_as_they_are_shown() {
        let known = [
            parameter("www.a.example/kabc/*", "id", 0, 9),
            parameter("www.a.example/kabc/*", "r\"ef", 8, 0),
            parameter("www.a.example/kabc/*", "rare", 1, 0),
            parameter("www.a.example", "page", 9, 0),
        ];
        let rules = LearnedRule::of(&known);
        let text: String = rules.iter().map(|rule| format!("{rule}\n")).collect();
        let (read, problems) = Rules::parse(&text, "learned");
        assert_eq!((read.len(), problems), (1, vec![]), "{text}");
        let key = Keys::default().with_rules(read);
        let key = key.key("http://www.a.example/kabc/7?id=3&x=1", None).unwrap();
        assert_eq!(key.as_str(), "http://www.a.example/kabc/7?id=3");
        assert_eq!(rules[1].keep(), ["id"]);
        assert!(rules[1].confidence().is_some_and(|c| c > 0.85));
        assert!(text.contains("No rule is needed"));
    }
}
