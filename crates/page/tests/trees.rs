//! Our own cases: what the page says and the tree it gives, on one line each.
//!
//! They need nothing but this file; html5lib's tests (`html5lib.rs`) go further.

mod support;

use dehusk_page::{Page, Quirks};
use support::{check_arena, sketch};

/// The source behind `<!DOCTYPE html><body>`, and the children of `body`.
type Bodies = &'static [(&'static str, &'static str)];

fn check_bodies(cases: Bodies) {
    for (html, expected) in cases {
        let page = Page::parse(format!("<!DOCTYPE html><body>{html}"));
        check_arena(&page);
        let body = page.body().expect("every page has a body");
        assert_eq!(sketch::children(&page, body), *expected, "{html:?}");
    }
}

#[rustfmt::skip]
const TEXT: Bodies = &[
    (
        "x&amp;y &lt;b&gt; &nbsp;&copy &notit; &notin; &nosuch;",
        r#""x&y <b> \u{a0}© ¬it; ∉ &nosuch;""#,
    ),
    ("&#65;&#x42;&#128;&#0;&#xD800;&#x110000;&#13;&", "\"AB€\u{fffd}\u{fffd}\u{fffd}\\r&\""),
    ("a < b <3 <> </> </ c", r#""a < b <3 <>  " <!-- c-->"#),
    ("<p>one</>two</nosuch>three", r#"p("onetwothree")"#),
];

#[test]
fn text_and_references() {
    check_bodies(TEXT);
}

#[rustfmt::skip]
const ATTRIBUTES: Bodies = &[
    (
        r#"<a HREF=x href=y Title="a &amp; b" data-x='&lt;&copy=1&copy;' empty bare=a/b>"#,
        r#"a[href="x" title="a & b" data-x="<&copy=1©" empty="" bare="a/b"]"#,
    ),
    (r#"<p a = "1"b='2'c=3 / d=">" =e "f">"#, r#"p[a="1" b="2" c="3" d=">" =e="" "f"=""]"#),
    ("<p/><br/>x", r#"p(br "x")"#),
];

#[test]
fn attributes() {
    check_bodies(ATTRIBUTES);
}

#[rustfmt::skip]
const COMMENTS: Bodies = &[
    (
        "<!--a--><!--><!---><!----!>x<!-- - -- --!>y<?pi x?><!no></ no>",
        r#"<!--a--> <!----> <!----> <!----> "x" <!-- - -- --> "y" <!--?pi x?--> <!--no--> <!-- no-->"#,
    ),
    ("<!-- unclosed --", "<!-- unclosed -->"),
];

#[test]
fn comments() {
    check_bodies(COMMENTS);
}

#[rustfmt::skip]
const RAW_TEXT: Bodies = &[
    ("<script><!--/script>", r#"script("<!--/script>")"#),
    ("<title>a &amp; <b></title><p>x", r#"title("a & <b>") p("x")"#),
    (
        "<textarea>\na<p></textarea><xmp><b>&amp;</xmp><iframe><p></iframe><noembed><i></noembed>",
        r#"textarea("a<p>") xmp("<b>&amp;") iframe("<p>") noembed("<i>")"#,
    ),
    ("<script>a<!--<script></script>--></script>x", r#"script("a<!--<script></script>-->") "x""#),
    ("<script><!--</script>x", r#"script("<!--") "x""#),
    (
        "<style></styles></style x=y>z<plaintext><b></plaintext>",
        r#"style("</styles>") "z" plaintext("<b></plaintext>")"#,
    ),
    (
        "<pre>\n\na</pre><pre>&#10;b</pre><listing>\nc</listing>",
        r#"pre("\na") pre("b") listing("c")"#,
    ),
];

#[test]
fn raw_text() {
    check_bodies(RAW_TEXT);
}

#[rustfmt::skip]
const BLOCKS: Bodies = &[
    ("<p>a<p>b<div>c</p>d", r#"p("a") p("b") div("c" p "d")"#),
    ("<h1>a<h2>b</h3>c", r#"h1("a") h2("b") "c""#),
    (
        "<ul><li>a<li>b<ul><li>c</ul><li>d<div><li>e</ul>f",
        r#"ul(li("a") li("b" ul(li("c"))) li("d" div) li("e")) "f""#,
    ),
    ("<dl><dt>a<dd>b<dt>c</dl>", r#"dl(dt("a") dd("b") dt("c"))"#),
    ("<li>a<p>b<li>c", r#"li("a" p("b")) li("c")"#),
    ("<button>a<button>b</button>c", r#"button("a") button("b") "c""#),
    ("<form>a<form>b</form>c<div></form>d", r#"form("ab") "c" div("d")"#),
    ("<ruby>a<rb>b<rt>c<rtc>d<rp>e</ruby>", r#"ruby("a" rb("b") rt("c") rtc("d" rp("e")))"#),
    ("</p></br>x", r#"p br "x""#),
    ("<nobr>a<nobr>b", r#"nobr("a") nobr("b")"#),
    ("<image src=x><hr>", r#"img[src="x"] hr"#),
];

#[test]
fn paragraphs_headings_and_lists() {
    check_bodies(BLOCKS);
}

#[rustfmt::skip]
const FORMATTING: Bodies = &[
    ("<b>a<p>b</b>c</p>d", r#"b("a") p(b("b") "c") "d""#),
    ("<b>a<i>b</b>c</i>d", r#"b("a" i("b")) i("c") "d""#),
    ("<p><b>a<p>b</b>c", r#"p(b("a")) p(b("b") "c")"#),
    ("<a>1<div>2<a>3</div>4", r#"a("1") div(a("2") a("3")) a("4")"#),
    ("<a href=1>x<a href=2>y</a>z", r#"a[href="1"]("x") a[href="2"]("y") "z""#),
    (
        "<font size=1><p>a<font size=1><p>b<font size=1><p>c<font size=1><p>d",
        r#"font[size="1"](p("a" font[size="1"]) p(font[size="1"]("b" font[size="1"])) p(font[size="1"](font[size="1"]("c" font[size="1"]))) p(font[size="1"](font[size="1"](font[size="1"]("d")))))"#,
    ),
    ("<b><b><b><b><p>x", r#"b(b(b(b(p("x")))))"#),
    ("<b>1<object>2</b>3</object>4", r#"b("1" object("23") "4")"#),
    ("<b><i><u><s><em><div>x</b>y", r#"b(i(u(s(em)))) u(s(em(div(b("x") "y"))))"#),
];

#[test]
fn formatting_across_blocks() {
    check_bodies(FORMATTING);
}

#[rustfmt::skip]
const TABLES: Bodies = &[
    ("<table>a<tr>b<td>c</td>d</tr>e</table>f", r#""abde" table(tbody(tr(td("c")))) "f""#),
    ("<table><td>a<th>b<tr><td>c</table>", r#"table(tbody(tr(td("a") th("b")) tr(td("c"))))"#),
    ("<table><caption>a<tr><td>b</table>", r#"table(caption("a") tbody(tr(td("b"))))"#),
    ("<table><col><col><tr><td>a</table>", r#"table(colgroup(col col) tbody(tr(td("a"))))"#),
    ("<table><colgroup>x<tr></table>", r#""x" table(colgroup tbody(tr))"#),
    (
        "<table><tbody><tr><td>a<tfoot><tr><td>b<thead><tr><td>c</table>",
        r#"table(tbody(tr(td("a"))) tfoot(tr(td("b"))) thead(tr(td("c"))))"#,
    ),
    ("<table><b>a<tr><td>b</table>c", r#"b("a") table(tbody(tr(td("b")))) b("c")"#),
    (
        "<table><tr><td><table><tr><td>a</td></table>b</table>",
        r#"table(tbody(tr(td(table(tbody(tr(td("a")))) "b"))))"#,
    ),
    ("<table> <tr> x </tr></table>", r#"" x " table(" " tbody(tr))"#),
    (
        "<table><form><input type=hidden><input><tr><td></form>x</table>",
        r#"input table(form input[type="hidden"] tbody(tr(td("x"))))"#,
    ),
    ("<table><a>1<p>2</a>3</table>", r#"a("1") p(a("2") "3") table"#),
    (
        "<table><style>x</style><script>y</script><!--z--><tr></table>",
        r#"table(style("x") script("y") <!--z--> tbody(tr))"#,
    ),
    ("<p><table>", "p table"),
    ("<td>a</td><tr>b", r#""ab""#),
    ("<table><select><tr><td>a</table>", r#"select table(tbody(tr(td("a"))))"#),
];

#[test]
fn tables() {
    check_bodies(TABLES);
}

#[rustfmt::skip]
const SELECT: Bodies = &[
    (
        "<select><option>a<option>b<optgroup><option>c</select>d",
        r#"select(option("a") option("b") optgroup(option("c"))) "d""#,
    ),
    ("<select>a<input>b<select><div>c<select>d", r#"select("a") input "b" select(div("c")) "d""#),
    ("<select><option>a<hr><p>b</select>", r#"select(option("a") hr p("b"))"#),
    (
        "<select><button><selectedcontent></button><option>a<option selected><b>b</b></select>",
        r#"select(button(selectedcontent(b("b"))) option("a") option[selected=""](b("b")))"#,
    ),
];

#[test]
fn select() {
    check_bodies(SELECT);
}

#[rustfmt::skip]
const TEMPLATES: Bodies = &[
    ("<template>a<tr><td>b</template>c", r#"template(#("a" tr(td("b")))) "c""#),
    (
        "<table><template><tr>a</tr></template><tr></table>",
        r#"table(template(#(tr "a")) tbody(tr))"#,
    ),
    (
        "<template><template>a</template>b</template><template>c",
        r#"template(#(template(#("a")) "b")) template(#("c"))"#,
    ),
    ("<template><col><td>a</template>", "template(#(col))"),
];

#[test]
fn templates() {
    check_bodies(TEMPLATES);
}

#[rustfmt::skip]
const FOREIGN: Bodies = &[
    (
        "<svg viewbox=1 xlink:href=2><lineargradient/><foreignobject><p>a</p></foreignobject><path D=1>b</svg>c",
        r#"svg:svg[viewBox="1" xlink:href="2"](svg:linearGradient svg:foreignObject(p("a")) svg:path[d="1"]("b")) "c""#,
    ),
    (
        "<svg><desc><b>a</b></desc><title><p>b</title><p>c",
        r#"svg:svg(svg:desc(b("a")) svg:title(p("b") p("c")))"#,
    ),
    (
        "<math definitionurl=x><mi>a<b>c</b></mi><annotation-xml encoding=text/html><p>d</annotation-xml><mo><mglyph></math>",
        r#"math:math[definitionURL="x"](math:mi("a" b("c")) math:annotation-xml[encoding="text/html"](p("d" mo(mglyph))))"#,
    ),
    ("<svg><![CDATA[a<b>]]></svg><![CDATA[c]]>", r#"svg:svg("a<b>") <!--[CDATA[c]]-->"#),
    ("<svg><font>a<font color=x>b", r#"svg:svg(svg:font("a")) font[color="x"]("b")"#),
    ("<svg></p>a</svg><math></br>b", r#"svg:svg p "a" math:math br "b""#),
    ("<table><svg>a<tr>b</table>", r#"svg:svg("a" svg:tr("b")) table"#),
    ("<svg><script>a<b/></script>c", r#"svg:svg(svg:script("a")) b("c")"#),
];

#[test]
fn foreign_content() {
    check_bodies(FOREIGN);
}

#[rustfmt::skip]
const NUL: Bodies = &[
    ("a\0b", r#""ab""#),
    ("<svg>a\0b", "svg:svg(\"a\u{fffd}b\")"),
    ("<title>\0</title><!--\0-->", "title(\"\u{fffd}\") <!--\u{fffd}-->"),
    ("<p\0 a\0='\0'>", "p\u{fffd}[a\u{fffd}=\"\u{fffd}\"]"),
    ("<table> \0x<tr>", r#"" x" table(tbody(tr))"#),
    ("<table><colgroup> x\0 <tr>", r#""x " table(colgroup(" ") tbody(tr))"#),
    ("<plaintext>\0", "plaintext(\"\u{fffd}\")"),
];

#[test]
fn nul() {
    check_bodies(NUL);
}

/// A whole page, and everything below its root.
#[rustfmt::skip]
const DOCUMENTS: Bodies = &[
    ("", "html(head body)"),
    ("x", r#"html(head body("x"))"#),
    ("<!DOCTYPE html><title>t</title>x", r#"!html html(head(title("t")) body("x"))"#),
    (
        r#"<!doctype HTML PUBLIC "p" 's'><!--a--><html lang=en><!--b--><head><!--c--></head><!--d--><body><!--e--></body><!--f--></html><!--g-->"#,
        r#"!html <!--a--> html[lang="en"](<!--b--> head(<!--c-->) <!--d--> body(<!--e-->) <!--f-->) <!--g-->"#,
    ),
    (
        " <html> <head> <meta> </head> <link> <p> x",
        r#"html(head(" " meta " " link) "  " body(p(" x")))"#,
    ),
    ("<head></head><title>t</title><style></style>x", r#"html(head(title("t") style) body("x"))"#),
    ("<body a=1><body a=2 b=3><html c=4>x", r#"html[c="4"](head body[a="1" b="3"]("x"))"#),
    ("</body></html>x<!--y--> ", r#"html(head body("x" <!--y--> " "))"#),
    ("<noscript><link><p>x</noscript>y", r#"html(head(noscript(link)) body(p("xy")))"#),
    (
        "<head><noscript><style>a</style></noscript><script>b</script></head>",
        r#"html(head(noscript(style("a")) script("b")) body)"#,
    ),
    (
        "<frameset><frame><frameset><noframes><p></noframes></frameset>x y</frameset><!--z--></html> <p>",
        r#"html(head frameset(frame frameset(noframes("<p>")) " ") <!--z--> " ")"#,
    ),
    ("<p><frameset>", "html(head frameset)"),
    (" <frameset>", "html(head frameset)"),
    ("<div></div><frameset>", "html(head frameset)"),
    ("<body></body> <!--x--> <p>y", r#"html(head body("  " p("y")) <!--x-->)"#),
    ("\0<!DOCTYPE html>x", r#"html(head body("x"))"#),
    ("\u{feff}<!DOCTYPE html>x", r#"!html html(head body("x"))"#),
    ("a\r\nb\rc", r#"html(head body("a\nb\nc"))"#),
];

#[test]
fn documents() {
    for (html, expected) in DOCUMENTS {
        let page = Page::parse(*html);
        check_arena(&page);
        assert_eq!(sketch::children(&page, page.root()), *expected, "{html:?}");
    }
}

/// The context, the source, and the nodes of the fragment.
#[rustfmt::skip]
const FRAGMENTS: &[(&str, &str, &str)] = &[
    ("div", "<p>a<p>b</div>c", r#"p("a") p("bc")"#),
    ("tr", "<td>a<th>b<tr>c", r#"td("a") th("b") "c""#),
    ("table", "a<td>b", r#""a" tbody(tr(td("b")))"#),
    ("td", "a<td>b<p>c", r#""ab" p("c")"#),
    ("select", "<option>a<input><option>b", r#"option("a") option("b")"#),
    ("template", "<td>a</td>", r#"td("a")"#),
    ("title", "<b>a</title>&amp;", r#""<b>a</title>&""#),
    ("script", "<!--a</script>", r#""<!--a</script>""#),
    ("textarea", "a</textarea><p>", r#""a</textarea><p>""#),
    ("svg path", "<g/><p>a</p><foreignobject><b>c", r#"svg:g p("a") svg:foreignObject(b("c"))"#),
    ("math mi", "<b>a</b><mglyph>", r#"b("a") math:mglyph"#),
    ("html", "<title>a</title><p>b", r#"head(title("a")) body(p("b"))"#),
    ("body", "<body><p>a</body><!--b-->", r#"p("a" <!--b-->)"#),
    ("form", "<form>a</form>", r#""a""#),
    ("frameset", "<frame></frameset>x", "frame"),
    ("head", "<title>a</title><p>", r#"title("a") p"#),
];

#[test]
fn fragments() {
    for (context, html, expected) in FRAGMENTS {
        let page = Page::parse_fragment(*html, context);
        check_arena(&page);
        assert_eq!(sketch::children(&page, page.root()), *expected, "{html:?} in {context}");
    }
}

#[test]
fn doctypes_set_the_mode() {
    let page = Page::parse("<!DOCTYPE html><p><table>");
    assert_eq!(page.quirks(), Quirks::No);
    // In quirks mode a table does not close a paragraph.
    let page = Page::parse("<p><table>");
    assert_eq!(page.quirks(), Quirks::Quirks);
    assert_eq!(sketch::children(&page, page.body().unwrap()), "p(table)");
    let page = Page::parse(
        "<!doctype html public '-//W3C//DTD XHTML 1.0 Transitional//EN' 'http://example.org/'>",
    );
    assert_eq!(page.quirks(), Quirks::Limited);
    let doctype = page.doctype().unwrap();
    assert_eq!(doctype.public_id, Some("-//W3C//DTD XHTML 1.0 Transitional//EN"));
    assert_eq!(doctype.system_id, Some("http://example.org/"));
}

#[test]
fn spans_are_not_copied() {
    let page = Page::parse("<p title=one>two<b>three");
    let text = page.descendants(page.root()).find(|&n| page.is_text(n)).unwrap();
    let source = page.source().as_bytes().as_ptr_range();
    assert!(source.contains(&page.text(text).as_ptr()));
}
