//! Lanes: what one stranger may have on its way at once.
//!
//! A feed names as many pages as it likes, at sites it chooses, and a site chooses how long it takes to answer. Were
//! all pages in one queue, those of one feed could fill it, and no other feed would be visited for as long as their
//! site likes; or slow sites that it names could take all places there are. So pages wait in the lane of who named
//! them: the registered domain of the feed, or of the index that named the feed. Of a lane a few sites are worked at
//! at once, and only a share of its pages counts against the room of the queue; while it has more than its share, its
//! feeds are not visited.

use super::schedule::Entry;
use crate::store::ItemRow;
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

/// So many lanes with all they may have fill the queue.
const SHARES: usize = 50;
/// One part of so many of all sites that are worked at at once may be of one lane.
const PARTS: usize = 8;
/// Pages at one site that are handed over at once: as many as a site keeps its place for.
const AT_A_SITE: usize = 64;
/// Feeds of a lane that may wait at their sites at once.
const FEEDS: usize = 200;

/// Who named something: a registered domain.
type Source = Arc<str>;

/// The pages of one source at one site.
#[derive(Debug, Default)]
struct Site {
    waiting: VecDeque<ItemRow>,
    at_work: usize,
}

#[derive(Debug, Default)]
struct Lane {
    sites: HashMap<String, Site>,
    /// Sites whose pages wait while others are worked at, in their order.
    line: VecDeque<String>,
    /// Sites that are worked at.
    busy: usize,
    /// Pages that wait or are worked at.
    pages: usize,
    /// Pages that wait for their next try.
    resting: usize,
    /// Feeds that wait at their sites or are being visited.
    visiting: usize,
    /// Feeds that are due while the lane is full.
    held: Vec<Entry>,
}

/// All lanes.
#[derive(Debug)]
pub struct Lanes {
    lanes: HashMap<Source, Lane>,
    /// Whose feed it is, by its number.
    sources: HashMap<i64, Source>,
    /// Lanes that hold feeds back.
    holding: HashSet<Source>,
    /// Pages that wait or are worked at, of each lane no more than its share.
    counted: usize,
    share: usize,
    sites_at_once: usize,
}

impl Lanes {
    /// No lanes yet, for a queue with room for so many pages and so many sites that are worked at at once.
    pub fn new(queue: usize, sites: usize) -> Lanes {
        Lanes {
            lanes: HashMap::new(),
            sources: HashMap::new(),
            holding: HashSet::new(),
            counted: 0,
            share: (queue / SHARES).max(1),
            sites_at_once: (sites / PARTS).max(1),
        }
    }

    /// Whether it is known whose feed this is.
    pub fn knows(&self, feed: i64) -> bool {
        self.sources.contains_key(&feed)
    }

    /// Notes whose feed this is.
    pub fn name(&mut self, feed: i64, source: &str) {
        self.sources.insert(feed, source.into());
    }

    fn source(&self, feed: i64) -> Source {
        // A feed that was never named is its own source.
        self.sources.get(&feed).cloned().unwrap_or_else(|| format!("feed {feed}").into())
    }

    /// Pages against the room of the queue.
    pub fn counted(&self) -> usize {
        self.counted
    }

    /// Feeds that wait until their lanes have room.
    pub fn held(&self) -> usize {
        self.holding.iter().filter_map(|source| self.lanes.get(source)).map(|l| l.held.len()).sum()
    }

    fn lane(&mut self, feed: i64) -> &mut Lane {
        let source = self.source(feed);
        self.lanes.entry(source).or_default()
    }

    /// Adds a page at a site; gives it back if it is worked at at once.
    pub fn add(&mut self, site: &str, page: ItemRow) -> Option<ItemRow> {
        let (share, at_once) = (self.share, self.sites_at_once);
        let lane = self.lane(page.feed);
        lane.pages += 1;
        let counts = lane.pages <= share;
        let ready = lane.add(site, page, at_once);
        self.counted += usize::from(counts);
        ready
    }

    /// A page is not worked at any more, for good or until its next try; those that are worked at next.
    pub fn left(&mut self, site: &str, feed: i64, rests: bool) -> Vec<ItemRow> {
        let (share, at_once) = (self.share, self.sites_at_once);
        let lane = self.lane(feed);
        let counted = lane.pages <= share;
        lane.pages = lane.pages.saturating_sub(1);
        lane.resting += usize::from(rests);
        let next = lane.left(site, at_once);
        self.counted = self.counted.saturating_sub(usize::from(counted));
        self.forget_if_empty(feed);
        next
    }

    /// A page that was left by an earlier run waits for its next try.
    pub fn rests(&mut self, feed: i64) {
        self.lane(feed).resting += 1;
    }

    /// A page that waited for its next try is about to be added.
    pub fn wakes(&mut self, feed: i64) {
        let lane = self.lane(feed);
        lane.resting = lane.resting.saturating_sub(1);
    }

    /// A feed is let in, unless its lane is full: then it is held until there is room. A single round comes to an
    /// end before pages that rest are tried again, so these count only where there is no end.
    pub fn let_in(&mut self, entry: Entry, once: bool) -> bool {
        let share = self.share;
        let lane = self.lane(entry.id);
        if lane.is_full(share, once) {
            lane.held.push(entry);
            self.holding.insert(self.source(entry.id));
            return false;
        }
        lane.visiting += 1;
        true
    }

    /// A feed that was let in has been visited, or gave its visit up for now.
    pub fn visited(&mut self, feed: i64) {
        let lane = self.lane(feed);
        lane.visiting = lane.visiting.saturating_sub(1);
        self.forget_if_empty(feed);
    }

    /// Feeds that were held and whose lanes have room again.
    pub fn released(&mut self, once: bool) -> Vec<Entry> {
        let mut released = Vec::new();
        let (share, lanes) = (self.share, &mut self.lanes);
        self.holding.retain(|source| match lanes.get_mut(source) {
            Some(lane) if lane.is_full(share, once) => true,
            Some(lane) => {
                released.append(&mut lane.held);
                false
            }
            None => false,
        });
        released
    }

    fn forget_if_empty(&mut self, feed: i64) {
        let source = self.source(feed);
        if self.lanes.get(&source).is_some_and(Lane::is_empty) {
            self.lanes.remove(&source);
        }
    }
}

impl Lane {
    fn is_full(&self, share: usize, once: bool) -> bool {
        let resting = if once { 0 } else { self.resting };
        self.pages + resting >= share || self.visiting >= FEEDS
    }

    fn is_empty(&self) -> bool {
        self.pages + self.resting + self.visiting == 0 && self.held.is_empty()
    }

    fn add(&mut self, site: &str, page: ItemRow, at_once: usize) -> Option<ItemRow> {
        let is_new = !self.sites.contains_key(site);
        let known = self.sites.entry(site.into()).or_default();
        let may_begin = known.at_work > 0 || (is_new && self.busy < at_once);
        if may_begin && known.waiting.is_empty() && known.at_work < AT_A_SITE {
            self.busy += usize::from(known.at_work == 0);
            known.at_work += 1;
            return Some(page);
        }
        known.waiting.push_back(page);
        if is_new {
            self.line.push_back(site.into());
        }
        None
    }

    /// A page at a site is not worked at any more; those that are worked at next.
    fn left(&mut self, site: &str, at_once: usize) -> Vec<ItemRow> {
        let Some(known) = self.sites.get_mut(site) else { return Vec::new() };
        known.at_work = known.at_work.saturating_sub(1);
        if let Some(next) = known.waiting.pop_front() {
            known.at_work += 1;
            return vec![next];
        }
        if known.at_work > 0 {
            return Vec::new();
        }
        self.sites.remove(site);
        self.busy = self.busy.saturating_sub(1);
        self.begin(at_once)
    }

    /// Begins with the next site in line, if there may be another.
    fn begin(&mut self, at_once: usize) -> Vec<ItemRow> {
        if self.busy >= at_once {
            return Vec::new();
        }
        let Some(next) = self.line.pop_front() else { return Vec::new() };
        let Some(site) = self.sites.get_mut(&next) else { return Vec::new() };
        let number = site.waiting.len().min(AT_A_SITE);
        site.at_work = number;
        self.busy += 1;
        site.waiting.drain(..number).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(feed: i64, id: i64) -> ItemRow {
        let (url, title, published) = (String::new(), None, None);
        ItemRow { id, feed, url, title, published, tries: 0, due: 0 }
    }

    fn entry(id: i64) -> Entry {
        Entry { at: 0, id, due: 0 }
    }

    /// Lanes with a share of 100 pages and two sites at once.
    fn lanes() -> Lanes {
        let mut lanes = Lanes::new(100 * SHARES, 2 * PARTS);
        lanes.name(1, "one.example");
        lanes.name(2, "one.example");
        lanes.name(3, "other.example");
        lanes
    }

    #[test]
    fn all_pages_come_in_their_order_and_few_sites_at_once() {
        let mut lanes = lanes();
        let mut at_work: VecDeque<(i64, ItemRow)> = VecDeque::new();
        let site = |id: i64| format!("s{}.example", id % 5);
        for id in 0..600 {
            at_work.extend(lanes.add(&site(id), page(1, id)).map(|page| (id % 5, page)));
        }
        let mut done: Vec<i64> = Vec::new();
        while let Some((number, page)) = at_work.pop_front() {
            let busy: HashSet<i64> =
                at_work.iter().map(|(site, _)| *site).chain([number]).collect();
            assert!(busy.len() <= 2, "{busy:?}");
            assert!(at_work.len() < 2 * AT_A_SITE);
            let next = lanes.left(&site(page.id), 1, false);
            at_work.extend(next.into_iter().map(|page| (page.id % 5, page)));
            done.push(page.id);
        }
        assert_eq!(done.len(), 600);
        for number in 0..5 {
            let of_site: Vec<i64> = done.iter().copied().filter(|id| id % 5 == number).collect();
            assert!(of_site.is_sorted(), "{of_site:?}");
        }
        assert_eq!((lanes.counted(), lanes.lanes.len()), (0, 0));
    }

    #[test]
    fn one_source_takes_its_share_of_the_queue_and_no_more() {
        let mut lanes = lanes();
        for id in 0..10_000 {
            let _ = lanes.add("a.example", page(1 + id % 2, id));
        }
        assert_eq!(lanes.counted(), 100);
        assert!(!lanes.let_in(entry(2), false), "its feeds wait");
        assert!(lanes.let_in(entry(3), false), "those of others do not");
        let _ = lanes.add("a.example", page(3, 1));
        assert_eq!((lanes.counted(), lanes.held()), (101, 1));
        for _ in 0..9_900 {
            assert!(lanes.released(false).is_empty());
            lanes.left("a.example", 1, false);
        }
        lanes.left("a.example", 1, false);
        assert_eq!((lanes.released(false).len(), lanes.held()), (1, 0));
        assert_eq!(lanes.counted(), 100);
    }

    #[test]
    fn pages_that_fail_again_and_again_keep_a_lane_full() {
        let mut lanes = lanes();
        for id in 0..100 {
            let _ = lanes.add("a.example", page(1, id));
            lanes.left("a.example", 1, true);
        }
        assert_eq!(lanes.counted(), 0, "nobody else waits for them");
        assert!(!lanes.let_in(entry(1), false));
        assert!(lanes.let_in(entry(1), true), "a single round does not wait for them");
        lanes.wakes(1);
        assert_eq!(lanes.released(false).len(), 1);
    }
}
