//! Everything that is read: archives, tables, pages, wherever they are.

mod error;
mod input;
mod items;
mod location;
mod source;
mod table;
pub mod warc;

pub use error::InputError;
pub use input::{Input, InputFormat, expand, expand_list};
pub use items::{Item, Items, Line, ReadError, ReadOptions, Row, RowHtml, unpacked_text};
pub use location::Location;
pub use source::{Meter, Source};
pub use table::TableColumns;
pub(crate) use table::row_of;
