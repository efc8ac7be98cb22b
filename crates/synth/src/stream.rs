//! Documents of many sites in the order of their time.

use crate::page::Page;
use crate::site::Site;

/// Pages of sites in turn. It never ends by itself: take as many as are needed.
#[derive(Debug)]
pub struct Stream {
    sites: Vec<Site>,
    next: u64,
}

impl Stream {
    pub(crate) fn new(sites: Vec<Site>) -> Stream {
        Stream { sites, next: 0 }
    }

    /// The sites that take part.
    pub fn sites(&self) -> &[Site] {
        &self.sites
    }
}

impl Iterator for Stream {
    type Item = Page;

    fn next(&mut self) -> Option<Page> {
        let count = self.sites.len() as u64;
        let site = self.sites.get(self.next.checked_rem(count)? as usize)?;
        let page = site.page(self.next / count);
        self.next += 1;
        Some(page)
    }
}
