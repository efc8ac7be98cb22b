//! The language a page declares, and the one its text is in.

use super::Sourced;
use super::candidates::Candidates;
use super::precedence::{CONTENT, Field};
use dehusk_extract::{NodeSet, language_codes};
use dehusk_page::{NodeId, Page, name};

/// Letters needed to tell a language; a character of a script without spaces counts for several.
const MIN_LETTERS: usize = 60;
/// Bytes of text looked at: more does not change the answer.
const SAMPLE: usize = 800;
/// Bytes of a text that is more than a name.
const LONG: usize = 60;

/// The declared language as a BCP 47 tag in its usual case.
pub(super) fn declared(found: &Candidates) -> Option<Sourced<String>> {
    let tag = |c: &&super::candidates::Candidate| Some(Sourced::new(tag(&c.value)?, c.source()));
    found.of(Field::Language).iter().find_map(tag)
}

/// `en-us`, `EN_US` and `en_US.utf8` as `en-US`; none for what is no tag.
fn tag(raw: &str) -> Option<String> {
    let first = raw.split([',', ';', '.']).next()?.trim();
    let mut parts = first.split(['-', '_']);
    let primary = parts.next()?.to_ascii_lowercase();
    let is_code =
        (2..=3).contains(&primary.len()) && primary.bytes().all(|b| b.is_ascii_lowercase());
    if !is_code || matches!(primary.as_str(), "und" | "mul" | "zxx" | "xx") {
        return None;
    }
    let mut tag = primary;
    for part in parts.take(4) {
        if part.is_empty() || part.len() > 8 || !part.bytes().all(|b| b.is_ascii_alphanumeric()) {
            break;
        }
        tag.push('-');
        match part.len() {
            2 => tag.push_str(&part.to_ascii_uppercase()),
            4 => {
                tag.push_str(&part[..1].to_ascii_uppercase());
                tag.push_str(&part[1..].to_ascii_lowercase());
            }
            _ => tag.push_str(&part.to_ascii_lowercase()),
        }
    }
    Some(tag)
}

/// The language of the content, of the whole page where there is little content.
pub(super) fn detected(
    page: &Page,
    kept: &NodeSet,
    declared: Option<&str>,
) -> Option<Sourced<String>> {
    let mut text = sample(page, || kept.iter());
    if !has_letters(&text, MIN_LETTERS) {
        text = sample(page, || page.descendants(NodeId::ROOT).filter(|&n| is_shown(page, n)));
    }
    let code = if has_letters(&text, MIN_LETTERS) { detect(&text, declared) } else { None };
    code.map(|value| Sourced::new(value, CONTENT))
}

/// The long texts first: short ones are names and numbers more often than language.
fn sample<I: Iterator<Item = NodeId>>(page: &Page, leaves: impl Fn() -> I) -> String {
    let mut text = String::new();
    for long in [true, false] {
        for leaf in leaves() {
            let piece = page.text(leaf).trim();
            if (piece.len() >= LONG) == long && page.is_text(leaf) && !piece.is_empty() {
                text.push_str(super::text::head(piece, SAMPLE - text.len()));
                text.push(' ');
            }
            if text.len() >= SAMPLE {
                return text;
            }
        }
        if has_letters(&text, 2 * MIN_LETTERS) {
            break;
        }
    }
    text
}

fn is_shown(page: &Page, id: NodeId) -> bool {
    let parent = page.parent(id).map(|p| page.name(p));
    !matches!(
        parent,
        Some(
            name::SCRIPT
                | name::STYLE
                | name::NOSCRIPT
                | name::TITLE
                | name::TEXTAREA
                | name::OPTION
        )
    )
}

/// Whether a text has as many letters, those of Chinese, Japanese and Korean counted as much as they say.
fn has_letters(text: &str, least: usize) -> bool {
    let weight = |c: char| match c {
        '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' => 4,
        c if c.is_alphabetic() => 1,
        _ => 0,
    };
    let mut count = 0;
    text.chars().any(|c| {
        count += weight(c);
        count >= least
    })
}

/// The fast detector knows few languages and always answers, so it is believed where the page says the
/// same; otherwise the slower one is asked, which also says how sure it is.
fn detect(text: &str, declared: Option<&str>) -> Option<String> {
    let declares = |code: &str| declared.is_some_and(|d| d.split('-').next() == Some(code));
    // Most pages are what they say they are, and most say that they are English.
    if declares("en") && is_english(text) {
        return Some("en".to_string());
    }
    let quick = language_codes::from_whichlang(whichlang::detect_language(text));
    // Languages it does not know are English to it, and so are many pages by mistake.
    let doubtful = quick == "en" && has_accents(text);
    if !doubtful && (declares(quick) || (quick == "en" && is_english(text))) {
        return Some(quick.to_string());
    }
    let info = whatlang::detect(text)?;
    let code = language_codes::from_whatlang(info.lang());
    let agreed = code == quick || declares(code);
    (info.is_reliable() || agreed).then(|| code.to_string())
}

/// Whether the commonest words of English are as common as they are in English.
fn is_english(text: &str) -> bool {
    const COMMON: [&str; 8] = ["the", "of", "and", "to", "in", "is", "that", "for"];
    let (mut words, mut common) = (0, 0);
    for word in text.split_ascii_whitespace() {
        words += 1;
        common +=
            usize::from(word.len() <= 4 && COMMON.iter().any(|c| word.eq_ignore_ascii_case(c)));
    }
    words >= 20 && 7 * common >= words
}

/// Whether more letters have accents than loan words and names explain.
fn has_accents(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let accented = text.chars().filter(|c| !c.is_ascii() && c.is_alphabetic()).count();
    50 * accented > letters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_in_their_usual_case() {
        for (raw, expected) in [
            ("en", Some("en")),
            ("EN-us", Some("en-US")),
            ("pt_BR", Some("pt-BR")),
            ("zh-hans-cn", Some("zh-Hans-CN")),
            ("de_DE.UTF-8", Some("de-DE")),
            ("en, de", Some("en")),
            ("english", None),
            ("", None),
            ("und", None),
            ("x", None),
        ] {
            assert_eq!(tag(raw).as_deref(), expected, "{raw}");
        }
    }

    #[test]
    fn languages_by_their_text() {
        let texts = [
            (
                "en",
                "The quick answer is that nobody knows how the weather will be in the coming years, and that is fine.",
            ),
            (
                "de",
                "Die kurze Antwort ist, dass niemand weiß, wie das Wetter in den nächsten Jahren wird, und das ist gut.",
            ),
            (
                "fr",
                "La réponse courte est que personne ne sait quel temps il fera dans les années qui viennent, et tant mieux.",
            ),
            (
                "es",
                "La respuesta corta es que nadie sabe qué tiempo hará en los próximos años, y está bien que sea así.",
            ),
            (
                "it",
                "La risposta breve è che nessuno sa che tempo farà nei prossimi anni, e va bene che sia così per tutti.",
            ),
            (
                "pt",
                "A resposta curta é que ninguém sabe como vai ser o tempo nos próximos anos, e não faz mal nenhum a ninguém.",
            ),
            (
                "pl",
                "Krótka odpowiedź brzmi, że nikt nie wie, jaka będzie pogoda w nadchodzących latach, i bardzo dobrze.",
            ),
            (
                "ru",
                "Короткий ответ таков: никто не знает, какая погода будет в ближайшие годы, и это совершенно нормально.",
            ),
            (
                "el",
                "Η σύντομη απάντηση είναι ότι κανείς δεν ξέρει τι καιρό θα κάνει τα επόμενα χρόνια, και αυτό είναι καλό.",
            ),
            (
                "zh",
                "简短的回答是，没有人知道未来几年的天气会怎么样，这也没有什么关系，因为我们总会找到办法的。",
            ),
            (
                "ja",
                "簡単に言えば、これから数年の天気がどうなるかは誰にも分かりませんが、それで構わないのです。",
            ),
        ];
        for (expected, text) in texts {
            assert_eq!(detect(text, None).as_deref(), Some(expected), "{text}");
            assert_eq!(detect(text, Some("sv")).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn a_wrong_declaration_is_not_believed() {
        let text = "Krótka odpowiedź brzmi, że nikt nie wie, jaka będzie pogoda w nadchodzących latach, i dobrze.";
        assert_eq!(detect(text, Some("en")).as_deref(), Some("pl"));
    }
}
