//! Segmentation: one walk over the page in document order.
//!
//! The walk keeps what the open elements mean for text (container, link, strong…) in one [`State`], and a
//! [`Frame`] for every open element that changed it. No text ever looks at its ancestors, so the time is
//! linear in the page's size at any depth.

use crate::block::{Block, Blocks};
use crate::hidden::{is_hidden, is_panel_heading};
use crate::left_out::Reason;
use crate::pending::{Gap, Pending};
use crate::roles::{Role, role};
use crate::within::Within;
use crate::words::count_words;
use dehusk_page::name;
use dehusk_page::{Kind, Namespace, NodeId, Page};

/// Cuts a page into blocks. Where next to nothing is shown, but a lot is hidden or in `noscript`, that is
/// the page: its script would have shown it, or shown the same. Forums show their frame around nothing, with the whole
/// thread in `noscript`.
pub(crate) fn segment(page: &Page) -> Blocks {
    let blocks = walk(page, View::Shown);
    if blocks.is_cut {
        return blocks;
    }
    let shown: u32 = blocks.iter().map(|b| b.words).sum();
    let words = |reason| blocks.left_out.count(reason).words;
    let (noscript, hidden) = (words(Reason::Noscript), words(Reason::Hidden));
    if shown >= SCARCE_WORDS {
        let is_frame = noscript >= AMPLE_WORDS && noscript >= FRAME_RATIO * shown;
        return if is_frame { walk(page, View::WithNoscript) } else { blocks };
    }
    if noscript.max(hidden) < SCARCE_WORDS.max(2 * shown) {
        return blocks;
    }
    walk(page, if noscript >= hidden { View::WithNoscript } else { View::WithHidden })
}

/// Nodes that are read between two looks at the clock.
const NODES_BETWEEN_LOOKS: usize = 4096;

/// Fewer words than this are hardly a page.
const SCARCE_WORDS: u32 = 50;

/// As many words in `noscript` are a text, not a request to turn scripts on.
const AMPLE_WORDS: u32 = 100;
/// How many times the words that are shown it must have to be the page.
const FRAME_RATIO: u32 = 2;

/// What of a page is looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum View {
    /// What a browser shows.
    Shown,
    /// Also what it shows without scripts.
    WithNoscript,
    /// Also what elements hide by themselves.
    WithHidden,
}

fn walk(page: &Page, view: View) -> Blocks {
    let start = page.body().unwrap_or(page.root());
    let mut walk = Segmenter::new(page, start, view);
    let end = page.end(start).index();
    let mut at = start.index();
    let mut look = at + NODES_BETWEEN_LOOKS;
    while at < end {
        if at >= look {
            look = at + NODES_BETWEEN_LOOKS;
            walk.out.is_cut = page.deadline().is_over();
            if walk.out.is_cut {
                break;
            }
        }
        let id = NodeId::from_index(at);
        walk.close(id);
        at = match page.kind(id) {
            Kind::Element => walk.element(id).index(),
            Kind::Text => {
                walk.text(id);
                at + 1
            }
            _ => at + 1,
        };
    }
    walk.close(page.end(start));
    walk.cut();
    walk.out.shrink_to_fit();
    walk.out
}

/// What the open elements mean for the text in them.
#[derive(Clone, Copy)]
struct State {
    container: NodeId,
    within: Within,
    link: Option<NodeId>,
    strong: bool,
}

/// An open element that changed the state, or whose end cuts.
struct Frame {
    end: NodeId,
    before: State,
    cuts: bool,
}

struct Segmenter<'p> {
    page: &'p Page,
    view: View,
    out: Blocks,
    state: State,
    open: Vec<Frame>,
    pending: Pending,
}

impl<'p> Segmenter<'p> {
    fn new(page: &'p Page, start: NodeId, view: View) -> Self {
        let state = State { container: start, within: Within::NONE, link: None, strong: false };
        let mut out = Blocks::default();
        out.text.reserve(page.source().len() / 16);
        // More is cheap to add, and what is not used is given back.
        out.nodes.reserve(page.len() / 4);
        out.blocks.reserve(page.len() / 12);
        Segmenter { page, view, out, state, open: Vec::new(), pending: Pending::default() }
    }

    /// Leaves the elements that end at or before `id`.
    #[inline]
    fn close(&mut self, id: NodeId) {
        while let Some(frame) = self.open.pop_if(|f| f.end <= id) {
            if frame.cuts {
                self.cut();
            }
            self.state = frame.before;
        }
    }

    /// Enters an element and says where the walk goes on.
    fn element(&mut self, id: NodeId) -> NodeId {
        let role = self.role(id);
        if let Role::Absent(reason) | Role::Gap(reason) = role {
            if matches!(role, Role::Gap(_)) {
                self.pending.part(Gap::Space);
            }
            self.leave_out(id, reason);
            return self.page.end(id);
        }
        match role {
            Role::Break => self.line_break(),
            Role::Block(within) => {
                self.cut();
                let within = self.state.within | within;
                self.enter(id, true, State { container: id, within, ..self.state });
            }
            Role::Link if self.is_link(id) => {
                self.enter(id, false, State { link: Some(id), ..self.state });
            }
            Role::Strong => self.enter(id, false, State { strong: true, ..self.state }),
            _ => {}
        }
        NodeId::from_index(id.index() + 1)
    }

    fn role(&self, id: NodeId) -> Role {
        let tag = self.page.name(id);
        let role = match role(tag) {
            Role::Gap(Reason::Control) if tag == name::BUTTON => self.button(id),
            Role::Block(_) if self.page.namespace(id) != Namespace::Html => Role::Inline,
            Role::Absent(Reason::Noscript)
                if tag == name::NOSCRIPT && self.view == View::WithNoscript =>
            {
                Role::Block(Within::NONE)
            }
            role => role,
        };
        match role {
            Role::Absent(_) | Role::Gap(_) | Role::Break => role,
            _ if self.view != View::WithHidden && is_hidden(self.page, id) => {
                Role::Absent(Reason::Hidden)
            }
            role => role,
        }
    }

    /// A heading that opens and closes its section is a heading.
    fn button(&self, id: NodeId) -> Role {
        if self.state.within.any(Within::HEADING) {
            Role::Inline
        } else if is_panel_heading(self.page, id) {
            Role::Block(Within::HEADING)
        } else {
            Role::Gap(Reason::Control)
        }
    }

    fn is_link(&self, a: NodeId) -> bool {
        let has = |attribute| self.page.attr(a, attribute).is_some();
        has(name::HREF) || !(has(name::NAME) || has(name::ID))
    }

    fn enter(&mut self, id: NodeId, cuts: bool, state: State) {
        self.open.push(Frame { end: self.page.end(id), before: self.state, cuts });
        self.state = state;
    }

    fn line_break(&mut self) {
        if self.pending.after_break {
            self.cut();
        }
        self.pending.part(Gap::Line);
        self.pending.after_break = true;
    }

    fn text(&mut self, id: NodeId) {
        let before = self.out.text.len();
        let words = self.pending.words;
        let keep_lines = self.state.within.any(Within::PRE);
        self.pending.fold(self.page.text(id), keep_lines, &mut self.out.text);
        if self.out.text.len() == before {
            if !self.pending.is_empty() {
                self.out.nodes.push(id);
            }
            return;
        }
        self.out.nodes.push(id);
        self.pending.nodes_end = self.out.nodes.len();
        if let Some(link) = self.state.link {
            self.pending.link_words += self.pending.words - words;
            let another = self.pending.last_link.replace(link) != Some(link);
            self.pending.links += u32::from(another);
        }
        if self.state.strong {
            self.pending.strong_chars += count_chars(self.out.text[before..].trim_start());
        }
    }

    /// Ends the block in the making.
    fn cut(&mut self) {
        let next = Pending::starting(self.out.text.len(), self.pending.nodes_end);
        let done = std::mem::replace(&mut self.pending, next);
        if done.is_empty() {
            return;
        }
        self.out.nodes.truncate(done.nodes_end);
        self.out.blocks.push(Block {
            chars: count_chars(&self.out.text[done.text_start..]),
            text_end: self.out.text.len() as u32,
            nodes_end: done.nodes_end as u32,
            container: self.state.container,
            tag: self.page.name(self.state.container),
            within: self.state.within,
            words: done.words,
            link_words: done.link_words,
            links: done.links,
            strong_chars: done.strong_chars,
        });
    }

    /// Counts a subtree that no block has. Code inside it is code, whatever hides the rest.
    fn leave_out(&mut self, id: NodeId, reason: Reason) {
        self.out.left_out.add(reason, 1, 0);
        if reason == Reason::Code {
            return;
        }
        let mut inside = self.page.descendants(id);
        while let Some(node) = inside.next() {
            match self.page.kind(node) {
                Kind::Text => {
                    let words = count_words(self.page.text(node)) as u32;
                    self.out.left_out.add(reason, 0, words);
                }
                Kind::Element if role(self.page.name(node)) == Role::Absent(Reason::Code) => {
                    self.out.left_out.add(Reason::Code, 1, 0);
                    inside.skip_subtree(self.page, node);
                }
                _ => {}
            }
        }
    }
}

fn count_chars(text: &str) -> u32 {
    text.chars().count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_page::Limits;
    use std::time::Duration;

    fn texts(html: &str) -> Vec<String> {
        let page = Page::parse(html);
        let blocks = Blocks::of(&page);
        (0..blocks.len()).map(|i| blocks.text(i).to_string()).collect()
    }

    #[test]
    fn inline_tags_do_not_cut_and_block_tags_do() {
        assert_eq!(texts("<p>a <i>b</i> <span>c</span>d<p>e"), ["a b cd", "e"]);
        assert_eq!(texts("<div>before<p>inside</p>after</div>"), ["before", "inside", "after"]);
        assert_eq!(texts("a<hr>b<x-card>c</x-card>d"), ["a", "b", "c", "d"]);
        assert_eq!(texts("<table><tr><td>a<td>b<tr><th>c</table>"), ["a", "b", "c"]);
        assert_eq!(texts("<span><div>a</div></span> b"), ["a", "b"]);
    }

    #[test]
    fn white_space_is_folded() {
        assert_eq!(texts("<p>  a\n\t b&nbsp;&nbsp;c \u{3000} d  </p>"), ["a b c d"]);
        assert_eq!(texts("<p>a<b> b</b> <i> c</i>"), ["a b c"]);
        assert_eq!(texts("<p> <b> </b>&nbsp;</p>"), Vec::<String>::new());
    }

    #[test]
    fn one_break_is_a_line_and_two_are_a_boundary() {
        assert_eq!(texts("<p>a<br>b <br/> c"), ["a\nb\nc"]);
        assert_eq!(texts("<p>a<br><br>b<br> \n<!-- --><br>&nbsp;<br>c<br>"), ["a", "b", "c"]);
        assert_eq!(texts("<p><br>a<span><br></span><br>b"), ["a", "b"]);
        assert_eq!(texts("<div>a<br></div><br>b"), ["a", "b"]);
    }

    #[test]
    fn pre_keeps_its_line_ends() {
        assert_eq!(texts("<pre>a  b\n\n  c <code>d\ne</code></pre>"), ["a b\nc d\ne"]);
    }

    #[test]
    fn code_and_hidden_text_is_left_out_as_if_absent() {
        assert_eq!(texts("<p>a<script>x</script>b<style>y</style>"), ["ab"]);
        assert_eq!(texts("<p>a<span hidden>x</span>b<p style='display:none'>y"), ["ab"]);
        assert_eq!(texts("<body><template>x</template><noscript><p>y</p></noscript>z"), ["z"]);
        assert_eq!(texts("<body style='display:none'><p aria-hidden=true>a"), ["a"]);
        assert_eq!(texts("<details><summary>a</summary><p>b</details>"), ["a", "b"]);
    }

    #[test]
    fn a_page_with_next_to_nothing_shown_is_what_it_hides() {
        let words = "word ".repeat(60);
        let noscript = format!("<body><p>Loading</p><noscript><p>{words}</p></noscript>");
        assert_eq!(texts(&noscript), ["Loading", words.trim_end()]);
        let hidden = format!("<body><p>Loading</p><div hidden><p>{words}</p></div>");
        assert_eq!(texts(&hidden), ["Loading", words.trim_end()]);
        let shown = format!("<body><p>{words}</p><div hidden><p>{words}{words}{words}</p></div>");
        assert_eq!(texts(&shown), [words.trim_end()], "enough is shown");
        let frame =
            format!("<body><p>{words}</p><noscript><p>{words}{words}{words}</p></noscript>");
        assert_eq!(texts(&frame).len(), 2, "a frame around what scripts show");
        assert_eq!(
            texts("<body><noscript>Please turn scripts on</noscript>"),
            [""; 0],
            "too little"
        );
    }

    #[test]
    fn controls_and_players_part_words() {
        assert_eq!(texts("a<button>x</button>b<video>y</video>c<input>d"), ["a b c d"]);
    }

    #[test]
    fn buttons_that_are_headings_are_text() {
        assert_eq!(texts("<h3><button>Question?</button></h3>"), ["Question?"]);
        assert_eq!(texts("<button class=faq-title>Why?</button><div>So.</div>"), ["Why?", "So."]);
    }

    #[test]
    fn formulas_are_text_without_their_annotations() {
        let html = "<p>so <math><mi>x</mi><mo>=</mo><mrow><mn>1</mn></mrow>\
                    <annotation>x=1</annotation></math> holds";
        assert_eq!(texts(html), ["so x=1 holds"]);
        assert_eq!(texts("<p>a<svg><title>x</title><text>y</text></svg>b"), ["ab"]);
    }

    #[test]
    fn left_out_is_counted() {
        let page = Page::parse(
            "<p hidden>one two <script>var x</script><b>three</b></p><noscript>four</noscript>\
             <select><option>five<option>six</select><svg><text>seven</text></svg>\
             <script>x</script><style>y</style><template>eight</template>",
        );
        let blocks = Blocks::of(&page);
        let count = |reason| {
            let count = blocks.left_out().count(reason);
            (count.elements, count.words)
        };
        assert_eq!(count(Reason::Hidden), (1, 3));
        assert_eq!(count(Reason::Code), (3, 0));
        assert_eq!(count(Reason::Noscript), (1, 1));
        assert_eq!(count(Reason::Control), (1, 2));
        assert_eq!(count(Reason::Graphic), (1, 1));
        assert_eq!(count(Reason::Template), (1, 1));
        assert_eq!(blocks.left_out().words(), 8);
        assert!(blocks.is_empty());
    }

    #[test]
    fn words_links_and_strong_text_are_counted() {
        let page = Page::parse(
            "<p>One <a href=x>two three</a> <a href=y>fo<b>ur</b></a><b>five six</b> <a name=n>seven</a>",
        );
        let blocks = Blocks::of(&page);
        let block = blocks.block(0);
        // "fourfive" is one word, and it begins in a link.
        assert_eq!(blocks.text(0), "One two three fourfive six seven");
        assert_eq!((block.words, block.link_words, block.links), (6, 3, 2));
        assert_eq!((block.chars, block.strong_chars), (32, 10));
        assert_eq!(block.link_density(), 0.5);
    }

    #[test]
    fn a_link_around_blocks_links_each() {
        let page = Page::parse("<a href=x><div>one</div><div>two</div></a><div>three</div>");
        let blocks = Blocks::of(&page);
        let links: Vec<_> = blocks.iter().map(|b| (b.link_words, b.links)).collect();
        assert_eq!(links, [(1, 1), (1, 1), (0, 0)]);
    }

    #[test]
    fn reading_ends_when_the_time_is_over() {
        // Every paragraph opens all of the `b` again: the parser makes thousands of nodes before its first look at the
        // clock.
        let bold: String = (0..60).map(|n| format!("<b id={n}>")).collect();
        let html = format!("<p>{bold}{}", "<p>x".repeat(400));
        let limits = Limits::default().with_max_time(Duration::ZERO);
        let page = Page::parse_with(html.clone(), &limits);
        assert!(page.len() > NODES_BETWEEN_LOOKS + 1000, "{}", page.len());
        let blocks = Blocks::of(&page);
        assert!(blocks.is_cut() && !blocks.is_empty());
        assert!(!Blocks::of(&Page::parse(html)).is_cut());
    }

    #[test]
    fn a_block_knows_its_nodes_and_its_container() {
        let page = Page::parse("<div> <b>a</b> <i>b</i> <p>c</p> d</div>");
        let blocks = Blocks::of(&page);
        let nodes =
            |i: usize| -> Vec<&str> { blocks.nodes(i).iter().map(|&n| page.text(n)).collect() };
        assert_eq!(nodes(0), ["a", " ", "b"], "white space inside belongs to it, around it not");
        assert_eq!(nodes(1), ["c"]);
        assert_eq!(nodes(2), [" d"]);
        assert_eq!(blocks.block(0).container, blocks.block(2).container);
        assert_eq!((blocks.block(0).tag, blocks.block(1).tag), (name::DIV, name::P));
    }
}
