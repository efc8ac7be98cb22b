//! CSS selectors over a page: what a user says is the content's place, and what is never content.

mod element;
mod names;

use crate::Error;
use cssparser::Parser as CssParser;
use dehusk_page::{NodeId, Page};
use element::Element;
use names::{Names, Rules};
use selectors::SelectorList;
use selectors::context::{
    MatchingForInvalidation, MatchingMode, NeedsSelectorFlags, QuirksMode, SelectorCaches,
};
use selectors::matching::{MatchingContext, matches_selector_list};
use selectors::parser::ParseRelative;
use std::fmt;

/// A list of CSS selectors.
#[derive(Clone)]
pub(crate) struct Selector {
    list: SelectorList<Names>,
    text: String,
}

impl fmt::Debug for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Selector").field(&self.text).finish()
    }
}

impl Selector {
    /// Reads selectors as a style sheet has them, separated by commas.
    pub fn parse(text: &str) -> Result<Selector, Error> {
        let list = SelectorList::parse(&Rules, &mut CssParser::new(text), ParseRelative::No);
        let list = list.map_err(|_| Error::BadSelector { selector: text.into() })?;
        Ok(Selector { list, text: text.into() })
    }

    /// The elements of a page that it means, in document order.
    fn elements(&self, page: &Page) -> Vec<NodeId> {
        let mut caches = SelectorCaches::default();
        let mut context = MatchingContext::new(
            MatchingMode::Normal,
            None,
            &mut caches,
            QuirksMode::NoQuirks,
            NeedsSelectorFlags::No,
            MatchingForInvalidation::No,
        );
        let elements = page.descendants(page.root()).filter(|&id| page.is_element(id));
        elements
            .filter(|&id| matches_selector_list(&self.list, Element { page, id }, &mut context))
            .collect()
    }
}

/// A page without what `remove` names and, where `select` is given, without all of its body that is neither in what it
/// names nor around it.
pub(crate) fn cut(page: Page, select: Option<&Selector>, remove: &[Selector]) -> Page {
    let mut removed: Vec<NodeId> =
        remove.iter().flat_map(|selector| selector.elements(&page)).collect();
    removed.sort_unstable();
    let is_removed = |id: NodeId| removed.binary_search(&id).is_ok();
    let Some(select) = select else {
        return page.without(|_, id| is_removed(id));
    };
    let body = page.body();
    let mut selected: Vec<NodeId> = Vec::new();
    for id in select.elements(&page) {
        if !selected.last().is_some_and(|&outer| page.contains(outer, id)) {
            selected.push(id);
        }
    }
    // None of these is in another, so only the last one before a node can hold it, and the next one be in it.
    let is_chosen = |page: &Page, id: NodeId| {
        let next = selected.partition_point(|&s| s <= id);
        let inside = next.checked_sub(1).is_some_and(|last| page.contains(selected[last], id));
        inside || selected.get(next).is_some_and(|&s| page.contains(id, s))
    };
    let is_in_body =
        |page: &Page, id: NodeId| body.is_some_and(|body| body != id && page.contains(body, id));
    page.without(|page, id| is_removed(id) || is_in_body(page, id) && !is_chosen(page, id))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<title>T</title><nav id=n>menu</nav><main><h1>Head</h1><div class='ad x'>buy</div>\
        <p lang=en>one <b>two</b><p>three</main><footer>foot</footer>";

    fn text(select: Option<&str>, remove: &[&str]) -> String {
        let select = select.map(|s| Selector::parse(s).unwrap());
        let remove: Vec<Selector> = remove.iter().map(|s| Selector::parse(s).unwrap()).collect();
        let page = cut(Page::parse(PAGE), select.as_ref(), &remove);
        let words: Vec<&str> =
            page.texts(page.root()).map(str::trim).filter(|t| !t.is_empty()).collect();
        words.join(" ")
    }

    #[test]
    fn selectors_choose_and_remove() {
        assert_eq!(text(None, &["nav, footer", ".ad"]), "T Head one two three");
        assert_eq!(text(Some("main"), &[]), "T Head buy one two three");
        assert_eq!(text(Some("main"), &["div.ad.x", "h1"]), "T one two three");
        assert_eq!(text(Some("p"), &[]), "T one two three");
        assert_eq!(text(Some("#none"), &[]), "T");
        let none = Selector::parse("#none").unwrap();
        assert_eq!(
            cut(Page::parse(PAGE), Some(&none), &[]).warnings(),
            [dehusk_page::Warning::NothingLeft]
        );
    }

    #[test]
    fn all_of_the_language_is_understood() {
        for (selector, expected) in [
            ("p:first-of-type", "T one two"),
            ("main > p + p", "T three"),
            ("[lang=en] b", "T two"),
            ("p:not([lang])", "T three"),
            ("main :is(h1, b)", "T Head two"),
            ("p:has(b)", "T one two"),
            ("P:nth-child(3)", "T one two"),
            ("[class~=x]", "T buy"),
            ("*|nav", "T menu"),
        ] {
            assert_eq!(text(Some(selector), &[]), expected, "{selector}");
        }
    }

    #[test]
    fn wrong_selectors_are_named() {
        for wrong in ["", "p >", "::before", "p:hover", "a[", "..x"] {
            let error = Selector::parse(wrong).unwrap_err().to_string();
            assert!(error.contains(&format!("{wrong:?}")), "{error}");
        }
    }

    #[test]
    fn many_selected_elements_stay_linear() {
        let html = "<p>x</p>".repeat(20_000);
        let select = Selector::parse("p").unwrap();
        let page = cut(Page::parse(html), Some(&select), &[]);
        assert!(page.texts(page.root()).count() == 20_000);
    }
}
