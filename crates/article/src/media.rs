//! Images, videos and sounds of an article.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// What a medium is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum MediaKind {
    /// A picture.
    Image,
    /// A video file.
    Video,
    /// A sound file.
    Audio,
    /// The player of a known site.
    Embed,
}

impl MediaKind {
    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            MediaKind::Image => "image",
            MediaKind::Video => "video",
            MediaKind::Audio => "audio",
            MediaKind::Embed => "embed",
        }
    }
}

/// A medium of the content, in the page's order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Media {
    /// What it is.
    pub kind: MediaKind,
    /// Its file, or for an embed its frame; absolute where the page's address is known.
    pub url: String,
    /// For an embed, the address a reader would visit.
    pub page_url: Option<String>,
    /// For an embed, the site that plays it.
    pub provider: Option<Cow<'static, str>>,
    /// What is said of an image to those who do not see it.
    pub alt: Option<String>,
    /// Its title.
    pub title: Option<String>,
    /// The caption of the figure it stands in.
    pub caption: Option<String>,
    /// For a video, the image before it plays.
    pub poster: Option<String>,
    /// Its width in pixels, as the page gives it.
    pub width: Option<u32>,
    /// Its height in pixels, as the page gives it.
    pub height: Option<u32>,
}
