//! The names that have constants, and the table that finds them.
//!
//! Lower-case names and, for SVG, their spelling in that language are both here, so that adjusting a
//! foreign name is a lookup by number.

use super::Name;

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
        pub(crate) static TEXTS: [&str; KNOWN] = ["", $($text,)*];
        const CONST_TEXTS: [&str; KNOWN] = ["", $($text,)*];
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
    UNKNOWN = "unknown",
    SELECTEDCONTENT = "selectedcontent",
    ACCEPT = "accept",
    ACCEPT_CHARSET = "accept-charset",
    ACCESSKEY = "accesskey",
    ACTION = "action",
    ALLOW = "allow",
    ALLOWFULLSCREEN = "allowfullscreen",
    ARIA_CONTROLS = "aria-controls",
    ARIA_CURRENT = "aria-current",
    ARIA_DESCRIBEDBY = "aria-describedby",
    ARIA_DISABLED = "aria-disabled",
    ARIA_EXPANDED = "aria-expanded",
    ARIA_HASPOPUP = "aria-haspopup",
    ARIA_LABELLEDBY = "aria-labelledby",
    ARIA_LEVEL = "aria-level",
    ARIA_LIVE = "aria-live",
    ARIA_MODAL = "aria-modal",
    ARIA_SELECTED = "aria-selected",
    AUTOCOMPLETE = "autocomplete",
    AUTOFOCUS = "autofocus",
    AUTOPLAY = "autoplay",
    BGCOLOR = "bgcolor",
    BORDER = "border",
    CELLPADDING = "cellpadding",
    CELLSPACING = "cellspacing",
    CIRCLE = "circle",
    CLIP_PATH = "clip-path",
    CLIP_RULE = "clip-rule",
    CROSSORIGIN = "crossorigin",
    CX = "cx",
    CY = "cy",
    DATA_ACTION = "data-action",
    DATA_HREF = "data-href",
    DATA_ID = "data-id",
    DATA_INDEX = "data-index",
    DATA_LAZY_SRC = "data-lazy-src",
    DATA_NAME = "data-name",
    DATA_ORIGINAL = "data-original",
    DATA_ROLE = "data-role",
    DATA_TARGET = "data-target",
    DATA_TEST_ID = "data-test-id",
    DATA_TESTID = "data-testid",
    DATA_TITLE = "data-title",
    DATA_TOGGLE = "data-toggle",
    DATA_TYPE = "data-type",
    DATA_URL = "data-url",
    DATA_VALUE = "data-value",
    DECODING = "decoding",
    DEFER = "defer",
    DEFS = "defs",
    DRAGGABLE = "draggable",
    DROPZONE = "dropzone",
    ELLIPSE = "ellipse",
    ENCTYPE = "enctype",
    FETCHPRIORITY = "fetchpriority",
    FILL_OPACITY = "fill-opacity",
    FILL_RULE = "fill-rule",
    FILTER = "filter",
    FOCUSABLE = "focusable",
    FOR = "for",
    FORMACTION = "formaction",
    FRAMEBORDER = "frameborder",
    HSPACE = "hspace",
    INPUTMODE = "inputmode",
    INTEGRITY = "integrity",
    IS = "is",
    KIND = "kind",
    LINE = "line",
    LOOP = "loop",
    MASK = "mask",
    MAX = "max",
    MAXLENGTH = "maxlength",
    METHOD = "method",
    MIN = "min",
    MINLENGTH = "minlength",
    MULTIPLE = "multiple",
    MUTED = "muted",
    NONCE = "nonce",
    NOVALIDATE = "novalidate",
    OFFSET = "offset",
    ONLOAD = "onload",
    OPACITY = "opacity",
    OPEN = "open",
    PATTERN = "pattern",
    PING = "ping",
    PLACEHOLDER = "placeholder",
    PLAYSINLINE = "playsinline",
    POINTS = "points",
    POLYGON = "polygon",
    POLYLINE = "polyline",
    PRELOAD = "preload",
    R = "r",
    READONLY = "readonly",
    RECT = "rect",
    REFERRERPOLICY = "referrerpolicy",
    REQUIRED = "required",
    REVERSED = "reversed",
    ROWS = "rows",
    COLS = "cols",
    RX = "rx",
    RY = "ry",
    SANDBOX = "sandbox",
    SCHEME = "scheme",
    SCROLLING = "scrolling",
    SELECTED = "selected",
    SHAPE = "shape",
    SIZE = "size",
    SPELLCHECK = "spellcheck",
    STOP = "stop",
    STOP_COLOR = "stop-color",
    STOP_OPACITY = "stop-opacity",
    STROKE = "stroke",
    STROKE_DASHARRAY = "stroke-dasharray",
    STROKE_LINECAP = "stroke-linecap",
    STROKE_LINEJOIN = "stroke-linejoin",
    STROKE_MITERLIMIT = "stroke-miterlimit",
    STROKE_OPACITY = "stroke-opacity",
    STROKE_WIDTH = "stroke-width",
    SYMBOL = "symbol",
    TEXT = "text",
    TEXT_ANCHOR = "text-anchor",
    TRANSFORM = "transform",
    TRANSLATE = "translate",
    USEMAP = "usemap",
    VALIGN = "valign",
    VERSION = "version",
    VSPACE = "vspace",
    WRAP = "wrap",
    X = "x",
    X1 = "x1",
    X2 = "x2",
    Y = "y",
    Y1 = "y1",
    Y2 = "y2",
    XLINK_ACTUATE = "xlink:actuate",
    XLINK_ARCROLE = "xlink:arcrole",
    XLINK_HREF = "xlink:href",
    XLINK_ROLE = "xlink:role",
    XLINK_SHOW = "xlink:show",
    XLINK_TITLE = "xlink:title",
    XLINK_TYPE = "xlink:type",
    XML_LANG = "xml:lang",
    XML_SPACE = "xml:space",
    XMLNS_XLINK = "xmlns:xlink",
    DEFINITIONURL = "definitionurl",
    DEFINITION_URL = "definitionURL",
    ALTGLYPH = "altglyph",
    ALT_GLYPH = "altGlyph",
    ALTGLYPHDEF = "altglyphdef",
    ALT_GLYPH_DEF = "altGlyphDef",
    ALTGLYPHITEM = "altglyphitem",
    ALT_GLYPH_ITEM = "altGlyphItem",
    ANIMATECOLOR = "animatecolor",
    ANIMATE_COLOR = "animateColor",
    ANIMATEMOTION = "animatemotion",
    ANIMATE_MOTION = "animateMotion",
    ANIMATETRANSFORM = "animatetransform",
    ANIMATE_TRANSFORM = "animateTransform",
    CLIPPATH = "clippath",
    SVG_CLIP_PATH = "clipPath",
    FEBLEND = "feblend",
    FE_BLEND = "feBlend",
    FECOLORMATRIX = "fecolormatrix",
    FE_COLOR_MATRIX = "feColorMatrix",
    FECOMPONENTTRANSFER = "fecomponenttransfer",
    FE_COMPONENT_TRANSFER = "feComponentTransfer",
    FECOMPOSITE = "fecomposite",
    FE_COMPOSITE = "feComposite",
    FECONVOLVEMATRIX = "feconvolvematrix",
    FE_CONVOLVE_MATRIX = "feConvolveMatrix",
    FEDIFFUSELIGHTING = "fediffuselighting",
    FE_DIFFUSE_LIGHTING = "feDiffuseLighting",
    FEDISPLACEMENTMAP = "fedisplacementmap",
    FE_DISPLACEMENT_MAP = "feDisplacementMap",
    FEDISTANTLIGHT = "fedistantlight",
    FE_DISTANT_LIGHT = "feDistantLight",
    FEDROPSHADOW = "fedropshadow",
    FE_DROP_SHADOW = "feDropShadow",
    FEFLOOD = "feflood",
    FE_FLOOD = "feFlood",
    FEFUNCA = "fefunca",
    FE_FUNC_A = "feFuncA",
    FEFUNCB = "fefuncb",
    FE_FUNC_B = "feFuncB",
    FEFUNCG = "fefuncg",
    FE_FUNC_G = "feFuncG",
    FEFUNCR = "fefuncr",
    FE_FUNC_R = "feFuncR",
    FEGAUSSIANBLUR = "fegaussianblur",
    FE_GAUSSIAN_BLUR = "feGaussianBlur",
    FEIMAGE = "feimage",
    FE_IMAGE = "feImage",
    FEMERGE = "femerge",
    FE_MERGE = "feMerge",
    FEMERGENODE = "femergenode",
    FE_MERGE_NODE = "feMergeNode",
    FEMORPHOLOGY = "femorphology",
    FE_MORPHOLOGY = "feMorphology",
    FEOFFSET = "feoffset",
    FE_OFFSET = "feOffset",
    FEPOINTLIGHT = "fepointlight",
    FE_POINT_LIGHT = "fePointLight",
    FESPECULARLIGHTING = "fespecularlighting",
    FE_SPECULAR_LIGHTING = "feSpecularLighting",
    FESPOTLIGHT = "fespotlight",
    FE_SPOT_LIGHT = "feSpotLight",
    FETILE = "fetile",
    FE_TILE = "feTile",
    FETURBULENCE = "feturbulence",
    FE_TURBULENCE = "feTurbulence",
    FOREIGN_OBJECT = "foreignObject",
    GLYPHREF = "glyphref",
    GLYPH_REF = "glyphRef",
    LINEARGRADIENT = "lineargradient",
    LINEAR_GRADIENT = "linearGradient",
    RADIALGRADIENT = "radialgradient",
    RADIAL_GRADIENT = "radialGradient",
    TEXTPATH = "textpath",
    TEXT_PATH = "textPath",
    ATTRIBUTENAME = "attributename",
    ATTRIBUTE_NAME = "attributeName",
    ATTRIBUTETYPE = "attributetype",
    ATTRIBUTE_TYPE = "attributeType",
    BASEFREQUENCY = "basefrequency",
    BASE_FREQUENCY = "baseFrequency",
    BASEPROFILE = "baseprofile",
    BASE_PROFILE = "baseProfile",
    CALCMODE = "calcmode",
    CALC_MODE = "calcMode",
    CLIPPATHUNITS = "clippathunits",
    CLIP_PATH_UNITS = "clipPathUnits",
    DIFFUSECONSTANT = "diffuseconstant",
    DIFFUSE_CONSTANT = "diffuseConstant",
    EDGEMODE = "edgemode",
    EDGE_MODE = "edgeMode",
    FILTERUNITS = "filterunits",
    FILTER_UNITS = "filterUnits",
    GRADIENTTRANSFORM = "gradienttransform",
    GRADIENT_TRANSFORM = "gradientTransform",
    GRADIENTUNITS = "gradientunits",
    GRADIENT_UNITS = "gradientUnits",
    KERNELMATRIX = "kernelmatrix",
    KERNEL_MATRIX = "kernelMatrix",
    KERNELUNITLENGTH = "kernelunitlength",
    KERNEL_UNIT_LENGTH = "kernelUnitLength",
    KEYPOINTS = "keypoints",
    KEY_POINTS = "keyPoints",
    KEYSPLINES = "keysplines",
    KEY_SPLINES = "keySplines",
    KEYTIMES = "keytimes",
    KEY_TIMES = "keyTimes",
    LENGTHADJUST = "lengthadjust",
    LENGTH_ADJUST = "lengthAdjust",
    LIMITINGCONEANGLE = "limitingconeangle",
    LIMITING_CONE_ANGLE = "limitingConeAngle",
    MARKERHEIGHT = "markerheight",
    MARKER_HEIGHT = "markerHeight",
    MARKERUNITS = "markerunits",
    MARKER_UNITS = "markerUnits",
    MARKERWIDTH = "markerwidth",
    MARKER_WIDTH = "markerWidth",
    MASKCONTENTUNITS = "maskcontentunits",
    MASK_CONTENT_UNITS = "maskContentUnits",
    MASKUNITS = "maskunits",
    MASK_UNITS = "maskUnits",
    NUMOCTAVES = "numoctaves",
    NUM_OCTAVES = "numOctaves",
    PATHLENGTH = "pathlength",
    PATH_LENGTH = "pathLength",
    PATTERNCONTENTUNITS = "patterncontentunits",
    PATTERN_CONTENT_UNITS = "patternContentUnits",
    PATTERNTRANSFORM = "patterntransform",
    PATTERN_TRANSFORM = "patternTransform",
    PATTERNUNITS = "patternunits",
    PATTERN_UNITS = "patternUnits",
    POINTSATX = "pointsatx",
    POINTS_AT_X = "pointsAtX",
    POINTSATY = "pointsaty",
    POINTS_AT_Y = "pointsAtY",
    POINTSATZ = "pointsatz",
    POINTS_AT_Z = "pointsAtZ",
    PRESERVEALPHA = "preservealpha",
    PRESERVE_ALPHA = "preserveAlpha",
    PRESERVEASPECTRATIO = "preserveaspectratio",
    PRESERVE_ASPECT_RATIO = "preserveAspectRatio",
    PRIMITIVEUNITS = "primitiveunits",
    PRIMITIVE_UNITS = "primitiveUnits",
    REFX = "refx",
    REF_X = "refX",
    REFY = "refy",
    REF_Y = "refY",
    REPEATCOUNT = "repeatcount",
    REPEAT_COUNT = "repeatCount",
    REPEATDUR = "repeatdur",
    REPEAT_DUR = "repeatDur",
    REQUIREDEXTENSIONS = "requiredextensions",
    REQUIRED_EXTENSIONS = "requiredExtensions",
    REQUIREDFEATURES = "requiredfeatures",
    REQUIRED_FEATURES = "requiredFeatures",
    SPECULARCONSTANT = "specularconstant",
    SPECULAR_CONSTANT = "specularConstant",
    SPECULAREXPONENT = "specularexponent",
    SPECULAR_EXPONENT = "specularExponent",
    SPREADMETHOD = "spreadmethod",
    SPREAD_METHOD = "spreadMethod",
    STARTOFFSET = "startoffset",
    START_OFFSET = "startOffset",
    STDDEVIATION = "stddeviation",
    STD_DEVIATION = "stdDeviation",
    STITCHTILES = "stitchtiles",
    STITCH_TILES = "stitchTiles",
    SURFACESCALE = "surfacescale",
    SURFACE_SCALE = "surfaceScale",
    SYSTEMLANGUAGE = "systemlanguage",
    SYSTEM_LANGUAGE = "systemLanguage",
    TABLEVALUES = "tablevalues",
    TABLE_VALUES = "tableValues",
    TARGETX = "targetx",
    TARGET_X = "targetX",
    TARGETY = "targety",
    TARGET_Y = "targetY",
    TEXTLENGTH = "textlength",
    TEXT_LENGTH = "textLength",
    VIEW_BOX = "viewBox",
    VIEWTARGET = "viewtarget",
    VIEW_TARGET = "viewTarget",
    XCHANNELSELECTOR = "xchannelselector",
    X_CHANNEL_SELECTOR = "xChannelSelector",
    YCHANNELSELECTOR = "ychannelselector",
    Y_CHANNEL_SELECTOR = "yChannelSelector",
    ZOOMANDPAN = "zoomandpan",
    ZOOM_AND_PAN = "zoomAndPan",
}

/// Names up to this length are compared as one number.
pub(crate) const KEY_LENGTH: usize = 16;
const SLOTS: usize = 2048;

/// The bytes of a name of at most [`KEY_LENGTH`] bytes as a number; longer ones have none.
const fn key_of(text: &[u8]) -> u128 {
    let (mut key, mut at) = (0, text.len());
    while at > 0 {
        at -= 1;
        key = key << 8 | text[at] as u128;
    }
    key
}

/// Whether a name is one of SVG's or MathML's own spellings, which no tag in the source has.
const fn has_upper(text: &[u8]) -> bool {
    let mut at = 0;
    while at < text.len() {
        if text[at].is_ascii_uppercase() {
            return true;
        }
        at += 1;
    }
    false
}

const fn slot_of(key: u128) -> usize {
    let folded = (key as u64) ^ ((key >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (folded.wrapping_mul(0xff51_afd7_ed55_8ccd) >> 53) as usize
}

const fn keys() -> [u128; KNOWN] {
    let (mut keys, mut number) = ([0; KNOWN], 1);
    while number < KNOWN {
        let text = CONST_TEXTS[number].as_bytes();
        if text.len() <= KEY_LENGTH && !has_upper(text) {
            keys[number] = key_of(text);
        }
        number += 1;
    }
    keys
}

const fn slots() -> [u16; SLOTS] {
    let (keys, mut slots, mut number) = (keys(), [0; SLOTS], 1);
    while number < KNOWN {
        if keys[number] != 0 {
            let mut slot = slot_of(keys[number]);
            while slots[slot] != 0 {
                slot = (slot + 1) % SLOTS;
            }
            slots[slot] = number as u16;
        }
        number += 1;
    }
    slots
}

static KEYS: [u128; KNOWN] = keys();
static NUMBERS: [u16; SLOTS] = slots();

/// The numbers of the names without a key: long ones and foreign spellings.
static UNKEYED: [u16; UNKEYED_COUNT] = unkeyed();
const UNKEYED_COUNT: usize = count_unkeyed();

const fn count_unkeyed() -> usize {
    let (keys, mut count, mut number) = (keys(), 0, 1);
    while number < KNOWN {
        count += (keys[number] == 0) as usize;
        number += 1;
    }
    count
}

const fn unkeyed() -> [u16; UNKEYED_COUNT] {
    let (keys, mut unkeyed, mut number, mut at) = (keys(), [0; UNKEYED_COUNT], 1, 0);
    while number < KNOWN {
        if keys[number] == 0 {
            unkeyed[at] = number as u16;
            at += 1;
        }
        number += 1;
    }
    unkeyed
}

/// The constant in lower case whose text has this key.
#[inline]
pub(crate) fn by_key(key: u128) -> Option<Name> {
    let mut slot = slot_of(key);
    loop {
        let number = NUMBERS[slot % SLOTS];
        if number == 0 {
            return None;
        }
        if KEYS[number as usize] == key {
            return Some(Name(number));
        }
        slot += 1;
    }
}

/// The constant with this text.
pub(crate) fn by_text(text: &[u8]) -> Option<Name> {
    if text.len() <= KEY_LENGTH && !has_upper(text) {
        // A NUL at the end of a text does not show in its key.
        return by_key(key_of(text)).filter(|name| TEXTS[name.index()].len() == text.len());
    }
    let number = UNKEYED.iter().find(|&&number| TEXTS[number as usize].as_bytes() == text)?;
    Some(Name(*number)).filter(|&name| name != NONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_constant_is_found_once() {
        for (number, text) in TEXTS.iter().enumerate().skip(1) {
            assert_eq!(by_text(text.as_bytes()), Some(Name(number as u16)), "{text}");
        }
    }

    #[test]
    fn foreign_spellings_are_not_found_by_their_key() {
        assert_eq!(by_key(key_of(b"viewBox")), None);
        assert_eq!(by_text(b"viewBox"), Some(VIEW_BOX));
    }

    #[test]
    fn other_names_are_not_found() {
        for text in [
            "",
            "DIV",
            "di",
            "divv",
            "div\0",
            "\0",
            "data-anything",
            "a-name-longer-than-sixteen-bytes",
        ] {
            assert_eq!(by_text(text.as_bytes()), None, "{text}");
        }
    }
}
