//! The extractor: a model, and what the user prefers.

use super::class::{Class, class};
use super::coherence::cohere;
use super::explain::Explanation;
use super::input;
use super::judge::Judgement;
use super::model::Model;
use super::page_type::PageType;
use super::site;
use crate::{Appraisal, Diagnosis, Document, Extractor, Selection, Trouble, diagnose};
use dehusk_blocks::features::{Family, NO_ANCESTOR};
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
    fn beta(self) -> f32 {
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
pub struct Options {
    /// What counts more.
    pub favor: Favor,
    /// Comments in or out.
    pub comments: Comments,
    /// Lists in or out.
    pub lists: Lists,
    /// Kept blocks of these classes are dropped.
    pub leave_out: Vec<Class>,
    /// Another model than the shipped one.
    pub model: Option<Arc<Model>>,
}

/// The default extractor.
///
/// ```
/// use dehusk_extract::{Document, Extractor, auto::Auto};
/// let html = "<nav><a href=/>Home</a> <a href=/news>News</a></nav><article><h1>Late again</h1><p>The ferry \
///     came in late, as it had all week, and nobody on the quay was surprised by it any more. By noon the \
///     fish was gone, and with it the people who had come for it.</article><footer>© Harbour Times</footer>";
/// let document = Document::new(dehusk_page::Page::parse(html));
/// let selection = Auto::default().extract(&document);
/// assert!(selection.keeps_block(&document, 2) && !selection.keeps_block(&document, 0));
/// let appraisal = selection.appraisal().unwrap();
/// assert!(appraisal.confidence > 0.0 && appraisal.confidence <= 1.0);
/// ```
#[derive(Clone, Debug)]
pub struct Auto {
    model: Arc<Model>,
    options: Options,
}

impl Default for Auto {
    fn default() -> Auto {
        Auto::new(Options::default())
    }
}

impl Auto {
    /// With preferences.
    pub fn new(options: Options) -> Auto {
        let model = options.model.clone().unwrap_or_else(Model::shipped);
        Auto { model, options }
    }

    /// The answer for a document.
    fn answer(&self, document: &Document, judgement: Judgement) -> Selection {
        let chosen = judgement.choice.keep.clone();
        let page_type = judgement.page_type();
        let keep = self.preferred(document, &judgement, page_type);
        let explanation = Explanation {
            model: Arc::clone(&self.model),
            keep: keep.clone(),
            chosen,
            page_type,
            probabilities: judgement.probabilities,
        };
        let selection = Selection::explained(document, &keep, Arc::new(explanation));
        let appraisal = appraise(document, &selection, judgement.confidence, page_type);
        selection.with_appraisal(appraisal)
    }

    /// The coherent answer, with what the user wants of comments and lists.
    fn preferred(
        &self,
        document: &Document,
        judgement: &Judgement,
        page_type: Option<PageType>,
    ) -> Vec<bool> {
        let is_list = matches!(page_type, Some(PageType::Listing | PageType::Collection));
        if is_list && self.options.lists == Lists::Drop {
            return vec![false; judgement.probabilities.len()];
        }
        let mut choice = judgement.choice.clone();
        cohere(document, &judgement.probabilities, &input::weights(document), &mut choice);
        for (block, keep) in choice.keep.iter_mut().enumerate() {
            match self.options.comments {
                Comments::Judge => break,
                Comments::Include => *keep |= is_comment(document, block),
                Comments::Exclude => *keep &= class(document, page_type, block) != Class::Comment,
            }
        }
        if !self.options.leave_out.is_empty() {
            for (block, keep) in choice.keep.iter_mut().enumerate().filter(|(_, keep)| **keep) {
                *keep = !self.options.leave_out.contains(&class(document, page_type, block));
            }
        }
        choice.keep
    }
}

/// Whether a block is text among what is named as comments, not a button or a link there.
fn is_comment(document: &Document, block: usize) -> bool {
    let families = document.features().families(block);
    let block = document.blocks().block(block);
    families.get(Family::Comment) != NO_ANCESTOR
        && families.get(Family::Control) == NO_ANCESTOR
        && block.words > 2
        && block.link_density() < 0.5
}

impl Extractor for Auto {
    fn extract(&self, document: &Document) -> Selection {
        let mut weighed = self.model.weigh(document);
        let by_page = document.hint().map(|hint| {
            let by_page = weighed.probabilities.clone();
            site::follow(document, &mut weighed.probabilities, &weighed.weights, hint);
            by_page
        });
        let judgement = self.model.decide(document, weighed, self.options.favor.beta());
        let selection = self.answer(document, judgement);
        match by_page {
            Some(by_page) => selection.with_page_level(by_page),
            None => selection,
        }
    }

    fn reads_embedded(&self) -> bool {
        true
    }
}

/// Below this an answer is doubtful and a reason is looked for.
const DOUBTFUL: f32 = 0.75;
/// What an answer can be worth at most where the page itself is in the way.
const IN_THE_WAY: f32 = 0.5;

fn appraise(
    document: &Document,
    selection: &Selection,
    confidence: f32,
    page_type: Option<PageType>,
) -> Appraisal {
    let diagnosis = diagnose(document, selection);
    let in_the_way = diagnosis.as_ref().is_some_and(stands_in_the_way);
    let confidence = match selection.is_empty() {
        true => 0.0,
        false if in_the_way => confidence.min(IN_THE_WAY),
        false => confidence,
    };
    let page_type = page_type.filter(|_| !selection.is_empty() && !in_the_way);
    Appraisal::new(confidence, page_type, diagnosis.filter(|_| confidence < DOUBTFUL))
}

/// Whether what was asked for is not on the page at all.
fn stands_in_the_way(diagnosis: &Diagnosis) -> bool {
    matches!(
        diagnosis.trouble,
        Trouble::ConsentWall | Trouble::EmptyApplication | Trouble::ErrorPage | Trouble::Paywall
    )
}
