//! Subscriptions at hubs (WebSub): which feed, until when, and the secret that deliveries are signed with.

use super::{Batch, Reader, StoreError};
use rusqlite::{OptionalExtension, Row};

/// Milliseconds before its end at which a subscription is renewed: a day.
const RENEWED_BEFORE: i64 = 86_400_000;
/// Milliseconds after which a hub that has not answered is asked again, and may not answer any more: six hours.
const ASKED_AGAIN: i64 = 6 * 3_600_000;

/// A subscription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscription {
    /// The feed.
    pub feed: i64,
    /// The hub.
    pub hub: String,
    /// What the hub knows the feed by.
    pub topic: String,
    /// What deliveries are signed with.
    pub secret: String,
    /// When the hub was asked last; none if it never was.
    pub asked: Option<i64>,
    /// When it ends; none until the hub has made sure that it is wanted.
    pub expires: Option<i64>,
}

impl Subscription {
    fn read(row: &Row<'_>) -> rusqlite::Result<Subscription> {
        Ok(Subscription {
            feed: row.get(0)?,
            hub: row.get(1)?,
            topic: row.get(2)?,
            secret: row.get(3)?,
            asked: row.get(4)?,
            expires: row.get(5)?,
        })
    }

    /// Whether a hub that was asked may still answer.
    pub fn is_asked(&self, now: i64) -> bool {
        self.asked.is_some_and(|asked| now - asked < ASKED_AGAIN)
    }

    /// Whether the hub may deliver.
    pub fn is_running(&self, now: i64) -> bool {
        self.expires.is_some_and(|expires| now < expires)
    }
}

impl Batch<'_> {
    /// A hub is about to be asked.
    pub fn ask_subscription(&mut self, asked: &Subscription, now: i64) -> Result<(), StoreError> {
        let sql =
            "INSERT INTO subscriptions(feed, hub, topic, secret, asked) VALUES (?1, ?2, ?3, ?4, ?5)
                   ON CONFLICT DO UPDATE SET hub = ?2, topic = ?3, secret = ?4, asked = ?5";
        let Subscription { feed, hub, topic, secret, .. } = asked;
        self.connection.prepare_cached(sql)?.execute((feed, hub, topic, secret, now))?;
        Ok(())
    }

    /// The hub has made sure; without an end it is over.
    pub fn set_subscription(&mut self, feed: i64, expires: Option<i64>) -> Result<(), StoreError> {
        let sql = "UPDATE subscriptions SET expires = ?2 WHERE feed = ?1";
        self.connection.prepare_cached(sql)?.execute((feed, expires))?;
        Ok(())
    }
}

impl Reader {
    /// The subscription of a feed that is still wanted.
    pub fn subscription(&self, feed: i64) -> Result<Option<Subscription>, StoreError> {
        let sql = "SELECT s.feed, s.hub, s.topic, s.secret, s.asked, s.expires FROM subscriptions s
                   JOIN feeds f ON f.id = s.feed AND f.wanted = 1 WHERE s.feed = ?1";
        let row = self.connection.prepare_cached(sql)?.query_row([feed], Subscription::read);
        Ok(row.optional()?)
    }

    /// Feeds whose hub is to be asked now, as subscriptions without a secret where there was none.
    pub fn subscriptions_due(&self, now: i64, most: u32) -> Result<Vec<Subscription>, StoreError> {
        let sql =
            "SELECT f.id, f.hub, coalesce(f.topic, f.address), coalesce(s.secret, ''), s.asked, s.expires
                   FROM feeds f LEFT JOIN subscriptions s ON s.feed = f.id
                   WHERE f.wanted = 1 AND f.hub IS NOT NULL AND f.failures = 0
                   AND (s.feed IS NULL OR s.hub <> f.hub OR s.topic <> coalesce(f.topic, f.address)
                        OR (coalesce(s.expires, 0) < ?1 AND s.asked < ?2)) ORDER BY f.id LIMIT ?3";
        let mut statement = self.connection.prepare_cached(sql)?;
        let bounds = (now + RENEWED_BEFORE, now - ASKED_AGAIN, most);
        let rows = statement.query_map(bounds, Subscription::read)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}
