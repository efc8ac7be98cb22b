//! Every column there is, in the order they are written.

use super::facts::Facts;
use super::value::{Kind, Value};
use crate::quality::SIGNALS;
use dehusk::Article;
use dehusk::article::Sourced;
use std::borrow::Cow;
use std::sync::LazyLock;

/// Columns that are asked for together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Which page it is and where it stood.
    Record,
    /// What the page says about itself.
    Metadata,
    /// Its main content and what is known of it.
    Content,
    /// Links and media of the content.
    Structure,
    /// What filters of corpora go by.
    Quality,
    /// What other pages say the same.
    Duplicates,
}

impl Group {
    /// All of them.
    pub const ALL: [Group; 6] = [
        Group::Record,
        Group::Metadata,
        Group::Content,
        Group::Structure,
        Group::Quality,
        Group::Duplicates,
    ];

    /// The name by which `--columns` knows it.
    pub fn name(self) -> &'static str {
        match self {
            Group::Record => "record",
            Group::Metadata => "metadata",
            Group::Content => "content",
            Group::Structure => "structure",
            Group::Quality => "quality",
            Group::Duplicates => "duplicates",
        }
    }
}

/// A column.
#[derive(Clone, Copy)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// What it belongs to.
    pub group: Group,
    /// Whether it is there unless told otherwise.
    pub usual: bool,
    /// What it says, for people.
    pub about: &'static str,
    pub(super) cell: Cell,
}

/// How a cell is made.
#[derive(Clone, Copy)]
pub(super) enum Cell {
    /// From what is known of the page.
    Fact(for<'f, 'a> fn(&'f Facts<'a>) -> Value<'f>),
    /// From the quality signal of this number.
    Signal(usize),
    /// When all pages are known.
    Later,
}

impl Column {
    /// The value of its cell for a page.
    pub(super) fn value<'f>(&self, facts: &'f Facts<'_>) -> Value<'f> {
        let about_page = self.group == Group::Record || self.name == ERROR;
        match self.cell {
            _ if !about_page && !facts.has_content() => Value::Null,
            Cell::Fact(fact) => fact(facts),
            Cell::Signal(number) => SIGNALS[number].value(facts.quality()),
            Cell::Later => Value::Null,
        }
    }
}

impl std::fmt::Debug for Column {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// The column that says why a page gave nothing; for those who want a row a page.
pub const ERROR: &str = "error";

/// Every column, in the order they are written.
pub fn all() -> &'static [Column] {
    static ALL: LazyLock<Vec<Column>> = LazyLock::new(|| {
        let signals = SIGNALS.iter().enumerate().map(|(number, signal)| Column {
            name: signal.name,
            kind: signal.kind,
            group: Group::Quality,
            usual: false,
            about: signal.about,
            cell: Cell::Signal(number),
        });
        FACTS.iter().copied().chain(signals).chain(LATER).collect()
    });
    &ALL
}

const fn fact(
    name: &'static str,
    kind: Kind,
    group: Group,
    usual: bool,
    about: &'static str,
    fact: for<'f, 'a> fn(&'f Facts<'a>) -> Value<'f>,
) -> Column {
    Column { name, kind, group, usual, about, cell: Cell::Fact(fact) }
}

use Group::{Content, Metadata, Record, Structure};
use Kind::{Integer, Real, Records, Text, Texts};

const FACTS: &[Column] = &[
    fact(
        "id",
        Text,
        Record,
        true,
        "the record's identity, or file and place where it has none",
        |f| Value::Text(f.page.id.into()),
    ),
    fact("url", Text, Record, true, "the page's address", |f| Value::text(f.page.url)),
    fact(
        "key",
        Text,
        Record,
        true,
        "the address without what does not name the document: the URL key",
        |f| Value::text(f.key().map(|key| key.as_str())),
    ),
    fact("site", Text, Record, true, "the registered domain", |f| {
        Value::text(f.key().map(|key| key.domain()))
    }),
    fact("date", Text, Record, true, "when the page was captured, in ISO 8601", |f| {
        Value::text(f.page.date)
    }),
    fact(
        "record",
        Text,
        Record,
        true,
        "the kind of record: response, resource, conversion, row or page",
        |f| Value::Text(f.page.record.into()),
    ),
    fact("file", Text, Record, true, "the input", |f| Value::Text(f.page.file.into())),
    fact(
        "offset",
        Integer,
        Record,
        true,
        "where in it: the byte of a record or line, the number of a row",
        |f| Value::Integer(i64::try_from(f.page.offset).unwrap_or(i64::MAX)),
    ),
    fact("status", Integer, Record, true, "the status code of the response", |f| {
        Value::integer(f.page.status.map(i64::from))
    }),
    fact("media_type", Text, Record, false, "what the server called it", |f| {
        Value::text(f.page.content_type)
    }),
    fact("title", Text, Metadata, true, "the title, without the site's name", |f| {
        Value::text(f.said(|m| &m.title))
    }),
    fact("authors", Texts, Metadata, true, "the authors' names", |f| {
        f.metadata().map_or(Value::Null, |m| sourced_texts(&m.authors))
    }),
    fact(
        "published",
        Text,
        Metadata,
        true,
        "when it was published, as precise as the page says",
        |f| Value::text(f.said(|m| &m.published)),
    ),
    fact("modified", Text, Metadata, true, "when it was last changed", |f| {
        Value::text(f.said(|m| &m.modified))
    }),
    fact("lang", Text, Metadata, true, "the language of the text, by its two-letter code", |f| {
        Value::text(f.language().map(|language| language.code.as_str()))
    }),
    fact("lang_probability", Real, Metadata, true, "how likely it is that language", |f| {
        Value::real(f.language().map(|language| rounded(language.probability)))
    }),
    fact("declared_lang", Text, Metadata, false, "the language the page declares", |f| {
        Value::text(f.said(|m| &m.language))
    }),
    fact("description", Text, Metadata, false, "a summary", |f| {
        Value::text(f.said(|m| &m.description))
    }),
    fact("site_name", Text, Metadata, false, "the name of the site", |f| {
        Value::text(f.said(|m| &m.site_name))
    }),
    fact("section", Text, Metadata, false, "the section of the site", |f| {
        Value::text(f.said(|m| &m.section))
    }),
    fact("tags", Texts, Metadata, false, "keywords", |f| {
        f.metadata().map_or(Value::Null, |m| sourced_texts(&m.tags))
    }),
    fact("licence", Text, Metadata, false, "the licence, as an address or a name", |f| {
        Value::text(f.said(|m| &m.licence))
    }),
    fact("image", Text, Metadata, false, "the address of the lead image", |f| {
        Value::text(f.said(|m| &m.image))
    }),
    fact(
        "canonical_url",
        Text,
        Metadata,
        false,
        "the address the page wants to be known by",
        |f| Value::text(f.said(|m| &m.canonical_url)),
    ),
    fact("text", Text, Content, true, "the main content as plain text", |f| {
        Value::Text(f.text.into())
    }),
    fact("markdown", Text, Content, false, "the main content as Markdown", |f| {
        f.article.map_or(Value::Null, |article| Value::Text(article.markdown().into()))
    }),
    fact(
        "page_type",
        Text,
        Content,
        true,
        "what kind of page it is: article, forum, product…",
        |f| {
            let kind = f.article.and_then(Article::appraisal).and_then(|a| a.page_type);
            kind.map_or(Value::Null, |kind| Value::Text(kind.name().into()))
        },
    ),
    fact(
        "confidence",
        Real,
        Content,
        true,
        "how good the extractor believes its answer is, from 0 to 1",
        |f| {
            let appraisal = f.article.and_then(Article::appraisal);
            Value::real(appraisal.map(|a| rounded(f64::from(a.confidence))))
        },
    ),
    fact(
        "trouble",
        Text,
        Content,
        true,
        "what is wrong with the page, where the answer may be poor for it",
        |f| {
            let diagnosis =
                f.article.and_then(Article::appraisal).and_then(|a| a.diagnosis.as_ref());
            diagnosis.map_or(Value::Null, |d| Value::Text(d.trouble.name().into()))
        },
    ),
    fact("reason", Text, Content, true, "what in the page speaks for that", |f| {
        let diagnosis = f.article.and_then(Article::appraisal).and_then(|a| a.diagnosis.as_ref());
        Value::text(diagnosis.map(|d| &*d.evidence))
    }),
    fact(
        "extractor",
        Text,
        Content,
        true,
        "the extractor that found the content; none where it was text already",
        |f| Value::text(f.article.map(Article::extractor)),
    ),
    fact("words", Integer, Content, true, "words of the text", |f| {
        Value::Integer(dehusk_blocks::count_words(f.text) as i64)
    }),
    fact("characters", Integer, Content, false, "characters of the text", |f| {
        Value::Integer(f.text.chars().count() as i64)
    }),
    fact("warnings", Texts, Content, true, "what was cut, or cannot be told: codes", |f| {
        let cut = f.page.cut.then_some(Cow::Borrowed("record-cut"));
        let warnings = f.article.map(Article::warnings).unwrap_or_default();
        let codes = warnings.iter().map(|warning| Cow::Borrowed(warning.code()));
        Value::Texts(cut.into_iter().chain(codes).collect())
    }),
    fact("hash", Text, Content, true, "the hash of the text: XXH3, 128 bits", |f| {
        Value::Text(f.hash().into())
    }),
    fact(ERROR, Text, Content, false, "why there is no content", |f| Value::text(f.error)),
    fact(
        "links",
        Records(&["url", "text", "rel"]),
        Structure,
        false,
        "the links of the content",
        |f| f.article.map_or(Value::Null, links),
    ),
    fact(
        "media",
        Records(&["kind", "url", "alt", "caption"]),
        Structure,
        false,
        "the images, videos and sounds of the content",
        |f| f.article.map_or(Value::Null, media),
    ),
];

const fn later(name: &'static str, kind: Kind, about: &'static str) -> Column {
    Column { name, kind, group: Group::Duplicates, usual: false, about, cell: Cell::Later }
}

const LATER: [Column; 3] = [
    later(
        "duplicate",
        Text,
        "how an earlier document says the same: by its key, its text, or nearly",
    ),
    later(
        "group",
        Text,
        "the documents that say the same, by the first of them; none for one that stands alone",
    ),
    later("copies", Integer, "how many documents say the same, this one included"),
];

/// What a row is compared by.
pub(crate) const PRINTS: &str = "_prints";
/// What a site memory learns from a page.
pub(crate) const LESSON: &str = "_lesson";
/// Where among the things that its input gives a page stood.
pub(crate) const ITEM: &str = "_item";

/// What stages of a run tell each other of a row.
pub(super) const HIDDEN: [Column; 3] = [
    hidden(PRINTS, Kind::Bytes, Cell::Fact(|f| Value::Bytes(crate::duplicates::prints(f)))),
    hidden(LESSON, Kind::Bytes, Cell::Fact(|f| f.lesson().map_or(Value::Null, Value::Bytes))),
    hidden(ITEM, Integer, Cell::Later),
];

const fn hidden(name: &'static str, kind: Kind, cell: Cell) -> Column {
    Column { name, kind, group: Group::Record, usual: false, about: "between stages", cell }
}

fn sourced_texts(values: &[Sourced<String>]) -> Value<'_> {
    Value::Texts(values.iter().map(|sourced| Cow::Borrowed(sourced.value.as_str())).collect())
}

fn links(article: &Article) -> Value<'_> {
    let record = |link: dehusk::article::Link<'_>| {
        vec![
            Some(Cow::Owned(link.url)),
            Some(Cow::Owned(link.text.into_owned())),
            link.rel.map(|rel| Cow::Owned(rel.into_owned())),
        ]
    };
    Value::Records(article.links().filter(|link| link.kept).map(record).collect())
}

fn media(article: &Article) -> Value<'_> {
    let record = |medium: &dehusk::Media| {
        vec![
            Some(Cow::Borrowed(medium.kind.name())),
            Some(Cow::Owned(medium.url.clone())),
            medium.alt.clone().map(Cow::Owned),
            medium.caption.clone().map(Cow::Owned),
        ]
    };
    Value::Records(article.media().iter().map(record).collect())
}

/// More digits would claim more than an estimate knows.
fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}
