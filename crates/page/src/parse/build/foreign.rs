//! SVG and MathML inside HTML.

use super::Builder;
use super::flags::{
    self, ANNOTATION_POINT, BREAKOUT, FOREIGN, HTML_POINT, SVG_ELEMENT, TEXT_POINT,
};
use super::stack::{Open, foreign_flags};
use crate::name::*;
use crate::page::{Node, Span};
use crate::parse::bytes;
use crate::parse::token::Tag;
use memchr::memchr;

impl Builder<'_> {
    /// Whether a start tag follows the rules of foreign content here.
    #[inline]
    pub(super) fn is_foreign_start(&self, name: Name) -> bool {
        let top = self.top();
        if !top.is(FOREIGN) || top.is(HTML_POINT) {
            return false;
        }
        if top.is(TEXT_POINT) {
            return matches!(name, MGLYPH | MALIGNMARK);
        }
        !(top.is(ANNOTATION_POINT) && name == SVG)
    }

    /// A start tag in foreign content; tells whether the rules of HTML have to be asked after all.
    pub(super) fn start_foreign(&mut self, tag: &Tag) -> bool {
        let breaks_out = flags::of(tag.name) & BREAKOUT != 0
            || tag.name == FONT && self.tag_has(tag, &[COLOR, FACE, SIZE]);
        if breaks_out {
            self.leave_foreign();
            return true;
        }
        let namespace = self.top().flags & FOREIGN;
        self.insert_foreign(tag, namespace);
        false
    }

    /// Pops foreign elements up to one that holds HTML.
    fn leave_foreign(&mut self) {
        while self.stack.len() > 1
            && self.top().is(FOREIGN)
            && !self.top().is(HTML_POINT | TEXT_POINT)
        {
            self.pop();
        }
    }

    /// Inserts an element of SVG or MathML, with the spelling of its language.
    pub(super) fn insert_foreign(&mut self, tag: &Tag, namespace: u32) {
        let is_svg = namespace == SVG_ELEMENT;
        self.adjust_attributes(tag, if is_svg { &SVG_ATTRIBUTES } else { &MATHML_ATTRIBUTES });
        let name = if is_svg { adjusted(&SVG_TAGS, tag.name) } else { tag.name };
        if !tag.self_closing {
            self.make_room();
        }
        let id = self.create_element(&Tag { name, ..*tag });
        self.node_mut(id).flags |= if is_svg { Node::SVG } else { Node::MATHML };
        self.insert_node(id);
        if !tag.self_closing {
            let flags = foreign_flags(namespace, name, self.encodes_html(tag));
            self.push(Open { node: id, target: id, flags, name: NONE });
        }
    }

    fn adjust_attributes(&mut self, tag: &Tag, map: &Map) {
        let range = tag.first as usize..(tag.first + tag.count) as usize;
        for attribute in self.store.attributes.get_mut(range).unwrap_or_default() {
            attribute.name = adjusted(map, attribute.name);
        }
    }

    /// Whether `annotation-xml` says that it holds HTML.
    fn encodes_html(&self, tag: &Tag) -> bool {
        self.value(tag, ENCODING).is_some_and(|value| {
            value.eq_ignore_ascii_case(b"text/html")
                || value.eq_ignore_ascii_case(b"application/xhtml+xml")
        })
    }

    /// An end tag in foreign content; tells whether the rules of HTML have to be asked after all.
    pub(super) fn end_foreign(&mut self, name: Name) -> bool {
        if matches!(name, BR | P) {
            self.leave_foreign();
            return true;
        }
        let svg_name = adjusted(&SVG_TAGS, name);
        for index in (1..self.stack.len()).rev() {
            let open = self.stack[index];
            if !open.is(FOREIGN) {
                return true;
            }
            let wanted = if open.is(SVG_ELEMENT) { svg_name } else { name };
            if self.node(open.node).name == wanted {
                self.truncate_to(open.node);
                return false;
            }
        }
        false
    }

    /// Pops up to and with a node that is open.
    fn truncate_to(&mut self, node: u32) {
        while self.pop().is_some_and(|open| open.node != node) {}
    }

    pub(super) fn text_foreign(&mut self, text: Span) {
        let data = self.store.bytes(text);
        if self.frameset_ok && data.iter().any(|&b| !bytes::is_space(b) && b != 0) {
            self.frameset_ok = false;
        }
        let text = if memchr(0, data).is_some() { self.replace_nul(text) } else { text };
        self.insert_text(text);
    }

    fn replace_nul(&mut self, text: Span) -> Span {
        let data = self.store.bytes(text).to_vec();
        let mark = self.store.mark();
        self.store.push_replacing_nul(&data);
        self.store.since(mark)
    }
}

/// The spelling of every constant in a foreign language.
type Map = [Name; KNOWN];

static SVG_TAGS: Map = map(&SVG_TAG_PAIRS);
static SVG_ATTRIBUTES: Map = map(&SVG_ATTRIBUTE_PAIRS);
static MATHML_ATTRIBUTES: Map = map(&[(DEFINITIONURL, DEFINITION_URL)]);

const fn map(pairs: &[(Name, Name)]) -> Map {
    let (mut map, mut at) = ([NONE; KNOWN], 0);
    while at < KNOWN {
        map[at] = Name(at as u16);
        at += 1;
    }
    at = 0;
    while at < pairs.len() {
        map[pairs[at].0.index()] = pairs[at].1;
        at += 1;
    }
    map
}

#[inline]
fn adjusted(map: &Map, name: Name) -> Name {
    map.get(name.index()).copied().unwrap_or(name)
}

#[rustfmt::skip]
const SVG_TAG_PAIRS: [(Name, Name); 37] = [
    (ALTGLYPH, ALT_GLYPH), (ALTGLYPHDEF, ALT_GLYPH_DEF), (ALTGLYPHITEM, ALT_GLYPH_ITEM),
    (ANIMATECOLOR, ANIMATE_COLOR), (ANIMATEMOTION, ANIMATE_MOTION),
    (ANIMATETRANSFORM, ANIMATE_TRANSFORM), (CLIPPATH, SVG_CLIP_PATH), (FEBLEND, FE_BLEND),
    (FECOLORMATRIX, FE_COLOR_MATRIX), (FECOMPONENTTRANSFER, FE_COMPONENT_TRANSFER),
    (FECOMPOSITE, FE_COMPOSITE), (FECONVOLVEMATRIX, FE_CONVOLVE_MATRIX),
    (FEDIFFUSELIGHTING, FE_DIFFUSE_LIGHTING), (FEDISPLACEMENTMAP, FE_DISPLACEMENT_MAP),
    (FEDISTANTLIGHT, FE_DISTANT_LIGHT), (FEDROPSHADOW, FE_DROP_SHADOW), (FEFLOOD, FE_FLOOD),
    (FEFUNCA, FE_FUNC_A), (FEFUNCB, FE_FUNC_B), (FEFUNCG, FE_FUNC_G), (FEFUNCR, FE_FUNC_R),
    (FEGAUSSIANBLUR, FE_GAUSSIAN_BLUR), (FEIMAGE, FE_IMAGE), (FEMERGE, FE_MERGE),
    (FEMERGENODE, FE_MERGE_NODE), (FEMORPHOLOGY, FE_MORPHOLOGY), (FEOFFSET, FE_OFFSET),
    (FEPOINTLIGHT, FE_POINT_LIGHT), (FESPECULARLIGHTING, FE_SPECULAR_LIGHTING),
    (FESPOTLIGHT, FE_SPOT_LIGHT), (FETILE, FE_TILE), (FETURBULENCE, FE_TURBULENCE),
    (FOREIGNOBJECT, FOREIGN_OBJECT), (GLYPHREF, GLYPH_REF), (LINEARGRADIENT, LINEAR_GRADIENT),
    (RADIALGRADIENT, RADIAL_GRADIENT), (TEXTPATH, TEXT_PATH),
];

#[rustfmt::skip]
const SVG_ATTRIBUTE_PAIRS: [(Name, Name); 58] = [
    (ATTRIBUTENAME, ATTRIBUTE_NAME), (ATTRIBUTETYPE, ATTRIBUTE_TYPE),
    (BASEFREQUENCY, BASE_FREQUENCY), (BASEPROFILE, BASE_PROFILE), (CALCMODE, CALC_MODE),
    (CLIPPATHUNITS, CLIP_PATH_UNITS), (DIFFUSECONSTANT, DIFFUSE_CONSTANT), (EDGEMODE, EDGE_MODE),
    (FILTERUNITS, FILTER_UNITS), (GLYPHREF, GLYPH_REF), (GRADIENTTRANSFORM, GRADIENT_TRANSFORM),
    (GRADIENTUNITS, GRADIENT_UNITS), (KERNELMATRIX, KERNEL_MATRIX),
    (KERNELUNITLENGTH, KERNEL_UNIT_LENGTH), (KEYPOINTS, KEY_POINTS), (KEYSPLINES, KEY_SPLINES),
    (KEYTIMES, KEY_TIMES), (LENGTHADJUST, LENGTH_ADJUST), (LIMITINGCONEANGLE, LIMITING_CONE_ANGLE),
    (MARKERHEIGHT, MARKER_HEIGHT), (MARKERUNITS, MARKER_UNITS), (MARKERWIDTH, MARKER_WIDTH),
    (MASKCONTENTUNITS, MASK_CONTENT_UNITS), (MASKUNITS, MASK_UNITS), (NUMOCTAVES, NUM_OCTAVES),
    (PATHLENGTH, PATH_LENGTH), (PATTERNCONTENTUNITS, PATTERN_CONTENT_UNITS),
    (PATTERNTRANSFORM, PATTERN_TRANSFORM), (PATTERNUNITS, PATTERN_UNITS), (POINTSATX, POINTS_AT_X),
    (POINTSATY, POINTS_AT_Y), (POINTSATZ, POINTS_AT_Z), (PRESERVEALPHA, PRESERVE_ALPHA),
    (PRESERVEASPECTRATIO, PRESERVE_ASPECT_RATIO), (PRIMITIVEUNITS, PRIMITIVE_UNITS), (REFX, REF_X),
    (REFY, REF_Y), (REPEATCOUNT, REPEAT_COUNT), (REPEATDUR, REPEAT_DUR),
    (REQUIREDEXTENSIONS, REQUIRED_EXTENSIONS), (REQUIREDFEATURES, REQUIRED_FEATURES),
    (SPECULARCONSTANT, SPECULAR_CONSTANT), (SPECULAREXPONENT, SPECULAR_EXPONENT),
    (SPREADMETHOD, SPREAD_METHOD), (STARTOFFSET, START_OFFSET), (STDDEVIATION, STD_DEVIATION),
    (STITCHTILES, STITCH_TILES), (SURFACESCALE, SURFACE_SCALE), (SYSTEMLANGUAGE, SYSTEM_LANGUAGE),
    (TABLEVALUES, TABLE_VALUES), (TARGETX, TARGET_X), (TARGETY, TARGET_Y),
    (TEXTLENGTH, TEXT_LENGTH), (VIEWBOX, VIEW_BOX), (VIEWTARGET, VIEW_TARGET),
    (XCHANNELSELECTOR, X_CHANNEL_SELECTOR), (YCHANNELSELECTOR, Y_CHANNEL_SELECTOR),
    (ZOOMANDPAN, ZOOM_AND_PAN),
];
