//! What each block is on its page: title, byline, post, table and so on.
//!
//! What elements mean by themselves is told by [rules]. What pages mark in a hundred ways is [learned](model): titles,
//! bylines, dates, comments and posts.

mod model;
mod rules;
mod signs;

pub use model::{LEARNED, RoleModel};
pub use signs::{Seen, width};

use dehusk_extract::{Document, PageType, Role};
use dehusk_page::name;

/// The roles of all blocks. `keep` says which of them are content.
pub(super) fn roles(
    document: &Document,
    page_type: Option<PageType>,
    keep: &[bool],
    probabilities: &[f32],
) -> Vec<Role> {
    let seen = Seen { document, page_type, probabilities };
    let learned = RoleModel::shipped().roles(&seen);
    let role = |(block, learned): (usize, Option<Role>)| {
        let is_kept = keep.get(block).copied().unwrap_or(false);
        one(document, rules::role(document, page_type, block, is_kept), learned, block, is_kept)
    };
    learned.into_iter().enumerate().map(role).collect()
}

/// The role of a block by what the rules and what the model say of it.
fn one(
    document: &Document,
    by_rule: Role,
    learned: Option<Role>,
    block: usize,
    is_kept: bool,
) -> Role {
    match (learned, by_rule) {
        // A program in a post is a program.
        (Some(Role::Post | Role::Comment), Role::Code | Role::Table) => by_rule,
        (Some(learned), _) => learned,
        (None, rule) if LEARNED.contains(&rule) => without_model(document, block, is_kept),
        (None, rule) => rule,
    }
}

/// What a block is that only a rule takes for what is learned.
fn without_model(document: &Document, block: usize, is_kept: bool) -> Role {
    let tag = document.blocks().block(block).tag;
    let headings = [name::H1, name::H2, name::H3, name::H4, name::H5, name::H6];
    match is_kept {
        _ if headings.contains(&tag) => Role::Heading,
        true => Role::Body,
        false => Role::Other,
    }
}
