//! What stages tell each other: commands to the one thread that stores, and the news of what it has stored.

use super::StreamError;
use crate::counts::Counter;
use crate::feed::Source;
use crate::schedule::NextVisit;
use crate::store::{
    FeedUpdate, ItemRow, Marks, NewArticle, NewItem, Position, SetAside, Subscription,
};
use dehusk_site::store::Lesson;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::{mpsc, oneshot};

/// Outcomes that may wait for the store; whoever has another one waits with it.
const WAITING: usize = 1024;

/// What a visit to a feed brought.
#[derive(Debug)]
pub struct FeedVisit {
    /// The feed.
    pub id: i64,
    /// What has changed about it; interval and time of the next visit are taken from `next`.
    pub update: FeedUpdate,
    /// Its items.
    pub items: Vec<NewItem>,
    /// Other sources it named.
    pub parts: Vec<Source>,
    /// When it is visited next, which depends on how many of the items are new.
    pub next: NextVisit,
}

/// What became of a page.
#[derive(Debug)]
pub enum PageOutcome {
    /// An article, what its site's memory learned from it, and who wants to know when both are kept.
    Article(Box<NewArticle>, Box<Lesson>, Receipt),
    /// It is known already, by this step.
    Duplicate(Counter),
    /// It failed and is tried again at this time.
    Again(String, i64),
    /// It failed for good.
    GivenUp(String),
}

/// How far a sink has come.
#[derive(Debug, Default)]
pub struct SinkProgress {
    /// The name of the sink.
    pub sink: String,
    /// How far it is.
    pub position: Position,
    /// What it did not take on the way.
    pub set_aside: Vec<SetAside>,
    /// The last article that it got again; 0 if it got none.
    pub again: i64,
}

/// Something to be kept.
#[derive(Debug)]
pub enum Command {
    /// Feeds somebody wants; the answer says how many are new.
    AddFeeds(Vec<Source>, oneshot::Sender<usize>),
    /// A feed nobody wants any more; the answer says whether there was one.
    DropFeed(i64, oneshot::Sender<bool>),
    /// A feed that is to be visited now; the answer says whether there is one.
    VisitFeed(i64, oneshot::Sender<bool>),
    /// Articles that are marked; the answer says how many of them are there.
    Mark(Vec<i64>, Marks, oneshot::Sender<usize>),
    /// A hub is about to be asked.
    Subscribe(Subscription, oneshot::Sender<()>),
    /// Until when a feed is subscribed; none if it is not any more.
    Subscribed(i64, Option<i64>, oneshot::Sender<()>),
    /// A visit to a feed.
    Visit(Box<FeedVisit>),
    /// The outcome of a page.
    Page(ItemRow, PageOutcome),
    /// How far a sink is.
    Position(SinkProgress, oneshot::Sender<()>),
    /// Answered when everything sent before is kept.
    Flush(oneshot::Sender<()>),
    /// The end.
    Stop,
}

impl Command {
    /// Whether somebody waits for the answer and should not wait for other commands. A sink may: its next
    /// articles come with the same transaction.
    pub fn is_urgent(&self) -> bool {
        !matches!(self, Command::Visit(_) | Command::Page(..) | Command::Position(..))
    }
}

/// What the schedule is told.
#[derive(Debug)]
pub enum News {
    /// A feed was visited: new items, and when feeds are due.
    Visited {
        /// Its number.
        feed: i64,
        /// Items nobody has seen before.
        items: Vec<ItemRow>,
        /// Time and number of the feed, and of those it named.
        due: Vec<(i64, i64)>,
    },
    /// Feeds that are due at these times.
    Due(Vec<(i64, i64)>),
    /// The outcome of a page is kept.
    PageDone(ItemRow),
    /// The failure of a page is kept; it is tried again when it is due.
    PageAgain(ItemRow),
    /// A page was not tried, because its site wants to be left alone until it is due.
    PagePostponed(ItemRow),
    /// A feed was not visited for that reason: its number, the time the store has, and the time to come back.
    FeedPostponed(i64, i64, i64),
}

/// Takes news to the schedule. It is unbounded, because the store must never wait for the schedule, which may not
/// run yet; what it holds is bounded by the queues before and behind it.
pub type NewsSender = mpsc::UnboundedSender<Vec<News>>;
/// Where the schedule hears them.
pub type NewsReceiver = mpsc::UnboundedReceiver<Vec<News>>;

/// The way to the thread that stores.
#[derive(Clone, Debug)]
pub struct StoreQueue(mpsc::Sender<Command>);

impl StoreQueue {
    /// A way, and its end.
    pub fn new() -> (StoreQueue, mpsc::Receiver<Command>) {
        let (sender, receiver) = mpsc::channel(WAITING);
        (StoreQueue(sender), receiver)
    }

    /// Hands something over. The store ends after all others, or because it failed, and then nothing is kept any
    /// more: whoever sent it has nothing to do about that.
    pub async fn put(&self, command: Command) {
        let _ = self.0.send(command).await;
    }

    /// Hands something over, from a thread; whether the store is there to take it.
    pub fn put_blocking(&self, command: Command) -> bool {
        self.0.blocking_send(command).is_ok()
    }

    /// Hands something over and waits until it is kept.
    pub async fn ask<T>(
        &self,
        command: impl FnOnce(oneshot::Sender<T>) -> Command,
    ) -> Result<T, StreamError> {
        let (reply, answer) = oneshot::channel();
        self.0.send(command(reply)).await.map_err(|_| StreamError::Ended)?;
        answer.await.map_err(|_| StreamError::Ended)
    }

    /// Hands something over, from a thread, and waits until it is kept; none if the store has ended.
    pub fn ask_blocking<T>(
        &self,
        command: impl FnOnce(oneshot::Sender<T>) -> Command,
    ) -> Option<T> {
        let (reply, answer) = oneshot::channel();
        self.0.blocking_send(command(reply)).ok()?;
        answer.blocking_recv().ok()
    }
}

/// How many of the articles that a thread has sent to the store are kept. They are kept in the order they were sent
/// in, so one number tells all.
#[derive(Clone, Debug, Default)]
pub struct Kept(Arc<AtomicU64>);

impl Kept {
    /// The number of the last one that is kept.
    pub fn number(&self) -> u64 {
        self.0.load(Ordering::Acquire)
    }

    /// A receipt for an article with a number.
    pub fn receipt(&self, number: u64) -> Receipt {
        Receipt { number, kept: self.clone() }
    }
}

/// Tells the thread that made an article that the store has it.
#[derive(Debug)]
pub struct Receipt {
    number: u64,
    kept: Kept,
}

impl Receipt {
    /// The article is kept.
    pub fn acknowledge(self) {
        self.kept.0.fetch_max(self.number, Ordering::Release);
    }
}
