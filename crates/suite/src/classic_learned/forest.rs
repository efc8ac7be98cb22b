//! The boosted trees of `auto` (`dehusk_auto`) in the file of a model.

use super::file::ModelFile;
use dehusk_auto::training::{Forest, LEAVES, Question, Tree};

/// Numbers that a question is stored as: the feature, the threshold, and the mask in two parts, since a float does not
/// hold all of 32 bits.
const QUESTION: usize = 4;

/// Adds a forest to a file.
pub fn write(forest: &Forest, file: &mut ModelFile) {
    let mut values = vec![forest.base];
    for tree in &forest.trees {
        // A tree of so many questions has one leaf more.
        let leaves = tree.questions().len() + 1;
        values.push(tree.questions().len() as f32);
        for question in tree.questions() {
            let mask = [question.after_yes & 0xffff, question.after_yes >> 16];
            values.extend([f32::from(question.feature), question.threshold]);
            values.extend(mask.map(|part| part as f32));
        }
        values.extend(tree.leaves().iter().take(leaves));
    }
    file.push_floats(&values);
}

/// A forest from a part of a file; none if it is cut or asks for numbers that a row does not have.
pub fn read(file: &ModelFile, part: usize, width: usize) -> Option<Forest> {
    let values = file.floats(part)?;
    let (&base, mut rest) = values.split_first()?;
    let mut trees = Vec::new();
    while let Some((&questions, more)) = rest.split_first() {
        let questions = questions as usize;
        if questions >= LEAVES {
            return None;
        }
        let (asked, more) = more.split_at_checked(questions * QUESTION)?;
        let (values, more) = more.split_at_checked(questions + 1)?;
        let mut leaves = [0.0; LEAVES];
        leaves[..values.len()].copy_from_slice(values);
        trees.push(Tree::new(asked.chunks_exact(QUESTION).map(question).collect(), leaves));
        rest = more;
    }
    Some(Forest { base, trees }).filter(|forest| forest.fits(width))
}

fn question(stored: &[f32]) -> Question {
    Question {
        feature: stored[0] as u16,
        threshold: stored[1],
        after_yes: stored[2] as u32 & 0xffff | (stored[3] as u32) << 16,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forest() -> Forest {
        let mut leaves = [0.0; LEAVES];
        leaves[..3].copy_from_slice(&[1.0, 2.0, 4.0]);
        let questions = vec![
            Question { feature: 0, threshold: 0.5, after_yes: !1 },
            Question { feature: 1, threshold: -2.0, after_yes: !2 },
        ];
        let mut last = [0.0; LEAVES];
        last[0] = 0.25;
        Forest { base: 0.5, trees: vec![Tree::new(questions, leaves), Tree::new(Vec::new(), last)] }
    }

    #[test]
    fn a_forest_comes_back_from_its_file() {
        let mut file = ModelFile::default();
        write(&forest(), &mut file);
        assert_eq!(read(&file, 0, 2), Some(forest()));
        assert_eq!(read(&file, 0, 2).unwrap().sum(&[0.6, 0.0]), 0.5 + 4.0 + 0.25);
    }

    #[test]
    fn what_does_not_fit_is_no_forest() {
        let mut file = ModelFile::default();
        write(&forest(), &mut file);
        assert_eq!(read(&file, 0, 1), None);
        assert_eq!(read(&file, 1, 2), None);
        file.parts[0].truncate(20);
        assert_eq!(read(&file, 0, 2), None);
    }
}
