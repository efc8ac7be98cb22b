//! Authors that only readers see: links with `rel=author`, elements that call themselves a byline, lines that
//! begin with `By`, and names beside a date or a role right below the title.

use super::person::{is_person, is_single_name};
use super::{PageFacts, clean, cut, wide};
use crate::metadata::date::{Customs, words};
use crate::metadata::kind::Kind;
use crate::metadata::names;
use crate::metadata::near::Near;
use crate::metadata::precedence::{BYLINE, REL_AUTHOR, VISIBLE};
use crate::metadata::text;
use dehusk_page::{NodeId, Page, name};
use std::ops::Range;

/// Ancestors of a line that may call it a byline.
const MAX_UP: usize = 5;
/// Words of a byline.
const MAX_WORDS: u32 = 30;
/// Elements that call themselves bylines, of which a list of articles has one each.
const MAX_MARKED: usize = 24;
/// Texts of one block that are looked at.
const MAX_TEXTS: usize = 12;
/// Authors stand in one place: what is this many nodes further names someone else.
const MAX_APART: usize = 40;
/// Far from the title, more names than this are those of other texts.
const MAX_FAR: usize = 3;

/// Folders of people's pages.
#[rustfmt::skip]
const PROFILES: &[&str] = &[
    "author", "authors", "autor", "autoren", "auteur", "auteurs", "autore", "autori", "contributor", "contributors",
    "writers", "journalist", "journalists", "reporters", "staff", "byline", "redakteure", "people", "profile", "user",
];
/// Folders of what else pages have in their bylines.
const SECTIONS: &[&str] =
    &["category", "categories", "tag", "tags", "topic", "topics", "section", "kategorie"];
/// The names near the title, from the most telling place that has any. `refuses` knows names that are something
/// else on this page.
pub(super) fn look(
    near: &Near<'_>,
    rel_authors: &[NodeId],
    page: PageFacts,
    refuses: &dyn Fn(&str) -> bool,
) -> Vec<(String, &'static str)> {
    let [after, before, rest] = near.ranges();
    let near_title = |range: Range<usize>| match page.kind == Kind::Text {
        true => gather(marked(near, range)),
        // Where the page may be a list, its first name is that of the first item; those of a forum are told
        // by what they are called.
        false if has_users(near, range.clone()) => gather(marked(near, range)),
        false => few(marked(near, range.start..rest.end.max(range.end))),
    };
    let places: [(&'static str, &dyn Fn() -> Vec<String>); 9] = [
        (BYLINE, &|| near_title(after.clone())),
        (REL_AUTHOR, &|| from_links(near, rel_authors)),
        (BYLINE, &|| near_title(before.clone())),
        (BYLINE, &|| gather(profiles(near, near.blocks()))),
        (VISIBLE, &|| from_lines(near)),
        (VISIBLE, &|| from_names(near)),
        (BYLINE, &|| from_wide(near, page.is_japanese)),
        (BYLINE, &|| few(marked(near, rest.clone()))),
        (BYLINE, &|| few(profiles(near, near.further()))),
    ];
    // Where the page may be anything, only a person's name below its title counts.
    let places = if page.is_text() { &places[..] } else { &places[..1] };
    let found = places.iter().map(|(source, names)| {
        let names = names().into_iter().filter(|n| !refuses(n) && (page.is_text() || is_person(n)));
        names.map(|n| (n, *source)).collect::<Vec<_>>()
    });
    found.into_iter().find(|names| !names.is_empty()).unwrap_or_default()
}

/// The links nearest to the title, and those beside them.
fn from_links(near: &Near<'_>, links: &[NodeId]) -> Vec<String> {
    let mut links: Vec<_> = links.iter().copied().filter(|&l| !near.is_aside(l)).collect();
    links.sort_by_key(|&l| near.distance(l));
    let texts = || links.iter().map(|&l| (l, text::of_parts(near.page, l, 120)));
    let is_near = links.first().is_some_and(|&l| near.is_near(l));
    if is_near { gather(texts()) } else { few(texts()) }
}

/// Names of elements that stand together.
fn gather(texts: impl Iterator<Item = (NodeId, String)>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut first: Option<NodeId> = None;
    for (id, text) in texts {
        if first.is_some_and(|f| f.index().abs_diff(id.index()) > MAX_APART) {
            break;
        }
        let found = clean::names(&text);
        if !found.is_empty() {
            first = first.or(Some(id));
            names.extend(found);
        }
    }
    clean::tidy(names)
}

/// The same far from the title, where many names are those of other texts.
fn few(texts: impl Iterator<Item = (NodeId, String)>) -> Vec<String> {
    let texts: Vec<_> = texts.collect();
    let all: Vec<_> = texts.iter().flat_map(|(_, text)| clean::names(text)).collect();
    match clean::tidy(all).len() <= MAX_FAR {
        true => gather(texts.into_iter()),
        false => Vec::new(),
    }
}

/// Texts of elements that call themselves bylines.
fn marked<'n, 'd>(
    near: &'n Near<'d>,
    nodes: Range<usize>,
) -> impl Iterator<Item = (NodeId, String)> + use<'n, 'd> {
    let page = near.page;
    let marked = near.called(nodes, names::BYLINE);
    let marked = marked.filter(|&id| !near.calls_itself(id, names::NOT_BYLINE));
    let marked = marked.filter(|&id| !near.holds_title(id) && !near.is_aside(id)).take(MAX_MARKED);
    marked.filter(|&id| !is_section(page, id)).filter_map(|id| Some((id, byline_in(near, id)?)))
}

/// Whether names in a range are those of the users of a forum.
fn has_users(near: &Near<'_>, nodes: Range<usize>) -> bool {
    near.called(nodes, names::USER).next().is_some()
}

/// Whether an element holds a link to a section of the site and no other.
fn is_section(page: &Page, id: NodeId) -> bool {
    let mut links =
        page.subtree(id).take(MAX_APART).filter(|&n| page.name(n) == name::A).peekable();
    links.peek().is_some() && links.all(|l| leads_to(page, l, SECTIONS))
}

/// The text of a byline: of the element where it is a part of a line, else its first line, or the second
/// where the first only introduces it.
fn byline_in(near: &Near<'_>, element: NodeId) -> Option<String> {
    let first = near.block_at(element)?;
    let nodes = near.blocks.nodes(first);
    let (start, end) = (*nodes.first()?, *nodes.last()?);
    if !near.page.contains(element, start) || !near.page.contains(element, end) {
        return Some(text::of_parts(near.page, element, 200));
    }
    let next = (first + 1).min(near.blocks.len() - 1);
    let index = if cut::is_introduction(near.blocks.text(first)) { next } else { first };
    if near.blocks.block(index).words > MAX_WORDS {
        return None;
    }
    let line = near.line(index);
    let has_name = |text: &String| !clean::names(text).is_empty();
    let is_plain = cut::is_introduced(&line) || line.split_whitespace().count() <= 4;
    // Where the line is more than a name, a link in it is the name, or one of its texts alone.
    let link = if is_plain { None } else { link_in(near.page, element).filter(has_name) };
    let texts = || {
        let nodes = near.blocks.nodes(index).iter().take(MAX_TEXTS);
        nodes.map(|&n| text::clean(near.page.text(n))).find(has_name)
    };
    link.or_else(|| Some(line).filter(has_name)).or_else(texts)
}

/// The text of the first link of a byline that is more than a name.
fn link_in(page: &Page, element: NodeId) -> Option<String> {
    let mut links = page.descendants(element).take(MAX_APART).filter(|&n| page.name(n) == name::A);
    let link = links.find(|&l| !leads_to(page, l, SECTIONS))?;
    Some(text::of_parts(page, link, 120)).filter(|t| !t.is_empty())
}

/// Links that lead to someone's page.
fn profiles<'n>(
    near: &'n Near<'_>,
    blocks: impl Iterator<Item = usize> + 'n,
) -> impl Iterator<Item = (NodeId, String)> + 'n {
    let page = near.page;
    let links = blocks.filter_map(move |i| {
        let &node = near.blocks.nodes(i).iter().find(|&&n| link_of(page, n).is_some())?;
        let link = link_of(page, node).filter(|&l| leads_to(page, l, PROFILES))?;
        let text = text::of_parts(page, link, 120);
        let is_introduced = || cut::is_introduced(near.blocks.text(i)) && is_single_name(&text);
        let is_name = is_person(&text) || is_introduced();
        (is_name && !near.is_aside(link)).then_some((link, text))
    });
    links.take(MAX_MARKED)
}

/// The link a text stands in.
fn link_of(page: &Page, node: NodeId) -> Option<NodeId> {
    page.ancestors(node).take(MAX_UP).find(|&a| page.name(a) == name::A)
}

/// Whether an element is a link with one of the folders in its address.
fn leads_to(page: &Page, link: NodeId, folders: &[&str]) -> bool {
    let href = page.attr(link, name::HREF).unwrap_or_default();
    let mut path = href.split(['?', '#']).next().unwrap_or_default().split('/');
    path.any(|f| folders.iter().any(|p| f.eq_ignore_ascii_case(p)))
}

/// Lines near the title that begin as bylines do and name someone; the name may stand in the next line.
fn from_lines(near: &Near<'_>) -> Vec<String> {
    let lines =
        near.blocks().filter(|&i| near.blocks.block(i).words <= MAX_WORDS && !near.is_title(i));
    let found = lines.into_iter().find_map(|index| {
        let line = near.blocks.text(index);
        let line = match cut::is_introduction(line) {
            true if index + 1 < near.blocks.len() => near.line(index + 1),
            _ if cut::is_introduced(line) => near.line(index),
            _ => return None,
        };
        let node = near.blocks.nodes(index).first()?;
        let names = clean::names(&line).into_iter().filter(|n| is_person(n) && !wide::is_wide(n));
        let names: Vec<_> = names.collect();
        (!names.is_empty() && !near.is_aside(*node)).then_some(names)
    });
    found.unwrap_or_default()
}

/// Names right below the title that stand beside a date or what someone does: `Ada Berg | 13 May 2024`.
fn from_names(near: &Near<'_>) -> Vec<String> {
    let below = near.blocks().filter(|&i| near.is_beside_title(i) && !near.is_title(i));
    let found = below.into_iter().find_map(|index| {
        let line = Some(near.line(index)).filter(|_| near.blocks.block(index).words <= 16)?;
        let &node = near.blocks.nodes(index).first()?;
        if link_of(near.page, node).is_some_and(|l| !is_slug_of(near.page, l, &line)) {
            return None;
        }
        let is_whole = is_person(&line) && line.chars().any(char::is_lowercase) && {
            let beside = [index.checked_sub(1), Some(index + 1)].into_iter().flatten();
            let beside = beside.filter(|&i| i < near.blocks.len() && !near.is_title(i));
            beside.into_iter().any(|i| has_date_or_role(&near.line(i)))
        };
        let name = if is_whole { Some(line.clone()) } else { name_in(&line) };
        name.filter(|_| !near.is_aside(node))
    });
    found.into_iter().collect()
}

/// Bylines of Chinese, Japanese and Korean pages, which stand at the end of the text as often.
fn from_wide(near: &Near<'_>, is_japanese: bool) -> Vec<String> {
    let lines = near.blocks().chain(near.last_blocks()).map(|i| (i, near.blocks.text(i)));
    let found =
        lines.filter(|(_, line)| wide::is_wide(text::head(line, 60))).find_map(|(index, _)| {
            let names = wide::names(&near.line(index), is_japanese);
            let node = near.blocks.nodes(index).first()?;
            (!names.is_empty() && !near.is_aside(*node)).then_some(names)
        });
    found.unwrap_or_default()
}

/// Whether the address of a link is made from the words of its text, as that of a person's page is.
fn is_slug_of(page: &Page, link: NodeId, text: &str) -> bool {
    let href = page.attr(link, name::HREF).unwrap_or_default().to_lowercase();
    text.split_whitespace().take(2).any(|w| w.len() >= 3 && href.contains(&text::key(w)))
}

fn has_date_or_role(line: &str) -> bool {
    let line = text::head(line, 80);
    !words::find(line, Customs::UNKNOWN).is_empty() || clean::is_role_line(line)
}

/// The name in a line that has a name and a date or a role, and little else.
fn name_in(line: &str) -> Option<String> {
    let date = words::find(line, Customs::UNKNOWN).into_iter().next();
    let parts = line.split(['|', '•', '·', '–', '—', '/']).map(str::trim);
    let has_role = parts.clone().count() > 1 && parts.clone().any(clean::is_role_line);
    let before = date.as_ref().and_then(|d| line.get(..d.start)).unwrap_or_default();
    let after = date.as_ref().and_then(|d| line.get(d.end..)).unwrap_or_default();
    let sides = [before, after].into_iter().filter(|_| date.is_some());
    let parts = parts.filter(|_| has_role || date.is_some()).chain(sides);
    let names = parts.filter_map(|p| clean::names(p).into_iter().next());
    names.into_iter().find(|n| is_person(n) && n.chars().any(char::is_lowercase))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_extract::{Document, Selection};

    const FACTS: PageFacts =
        PageFacts { kind: Kind::Text, is_front: false, is_dated: true, is_japanese: false };

    fn authors(body: &str) -> Vec<(String, &'static str)> {
        let html =
            format!("<h1>Corn is up</h1>{body}<p>{}", "Words of the story go on. ".repeat(20));
        let document = Document::new(Page::parse(html));
        let selection = Selection::everything(&document);
        let found = crate::metadata::collect::collect(&document);
        let near = Near::new(&document, &selection, found.headings.first().copied());
        look(&near, &found.rel_authors, FACTS, &|name| name == "World News")
    }

    #[test]
    fn by_rel_class_and_text() {
        for (body, source) in [
            ("<p>By <a rel=author href=/ada>Ada Berg</a>", REL_AUTHOR),
            ("<div class=article-byline>By <a href=/ada>Ada Berg</a>, Staff Writer</div>", BYLINE),
            ("<span class='post__AuthorName'>Ada Berg</span>", BYLINE),
            (
                "<p>Thread starter <a class='username u-x'>Ada Berg</a> Start date May 13, 2024",
                BYLINE,
            ),
            (
                "<div class=dateAndAuthor><span>May 13, 2024</span><span>Ada Berg</span></div>",
                BYLINE,
            ),
            ("<div id=autor><b>Ada Berg</b></div>", BYLINE),
            ("<p>By Ada Berg", VISIBLE),
            ("<p>Von Ada Berg", VISIBLE),
            ("<p>Автор: Ada Berg", VISIBLE),
            ("<p>作者：Ada Berg", VISIBLE),
            ("<p>By<p>Ada Berg", VISIBLE),
            ("<p><a href='/blog/authors/ada'>Ada Berg</a>", BYLINE),
            ("<p>Published May 13, 2024<p>by Ada Berg, The Paper", VISIBLE),
            ("<p>Ada Berg | Senior Writer | July 2, 2025", VISIBLE),
            ("<p>Dec 26, 2025 • Ada Berg in <a href=/x>Corn</a>", VISIBLE),
            ("<div><span><span>Ada Berg</span></span><span>Dec 05, 2023</span></div>", VISIBLE),
            ("<p>Ada Berg<p>Tech Writer", VISIBLE),
            ("<p>by <a href=/author/ada>Ada</a> · Dec 20, 2025<p>Ada Berg", BYLINE),
        ] {
            let got = authors(body);
            let (name, from) = got.first().unwrap_or_else(|| panic!("{body}"));
            assert!("Ada Berg".starts_with(name), "{body}: {name}");
            assert_eq!(*from, source, "{body}");
        }
    }

    #[test]
    fn others_are_not_the_author() {
        for body in [
            "<div class=comments><span class=author>No One</span></div>",
            "<nav>By No One</nav>",
            "<p>by the way, this is a line",
            "<div class=author-bio>A long story of a life in few words</div>",
            "<p>By 2030, corn will be blue",
            "<div class=byline><a href=/category/corn>Corn Stories</a></div>",
            "<div class=author>World News</div>",
            "<div class=author>Hire Martin</div>",
            "<div class=reviews><span class=author>No One</span></div>",
            "<p>Corn Prices<p>Wheat Prices",
        ] {
            assert_eq!(authors(body), [], "{body}");
        }
    }
}
