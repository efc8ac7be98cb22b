//! Conditions that others have published.

use super::{Condition, ConditionError};

/// A published filter, as a condition.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// The condition; what it is made of is others' conditions and its own.
    parts: &'static [&'static str],
}

/// Rae et al. 2021, «Scaling Language Models: Methods, Analysis & Insights from Training Gopher», appendix A1.1.
const GOPHER_QUALITY: &str = "q_words between 50 and 100000 and q_mean_word_length between 3 and 10 \
    and q_hashes <= 0.1 and q_ellipses <= 0.1 and q_bullet_lines <= 0.9 and q_ellipsis_lines <= 0.3 \
    and q_alphabetic_words >= 0.8 and q_stop_words >= 2";

/// The same paper, table A1.
const GOPHER_REPETITION: &str = "q_repeated_lines <= 0.3 and q_repeated_paragraphs <= 0.3 \
    and q_repeated_line_characters <= 0.2 and q_repeated_paragraph_characters <= 0.2 \
    and q_top_2gram <= 0.2 and q_top_3gram <= 0.18 and q_top_4gram <= 0.16 \
    and q_repeated_5grams <= 0.15 and q_repeated_6grams <= 0.14 and q_repeated_7grams <= 0.13 \
    and q_repeated_8grams <= 0.12 and q_repeated_9grams <= 0.11 and q_repeated_10grams <= 0.1";

/// Raffel et al. 2020, «Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer», section 2.2:
/// what it says of pages. What it says of lines changes texts and is no filter.
const C4: &str = "q_sentences >= 5 and q_lorem_ipsum = 0 and q_curly_brackets = 0";

/// Penedo et al. 2024, «The FineWeb Datasets», sections 3.5 and 3.6: of the language, and its own filters.
const FINEWEB_LANGUAGE: &str = "lang = 'en' and lang_probability >= 0.65";
const FINEWEB_QUALITY: &str = "q_punctuated_lines >= 0.12 and q_repeated_line_characters <= 0.01 \
    and q_short_lines <= 0.67 and q_newlines <= 0.3";

/// Every preset.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "gopher",
        about: "the quality and repetition filters of Gopher",
        parts: &[GOPHER_QUALITY, GOPHER_REPETITION],
    },
    Preset { name: "c4", about: "what C4 asks of a page", parts: &[C4] },
    Preset {
        name: "fineweb",
        about: "the filters of FineWeb, duplicates aside: English, Gopher's, C4's, its own",
        parts: &[FINEWEB_LANGUAGE, GOPHER_REPETITION, GOPHER_QUALITY, C4, FINEWEB_QUALITY],
    },
];

impl Preset {
    /// By its name.
    pub fn find(name: &str) -> Option<&'static Preset> {
        PRESETS.iter().find(|preset| preset.name == name)
    }

    /// The condition, as it could be written.
    pub fn text(&self) -> String {
        self.parts.join(" and ")
    }

    /// The condition.
    pub fn condition(&self) -> Result<Condition, ConditionError> {
        Condition::parse(&self.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_can_be_followed() {
        for preset in PRESETS {
            let condition = preset.condition().unwrap();
            assert!(
                condition.columns().all(|name| name.starts_with("q_") || name.starts_with("lang"))
            );
        }
        assert!(Preset::find("fineweb").unwrap().condition().unwrap().parts().count() > 25);
    }
}
