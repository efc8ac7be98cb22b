//! HTML as it is written, with the label of every block of text.

use std::ops::Range;

/// What a block of a page is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Label {
    /// Not content.
    Furniture,
    /// The headline.
    Headline,
    /// Text of the article.
    Text,
    /// Captions and the like.
    Supplement,
    /// Links to other articles.
    Related,
    /// Comments of readers.
    Comment,
}

impl Label {
    /// Whether it belongs to the main content.
    pub fn is_content(self) -> bool {
        matches!(self, Label::Headline | Label::Text | Label::Supplement)
    }

    /// Its number in the corpora with labelled blocks: 0 not content, 1 headline, 2 full text,
    /// 3 supplemental, 4 related content, 5 comments.
    pub fn number(self) -> u8 {
        match self {
            Label::Furniture => 0,
            Label::Headline => 1,
            Label::Text => 2,
            Label::Supplement => 3,
            Label::Related => 4,
            Label::Comment => 5,
        }
    }
}

/// What furniture is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Ways through the site: menus, headers, crumbs, links in the foot.
    Menu,
    /// Advertisements.
    Advert,
    /// Notices that stand on every page: rights, what the site and its sections are.
    Notice,
    /// Comments of readers, and what stands around them.
    Comments,
    /// Lists of other articles.
    Related,
    /// What asks for consent.
    Consent,
    /// Who wrote the article, and when.
    Author,
    /// What asks for something else: letters, sharing.
    Appeal,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 8] = [
        Kind::Menu,
        Kind::Advert,
        Kind::Notice,
        Kind::Comments,
        Kind::Related,
        Kind::Consent,
        Kind::Author,
        Kind::Appeal,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Menu => "menu",
            Kind::Advert => "advertisement",
            Kind::Notice => "notice",
            Kind::Comments => "comments",
            Kind::Related => "related",
            Kind::Consent => "consent",
            Kind::Author => "author",
            Kind::Appeal => "appeal",
        }
    }
}

/// A page that is being written.
#[derive(Debug, Default)]
pub struct Markup {
    html: String,
    blocks: Vec<(String, Label)>,
    kinds: Vec<Option<Kind>>,
    /// The kind of furniture that is being written.
    within: Option<Kind>,
}

impl Markup {
    /// From here on furniture of a kind is written, or, for none, the article.
    pub fn enter(&mut self, kind: Option<Kind>) {
        self.within = kind;
    }

    fn add(&mut self, text: &str, label: Label) {
        self.blocks.push((text.to_string(), label));
        self.kinds.push(self.within.filter(|_| !label.is_content()));
    }

    /// Adds markup as it is.
    pub fn raw(&mut self, markup: &str) {
        self.html.push_str(markup);
    }

    /// Opens an element; attributes are given as markup.
    pub fn open(&mut self, tag: &str, attributes: &str) {
        self.html.push('<');
        self.html.push_str(tag);
        if !attributes.is_empty() {
            self.html.push(' ');
            self.html.push_str(attributes);
        }
        self.html.push('>');
    }

    /// Closes an element.
    pub fn close(&mut self, tag: &str) {
        self.html.push_str("</");
        self.html.push_str(tag);
        self.html.push_str(">\n");
    }

    /// A block of text in an element of its own.
    pub fn block(&mut self, tag: &str, attributes: &str, text: &str, label: Label) {
        self.open(tag, attributes);
        self.text(text, label);
        self.close(tag);
    }

    /// A block that is a link.
    pub fn link(&mut self, tag: &str, address: &str, text: &str, label: Label) {
        self.open(tag, "");
        self.html.push_str("<a href=\"");
        escape(address, &mut self.html);
        self.html.push_str("\">");
        self.text(text, label);
        self.html.push_str("</a>");
        self.close(tag);
    }

    /// A block of text where the page is.
    pub fn text(&mut self, text: &str, label: Label) {
        escape(text, &mut self.html);
        self.add(text, label);
    }

    /// A button, which is a control of the page and no text of it.
    pub fn button(&mut self, text: &str) {
        self.open("button", "type=\"button\"");
        escape(text, &mut self.html);
        self.close("button");
    }

    /// A block of text of which a part stands in an inline element.
    pub fn inline(
        &mut self,
        text: &str,
        part: Range<usize>,
        tag: &str,
        attributes: &str,
        label: Label,
    ) {
        let (Some(before), Some(inside), Some(after)) =
            (text.get(..part.start), text.get(part.clone()), text.get(part.end..))
        else {
            return self.text(text, label);
        };
        escape(before, &mut self.html);
        self.open(tag, attributes);
        escape(inside, &mut self.html);
        self.html.push_str("</");
        self.html.push_str(tag);
        self.html.push('>');
        escape(after, &mut self.html);
        self.add(text, label);
    }

    /// The page, its blocks, and what those of the furniture are there for.
    pub fn finish(self) -> (String, Vec<(String, Label)>, Vec<Option<Kind>>) {
        (self.html, self.blocks, self.kinds)
    }
}

/// Adds a text to markup.
pub fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            other => out.push(other),
        }
    }
}

/// A text as markup.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    escape(text, &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_and_kept() {
        let mut markup = Markup::default();
        markup.link("li", "/?a=1&b=2", "Salt & \"pepper\"", Label::Related);
        let (html, blocks, kinds) = markup.finish();
        assert_eq!(html, "<li><a href=\"/?a=1&amp;b=2\">Salt &amp; &quot;pepper&quot;</a></li>\n");
        assert_eq!(blocks, [("Salt & \"pepper\"".to_string(), Label::Related)]);
        assert_eq!(kinds, [None]);
    }
}
