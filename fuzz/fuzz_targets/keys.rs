//! Any address gives a key that is its own key, or a typed error.

#![no_main]

use dehusk_site::Keys;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: (&str, Option<&str>)| {
    let (address, title) = data;
    let keys = Keys::default();
    let _ = (keys.key(address, title), keys.normal_address(address, title));
    let Ok(key) = keys.careful_key(address, title, |_, _, _| false) else { return };
    assert!(!key.domain().is_empty() && key.as_str().contains("://"));
    let again = keys.careful_key(key.as_str(), title, |_, _, _| false);
    assert_eq!(again.as_ref(), Ok(&key), "the key of a key");
});
