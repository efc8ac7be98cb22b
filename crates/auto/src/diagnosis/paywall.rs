//! Texts that end where a subscription begins.
//!
//! No single sign is enough: paid articles are often served whole, sites carry the markup of their
//! paywall on free pages, and every newspaper offers subscriptions. A short text with several of the signs
//! is a stub.

use super::phrases::{self, Speaker};
use super::signs::{Mark, Signs};
use super::tally::Tally;
use dehusk_extract::Document;
use dehusk_extract::{Diagnosis, Trouble};

/// Kept words of a stub at most.
const MAX_KEPT: u32 = 250;
/// Below this a stub needs less evidence.
const FEW_KEPT: u32 = 150;
/// Blocks after the last kept one in which the offer stands.
const AFTER: usize = 12;
/// Kept blocks at the end in which the offer stands.
const BEFORE: usize = 4;
/// Words of a block with an offer at most: more is running text.
const MAX_OFFER: u32 = 60;

pub(super) fn find(document: &Document, tally: &Tally, signs: &Signs) -> Option<Diagnosis> {
    if tally.kept_words > MAX_KEPT {
        return None;
    }
    let last = tally.last_kept?;
    let mut weight = 0;
    let mut evidence = Vec::new();
    let mut add = |points: u32, what: Option<String>| {
        weight += if what.is_some() { points } else { 0 };
        evidence.extend(what);
    };
    add(2, signs.not_free.then(|| "isAccessibleForFree is false".to_string()));
    add(2, offer(document, last).map(|phrase| format!("phrase \"{phrase}\"")));
    add(1, is_cut(document, last).then(|| "the text breaks off".to_string()));
    // A name alone is never enough, and all names take time to read.
    if weight > 0 {
        let mark = signs.first(Mark::Paywall).map(|m| format!("element \"{}\"", m.word));
        weight += u32::from(mark.is_some());
        evidence.extend(mark);
    }
    let enough = if tally.kept_words <= FEW_KEPT { 2 } else { 3 };
    (weight >= enough).then(|| Diagnosis::new(Trouble::Paywall, evidence.join(", ")))
}

/// A phrase of an offer around the end of the kept text.
fn offer(document: &Document, last: usize) -> Option<String> {
    let blocks = document.blocks();
    let end = blocks.len().min(last + 1 + AFTER);
    let near =
        (last.saturating_sub(BEFORE - 1)..end).filter(|&i| blocks.block(i).words <= MAX_OFFER);
    near.into_iter().find_map(|index| phrases::find(Speaker::Paywall, blocks.text(index)))
}

/// Whether one of the last kept blocks that is more than a label ends in the middle.
fn is_cut(document: &Document, last: usize) -> bool {
    let blocks = document.blocks();
    let cut = |index: usize| {
        let text = blocks.text(index).trim_end();
        blocks.block(index).is_long_text() && (text.ends_with('…') || text.ends_with("..."))
    };
    (last.saturating_sub(BEFORE - 1)..=last).any(cut)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{diagnosis, prose, trouble};
    use super::*;

    #[test]
    fn an_offer_in_many_languages_after_a_short_text() {
        for offer in [
            "Subscribe to continue reading.",
            "Jetzt weiterlesen: vier Wochen kostenlos",
            "La suite est réservée aux abonnés",
            "Suscríbete para seguir leyendo",
            "Abbonati per continuare a leggere",
            "Este conteúdo é exclusivo para assinantes",
            "Artykuł tylko dla subskrybentów",
            "Полный текст доступен только подписчикам",
            "Άρθρο μόνο για συνδρομητές",
            "订阅后继续阅读全文",
            "この記事は会員限定です",
        ] {
            let html = format!("<h1>Late again</h1><p>{}</p><div>{offer}</div>", prose(50));
            assert_eq!(trouble(&html), Some(Trouble::Paywall), "{offer}");
        }
    }

    #[test]
    fn structured_data_and_markup_without_any_phrase() {
        let html = format!(
            "<script type=application/ld+json>{{\"@type\":\"NewsArticle\",\"isAccessibleForFree\":false}}</script>\
             <p>{}</p><p>And then the captain said ...</p><div id=regwall></div>",
            prose(170)
        );
        let found = diagnosis(&html).unwrap();
        assert_eq!(found.trouble, Trouble::Paywall);
        assert_eq!(found.evidence, "isAccessibleForFree is false, element \"regwall\"");
    }

    #[test]
    fn a_text_that_is_whole_is_no_stub() {
        let paid = "<script type=application/ld+json>{\"isAccessibleForFree\":false}</script>";
        let offer = "<aside class=paywall-teaser>Already a subscriber? Subscribe now to support us.</aside>";
        assert_eq!(trouble(&format!("{paid}<p>{}</p>{offer}", prose(400))), None);
        assert_eq!(trouble(&format!("<p>{}</p><div class=paywall></div>", prose(60))), None);
        let early = format!(
            "<p>Subscribers only: not this one.</p>{}",
            format!("<p>{}</p>", prose(40)).repeat(5)
        );
        assert_eq!(trouble(&early), None, "far from the end");
    }
}
