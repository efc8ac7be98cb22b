//! What stands around a date and says what it is the date of.

use crate::metadata::text;
use aho_corasick::Input;
use aho_corasick::automaton::Automaton;
use aho_corasick::nfa::contiguous::NFA;
use std::sync::LazyLock;

/// Bytes of a line among which the words stand that say what it is.
const MAX_BEFORE: usize = 24;

/// What a date is the date of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Label {
    /// Something says that the text was published then.
    Published,
    /// Something says that it was changed then.
    Updated,
    /// It is of something else.
    Other,
    /// Nothing is said.
    None,
}

#[rustfmt::skip]
const UPDATED: &[&str] = &[
    "update", "updating", "modif", "edited", "revised", "reviewed", "last changed", "last review", "fact check",
    "aktualisier", "aktualisiert", "geändert", "überarbeitet", "letzte änderung", "stand:", "mis à jour", "mise à jour",
    "actualiz", "actualis", "aggiornat", "ultima modifica", "atualiz", "alterad", "aktualiz", "zmodyfikowan",
    "обновлен", "изменен", "оновлен", "ενημέρωση", "ενημερώθηκε", "更新", "修改", "更新日", "수정", "업데이트", "bijgewerkt", "gewijzigd",
    "uppdatera", "ändrad", "opdatere", "oppdater", "päivitetty", "muokattu", "güncelle", "diperbarui", "frissít",
    "módosít", "cập nhật", "upraven", "upravené", "ažurira", "posodobljeno", "تحديث", "بروز", "به‌روز", "עודכן", "अपडेट", "আপডেট",
    "แก้ไข", "อัปเดต",
];

#[rustfmt::skip]
const PUBLISHED: &[&str] = &[
    "publi", "posted", "post date", "veröffentlicht", "erschienen", "erstellt", "pubblicat", "fecha", "data:", "дата", "опубл",
    "dodano", "δημοσίευση", "δημοσιεύ", "發布", "发布", "發佈", "发表", "發表", "公開", "投稿", "掲載", "日期", "时间", "時間", "入力", "등록", "입력", "작성",
    "written", "created", "datum", "date", "released", "issued", "started", "asked", "submitted", "skriven", "lagt ut",
    "oprettet", "julkaistu", "yayın", "oluşturulma", "diterbitkan", "megjelen", "közzé", "đăng", "ngày", "zveřejněn",
    "vydané", "objavljen", "objavljeno", "نشر", "تاريخ", "منتشر", "تاریخ", "פורסם", "प्रकाशित", "প্রকাশ", "เผยแพร่", "โพสต์",
];

#[rustfmt::skip]
const OTHER: &[&str] = &[
    "©", "(c)", "copyright", "comment", "joined", "member since", "registered", "expires", "expiry", "deadline", "apply by",
    "all rights", "kommentar", "founded", "born", "died", "effective", "valid", "until", "through", "from", "starts", "begins",
    "ends", "closes", "closing", "due", "event", "webinar", "conference", "last visit", "last seen", "retrieved", "accessed",
    "archived", "next", "gültig", "bis", "ab dem", "jusqu", "hasta", "fino al", "válid", "established", "since",
];

/// All words with what they say.
static WORDS: LazyLock<Option<(NFA, Vec<Label>)>> = LazyLock::new(|| {
    let lists = [(UPDATED, Label::Updated), (PUBLISHED, Label::Published), (OTHER, Label::Other)];
    let words = || lists.iter().flat_map(|(words, label)| words.iter().map(move |w| (*w, *label)));
    let search = NFA::new(words().map(|(word, _)| word).collect::<Vec<_>>()).ok()?;
    Some((search, words().map(|(_, label)| label).collect()))
});

/// What the words before a date, in lower case, say of it. The last of them counts, as in
/// `Published 13 May, updated 14 May`.
pub(super) fn before(lead: &str) -> Label {
    said(lead).max_by_key(|(at, _)| *at).map_or(Label::None, |(_, label)| label)
}

/// Whether the words that say what a date is stand at the beginning of a line, as they do not in a sentence.
pub(super) fn begins(lead: &str) -> bool {
    let head = text::head(lead.trim_start(), MAX_BEFORE);
    said(head).any(|(_, label)| label != Label::Other)
}

/// The words in a text that say something, with where they begin. Those of letters with spaces between stand at
/// the beginning of a word: `date` is not in `update`.
fn said(text: &str) -> impl Iterator<Item = (usize, Label)> {
    let begins = |at: usize| {
        let before = text[..at].chars().next_back();
        before.is_none_or(|c| !c.is_alphanumeric() || !c.is_lowercase())
    };
    let words = WORDS.as_ref();
    words.into_iter().flat_map(move |(search, labels)| {
        let found = search.try_find_overlapping_iter(Input::new(text)).into_iter().flatten();
        let found = found.filter(move |m| begins(m.start()));
        found.filter_map(|m| Some((m.start(), *labels.get(m.pattern().as_usize())?)))
    })
}

/// What the words after a date say of it, where they follow at once: `5月13日更新`.
pub(super) fn after(tail: &str) -> Label {
    let tail = tail.trim_start_matches(|c: char| c.is_whitespace() || ")）".contains(c));
    let follows = |words: &[&str]| {
        // With a colon it is said of the next date.
        words.iter().filter_map(|w| tail.strip_prefix(w)).any(|rest| !rest.starts_with([':', '：']))
    };
    match () {
        () if follows(&["更新", "修改", "수정"]) => Label::Updated,
        () if follows(&["公開", "发布", "發布", "入力", "입력", "등록", "投稿"]) => {
            Label::Published
        }
        () => Label::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_before() {
        for (lead, label) in [
            ("published on ", Label::Published),
            ("last updated: ", Label::Updated),
            ("published by ada, updated ", Label::Updated),
            ("dernière mise à jour le ", Label::Updated),
            ("date: ", Label::Published),
            ("© ", Label::Other),
            ("joined ", Label::Other),
            ("by ada berg ", Label::None),
            ("", Label::None),
        ] {
            assert_eq!(before(lead), label, "{lead}");
        }
    }

    #[test]
    fn words_after() {
        assert_eq!(after(" 更新"), Label::Updated);
        assert_eq!(after(" 更新：2024-05-14"), Label::None);
        assert_eq!(after(", updated 14 may"), Label::None);
    }
}
