//! Appeals between the paragraphs of a text: for money, for a subscription, for an address to write to.
//!
//! They are sentences like any other, often more of them than the text has, and mostly nothing around them is named after
//! what they are. What gives them away is that they ask the reader for something and speak of who asks. Both have to
//! stand in one block: a report about donations says the first, an editor's note the second.

use super::odds::less_likely;
use aho_corasick::Input;
use aho_corasick::automaton::Automaton;
use aho_corasick::nfa::contiguous::NFA;
use dehusk_extract::Document;
use std::sync::LazyLock;

/// What is asked for. All phrases are in small letters; Latin ones are found in capitals, too, and the Cyrillic ones that
/// begin a sentence lack their first letter.
const ASKING: &[&str] = &[
    "donat",
    "contribut",
    "chip in",
    "as little as",
    "support us",
    "support our",
    "support independent",
    "help us",
    "help keep",
    "become a member",
    "become a supporter",
    "becoming a member",
    "subscribe",
    "sign up",
    "make a gift",
    "spende",
    "abonnieren sie",
    "unterstützen sie",
    "melden sie sich",
    "faites un don",
    "soutenez",
    "abonnez-vous",
    "inscrivez-vous",
    "haz una donación",
    "suscríbete",
    "apoya ",
    "abbonati",
    "iscriviti",
    "sostieni",
    "assine",
    "apoie",
    "inscreva-se",
    "wesprzyj",
    "zapisz się",
    "doneer",
    "steun ",
    "schrijf je in",
    "оддержите",
    "одпишитесь",
    "ідтримайте",
];

/// Who asks.
const OURSELVES: &[&str] = &[
    "our newsroom",
    "our journalis",
    "our reporting",
    "our coverage",
    "our newsletter",
    "our mailing list",
    "our readers",
    "readers like you",
    "your inbox",
    "your support",
    "your contribution",
    "your donation",
    "your gift",
    "independent journalism",
    "quality journalism",
    "news free for",
    "free for all",
    "free for everyone",
    "reader-funded",
    "unser newsletter",
    "unseren newsletter",
    "unsere redaktion",
    "unsere arbeit",
    "unabhängigen journalismus",
    "ihr postfach",
    "notre newsletter",
    "notre rédaction",
    "notre lettre",
    "journalisme indépendant",
    "nuestro boletín",
    "nuestra newsletter",
    "nuestra redacción",
    "periodismo independiente",
    "nostra newsletter",
    "nostra redazione",
    "giornalismo indipendente",
    "nossa newsletter",
    "jornalismo independente",
    "nasz newsletter",
    "naszą redakcję",
    "onze nieuwsbrief",
    "onafhankelijke journalistiek",
    "нашу рассылку",
    "нашу редакцию",
    "нашу редакцію",
];

/// Words that an appeal has: fewer are a button, more are an article.
const WORDS: std::ops::RangeInclusive<u32> = 5..=130;
/// The share of the expected content above which a page is an appeal itself.
const WHOLE: f32 = 0.4;
/// What it takes from a block's log-odds.
const AGAINST: f32 = 4.0;
/// Below this a block is out already.
const LOW: f32 = 0.02;

static MATCHER: LazyLock<Option<NFA>> = LazyLock::new(|| {
    let phrases = ASKING.iter().chain(OURSELVES);
    NFA::builder().ascii_case_insensitive(true).build(phrases).ok()
});

/// Makes appeals less likely to be content, where there is other content.
pub(super) fn set_aside(document: &Document, weights: &[f32], probabilities: &mut [f32]) {
    let Some(matcher) = MATCHER.as_ref() else { return };
    let blocks = document.blocks();
    let appeals: Vec<usize> = blocks
        .iter()
        .enumerate()
        .filter(|(at, block)| probabilities[*at] > LOW && WORDS.contains(&block.words))
        .filter(|(at, _)| is_appeal(matcher, blocks.text(*at)))
        .map(|(at, _)| at)
        .collect();
    let expected = |block: usize| weights[block] * probabilities[block];
    let theirs: f32 = appeals.iter().map(|&block| expected(block)).sum();
    let all: f32 = (0..probabilities.len()).map(expected).sum();
    if theirs <= WHOLE * all {
        for block in appeals {
            probabilities[block] = less_likely(probabilities[block], AGAINST);
        }
    }
}

/// Whether a text asks for something and speaks of who asks.
fn is_appeal(matcher: &NFA, text: &str) -> bool {
    let Ok(hits) = matcher.try_find_overlapping_iter(Input::new(text)) else { return false };
    let (mut asks, mut ours) = (false, false);
    for hit in hits {
        match hit.pattern().as_usize() < ASKING.len() {
            true => asks = true,
            false => ours = true,
        }
        if asks && ours {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_page::Page;

    fn is(text: &str) -> bool {
        is_appeal(MATCHER.as_ref().unwrap(), text)
    }

    #[test]
    fn appeals_ask_for_something_and_say_who_asks() {
        for appeal in [
            "Our newsroom needs you: a contribution of two pounds keeps the harbour news free for all.",
            "Sign up and get the week's ferries in your inbox every Friday.",
            "Unterstützen Sie unsere Redaktion mit fünf Euro im Monat.",
            "Soutenez le journalisme indépendant de notre rédaction.",
            "Поддержите нашу редакцию.",
        ] {
            assert!(is(appeal), "{appeal}");
        }
        for other in [
            "The harbour received donations of two thousand pounds for its lamp.",
            "The editor told our newsroom that the ferry had been late again.",
            "Passengers sign up at the quay and pay on board.",
        ] {
            assert!(!is(other), "{other}");
        }
    }

    #[test]
    fn appeals_go_where_there_is_a_text_and_stay_where_there_is_none() {
        let text =
            "The ferry came in late again and nobody on the quay was much surprised. ".repeat(3);
        let appeal = "Help us to go on: your donation keeps our newsroom afloat.";
        let of = |html: String| {
            let document = Document::new(Page::parse(html));
            let weights: Vec<f32> = document.blocks().iter().map(|b| b.words as f32).collect();
            let mut probabilities = vec![0.9; weights.len()];
            set_aside(&document, &weights, &mut probabilities);
            probabilities
        };
        let p = of(format!("<p>{text}<p>{appeal}<p>{text}"));
        assert!(p[0] == 0.9 && p[1] < 0.2 && p[2] == 0.9, "{p:?}");
        assert_eq!(of(format!("<p>{appeal}<p>{appeal}")), [0.9; 2]);
    }

    #[test]
    fn phrases_are_in_small_letters() {
        assert!(ASKING.iter().chain(OURSELVES).all(|phrase| *phrase == phrase.to_lowercase()));
    }
}
