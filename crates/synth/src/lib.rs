//! A made-up web: sites with templates, and articles whose content is known exactly.
//!
//! Corpora of real pages are small, their gold is disputed, and nobody can order a redesign from them. Here
//! a seed makes as many sites as wanted: each with a language, sections, authors and a design of its own;
//! menus, cookie bars, rotating advertisements, lists of related articles that drift; a new design from
//! some document on; addresses whose parameters matter or do not; the same article again. Every page is
//! made from its number alone, so that a page can be had without those before it, a stream of a million
//! needs no disk, and a server can answer for any address.
//!
//! ```
//! use dehusk_synth::{Label, Web};
//! let web = Web::new(7).with_redesign_at(Some(50));
//! let page = web.site(3).page(12);
//! assert_eq!(page, web.site(3).page(12));
//! let (text, label) = page.blocks.iter().find(|(_, label)| *label == Label::Headline).unwrap();
//! assert_eq!((text, *label), (&page.title, Label::Headline));
//! assert!(page.gold().starts_with(&page.title));
//! ```

mod address;
mod article;
mod calendar;
mod chance;
mod design;
mod feeds;
mod furniture;
mod language;
mod listing;
#[cfg(feature = "loopback")]
pub mod loopback;
mod markup;
mod page;
mod prose;
mod site;
mod stream;
mod web;

pub use article::{Article, Part};
pub use feeds::{FeedItem, Feeds};
pub use language::Language;
pub use markup::{Kind, Label};
pub use page::{Origin, Page};
pub use site::Site;
pub use stream::Stream;
pub use web::Web;
