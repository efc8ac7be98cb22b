//! Stands for the client where the command is built without the feature `stream`: addresses are refused.

use crate::input::Source;
use crate::left_out::LeftOut;

/// No client.
#[derive(Debug)]
pub struct Client;

/// Why a page could not be fetched.
pub type PageFetchError = LeftOut;

impl Client {
    /// Refuses to fetch.
    pub fn get(&self, _address: &str) -> Result<Source, PageFetchError> {
        Err(LeftOut { what: "a client for the web", feature: "stream" })
    }
}
