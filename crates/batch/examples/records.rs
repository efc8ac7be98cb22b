//! The records of archives as lines of JSON: kind, identity, address, offset, status, and the hash of what they hold with
//! all codings undone. `tests/batch/peers.sh` compares them with what fastwarc reads.
//!
//! ```sh
//! cargo run --release -p dehusk-batch --example records -- crawl.warc.gz
//! ```

use dehusk_batch::read::warc::Records;
use serde_json::json;
use std::path::Path;
use twox_hash::XxHash3_64;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for file in std::env::args().skip(1) {
        for record in Records::open(Path::new(&file))? {
            let line = match record {
                Ok(record) => {
                    let body = record.body(64 << 20);
                    json!({
                        "kind": record.kind.name(),
                        "id": record.id,
                        "url": record.url,
                        "date": record.date,
                        "offset": record.offset,
                        "status": record.http().and_then(|http| http.status),
                        "bytes": body.len(),
                        "hash": format!("{:016x}", XxHash3_64::oneshot(&body)),
                        "cut": record.cut.map(|cut| format!("{cut:?}")),
                    })
                }
                Err(damage) => json!({ "damage": damage.what, "offset": damage.offset }),
            };
            println!("{line}");
        }
    }
    Ok(())
}
