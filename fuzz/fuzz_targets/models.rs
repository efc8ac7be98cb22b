//! Any bytes behind a right beginning and checksum give a model that judges a page, or a typed error.

#![no_main]

use dehusk::Options;
use dehusk::auto::Model;
use dehusk_suite::classic_learned::file::ModelFile;
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

/// The magic word, the version and the digest of the features, as this program writes them.
static BEGINNING: LazyLock<Vec<u8>> = LazyLock::new(|| Model::shipped().write()[..20].to_vec());

const PAGE: &str = "<title>On bread</title><nav><a href=/>Home</a></nav><p>Bread is flour, water and time, and of \
                    the three, time is what no baker can buy.</p><ul><li>One</ul>";

/// FNV-1a over what stands behind the magic word.
fn checksum(bytes: &[u8]) -> [u8; 8] {
    let add = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, add).to_le_bytes()
}

fuzz_target!(|bytes: &[u8]| {
    let _ = Model::read(bytes);
    if let Some(file) = ModelFile::read(bytes) {
        assert_eq!(ModelFile::read(&file.write()), Some(file));
    }
    let mut sealed = [&BEGINNING[..], bytes].concat();
    sealed.extend(checksum(&sealed[8..]));
    let Ok(model) = Model::read(&sealed) else { return };
    let again = Model::read(&model.write()).expect("what was written is read");
    assert_eq!(again.write(), model.write());
    let article = Options::new().with_model(model).extract(PAGE);
    let _ = (article.text(), article.selection().verdicts(article.document()));
});
