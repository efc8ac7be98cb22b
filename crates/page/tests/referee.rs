//! The same tree as html5ever's on small pages made of the tags that make trees difficult.
//!
//! The pages come from a generator with a fixed seed; `DEHUSK_CASES` sets how many there are, and
//! `DEHUSK_SEED` where they start. A failed case prints its page.

mod support;

use dehusk_page::Page;
use support::random::Random;
use support::{check_arena, dump, referee};

const TAGS: [&str; 78] = [
    "a",
    "a",
    "b",
    "b",
    "i",
    "em",
    "font",
    "nobr",
    "p",
    "p",
    "div",
    "div",
    "span",
    "ul",
    "ol",
    "li",
    "dl",
    "dd",
    "dt",
    "h1",
    "h2",
    "table",
    "table",
    "tr",
    "td",
    "th",
    "tbody",
    "thead",
    "tfoot",
    "caption",
    "col",
    "colgroup",
    "form",
    "input",
    "button",
    "select",
    "option",
    "optgroup",
    "hr",
    "br",
    "img",
    "image",
    "pre",
    "textarea",
    "title",
    "style",
    "script",
    "template",
    "template",
    "svg",
    "math",
    "mi",
    "mglyph",
    "malignmark",
    "annotation-xml",
    "foreignObject",
    "desc",
    "g",
    "ruby",
    "rt",
    "rp",
    "rb",
    "rtc",
    "object",
    "marquee",
    "applet",
    "center",
    "address",
    "noscript",
    "html",
    "head",
    "body",
    "frameset",
    "frame",
    "noframes",
    "iframe",
    "x-y",
    "plaintext",
];

const PIECES: [&str; 24] = [
    "x",
    " ",
    "\n",
    "y z",
    "&amp;",
    "&notit;",
    "&#65;",
    "&#0;",
    "<!-- c -->",
    "<!--",
    "-->",
    "<",
    ">",
    "</",
    "\0",
    "\r\n",
    "<!DOCTYPE html>",
    "<![CDATA[d]]>",
    "]]>",
    "<?pi?>",
    "\u{e9}",
    "&",
    "=",
    "\"",
];

const ATTRIBUTES: [&str; 10] = [
    " a=1",
    " a=2",
    " b='&lt;'",
    " color=red",
    " type=hidden",
    " ID=\"q\"",
    " a",
    " /",
    " encoding=text/html",
    " xlink:href=#x",
];

fn page(random: &mut Random) -> String {
    let mut html = String::new();
    if random.below(2) == 0 {
        html.push_str("<!DOCTYPE html>");
    }
    for _ in 0..1 + random.below(24) {
        match random.below(10) {
            0..=4 => start_tag(random, &mut html),
            5..=7 => {
                html.push_str("</");
                html.push_str(random.pick(&TAGS));
                html.push('>');
            }
            _ => html.push_str(random.pick(&PIECES)),
        }
    }
    html
}

fn start_tag(random: &mut Random, html: &mut String) {
    html.push('<');
    html.push_str(random.pick(&TAGS));
    while random.below(4) == 0 {
        html.push_str(random.pick(&ATTRIBUTES));
    }
    html.push_str(if random.below(12) == 0 { "/>" } else { ">" });
}

/// An ordinary page, to be broken at random.
const PAGE: &str = r##"<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>A &amp; B</title>
<style>p > b { color: red }</style><script>if (a < b && c) { x = "<!-- <b>"; }</script>
<link rel=stylesheet href="/a.css?x=1&amp;y=2"><noscript><img src=x></noscript></head>
<body class="one two" id=top><header><nav><ul><li><a href="/">Home</a><li><a href='/b'>B</a></ul></nav></header>
<main><article><h1>Title<br>of it</h1><p>First <b>bold <i>both</b> italic</i> &copy; 2020
<p>Second <a href="x">link <em>in</a> it</em><ul><li>One<ul><li>Two</ul><li>Three</ul>
<table border=1><caption>T</caption><thead><tr><th>A<th>B</thead><tbody><tr><td>1<td>2<tr><td colspan=2>
<table><tr><td>in<td>ner</table></table><dl><dt>a<dd>b<dt>c<dd>d</dl><pre>
 text </pre><form action=/s><label>Q <input name=q></label><select><option>1<option selected>2</select>
<textarea>
 a </b> </textarea><button type=submit>Go</button></form>
<svg viewBox="0 0 1 1"><path d="M0 0"/><g><use xlink:href="#a"/></g></svg>
<math><mrow><mspace/></mrow></math>
<template><p>t</p></template><blockquote cite=u>quote</blockquote></article></main>
<!-- a comment --><footer><p>End</footer></body></html>"##;

/// The page with a few stretches deleted, doubled, moved or replaced.
fn broken_page(random: &mut Random) -> String {
    let mut html: Vec<char> = PAGE.chars().collect();
    for _ in 0..1 + random.below(6) {
        let from = random.below(html.len());
        let to = (from + random.below(40)).min(html.len());
        let cut: Vec<char> = match random.below(4) {
            0 => html[from..to].to_vec(),
            _ => html.drain(from..to).collect(),
        };
        let at = random.below(html.len());
        let put: Vec<char> = match random.below(3) {
            0 => cut,
            1 => random.pick(&PIECES).chars().collect(),
            _ => format!("</{}>", random.pick(&TAGS)).chars().collect(),
        };
        html.splice(at..at, put);
    }
    html.into_iter().collect()
}

/// Where html5ever departs from the standard, as far as these pages show it. Two rarer cases, seen a
/// few times in 300,000 pages: it does not count foreign elements such as the `title` of SVG among the
/// special ones or `annotation-xml` among those that end a scope, and it does not take white space in a
/// template for white space of a table.
fn is_known_difference(html: &str) -> bool {
    let again = html.rfind("<!DOCTYPE").is_some_and(|at| at > 0);
    // A `thead` does not count as open when the next part of the table comes; seen in templates only.
    html.contains("<thead") && html.contains("<template")
        // A doctype does not end the run of misplaced text in a table.
        || again && html.contains("<table")
}

fn compare(make: fn(&mut Random) -> String, skips: fn(&str) -> bool) {
    let cases = support::number("DEHUSK_CASES", 4_000);
    let seed = support::number("DEHUSK_SEED", 1);
    let mut compared = 0;
    for case in seed..seed + cases {
        let html = make(&mut Random::new(case));
        if skips(&html) {
            continue;
        }
        let ours = Page::parse(html.as_str());
        check_arena(&ours);
        let (ours, theirs) = (dump(&ours), referee::dump(&html));
        let first = ours.lines().zip(theirs.lines()).find(|(ours, theirs)| ours != theirs);
        assert!(ours == theirs, "page {case}: {html:?}\nfirst difference: {first:?}");
        compared += 1;
    }
    assert!(compared > cases / 2);
}

#[test]
fn tag_soup_gives_the_tree_of_html5ever() {
    compare(page, is_known_difference);
}

#[test]
fn broken_pages_give_the_tree_of_html5ever() {
    compare(broken_page, |html| html.rfind("<!DOCTYPE").is_some_and(|at| at > 0));
}
