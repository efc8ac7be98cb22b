//! What a user may prefer.

use crate::Model;
use dehusk_extract::Role;
use std::sync::Arc;

/// What counts more where both can not be had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Favor {
    /// Both the same.
    #[default]
    Balance,
    /// That what is kept is content.
    Precision,
    /// That content is kept.
    Recall,
}

impl Favor {
    pub(crate) fn beta(self) -> f32 {
        match self {
            Favor::Balance => 1.0,
            Favor::Precision => 0.4,
            Favor::Recall => 2.5,
        }
    }
}

/// What is done with readers' comments below a text. The posts of a forum are no comments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Comments {
    /// They are judged as any other block.
    #[default]
    Judge,
    /// They are content.
    Include,
    /// They are not.
    Exclude,
}

/// What is done with pages that are lists of other things.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lists {
    /// The list is the content.
    #[default]
    Keep,
    /// Such a page has none.
    Drop,
}

/// What the user prefers.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Preferences {
    /// What counts more.
    pub favor: Favor,
    /// Comments in or out.
    pub comments: Comments,
    /// Lists in or out.
    pub lists: Lists,
    /// Kept blocks of these roles are dropped.
    pub leave_out: Vec<Role>,
    /// Dropped blocks of these roles are kept.
    pub keep: Vec<Role>,
    /// Another model than the shipped one.
    pub model: Option<Arc<Model>>,
}

impl Preferences {
    /// Whether what is kept depends on what blocks are.
    pub(crate) fn ask_for_roles(&self) -> bool {
        self.comments != Comments::Judge || !self.keep.is_empty() || !self.leave_out.is_empty()
    }
}
