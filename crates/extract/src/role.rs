//! Roles of blocks.

/// What a block is on its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Role {
    /// The headline.
    Title,
    /// The line below the headline.
    Subtitle,
    /// Who wrote it.
    Byline,
    /// When it was written or changed.
    Date,
    /// Running text.
    Body,
    /// The heading of a section.
    Heading,
    /// The caption of a figure or a table.
    Caption,
    /// An item of a list.
    List,
    /// A cell of a table of data.
    Table,
    /// Code and other preformatted text.
    Code,
    /// What somebody else said.
    Quotation,
    /// A note below the text.
    Footnote,
    /// What readers say below a text.
    Comment,
    /// A post of a thread.
    Post,
    /// A pointer to something else.
    Related,
    /// A request: to pay, to subscribe, to take part.
    Appeal,
    /// A request for consent, and other notices in the way.
    Consent,
    /// A way around the site.
    Navigation,
    /// What is paid for.
    Advertisement,
    /// Anything else that is not content.
    Other,
}

impl Role {
    /// All of them.
    pub const ALL: [Role; 20] = [
        Role::Title,
        Role::Subtitle,
        Role::Byline,
        Role::Date,
        Role::Body,
        Role::Heading,
        Role::Caption,
        Role::List,
        Role::Table,
        Role::Code,
        Role::Quotation,
        Role::Footnote,
        Role::Comment,
        Role::Post,
        Role::Related,
        Role::Appeal,
        Role::Consent,
        Role::Navigation,
        Role::Advertisement,
        Role::Other,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Role::Title => "title",
            Role::Subtitle => "subtitle",
            Role::Byline => "byline",
            Role::Date => "date",
            Role::Body => "body",
            Role::Heading => "heading",
            Role::Caption => "caption",
            Role::List => "list",
            Role::Table => "table",
            Role::Code => "code",
            Role::Quotation => "quotation",
            Role::Footnote => "footnote",
            Role::Comment => "comment",
            Role::Post => "post",
            Role::Related => "related",
            Role::Appeal => "appeal",
            Role::Consent => "consent",
            Role::Navigation => "navigation",
            Role::Advertisement => "advertisement",
            Role::Other => "other",
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
