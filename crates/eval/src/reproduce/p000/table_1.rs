//! Table 1: rules that say which parameters of an address name the document, and the worked example of section 3.

use crate::reproduce::{
    Column, Context, Corpora, Experiment, ExperimentError, Finding, Grid, Printed,
};
use dehusk_site::{CONTENT_ID, Keys};

/// An address for each rule of the table, and the parameter that the rule keeps. Each has a parameter too many.
const RULES: [(&str, &str); 9] = [
    ("http://abcnews.go.com/kabc/story?section=news&id=8691010", "id"),
    ("http://www.fitchratings.com/creditdesk/press_releases/detail.cfm?print=1&pr_id=731", "pr_id"),
    ("http://bbs.chinadaily.com.cn/viewthread.php?gid=2&tid=718", "tid"),
    ("http://www.hurriyetdailynews.com/n.php?n=greece-votes-2011-11-04&x=1", "n"),
    ("http://globeandmail.golfcanada.ca/story?page=2&articleId=31", "articleId"),
    ("http://podcast.ft.com/index.php?pid=1120&sid=1", "pid"),
    ("http://www.aljazeera.com/?from=feed", CONTENT_ID),
    ("http://www.dailymail.co.uk/home/index.html?ITO=1490", CONTENT_ID),
    ("http://www.foxnews.com/on-air/oreilly/index.html?x=1", CONTENT_ID),
];

const COLUMNS: &[Column] = &[Column::share("kept as printed")];

pub static TABLE_1: Experiment =
    Experiment::new("000", "table-1", "Rules of URL normalisation, and the worked example", run)
        .with_corpora(Corpora::None)
        .with_printed(&[Printed {
            grid: "",
            columns: COLUMNS,
            rows: &[
                ("abcnews.go.com: id", &[1.0]),
                ("www.fitchratings.com: pr_id", &[1.0]),
                ("bbs.chinadaily.com.cn: tid", &[1.0]),
                ("www.hurriyetdailynews.com: n", &[1.0]),
                ("globeandmail.golfcanada.ca: articleId", &[1.0]),
                ("podcast.ft.com: pid", &[1.0]),
                ("www.aljazeera.com: _cid_", &[1.0]),
                ("www.dailymail.co.uk: _cid_", &[1.0]),
                ("www.foxnews.com: _cid_", &[1.0]),
                ("worked example, after step 2", &[1.0]),
                ("worked example, after step 3", &[1.0]),
            ],
        }]);

fn run(_: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    let keys = Keys::default();
    let mut grid = Grid::new("", COLUMNS);
    for (url, parameter) in RULES {
        let host = url.trim_start_matches("http://").split('/').next().unwrap_or_default();
        grid.add(format!("{host}: {parameter}"), [f64::from(keeps_alone(&keys, url, parameter))]);
    }
    let [second, third] = worked_example(&keys);
    grid.add("worked example, after step 2", [f64::from(second)]);
    grid.add("worked example, after step 3", [f64::from(third)]);
    Ok(Finding::default().with_grid(grid).with_note(
        "1 means: of an address that the rule's expression matches, the parameter stays and the others go. The hash \
         of the worked example is of another function than the paper's, which names none: its place and its 32 \
         digits are compared.",
    ))
}

/// Whether the key of an address has a parameter, and no other.
fn keeps_alone(keys: &Keys, url: &str, parameter: &str) -> bool {
    let Ok(key) = keys.key(url, Some("A title")) else { return false };
    let query = key.as_str().split_once('?').map(|(_, query)| query);
    query.is_some_and(|query| query.starts_with(&format!("{parameter}=")) && !query.contains('&'))
}

/// The example of section 3 after its second and its third step.
fn worked_example(keys: &Keys) -> [bool; 2] {
    let response = "http://abcnews.go.com/kabc/story?section=news/local/los_angeles&id=8691010";
    let second = keys.normal_address(response, Some("Its title")).unwrap_or_default();
    let rest = second.strip_prefix("http://abcnews.go.com/kabc/story?_cid_=");
    let is_hash = |hash: &str| hash.len() == 32 && hash.bytes().all(|b| b.is_ascii_hexdigit());
    let is_second = rest.and_then(|rest| rest.split_once('&')).is_some_and(|(hash, rest)| {
        is_hash(hash) && rest == "id=8691010&section=news/local/los_angeles"
    });
    let third = keys.key(response, Some("Its title"));
    let is_third =
        third.is_ok_and(|key| key.as_str() == "http://abcnews.go.com/kabc/story?id=8691010");
    [is_second, is_third]
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_site::Rules;

    #[test]
    fn a_rule_that_is_missing_shows() {
        let (url, parameter) = RULES[0];
        assert!(keeps_alone(&Keys::default(), url, parameter));
        let without = Keys::default().with_rules(Rules::none());
        assert!(!keeps_alone(&without, url, parameter));
        assert_eq!(worked_example(&without), [true, false]);
        assert!(!keeps_alone(&Keys::default(), url, "section"));
    }
}
