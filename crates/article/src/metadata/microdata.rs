//! `itemscope`/`itemprop`, and RDFa Lite's `typeof`/`property`, which say the same in other words.
//!
//! Properties are kept with the item they belong to until the page was seen, because only then it is
//! known whether there is one article or a list of them.

use super::candidates::Candidates;
use super::precedence::{Field, MICRODATA};
use super::schema::{self, Role};
use super::text;
use dehusk_page::{NodeId, Page, name};

/// Properties kept; a page with more is a list.
const MAX_PROPERTIES: usize = 400;
const MAX_ITEMS: usize = 400;
/// Bytes of the name of a type.
const MAX_KIND: usize = 120;
/// Nodes between the authors of one text.
const MAX_APART: usize = 60;
/// Text taken from an element as a value.
const MAX_TEXT: usize = 600;

#[derive(Debug)]
struct Item {
    role: Role,
    kind: String,
    start: NodeId,
    end: NodeId,
}

#[derive(Debug)]
struct Property {
    item: Option<usize>,
    field: Field,
    value: String,
    node: NodeId,
}

/// The items and properties met so far.
#[derive(Debug, Default)]
pub(super) struct Microdata {
    items: Vec<Item>,
    /// Indices of the items that are open where the walk stands.
    open: Vec<usize>,
    properties: Vec<Property>,
}

/// The attributes of an element that matter here.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Marks<'p> {
    pub property: Option<&'p str>,
    pub kind: Option<&'p str>,
    pub scope: bool,
}

impl Marks<'_> {
    pub fn any(&self) -> bool {
        self.property.is_some() || self.scope
    }
}

impl Microdata {
    /// Reads an element; elements must come in document order.
    pub fn visit(&mut self, page: &Page, id: NodeId, marks: Marks<'_>) {
        while self.open.last().and_then(|&i| self.items.get(i)).is_some_and(|item| item.end <= id) {
            self.open.pop();
        }
        if let Some(property) = marks.property {
            self.property(page, id, property, marks.scope);
        }
        if marks.scope && self.items.len() < MAX_ITEMS {
            self.open.push(self.items.len());
            let role = marks.kind.map_or(Role::Other, role_of);
            let kind = text::head(marks.kind.unwrap_or_default(), MAX_KIND).to_string();
            self.items.push(Item { role, kind, start: id, end: page.end(id) });
        }
    }

    fn property(&mut self, page: &Page, id: NodeId, property: &str, scope: bool) {
        let item = self.open.last().copied();
        let role = item.and_then(|i| self.items.get(i)).map(|i| i.role);
        if self.properties.len() >= MAX_PROPERTIES || matches!(role, Some(Role::Other | Role::Site))
        {
            return;
        }
        for name in property.split_ascii_whitespace().take(4) {
            let Some(field) = field_of(name, role) else { continue };
            let value = match (field, scope) {
                (Field::Author | Field::SiteName, _) => named(page, id),
                (Field::Image, true) => inner(page, id, &["url", "contentUrl"]).unwrap_or_default(),
                (_, true) => continue,
                _ => value(page, id),
            };
            self.properties.push(Property { item, field, value, node: id });
        }
    }

    /// Adds what belongs to the content: the only article, or of several the one with the main heading.
    pub fn finish(self, headings: &[NodeId], found: &mut Candidates) {
        let contents = || self.items.iter().enumerate().filter(|(_, i)| i.role <= Role::Part);
        let holds = |item: &Item| headings.iter().any(|&h| item.start <= h && h < item.end);
        let nested = |item: &Item| {
            self.items
                .iter()
                .any(|o| o.role <= Role::Part && o.start < item.start && item.end <= o.end)
        };
        let mut top = contents().filter(|(_, item)| !nested(item));
        let main = match (top.next(), top.next()) {
            (Some((only, _)), None) => Some(only),
            _ => contents().find(|(_, item)| holds(item)).map(|(i, _)| i),
        };
        let kind = main.and_then(|i| self.items.get(i)).map(|i| i.kind.as_str());
        kind.into_iter()
            .flat_map(str::split_ascii_whitespace)
            .for_each(|k| found.add(Field::Kind, MICRODATA, k));
        let mut author: Option<NodeId> = None;
        for Property { item, field, value, node } in self.properties {
            let role = item.and_then(|i| self.items.get(i)).map(|i| i.role);
            if item.is_some() && item != main && role != Some(Role::Page) {
                continue;
            }
            // Authors of one text stand together; further down those of comments and other texts follow.
            if field == Field::Author {
                let first = *author.get_or_insert(node);
                if node.index() - first.index() > MAX_APART {
                    continue;
                }
            }
            found.add(field, MICRODATA, value);
        }
    }
}

fn role_of(kinds: &str) -> Role {
    kinds.split_ascii_whitespace().map(schema::role).min().unwrap_or(Role::Other)
}

/// The field of a property. Names that mean something only inside of an item need one.
fn field_of(property: &str, role: Option<Role>) -> Option<Field> {
    let name = property.rsplit([':', '/', '#']).next().unwrap_or(property);
    let vocabulary = &property[..property.len() - name.len()];
    // OpenGraph uses the same attribute; its keys are read as meta tags.
    let known = matches!(vocabulary, "" | "schema:" | "s:")
        || vocabulary.contains("schema.org")
        || vocabulary.starts_with("dc");
    if !known {
        return None;
    }
    let field = match name {
        "headline" => Field::Title,
        "name" if role.is_some_and(|r| r <= Role::Part) => Field::Title,
        "author" | "creator" => Field::Author,
        "datePublished" | "dateCreated" | "uploadDate" | "datePosted" => Field::Published,
        "dateModified" => Field::Modified,
        "publisher" => Field::SiteName,
        "description" if role.is_some() => Field::Description,
        "inLanguage" => Field::Language,
        "keywords" => Field::Tag,
        "articleSection" => Field::Section,
        "license" => Field::Licence,
        "image" | "thumbnailUrl" if role.is_some() => Field::Image,
        "url" | "mainEntityOfPage" if role.is_some_and(|r| r <= Role::Page) => Field::Canonical,
        // Dublin Core as RDFa.
        "issued" if property.starts_with("dc") => Field::Published,
        "modified" if property.starts_with("dc") => Field::Modified,
        "title" if property.starts_with("dc") => Field::Title,
        "date" if property.starts_with("dc") => Field::Published,
        _ => return None,
    };
    Some(field)
}

/// The value of a property as the standard takes it from its element.
fn value(page: &Page, id: NodeId) -> String {
    let attribute = match page.name(id) {
        name::A | name::LINK | name::AREA => Some(name::HREF),
        name::IMG | name::AUDIO | name::VIDEO | name::SOURCE | name::IFRAME | name::EMBED => {
            Some(name::SRC)
        }
        name::TIME => Some(name::DATETIME),
        name::DATA | name::METER => Some(name::VALUE),
        _ => None,
    };
    let content = page.attr(id, name::CONTENT).or_else(|| page.attr(id, attribute?));
    match content.map(text::clean).filter(|v| !v.is_empty()) {
        Some(value) => value,
        None => text::of_element(page, id, MAX_TEXT),
    }
}

/// The name of a person or an organisation: of the item's `name`, or what the element says.
fn named(page: &Page, id: NodeId) -> String {
    if let Some(name) = inner(page, id, &["name"]) {
        return name;
    }
    let content = page.attr(id, name::CONTENT).map(text::clean).filter(|v| !v.is_empty());
    content.unwrap_or_else(|| text::of_parts(page, id, MAX_TEXT))
}

/// The value of the first property of one of the names below an element.
fn inner(page: &Page, id: NodeId, names: &[&str]) -> Option<String> {
    let is_named = |&n: &NodeId| {
        let property = page.attr(n, name::ITEMPROP).or_else(|| page.attr(n, name::PROPERTY));
        property.is_some_and(|p| {
            let words = p.split_ascii_whitespace();
            words.map(|w| w.rsplit(':').next().unwrap_or(w)).any(|w| names.contains(&w))
        })
    };
    let node = page.descendants(id).take(200).find(is_named)?;
    // The name of a person often stands in a link to them.
    let value = match (names, page.name(node)) {
        (["name"], name::A) => text::of_parts(page, node, MAX_TEXT),
        _ => value(page, node),
    };
    Some(value).filter(|v| !v.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(html: &str) -> Candidates {
        let page = Page::parse(html);
        let mut data = Microdata::default();
        let mut headings = Vec::new();
        for id in page.descendants(page.root()).filter(|&n| page.is_element(n)) {
            if page.name(id) == name::H1 {
                headings.push(id);
            }
            let marks = Marks {
                property: page.attr(id, name::ITEMPROP).or_else(|| page.attr(id, name::PROPERTY)),
                kind: page.attr(id, name::ITEMTYPE).or_else(|| page.attr(id, name::TYPEOF)),
                scope: page
                    .attr(id, name::ITEMSCOPE)
                    .or_else(|| page.attr(id, name::TYPEOF))
                    .is_some(),
            };
            if marks.any() {
                data.visit(&page, id, marks);
            }
        }
        let mut found = Candidates::default();
        data.finish(&headings, &mut found);
        found
    }

    fn all(found: &Candidates, field: Field) -> Vec<String> {
        found.from(field, MICRODATA).map(str::to_string).collect()
    }

    #[test]
    fn an_article_with_a_nested_author() {
        let found = read(
            "<article itemscope itemtype='http://schema.org/NewsArticle'>
             <h1 itemprop='name headline'>A Day</h1>
             <div itemprop=author itemscope itemtype='http://schema.org/Person'>By
             <a href=/ada itemprop=url><span itemprop=name>Ada Berg</span></a></div>
             <time itemprop=datePublished datetime='2024-05-13'>yesterday</time>
             <meta itemprop=dateModified content='2024-05-14'>
             <div itemprop=publisher itemscope itemtype='http://schema.org/Organization'>
             <meta itemprop=name content='The Site'></div>
             <div itemprop=image itemscope itemtype='http://schema.org/ImageObject'>
             <img itemprop=url src=/i.png></div>
             <div itemprop=comment itemscope itemtype='http://schema.org/Comment'>
             <span itemprop=author>No One</span><time itemprop=datePublished datetime='2024-06-01'></time></div>
             </article>",
        );
        assert_eq!(all(&found, Field::Author), ["Ada Berg"]);
        assert_eq!(all(&found, Field::Title), ["A Day", "A Day"]);
        assert_eq!(all(&found, Field::Published), ["2024-05-13"]);
        assert_eq!(all(&found, Field::Modified), ["2024-05-14"]);
        assert_eq!(all(&found, Field::SiteName), ["The Site"]);
        assert_eq!(all(&found, Field::Image), ["/i.png"]);
    }

    #[test]
    fn rdfa_and_loose_properties() {
        let found = read(
            "<div typeof='schema:BlogPosting'><h1 property='schema:headline'>Hi</h1>
             <span property='schema:author' typeof='schema:Person'><span property='schema:name'>Bo</span></span></div>",
        );
        assert_eq!(all(&found, Field::Title), ["Hi"]);
        assert_eq!(all(&found, Field::Author), ["Bo"]);
        let found =
            read("<p>by <span itemprop=author>Ada Berg</span><span itemprop=name>Logo</span>");
        assert_eq!(all(&found, Field::Author), ["Ada Berg"]);
        assert!(all(&found, Field::Title).is_empty());
    }

    #[test]
    fn lists_of_articles_say_nothing_of_the_page() {
        let item =
            "<div itemscope itemtype='http://schema.org/Article'><h2 itemprop=headline>No</h2>
            <span itemprop=author>No One</span></div>";
        let found = read(&item.repeat(3));
        assert!(all(&found, Field::Title).is_empty() && all(&found, Field::Author).is_empty());
        let found = read(&format!(
            "{item}<div itemscope itemtype='http://schema.org/Article'><h1 itemprop=headline>Yes</h1></div>{item}"
        ));
        assert_eq!(all(&found, Field::Title), ["Yes"]);
    }

    #[test]
    fn floods_of_items_are_survived() {
        let item = "<div itemscope itemtype='http://schema.org/Article'><i itemprop=author>x</i>";
        read(&item.repeat(400));
        read(&format!("{item}</div>").repeat(20_000));
    }
}
