//! Commands that this build is without. They are no part of its help; who asks for one is told how to get it.

use std::ffi::OsStr;

/// The commands of each feature that is left out.
const FEATURES: &[(&str, &[&str])] = &[
    #[cfg(not(feature = "batch"))]
    ("batch", &["batch"]),
    #[cfg(not(feature = "lab"))]
    ("lab", &["eval", "train"]),
    #[cfg(not(feature = "mcp"))]
    ("mcp", &["mcp"]),
    #[cfg(not(feature = "stream"))]
    ("stream", &["watch", "serve", "feed", "demo", "site", "store"]),
];

/// Something was asked for that this build is without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "this build of dehusk is without {what}: build it with `cargo build --release -p dehusk-cli --features {feature}`"
)]
pub struct LeftOut {
    /// What was asked for.
    pub what: &'static str,
    /// The feature that has it.
    pub feature: &'static str,
}

/// Whether the first argument asks for a command that this build is without. A file of that name is reached as
/// ./NAME, as in every build.
pub fn check(first: Option<&OsStr>) -> Result<(), LeftOut> {
    find(FEATURES, first).map_or(Ok(()), Err)
}

fn find(features: &[(&'static str, &[&'static str])], first: Option<&OsStr>) -> Option<LeftOut> {
    let asked = first?.to_str()?;
    features.iter().find_map(|&(feature, commands)| {
        let what = commands.iter().find(|&&command| command == asked)?;
        Some(LeftOut { what, feature })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_comes_with_the_way_to_get_it() {
        let features: &[(&str, &[&str])] = &[("lab", &["eval", "train"])];
        let find = |name: &str| find(features, Some(OsStr::new(name)));
        let told = find("train").unwrap().to_string();
        assert!(told.contains("without train") && told.ends_with("--features lab`"), "{told}");
        assert_eq!(find("page.html"), None);
        assert_eq!(find("./train"), None);
    }
}
