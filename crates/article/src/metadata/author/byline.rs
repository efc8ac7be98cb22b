//! Authors that only readers see: links with `rel=author`, elements that call themselves a byline, and
//! lines that begin with `By`.

use super::{clean, cut};
use crate::metadata::marks::Marks;
use crate::metadata::near::Near;
use crate::metadata::precedence::{BYLINE, REL_AUTHOR, VISIBLE};
use crate::metadata::text;
use dehusk_page::{NodeId, Page, name};
use std::ops::Range;
use std::sync::LazyLock;

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

/// Words in `class` and `id` of bylines.
#[rustfmt::skip]
static BYLINES: LazyLock<Marks> = LazyLock::new(|| Marks::new(&[
    "byline", "by-line", "author", "autor", "auteur", "autore", "verfasser", "redakteur", "writer", "penulis", "yazar",
    "username", "postername",
]));
/// Folders of people's pages.
#[rustfmt::skip]
const PROFILES: &[&str] = &[
    "author", "authors", "autor", "autoren", "auteur", "auteurs", "autore", "autori", "contributor", "contributors",
    "writers", "journalist", "journalists", "reporters", "staff", "byline", "redakteure",
];
/// And in those of what stands next to them.
#[rustfmt::skip]
static NOT_BYLINES: LazyLock<Marks> = LazyLock::new(|| Marks::new(&[
    "authority", "authoriz", "bio", "avatar", "desc", "photo", "social", "follow", "role", "title", "about",
]));

/// The names near the title, from the most telling place that has any.
pub(super) fn look(near: &Near<'_>, rel_authors: &[NodeId]) -> Vec<(String, &'static str)> {
    let [after, before, rest] = near.ranges();
    let places: [(&'static str, &dyn Fn() -> Vec<String>); 7] = [
        (REL_AUTHOR, &|| from_links(near, rel_authors)),
        (BYLINE, &|| from_marked(near, after.clone())),
        (BYLINE, &|| from_marked(near, before.clone())),
        (BYLINE, &|| from_profiles(near, near.blocks())),
        (VISIBLE, &|| from_lines(near)),
        (BYLINE, &|| from_marked(near, rest.clone())),
        (BYLINE, &|| from_profiles(near, near.further())),
    ];
    let found = places.iter().map(|(source, names)| tagged(names(), source));
    found.into_iter().find(|names| !names.is_empty()).unwrap_or_default()
}

fn tagged(names: Vec<String>, source: &'static str) -> Vec<(String, &'static str)> {
    names.into_iter().map(|n| (n, source)).collect()
}

/// The links nearest to the title, and those beside them.
fn from_links(near: &Near<'_>, links: &[NodeId]) -> Vec<String> {
    let mut links: Vec<_> = links.iter().copied().filter(|&l| !near.is_aside(l)).collect();
    links.sort_by_key(|&l| near.distance(l));
    gather(links.into_iter().map(|l| (l, text::of_element(near.page, l, 120))))
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
    names
}

/// Texts of elements that call themselves bylines.
fn from_marked(near: &Near<'_>, nodes: Range<usize>) -> Vec<String> {
    let page = near.page;
    let marked = nodes.map(NodeId::from_index).filter(|&id| {
        page.is_element(id) && BYLINES.are_on(page, id) && !NOT_BYLINES.are_on(page, id)
    });
    let marked = marked.filter(|&id| !near.holds_title(id) && !near.is_aside(id)).take(MAX_MARKED);
    gather(marked.filter_map(|id| Some((id, byline_in(near, id)?))))
}

/// The text of a byline: of the element where it is a part of a line, else its first line, or the second
/// where the first only introduces it.
fn byline_in(near: &Near<'_>, element: NodeId) -> Option<String> {
    let first = near.block_at(element)?;
    let nodes = near.blocks.nodes(first);
    let (start, end) = (*nodes.first()?, *nodes.last()?);
    if !near.page.contains(element, start) || !near.page.contains(element, end) {
        return Some(text::of_element(near.page, element, 200));
    }
    let next = (first + 1).min(near.blocks.len() - 1);
    let index = if cut::is_introduction(near.blocks.text(first)) { next } else { first };
    if near.blocks.block(index).words > MAX_WORDS {
        return None;
    }
    let line = near.blocks.text(index);
    let has_name = |text: &String| !clean::names(text).is_empty();
    let is_plain = cut::is_introduced(line) || line.split_whitespace().count() <= 4;
    // Where the line is more than a name, a link in it is the name, or one of its texts alone.
    let link = if is_plain { None } else { link_in(near.page, element).filter(has_name) };
    let whole = || Some(line.to_string()).filter(has_name);
    let texts =
        || near.blocks.nodes(index).iter().take(MAX_TEXTS).map(|&n| text::clean(near.page.text(n)));
    link.or_else(whole).or_else(|| texts().find(has_name))
}

/// The text of the first link of a byline that is more than a name.
fn link_in(page: &Page, element: NodeId) -> Option<String> {
    let link = page.descendants(element).take(40).find(|&n| page.name(n) == name::A)?;
    Some(text::of_element(page, link, 120)).filter(|t| !t.is_empty())
}

/// Links near the title that lead to someone's page.
fn from_profiles(near: &Near<'_>, blocks: impl Iterator<Item = usize>) -> Vec<String> {
    let page = near.page;
    let links = blocks.filter_map(|i| {
        let &node = near.blocks.nodes(i).iter().find(|&&n| link_of(page, n).is_some())?;
        link_of(page, node).filter(|&l| is_profile(page, l) && !near.is_aside(l))
    });
    gather(links.map(|l| (l, text::of_element(page, l, 120))).filter(|(_, text)| is_person(text)))
}

/// The link a text stands in.
fn link_of(page: &Page, node: NodeId) -> Option<NodeId> {
    page.ancestors(node).take(MAX_UP).find(|&a| page.name(a) == name::A)
}

fn is_profile(page: &Page, link: NodeId) -> bool {
    let href = page.attr(link, name::HREF).unwrap_or_default();
    let mut folders = href.split(['?', '#']).next().unwrap_or_default().split('/');
    folders.any(|f| PROFILES.iter().any(|p| f.eq_ignore_ascii_case(p)))
}

/// Lines near the title that begin as bylines do and name someone; the name may stand in the next line.
fn from_lines(near: &Near<'_>) -> Vec<String> {
    let lines = near.blocks().filter(|&i| near.blocks.block(i).words <= MAX_WORDS);
    let found = lines.into_iter().find_map(|index| {
        let line = near.blocks.text(index);
        let line = match cut::is_introduction(line) {
            true if index + 1 < near.blocks.len() => near.blocks.text(index + 1),
            _ if cut::is_introduced(line) => line,
            _ => return None,
        };
        let node = near.blocks.nodes(index).first()?;
        let names: Vec<_> = clean::names(line).into_iter().filter(|n| is_person(n)).collect();
        (!names.is_empty() && !near.is_aside(*node)).then_some(names)
    });
    found.unwrap_or_default()
}

/// Text is full of lines that begin with `by` or `par`: here a name must look like one.
fn is_person(name: &str) -> bool {
    let words: Vec<_> = name.split_whitespace().collect();
    let capitals = words.iter().filter(|w| w.starts_with(char::is_uppercase)).count();
    let is_cased = name.chars().any(char::is_lowercase) || name.chars().any(char::is_uppercase);
    let looks = match is_cased {
        true => (2..=4).contains(&words.len()) && 2 * capitals > words.len(),
        // Scripts without capitals: names are short.
        false => name.chars().count() <= 8,
    };
    let only_letters = name.chars().all(|c| c.is_alphabetic() || " .-'’·・".contains(c));
    looks && only_letters && words.first().is_some_and(|w| !w.starts_with(char::is_lowercase))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_extract::{Document, Selection};

    fn authors(body: &str) -> Vec<(String, &'static str)> {
        let html =
            format!("<h1>Corn is up</h1>{body}<p>{}", "Words of the story go on. ".repeat(20));
        let document = Document::new(Page::parse(html));
        let selection = Selection::everything(&document);
        let found = crate::metadata::collect::collect(&document);
        let near = Near::new(&document, &selection, found.headings.first().copied());
        look(&near, &found.rel_authors)
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
        ] {
            let got = authors(body);
            assert_eq!(got.first(), Some(&("Ada Berg".to_string(), source)), "{body}");
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
        ] {
            assert_eq!(authors(body), [], "{body}");
        }
    }
}
