//! A hook: each article is posted to an address as JSON.

use super::{Delivery, Sink, SinkError};
use crate::fetch::{Fetcher, HttpClient, HttpSettings, Policy};
use crate::store::Position;
use std::sync::Arc;
use twox_hash::XxHash3_128;

/// Articles posted to an address, one a request, in their order. The header `Idempotency-Key` is the same
/// however often an article comes.
#[derive(Debug)]
pub struct Webhook {
    address: String,
    fetcher: Fetcher,
    runtime: tokio::runtime::Handle,
}

impl Webhook {
    /// A hook. Its address is the user's own and may be a private one. Has to be made within a runtime.
    pub fn new(address: &str, user_agent: &str) -> Result<Webhook, SinkError> {
        let settings = HttpSettings {
            user_agent: user_agent.into(),
            allow_private: true,
            ..HttpSettings::default()
        };
        let client = HttpClient::new(&settings).map_err(|e| SinkError(e.to_string()))?;
        Ok(Webhook {
            address: address.into(),
            fetcher: Fetcher::new(Arc::new(client), Policy::default()),
            runtime: tokio::runtime::Handle::current(),
        })
    }
}

impl Sink for Webhook {
    fn name(&self) -> String {
        format!("webhook:{}", self.address)
    }

    fn open(&mut self, _: &Position) -> Result<(), SinkError> {
        Ok(())
    }

    fn deliver(&mut self, batch: &[Delivery]) -> Result<Option<String>, SinkError> {
        for delivery in batch {
            let key = XxHash3_128::oneshot(delivery.key.as_bytes());
            let headers = vec![
                ("content-type", "application/json".to_string()),
                ("idempotency-key", format!("{key:032x}")),
            ];
            let post = self.fetcher.post(&self.address, headers, delivery.record.clone());
            self.runtime.block_on(post).map_err(|error| SinkError(error.to_string()))?;
        }
        Ok(Some(String::new()))
    }
}
