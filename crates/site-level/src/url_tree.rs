//! The URL Tree as an extractor: a page is judged by how often its blocks stood on earlier pages of its site.
//!
//! Sluban, Grčar, "URL Tree: Efficient Unsupervised Content Extraction from Streams of Web Documents", CIKM 2013,
//! section 5.4. What was counted comes with the document from whoever remembers the site; the tree itself is in
//! `dehusk-site`.

use dehusk_extract::{Counted, Counting, Document, Entry, Extractor, Registry, Selection, Verdict};
use dehusk_site::Heuristic;

const SOURCE: &str =
    "Sluban and Grčar, \"URL Tree: Efficient Unsupervised Content Extraction from Streams\" (2013)";
/// Ends the names of extractors whose blocks are told apart by masked forms.
const MASKED: &str = "-masked";

/// A heuristic of the URL Tree, and whether blocks are one that differ by a name or a date only.
///
/// ```
/// use dehusk_site::Heuristic;
/// use dehusk_site_level::TreeExtractor;
/// let tree: TreeExtractor = "url-tree-relaxed-500-masked".parse()?;
/// assert_eq!((tree.heuristic(), tree.masks()), (Heuristic::relaxed(500), true));
/// # Ok::<_, dehusk_site::UnknownHeuristic>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeExtractor {
    name: String,
    heuristic: Heuristic,
    masks: bool,
}

impl TreeExtractor {
    /// How it decides.
    pub fn heuristic(&self) -> Heuristic {
        self.heuristic
    }

    /// Whether names and dates are left out.
    pub fn masks(&self) -> bool {
        self.masks
    }

    fn verdicts(&self, document: &Document, counted: &Counted) -> Vec<Verdict> {
        let most = self.heuristic.most_occurrences(counted.site);
        let verdict = |block: usize| {
            let count = counted.blocks.get(block).copied().unwrap_or_default();
            dehusk_site::judge(count, counted.support, most).into()
        };
        (0..document.blocks().len()).map(verdict).collect()
    }
}

impl std::str::FromStr for TreeExtractor {
    type Err = dehusk_site::UnknownHeuristic;

    fn from_str(name: &str) -> Result<TreeExtractor, dehusk_site::UnknownHeuristic> {
        let (plain, masks) = name.strip_suffix(MASKED).map_or((name, false), |plain| (plain, true));
        Ok(TreeExtractor { name: name.into(), heuristic: plain.parse()?, masks })
    }
}

impl Extractor for TreeExtractor {
    fn extract(&self, document: &Document) -> Selection {
        let counted = document.hint().and_then(|hint| hint.counted.as_ref());
        let unknown = || {
            let verdict = Verdict::drop(0.0, "nothing was counted of its site");
            vec![verdict; document.blocks().len()]
        };
        let verdicts = counted.map_or_else(unknown, |counted| self.verdicts(document, counted));
        Selection::from_blocks(document, verdicts)
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn counting(&self) -> Option<Counting> {
        Some(Counting { least_support: self.heuristic.least_support(), masks: self.masks })
    }
}

/// The four heuristics, with the paper's choices of N.
pub fn entries() -> impl Iterator<Item = Entry> {
    Heuristic::all().into_iter().map(|heuristic| {
        let tree = TreeExtractor { name: heuristic.to_string(), heuristic, masks: false };
        entry(tree)
    })
}

/// The entry of a name of the family: with any N, and with masked blocks.
pub fn family(_: &Registry, name: &str) -> Option<Entry> {
    name.parse().ok().map(entry)
}

fn entry(tree: TreeExtractor) -> Entry {
    let masked = if tree.masks { "; blocks that differ by a name or a date are one" } else { "" };
    let about = format!("URL Tree: {}{masked}", tree.heuristic.about());
    Entry::ready(tree.name.clone(), about, tree).with_source(SOURCE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_extract::SiteHint;
    use dehusk_page::Page;

    fn kept(name: &str, counted: Option<Counted>) -> Vec<bool> {
        let document = Document::new(Page::parse("<p>About us<p>Snow fell.<p>Twice"));
        let document = document.with_hint(SiteHint { counted, ..SiteHint::default() });
        let tree: TreeExtractor = name.parse().unwrap();
        let verdicts = tree.extract(&document).verdicts(&document);
        verdicts.iter().map(|verdict| verdict.keep).collect()
    }

    #[test]
    fn blocks_are_judged_by_their_counts() {
        let counted = |site| Some(Counted { site, support: 7, blocks: vec![7, 1, 2] });
        assert_eq!(kept("url-tree-strict", counted(700)), [false, true, false]);
        assert_eq!(kept("url-tree-relaxed-500", counted(500)), [false, true, false]);
        assert_eq!(kept("url-tree-relaxed-500", counted(501)), [false, true, true]);
        assert_eq!(kept("url-tree-strict", None), [false; 3], "nobody counted");
    }

    #[test]
    fn names_are_listed_or_made() {
        let names: Vec<String> = entries().map(|entry| entry.name().to_string()).collect();
        let listed =
            ["url-tree-strict", "url-tree-support-100", "url-tree-domain", "url-tree-relaxed-500"];
        assert_eq!(names, listed);
        let made = family(&Registry::default(), "url-tree-support-7-masked").unwrap();
        assert_eq!(made.name(), "url-tree-support-7-masked");
        assert!(made.about().contains("more than 7 pages") && made.about().contains("a date"));
        assert!(family(&Registry::default(), "url-tree-lax").is_none());
    }
}
