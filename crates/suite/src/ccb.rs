//! `ccb`, `accb`, `ccb-tokens`: Content Code Blurring.
//!
//! T. Gottron: "Content Code Blurring: A New Approach to Content Extraction" (DEXA 2008). The markup is a row
//! of characters, 1 where they are content and 0 where they are code: the content code vector. Blurring it
//! gives every character the content code ratio of its neighbourhood, and a text whose characters have a high
//! ratio in the mean is content. The adapted form, `accb`, does not count the tags of links as code, because
//! pages of encyclopaedias have many of them in running text. The form by tokens, `ccb-tokens`, has a 1 for each word
//! and a 0 for each tag, however long they are.
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
    Entry::new(
        "ccb-tokens",
        "texts with few tags among their words",
        "Content Code Blurring by tokens; Gottron, DEXA 2008",
        languages::SPACED,
        |_| Ok(Arc::new(CCB_TOKENS)),
    ),
];

/// `t`: the content code ratio from which a text is content.
const T: f32 = 0.75;

/// Content Code Blurring.
pub(crate) struct Ccb {
    unit: Unit,
    /// Whether tags of links are code.
    links_are_code: bool,
}

/// What has a place in the vector.
#[derive(Clone, Copy)]
enum Unit {
    Character,
    /// A word or a tag.
    Token,
}

/// `ccb`.
pub(crate) const CCB: Ccb = Ccb { unit: Unit::Character, links_are_code: true };
/// `accb`: the adapted form.
pub(crate) const ACCB: Ccb = Ccb { unit: Unit::Character, links_are_code: false };
/// `ccb-tokens`.
pub(crate) const CCB_TOKENS: Ccb = Ccb { unit: Unit::Token, links_are_code: true };

impl Unit {
    /// `r`: how many to each side are in the neighbourhood.
    const fn r(self) -> usize {
        match self {
            Unit::Character => 40,
            Unit::Token => 25,
        }
    }

    fn kernel(self) -> &'static Kernel {
        static CHARACTERS: LazyLock<Kernel> = LazyLock::new(|| Kernel::new(Unit::Character.r()));
        static TOKENS: LazyLock<Kernel> = LazyLock::new(|| Kernel::new(Unit::Token.r()));
        match self {
            Unit::Character => &CHARACTERS,
            Unit::Token => &TOKENS,
        }
    }

    /// How many of them each text has, by its node's index.
    fn lengths(self, document: &Document) -> &[u32] {
        match self {
            Unit::Character => document.text_chars(),
            Unit::Token => document.text_words(),
        }
    }

    /// How many of them some code is.
    fn of(self, amount: Amount) -> usize {
        match self {
            Unit::Character => amount.chars as usize,
            Unit::Token => amount.tags as usize,
        }
    }
}

impl Extractor for Ccb {
    fn extract(&self, document: &Document) -> Selection {
        let runs = self.runs(document);
        let ratios = ratios(&runs, self.unit.kernel());
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
    /// The tags of links.
    of_links: Amount,
    /// Other tags.
    of_others: Amount,
}

/// So much code.
#[derive(Clone, Copy, Debug, Default)]
struct Amount {
    chars: u32,
    tags: u32,
}

impl Code {
    /// All texts of a page, blank ones too.
    pub fn of(page: &Page) -> Vec<Code> {
        let mut texts = Vec::new();
        let (mut of_links, mut of_others) = (Amount::default(), Amount::default());
        tokens::walk(page, |token| {
            let (node, chars) = match token {
                Token::Open(node) => (node, opening(page, node) as u32),
                Token::Close(node) => (node, page.tag(node).len() as u32 + 3),
                Token::Text(node) => {
                    texts.push(Code { node, of_links, of_others });
                    (of_links, of_others) = (Amount::default(), Amount::default());
                    return;
                }
            };
            let sum = if page.name(node) == name::A { &mut of_links } else { &mut of_others };
            sum.chars += chars;
            sum.tags += 1;
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
        let lengths = self.unit.lengths(document);
        let mut runs = Vec::new();
        let mut start = 0;
        for code in &document.derived::<Codes>().0 {
            start += self.unit.of(code.of_others);
            start += if self.links_are_code { self.unit.of(code.of_links) } else { 0 };
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
fn ratios(runs: &[Run], kernel: &Kernel) -> Vec<f32> {
    let r = kernel.r;
    let mut first = 0;
    let ratio = |run: &Run| {
        while runs.get(first).is_some_and(|other| other.end + r < run.start) {
            first += 1;
        }
        let near = runs[first..].iter().take_while(|other| other.start < run.end + r);
        let sum: f64 = near.map(|other| kernel.sum(run, other)).sum();
        (sum / (run.end - run.start) as f64) as f32
    };
    runs.iter().map(ratio).collect()
}

/// A Gaussian kernel of range `r` by its second sums.
struct Kernel {
    r: usize,
    /// The sum of the sums of the kernel up to each distance from `-r` to `r`.
    second: Vec<f64>,
}

impl Kernel {
    fn new(r: usize) -> Kernel {
        let sigma = r as f64 / 2.0;
        let weight = |at: usize| (-(at as f64 - r as f64).powi(2) / (2.0 * sigma * sigma)).exp();
        let total: f64 = (0..=2 * r).map(weight).sum();
        let (mut first, mut second) = (0.0, 0.0);
        let sum = |at| {
            first += weight(at) / total;
            second += first;
            second
        };
        Kernel { r, second: (0..=2 * r).map(sum).collect() }
    }

    fn at(&self, distance: isize) -> f64 {
        let Ok(place) = usize::try_from(distance + self.r as isize) else { return 0.0 };
        let last = 2 * self.r;
        // Behind the kernel its sum is 1, and grows by that with every step.
        self.second[place.min(last)] + place.saturating_sub(last) as f64
    }

    /// The kernel between all places of one run and all of another.
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
        const R: usize = 40;
        let sigma = R as f64 / 2.0;
        let weight = |d: isize| match d.unsigned_abs() {
            d if d > R => 0.0,
            d => (-((d * d) as f64) / (2.0 * sigma * sigma)).exp(),
        };
        let total: f64 = (-(R as isize)..=R as isize).map(weight).sum();
        for (run, ratio) in runs.iter().zip(ratios(&runs, &Kernel::new(R))) {
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
    fn long_tags_are_one_token_each() {
        let tag = format!("<i class='{}'>", "x".repeat(200));
        let html = format!("<p>{}</p>", format!("one two three four {tag}five</i> ").repeat(20));
        assert_eq!(kept(&CCB, &html), "");
        // Five words and two tags make five sevenths, which is too little; ten words are enough.
        assert_eq!(kept(&CCB_TOKENS, &html), "");
        let html = format!("<p>{}</p>", format!("{}{tag}ten</i> ", words("w", 9)).repeat(20));
        assert!(kept(&CCB_TOKENS, &html).matches("ten").count() >= 16);
        assert_eq!(kept(&CCB, &html), "");
    }

    #[test]
    fn an_empty_page_has_no_content() {
        assert_eq!(kept(&CCB, ""), "");
    }
}
