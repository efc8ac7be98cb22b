//! Cutting a byline: what introduces it, what ends it, and the list between.

use super::tables::{CONJUNCTIONS, EAST_ASIAN, ENDS, INTRODUCTIONS};
use crate::metadata::date::{Customs, words::find};
use crate::metadata::text;

/// Whether a line is `By` or `Written by:` and no more: the name follows in the next one.
pub(in crate::metadata) fn is_introduction(line: &str) -> bool {
    let line = line.trim().trim_end_matches([':', '：']).trim_end().to_lowercase();
    INTRODUCTIONS.contains(&line.as_str()) || EAST_ASIAN.contains(&line.as_str())
}

/// Whether a text begins as bylines do.
pub(super) fn is_introduced(line: &str) -> bool {
    let line = line.trim();
    without_introduction(line).len() < line.len()
}

/// The text after `By`, `Author:` and the like.
pub(super) fn without_introduction(line: &str) -> &str {
    let mut line = line.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '@' && c != '(');
    for _ in 0..3 {
        let Some(rest) = introduced(line) else { break };
        line = rest;
    }
    line
}

fn introduced(line: &str) -> Option<&str> {
    let marks =
        |c: char| c.is_whitespace() || matches!(c, ':' | '：' | '-' | '–' | '|' | '/' | '／' | '•');
    for word in EAST_ASIAN {
        if let Some(rest) = line.strip_prefix(word) {
            return Some(rest.trim_start_matches(marks)).filter(|r| !r.is_empty());
        }
    }
    // `byAda Berg`, where white space was lost between two elements.
    let glued = line.strip_prefix("by").or_else(|| line.strip_prefix("By"));
    if let Some(rest) = glued.filter(|r| r.starts_with(char::is_uppercase)) {
        return Some(rest);
    }
    let lower = text::head(line, 40).to_lowercase();
    for word in INTRODUCTIONS {
        let Some(after) = lower.strip_prefix(word) else { continue };
        // Lower case may have other lengths than the original: count characters instead of bytes.
        let rest = skip_chars(line, word.chars().count());
        if after.starts_with(marks) && !rest.trim_start_matches(marks).is_empty() {
            return Some(rest.trim_start_matches(marks));
        }
    }
    None
}

fn skip_chars(text: &str, count: usize) -> &str {
    text.char_indices().nth(count).map_or("", |(at, _)| &text[at..])
}

/// The text before a date or a separator, and before words that end a byline where `words` says so.
pub(super) fn before_end(line: &str, words: bool) -> &str {
    let date = find(line, Customs::UNKNOWN).first().map(|f| f.start);
    let marks = [
        " | ", "|", " • ", "•", " · ", " — ", " – ", " - ", " // ", " » ", " « ", "\t", "…", ": ",
        "。", "\u{2003}", " @", "http",
    ];
    let mark = marks.iter().filter_map(|m| line.find(m)).filter(|&at| at > 0).min();
    let lower = line.to_lowercase();
    // Positions in lower case hold in the original where its length did not change.
    let word = if words && lower.len() == line.len() {
        ENDS.iter().filter_map(|w| lower.find(w)).filter(|&at| at > 0).min()
    } else {
        None
    };
    let end = [date, mark, word].into_iter().flatten().min().unwrap_or(line.len());
    let trimmed = line
        .get(..end)
        .unwrap_or(line)
        .trim_end_matches(|c: char| c.is_whitespace() || ",;:-–|".contains(c));
    if trimmed.is_empty() { "" } else { trimmed }
}

/// A byline cut at commas and conjunctions.
pub(super) fn parts(line: &str) -> Vec<&str> {
    let pieces = line.split([',', ';', '、', '，', '；']).flat_map(|p| p.split(" / "));
    let mut parts = Vec::new();
    for piece in pieces {
        // `, and Ada Berg`
        let piece = piece.trim();
        let first = piece.split_whitespace().next().unwrap_or_default();
        let piece = if CONJUNCTIONS.contains(&first.to_lowercase().as_str()) {
            piece[first.len()..].trim()
        } else {
            piece
        };
        split_conjunctions(piece, &mut parts);
    }
    parts
}

/// Cuts `Ada Berg and Bo Chan`, but not the family `Ortega y Gasset`: what is cut must be two whole names,
/// or two first names joined by an unmistakable word.
fn split_conjunctions<'t>(piece: &'t str, parts: &mut Vec<&'t str>) {
    let mut rest = piece;
    'again: loop {
        let mut at = 0;
        for word in rest.split_whitespace() {
            let Some(start) = rest[at..].find(word).map(|s| s + at) else { break };
            at = start + word.len();
            if !CONJUNCTIONS.contains(&word.to_lowercase().as_str())
                || start == 0
                || at == rest.len()
            {
                continue;
            }
            let (left, right) = (rest[..start].trim(), rest[at..].trim());
            let counts = (left.split_whitespace().count(), right.split_whitespace().count());
            let clear = matches!(word, "and" | "und" | "&");
            let names = counts.0 >= 2 && counts.1 >= 2;
            let short = clear && counts == (1, 1);
            if names || short {
                parts.push(left);
                rest = right;
                continue 'again;
            }
        }
        break;
    }
    if !rest.is_empty() {
        parts.push(rest);
    }
}
