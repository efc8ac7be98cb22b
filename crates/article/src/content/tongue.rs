//! Language and direction of text, as pages declare them.

use dehusk_extract::NodeSet;
use dehusk_page::{NodeId, Page, name};
use serde::{Deserialize, Serialize};

/// The direction a text is read in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// From left to right.
    Ltr,
    /// From right to left.
    Rtl,
}

impl Direction {
    /// Its name in HTML.
    pub fn name(self) -> &'static str {
        match self {
            Direction::Ltr => "ltr",
            Direction::Rtl => "rtl",
        }
    }

    /// The direction of a text by its letters, where it has any: that of most of the first ones.
    pub(crate) fn of_text(text: &str) -> Option<Direction> {
        let letters = || text.chars().filter(|c| c.is_alphabetic()).take(400);
        let rtl = letters().filter(|&c| is_rtl(c)).count();
        let all = letters().count();
        (all > 0).then_some(if 2 * rtl > all { Direction::Rtl } else { Direction::Ltr })
    }
}

/// Whether a letter is of a script that is written from right to left: Hebrew, Arabic, Syriac, Thaana, N'Ko and others.
fn is_rtl(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

/// Language and direction, as far as they are declared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tongue {
    pub lang: Option<String>,
    pub dir: Option<Direction>,
}

impl Tongue {
    /// What holds inside of an element that declares something itself.
    pub fn with(&self, own: &Tongue) -> Tongue {
        let lang = own.lang.clone().or_else(|| self.lang.clone());
        Tongue { lang, dir: own.dir.or(self.dir) }
    }

    /// What of it differs from what is around.
    pub fn beyond(&self, around: &Tongue) -> Tongue {
        Tongue {
            lang: self.lang.clone().filter(|_| self.lang != around.lang),
            dir: self.dir.filter(|_| self.dir != around.dir),
        }
    }

    /// What all of the content is in: what the elements around all of it declare.
    pub fn of_content(page: &Page, kept: &NodeSet) -> Tongue {
        let whole = page.root()..NodeId::from_index(page.len());
        let Some(first) = kept.first_in(whole) else { return Tongue::default() };
        let last = kept.iter().last().unwrap_or(first);
        let mut around: Vec<NodeId> =
            page.ancestors(first).filter(|&id| page.contains(id, last)).collect();
        around.reverse();
        let declared = around.into_iter().filter_map(|id| declared(page, id));
        declared.fold(Tongue::default(), |outer, own| outer.with(&own))
    }

    /// The attributes that say it in HTML.
    #[cfg(feature = "bare-html")]
    pub fn attributes<'t>(&'t self, lang: &'t str, dir: &'t str) -> Vec<(&'t str, &'t str)> {
        let language = self.lang.as_deref().map(|value| (lang, value));
        language.into_iter().chain(self.dir.map(|value| (dir, value.name()))).collect()
    }
}

/// What an element declares of its text.
pub(super) fn declared(page: &Page, id: NodeId) -> Option<Tongue> {
    let lang = page.attr(id, name::LANG).map(str::trim).filter(|tag| is_tag(tag));
    let dir =
        page.attr(id, name::DIR).and_then(|dir| match dir.trim().to_ascii_lowercase().as_str() {
            "ltr" => Some(Direction::Ltr),
            "rtl" => Some(Direction::Rtl),
            _ => None,
        });
    (lang.is_some() || dir.is_some()).then(|| Tongue { lang: lang.map(str::to_string), dir })
}

/// Whether a text has the form of a language tag.
pub(crate) fn is_tag(tag: &str) -> bool {
    let part = |part: &str| {
        (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric())
    };
    tag.split('-').all(part) && tag.starts_with(|c: char| c.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_the_content_is_in_what_is_around_it() {
        let page = Page::parse("<html lang=en><div dir=RTL lang=ar><p>a<p lang=fr>b</div><p>c");
        let texts: Vec<NodeId> =
            page.descendants(page.root()).filter(|&n| page.is_text(n)).collect();
        let of = |texts: &[NodeId]| {
            let mut kept = NodeSet::new(page.len());
            kept.extend(texts.iter().copied());
            Tongue::of_content(&page, &kept)
        };
        let arabic = Tongue { lang: Some("ar".into()), dir: Some(Direction::Rtl) };
        assert_eq!(of(&texts[..2]), arabic);
        assert_eq!(of(&texts), Tongue { lang: Some("en".into()), dir: None });
        assert_eq!(of(&[]), Tongue::default());
    }

    #[test]
    fn letters_tell_the_direction() {
        assert_eq!(Direction::of_text("שלום world עולם"), Some(Direction::Rtl));
        assert_eq!(Direction::of_text("Hello"), Some(Direction::Ltr));
        assert_eq!(Direction::of_text("12"), None);
    }

    #[test]
    fn tags_of_languages() {
        assert!(is_tag("zh-Hant-TW") && is_tag("x-default"));
        assert!(!is_tag("en_US") && !is_tag("") && !is_tag("a\"b"));
    }
}
