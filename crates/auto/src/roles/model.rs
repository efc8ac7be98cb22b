//! The learned part of roles: a small forest for each, and from which probability on it is believed.

use super::signs::{self, Seen};
use crate::forest::{Forest, probability};
use crate::model::{ModelError, checksum};
use crate::packed::{Reader, write_forest};
use dehusk_extract::Role;
use std::sync::LazyLock;

/// The roles that are learned.
pub const LEARNED: [Role; 5] = [Role::Title, Role::Byline, Role::Date, Role::Comment, Role::Post];

const MAGIC: &[u8; 8] = b"dehuskRO";
static SHIPPED: &[u8] = include_bytes!("../../models/roles.model");

/// What is learned of roles.
#[derive(Clone, Debug, PartialEq)]
pub struct RoleModel {
    /// Whether a block has a role, one for each of [`LEARNED`].
    pub forests: Vec<Forest>,
    /// From which probability on it has.
    pub thresholds: Vec<f32>,
}

impl RoleModel {
    /// The model that comes with the program, read once.
    ///
    /// # Panics
    ///
    /// Where the file that was built in does not fit the program, which no input can bring about and a test excludes.
    pub fn shipped() -> &'static RoleModel {
        static MODEL: LazyLock<RoleModel> = LazyLock::new(|| match RoleModel::read(SHIPPED) {
            Ok(model) => model,
            Err(error) => panic!("the roles that dehusk was built with can not be used: {error}"),
        });
        &MODEL
    }

    /// The learned role of each block, where it has one: the one that is furthest above its threshold.
    pub fn roles(&self, seen: &Seen) -> Vec<Option<Role>> {
        let deadline = seen.document.page().deadline().renewed();
        // Posts were learned on threads alone.
        let may_be = |role: Role| role != Role::Post || seen.is_forum();
        let role = |row: Vec<f32>| {
            let forests = self.forests.iter().zip(&self.thresholds).zip(LEARNED);
            let forests = forests.filter(|(_, role)| may_be(*role));
            let above = forests.filter(|_| !deadline.is_over()).filter_map(
                |((forest, threshold), role)| {
                    let margin = probability(forest.sum(&row)) - threshold;
                    (margin >= 0.0).then_some((margin / (1.0 - threshold).max(0.01), role))
                },
            );
            above.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, role)| role)
        };
        seen.rows().map(role).collect()
    }

    /// Reads a model file.
    pub fn read(bytes: &[u8]) -> Result<RoleModel, ModelError> {
        let (head, body) = bytes.split_at_checked(MAGIC.len()).ok_or(ModelError::NotAModel)?;
        if head != MAGIC {
            return Err(ModelError::NotAModel);
        }
        let (content, sum) =
            body.split_at_checked(body.len().saturating_sub(8)).ok_or(ModelError::Damaged)?;
        if checksum(content).to_le_bytes() != *sum {
            return Err(ModelError::Damaged);
        }
        let mut reader = Reader { rest: content };
        if reader.u64()? != digest() {
            return Err(ModelError::OtherFeatures);
        }
        let mut model = RoleModel { forests: Vec::new(), thresholds: Vec::new() };
        for _ in LEARNED {
            model.thresholds.push(reader.f32()?);
            model.forests.push(reader.forest()?);
        }
        let fits = model.forests.iter().all(|forest| forest.fits(signs::width()));
        if fits && reader.rest.is_empty() { Ok(model) } else { Err(ModelError::Damaged) }
    }

    /// The bytes of a model file.
    pub fn write(&self) -> Vec<u8> {
        let mut body = digest().to_le_bytes().to_vec();
        for (forest, threshold) in self.forests.iter().zip(&self.thresholds) {
            body.extend(threshold.to_le_bytes());
            write_forest(forest, &mut body);
        }
        let sum = checksum(&body);
        [MAGIC.as_slice(), &body, &sum.to_le_bytes()].concat()
    }
}

/// Of the names of all columns, in their order.
fn digest() -> u64 {
    checksum(signs::names().collect::<Vec<_>>().join("\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_model_is_whole() {
        let model = RoleModel::read(SHIPPED).expect("the shipped model");
        assert_eq!(model.forests.len(), LEARNED.len());
        assert_eq!(model.write(), SHIPPED);
        assert!(SHIPPED.len() < 40_000, "{} bytes", SHIPPED.len());
    }

    #[test]
    fn other_files_are_refused() {
        assert_eq!(RoleModel::read(b"<html>"), Err(ModelError::NotAModel));
        let mut changed = SHIPPED.to_vec();
        let middle = changed.len() / 2;
        changed[middle] ^= 1;
        assert_eq!(RoleModel::read(&changed), Err(ModelError::Damaged));
        assert_eq!(RoleModel::read(&SHIPPED[..SHIPPED.len() - 3]), Err(ModelError::Damaged));
    }
}
