//! How the pages of a site are built, until its next redesign.
//!
//! Designs differ in what extractors look at: elements with a meaning or none, class names that tell or
//! that a build tool made up, tables as layout, paragraphs that are none, furniture inside the article.

use crate::chance::Chance;

/// What an element is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Cookie,
    Header,
    Menu,
    Crumbs,
    Columns,
    Left,
    Main,
    Right,
    Article,
    Byline,
    Body,
    Figure,
    Advert,
    Share,
    Bio,
    Related,
    Newsletter,
    Comments,
    Box,
    Footer,
}

/// The elements a design is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Family {
    /// Elements that say what they are.
    Semantic,
    /// Nothing but div.
    Divs,
    /// Columns as the cells of a table.
    Table,
}

/// Where class names come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Naming {
    Words,
    Prefixed,
    Hashed,
    None,
}

/// How a paragraph is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paragraphs {
    P,
    Div,
    Breaks,
}

/// The choices of one design.
#[derive(Clone, Debug)]
pub struct Design {
    key: u64,
    family: Family,
    naming: Naming,
    wrappers: usize,
    pub paragraphs: Paragraphs,
    pub menu_items: usize,
    pub cookie: bool,
    pub left: bool,
    pub right: bool,
    pub crumbs: bool,
    pub inline_advert: bool,
    pub related_inside: bool,
    pub comments: bool,
    pub bio: bool,
    pub newsletter: bool,
    pub structured: bool,
}

impl Design {
    /// The design that belongs to a key.
    pub fn of(key: u64) -> Design {
        let mut chance = Chance::of(&[key, 0xde51]);
        let family =
            [Family::Semantic, Family::Semantic, Family::Divs, Family::Divs, Family::Table];
        let naming = [Naming::Words, Naming::Words, Naming::Prefixed, Naming::Hashed, Naming::None];
        let paragraphs =
            [Paragraphs::P, Paragraphs::P, Paragraphs::P, Paragraphs::Div, Paragraphs::Breaks];
        Design {
            key,
            family: chance.pick(&family).copied().unwrap_or(Family::Divs),
            naming: chance.pick(&naming).copied().unwrap_or(Naming::None),
            wrappers: chance.below(3),
            paragraphs: chance.pick(&paragraphs).copied().unwrap_or(Paragraphs::P),
            menu_items: chance.between(8, 22),
            cookie: chance.percent(60),
            left: chance.percent(50),
            right: chance.percent(75),
            crumbs: chance.percent(50),
            inline_advert: chance.percent(50),
            related_inside: chance.percent(40),
            comments: chance.percent(50),
            bio: chance.percent(60),
            newsletter: chance.percent(70),
            structured: chance.percent(60),
        }
    }

    /// The element of a role.
    pub fn tag(&self, role: Role) -> &'static str {
        match (self.family, role) {
            (Family::Table, Role::Columns) => "table",
            (Family::Table, Role::Left | Role::Main | Role::Right) => "td",
            (Family::Semantic, Role::Header) => "header",
            (Family::Semantic, Role::Menu | Role::Crumbs) => "nav",
            (Family::Semantic, Role::Main) => "main",
            (Family::Semantic, Role::Left | Role::Right) => "aside",
            (Family::Semantic, Role::Article) => "article",
            (Family::Semantic, Role::Figure) => "figure",
            (Family::Semantic, Role::Comments | Role::Related) => "section",
            (Family::Semantic, Role::Footer) => "footer",
            _ => "div",
        }
    }

    /// The class and perhaps the id of a role's element, as markup.
    pub fn attributes(&self, role: Role) -> String {
        match self.naming {
            Naming::None => String::new(),
            Naming::Words => {
                let word = word(role);
                let id = matches!(role, Role::Header | Role::Main | Role::Footer);
                if id {
                    format!("id=\"{word}\" class=\"{word}\"")
                } else {
                    format!("class=\"{word}\"")
                }
            }
            Naming::Prefixed => {
                format!("class=\"c{}-{}\"", self.key % 97, word(role))
            }
            Naming::Hashed => {
                let hash = Chance::of(&[self.key, role as u64]).next();
                format!("class=\"_{:07x}\"", hash >> 36)
            }
        }
    }

    /// Elements around the whole page that mean nothing.
    pub fn wrappers(&self) -> usize {
        self.wrappers
    }

    /// Whether the columns are a table, whose row has to be opened.
    pub fn is_table(&self) -> bool {
        self.family == Family::Table
    }

    /// The element of a caption.
    pub fn caption(&self) -> &'static str {
        if self.family == Family::Semantic { "figcaption" } else { "div" }
    }
}

fn word(role: Role) -> &'static str {
    match role {
        Role::Cookie => "cookie-bar",
        Role::Header => "header",
        Role::Menu => "menu",
        Role::Crumbs => "breadcrumb",
        Role::Columns => "columns",
        Role::Left => "left-column",
        Role::Main => "content",
        Role::Right => "sidebar",
        Role::Article => "story",
        Role::Byline => "byline",
        Role::Body => "story-body",
        Role::Figure => "figure",
        Role::Advert => "ad-slot",
        Role::Share => "share-tools",
        Role::Bio => "author-box",
        Role::Related => "related",
        Role::Newsletter => "newsletter",
        Role::Comments => "comments",
        Role::Box => "box",
        Role::Footer => "footer",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn designs_differ_and_stay() {
        let shown: std::collections::HashSet<String> =
            (0..200).map(|key| format!("{:?}", Design::of(key))).collect();
        assert_eq!(shown.len(), 200);
        assert!((0..50).any(|key| Design::of(key).is_table()));
        assert_eq!(format!("{:?}", Design::of(3)), format!("{:?}", Design::of(3)));
    }
}
