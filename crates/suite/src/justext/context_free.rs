//! Paragraphs by themselves.

use super::Class;
use super::paragraphs::Paragraph;

/// jusText's parameters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Share of characters in links above which a paragraph is bad.
    pub max_link_density: f32,
    /// Characters below which a paragraph says little about itself.
    pub length_low: u32,
    /// Characters above which it is good.
    pub length_high: u32,
    /// Characters between a heading and the good paragraph it belongs to.
    pub max_heading_distance: u32,
    /// Share of stop words from which a paragraph may be good.
    pub stopwords_low: f32,
    /// Share of stop words from which a long paragraph is good.
    pub stopwords_high: f32,
}

impl Limits {
    pub const DEFAULT: Limits = Limits {
        max_link_density: 0.2,
        length_low: 70,
        length_high: 200,
        max_heading_distance: 200,
        stopwords_low: 0.30,
        stopwords_high: 0.32,
    };

    /// The limits for lists that find only a part of the stop words.
    pub fn for_lists_of(self, strength: f32) -> Limits {
        Limits {
            stopwords_low: self.stopwords_low * strength,
            stopwords_high: self.stopwords_high * strength,
            ..self
        }
    }

    /// The limits without stop words: every text has enough of them.
    pub const fn without_stop_words(self) -> Limits {
        Limits { stopwords_low: 0.0, stopwords_high: 0.0, ..self }
    }
}

/// The class of a paragraph, and why. Its share of stop words is asked for where it matters only.
pub(super) fn classify(
    paragraph: &Paragraph,
    limits: &Limits,
    stop_density: impl FnOnce() -> f32,
) -> (Class, &'static str) {
    let link_density = paragraph.link_chars as f32 / paragraph.chars.max(1) as f32;
    if link_density > limits.max_link_density {
        return (Class::Bad, "many links");
    }
    if paragraph.copyright {
        return (Class::Bad, "a copyright sign");
    }
    if paragraph.chars < limits.length_low {
        return match paragraph.link_chars {
            0 => (Class::Short, "short, so as its neighbours"),
            _ => (Class::Bad, "short, with a link"),
        };
    }
    let stop_density = stop_density();
    if stop_density < limits.stopwords_low {
        (Class::Bad, "few stop words")
    } else if paragraph.chars > limits.length_high && stop_density >= limits.stopwords_high {
        (Class::Good, "long")
    } else {
        (Class::NearGood, "neither long nor short, so as its neighbours")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(chars: u32, link_chars: u32) -> Class {
        let paragraph = Paragraph { chars, link_chars, ..Paragraph::default() };
        classify(&paragraph, &Limits::DEFAULT.without_stop_words(), || 0.0).0
    }

    #[test]
    fn length_and_links_decide() {
        assert_eq!(class(69, 0), Class::Short);
        assert_eq!(class(69, 1), Class::Bad);
        assert_eq!(class(70, 14), Class::NearGood);
        assert_eq!(class(70, 15), Class::Bad);
        assert_eq!(class(200, 0), Class::NearGood);
        assert_eq!(class(201, 0), Class::Good);
    }

    #[test]
    fn stop_words_decide_about_long_ones() {
        let class = |stop_density| {
            let paragraph = Paragraph { chars: 300, ..Paragraph::default() };
            classify(&paragraph, &Limits::DEFAULT, || stop_density).0
        };
        assert_eq!(class(0.29), Class::Bad);
        assert_eq!(class(0.31), Class::NearGood);
        assert_eq!(class(0.32), Class::Good);
    }

    #[test]
    fn copyright_is_bad() {
        let paragraph = Paragraph { chars: 300, copyright: true, ..Paragraph::default() };
        assert_eq!(classify(&paragraph, &Limits::DEFAULT, || 1.0).0, Class::Bad);
    }
}
