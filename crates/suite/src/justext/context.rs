//! Paragraphs by what stands around them.
//!
//! Each step looks for the nearest paragraph of some class before and after. The answers are kept while going
//! through the paragraphs once in each direction, so that a page of thousands of short ones takes no longer.

use super::Class;
use super::paragraphs::Paragraph;

/// The final classes: good or bad.
pub(super) fn revise(
    paragraphs: &[Paragraph],
    by_itself: &[Class],
    max_distance: u32,
) -> Vec<Class> {
    let mut classes = by_itself.to_vec();
    raise_headings(paragraphs, &mut classes, max_distance, Class::NearGood, |i, classes| {
        classes[i] == Class::Short
    });
    decide_short(&mut classes);
    decide_near_good(&mut classes);
    raise_headings(paragraphs, &mut classes, max_distance, Class::Good, |i, classes| {
        classes[i] == Class::Bad && by_itself[i] != Class::Bad
    });
    classes
}

/// Headings of which `asks` is true and that a good paragraph follows soon become `raised`.
fn raise_headings(
    paragraphs: &[Paragraph],
    classes: &mut [Class],
    max_distance: u32,
    raised: Class,
    asks: impl Fn(usize, &[Class]) -> bool,
) {
    for i in 0..classes.len() {
        if paragraphs[i].heading && asks(i, classes) {
            let mut distance = 0;
            let near = paragraphs.iter().zip(classes.iter()).skip(i + 1).take_while(|(p, _)| {
                let near = distance <= max_distance;
                // Every paragraph has a character at least: the way ahead is short.
                distance += p.chars.max(1);
                near
            });
            if near.map(|(_, class)| *class).any(|class| class == Class::Good) {
                classes[i] = raised;
            }
        }
    }
}

/// For each paragraph the class of the nearest one before it that `counts`, bad if there is none.
fn before(classes: &[Class], counts: fn(Class) -> bool) -> Vec<Class> {
    let mut last = Class::Bad;
    let step = |&class: &Class| {
        let found = last;
        if counts(class) {
            last = class;
        }
        found
    };
    classes.iter().map(step).collect()
}

/// For each paragraph the class of the nearest one after it that counts.
fn after(classes: &[Class], counts: fn(Class) -> bool) -> Vec<Class> {
    let reversed: Vec<Class> = classes.iter().rev().copied().collect();
    let mut found = before(&reversed, counts);
    found.reverse();
    found
}

fn is_sure(class: Class) -> bool {
    matches!(class, Class::Good | Class::Bad)
}

fn is_not_short(class: Class) -> bool {
    class != Class::Short
}

/// A short paragraph is good between good ones. Between a good and a bad one it is good if the first that is
/// not short on the bad side is nearly good.
fn decide_short(classes: &mut [Class]) {
    let sure = (before(classes, is_sure), after(classes, is_sure));
    let near = (before(classes, is_not_short), after(classes, is_not_short));
    for (i, class) in classes.iter_mut().enumerate().filter(|(_, c)| **c == Class::Short) {
        let leans = |sure: Class, near: Class| sure == Class::Bad && near == Class::NearGood;
        *class = match (sure.0[i], sure.1[i]) {
            (Class::Good, Class::Good) => Class::Good,
            (Class::Bad, Class::Bad) => Class::Bad,
            (b, a) if leans(b, near.0[i]) || leans(a, near.1[i]) => Class::Good,
            _ => Class::Bad,
        };
    }
}

/// A nearly good paragraph is bad between bad ones only. The program goes on with each answer at once, so
/// that the side before is the answer just given; the side after is as it was.
fn decide_near_good(classes: &mut [Class]) {
    let after = after(classes, is_sure);
    let mut before = Class::Bad;
    for (class, after) in classes.iter_mut().zip(after) {
        if *class == Class::NearGood {
            *class = match (before, after) {
                (Class::Bad, Class::Bad) => Class::Bad,
                _ => Class::Good,
            };
        }
        before = *class;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `g`ood, `n`ear good, `s`hort, `b`ad, and `h` for a short heading.
    fn revised(classes: &str) -> String {
        let class = |c| match c {
            'g' => Class::Good,
            'n' => Class::NearGood,
            'b' => Class::Bad,
            _ => Class::Short,
        };
        let paragraph = |c| Paragraph { chars: 50, heading: c == 'h', ..Paragraph::default() };
        let paragraphs: Vec<_> = classes.chars().map(paragraph).collect();
        let classes: Vec<_> = classes.chars().map(class).collect();
        let revised = revise(&paragraphs, &classes, 200);
        revised.iter().map(|c| if *c == Class::Good { 'g' } else { 'b' }).collect()
    }

    #[test]
    fn short_ones_follow_their_neighbours() {
        assert_eq!(revised("gsg"), "ggg");
        assert_eq!(revised("bssb"), "bbbb");
        assert_eq!(revised("gsb"), "gbb");
        assert_eq!(revised("gsnb"), "gggb");
        assert_eq!(revised("s"), "b");
    }

    #[test]
    fn nearly_good_ones_need_one_good_side() {
        assert_eq!(revised("nbng"), "bbgg");
        assert_eq!(revised("gnnb"), "gggb");
        assert_eq!(revised("bnb"), "bbb");
    }

    #[test]
    fn headings_belong_to_what_follows() {
        assert_eq!(revised("bhg"), "bgg");
        assert_eq!(revised("bsg"), "bbg");
        // Five paragraphs of 50 characters are too far.
        assert_eq!(revised("bhsssssg"), "bbbbbbbg");
    }
}
