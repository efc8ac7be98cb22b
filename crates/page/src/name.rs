//! Names of tags and attributes as small numbers.
//!
//! The names that HTML or our algorithms speak of have constants here; a page numbers the others as it
//! meets them, so that comparing two names never compares text.

use std::collections::HashMap;

/// The name of a tag or an attribute. Constants are the same in every page; other names are numbered by
/// the page they stand in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(pub(crate) u16);

impl Name {
    /// The number behind the name; constants of this module are below [`KNOWN`].
    pub const fn number(self) -> u16 {
        self.0
    }
}

macro_rules! names {
    ($($id:ident = $text:literal,)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[repr(u16)]
        #[allow(dead_code)]
        enum Number { NONE, $($id,)* LAST }
        /// No name: what texts, comments and the document have.
        pub const NONE: Name = Name(0);
        $(#[doc = concat!("`", $text, "`")] pub const $id: Name = Name(Number::$id as u16);)*
        /// How many names have constants.
        pub const KNOWN: usize = Number::LAST as usize;
        static TEXTS: [&str; KNOWN] = ["", $($text,)*];
    };
}

names! {
    A = "a",
    ABBR = "abbr",
    ACRONYM = "acronym",
    ADDRESS = "address",
    APPLET = "applet",
    AREA = "area",
    ARTICLE = "article",
    ASIDE = "aside",
    AUDIO = "audio",
    B = "b",
    BASE = "base",
    BASEFONT = "basefont",
    BDI = "bdi",
    BDO = "bdo",
    BGSOUND = "bgsound",
    BIG = "big",
    BLINK = "blink",
    BLOCKQUOTE = "blockquote",
    BODY = "body",
    BR = "br",
    BUTTON = "button",
    CANVAS = "canvas",
    CAPTION = "caption",
    CENTER = "center",
    CITE = "cite",
    CODE = "code",
    COL = "col",
    COLGROUP = "colgroup",
    DATA = "data",
    DATALIST = "datalist",
    DD = "dd",
    DEL = "del",
    DETAILS = "details",
    DFN = "dfn",
    DIALOG = "dialog",
    DIR = "dir",
    DIV = "div",
    DL = "dl",
    DT = "dt",
    EM = "em",
    EMBED = "embed",
    FIELDSET = "fieldset",
    FIGCAPTION = "figcaption",
    FIGURE = "figure",
    FONT = "font",
    FOOTER = "footer",
    FORM = "form",
    FRAME = "frame",
    FRAMESET = "frameset",
    H1 = "h1",
    H2 = "h2",
    H3 = "h3",
    H4 = "h4",
    H5 = "h5",
    H6 = "h6",
    HEAD = "head",
    HEADER = "header",
    HGROUP = "hgroup",
    HR = "hr",
    HTML = "html",
    I = "i",
    IFRAME = "iframe",
    IMAGE = "image",
    IMG = "img",
    INPUT = "input",
    INS = "ins",
    KBD = "kbd",
    KEYGEN = "keygen",
    LABEL = "label",
    LEGEND = "legend",
    LI = "li",
    LINK = "link",
    LISTING = "listing",
    MAIN = "main",
    MAP = "map",
    MARK = "mark",
    MARQUEE = "marquee",
    MENU = "menu",
    MENUITEM = "menuitem",
    META = "meta",
    METER = "meter",
    NAV = "nav",
    NOBR = "nobr",
    NOEMBED = "noembed",
    NOFRAMES = "noframes",
    NOSCRIPT = "noscript",
    OBJECT = "object",
    OL = "ol",
    OPTGROUP = "optgroup",
    OPTION = "option",
    OUTPUT = "output",
    P = "p",
    PARAM = "param",
    PICTURE = "picture",
    PLAINTEXT = "plaintext",
    PRE = "pre",
    PROGRESS = "progress",
    Q = "q",
    RB = "rb",
    RP = "rp",
    RT = "rt",
    RTC = "rtc",
    RUBY = "ruby",
    S = "s",
    SAMP = "samp",
    SCRIPT = "script",
    SEARCH = "search",
    SECTION = "section",
    SELECT = "select",
    SLOT = "slot",
    SMALL = "small",
    SOURCE = "source",
    SPAN = "span",
    STRIKE = "strike",
    STRONG = "strong",
    STYLE = "style",
    SUB = "sub",
    SUMMARY = "summary",
    SUP = "sup",
    SVG = "svg",
    TABLE = "table",
    TBODY = "tbody",
    TD = "td",
    TEMPLATE = "template",
    TEXTAREA = "textarea",
    TFOOT = "tfoot",
    TH = "th",
    THEAD = "thead",
    TIME = "time",
    TITLE = "title",
    TR = "tr",
    TRACK = "track",
    TT = "tt",
    U = "u",
    UL = "ul",
    VAR = "var",
    VIDEO = "video",
    WBR = "wbr",
    XMP = "xmp",
    MATH = "math",
    MI = "mi",
    MO = "mo",
    MN = "mn",
    MS = "ms",
    MTEXT = "mtext",
    ANNOTATION = "annotation",
    ANNOTATION_XML = "annotation-xml",
    MGLYPH = "mglyph",
    MALIGNMARK = "malignmark",
    DESC = "desc",
    FOREIGNOBJECT = "foreignobject",
    PATH = "path",
    G = "g",
    USE = "use",
    ALIGN = "align",
    ALT = "alt",
    ARIA_HIDDEN = "aria-hidden",
    ARIA_LABEL = "aria-label",
    AS = "as",
    ASYNC = "async",
    CHARSET = "charset",
    CHECKED = "checked",
    CLASS = "class",
    COLOR = "color",
    COLSPAN = "colspan",
    CONTENT = "content",
    CONTROLS = "controls",
    COORDS = "coords",
    D = "d",
    DATA_SRC = "data-src",
    DATA_SRCSET = "data-srcset",
    DATETIME = "datetime",
    DISABLED = "disabled",
    DOWNLOAD = "download",
    ENCODING = "encoding",
    FACE = "face",
    FILL = "fill",
    HEADERS = "headers",
    HEIGHT = "height",
    HIDDEN = "hidden",
    HREF = "href",
    HREFLANG = "hreflang",
    HTTP_EQUIV = "http-equiv",
    ID = "id",
    ITEMID = "itemid",
    ITEMPROP = "itemprop",
    ITEMREF = "itemref",
    ITEMSCOPE = "itemscope",
    ITEMTYPE = "itemtype",
    LANG = "lang",
    LANGUAGE = "language",
    LOADING = "loading",
    MEDIA = "media",
    NAME = "name",
    ONCLICK = "onclick",
    POSTER = "poster",
    PREFIX = "prefix",
    PROPERTY = "property",
    REL = "rel",
    ROLE = "role",
    ROWSPAN = "rowspan",
    SCOPE = "scope",
    SIZES = "sizes",
    SRC = "src",
    SRCSET = "srcset",
    START = "start",
    TABINDEX = "tabindex",
    TARGET = "target",
    TYPE = "type",
    TYPEOF = "typeof",
    VALUE = "value",
    VIEWBOX = "viewbox",
    WIDTH = "width",
    XMLNS = "xmlns",
}

/// The names a page has beyond the constants.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    texts: Vec<Box<str>>,
    numbers: HashMap<Box<str>, u16>,
}

impl Names {
    pub fn text(&self, name: Name) -> &str {
        let number = name.0 as usize;
        if number < KNOWN { TEXTS[number] } else { &self.texts[number - KNOWN] }
    }

    pub fn find(&self, text: &str) -> Option<Name> {
        let known = TEXTS.iter().position(|&t| t == text);
        known.map(|n| Name(n as u16)).or_else(|| self.numbers.get(text).map(|&n| Name(n)))
    }

    pub fn intern(&mut self, text: &str) -> Name {
        if let Some(name) = self.find(text) {
            return name;
        }
        let number = (KNOWN + self.texts.len()) as u16;
        self.texts.push(text.into());
        self.numbers.insert(text.into(), number);
        Name(number)
    }
}
