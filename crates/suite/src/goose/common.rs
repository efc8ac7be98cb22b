//! What Goose and its ports have in common.

use dehusk_page::{Name, name};

/// Parts of names of what is no content.
pub(crate) const FURNITURE: &[&str] = &[
    "ajoutvideo",
    "articleheadings",
    "author-dropdown",
    "breadcrumbs",
    "byline",
    "cnn_html_slideshow",
    "cnn_strycaptiontxt",
    "cnn_strylftcntnt",
    "cnn_stryspcvbx",
    "cnnstryhghlght",
    "combx",
    "comment",
    "communitypromo",
    "contact",
    "contenttools2",
    "date",
    "foot",
    "inline-share-tools",
    "js_replies",
    "konafilter",
    "legende",
    "mediaarticlerelated",
    "menucontainer",
    "navbar",
    "pagetools",
    "popularquestions",
    "popup",
    "post-attributes",
    "retweet",
    "runaroundleft",
    "shoutbox",
    "socialnetworking",
    "sponsor",
    "storytopbar-bucket",
    "subscribe",
    "tags",
    "the_answers",
    "timestamp",
    "tools",
    "utility-bar",
    "vcard",
    "welcome_form",
    "wp-caption-text",
];

/// Elements that keep a container from being one paragraph.
pub(crate) fn is_block(tag: Name) -> bool {
    matches!(
        tag,
        name::A
            | name::BLOCKQUOTE
            | name::DL
            | name::DIV
            | name::IMG
            | name::OL
            | name::P
            | name::PRE
            | name::TABLE
            | name::UL
    )
}

/// The share of paragraphs at the end that count against their parents, in pages with more than [`MANY`].
const BOTTOM: f64 = 0.25;
const MANY: usize = 15;

/// What is added to each paragraph's stop words, one after another: much to the first ones that have company, less
/// and less to others, and something is taken from the last ones of the page.
#[derive(Debug)]
pub(crate) struct Boosts {
    left: usize,
    bottom: f64,
    boosted: f64,
}

impl Boosts {
    /// For so many paragraphs.
    pub fn new(count: usize) -> Boosts {
        let bottom = if count > MANY { count as f64 * BOTTOM } else { 0.0 };
        Boosts { left: count, bottom, boosted: 0.0 }
    }

    /// What the next one gets.
    pub fn next(&mut self, has_company: bool) -> f64 {
        let mut boost = 0.0;
        if has_company {
            self.boosted += 1.0;
            boost = 50.0 / self.boosted;
        }
        let left = self.left as f64;
        if left <= self.bottom {
            let loss = (self.bottom - left).powi(2);
            boost = if loss > 40.0 { 5.0 } else { -loss };
        }
        self.left = self.left.saturating_sub(1);
        boost
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_with_company_gain_most_and_the_last_of_many_lose() {
        let mut few = Boosts::new(3);
        assert_eq!([few.next(false), few.next(true), few.next(true)], [0.0, 50.0, 25.0]);
        let mut many = Boosts::new(20);
        let boosts: Vec<f64> = (0..20).map(|_| many.next(false)).collect();
        assert_eq!(boosts[14..], [0.0, 0.0, -1.0, -4.0, -9.0, -16.0]);
    }
}
