//! The stages, from the schedule to the sinks, and the engine that runs them. The file `wiring.rs` shows how they are
//! connected.
//!
//! | stage | where | what it owns and does |
//! | --- | --- | --- |
//! | schedule | `schedule`, `lanes`, `resting` | when feeds and pages are due; lets them in as long as there is room, and of one source no more than its share |
//! | sites | `site_workers`, `frontier`, `places` | a queue a site; does its jobs in the site's turn |
//! | feed | `visit_feed` | reads a feed, hands its items to the store |
//! | fetch | `fetch_page`, `extractor_pool` | gets the page of an item, hands it to the thread that has its site |
//! | URL key, seen?, document, memory, article | `extract`, `memory`, `recent`, `copies` | makes the article, one thread a share of the sites |
//! | store | `commit` | keeps articles, history and memory in one transaction |
//! | sinks | `deliver`, `again`, `pause`, `outbox` | hands articles on, each sink at its own pace |
//! | hubs | `subscribe`, `hub_answers` | asks hubs to tell of changes, and takes their word |

mod again;
mod commands;
mod commit;
mod copies;
mod deliver;
mod ending;
mod engine;
mod extract;
mod extractor_pool;
mod failures;
mod fetch_page;
mod frontier;
mod handle;
mod hub_answers;
mod lanes;
mod memory;
mod outbox;
mod pause;
mod places;
mod recent;
mod resting;
mod schedule;
mod settings;
mod site_workers;
mod status;
mod subscribe;
mod visit_feed;
mod wiring;

pub use deliver::SinkReport;
pub use engine::Engine;
pub use failures::{Failing, Failure, Failures};
pub use handle::Handle;
pub use settings::Settings;
use status::Say;
pub use status::{Load, Mode, Status, StreamError, Summary};
pub use subscribe::{Delivered, HubQuestion};
