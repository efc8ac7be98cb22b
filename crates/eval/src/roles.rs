//! How often the role that a block is given is the one that people noted.
//!
//! Nobody has noted the roles of all blocks of a page. What is there: l3s-gn1 labels headlines, comments and what is
//! related; golds of metadata name the title, the author and the day; golds of forums are the posts; a gold Markdown has
//! fences and tables. A role is judged on the pages, and among the blocks, that such a gold speaks of.

use crate::corpus::{Corpus, Record};
use crate::measures::{BlockGold, Confusion};
use dehusk::auto::Auto;
use dehusk::extractor::{Document, Extractor, Role};
use dehusk_blocks::Within;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::collections::{BTreeMap, HashSet};

/// Words that a byline, a date and a title have at most.
const BYLINE: u32 = 15;
const DATE: u32 = 10;
/// Letters that a byline has beside a name at most: "By", "staff writer", a date.
const MORE: usize = 30;
/// Words that a block has at least, for its role to be told by where its words stand in a gold.
const LEAST: u32 = 3;
/// The labels of l3s-gn1.
const HEADLINE: u8 = 1;
const RELATED: u8 = 4;
const COMMENT: u8 = 5;

/// What a gold says of a role on a page.
#[derive(Clone, Debug)]
pub struct Labels {
    /// The role.
    pub role: Role,
    /// Whether each block has it, or none where that is not known.
    pub blocks: Vec<Option<bool>>,
}

/// Right and wrong roles in a corpus, by role, with the number of pages that tell.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// In blocks.
    pub blocks: Confusion,
    /// Pages whose gold speaks of the role.
    pub pages: usize,
}

/// Counts the roles of a corpus's blocks that are as its golds say.
pub fn count(corpus: &Corpus, auto: impl Fn(&Record) -> Auto) -> BTreeMap<&'static str, Counts> {
    let mut counts: BTreeMap<&'static str, Counts> = BTreeMap::new();
    for record in corpus.records() {
        let Ok((document, _)) = crate::run::document(corpus, record) else { continue };
        let known = labels(record, &document);
        if known.is_empty() {
            continue;
        }
        let verdicts = auto(record).extract(&document).verdicts(&document);
        for labels in known {
            let of_role = counts.entry(labels.role.name()).or_default();
            of_role.pages += 1;
            for (label, verdict) in labels.blocks.iter().zip(&verdicts) {
                if let Some(is) = label {
                    of_role.blocks.add(*is, verdict.role == Some(labels.role), 1);
                }
            }
        }
    }
    counts
}

/// What the gold of a page says of the roles of its blocks.
pub fn labels(record: &Record, document: &Document) -> Vec<Labels> {
    let page = Labelled { record, document, gold: aligned(record, document) };
    [page.title(), page.byline(), page.date(), page.post()]
        .into_iter()
        .flatten()
        .chain(page.by_markdown())
        .filter(|labels| labels.blocks.iter().flatten().any(|is| *is))
        .chain(page.by_label())
        .collect()
}

/// The labels of a gold on the blocks of a page; a gold without labels is all content.
fn aligned(record: &Record, document: &Document) -> Option<BlockGold> {
    let whole = || Record { blocks: vec![(record.gold.clone(), 2)], ..Record::default() };
    match record.blocks.is_empty() {
        false => BlockGold::align(record, document),
        true if !record.gold.is_empty() => BlockGold::align(&whole(), document),
        true => None,
    }
}

struct Labelled<'p> {
    record: &'p Record,
    document: &'p Document,
    gold: Option<BlockGold>,
}

impl Labelled<'_> {
    fn len(&self) -> usize {
        self.document.blocks().len()
    }

    fn text(&self, block: usize) -> &str {
        self.document.blocks().text(block)
    }

    fn words(&self, block: usize) -> u32 {
        self.document.blocks().block(block).words
    }

    fn each(&self, role: Role, of: impl Fn(usize) -> Option<bool>) -> Option<Labels> {
        Some(Labels { role, blocks: (0..self.len()).map(of).collect() })
    }

    fn is_forum(&self) -> bool {
        self.record.kind.as_deref() == Some("forum")
    }

    /// Headings with the words of the title are titles, all other headings are not.
    fn title(&self) -> Option<Labels> {
        let title = key(self.record.title.as_deref().filter(|_| self.record.blocks.is_empty())?);
        let is_heading = |at: usize| self.document.blocks().block(at).within.has(Within::HEADING);
        self.each(Role::Title, |at| is_heading(at).then(|| key(self.text(at)) == title))
    }

    /// Blocks from the first that has words of the title or of the gold to the last of the gold.
    fn article(&self) -> Option<std::ops::Range<usize>> {
        let labels = self.gold.as_ref()?.labels();
        let title = self.record.title.as_deref().map(key).filter(|t| !t.is_empty());
        let is_title = |at: &usize| title.as_deref() == Some(&key(self.text(*at)));
        let first = labels.iter().position(|&label| label > 0)?;
        let first = (0..first).rev().find(is_title).unwrap_or(first);
        Some(first..labels.iter().rposition(|&label| label > 0)? + 1)
    }

    /// Lines of the article that are little more than the name of an author are bylines, short ones without it are not.
    /// In a forum every post has its own.
    fn byline(&self) -> Option<Labels> {
        let authors = self.record.author.as_deref().filter(|_| !self.is_forum())?;
        let authors: Vec<String> =
            authors.split([',', ';', '&']).map(key).filter(|author| author.len() > 4).collect();
        let article = self.article().filter(|_| !authors.is_empty())?;
        let label = |at: usize| {
            let text = key(self.text(at));
            let named = authors.iter().find(|author| text.contains(author.as_str()));
            named.map_or(Some(false), |name| (text.len() <= name.len() + MORE).then_some(true))
        };
        let is_judged = |at: &usize| article.contains(at) && self.words(*at) <= BYLINE;
        self.each(Role::Byline, |at| Some(at).filter(is_judged).and_then(label))
    }

    /// Short lines of the article with the year and the day are dates, other short lines are not.
    fn date(&self) -> Option<Labels> {
        let published = self.record.published.as_deref().filter(|_| !self.is_forum())?;
        let mut parts = published.get(..10)?.split('-');
        let (year, day) = (parts.next()?, parts.nth(1)?.trim_start_matches('0'));
        let article = self.article()?;
        let has_day = |at| {
            let text = self.text(at);
            let mut numbers =
                text.split(|c: char| !c.is_ascii_digit()).map(|n| n.trim_start_matches('0'));
            text.contains(year) && numbers.any(|number| number == day)
        };
        let is_judged = |at: &usize| article.contains(at) && self.words(*at) <= DATE;
        self.each(Role::Date, |at| Some(at).filter(is_judged).map(has_day))
    }

    /// On pages of forums, what stands in the gold is a post, and what does not is none.
    fn post(&self) -> Option<Labels> {
        let labels = self.gold.as_ref().filter(|_| self.is_forum())?.labels();
        let title = self.record.title.as_deref().map(key).unwrap_or_default();
        let is_judged = |at: &usize| self.words(*at) >= LEAST && key(self.text(*at)) != title;
        self.each(Role::Post, |at| Some(at).filter(is_judged).map(|at| labels[at] > 0))
    }

    /// What all blocks of a page are labelled as; where no block has a label, none has its role.
    fn by_label(&self) -> impl Iterator<Item = Labels> {
        let labels = match (&self.gold, self.record.blocks.is_empty()) {
            (Some(gold), false) => gold.labels(),
            _ => &[],
        };
        let roles = [(Role::Title, HEADLINE), (Role::Related, RELATED), (Role::Comment, COMMENT)];
        roles.into_iter().filter(|_| !labels.is_empty()).map(move |(role, label)| {
            let is = |at: usize| (self.words(at) >= LEAST).then(|| labels[at] == label);
            Labels { role, blocks: (0..labels.len()).map(is).collect() }
        })
    }

    /// Blocks whose lines all stand in fences of the gold are code; in its tables, cells.
    fn by_markdown(&self) -> impl Iterator<Item = Labels> {
        let [code, cells] = match self.record.markdown.is_empty() {
            true => [HashSet::new(), HashSet::new()],
            false => lines_of(&self.record.markdown),
        };
        [(Role::Code, code), (Role::Table, cells)].into_iter().map(|(role, lines)| {
            let is = |at: usize| {
                let mut own =
                    self.text(at).lines().map(key).filter(|line| !line.is_empty()).peekable();
                own.peek().is_some().then(|| own.all(|line| lines.contains(&line)))
            };
            Labels { role, blocks: (0..self.len()).map(is).collect() }
        })
    }
}

/// The lines of code and the cells of tables in a Markdown text.
fn lines_of(markdown: &str) -> [HashSet<String>; 2] {
    let [mut code, mut cells] = [HashSet::new(), HashSet::new()];
    let (mut in_code, mut cell) = (false, None::<String>);
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::CodeBlock(_)) => in_code = true,
            Event::End(TagEnd::CodeBlock) => in_code = false,
            Event::Start(Tag::TableCell) => cell = Some(String::new()),
            Event::End(TagEnd::TableCell) => cells.extend(cell.take().map(|text| key(&text))),
            Event::Text(text) if in_code => {
                code.insert(key(&text.replace('\n', " ")));
                code.extend(text.lines().map(key));
            }
            Event::Text(text) | Event::Code(text) => {
                if let Some(cell) = &mut cell {
                    cell.push_str(&text);
                }
            }
            _ => {}
        }
    }
    [code, cells]
}

/// A text by its letters and digits alone.
fn key(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk::extractor::Page;

    fn roles_of(record: Record, html: &str) -> Vec<(&'static str, Vec<usize>)> {
        let document = Document::new(Page::parse(html));
        let of = |labels: Labels| {
            let is = labels.blocks.iter().enumerate().filter(|(_, is)| **is == Some(true));
            (labels.role.name(), is.map(|(at, _)| at).collect())
        };
        labels(&record, &document).into_iter().map(of).collect()
    }

    #[test]
    fn golds_of_metadata_name_lines_of_the_article() {
        let record = Record {
            gold: "Bread is flour and water and time. It keeps for a week.".into(),
            title: Some("On bread".into()),
            author: Some("Ada Baker".into()),
            published: Some("2024-03-07".into()),
            ..Record::default()
        };
        let html = "<p>Ada Baker<h1>On Bread</h1><p>By Ada Baker<p>7 March 2024<p>Bread is flour and water and time.\
            <p>It keeps for a week.<p>7 March 2024";
        let expected = vec![("title", vec![1]), ("byline", vec![2]), ("date", vec![3])];
        assert_eq!(roles_of(record, html), expected);
    }

    #[test]
    fn golds_of_markdown_name_code_and_cells() {
        let record = Record {
            markdown: "Run\n\n```\nmake all\n```\n\n| a | b |\n| - | - |\n| one | two |\n".into(),
            ..Record::default()
        };
        let html = "<p>Run<pre>make all</pre><table><tr><th>a<th>b<tr><td>one<td>two</table>";
        let roles = roles_of(record, html);
        assert_eq!(roles[0], ("code", vec![1]));
        assert_eq!(roles[1], ("table", vec![2, 3, 4, 5]));
    }
}
