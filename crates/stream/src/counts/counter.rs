//! Everything that is counted, in one table: the status line, the metrics, the dashboard, the summary of a run and
//! the tests all read it, so a new counter is one line here.

/// Whether something belongs to the normal course of things or somebody may want to look after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Nature {
    /// Normal, or the sum of things that are counted one by one as well.
    Fine,
    /// Something went wrong. The status line and the summary name it.
    Fault,
}
use Nature::{Fault, Fine};

macro_rules! counters {
    ($($variant:ident $name:literal $nature:ident $about:literal;)*) => {
        /// Something that is counted.
        ///
        /// ```
        /// use dehusk_stream::counts::Counter;
        /// assert_eq!(Counter::RedirectLoop.name(), "redirect_loop");
        /// assert!(Counter::RedirectLoop.is_fault() && !Counter::Articles.is_fault());
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Counter {
            $(#[doc = $about] $variant,)*
        }

        impl Counter {
            /// All counters, by name.
            pub const ALL: &[Counter] = &[$(Counter::$variant,)*];

            const fn row(self) -> (&'static str, Nature, &'static str) {
                match self {
                    $(Counter::$variant => ($name, $nature, $about),)*
                }
            }
        }
    };
}

counters! {
    Articles "articles" Fine "Articles that were kept.";
    BadUrl "bad_url" Fault "Addresses that are none.";
    BombCut "bomb_cut" Fault "Compressed data that unpacks to more than is read.";
    Certificate "certificate" Fault "Servers whose certificate cannot be trusted.";
    Committed "committed" Fine "Outcomes of visits and pages that were stored.";
    Crashed "crashed" Fault "Pages on which the extractor crashed.";
    DamagedCompression "damaged_compression" Fault "Compressed data that cannot be unpacked.";
    DateInFuture "date_in_future" Fault "Items whose date lies in the future; the date is ignored.";
    Delivered "delivered" Fine "Articles that were handed to sinks.";
    NoHost "dns" Fault "Hosts that no name server knows.";
    DuplicateId "duplicate_id" Fault "Items with the identifier of another item of their feed.";
    DuplicateItem "duplicate_item" Fine "Items that were seen before.";
    DuplicateKey "duplicate_key" Fine "Pages whose address stands for an article that is known.";
    DuplicateText "duplicate_text" Fine "Pages with the text of an article of their site that is known.";
    EmptyPage "empty_page" Fault "Pages without any content.";
    FeedCut "feed_cut" Fault "Feeds that are longer than what is read of them.";
    FeedDiscovered "feed_discovered" Fine "Feeds that a page named.";
    FeedFailed "feed_failed" Fault "Visits to feeds that failed, whatever the cause; the cause is counted too.";
    FeedIsPage "feed_is_page" Fault "Feeds that turned out to be pages.";
    FeedMoved "feed_moved" Fine "Feeds that have moved for good; the new address is remembered.";
    FeedNotModified "feed_not_modified" Fine "Visits to feeds that had not changed.";
    FeedPostponed "feed_postponed" Fine "Visits that were put off because their site wants to be left alone.";
    FeedRepaired "feed_repaired" Fault "Feeds whose markup was broken and could be repaired.";
    FeedSalvaged "feed_salvaged" Fault "Feeds too broken to be parsed, from which items could be saved.";
    FeedSetAside "feed_set_aside" Fault "Feeds that keep failing and are tried once a week.";
    FeedTooSlow "feed_too_slow" Fault "Feeds that took too long to be parsed.";
    GivenUp "given_up" Fine "Pages that are not tried again, whatever the cause; the cause is counted too.";
    HubAsked "hub_asked" Fine "Hubs that were asked to tell of changes.";
    HubDelivered "hub_delivered" Fine "Changes that hubs told of.";
    HubDeliveryUnsigned "hub_delivery_unsigned" Fault "Deliveries of hubs without a valid signature.";
    HubDeliveryUnwanted "hub_delivery_unwanted" Fault "Deliveries of hubs for feeds nobody subscribed to.";
    HubDenied "hub_denied" Fault "Subscriptions that hubs denied.";
    HubFailed "hub_failed" Fault "Hubs that could not be asked.";
    HubQuestionRefused "hub_question_refused" Fault "Questions of hubs about subscriptions that nobody wants.";
    HubSubscribed "hub_subscribed" Fine "Subscriptions that hubs confirmed.";
    ItemBroken "item_broken" Fault "Items of JSON feeds that cannot be read.";
    ItemWithoutLink "item_without_link" Fault "Items without an address.";
    ItemsNew "items_new" Fine "Items that were never seen before.";
    ItemsPruned "items_pruned" Fine "Items given up long ago whose cause was forgotten.";
    ItemsSeen "items_seen" Fine "Items in the feeds that were read.";
    MemoriesRested "memories_rested" Fine "Site memories that were put back into the store to make room.";
    MemoryDamaged "memory_damaged" Fault "Site memories that are damaged and learned anew.";
    NearlySameText "nearly_same_text" Fine "Pages with nearly the text of an article of their site that is known.";
    NoContent "no_content" Fault "Pages with nothing to read on them.";
    NoKey "no_key" Fault "Pages whose address gives no key.";
    NotAFeed "not_a_feed" Fault "Feeds that are no feed, sitemap or page.";
    NotAPage "not_a_page" Fault "Pages that are images, documents or other data.";
    NotHtml "not_html" Fault "Pages that are sent as something else than HTML.";
    PageCut "page_cut" Fault "Pages that are longer than what is read of them.";
    PageFailed "page_failed" Fine "Tries of pages that failed, whatever the cause; the cause is counted too.";
    PageHeavy "page_heavy" Fault "Pages that took long to work on; their site is left alone for ten times as long.";
    PagePostponed "page_postponed" Fine "Pages that were put off because their site wants to be left alone.";
    PagesFetched "pages_fetched" Fine "Pages that were fetched.";
    PartsLeftOut "parts_left_out" Fault "Sitemap indexes that name more parts than are looked at.";
    PartsRetired "parts_retired" Fault "Parts of sitemap indexes that were dropped because there are too many.";
    PartsTooDeep "parts_too_deep" Fault "Parts that a part of a sitemap index names, which are not visited.";
    PrivateAddress "private_address" Fault "Hosts that resolve to an address of a private network.";
    RedirectLoop "redirect_loop" Fault "Redirects that come to no end.";
    RedirectNowhere "redirect_nowhere" Fault "Redirects that do not say where to.";
    Refused "refused" Fault "Servers that refuse connections.";
    Robots "robots" Fault "Addresses that robots.txt does not allow.";
    RobotsUnknown "robots_unknown" Fault "Addresses of hosts whose robots.txt could not be read.";
    SameTextElsewhere "same_text_elsewhere" Fine "Articles whose text is known from another site.";
    Scheme "scheme" Fault "Addresses that are neither http nor https.";
    SetAside "set_aside" Fault "Articles that a sink will not take, however often it gets them.";
    SinkFailed "sink_failed" Fault "Deliveries that a sink did not take.";
    SiteNotDue "site_not_due" Fault "Addresses that lead to a site which wants to be left alone; they are asked for later.";
    Status401 "status_401" Fault "Answers of 401: a login is needed.";
    Status403 "status_403" Fault "Answers of 403: access is denied.";
    Status404 "status_404" Fault "Answers of 404: not found.";
    Status410 "status_410" Fault "Answers of 410: gone for good.";
    Status429 "status_429" Fault "Answers of 429: too many requests.";
    Status451 "status_451" Fault "Answers of 451: access is denied for legal reasons.";
    Status4xx "status_4xx" Fault "Other answers from 400 to 499.";
    Status503 "status_503" Fault "Answers of 503: the server cannot answer now.";
    Status5xx "status_5xx" Fault "Other answers from 500 to 599.";
    StatusOther "status_other" Fault "Answers with a status that is not expected.";
    Timeout "timeout" Fault "Requests that took too long.";
    TooManyItems "too_many_items" Fault "Feeds with more items than are looked at.";
    Transfer "transfer" Fault "Transfers that failed in another way.";
    TriedAgain "tried_again" Fine "Pages that failed and are tried again.";
    TruncatedCompression "truncated_compression" Fault "Compressed data that ends too early.";
    UnknownCompression "unknown_compression" Fault "Answers in a compression that is not known.";
    WrongLength "wrong_length" Fault "Transfers that ended before they were complete.";
    XmlEntitiesRefused "xml_entities_refused" Fault "Feeds that declare entities, which are not expanded.";
}

impl Counter {
    /// What it is called in metrics and statistics.
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// Whether it counts something that went wrong.
    pub const fn is_fault(self) -> bool {
        matches!(self.row().1, Fault)
    }

    /// What it counts, in a sentence.
    pub const fn description(self) -> &'static str {
        self.row().2
    }

    /// The counter of a name.
    pub fn named(name: &str) -> Option<Counter> {
        Counter::ALL.iter().copied().find(|counter| counter.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_order_and_each_is_there_once() {
        let names: Vec<&str> = Counter::ALL.iter().map(|counter| counter.name()).collect();
        assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
    }

    #[test]
    fn the_position_of_a_counter_in_the_table_is_its_number() {
        for (number, counter) in Counter::ALL.iter().enumerate() {
            assert_eq!(*counter as usize, number, "{}", counter.name());
            assert_eq!(Counter::named(counter.name()), Some(*counter));
        }
    }

    #[test]
    fn descriptions_are_sentences() {
        for counter in Counter::ALL {
            let about = counter.description();
            assert!(about.ends_with('.') && about.starts_with(char::is_uppercase), "{about}");
        }
    }
}
