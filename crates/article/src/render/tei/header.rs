//! The header: what the document is, who published it, where it comes from.

use crate::Metadata;
use crate::content::tongue::is_tag;
use crate::render::xml::escape_into;

/// A language tag that may stand in `xml:lang`.
pub(super) fn language(metadata: &Metadata) -> Option<&str> {
    let declared = metadata.language.as_ref().or(metadata.detected_language.as_ref())?;
    Some(declared.value.as_str()).filter(|tag| is_tag(tag))
}

pub(super) fn write(out: &mut String, url: Option<&str>, metadata: &Metadata) {
    out.push_str("<teiHeader>\n<fileDesc>\n<titleStmt>\n");
    title_and_authors(out, metadata);
    out.push_str("</titleStmt>\n<publicationStmt>\n");
    publication(out, metadata);
    out.push_str("</publicationStmt>\n<sourceDesc>\n<bibl>\n");
    title_and_authors(out, metadata);
    publisher(out, metadata);
    dates(out, metadata);
    let address = metadata.canonical_url.as_ref().map(|u| u.value.as_str()).or(url);
    if let Some(address) = address {
        empty_element(out, "ptr", "target", address);
    }
    out.push_str("</bibl>\n</sourceDesc>\n</fileDesc>\n<encodingDesc>\n<appInfo>\n");
    let version = env!("CARGO_PKG_VERSION");
    out.extend(["<application ident=\"dehusk\" version=\"", version, "\">"]);
    out.push_str("<label>dehusk</label></application>\n</appInfo>\n</encodingDesc>\n");
    profile(out, metadata);
    out.push_str("</teiHeader>\n");
}

fn element(out: &mut String, tag: &str, text: &str) {
    out.extend(["<", tag, ">"]);
    escape_into(out, text);
    out.extend(["</", tag, ">\n"]);
}

fn empty_element(out: &mut String, tag: &str, attribute: &str, value: &str) {
    out.extend(["<", tag, " ", attribute, "=\""]);
    escape_into(out, value);
    out.push_str("\"/>\n");
}

fn title_and_authors(out: &mut String, metadata: &Metadata) {
    element(out, "title", metadata.title.as_ref().map_or("", |t| &t.value));
    metadata.authors.iter().for_each(|a| element(out, "author", &a.value));
}

fn publisher(out: &mut String, metadata: &Metadata) {
    element(out, "publisher", metadata.site_name.as_ref().map_or("", |s| &s.value));
}

fn dates(out: &mut String, metadata: &Metadata) {
    let dates = [("publication", &metadata.published), ("modification", &metadata.modified)];
    for (kind, date) in dates.iter().filter_map(|(k, d)| Some((k, d.as_ref()?))) {
        out.extend(["<date type=\"", kind, "\""]);
        if is_w3c_date(&date.value) {
            out.extend([" when=\"", &date.value, "\""]);
        }
        out.push('>');
        escape_into(out, &date.value);
        out.push_str("</date>\n");
    }
}

/// Whether a date may stand in `when`: a year, a month, a day, or a day with a time to the second.
fn is_w3c_date(date: &str) -> bool {
    let shape: String = date.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    let (day, time) = shape.split_once('T').unwrap_or((&shape, "00:00:00"));
    let time = time.trim_end_matches('Z');
    let zone = time.find(['+', '-']).map_or(time.len(), |at| at);
    let (clock, zone) = time.split_at(zone);
    let clock = clock.split_once('.').map_or(clock, |(seconds, _)| seconds);
    matches!(day, "0000" | "0000-00" | "0000-00-00")
        && (day.len() == 10 || !shape.contains('T'))
        && clock == "00:00:00"
        && matches!(zone, "" | "+00:00" | "-00:00")
}

fn publication(out: &mut String, metadata: &Metadata) {
    publisher(out, metadata);
    if let Some(licence) = &metadata.licence {
        out.push_str("<availability>");
        match licence.value.contains("://") {
            true => empty_element(out, "licence", "target", &licence.value),
            false => element(out, "licence", &licence.value),
        }
        out.push_str("</availability>\n");
    }
    dates(out, metadata);
}

fn profile(out: &mut String, metadata: &Metadata) {
    let mut profile = String::new();
    if let Some(description) = &metadata.description {
        profile.push_str("<abstract>\n");
        element(&mut profile, "p", &description.value);
        profile.push_str("</abstract>\n");
    }
    if let Some(language) = language(metadata) {
        profile.push_str("<langUsage>\n");
        empty_element(&mut profile, "language", "ident", language);
        profile.push_str("</langUsage>\n");
    }
    let terms: Vec<_> = metadata.section.iter().chain(&metadata.tags).collect();
    if !terms.is_empty() {
        profile.push_str("<textClass>\n<keywords>\n");
        terms.iter().for_each(|t| element(&mut profile, "term", &t.value));
        profile.push_str("</keywords>\n</textClass>\n");
    }
    if !profile.is_empty() {
        out.extend(["<profileDesc>\n", &profile, "</profileDesc>\n"]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_that_may_stand_in_when() {
        for date in ["2024", "2024-03", "2024-03-01", "2024-03-01T10:00:00Z"] {
            assert!(is_w3c_date(date), "{date}");
        }
        assert!(is_w3c_date("2024-03-01T10:00:00.123+01:00"));
        for date in ["2024-3-1", "2024-03-01T10:00", "March 2024", "", "2024-03T10:00:00"] {
            assert!(!is_w3c_date(date), "{date}");
        }
    }
}
