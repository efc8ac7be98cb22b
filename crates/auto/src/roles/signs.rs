//! What the model of roles sees of a block: its features, and what only matters for roles.

use super::rules;
use dehusk_blocks::{Features, Within};
use dehusk_extract::{Document, PageType};
use dehusk_page::{Page, name};

/// A page, and what is known of its blocks.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'d> {
    /// The page.
    pub document: &'d Document,
    /// The kind it was taken for.
    pub page_type: Option<PageType>,
    /// How likely each block is content.
    pub probabilities: &'d [f32],
}

/// What is seen beyond the features of a block, in their order.
const NAMES: [&str; 27] = [
    "role_content",
    "role_content_before",
    "role_content_after",
    "role_forum",
    "role_in_time",
    "role_year",
    "role_numbers",
    "role_digits",
    "role_clock",
    "role_by",
    "role_capitals",
    "role_called_author",
    "role_called_date",
    "role_called_comment",
    "role_called_related",
    "role_called_title",
    "role_called_post",
    "role_person_link",
    "role_words_before",
    "role_words_after",
    "role_since_heading",
    "role_in_heading",
    "role_heading_before",
    "role_main_heading",
    "role_rule",
    "role_rule_before",
    "role_title_behind",
];

/// How places are called that hold something of a role.
const CALLED: [&[&str]; 6] = [
    &["byline", "author", "creator", "writer", "username", "user-name", "poster"],
    &["date", "time", "published", "posted", "stamp"],
    &["comment", "reply", "respon", "disqus", "feedback"],
    &[
        "related",
        "recommend",
        "more-",
        "also",
        "similar",
        "read-next",
        "popular",
        "latest",
        "teaser",
    ],
    &["title", "headline", "subject", "entry-header"],
    &["post", "message", "answer", "thread", "topic", "msg"],
];
/// Words that a line about who wrote it begins with.
const BY: [&str; 12] = [
    "by ",
    "von ",
    "par ",
    "por ",
    "di ",
    "door ",
    "av ",
    "written by",
    "posted by",
    "text:",
    "作者",
    "记者",
];
/// What addresses of people have in them.
const PEOPLE: [&str; 7] =
    ["/author", "/user", "/profile", "/people", "/staff", "/member", "/contributor"];
/// Elements above a block whose names are read.
const NAMES_READ: usize = 4;
/// Distances are not counted further.
const FAR: usize = 50;

/// Numbers that a block is seen as.
pub fn width() -> usize {
    Features::LEN + NAMES.len()
}

/// The names of all columns.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    Features::names().iter().map(String::as_str).chain(NAMES)
}

impl Seen<'_> {
    /// The rows of all blocks, in their order.
    pub fn rows(&self) -> impl Iterator<Item = Vec<f32>> + '_ {
        let mut place = Place { since_heading: FAR, rule_before: 0.0, title_behind: 0.0 };
        self.document.features().iter().enumerate().map(move |(block, features)| {
            let mut row = features.to_vec();
            row.extend(self.signs(block, &mut place));
            row
        })
    }

    fn signs(&self, block: usize, place: &mut Place) -> [f32; NAMES.len()] {
        let blocks = self.document.blocks();
        let is_heading =
            |at: usize| at < blocks.len() && blocks.block(at).within.has(Within::HEADING);
        let rule = rules::role(self.document, self.page_type, block, true) as usize as f32;
        let (before, after) = (block.wrapping_sub(1), block + 1);
        let text = blocks.text(block);
        let numbers = || text.split(|c: char| !c.is_ascii_digit()).filter(|n| !n.is_empty());
        let called = self.called(block);
        let is = |is: bool| f32::from(u8::from(is));
        let called_as = |words: &[&str]| is(words.iter().any(|word| called.contains(word)));
        let signs = [
            self.probability(block),
            self.probability(before),
            self.probability(after),
            is(self.is_forum()),
            is(rules::is_in_time(self.document, block)),
            is(numbers().any(|n| n.len() == 4 && (n.starts_with("19") || n.starts_with("20")))),
            numbers().take(9).count() as f32,
            share(text, |c| c.is_ascii_digit()),
            is(text.split_once(':').is_some_and(|(a, b)| {
                a.ends_with(|c: char| c.is_ascii_digit())
                    && b.starts_with(|c: char| c.is_ascii_digit())
            })),
            is(begins_with_by(text)),
            capitals(text),
            called_as(CALLED[0]),
            called_as(CALLED[1]),
            called_as(CALLED[2]),
            called_as(CALLED[3]),
            called_as(CALLED[4]),
            called_as(CALLED[5]),
            is(self.links_person(block)),
            self.words(before),
            self.words(after),
            place.since_heading as f32,
            is(is_heading(block)),
            is(is_heading(before)),
            is(blocks.block(block).tag == name::H1),
            rule,
            place.rule_before,
            place.title_behind,
        ];
        place.since_heading = if is_heading(block) { 0 } else { FAR.min(place.since_heading + 1) };
        place.rule_before = rule;
        if is_heading(block) {
            let likeness = self.document.features().likeness(block).title_overlap;
            place.title_behind = place.title_behind.max(likeness);
        }
        signs
    }

    /// Whether the page is a thread.
    pub(super) fn is_forum(&self) -> bool {
        self.page_type == Some(PageType::Forum) || self.document.facts().declared.forum
    }

    fn probability(&self, block: usize) -> f32 {
        self.probabilities.get(block).copied().unwrap_or(0.0)
    }

    fn words(&self, block: usize) -> f32 {
        let blocks = self.document.blocks();
        if block < blocks.len() { blocks.block(block).words.min(100) as f32 } else { 0.0 }
    }

    fn page(&self) -> &Page {
        self.document.page()
    }

    /// The names of the nearest elements around a block, in small letters.
    fn called(&self, block: usize) -> String {
        let containers = self.document.containers();
        let attributes = [name::CLASS, name::ID, name::ITEMPROP, name::REL];
        let mut names = String::new();
        for at in containers.chain(containers.of_block(block)).take(NAMES_READ) {
            let node = containers.list()[at].node;
            for value in
                attributes.iter().filter_map(|&attribute| self.page().attr(node, attribute))
            {
                names.extend(value.chars().take(200).map(|c| c.to_ascii_lowercase()));
                names.push(' ');
            }
        }
        names
    }

    /// Whether a link around one of the first texts of a block leads to a person.
    fn links_person(&self, block: usize) -> bool {
        let page = self.page();
        let is_person = |node| {
            page.name(node) == name::A
                && (page.attr(node, name::REL).is_some_and(|rel| rel.contains("author"))
                    || page
                        .attr(node, name::HREF)
                        .is_some_and(|to| PEOPLE.iter().any(|p| to.contains(p))))
        };
        let texts = self.document.blocks().nodes(block).iter().take(4);
        texts.copied().any(|text| page.ancestors(text).take(3).any(is_person))
    }
}

/// What is known of the blocks before one.
struct Place {
    since_heading: usize,
    rule_before: f32,
    /// How much a heading before it is like the title.
    title_behind: f32,
}

fn share(text: &str, is: impl Fn(char) -> bool) -> f32 {
    let (all, hits) =
        text.chars().take(400).fold((0, 0), |(all, hits), c| (all + 1, hits + u32::from(is(c))));
    hits as f32 / all.max(1) as f32
}

/// The share of words that begin with a capital letter.
fn capitals(text: &str) -> f32 {
    let mut words = (0, 0);
    for word in text.split_whitespace().take(40) {
        words = (words.0 + 1, words.1 + u32::from(word.starts_with(char::is_uppercase)));
    }
    words.1 as f32 / words.0.max(1) as f32
}

fn begins_with_by(text: &str) -> bool {
    let start: String = text.trim_start().chars().take(12).flat_map(char::to_lowercase).collect();
    BY.iter().any(|by| start.starts_with(by))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_has_a_name() {
        let document =
            Document::new(Page::parse("<h1>On bread</h1><p>By Ada Baker<p>7 March 2024 12:30"));
        let seen = Seen { document: &document, page_type: None, probabilities: &[0.5, 0.2, 0.1] };
        let rows: Vec<Vec<f32>> = seen.rows().collect();
        assert!(rows.iter().all(|row| row.len() == width() && width() == names().count()));
        let sign = |row: usize, sign: &str| rows[row][names().position(|n| n == sign).expect(sign)];
        assert_eq!((sign(0, "role_main_heading"), sign(1, "role_main_heading")), (1.0, 0.0));
        assert_eq!((sign(1, "role_by"), sign(2, "role_by")), (1.0, 0.0));
        assert_eq!(
            (sign(2, "role_year"), sign(2, "role_clock"), sign(2, "role_numbers")),
            (1.0, 1.0, 4.0)
        );
        assert_eq!((sign(1, "role_content_before"), sign(1, "role_since_heading")), (0.5, 0.0));
    }
}
