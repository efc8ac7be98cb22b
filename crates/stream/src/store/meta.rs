//! A few values about the store as a whole.

use super::StoreError;
use super::segments::frame::Identity;
use ring::rand::SecureRandom;
use rusqlite::{Connection, OptionalExtension};

/// All articles up to this number were deleted because they were old.
pub const EXPIRED: &str = "expired";
const IDENTITY: &str = "identity";

/// A number; 0 unless it was set.
pub fn get(connection: &Connection, name: &str) -> Result<i64, StoreError> {
    let sql = "SELECT value FROM meta WHERE name = ?1";
    let value = connection.prepare_cached(sql)?.query_row([name], |row| row.get(0)).optional()?;
    Ok(value.unwrap_or_default())
}

/// Sets a number.
pub fn set(connection: &Connection, name: &str, value: i64) -> Result<(), StoreError> {
    let sql = "INSERT INTO meta VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = ?2";
    connection.prepare_cached(sql)?.execute((name, value))?;
    Ok(())
}

/// What makes this store another than all others: sixteen random bytes.
pub fn identity(connection: &Connection) -> Result<Identity, StoreError> {
    let sql = "SELECT value FROM meta WHERE name = ?1";
    let value: Vec<u8> = connection.prepare_cached(sql)?.query_row([IDENTITY], |row| row.get(0))?;
    let identity = value.first_chunk().copied().filter(|_| value.len() == 16);
    identity.ok_or_else(|| StoreError::DatabaseDamaged("the identity of the store".into()))
}

/// An identity that no store has.
pub fn new_identity() -> Result<Identity, StoreError> {
    let mut identity = Identity::default();
    let random = ring::rand::SystemRandom::new();
    let failed = |_| std::io::Error::other("the system has no random numbers");
    random.fill(&mut identity).map_err(failed)?;
    Ok(identity)
}

/// Gives the store its identity.
pub fn set_identity(connection: &Connection, identity: Identity) -> Result<(), StoreError> {
    connection.execute("INSERT OR REPLACE INTO meta VALUES (?1, ?2)", (IDENTITY, identity))?;
    Ok(())
}
