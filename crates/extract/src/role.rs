//! Roles of blocks.

/// What a kept block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Role {
    /// The headline.
    Title,
    /// Running text and its headings.
    Body,
    /// The caption of a figure or a table.
    Caption,
    /// A cell of a table.
    Table,
    /// An item of a list.
    List,
    /// Code and other preformatted text.
    Code,
    /// What readers say below a text.
    Comment,
    /// Who wrote it, and when.
    Byline,
    /// A pointer to something else.
    Related,
}

impl Role {
    /// All of them.
    pub const ALL: [Role; 9] = [
        Role::Title,
        Role::Body,
        Role::Caption,
        Role::Table,
        Role::List,
        Role::Code,
        Role::Comment,
        Role::Byline,
        Role::Related,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Role::Title => "title",
            Role::Body => "body",
            Role::Caption => "caption",
            Role::Table => "table",
            Role::List => "list",
            Role::Code => "code",
            Role::Comment => "comment",
            Role::Byline => "byline",
            Role::Related => "related",
        }
    }

    /// The role of that name.
    pub fn from_name(name: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        assert!(Role::ALL.into_iter().all(|role| Role::from_name(role.name()) == Some(role)));
        assert_eq!(Role::from_name("Title"), None);
    }
}
