//! `ccb`, `accb`: Content Code Blurring.
//!
//! T. Gottron: "Content Code Blurring: A New Approach to Content Extraction" (DEXA 2008). The markup is a row
//! of characters, 1 where they are content and 0 where they are code: the content code vector. Blurring it
//! gives every character the content code ratio of its neighbourhood, and a text whose characters have a high
//! ratio in the mean is content. The adapted form, `accb`, does not count the tags of links as code, because
//! pages of encyclopaedias have many of them in running text.
//!
//! The vector is a row of runs, and the sum of a kernel over two runs needs only the kernel's second sums: so
//! a text costs as much as it has neighbours in range, however long it is. White space is folded, and what a
//! tag measures is made from its names and values, since two pages that mean the same should be treated alike.

use super::shared::texts::{self, Marked};
use super::shared::tokens::{self, Token};
use crate::languages;
use dehusk_extract::{Derived, Document, Entry, Extractor, Reason, Selection};
use dehusk_page::{NodeId, Page, name};
use std::sync::Arc;
use std::sync::LazyLock;

/// How a registry lists it.
pub(crate) static ENTRIES: &[Entry] = &[
    Entry::new(
        "ccb",
        "texts with little markup around them",
        "Content Code Blurring; Gottron, DEXA 2008",
        languages::ANY,
        |_| Ok(Arc::new(CCB)),
    ),
    Entry::new(
        "accb",
        "texts with little markup around them, tags of links not counted",
        "adapted Content Code Blurring; Gottron, DEXA 2008",
        languages::ANY,
        |_| Ok(Arc::new(ACCB)),
    ),
];

/// `r`: characters to each side that are in the neighbourhood.
const R: usize = 40;
/// `t`: the content code ratio from which a text is content.
const T: f32 = 0.75;

/// Content Code Blurring.
pub(crate) struct Ccb {
    /// Whether tags of links are code.
    links_are_code: bool,
}

/// `ccb`.
pub(crate) const CCB: Ccb = Ccb { links_are_code: true };
/// `accb`: the adapted form.
pub(crate) const ACCB: Ccb = Ccb { links_are_code: false };

impl Extractor for Ccb {
    fn extract(&self, document: &Document) -> Selection {
        let runs = self.runs(document);
        let ratios = ratios(&runs);
        let mut of_runs = runs.iter().zip(&ratios).peekable();
        let mark = |code: &Code| {
            let run = of_runs.next_if(|(run, _)| run.node == code.node);
            let score = run.map_or(0.0, |(_, &ratio)| ratio);
            Marked { node: code.node, keep: score >= T, score }
        };
        let marked = document.derived::<Codes>().0.iter().map(mark).collect();
        texts::select(document, marked, |text| {
            let relation = if text.keep { "at least" } else { "below" };
            Reason::measured("content code ratio", text.score, relation, T)
        })
    }
}

/// The texts of the body and the markup before each, which both forms read.
struct Codes(Vec<Code>);

impl Derived for Codes {
    fn derive(document: &Document) -> Codes {
        Codes(Code::of(document.page()))
    }
}

/// A text and the code before it, from the text before on.
#[derive(Clone, Copy, Debug)]
struct Code {
    node: NodeId,
    /// Characters of the tags of links.
    of_links: u32,
    /// Characters of other tags.
    of_others: u32,
}

impl Code {
    /// All texts of a page, blank ones too.
    pub fn of(page: &Page) -> Vec<Code> {
        let mut texts = Vec::new();
        let (mut of_links, mut of_others) = (0, 0);
        tokens::walk(page, |token| {
            let (node, chars) = match token {
                Token::Open(node) => (node, opening(page, node) as u32),
                Token::Close(node) => (node, page.tag(node).len() as u32 + 3),
                Token::Text(node) => {
                    texts.push(Code { node, of_links, of_others });
                    (of_links, of_others) = (0, 0);
                    return;
                }
            };
            let sum = if page.name(node) == name::A { &mut of_links } else { &mut of_others };
            *sum += chars;
        });
        texts
    }
}

/// Characters of an opening tag, written in the plainest way.
fn opening(page: &Page, node: NodeId) -> usize {
    let attributes =
        page.attrs(node).map(|(name, value)| page.name_text(name).len() + value.len() + 4);
    page.tag(node).len() + 2 + attributes.sum::<usize>()
}

/// A text in the vector.
#[derive(Clone, Copy, Debug)]
struct Run {
    node: NodeId,
    start: usize,
    end: usize,
}

impl Ccb {
    /// The runs of content; what lies between two is code. Blank texts are neither.
    fn runs(&self, document: &Document) -> Vec<Run> {
        let lengths = document.text_chars();
        let mut runs = Vec::new();
        let mut start = 0;
        for code in &document.derived::<Codes>().0 {
            start += code.of_others as usize;
            start += if self.links_are_code { code.of_links as usize } else { 0 };
            let end = start + lengths[code.node.index()] as usize;
            if end > start {
                runs.push(Run { node: code.node, start, end });
            }
            start = end;
        }
        runs
    }
}

/// The mean content code ratio of each run. What lies outside the page is code.
fn ratios(runs: &[Run]) -> Vec<f32> {
    let kernel = &*KERNEL;
    let mut first = 0;
    let ratio = |run: &Run| {
        while runs.get(first).is_some_and(|r| r.end + R < run.start) {
            first += 1;
        }
        let near = runs[first..].iter().take_while(|r| r.start < run.end + R);
        let sum: f64 = near.map(|other| kernel.sum(run, other)).sum();
        (sum / (run.end - run.start) as f64) as f32
    };
    runs.iter().map(ratio).collect()
}

static KERNEL: LazyLock<Kernel> = LazyLock::new(Kernel::new);

/// A Gaussian kernel of range [`R`] by its second sums.
struct Kernel {
    /// The sum of the sums of the kernel up to each distance from `-R` to `R`.
    second: [f64; 2 * R + 1],
}

impl Kernel {
    fn new() -> Kernel {
        let sigma = R as f64 / 2.0;
        let weight = |at: usize| (-(at as f64 - R as f64).powi(2) / (2.0 * sigma * sigma)).exp();
        let total: f64 = (0..=2 * R).map(weight).sum();
        let (mut first, mut second) = (0.0, 0.0);
        let sums = std::array::from_fn(|at| {
            first += weight(at) / total;
            second += first;
            second
        });
        Kernel { second: sums }
    }

    fn at(&self, distance: isize) -> f64 {
        match usize::try_from(distance + R as isize) {
            Err(_) => 0.0,
            Ok(place) if place <= 2 * R => self.second[place],
            // Behind the kernel its sum is 1, and grows by that with every step.
            Ok(place) => self.second[2 * R] + (place - 2 * R) as f64,
        }
    }

    /// The kernel between all characters of one run and all of another.
    fn sum(&self, run: &Run, other: &Run) -> f64 {
        let (a, b) = (run.start as isize - 1, run.end as isize - 1);
        let (c, d) = (other.start as isize, other.end as isize);
        self.at(b - c) - self.at(a - c) - self.at(b - d) + self.at(a - d)
    }
}

#[cfg(test)]
mod tests {
    use super::super::shared::testing::{kept, words};
    use super::*;

    fn run(start: usize, end: usize) -> Run {
        Run { node: NodeId::ROOT, start, end }
    }

    #[test]
    fn runs_are_blurred_as_their_characters_would_be() {
        let runs = [run(0, 5), run(9, 60), run(90, 95), run(300, 301)];
        let sigma = R as f64 / 2.0;
        let weight = |d: isize| match d.unsigned_abs() {
            d if d > R => 0.0,
            d => (-((d * d) as f64) / (2.0 * sigma * sigma)).exp(),
        };
        let total: f64 = (-(R as isize)..=R as isize).map(weight).sum();
        for (run, ratio) in runs.iter().zip(ratios(&runs)) {
            let mut sum = 0.0;
            for x in run.start..run.end {
                for other in &runs {
                    sum += (other.start..other.end)
                        .map(|y| weight(x as isize - y as isize))
                        .sum::<f64>();
                }
            }
            let expected = sum / total / (run.end - run.start) as f64;
            assert!((f64::from(ratio) - expected).abs() < 1e-5, "{ratio} {expected}");
        }
    }

    #[test]
    fn long_texts_are_content_and_menus_are_not() {
        let menu = "<li class=item><a href=/page>Home</a></li>".repeat(5);
        let text = words("alpha", 60);
        let html = format!("<ul>{menu}</ul><p>{text}</p><ul>{menu}</ul>");
        assert_eq!(kept(&CCB, &html), text.trim());
    }

    #[test]
    fn links_in_running_text_are_code_for_one_form_only() {
        let html = (0..30)
            .map(|n| format!("word{n} and <a href='/encyclopaedia/of/everything'>link{n}</a> "));
        let html = format!("<p>{}</p>", html.collect::<String>());
        assert_eq!(kept(&CCB, &html), "");
        assert!(kept(&ACCB, &html).matches("link").count() >= 28);
    }

    #[test]
    fn an_empty_page_has_no_content() {
        assert_eq!(kept(&CCB, ""), "");
    }
}
