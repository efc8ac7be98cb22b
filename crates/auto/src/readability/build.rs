//! From the page to the working tree: everything below `html`, without scripts, styles and empty pictures.

use super::landmarks::Landmarks;
use super::measure::{Text, is_space};
use super::pictures;
use super::stats::{Counted, Source, Stats};
use super::traits::Reader;
use super::tree::{Id, Tree, push};
use dehusk_extract::Document;
use dehusk_extract::derived::Trimmed;
use dehusk_page::{Kind, NodeId, Page, name};
use std::collections::HashMap;

/// A page ready to be worked on.
pub(super) struct Working {
    pub tree: Tree,
    /// Measures of the texts, which never change.
    pub texts: Vec<Text>,
    /// What lies below each element, with `font` counted as the `span` that it will be.
    pub stats: Stats,
    pub html: Id,
    pub body: Id,
    /// All `br`, in document order.
    pub breaks: Vec<Id>,
    /// All `font`.
    pub fonts: Vec<Id>,
    pub landmarks: Landmarks,
}

impl Working {
    /// Measures everything again, after the tree has changed.
    pub fn measure(&mut self, page: &Page) {
        let source = Source { page, texts: &self.texts };
        self.stats.measure(&source, &mut self.tree, self.html);
    }
}

/// Builds the working tree; none for a page without a body.
pub(super) fn build(document: &Document) -> Option<Working> {
    let page = document.page();
    let (html, body) = (page.html()?, page.body()?);
    let landmarks = Landmarks::of(page);
    let mut builder = Builder::new(document, &landmarks);
    let root = builder.add_element(html);
    builder.fill(root, html, true);
    let body = builder.tree.element_children(root).find(|&c| builder.tree.origin(c) == Some(body));
    let Builder { tree, texts, stats, breaks, fonts, .. } = builder;
    Some(Working { body: body?, html: root, tree, texts, stats, breaks, fonts, landmarks })
}

struct Builder<'p> {
    page: &'p Page,
    reader: Reader<'p>,
    replacements: HashMap<NodeId, NodeId>,
    trimmed: &'p Trimmed,
    chars: &'p [u32],
    tree: Tree,
    texts: Vec<Text>,
    stats: Stats,
    breaks: Vec<Id>,
    fonts: Vec<Id>,
}

impl<'p> Builder<'p> {
    fn new(document: &'p Document, landmarks: &Landmarks) -> Builder<'p> {
        let page = document.page();
        Builder {
            page,
            reader: Reader::new(document),
            replacements: pictures::replacements(page, &landmarks.noscripts),
            trimmed: document.derived::<Trimmed>(),
            chars: document.text_chars(),
            tree: Tree::with_capacity(page.len()),
            texts: Vec::with_capacity(page.len() / 2),
            stats: Stats::with_capacity(page.len() / 2),
            breaks: Vec::new(),
            fonts: Vec::new(),
        }
    }

    fn add_element(&mut self, id: NodeId) -> Id {
        let traits = self.reader.traits(id);
        let copy = self.tree.add_element(self.page, id, traits);
        self.stats.add();
        match self.page.name(id) {
            name::BR => self.breaks.push(copy),
            name::FONT => self.fonts.push(copy),
            _ => {}
        }
        copy
    }

    /// Copies what is below `from`, and measures it. Replacing pictures goes one level deep: what takes a place is
    /// small.
    fn fill(&mut self, root: Id, from: NodeId, replacing: bool) {
        let page = self.page;
        // The elements around the one that is being filled, each with the first node of the page after it.
        let mut open: Vec<(NodeId, Id)> = Vec::new();
        let (mut end, mut around) = (page.end(from), root);
        let mut walk = page.descendants(from);
        while let Some(id) = walk.next() {
            while end <= id {
                let Some((outer_end, outer)) = open.pop() else { break };
                self.close(around, outer);
                (end, around) = (outer_end, outer);
            }
            if page.is_text(id) {
                self.add_text(id, around);
            } else if page.kind(id) == Kind::Comment {
                self.add_comment(id, around);
            } else if let Some(picture) = self.replacements.get(&id).copied().filter(|_| replacing)
            {
                let copy = self.add_element(picture);
                self.tree.append_new(around, copy);
                self.fill(copy, picture, false);
                self.close(copy, around);
                walk.skip_subtree(page, id);
            } else if !is_workable(page, id) || pictures::is_empty_picture(page, id) {
                walk.skip_subtree(page, id);
            } else {
                let copy = self.add_element(id);
                self.tree.append_new(around, copy);
                if page.first_child(id).is_some() {
                    open.push((end, around));
                    (end, around) = (page.end(id), copy);
                } else {
                    self.close(copy, around);
                }
            }
        }
        while let Some((_, outer)) = open.pop() {
            self.close(around, outer);
            around = outer;
        }
    }

    /// Counts an element that is complete for the one around it.
    fn close(&mut self, element: Id, around: Id) {
        let counted = Counted::before_renaming(&self.tree, element);
        self.stats.pass_up(&self.tree, element, around, counted);
    }

    fn add_text(&mut self, id: NodeId, around: Id) {
        let measured = Text::of(self.page.text(id), self.trimmed.at(id), self.chars[id.index()]);
        self.stats.add_text(&self.tree, around, &measured);
        let copy = self.tree.add_text(id, self.texts.len() as u32);
        push(&mut self.texts, measured);
        self.tree.append_new(around, copy);
    }

    fn add_comment(&mut self, id: NodeId, around: Id) {
        let copy = self.tree.add_comment(self.page.text(id).chars().all(is_space));
        self.tree.append_new(around, copy);
    }
}

/// Whether a node that is no leaf has a place in the working tree at all.
fn is_workable(page: &Page, id: NodeId) -> bool {
    page.is_element(id) && !matches!(page.name(id), name::SCRIPT | name::NOSCRIPT | name::STYLE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(html: &str) -> Vec<String> {
        let document = Document::new(Page::parse(html));
        let (page, working) = (document.page(), build(&document).unwrap());
        let below = working.tree.elements_below(working.body);
        below.map(|e| page.name_text(working.tree.name(e)).to_string()).collect()
    }

    #[test]
    fn scripts_styles_templates_and_empty_pictures_are_left_out() {
        let html = "<div><script>x</script><style>y</style><img alt=z><p>t</p></div>\
                    <template><p>u</p></template><noscript><p>v</p></noscript>";
        assert_eq!(names(html), ["div", "p", "template"]);
    }

    #[test]
    fn a_late_picture_takes_the_place_of_the_one_in_front() {
        let html = "<p><img src=s.jpg> <noscript><a><img src=b.jpg></a></noscript><b>x</b>";
        assert_eq!(names(html), ["p", "a", "img", "b"]);
    }

    #[test]
    fn a_frameset_stands_for_the_body() {
        let document = Document::new(Page::parse("<frameset><frame></frameset>"));
        let working = build(&document).unwrap();
        assert_eq!(working.tree.tag(working.body), name::FRAMESET);
    }
}
