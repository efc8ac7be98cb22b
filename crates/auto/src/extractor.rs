//! The extractor: a model, and what the user prefers.

use super::explain::Explanation;
use super::judge::Answer;
use super::model::Model;
use super::preferences::{Comments, Lists, Preferences};
use super::roles::roles;
use super::site;
use crate::diagnosis::diagnose;
use dehusk_blocks::features::{Family, NO_ANCESTOR};
use dehusk_extract::{
    Appraisal, Appraise, Diagnosis, Document, Extractor, PageType, Role, Selection, Trouble,
};
use std::sync::Arc;

/// The default extractor. The crate's documentation begins with an example.
#[derive(Clone, Debug)]
pub struct Auto {
    model: Arc<Model>,
    preferences: Preferences,
}

impl Default for Auto {
    fn default() -> Auto {
        Auto::new(Preferences::default())
    }
}

impl Auto {
    /// With preferences.
    pub fn new(preferences: Preferences) -> Auto {
        let model = preferences.model.clone().unwrap_or_else(Model::shipped);
        Auto { model, preferences }
    }

    /// The answer for a document.
    fn select(&self, document: &Document, answer: Answer) -> Selection {
        let page_type = answer.page_type();
        let keep = self.preferred(document, &answer, page_type);
        let answer = Arc::new(answer);
        let model = &self.model;
        let appraiser = Appraiser { model: Arc::clone(model), answer: Arc::clone(&answer) };
        let explanation =
            Explanation { model: Arc::clone(model), answer, keep: keep.clone(), page_type };
        Selection::from_blocks_lazy(document, &keep, Arc::new(explanation))
            .with_appraiser(Arc::new(appraiser))
    }

    /// The coherent answer, with what the user wants of comments and lists.
    fn preferred(
        &self,
        document: &Document,
        answer: &Answer,
        page_type: Option<PageType>,
    ) -> Vec<bool> {
        if answer.is_list() && self.preferences.lists == Lists::Drop {
            return vec![false; answer.keep.len()];
        }
        let mut all = answer.keep.clone();
        if !self.preferences.ask_for_roles() {
            return all;
        }
        let roles = roles(document, page_type, &all, &answer.weighed.probabilities);
        for (block, (keep, role)) in all.iter_mut().zip(&roles).enumerate() {
            match self.preferences.comments {
                Comments::Judge => {}
                Comments::Include => *keep |= is_comment(document, block),
                Comments::Exclude => *keep &= *role != Role::Comment,
            }
            *keep |= self.preferences.keep.contains(role);
            *keep &= !self.preferences.leave_out.contains(role);
        }
        all
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
        let answer = self.model.decide(document, weighed, self.preferences.favor.beta());
        let selection = self.select(document, answer);
        match by_page {
            Some(by_page) => selection.with_probabilities_without_site(by_page),
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

/// What is needed to say how good an answer is.
#[derive(Debug)]
struct Appraiser {
    model: Arc<Model>,
    answer: Arc<Answer>,
}

impl Appraise for Appraiser {
    fn appraise(&self, document: &Document, selection: &Selection) -> Appraisal {
        let judgement = self.model.estimate(document, Answer::clone(&self.answer));
        let diagnosis = diagnose(document, selection);
        let in_the_way = diagnosis.as_ref().is_some_and(stands_in_the_way);
        let confidence = match selection.is_empty() {
            true => 0.0,
            false if in_the_way => judgement.confidence.min(IN_THE_WAY),
            false => judgement.confidence,
        };
        let page_type = self.answer.page_type();
        let page_type = page_type.filter(|_| !selection.is_empty() && !in_the_way);
        // That text may be missing is told however sure the answer is: nobody can see it.
        let cut = || judgement.cut(document);
        let told = diagnosis.filter(|_| confidence < DOUBTFUL).or_else(cut);
        // Where nothing is found that is wrong, the reason is that pages like this one often go wrong.
        let told = told.or_else(|| judgement.doubtful().filter(|_| !selection.is_empty()));
        Appraisal::new(confidence, page_type, told)
    }
}

/// Whether what was asked for is not on the page at all.
fn stands_in_the_way(diagnosis: &Diagnosis) -> bool {
    matches!(
        diagnosis.trouble,
        Trouble::ConsentWall | Trouble::EmptyApplication | Trouble::ErrorPage | Trouble::Paywall
    )
}
