//! From what stands where an author should be to names.

use super::cut::{before_end, parts, without_introduction};
use super::tables::{
    AGENCIES, ASKING, DEGREES, INTRODUCTIONS, NEVER, NOBODY, PARTICLES, RANKS, ROLES, SMALL,
    SUFFIXES,
};
use crate::metadata::date::is_month;
use crate::metadata::text;

/// Bytes of a byline that are looked at.
const MAX_BYLINE: usize = 500;
/// A name has no more characters, words and list items than this.
const MAX_NAME: usize = 60;
const MAX_WORDS: usize = 7;
const MAX_LIST: usize = 20;

/// The names in what a page tells machines: little but names, and those of organisations as well.
pub(super) fn told(raw: &str) -> Vec<String> {
    let line = text::head(raw.trim(), MAX_BYLINE);
    names_of(before_end(without_introduction(line), false))
}

/// The names in a byline, where anything may stand around them.
pub(super) fn names(raw: &str) -> Vec<String> {
    let line = text::head(raw.trim(), MAX_BYLINE);
    let mut names = names_of(before_end(without_introduction(line), true));
    names.retain(|n| {
        !n.split_whitespace().any(|w| SMALL.contains(&w)) && !asks(n) && !is_sentence(n)
    });
    names
}

/// Names of a list without what only looks like more of them: a name again with what someone is behind it, what
/// someone is alone, initials.
pub(super) fn tidy(names: Vec<String>) -> Vec<String> {
    let keys: Vec<_> = names.iter().map(|n| text::key(n)).collect();
    let extends = |i: usize| {
        keys.iter().any(|k| {
            k.chars().count() >= 4 && keys[i].len() > k.len() && keys[i].starts_with(k.as_str())
        })
    };
    let is_initials = |n: &str| n.chars().count() <= 2 && n.chars().all(char::is_uppercase);
    let is_more =
        |i: usize, n: &str| i > 0 && (is_role(&n.to_lowercase()) || keys[..i].contains(&keys[i]));
    let is_agency = |n: &str| AGENCIES.contains(&n.to_lowercase().as_str());
    let is_beside = |n: &str| names.len() > 1 && (is_initials(n) || is_agency(n));
    let kept: Vec<_> = names
        .iter()
        .enumerate()
        .filter(|(i, n)| !extends(*i) && !is_more(*i, n) && !is_beside(n))
        .map(|(_, n)| n.clone())
        .collect();
    if kept.is_empty() { names } else { kept }
}

/// Whether a line is what someone does: `Senior Writer`, `Editor at The Paper`.
pub(super) fn is_role_line(line: &str) -> bool {
    line.split_whitespace().count() <= 6 && is_role(&line.to_lowercase())
}

fn names_of(line: &str) -> Vec<String> {
    if let Some((family, given)) = inverted(line) {
        return name(&format!("{given} {family}")).into_iter().collect();
    }
    let mut names: Vec<String> = Vec::new();
    for part in parts(line).into_iter().take(MAX_LIST) {
        let lower = part.to_lowercase();
        if SUFFIXES.contains(&lower.as_str())
            && let Some(last) = names.last_mut()
        {
            last.push_str(", ");
            last.push_str(part);
            continue;
        }
        if names.is_empty() || !(is_role(&lower) || DEGREES.contains(&lower.as_str())) {
            names.extend(name(part));
        }
        // What follows what someone is belongs to it: `Ada Berg, editor, The Paper`.
        if is_role(&lower) {
            break;
        }
    }
    names
}

/// `Berg, Ada` as its two parts: one word, a comma, a first name or two and nothing else.
fn inverted(line: &str) -> Option<(&str, &str)> {
    let (family, given) = line.split_once(", ")?;
    let lower = given.to_lowercase();
    let short = given.split_whitespace().count() <= 2 && !given.contains(',');
    let capital = |t: &str| t.starts_with(char::is_uppercase);
    let is_inverted = !family.contains(' ')
        && short
        && capital(family)
        && capital(given)
        && !SUFFIXES.contains(&lower.as_str())
        && !DEGREES.contains(&lower.as_str())
        && !is_role(&lower);
    is_inverted.then_some((family, given))
}

fn is_only_role(lower: &str) -> bool {
    let mut words = lower.split_whitespace();
    let is_any = words.clone().any(|w| ROLES.contains(&w));
    is_any
        && words.all(|w| {
            ROLES.contains(&w)
                || RANKS.contains(&w)
                || matches!(w, "and" | "&" | "in" | "at" | "of")
        })
}

fn is_role(lower: &str) -> bool {
    lower.split_whitespace().any(|w| ROLES.contains(&w))
}

/// A part as a name, if it can be one.
fn name(part: &str) -> Option<String> {
    let part = without_brackets(part);
    let part = part.trim_matches(|c: char| {
        c.is_whitespace() || "\"'“”„«».,;:-–—|*•·/\\[]{}<>=~".contains(c) && c != '.'
    });
    let part = if part.ends_with('.')
        && part.split_whitespace().next_back().is_some_and(|w| w.chars().count() > 4)
    {
        part.trim_end_matches('.')
    } else {
        part
    };
    let lower = part.to_lowercase();
    let count = part.chars().count();
    let words = part.split_whitespace().count();
    let is_template =
        part.contains(['{', '}', '%', '$', '=']) || (words == 1 && part.matches('.').count() > 1);
    let is_address = is_template
        || lower.contains("://")
        || lower.starts_with("www.")
        || lower.contains(".com/")
        || part.contains('@');
    let letters = part.chars().filter(|c| c.is_alphabetic()).count();
    let told = lower.split_whitespace().any(|w| NEVER.contains(&w));
    let is_wide =
        part.chars().any(|c| matches!(c, '\u{3040}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}'));
    let fits = (2..=MAX_NAME).contains(&count)
        && words <= MAX_WORDS
        && (letters * 2 >= count)
        && letters >= 2;
    let fits = fits && !(is_wide && count > 12 && words < 3);
    let is_day = part.chars().any(|c| c.is_ascii_digit()) && lower.split_whitespace().any(is_month);
    let nobody = is_day
        || NOBODY.contains(&lower.as_str())
        || INTRODUCTIONS.contains(&lower.trim_end_matches(':'));
    (fits && !is_address && !nobody && !told && !is_only_role(&lower)).then(|| without_role(part))
}

/// Whether readers are asked to do something.
fn asks(part: &str) -> bool {
    let lower = part.to_lowercase();
    let mut words = lower.split_whitespace();
    words.next().is_some_and(|w| ASKING.contains(&w)) && words.next().is_some()
}

/// Whether more words are written small than names have.
fn is_sentence(part: &str) -> bool {
    let words = || part.split_whitespace();
    let small =
        words().filter(|w| w.starts_with(char::is_lowercase) && !PARTICLES.contains(w)).count();
    words().count() >= 3 && 2 * small >= words().count()
}

/// `Ada Berg (Reuters)` as `Ada Berg`; a name in the middle, as in `Ada (Anna) Berg`, is a part of it.
fn without_brackets(part: &str) -> &str {
    let Some((before, rest)) = part.split_once('(') else { return part };
    let after = rest.split_once(')').map_or("", |(_, after)| after);
    if after.trim().is_empty() { before.trim_end() } else { part }
}

/// `Ada Berg Senior Writer`, `Ada Berg Reuters`, where only white space tells the name from the rest.
fn without_role(name: &str) -> String {
    let name = without_agency(name);
    let words: Vec<_> = name.split_whitespace().collect();
    let is_last_role = words.last().is_some_and(|w| ROLES.contains(&w.to_lowercase().as_str()));
    if words.len() < 3 || !is_last_role {
        return name.to_string();
    }
    let rank = words.iter().skip(2).position(|w| RANKS.contains(&w.to_lowercase().as_str()));
    let keep = rank.map_or(words.len() - 1, |at| at + 2);
    words[..keep].join(" ")
}

fn without_agency(name: &str) -> &str {
    let lower = name.to_lowercase();
    let ends = AGENCIES.iter().filter(|a| lower.len() == name.len() && lower.ends_with(*a));
    let rests = ends.filter_map(|a| name.get(..name.len() - a.len())?.strip_suffix(' '));
    let people = rests.filter(|rest| rest.split_whitespace().count() >= 2);
    people.min_by_key(|rest| rest.len()).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn introductions_in_many_languages() {
        for line in [
            "By Ada Berg",
            "byAda Berg",
            "BY ADA BERG",
            "by: Ada Berg",
            "Written by Ada Berg",
            "Von Ada Berg",
            "von Ada Berg",
            "Par Ada Berg",
            "Por Ada Berg",
            "di Ada Berg",
            "Autor: Ada Berg",
            "Автор: Ada Berg",
            "作者：Ada Berg",
            "文/Ada Berg",
            "Author Ada Berg",
            "Door Ada Berg",
            "Av Ada Berg",
            "Posted by Ada Berg",
            "Publié par Ada Berg",
            "Escrito por Ada Berg",
            "a cura di Ada Berg",
            "Από Ada Berg",
            "Oleh: Ada Berg",
            "— By Ada Berg",
        ] {
            let names: Vec<_> = names(line).iter().map(|n| n.to_lowercase()).collect();
            assert_eq!(names, ["ada berg"], "{line}");
        }
        assert_eq!(names("记者 王小明"), ["王小明"]);
        assert_eq!(names("Автор: Анна Горная"), ["Анна Горная"]);
        assert_eq!(names("Byron Katie"), ["Byron Katie"]);
    }

    #[test]
    fn lists_are_split() {
        for line in [
            "Ada Berg and Bo Chan",
            "Ada Berg, Bo Chan",
            "Ada Berg & Bo Chan",
            "Ada Berg und Bo Chan",
            "Ada Berg et Bo Chan",
            "Ada Berg y Bo Chan",
            "Ada Berg и Bo Chan",
            "Ada Berg; Bo Chan",
            "Ada Berg, and Bo Chan",
            "Ada Berg、Bo Chan",
            "By Ada Berg, MD, PhD, and Bo Chan",
        ] {
            assert_eq!(names(line), ["Ada Berg", "Bo Chan"], "{line}");
        }
        assert_eq!(names("José Ortega y Gasset"), ["José Ortega y Gasset"]);
        assert_eq!(names("Linny and Peter"), ["Linny", "Peter"]);
        assert_eq!(names("Ada Berg, Bo Chan and Cy Dell"), ["Ada Berg", "Bo Chan", "Cy Dell"]);
        assert_eq!(names("Berg, Ada"), ["Ada Berg"]);
        assert_eq!(names("Ada (Anna) Berg"), ["Ada (Anna) Berg"]);
        assert_eq!(names("Ada Berg, Jr."), ["Ada Berg, Jr."]);
    }

    #[test]
    fn what_is_not_the_name_goes() {
        for line in [
            "By Ada Berg | May 13, 2024",
            "By Ada Berg on May 13, 2024",
            "Ada Berg, Staff Writer",
            "Ada Berg, Senior Editor, The Paper",
            "Ada Berg (Reuters)",
            "Ada Berg • 5 min read",
            "Ada Berg 13 May 2024",
            "Ada Berg, 13.05.2024",
            "By Ada Berg Published May 13, 2024",
            "Ada Berg - The Paper",
            "Ada Berg, MD",
            "Ada Berg @adaberg",
            "Ada Berg Senior Writer, Hardware",
            "Ada Berg https://e.example/ada",
            "Ada Berg The Associated Press",
            "Ada Berg USA TODAY",
            "Ada Berg City Columnist",
        ] {
            assert_eq!(names(line), ["Ada Berg"], "{line}");
        }
    }

    #[test]
    fn nobody_is_nobody() {
        for line in [
            "",
            "admin",
            "By",
            "Staff",
            "https://e.example/ada",
            "www.e.example/ada",
            "ada@e.example",
            "@ada",
            "12345",
            "May 13, 2024",
            "By admin",
            "null",
            "—",
            "(",
            "作者",
            "By By By By",
            "Hire Martin",
            "Topic Author",
            "Founder",
            "dove into the zero waste lifestyle",
            "Jul 11",
        ] {
            let got = names(line);
            assert!(got.is_empty() || got == ["作者"], "{line}: {got:?}");
        }
        assert!(names(&"very long ".repeat(1_000)).is_empty());
    }

    #[test]
    fn lists_are_tidied() {
        let tidy = |names: &[&str]| tidy(names.iter().map(|n| n.to_string()).collect());
        assert_eq!(tidy(&["Ada Berg USA TODAY", "Ada Berg"]), ["Ada Berg"]);
        assert_eq!(tidy(&["AB", "Ada Berg", "Marketing Director"]), ["Ada Berg"]);
        assert_eq!(tidy(&["Ada Berg", "Bo Chan", "Ada Berg"]), ["Ada Berg", "Bo Chan"]);
        assert_eq!(tidy(&["AB"]), ["AB"]);
        assert_eq!(tidy(&["Ada Berg", "Associated Press"]), ["Ada Berg"]);
        assert_eq!(tidy(&["Associated Press"]), ["Associated Press"]);
    }

    #[test]
    fn organisations_that_machines_are_told_stay_whole() {
        assert_eq!(told("Center for Corn and Research"), ["Center for Corn and Research"]);
        assert_eq!(told("By Ada Berg, Bo Chan | The Paper"), ["Ada Berg", "Bo Chan"]);
        assert!(names("Head of Marketing").is_empty());
    }

    #[test]
    fn user_names_stay() {
        assert_eq!(names("JWoodguy13"), ["JWoodguy13"]);
        assert_eq!(names("hayley.p"), ["hayley.p"]);
        assert_eq!(names("The Upwork Team"), ["The Upwork Team"]);
    }
}
