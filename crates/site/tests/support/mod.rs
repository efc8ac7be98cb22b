//! A made-up stream as a memory sees it.

use dehusk_extract::Document;
use dehusk_site::{Keys, Observation};
use dehusk_synth::Web;

/// The document of a stream over some sites.
#[allow(dead_code, reason = "not every test reads a stream by number")]
pub fn observation(web: &Web, sites: u64, number: u64) -> Observation {
    observation_of(&web.site(number % sites).page(number / sites))
}

/// A page as a memory sees it.
pub fn observation_of(page: &dehusk_synth::Page) -> Observation {
    let document = Document::new(dehusk_page::Page::parse(page.html.as_str()));
    let key = Keys::default().key(&page.url, Some(&page.title)).expect("a key");
    Observation::of(key, page.time, &document.with_url(&page.url))
}
