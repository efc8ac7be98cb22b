//! The features of blocks.

use dehusk_extract::Document;
use dehusk_page::{Name, name};

/// Features beside text: links, pictures, items, controls, objects.
pub(super) const OTHERS: usize = 5;

/// The values of a block's features, each its share of the page's.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Features {
    pub words: f32,
    /// Words outside links.
    pub text: f32,
    pub others: [f32; OTHERS],
}

impl Features {
    /// One a block of the document.
    pub fn of(document: &Document) -> Vec<Features> {
        let mut features = count(document);
        let total =
            |value: &dyn Fn(&Features) -> f32| features.iter().map(value).sum::<f32>().max(1.0);
        let text = total(&|f| f.text);
        let others: [f32; OTHERS] = std::array::from_fn(|n| total(&|f| f.others[n]));
        for feature in &mut features {
            feature.text /= text;
            feature.others.iter_mut().zip(others).for_each(|(other, all)| *other /= all);
        }
        features
    }

    /// How likely text is among its features.
    pub fn text_probability(&self) -> f32 {
        let all = self.text + self.others.iter().sum::<f32>();
        if all > 0.0 { self.text / all } else { 0.0 }
    }
}

/// Counts; elements between two blocks belong to the one they stand before.
fn count(document: &Document) -> Vec<Features> {
    let (page, blocks) = (document.page(), document.blocks());
    let mut elements = page.subtree(page.root()).filter(|&n| page.is_element(n)).peekable();
    let counted = |(index, block): (usize, &dehusk_blocks::Block)| {
        let mut features = Features {
            words: block.words as f32,
            text: (block.words - block.link_words) as f32,
            ..Features::default()
        };
        features.others[0] = block.links as f32;
        let last = blocks.nodes(index).last().copied();
        while let Some(element) = elements.next_if(|&e| last.is_some_and(|last| e < last)) {
            if let Some(other) = other(page.name(element)) {
                features.others[other] += 1.0;
            }
        }
        features
    };
    blocks.iter().enumerate().map(counted).collect()
}

fn other(tag: Name) -> Option<usize> {
    match tag {
        name::IMG | name::PICTURE => Some(1),
        name::LI | name::DT | name::DD => Some(2),
        name::INPUT | name::BUTTON | name::SELECT | name::OPTION | name::TEXTAREA => Some(3),
        name::OBJECT | name::EMBED | name::APPLET | name::IFRAME | name::SCRIPT => Some(4),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_page::Page;

    #[test]
    fn values_are_shares_of_the_page() {
        let html = "<p>one two three</p><p><img src=x><a href=y>four</a> five</p>";
        let features = Features::of(&Document::new(Page::parse(html)));
        assert_eq!((features[0].text, features[0].others), (0.75, [0.0; OTHERS]));
        assert_eq!((features[1].text, features[1].others), (0.25, [1.0, 1.0, 0.0, 0.0, 0.0]));
        assert_eq!(features[0].text_probability(), 1.0);
        assert!((features[1].text_probability() - 0.25 / 2.25).abs() < 1e-6);
    }
}
