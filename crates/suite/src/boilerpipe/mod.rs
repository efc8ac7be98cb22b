//! boilerpipe: content by shallow text features.
//!
//! The page is cut into text blocks in one pass, and each extractor is a list of steps over them, after
//! Kohlschütter, Fankhauser, Nejdl: "Boilerplate Detection using Shallow Text Features" (WSDM 2010), and the
//! program of the same authors. Steps can be left out or reordered to see what each is worth.

mod distiller;
mod draft;
mod entries;
mod filters;
mod reader;
mod words;

pub(crate) use distiller::DOMDISTILLER;
pub(crate) use draft::Parts;
pub(crate) use entries::ENTRIES;
pub(super) use filters::unlikely_elements::RULES as UNLIKELY_NAMES;

use dehusk_extract::{Decision, Document, Extractor, NodeSet, Reason, Reasons, Selection};
use dehusk_page::NodeId;
use draft::{Atom, Draft, State};
use filters::Filter;
use filters::block_proximity_fusion::BlockProximityFusion;
use filters::boilerplate_block::BoilerplateBlock;
use filters::document_title_match::DocumentTitleMatch;
use filters::english::density_rules::DensityRules;
use filters::english::ignore_after_content::IgnoreAfterContent;
use filters::english::num_words_rules::NumWordsRules;
use filters::english::terminating_blocks::TerminatingBlocks;
use filters::expand_title_to_content::ExpandTitleToContent;
use filters::keep_largest_block::KeepLargestBlock;
use filters::large_block_same_tag_level::LargeBlockSameTagLevel;
use filters::list_at_end::ListAtEnd;
use filters::mark_everything::MarkEverything;
use filters::max_link_density::MaxLinkDensity;
use filters::min_clause_words::MinClauseWords;
use filters::min_text_density::MinTextDensity;
use filters::min_words::MinWords;
use filters::simple_block_fusion::SimpleBlockFusion;
use filters::split_blocks::SplitBlocks;
use filters::trailing_headline::TrailingHeadline;
use std::fmt;
use std::sync::Arc;

/// A list of steps over a page's text blocks.
#[derive(Clone, Copy)]
pub(crate) struct Boilerpipe(Steps);

#[derive(Clone, Copy)]
enum Steps {
    /// These alone.
    Alone(&'static [&'static dyn Filter]),
    /// Those of the article extractor, which are done once a page, then these.
    AfterArticle(&'static [&'static dyn Filter]),
    /// The first one and these; where that leaves little, the second one and these.
    Retried(&'static [&'static dyn Filter; 2], &'static [&'static dyn Filter]),
}

/// `boilerpipe-default`: any kind of page, by text density.
pub(crate) const DEFAULT: Boilerpipe =
    Boilerpipe(Steps::Alone(&[&SimpleBlockFusion, &FUSE_WITH_CONTENT, &DensityRules]));

/// `boilerpipe-article`: news articles; the paper's Main Content Filter.
pub(crate) const ARTICLE: Boilerpipe = Boilerpipe(Steps::AfterArticle(&[]));

/// `boilerpipe-sentences`: the paragraphs of an article that have a full clause.
pub(crate) const SENTENCES: Boilerpipe =
    Boilerpipe(Steps::AfterArticle(&[&SplitBlocks, &MinClauseWords { min_words: 5 }]));

/// `boilerpipe-article-1.3`: news articles, with the steps that later versions of the program added.
pub(crate) const ARTICLE_1_3: Boilerpipe = Boilerpipe(Steps::Alone(&[
    &TerminatingBlocks,
    &DocumentTitleMatch::WIDE,
    &NumWordsRules,
    &IgnoreAfterContent { min_words: 60 },
    &TrailingHeadline,
    &FUSE_WITH_CONTENT,
    &BoilerplateBlock { keep_title: true },
    &BlockProximityFusion { max_distance: 1, content_only: true, same_tag_level_only: true },
    &KeepLargestBlock { expand_from_words: Some(150) },
    &ExpandTitleToContent,
    &LargeBlockSameTagLevel { min_words: 100 },
    &ListAtEnd,
]));

/// `boilerpipe-largest`: the largest stretch of content; the paper's Largest Content Filter.
pub(crate) const LARGEST: Boilerpipe =
    Boilerpipe(Steps::Alone(&[&NumWordsRules, &FUSE_WITH_CONTENT, &KEEP_LARGEST]));

/// `boilerpipe-keep-everything`: all text blocks, to see what the others had to choose from.
pub(crate) const KEEP_EVERYTHING: Boilerpipe = Boilerpipe(Steps::Alone(&[&MarkEverything]));

/// `numwords`: the paper's Algorithm 2 alone.
pub(crate) const NUMWORDS: Boilerpipe = Boilerpipe(Steps::Alone(&[&NumWordsRules]));

/// `densitometric`: the paper's Algorithm 1 alone.
pub(crate) const DENSITOMETRIC: Boilerpipe = Boilerpipe(Steps::Alone(&[&DensityRules]));

/// `densitometric-largest`: Algorithm 1, then the largest stretch of content, found as in [`LARGEST`].
pub(crate) const DENSITOMETRIC_LARGEST: Boilerpipe =
    Boilerpipe(Steps::Alone(&[&DensityRules, &FUSE_WITH_CONTENT, &KEEP_LARGEST]));

/// `densitometric-main-content`: the steps of [`ARTICLE`] with Algorithm 1 in the place of Algorithm 2.
pub(crate) const DENSITOMETRIC_MAIN_CONTENT: Boilerpipe = Boilerpipe(Steps::Alone(&[
    &TerminatingBlocks,
    &DocumentTitleMatch::PLAIN,
    &DensityRules,
    &IgnoreAfterContent { min_words: 60 },
    &FUSE_WITH_CONTENT,
    &BoilerplateBlock { keep_title: false },
    &FUSE_CONTENT,
    &KEEP_LARGEST,
    &ExpandTitleToContent,
]));

/// `words-15`: blocks of fifteen words and more.
pub(crate) const WORDS_15: Boilerpipe = Boilerpipe(Steps::Alone(&[&MinWords { min_words: 15 }]));

/// `link-density-rule`: blocks of which at most a third is in links.
pub(crate) const LINK_DENSITY_RULE: Boilerpipe =
    Boilerpipe(Steps::Alone(&[&MaxLinkDensity { max_link_density: 0.33 }]));

/// `min-words-10`: blocks of ten words and more.
pub(crate) const MIN_WORDS_10: Boilerpipe =
    Boilerpipe(Steps::Alone(&[&MinWords { min_words: 10 }]));

/// `density-1r`: the paper's rule over text density alone.
pub(crate) const DENSITY_1R: Boilerpipe = Boilerpipe(Steps::Alone(&[&MinTextDensity::ONE_R]));

/// `cleaneval-rule`: the paper's rule for CleanEval.
pub(crate) const CLEANEVAL_RULE: Boilerpipe =
    Boilerpipe(Steps::Alone(&[&MinTextDensity::CLEANEVAL]));

const ARTICLE_STEPS: &[&dyn Filter] = &[
    &TerminatingBlocks,
    &DocumentTitleMatch::PLAIN,
    &NumWordsRules,
    &IgnoreAfterContent { min_words: 60 },
    &FUSE_WITH_CONTENT,
    &BoilerplateBlock { keep_title: false },
    &FUSE_CONTENT,
    &KEEP_LARGEST,
    &ExpandTitleToContent,
];

const FUSE_WITH_CONTENT: BlockProximityFusion =
    BlockProximityFusion { max_distance: 1, content_only: false, same_tag_level_only: false };
const FUSE_CONTENT: BlockProximityFusion =
    BlockProximityFusion { max_distance: 1, content_only: true, same_tag_level_only: false };
const KEEP_LARGEST: KeepLargestBlock = KeepLargestBlock { expand_from_words: None };

/// Words of content from which [`Steps::Retried`] is content with its first try.
const ENOUGH_WORDS: u32 = 500;

impl Boilerpipe {
    /// What its steps make of the page.
    fn drafted<'p>(&self, document: &'p Document) -> Draft<'p> {
        match self.0 {
            Steps::AfterArticle(steps) => run(begun(document, article(document).clone()), steps),
            _ => self.drafted_from(|| begun(document, document.derived::<Parts>().state())),
        }
    }

    /// What all of its steps make of a draft of which nothing is known yet.
    fn drafted_from<'p>(&self, fresh: impl Fn() -> Draft<'p>) -> Draft<'p> {
        match self.0 {
            Steps::Alone(steps) => run(fresh(), steps),
            Steps::AfterArticle(steps) => run(run(fresh(), ARTICLE_STEPS), steps),
            Steps::Retried([first, second], steps) => {
                let draft = run(run(fresh(), &[*first]), steps);
                let content = draft.blocks.iter().filter(|block| block.content);
                match content.map(|block| block.counts.words).sum::<u32>() {
                    ENOUGH_WORDS.. => draft,
                    _ => run(run(fresh(), &[*second]), steps),
                }
            }
        }
    }
}

fn run<'p>(mut draft: Draft<'p>, steps: &[&dyn Filter]) -> Draft<'p> {
    steps.iter().for_each(|filter| filter.apply(&mut draft));
    draft
}

/// A draft that goes on from a state.
fn begun(document: &Document, state: State) -> Draft<'_> {
    let mut draft = Draft::new(document.page(), document.derived::<Parts>(), state);
    draft.document = Some(document);
    draft
}

/// What the steps of the article extractor leave.
fn article(document: &Document) -> &State {
    let parts = document.derived::<Parts>();
    parts.article.get_or_init(|| run(begun(document, parts.state()), ARTICLE_STEPS).into_state())
}

impl Extractor for Boilerpipe {
    fn extract(&self, document: &Document) -> Selection {
        let draft = self.drafted(document);
        let mut kept = NodeSet::new(document.page().len());
        for (atom, _) in draft.atoms.iter().zip(kept_atoms(&draft)).filter(|&(_, keep)| keep) {
            kept.extend(draft.pieces_of(atom).iter().map(|p| p.node));
        }
        Selection::from_texts_lazy(
            document,
            &document.derived::<reader::PartTexts>().0,
            kept,
            Arc::new(*self),
        )
    }
}

/// Whether each atom is content in the end.
fn kept_atoms(draft: &Draft<'_>) -> Vec<bool> {
    let mut keeps = vec![false; draft.atoms.len()];
    for block in draft.blocks.iter().filter(|b| b.content) {
        let atoms = block.atoms.start as usize..block.atoms.end as usize;
        keeps.get_mut(atoms).unwrap_or_default().fill(true);
    }
    keeps.iter_mut().zip(&draft.removed).for_each(|(keep, removed)| *keep &= !removed);
    keeps
}

impl Reasons for Boilerpipe {
    /// A decision an atom. What the steps say of the atoms is not noted unless somebody asks; then they are done again.
    fn decisions(&self, document: &Document) -> Vec<Decision> {
        let mut draft = self.drafted_from(|| {
            let mut draft = begun(document, document.derived::<Parts>().state());
            draft.reasons = Some(vec![Reason::from("no rule spoke of it"); draft.atoms.len()]);
            draft
        });
        let reasons = draft.reasons.take().unwrap_or_default();
        let atoms = draft.atoms.iter().zip(kept_atoms(&draft)).zip(reasons);
        atoms.map(|((atom, keep), reason)| decision(&draft, atom, keep, reason)).collect()
    }
}

/// The score of an atom is its words outside links.
fn decision(draft: &Draft<'_>, atom: &Atom, keep: bool, reason: Reason) -> Decision {
    let pieces = draft.pieces_of(atom);
    let start = pieces.first().map_or(NodeId::ROOT, |p| p.node);
    let end = pieces.last().map_or(start, |p| NodeId::from_index(p.node.index() + 1));
    let score = (atom.counts.words - atom.counts.link_words) as f32;
    Decision { nodes: start..end, keep, score, reason }
}

impl fmt::Debug for Boilerpipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let steps = match self.0 {
            Steps::Alone(steps) => steps.len(),
            Steps::AfterArticle(steps) => ARTICLE_STEPS.len() + steps.len(),
            Steps::Retried(_, steps) => 1 + steps.len(),
        };
        write!(f, "boilerpipe of {steps} steps")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_page::Page;

    const PAGE: &str = include_str!("../../tests/pages/harbour.html");

    /// The first word of each text block that an extractor keeps.
    fn kept(extractor: Boilerpipe) -> Vec<String> {
        let document = Document::new(Page::parse(PAGE));
        let selection = extractor.extract(&document);
        let verdicts = selection.verdicts(&document);
        let blocks = (0..verdicts.len()).filter(|&i| verdicts[i].keep);
        let word = |i| document.blocks().text(i).split(' ').next().unwrap_or_default().to_string();
        blocks.map(word).collect()
    }

    fn reason(extractor: Boilerpipe, beginning: &str) -> String {
        let document = Document::new(Page::parse(PAGE));
        let verdicts = extractor.extract(&document).verdicts(&document);
        let index = (0..verdicts.len()).find(|&i| document.blocks().text(i).starts_with(beginning));
        index.map(|i| verdicts[i].reason.to_string()).unwrap_or_default()
    }

    #[test]
    fn article_runs_from_the_title_to_the_comments() {
        let expected = ["Harbour", "By", "The", "Divers", "Caption:", "Work", "Tides", "Trains"];
        assert_eq!(kept(ARTICLE), expected);
    }

    #[test]
    fn later_versions_find_the_same_simple_article() {
        let kept = kept(ARTICLE_1_3);
        assert!(
            ["Harbour", "Divers", "Trains"].iter().all(|word| kept.contains(&word.to_string()))
        );
        assert!(["Home", "Lovely"].iter().all(|word| !kept.contains(&word.to_string())));
    }

    #[test]
    fn largest_takes_the_comments_too_if_they_are_one_run() {
        assert!(kept(LARGEST).contains(&"Lovely".to_string()));
        assert!(!kept(LARGEST).contains(&"Copyright".to_string()));
    }

    #[test]
    fn dense_text_is_filtered_in_the_same_two_ways() {
        assert_eq!(kept(DENSITOMETRIC_MAIN_CONTENT), kept(ARTICLE));
        assert_eq!(kept(DENSITOMETRIC_LARGEST), kept(LARGEST));
    }

    #[test]
    fn sentences_leaves_out_headlines_and_bylines() {
        assert_eq!(kept(SENTENCES), ["The", "Divers", "Caption:", "Tides", "Trains"]);
    }

    #[test]
    fn keep_everything_keeps_the_menu() {
        assert!(kept(KEEP_EVERYTHING).contains(&"Home".to_string()));
    }

    #[test]
    fn the_classifiers_drop_menus_and_keep_paragraphs() {
        for extractor in [DEFAULT, NUMWORDS, DENSITOMETRIC] {
            let kept = kept(extractor);
            assert!(kept.contains(&"Divers".to_string()) && !kept.contains(&"Home".to_string()));
        }
    }

    #[test]
    fn reasons_are_in_plain_words() {
        assert_eq!(reason(ARTICLE, "Home"), "link density 1 over 0.33");
        assert_eq!(reason(ARTICLE, "Lovely"), "below a comments marker");
        assert_eq!(reason(ARTICLE, "Divers"), "words 39 over 16");
        assert_eq!(reason(SENTENCES, "Harbour"), "no full clause in it");
        assert_eq!(reason(SENTENCES, "Caption"), "caption of a kept figure");
    }
}
