//! What an extractor answers: which leaves of the page are content, and why.
//!
//! It speaks of nodes, so that algorithms over text blocks and algorithms over elements compare on the
//! same ground. The reasons are kept as the algorithm gave them and turned into one verdict a block only
//! when somebody asks: a crawl never does.

mod derive;
mod media;
mod verdict;

pub use media::{Media, Texts};
pub use verdict::{Decision, Reason, Verdict};

use crate::{Diagnosis, Document, NodeSet, PageType};
use dehusk_page::NodeId;
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

/// Which leaves of a page are content: text nodes and media elements. An element belongs to the content
/// as far as it holds kept leaves.
#[derive(Clone, Debug)]
pub struct Selection {
    kept: NodeSet,
    /// Those of the kept texts that are there for the sake of a figure alone.
    captions: Vec<NodeId>,
    grounds: Grounds,
    /// What is said of the answer once somebody has asked, and who says it.
    appraisal: OnceLock<Appraisal>,
    appraiser: Option<Arc<dyn Appraise>>,
    probabilities_without_site: Option<Vec<f32>>,
}

#[derive(Clone, Debug)]
enum Grounds {
    Blocks(Vec<Verdict>),
    Decisions(Vec<Decision>),
    /// Decisions that are put into words when somebody asks, and the captions that were kept with their figures.
    Reasoned(Arc<dyn Reasons>, Vec<Decision>),
    /// Verdicts that are made when somebody asks, and the captions that were kept with their figures.
    Explained(Arc<dyn Explain>, Vec<Decision>),
}

/// Makes verdicts about the blocks of a document when somebody asks for them.
pub trait Explain: Send + Sync + std::fmt::Debug {
    /// One verdict a block, in their order.
    fn verdicts(&self, document: &Document) -> Vec<Verdict>;
}

/// Puts what was decided about the parts of a document into words when somebody asks for them.
pub trait Reasons: Send + Sync + std::fmt::Debug {
    /// What was decided, about which nodes.
    fn decisions(&self, document: &Document) -> Vec<Decision>;
}

/// Says of an answer as a whole how good it is when somebody asks: who wants only the text never does.
pub trait Appraise: Send + Sync + std::fmt::Debug {
    /// What is to be said of the selection of a document.
    fn appraise(&self, document: &Document, selection: &Selection) -> Appraisal;
}

/// What an extractor says of its answer as a whole.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Appraisal {
    /// The F1 this answer is estimated to get against what a person would mark, from 0 to 1.
    pub confidence: f32,
    /// What kind of page it is; none for pages without content of their own.
    pub page_type: Option<PageType>,
    /// What is wrong with the page, where the answer may be poor for it.
    pub diagnosis: Option<Diagnosis>,
}

impl Appraisal {
    /// An appraisal of its three parts.
    pub fn new(
        confidence: f32,
        page_type: Option<PageType>,
        diagnosis: Option<Diagnosis>,
    ) -> Appraisal {
        Appraisal { confidence, page_type, diagnosis }
    }
}

impl Selection {
    /// All that a reader could see.
    ///
    /// ```
    /// use dehusk_extract::{Document, Selection};
    /// let document = Document::new(dehusk_page::Page::parse("<nav>menu</nav><p>text<script>x()</script>"));
    /// let kept = Selection::everything(&document);
    /// let texts = kept.nodes().iter().map(|node| document.page().text(node));
    /// assert_eq!(texts.collect::<Vec<_>>(), ["menu", "text"]);
    /// ```
    pub fn everything(document: &Document) -> Selection {
        let verdict = Verdict::keep(1.0, "all visible text is kept");
        Selection::from_blocks(document, vec![verdict; document.blocks().len()])
    }

    /// A selection by block: one verdict for each of the document's blocks, in their order. A block
    /// without a verdict is dropped. Media that stand among the kept blocks are kept with them.
    ///
    /// ```
    /// use dehusk_extract::{Document, Selection, Verdict};
    /// let document = Document::new(dehusk_page::Page::parse("<p>One<p>Two"));
    /// let verdicts = vec![Verdict::keep(1.0, "first"), Verdict::drop(0.0, "second")];
    /// let selection = Selection::from_blocks(&document, verdicts);
    /// let kept = selection.nodes().iter().map(|n| document.page().text(n));
    /// assert_eq!(kept.collect::<Vec<_>>(), ["One"]);
    /// ```
    pub fn from_blocks(document: &Document, mut verdicts: Vec<Verdict>) -> Selection {
        verdicts.resize(document.blocks().len(), Verdict::drop(0.0, "no verdict"));
        let (kept, captions) = keep_blocks(document, verdicts.iter().map(|v| v.keep));
        derive::revise(document, &captions, &mut verdicts);
        Selection {
            kept,
            captions: nodes_of(&captions),
            grounds: Grounds::Blocks(verdicts),
            appraisal: OnceLock::new(),
            appraiser: None,
            probabilities_without_site: None,
        }
    }

    /// A selection by block whose verdicts are made when somebody asks. Blocks and media as in
    /// [`Selection::from_blocks`].
    pub fn from_blocks_lazy(
        document: &Document,
        keep: &[bool],
        explain: Arc<dyn Explain>,
    ) -> Selection {
        let (kept, captions) = keep_blocks(document, keep.iter().copied());
        Selection {
            kept,
            captions: nodes_of(&captions),
            grounds: Grounds::Explained(explain, captions),
            appraisal: OnceLock::new(),
            appraiser: None,
            probabilities_without_site: None,
        }
    }

    /// Adds what the extractor says of its answer as a whole.
    pub fn with_appraisal(mut self, appraisal: Appraisal) -> Selection {
        self.appraisal = OnceLock::from(appraisal);
        self
    }

    /// Adds who says how good the answer is, once somebody asks.
    pub fn with_appraiser(mut self, appraiser: Arc<dyn Appraise>) -> Selection {
        self.appraiser = Some(appraiser);
        self
    }

    /// Adds what was judged of each block before a site memory had its say.
    pub fn with_probabilities_without_site(mut self, probabilities: Vec<f32>) -> Selection {
        self.probabilities_without_site = Some(probabilities);
        self
    }

    /// How likely each block is content by its page alone, where the document came with a hint of its site:
    /// what a site memory is to learn from.
    pub fn probabilities_without_site(&self) -> Option<&[f32]> {
        self.probabilities_without_site.as_deref()
    }

    /// What the extractor says of its answer as a whole; most say nothing. `document` is the one that the selection was
    /// made from.
    pub fn appraisal(&self, document: &Document) -> Option<&Appraisal> {
        let known = self.appraisal.get();
        known.or_else(|| {
            let appraiser = self.appraiser.as_ref()?;
            Some(self.appraisal.get_or_init(|| appraiser.appraise(document, self)))
        })
    }

    /// A selection by node: the kept leaves as they are, media among them, and what was decided about
    /// which part of the page. The verdict of a block is that of the innermost decision around it.
    ///
    /// ```
    /// use dehusk_extract::{Decision, Document, NodeSet, Selection};
    /// let document = Document::new(dehusk_page::Page::parse("<p>One<p>Two"));
    /// let page = document.page();
    /// let first = page.first_child(page.body().unwrap()).unwrap();
    /// let mut kept = NodeSet::new(page.len());
    /// kept.extend(page.subtree(first).filter(|&n| page.is_text(n)));
    /// let decision = Decision::subtree(page, first, true, 25.0, "best candidate");
    /// let selection = Selection::from_nodes(&document, kept, vec![decision]);
    /// let verdicts = selection.verdicts(&document);
    /// assert!(verdicts[0].keep && verdicts[0].reason == "best candidate");
    /// assert!(!verdicts[1].keep);
    /// ```
    pub fn from_nodes(document: &Document, kept: NodeSet, decisions: Vec<Decision>) -> Selection {
        Selection::of_nodes(document, kept, Grounds::Decisions(decisions))
    }

    /// A selection by node whose decisions are put into words when somebody asks. The kept leaves as in
    /// [`Selection::from_nodes`].
    pub fn from_nodes_lazy(
        document: &Document,
        kept: NodeSet,
        reasons: Arc<dyn Reasons>,
    ) -> Selection {
        Selection::of_nodes(document, kept, Grounds::Reasoned(reasons, Vec::new()))
    }

    fn of_nodes(document: &Document, mut kept: NodeSet, grounds: Grounds) -> Selection {
        kept.truncate(document.page().len());
        let captions = Vec::new();
        Selection {
            kept,
            captions,
            grounds,
            appraisal: OnceLock::new(),
            appraiser: None,
            probabilities_without_site: None,
        }
    }

    /// A selection by an algorithm's own text blocks: `texts` are all text nodes it looked at, in document
    /// order, `kept` those it keeps. Media that stand among the kept texts are kept with them.
    pub fn from_texts(
        document: &Document,
        texts: impl Iterator<Item = NodeId>,
        kept: NodeSet,
        decisions: Vec<Decision>,
    ) -> Selection {
        let texts = Texts::of(document.text_letters(), texts);
        Selection::from_shared_texts(document, &texts, kept, decisions)
    }

    /// A selection by texts that several algorithms look at, so that they are read once; as
    /// [`Selection::from_texts`] otherwise.
    pub fn from_shared_texts(
        document: &Document,
        texts: &Texts,
        mut kept: NodeSet,
        mut decisions: Vec<Decision>,
    ) -> Selection {
        let captions = media::keep_with_text(document, texts, &mut kept);
        let nodes = nodes_of(&captions);
        decisions.extend(captions);
        Selection { captions: nodes, ..Selection::from_nodes(document, kept, decisions) }
    }

    /// A selection by shared texts whose decisions are put into words when somebody asks.
    pub fn from_texts_lazy(
        document: &Document,
        texts: &Texts,
        mut kept: NodeSet,
        reasons: Arc<dyn Reasons>,
    ) -> Selection {
        let captions = media::keep_with_text(document, texts, &mut kept);
        let nodes = nodes_of(&captions);
        let selection = Selection::of_nodes(document, kept, Grounds::Reasoned(reasons, captions));
        Selection { captions: nodes, ..selection }
    }

    /// The same without some leaves, such as media for those who want none.
    ///
    /// ```
    /// use dehusk_extract::{Document, NodeSet, Selection};
    /// let document = Document::new(dehusk_page::Page::parse("<p>One<p><img src=a.jpg><p>Two"));
    /// let selection = Selection::everything(&document);
    /// let is_medium = |&node: &_| !document.page().is_text(node);
    /// let mut media = NodeSet::default();
    /// media.extend(selection.nodes().iter().filter(is_medium));
    /// assert_eq!((media.len(), selection.without(&media).nodes().len()), (1, 2));
    /// ```
    pub fn without(mut self, leaves: &NodeSet) -> Selection {
        leaves.iter().for_each(|leaf| self.kept.remove(leaf));
        self
    }

    /// The kept leaves.
    pub fn nodes(&self) -> &NodeSet {
        &self.kept
    }

    /// The kept leaves that are content by themselves: [`Selection::nodes`] without the captions that only came with
    /// their pictures. Who shows no pictures shows these.
    ///
    /// ```
    /// use dehusk_extract::{Document, Selection, Verdict};
    /// let html = "<p>Rain.<figure><img src=a.jpg><figcaption>A cloud</figcaption></figure><p>More of it.";
    /// let document = Document::new(dehusk_page::Page::parse(html));
    /// let verdicts = [true, false, true].map(|keep| Verdict { keep, ..Verdict::keep(1.0, "by hand") });
    /// let selection = Selection::from_blocks(&document, verdicts.to_vec());
    /// assert_eq!((selection.nodes().len(), selection.text_nodes().len()), (4, 3));
    /// ```
    pub fn text_nodes(&self) -> Cow<'_, NodeSet> {
        let mut texts = Cow::Borrowed(&self.kept);
        for &caption in &self.captions {
            texts.to_mut().remove(caption);
        }
        texts
    }

    /// Whether a leaf is kept.
    pub fn keeps(&self, leaf: NodeId) -> bool {
        self.kept.contains(leaf)
    }

    /// Whether any text of a block is kept: what a verdict says, without making one.
    pub fn keeps_block(&self, document: &Document, index: usize) -> bool {
        document.blocks().nodes(index).iter().any(|&node| self.keeps(node))
    }

    /// One verdict a block of the document the selection was made from.
    pub fn verdicts(&self, document: &Document) -> Vec<Verdict> {
        match &self.grounds {
            Grounds::Blocks(verdicts) => verdicts.clone(),
            Grounds::Decisions(decisions) => derive::verdicts(document, &self.kept, decisions),
            Grounds::Reasoned(reasons, captions) => {
                let mut decisions = reasons.decisions(document);
                decisions.extend(captions.iter().cloned());
                derive::verdicts(document, &self.kept, &decisions)
            }
            Grounds::Explained(explain, captions) => {
                let mut verdicts = explain.verdicts(document);
                derive::revise(document, captions, &mut verdicts);
                verdicts
            }
        }
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }
}

fn nodes_of(captions: &[Decision]) -> Vec<NodeId> {
    captions.iter().map(|caption| caption.nodes.start).collect()
}

/// The nodes of the kept blocks with the media among them, and the captions that came with these.
fn keep_blocks(document: &Document, keep: impl Iterator<Item = bool>) -> (NodeSet, Vec<Decision>) {
    let blocks = document.blocks();
    let mut kept = NodeSet::new(document.page().len());
    for (index, _) in keep.enumerate().filter(|&(index, keep)| keep && index < blocks.len()) {
        kept.extend(blocks.nodes(index).iter().copied());
    }
    let captions = match media::are_there(document) && !kept.is_empty() {
        true => media::keep_with_text(document, document.block_texts(), &mut kept),
        false => Vec::new(),
    };
    (kept, captions)
}
