//! Which media belong to a selection of text.

use crate::NodeSet;
use dehusk_page::{NodeId, Page};

pub(super) fn keep_with_text(
    _page: &Page,
    _texts: impl Iterator<Item = NodeId>,
    _kept: &mut NodeSet,
) {
}

/// Whether the address is that of a known video or audio player, which may be shown in a frame.
pub fn is_player(_address: &str) -> bool {
    false
}
