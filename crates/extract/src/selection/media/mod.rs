//! Which media belong to a selection of text.
//!
//! Algorithms over text say nothing of pictures. A medium belongs to the content if it stands at kept text, in a
//! container that is mostly kept, and is not decoration:
//!
//! 1. *Near*: no more than a caption's length of dropped text lies between it and the nearest kept text.
//! 2. *Among*: the smallest element around it that holds kept text has at least half of its letters kept.
//! 3. *Not a teaser*: after the last kept text, and in a link that leads to another page, the smallest element
//!    around it that holds any text must be mostly kept too. A picture in a list of further articles shares
//!    that element with a dropped headline; a picture in the article shares it with the article.
//! 4. *Not decoration*: see [`kind`].
//!
//! Frames are chosen by the same rules: what they play, and whether it may be shown, is not known here.
//! A `figure` is looked at as one: its media and its caption are kept together.

mod candidates;
mod kind;
mod letters;

use super::Decision;
use crate::{Document, NodeSet};
pub use candidates::Media;
use candidates::{Candidate, Role};
use dehusk_page::{NodeId, Page};
use letters::Letters;
pub use letters::Texts;
use std::ops::Range;

/// Letters of dropped text that may part a medium from kept text: a caption and a credit.
const MAX_GAP: u32 = 200;
/// Letters that a figure's text may have; in a longer one the text is looked at by itself.
const MAX_CAPTION: u32 = 600;

/// Whether a page has any media that could be kept.
pub(super) fn are_there(document: &Document) -> bool {
    !document.derived::<Media>().candidates().is_empty()
}

/// Adds the media that belong to the kept texts. `texts` are all text nodes of the page that were looked at,
/// in document order. Answers the captions that were kept for the sake of their figures alone.
pub(super) fn keep_with_text(
    document: &Document,
    texts: &Texts,
    kept: &mut NodeSet,
) -> Vec<Decision> {
    let (page, candidates) = (document.page(), document.derived::<Media>().candidates());
    let mut captions = Vec::new();
    if candidates.is_empty() || kept.is_empty() {
        return captions;
    }
    let letters = Letters::count(texts, kept);
    let mut done_until = NodeId::ROOT;
    for (place, candidate) in candidates.iter().enumerate() {
        if candidate.node < done_until {
            continue;
        }
        let done = match candidate.role {
            Role::Aside => !letters.mostly_kept(&candidate.nodes()),
            Role::Figure => {
                let inside = &candidates[place + 1..];
                keep_figure(page, &letters, candidate, inside, kept, &mut captions)
            }
            Role::Medium => {
                let keeps = belongs(page, &letters, candidate);
                if keeps {
                    kept.insert(candidate.node);
                }
                keeps
            }
            Role::Drawing | Role::Caption => false,
        };
        if done {
            done_until = candidate.end;
        }
    }
    captions
}

/// Keeps the media and the caption of a figure, which are among the candidates after it. Says whether the figure is
/// done with.
fn keep_figure(
    page: &Page,
    letters: &Letters<'_>,
    figure: &Candidate,
    others: &[Candidate],
    kept: &mut NodeSet,
    captions: &mut Vec<Decision>,
) -> bool {
    let nodes = figure.nodes();
    if letters.dropped(&nodes) > MAX_CAPTION {
        return false;
    }
    if !letters.mostly_kept(&nodes) && !belongs(page, letters, figure) {
        return true;
    }
    let inside = &others[..others.partition_point(|other| other.node < figure.end)];
    let media = inside.iter().filter(|c| matches!(c.role, Role::Medium | Role::Drawing));
    kept.extend(media.clone().map(|medium| medium.node));
    if media.count() == 0 {
        return true;
    }
    for caption in inside.iter().filter(|c| c.role == Role::Caption) {
        for text in letters.texts(&caption.nodes()) {
            if kept.contains(text) {
                continue;
            }
            kept.insert(text);
            captions.push(Decision::subtree(page, text, true, 0.0, "caption of a kept figure"));
        }
    }
    true
}

fn belongs(page: &Page, letters: &Letters<'_>, candidate: &Candidate) -> bool {
    let nodes = candidate.nodes();
    let place = letters.place(&nodes);
    if place.gap > MAX_GAP {
        return false;
    }
    let around = smallest_around(page, candidate.node, place.kept_before, place.kept_after);
    if !around.is_some_and(|a| letters.mostly_kept(&a)) {
        return false;
    }
    if place.kept_after.is_some() && !candidate.is_teaser {
        return true;
    }
    let (before, after) = letters.texts_around(&nodes);
    let around = smallest_around(page, candidate.node, before, after);
    around.is_some_and(|a| letters.mostly_kept(&a))
}

/// The smallest element around a node that holds one of two texts.
fn smallest_around(
    page: &Page,
    node: NodeId,
    before: Option<NodeId>,
    after: Option<NodeId>,
) -> Option<Range<NodeId>> {
    let mut around = page.ancestors(node).map(|a| a..page.end(a));
    around.find(|a| before.is_some_and(|n| n >= a.start) || after.is_some_and(|n| n < a.end))
}

#[cfg(test)]
mod tests {
    use crate::{Document, Selection, Verdict};
    use dehusk_page::Page;

    /// The alt texts of the images, and the texts, that are kept when blocks beginning with "keep" are.
    fn kept(html: &str) -> Vec<String> {
        let document = Document::new(Page::parse(html));
        let (page, blocks) = (document.page(), document.blocks());
        let verdict = |i| match blocks.text(i).starts_with("keep") {
            true => Verdict::keep(1.0, "marked"),
            false => Verdict::drop(0.0, "not marked"),
        };
        let selection = Selection::from_blocks(&document, (0..blocks.len()).map(verdict).collect());
        let label = |n| match page.is_text(n) {
            true => page.text(n).trim().to_string(),
            false => page.attr_by_text(n, "alt").unwrap_or(page.tag(n)).to_string(),
        };
        selection.nodes().iter().map(label).filter(|l| !l.starts_with("keep")).collect()
    }

    const IMG: &str = "<img src=p.jpg alt=IMG>";

    #[test]
    fn an_image_among_kept_paragraphs_stays() {
        assert_eq!(
            kept(&format!("<article>{IMG}<p>keep a<p>{IMG}<p>keep b</p>{IMG}</article>")).len(),
            3
        );
        assert_eq!(
            kept(&format!("<div><p>keep a</p><div>{IMG}</div><p>keep b</p></div>")),
            ["IMG"]
        );
    }

    #[test]
    fn an_image_whose_caption_was_dropped_stays() {
        let html =
            format!("<p>keep a long one</p><div>{IMG}<p>Photo: A. B.</div><p>keep b as well");
        assert_eq!(kept(&html), ["IMG"]);
    }

    #[test]
    fn without_kept_text_there_is_no_media() {
        assert!(kept(&format!("<p>drop</p>{IMG}")).is_empty());
    }

    #[test]
    fn an_image_far_from_kept_text_goes() {
        let far = "other words ".repeat(30);
        assert!(
            kept(&format!("<div><p>{far}</p>{IMG}<p>{far}</p></div><div><p>keep a</div>"))
                .is_empty()
        );
    }

    #[test]
    fn an_image_in_a_container_of_dropped_text_goes() {
        let html =
            format!("<div>{IMG}<p>keep a<p>dropped text that is longer than what is kept</div>");
        assert!(kept(&html).is_empty());
    }

    #[test]
    fn teasers_after_and_within_the_text_go() {
        let teaser = format!("<div><a href=/other>{IMG}</a><p>More</div>");
        let text = "<p>keep a long paragraph of the article</p>";
        assert!(kept(&format!("<main>{text}{teaser}</main>")).is_empty());
        assert!(kept(&format!("<main>{text}{teaser}{text}</main>")).is_empty());
        let zoom = format!("<div><a href=/large.JPG?x=1>{IMG}</a><p>Caption</div>");
        assert_eq!(kept(&format!("<main>{text}{zoom}{text}</main>")), ["IMG"]);
    }

    #[test]
    fn navigation_asides_and_footers_hold_no_content_media() {
        for tag in ["nav", "aside", "footer"] {
            let html = format!("<main><p>keep a</p><{tag}>{IMG}</{tag}><p>keep b</p></main>");
            assert!(kept(&html).is_empty(), "{tag}");
        }
        assert_eq!(
            kept(&format!("<p>keep a</p><aside>{IMG}<p>keep this quote</aside><p>keep b")),
            ["IMG"]
        );
    }

    #[test]
    fn a_figure_is_kept_with_its_caption() {
        let figure =
            format!("<figure>{IMG}<div><figcaption>A <b>cat</b></figcaption></div></figure>");
        assert_eq!(kept(&format!("<p>keep a</p>{figure}<p>keep b")), ["IMG", "A", "cat"]);
        assert!(kept(&format!("<p>keep a</p><aside>{figure}</aside><p>keep b")).is_empty());
    }

    #[test]
    fn a_figure_without_media_leaves_its_text_alone() {
        let html =
            "<p>keep a</p><figure><pre>keep code</pre><figcaption>Listing</figcaption></figure>";
        assert!(kept(html).is_empty());
    }

    #[test]
    fn decoration_goes_and_other_media_stay() {
        let within =
            |medium: &str| kept(&format!("<main><p>keep a</p>{medium}<p>keep b</p></main>"));
        for medium in [
            "<img src=x.gif width=1 height=1>",
            "<img src=x.png width=32 height=32>",
            "<img src=x.png class='author-avatar'>",
            "<img alt='no address'>",
            "<iframe src='https://example.com/x' class='ad'></iframe>",
            "<iframe src='https://example.com/x' width=1 height=1></iframe>",
            "<iframe src='about:blank'></iframe>",
            "<object></object>",
            "<svg><path d=''/></svg>",
        ] {
            assert!(within(medium).is_empty(), "{medium}");
        }
        for (medium, label) in [
            ("<video src=v.mp4></video>", "video"),
            ("<audio><source src=a.mp3></audio>", "audio"),
            ("<iframe src='https://www.youtube.com/embed/abc'></iframe>", "iframe"),
            ("<math><mi>x</mi></math>", "math"),
            ("<svg width=640 height=480><path d=''/></svg>", "svg"),
            ("<figure><svg><path d=''/></svg></figure>", "svg"),
            ("<picture><source srcset=x.webp><img data-src=x.jpg alt=IMG></picture>", "IMG"),
        ] {
            assert_eq!(within(medium), [label], "{medium}");
        }
    }
}
