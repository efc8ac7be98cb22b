//! Any robots.txt gives rules that answer for any address, and never forbid themselves.

#![no_main]

use dehusk_stream::fetch::RobotsRules;
use libfuzzer_sys::fuzz_target;
use url::Url;

fuzz_target!(|data: (&str, &[u8])| {
    let (path, file) = data;
    let site = Url::parse("https://news.example/").expect("an address");
    let rules = RobotsRules::parse("dehusk/1.0 (+https://contact.example)", file);
    if let Ok(url) = site.join(path) {
        // Whether it is asked for once or twice, and with a fragment or without.
        let allowed = rules.allows(&url);
        let mut other = url.clone();
        other.set_fragment(Some("top"));
        assert_eq!(rules.allows(&other), allowed);
    }
    assert!(rules.allows(&site.join("/robots.txt").expect("an address")));
    assert!(rules.delay().is_none_or(|delay| delay.as_secs() <= 60));
});
