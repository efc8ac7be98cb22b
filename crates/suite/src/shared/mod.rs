//! Steps that several algorithms share.

pub(crate) mod gaussian;
pub(crate) mod language;
pub(crate) mod light;
mod quick;
pub(crate) mod stop_words;
pub(crate) mod strings;
pub(crate) mod subtrees;
#[cfg(test)]
pub(crate) mod testing;
pub(crate) mod texts;
pub(crate) mod tokens;
