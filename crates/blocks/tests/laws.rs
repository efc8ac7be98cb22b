//! Laws that hold for any page, tried on many made up by chance, and on hostile ones.

use dehusk_blocks::features::NO_ANCESTOR;
use dehusk_blocks::{Blocks, Containers, Features, PageFeatures, Sums, count_words};
use dehusk_page::{Limits, NodeId, Page, name};
use std::time::{Duration, Instant};

/// A small generator of numbers; a failing page is named by its seed.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }

    fn pick<'p>(&mut self, pieces: &[&'p str]) -> &'p str {
        pieces[self.below(pieces.len())]
    }
}

const PIECES: &[&str] = &[
    "<div>",
    "</div>",
    "<p>",
    "</p>",
    "<span>",
    "</span>",
    "<b>",
    "</b>",
    "<a href=x>",
    "</a>",
    "<a name=y>",
    "<br>",
    "<br><br>",
    "<ul>",
    "<li>",
    "</li>",
    "</ul>",
    "<table>",
    "<tr>",
    "<td>",
    "</table>",
    "text in the table",
    "<h1>",
    "</h1>",
    "<pre>",
    "</pre>",
    "<p hidden>",
    "<script>",
    "</script>",
    "<style>x</style>",
    "<noscript>",
    "</noscript>",
    "<template>",
    "</template>",
    "<svg>",
    "</svg>",
    "<math>",
    "</math>",
    "<button>",
    "</button>",
    "<select><option>",
    "</select>",
    "<textarea>",
    "</textarea>",
    "<!-- note -->",
    "<div class='post content'>",
    "<div id=sidebar role=main>",
    "<div style='display: none'>",
    "<article>",
    "</article>",
    "<x-y>",
    "</x-y>",
    "<form>",
    "</form>",
    "<hr>",
    "<title>Some title</title>",
    "<meta name=description content='some words to find again'>",
    "<frameset>",
    "<script type=application/ld+json>{\"text\":\"some words to find again, and more of them\"}</script>",
    "word",
    "two words",
    " ",
    "\n",
    "&nbsp;",
    "é",
    "Ärger ",
    "日本語。",
    "ภาษาไทย",
    "\u{200b}",
    "12:30 ",
    "|",
    "some words to find again ",
    "A sentence with several words, and a comma. ",
    "© ",
    "\u{1f600}",
    "&#0;",
    "<",
    "https://example.com/a?b=c ",
    "MAJUSCULE ",
    "İstanbul ",
    "e\u{301} ",
    "\u{2028}",
];

fn random_page(seed: u64) -> String {
    let mut chance = Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let len = chance.below(80);
    (0..len).map(|_| chance.pick(PIECES)).collect()
}

fn for_random_pages(check: impl Fn(&Page, &Blocks, &Containers)) {
    for seed in 0..4_000 {
        let html = random_page(seed);
        let page = Page::parse(html.as_str());
        let blocks = Blocks::of(&page);
        let containers = Containers::of(&page, &blocks);
        let run = std::panic::AssertUnwindSafe(|| check(&page, &blocks, &containers));
        if let Err(panic) = std::panic::catch_unwind(run) {
            eprintln!("seed {seed}: {html}");
            std::panic::resume_unwind(panic);
        }
    }
}

fn without_space(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

#[test]
fn a_block_is_the_text_of_its_nodes() {
    for_random_pages(|page, blocks, _| {
        for at in 0..blocks.len() {
            let nodes: String = blocks.nodes(at).iter().map(|&n| page.text(n)).collect();
            assert_eq!(without_space(blocks.text(at)), without_space(&nodes));
            assert!(!blocks.text(at).is_empty());
            assert_eq!(blocks.text(at).trim(), blocks.text(at));
            assert!(!blocks.text(at).contains("  "));
        }
    });
}

#[test]
fn nodes_stand_in_document_order_in_one_block_each() {
    for_random_pages(|page, blocks, _| {
        let all: Vec<NodeId> = (0..blocks.len()).flat_map(|b| blocks.nodes(b).to_vec()).collect();
        assert!(all.windows(2).all(|pair| pair[0] < pair[1]));
        for (at, block) in blocks.iter().enumerate() {
            for &node in blocks.nodes(at) {
                assert!(page.is_text(node));
                assert!(page.contains(block.container, node));
            }
        }
    });
}

#[test]
fn counts_are_those_of_the_text() {
    for_random_pages(|page, blocks, _| {
        for (at, block) in blocks.iter().enumerate() {
            assert_eq!(block.words as usize, count_words(blocks.text(at)), "{}", blocks.text(at));
            assert_eq!(block.chars as usize, blocks.text(at).chars().count());
            assert!(block.link_words <= block.words);
            assert!(block.strong_chars <= block.chars);
            assert_eq!(block.tag, page.name(block.container));
            assert!((0.0..=1.0).contains(&block.link_density()));
        }
    });
}

#[test]
fn no_visible_text_is_lost() {
    // What is in no block has an ancestor that leaves it out.
    let leaves_out = |page: &Page, id: NodeId| {
        let tag = page.name(id);
        let unread = [
            name::SCRIPT,
            name::STYLE,
            name::NOSCRIPT,
            name::TEMPLATE,
            name::HEAD,
            name::TITLE,
            name::SVG,
            name::BUTTON,
            name::SELECT,
            name::OPTION,
            name::TEXTAREA,
            name::FRAMESET,
        ];
        unread.contains(&tag)
            || page.attr(id, name::HIDDEN).is_some()
            || page.attr(id, name::STYLE).is_some()
    };
    for_random_pages(|page, blocks, _| {
        let in_blocks: Vec<NodeId> =
            (0..blocks.len()).flat_map(|b| blocks.nodes(b).to_vec()).collect();
        for id in page.descendants(page.root()).filter(|&id| page.is_text(id)) {
            let blank = page.text(id).chars().all(char::is_whitespace);
            let left_out = page.ancestors(id).any(|a| leaves_out(page, a));
            if !blank && !left_out {
                assert!(in_blocks.binary_search(&id).is_ok(), "{:?}", page.text(id));
            }
        }
    });
}

#[test]
fn containers_hold_the_blocks_below_them() {
    for_random_pages(|page, blocks, containers| {
        let list = containers.list();
        assert!(list.windows(2).all(|pair| pair[0].node < pair[1].node));
        for (at, container) in list.iter().enumerate() {
            let range = container.blocks.start as usize..container.blocks.end as usize;
            assert!(!range.is_empty());
            let inside: Vec<usize> = (0..blocks.len())
                .filter(|&b| page.contains(container.node, blocks.block(b).container))
                .collect();
            assert!(inside.iter().all(|b| range.contains(b)));
            let words = range.clone().map(|b| blocks.block(b).words).sum::<u32>();
            let links = range.clone().map(|b| blocks.block(b).link_words).sum::<u32>();
            let Sums { words: sum, link_words, .. } = containers.sums_of(at);
            assert_eq!((sum, link_words), (words, links));
            assert_eq!(container.depth as usize, page.ancestors(container.node).count());
            let parent = page.parent(container.node).filter(|&p| p != page.root());
            assert_eq!(container.parent.map(|p| list[p as usize].node), parent);
            if let Some(parent) = container.parent.map(|p| &list[p as usize].blocks) {
                assert!(
                    parent.start <= container.blocks.start && container.blocks.end <= parent.end
                );
            }
        }
        for (at, block) in blocks.iter().enumerate() {
            assert_eq!(list[containers.of_block(at)].node, block.container);
        }
    });
}

#[test]
fn features_are_finite_numbers_with_names() {
    assert_eq!(Features::names().len(), Features::LEN);
    let mut names = Features::names().to_vec();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), Features::LEN, "names differ");
    for_random_pages(|page, blocks, containers| {
        let measured = PageFeatures::of(page, blocks, containers);
        let features = measured.view(blocks, containers);
        assert_eq!((features.len(), features.iter().count()), (blocks.len(), blocks.len()));
        for (at, block) in features.iter().enumerate() {
            assert_eq!(block, features.get(at));
            let values = block.to_vec();
            assert_eq!(values.len(), Features::LEN);
            for (name, value) in Features::names().iter().zip(values) {
                assert!(value.is_finite(), "{name} is {value}");
            }
        }
    });
}

/// Steps from an element up to the first that `is`, by walking.
fn steps_up(page: &Page, from: NodeId, is: impl Fn(NodeId) -> bool) -> Option<usize> {
    std::iter::once(from).chain(page.ancestors(from)).position(is)
}

#[test]
fn distances_are_what_walking_finds() {
    use dehusk_blocks::features::Tag;
    for_random_pages(|page, blocks, containers| {
        let measured = PageFeatures::of(page, blocks, containers);
        let features: Vec<_> = measured.view(blocks, containers).iter().collect();
        for (at, block) in blocks.iter().enumerate() {
            let walk = |tag| steps_up(page, block.container, |id| page.name(id) == tag);
            for (tag, known) in [(name::DIV, Tag::Div), (name::LI, Tag::Li), (name::TD, Tag::Td)] {
                let found = features[at].tags.get(known);
                assert_eq!(walk(tag).unwrap_or(NO_ANCESTOR as usize), found as usize);
            }
            if let Some(next) = features[at].after.first().filter(|n| n.tree_distance >= 0) {
                let other = blocks.block(at + 1).container;
                let common = |id| page.contains(id, other);
                let up = steps_up(page, block.container, common).unwrap_or_default();
                let shared = containers.shared_depth(at + 1);
                let from_other = containers.list()[containers.of_block(at + 1)].depth - shared;
                let expected = if up < 12 && from_other < 12 { up } else { 12 };
                assert_eq!(next.tree_distance as usize, expected);
            }
        }
    });
}

/// Everything this crate computes of a page, and how long it took.
fn time(html: String) -> (usize, Duration) {
    let page = Page::parse_with(html, &Limits::default().with_max_depth(1_000_000));
    let start = Instant::now();
    let blocks = Blocks::of(&page);
    let containers = Containers::of(&page, &blocks);
    let measured = PageFeatures::of(&page, &blocks, &containers);
    assert_eq!(measured.view(&blocks, &containers).iter().count(), blocks.len());
    (blocks.len(), start.elapsed())
}

#[test]
fn hostile_pages_take_linear_time() {
    let many = 100_000;
    let deep = 100_000;
    let pages = [
        ("equal siblings", "<li class=x>a".repeat(many)),
        ("different siblings", (0..many).map(|n| format!("<p class=c{n} id=i{n}>a")).collect()),
        ("one block of many words", format!("<p>{}", "word ".repeat(many))),
        ("one block of many nodes", format!("<p>{}", "<i>a</i> ".repeat(many))),
        ("one long word", format!("<p>{}", "a".repeat(10 * many))),
        ("line breaks", "a<br>".repeat(many)),
        ("double breaks", "a<br><br>".repeat(many)),
        ("texts beside blocks", format!("<span>{}", "a<p>b</p>".repeat(many / 2))),
        ("deep divs", format!("{}a", "<div>".repeat(deep))),
        ("deep divs with text", "<div>a".repeat(deep)),
        ("deep and wide", format!("{}{}", "<div>".repeat(deep), "<p>a</p>".repeat(many / 4))),
        ("a long class", format!("<div class='{}'>a", "content ".repeat(many))),
        ("a long title", format!("<title>{}</title>{}", "t ".repeat(many), "<p>t".repeat(1000))),
        ("hidden", format!("<div hidden>{}</div>", "<p>a".repeat(many))),
    ];
    for (name, html) in pages {
        let (blocks, time) = time(html);
        // Linear work takes well under a second here; quadratic work would take minutes.
        assert!(time < Duration::from_secs(20), "{name}: {blocks} blocks took {time:?}");
    }
}
