//! The title of the content, without the name of the site.
//!
//! What pages say to machines is often more than the title (the site's name, words for search engines),
//! and headings are often not the title (a logo, a section). Where the two agree, the heading is the title
//! as its writer meant it; where they do not, the machines' title is the safer one.

mod sites;

use super::candidates::Candidates;
use super::marks::Marks;
use super::precedence::{Field, HEADING, MICRODATA, TITLE_ELEMENT};
use super::{Sourced, text};
use dehusk_blocks::Blocks;
use dehusk_extract::Document;
use dehusk_page::{NodeId, Page, name};
pub(super) use sites::Sites;
use std::sync::LazyLock;

/// Headings compared.
const MAX_HEADINGS: usize = 16;
/// Words of a block that may be the title.
const MAX_WORDS: u32 = 40;
/// A shorter text is contained in another one by chance.
const MIN_KEY: usize = 6;
/// Titles are cut off at as many letters.
const CUT_OFF: usize = 40;
/// Separators of a title that are looked at.
const MAX_PARTS: usize = 6;

/// What a heading that is the site's name is called.
static LOGOS: LazyLock<Marks> =
    LazyLock::new(|| Marks::new(&["logo", "brand", "site-title", "site-name", "sitename"]));

/// The chosen title.
#[derive(Debug, Default)]
pub(super) struct Title {
    pub title: Option<Sourced<String>>,
    /// Where the page shows it.
    pub shown: Option<NodeId>,
    /// What stood beside it in the `title` element and is the site's name.
    pub site: Option<String>,
}

struct Heading {
    id: NodeId,
    main: bool,
    text: String,
    key: String,
}

struct Named {
    source: &'static str,
    text: String,
    key: String,
    /// The key of the whole, with what looks like the site's name.
    whole: String,
}

/// Chooses the title.
pub(super) fn choose(
    document: &Document,
    found: &Candidates,
    headings: &[NodeId],
    sites: &Sites,
) -> Title {
    let headings = read_headings(document.page(), headings, sites);
    let named = read_named(found, sites);
    let site =
        found.from(Field::Title, TITLE_ELEMENT).find_map(|t| sites.strip(t).1).map(str::to_string);
    let (title, shown) = match agreed(&named, &headings) {
        Some(heading) => (Some((heading.text.clone(), HEADING)), Some(heading.id)),
        None => unconfirmed(document, &named, &headings, sites),
    };
    let title = title.map(|(value, source)| Sourced::new(value, source));
    Title { title, shown, site }
}

/// Whether a text is what the page gives as its description: some systems put that where the title belongs. What
/// stands in the `title` element as well is a title that the description repeats.
fn is_description(found: &Candidates, title: &str) -> bool {
    let is_long = title.split_whitespace().count() > 8;
    let mut elements = found.from(Field::Title, TITLE_ELEMENT);
    is_long
        && found.of(Field::Description).iter().any(|d| d.value.starts_with(title))
        && !elements.any(|element| text::key(element).contains(&text::key(title)))
}

fn read_headings(page: &Page, headings: &[NodeId], sites: &Sites) -> Vec<Heading> {
    let read = headings.iter().take(MAX_HEADINGS).map(|&id| {
        let text = text::of_element(page, id, 400);
        // Marks of links to the heading itself are no part of it, nor are signs of icon fonts.
        let is_mark = |c: char| matches!(c, '¶' | '#' | ' ' | '\u{e000}'..='\u{f8fe}');
        let text = text.trim_end_matches(is_mark).to_string();
        Heading { id, main: page.name(id) == name::H1, key: text::key(&text), text }
    });
    let read: Vec<_> = read.filter(|h| !h.key.is_empty()).collect();
    let is_name = |h: &Heading| {
        is_logo(page, h.id) || (h.text.split_whitespace().count() <= 4 && sites.is_site(&h.text))
    };
    // Where the site is what the page is about, its name is a title like any other.
    if read.iter().filter(|h| h.main).all(is_name) {
        return read;
    }
    read.into_iter().filter(|h| !is_name(h)).collect()
}

/// Whether a heading calls itself a logo, or links the front page.
fn is_logo(page: &Page, id: NodeId) -> bool {
    let near = || std::iter::once(id).chain(page.parent(id));
    let link =
        |n: NodeId| page.name(n) == name::A && page.attr(n, name::HREF).is_some_and(is_front);
    near().any(|n| LOGOS.are_on(page, n))
        || near().any(link)
        || page.descendants(id).take(8).any(link)
}

/// Whether an address has no path.
fn is_front(href: &str) -> bool {
    let href = href.trim();
    let path = href
        .split_once("://")
        .map_or(href, |(_, rest)| rest.find('/').map_or("/", |at| &rest[at..]));
    matches!(path, "/" | "/index.html" | "/index.php" | "./" | "index.html")
}

/// The titles for machines, those that are no more than the site's name last.
fn read_named(found: &Candidates, sites: &Sites) -> Vec<Named> {
    let told = found.of(Field::Title).into_iter().filter(|c| !is_description(found, &c.value));
    let named = told.map(|c| {
        let (text, _) = sites.strip(c.value.trim_start_matches(sites::is_mark));
        let whole = text::key(&c.value);
        Named { source: c.source(), key: text::key(text), text: text.to_string(), whole }
    });
    let mut named: Vec<_> = named.filter(|n| !n.key.is_empty()).collect();
    named.sort_by_key(|n| sites.is_site(&n.text));
    named
}

/// The heading that another source confirms: word for word, else as a part of it, else roughly.
fn agreed<'h>(named: &[Named], headings: &'h [Heading]) -> Option<&'h Heading> {
    let main = || headings.iter().filter(|h| h.main);
    // A lesser heading with microdata would only confirm itself.
    let lesser = || headings.iter().filter(|h| !h.main && h.key.len() >= MIN_KEY);
    let told = || named.iter().filter(|n| n.source != MICRODATA);
    // Only the most trusted one may be matched in part: others name the site in front.
    let best = named.first()?;
    let same =
        |n: &Named| main().find(|h| h.key == n.whole).or_else(|| main().find(|h| h.key == n.key));
    named
        .iter()
        .find_map(same)
        .or_else(|| main().find(|h| is_cut_off(&best.text, &h.text)))
        .or_else(|| {
            longest(main().filter(|h| h.key.len() >= MIN_KEY && best.key.starts_with(&h.key)))
        })
        .or_else(|| told().find_map(|n| lesser().find(|h| h.key == n.key)))
        .or_else(|| {
            longest(lesser().filter(|h| h.key.len() >= 2 * MIN_KEY && best.key.starts_with(&h.key)))
        })
        .or_else(|| {
            longest(
                headings
                    .iter()
                    .filter(|h| 2 * h.key.len() >= best.key.len() && best.key.contains(&h.key)),
            )
        })
        .or_else(|| main().find(|h| !h.key.contains(&best.key) && is_alike(&best.text, &h.text)))
}

/// Whether a title is the beginning of a heading and ends inside of a word, or says that it goes on.
fn is_cut_off(title: &str, heading: &str) -> bool {
    let title = title.trim_end();
    let bare = title.trim_end_matches(['…', '.']);
    let goes_on = bare.len() < title.len() && (title.ends_with('…') || title.ends_with("..."));
    let rest = heading.strip_prefix(bare.trim_end());
    let in_word = |rest: &str| rest.starts_with(char::is_alphanumeric);
    bare.chars().count() >= CUT_OFF && rest.is_some_and(|rest| goes_on || in_word(rest))
}

fn longest<'h>(headings: impl Iterator<Item = &'h Heading>) -> Option<&'h Heading> {
    headings.reduce(|best, h| if h.key.len() > best.key.len() { h } else { best })
}

/// Whether two texts share most of the words of the shorter and many of the longer one.
fn is_alike(a: &str, b: &str) -> bool {
    let words = |t: &str| -> Vec<String> {
        t.split_whitespace().map(text::key).filter(|w| !w.is_empty()).take(64).collect()
    };
    let (a, b) = (words(a), words(b));
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let common = short.iter().filter(|w| long.contains(w)).count();
    common > 0 && 2 * common >= short.len() && 10 * common >= 3 * long.len()
}

type Shown = (Option<(String, &'static str)>, Option<NodeId>);

/// What machines are told, cut down to what the page shows of it; the first heading where they are
/// told nothing.
fn unconfirmed(document: &Document, named: &[Named], headings: &[Heading], sites: &Sites) -> Shown {
    let Some(best) = named.first() else {
        let heading = headings.iter().find(|h| h.main).or(headings.first());
        return (heading.map(|h| (h.text.clone(), HEADING)), heading.map(|h| h.id));
    };
    let only_site = sites.is_site(&best.text);
    if let Some(heading) =
        headings.iter().find(|h| h.main).filter(|h| only_site && !sites.is_site(&h.text))
    {
        return (Some((heading.text.clone(), HEADING)), Some(heading.id));
    }
    let shown = visible_part(document.blocks(), &best.text, sites);
    // What a page says in its title element alone is often the same on every page of the site.
    let lonely = named.iter().all(|n| n.key == best.key || n.source == TITLE_ELEMENT);
    if shown.is_none()
        && lonely
        && best.source == TITLE_ELEMENT
        && let Some(heading) = sole_heading(headings, sites)
    {
        return (Some((heading.text.clone(), HEADING)), Some(heading.id));
    }
    match shown {
        Some((part, node)) => (Some((part.to_string(), best.source)), Some(node)),
        None => (Some((best.text.clone(), best.source)), None),
    }
}

/// The only main heading of a page, where it reads like a title.
fn sole_heading<'h>(headings: &'h [Heading], sites: &Sites) -> Option<&'h Heading> {
    let mut main = headings.iter().filter(|h| h.main);
    let heading = main.next().filter(|_| main.next().is_none())?;
    let words = heading.text.split_whitespace().count();
    let says = (2..=24).contains(&words) || heading.key.chars().count() >= 2 * MIN_KEY;
    (says && !sites.is_site(&heading.text)).then_some(heading)
}

/// The longest part of a title, cut at separators, that is a block of its own.
fn visible_part<'t>(blocks: &Blocks, title: &'t str, sites: &Sites) -> Option<(&'t str, NodeId)> {
    let parts = parts(title);
    let keys: Vec<_> = parts.iter().map(|p| text::key(p)).collect();
    let mut best: Option<(usize, NodeId)> = None;
    for index in (0..blocks.len()).filter(|&i| blocks.block(i).words <= MAX_WORDS) {
        let block = blocks.text(index);
        let worth_it = best.map_or(2 * MIN_KEY, |(part, _)| keys[part].len() + 1);
        if block.len() < worth_it || block.len() > 2 * title.len() {
            continue;
        }
        let key = text::key(block);
        let hit = keys.iter().position(|k| k.len() >= worth_it && *k == key);
        if let (Some(part), Some(&node)) = (hit, blocks.nodes(index).first())
            && !sites.is_site(block)
        {
            best = Some((part, node));
        }
    }
    best.map(|(part, node)| (parts[part], node))
}

/// The title, and every stretch of it between separators.
fn parts(title: &str) -> Vec<&str> {
    let cuts = sites::cuts(title);
    let starts = || std::iter::once(0).chain(cuts.iter().map(|&(_, end)| end)).take(MAX_PARTS);
    let ends: Vec<_> =
        cuts.iter().map(|&(start, _)| start).take(MAX_PARTS).chain([title.len()]).collect();
    let stretch =
        |start: usize, end: usize| title.get(start..end).map(str::trim).filter(|p| !p.is_empty());
    std::iter::once(title)
        .chain(starts().flat_map(|s| ends.iter().filter_map(move |&e| stretch(s, e))))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::precedence::JSON_LD;
    use std::borrow::Cow;

    fn title(html: &str, json_ld: &str) -> (String, &'static str) {
        let document = Document::new(Page::parse(html));
        let mut found = super::super::collect::collect(&document);
        found.candidates.add(Field::Title, JSON_LD, json_ld);
        let sites = Sites::new(["Husk Times".to_string()], None);
        let title = choose(&document, &found.candidates, &found.headings, &sites).title;
        let named = |source| match source {
            Cow::Borrowed(name) => name,
            Cow::Owned(name) => panic!("the page's own sources have fixed names, not {name}"),
        };
        title.map(|t| (t.value, named(t.source))).unwrap_or_default()
    }

    #[test]
    fn a_confirmed_heading_is_the_title() {
        let html = "<title>Corn is up - Markets - Husk Times</title><h1>Husk Times</h1><h1>Corn is <i>up</i></h1>";
        assert_eq!(title(html, ""), ("Corn is up".into(), HEADING));
        let html =
            "<title>Corn prices climb again this week</title><h1>Corn prices climb again</h1>";
        assert_eq!(title(html, ""), ("Corn prices climb again".into(), HEADING));
        let html = "<title>Corn is up today</title><h2>Other</h2><h2>Corn is up today</h2>";
        assert_eq!(title(html, ""), ("Corn is up today".into(), HEADING));
    }

    #[test]
    fn an_unconfirmed_heading_is_not() {
        let html = "<title>Corn is up | Husk Times</title><h1>Search</h1>";
        assert_eq!(title(html, ""), ("Corn is up".into(), TITLE_ELEMENT));
        assert_eq!(title(html, "Corn is up, &amp; so is wheat").0, "Corn is up, &amp; so is wheat");
        assert_eq!(title("<h1>Only this</h1>", ""), ("Only this".into(), HEADING));
        assert_eq!(title("<p>Nothing", ""), (String::new(), ""));
    }

    #[test]
    fn a_part_the_page_shows_is_the_title() {
        let html = "<title>Markets - Corn is up again - A Site Unknown</title><p><b>Corn is up again</b><p>Text";
        assert_eq!(title(html, "").0, "Corn is up again");
        let html =
            "<title>Corn is up again - A Site Unknown</title><p><b>Corn is up again</b><p>Text";
        assert_eq!(title(html, ""), ("Corn is up again".into(), TITLE_ELEMENT));
    }

    #[test]
    fn a_heading_that_names_the_site_is_not() {
        let html = "<title>Growing corn — The Big Farming Manual</title><h1>The Big Farming Manual</h1><h1>Growing corn¶</h1>";
        assert_eq!(title(html, ""), ("Growing corn".into(), HEADING));
        let html =
            "<title>What happened to the corn in 2024 / Farming Forums</title><h1>Farming</h1>";
        assert_eq!(title(html, "").1, TITLE_ELEMENT);
    }

    #[test]
    fn logos_are_no_titles() {
        for logo in [
            "<h1><a href=/>Corn</a></h1>",
            "<h1 class=site-logo>Corn</h1>",
            "<a href='https://e.example/'><h1>Corn</h1></a>",
        ] {
            let html = format!(
                "<title>Corn is up again - Corn and more</title>{logo}<h2>Corn is up again</h2>"
            );
            assert_eq!(title(&html, "").0, "Corn is up again", "{logo}");
        }
    }

    #[test]
    fn a_whole_title_that_is_the_heading_stays_whole() {
        let html = "<title>New to the Husk Times: what to read | Husk Times</title><h1>New to the Husk Times: what to read</h1>";
        assert_eq!(title(html, "").0, "New to the Husk Times: what to read");
        let html = "<title>Husk Times: how to read</title><h1>Husk Times: how to read</h1>";
        assert_eq!(title(html, "").0, "Husk Times: how to read");
    }

    #[test]
    fn a_title_that_was_cut_off_is_made_whole() {
        let html = "<title>How to set up your desk, your monitor, your laptop and your k</title>\
            <h1>How to set up your desk, your monitor, your laptop and your keyboard</h1>";
        assert_eq!(
            title(html, "").0,
            "How to set up your desk, your monitor, your laptop and your keyboard"
        );
    }

    #[test]
    fn descriptions_are_no_titles() {
        let html = "<title>Corn is up</title><meta property=og:title content='A long story of corn and of those who grow it'>\
            <meta name=description content='A long story of corn and of those who grow it.'>";
        assert_eq!(title(html, "").0, "Corn is up");
    }

    #[test]
    fn a_title_that_nothing_shows_gives_way_to_the_heading() {
        let html = "<title>The heart of the valley</title><h1>Which corn grows best in sand?</h1>";
        assert_eq!(title(html, ""), ("Which corn grows best in sand?".into(), HEADING));
        let told = format!("<meta property=og:title content='Wheat on clay'>{html}");
        assert_eq!(title(&told, "").0, "Wheat on clay");
    }

    #[test]
    fn a_title_may_be_about_markup() {
        let html = "<title>&lt;table>: the table element</title><h1><code>&lt;table></code>: the table element</h1>";
        assert_eq!(title(html, "").0, "<table>: the table element");
        let html = "<title>A &lt;em>word&lt;/em> of corn</title><p>Text";
        assert_eq!(title(html, "").0, "A word of corn");
    }

    #[test]
    fn hyphens_stay() {
        let html = "<title>Corn - a well-known history - Husk Times</title>";
        assert_eq!(title(html, "").0, "Corn - a well-known history");
    }
}
