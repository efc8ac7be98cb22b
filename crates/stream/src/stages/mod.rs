//! The stages, from the schedule to the sinks, and the engine that runs them.
//!
//! | stage | where | what it does |
//! | --- | --- | --- |
//! | schedule | `schedule` | lets feeds in that are due, as long as the queues have room |
//! | feed, item new? | `visit`, `commit` | reads a feed, queues the items nobody has seen |
//! | fetch | `places`, `page` | gets the page of an item in its site's turn |
//! | URL key, seen?, document, memory, article | `extract`, `memory`, `copies` | makes the article, one thread a share of the sites |
//! | store | `commit` | keeps articles, history and memory in one transaction |
//! | sinks | `deliver` | hands articles on, each sink at its own pace |
//! | hubs | `subscribe` | asks hubs to tell of changes, and takes their word |

mod commit;
mod copies;
mod deliver;
mod engine;
mod extract;
mod frontier;
mod handle;
mod hub_answers;
mod memory;
mod page;
mod places;
mod schedule;
mod settings;
mod subscribe;
mod visit;

pub use engine::{Engine, Mode, Status, StreamError, Summary};
pub use frontier::Load;
pub use handle::Handle;
pub use settings::Settings;
pub use subscribe::{Delivered, HubQuestion};
