//! What there is to know about an article's content besides the content: media, counts, warnings.

use crate::content::{
    Block, Code, Format, FormatKind, Formula, Image, Label, Loss, MAX_COLUMNS, Player, PlayerKind,
    Sink,
};
use crate::render::MAX_DEPTH;
use crate::{Media, MediaKind, Warning};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Frames that are named in warnings.
const MAX_FRAMES: usize = 10;

/// How much of what an article has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Counts {
    /// Paragraphs, items and cells with text.
    pub paragraphs: usize,
    /// Headings.
    pub headings: usize,
    /// Lists, of any kind.
    pub lists: usize,
    /// Tables of data.
    pub tables: usize,
    /// Blocks of preformatted text.
    pub code_blocks: usize,
    /// Formulas.
    pub formulas: usize,
    /// Links.
    pub links: usize,
    /// Footnotes and end notes.
    #[serde(default)]
    pub notes: usize,
}

#[derive(Debug, Default)]
pub(crate) struct Inspection {
    pub media: Vec<Media>,
    pub counts: Counts,
    pub warnings: Vec<Warning>,
    formulas_without_tex: usize,
    depth: usize,
    deepest: usize,
    /// For each open figure, its first medium and its caption.
    figures: Vec<(usize, String)>,
    captions: usize,
}

impl Inspection {
    pub fn finish(mut self) -> Inspection {
        if self.deepest > MAX_DEPTH {
            self.warnings.push(Warning::NestingTooDeep { depth: self.deepest });
        }
        if self.formulas_without_tex > 0 {
            self.warnings.push(Warning::FormulasWithoutTex(self.formulas_without_tex));
        }
        self
    }

    fn enter(&mut self) {
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
    }

    fn end_figure(&mut self) {
        let Some((first, caption)) = self.figures.pop() else { return };
        let caption = caption.trim();
        let uncaptioned = self.media.iter_mut().skip(first).filter(|m| m.caption.is_none());
        if !caption.is_empty() {
            uncaptioned.for_each(|m| m.caption = Some(caption.to_string()));
        }
    }

    fn caption(&mut self, text: &str) {
        if self.captions > 0
            && let Some((_, caption)) = self.figures.last_mut()
        {
            caption.push_str(text);
        }
    }
}

impl Sink for Inspection {
    const RICH: bool = true;

    fn start(&mut self, block: &Block) {
        match block {
            Block::Paragraph { .. } => self.counts.paragraphs += 1,
            Block::Heading(_) => self.counts.headings += 1,
            Block::List { .. } | Block::Definitions => self.counts.lists += 1,
            Block::Item { .. } | Block::Quote | Block::Callout { .. } => self.enter(),
            Block::Note { .. } => {
                self.counts.notes += 1;
                self.enter();
            }
            Block::Table { columns } => {
                self.counts.tables += 1;
                if *columns > MAX_COLUMNS {
                    self.warnings.push(Warning::TableTooWide { columns: *columns });
                }
            }
            Block::Figure => self.figures.push((self.media.len(), String::new())),
            Block::FigureCaption => self.captions += 1,
            _ => {}
        }
    }

    fn end(&mut self, block: &Block) {
        match block {
            Block::Item { .. } | Block::Note { .. } | Block::Quote | Block::Callout { .. } => {
                self.depth -= 1
            }
            Block::Figure => self.end_figure(),
            Block::FigureCaption => self.captions -= 1,
            Block::Paragraph { .. } => self.caption(" "),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        self.caption(text);
    }

    fn line_break(&mut self) {
        self.caption(" ");
    }

    fn code(&mut self, _: &Code) {
        self.counts.code_blocks += 1;
    }

    fn formula(&mut self, formula: &Formula) {
        self.counts.formulas += 1;
        self.formulas_without_tex += usize::from(formula.tex.is_none());
        self.caption(formula.tex.as_ref().unwrap_or(&formula.text));
    }

    fn reference(&mut self, _: Label) {}

    fn open(&mut self, format: &Format) {
        self.counts.links += usize::from(format.kind == FormatKind::Link);
    }

    fn image(&mut self, image: &Image) {
        self.media.push(Media {
            kind: MediaKind::Image,
            url: image.url.clone(),
            page_url: None,
            provider: None,
            alt: Some(image.alt.clone()).filter(|a| !a.is_empty()),
            title: image.title.clone(),
            caption: None,
            poster: None,
            width: image.width,
            height: image.height,
        });
    }

    fn player(&mut self, player: &Player) {
        self.media.push(Media {
            kind: match player.kind {
                PlayerKind::Video => MediaKind::Video,
                PlayerKind::Audio => MediaKind::Audio,
                PlayerKind::Embed => MediaKind::Embed,
            },
            url: player.url.clone(),
            page_url: player.page_url.clone(),
            provider: player.provider.map(Cow::Borrowed),
            alt: None,
            title: player.title.clone(),
            caption: None,
            poster: player.poster.clone(),
            width: player.width,
            height: player.height,
        });
    }

    fn loss(&mut self, loss: Loss) {
        match loss {
            Loss::Frame { url } if self.warnings.len() < MAX_FRAMES => {
                self.warnings.push(Warning::FrameDropped { url });
            }
            Loss::Frame { .. } => {}
            Loss::Time => self.warnings.push(Warning::ContentCut),
        }
    }
}
