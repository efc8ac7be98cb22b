//! The whole of it, and how it is made to order.

use crate::chance::Chance;
use crate::site::Site;
use crate::stream::Stream;

/// A made-up web. Sites and their documents are numbered from 0 and have no end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Web {
    pub(crate) seed: u64,
    pub(crate) redesign_at: Option<u64>,
    pub(crate) duplicates: usize,
    pub(crate) per_day: u64,
    pub(crate) host: String,
    pub(crate) scheme: String,
}

impl Web {
    /// The web of a seed: 20 documents a day and site, 5 of 100 seen before, no redesign.
    pub fn new(seed: u64) -> Web {
        Web {
            seed,
            redesign_at: None,
            duplicates: 5,
            per_day: 20,
            host: "www.{}.example".into(),
            scheme: "https".into(),
        }
    }

    /// From this document on, sites have another design.
    pub fn with_redesign_at(mut self, document: Option<u64>) -> Web {
        self.redesign_at = document;
        self
    }

    /// So many of a hundred documents are articles seen before.
    pub fn with_duplicates(mut self, percent: usize) -> Web {
        self.duplicates = percent.min(90);
        self
    }

    /// Documents of a site a day.
    pub fn with_per_day(mut self, documents: u64) -> Web {
        self.per_day = documents.clamp(1, 86_400);
        self
    }

    /// How hosts are written, with `{}` for the name of the site, and the scheme: `{}.localhost:8080` and
    /// `http` where the pages are served from this machine.
    pub fn with_host(mut self, host: impl Into<String>, scheme: impl Into<String>) -> Web {
        (self.host, self.scheme) = (host.into(), scheme.into());
        self
    }

    /// A site.
    pub fn site(&self, index: u64) -> Site {
        Site::new(self.clone(), index)
    }

    /// The site of a host as [`Site::host`] writes it, among the first `sites`.
    pub fn site_of(&self, host: &str, sites: u64) -> Option<Site> {
        (0..sites).map(|index| self.site(index)).find(|site| site.host() == host)
    }

    /// The documents of the first `sites`, as they are published: in turn, a document a site.
    ///
    /// ```
    /// let web = dehusk_synth::Web::new(1);
    /// let seen: Vec<_> = web.stream(2).take(4).map(|page| (page.site, page.number)).collect();
    /// assert_eq!(seen, [(0, 0), (1, 0), (0, 1), (1, 1)]);
    /// ```
    pub fn stream(&self, sites: u64) -> Stream {
        Stream::new((0..sites).map(|index| self.site(index)).collect())
    }

    pub(crate) fn chance(&self, keys: &[u64]) -> Chance {
        Chance::of(&[&[self.seed], keys].concat())
    }
}
