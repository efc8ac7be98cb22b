//! The store stage: one thread that keeps everything, many outcomes a transaction.
//!
//! New items enter the queue in the transaction that notes the feed's visit, and leave it in the one that
//! keeps their article. What the rest of the program believes is changed only after the commit.

use super::engine::Shared;
use crate::feed::Source;
use crate::fetch::site_of;
use crate::schedule::Visit;
use crate::store::{
    Batch, FeedUpdate, ItemRow, NewArticle, NewItem, Position, Store, StoreError, Subscription,
    now_ms,
};
use dehusk_site::store::Lesson;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use url::Url;

/// Outcomes that make a transaction at most.
const BATCH: usize = 512;
/// How long the first outcome of a transaction may wait for others.
const GATHER: Duration = Duration::from_millis(100);
/// Milliseconds between two looks at what is too old to be kept: an hour.
const TIDIED_EVERY: i64 = 3_600_000;

/// What a visit to a feed brought.
#[derive(Debug, Default)]
pub struct FeedVisit {
    /// The feed.
    pub id: i64,
    /// What has changed about it.
    pub update: FeedUpdate,
    /// Its items.
    pub items: Vec<NewItem>,
    /// Other sources it named.
    pub parts: Vec<Source>,
    /// For a visit with items: the interval until now, and what the server asks for.
    pub adapt: Option<(Duration, Option<Duration>)>,
}

/// What became of a page.
#[derive(Debug)]
pub enum PageOutcome {
    /// An article, and what its site's memory learned from it.
    Article(Box<NewArticle>, Box<Lesson>),
    /// It is known already, by this step.
    Duplicate(&'static str),
    /// It failed and is tried again at this time.
    Again(String, i64),
    /// It failed for good.
    GivenUp(String),
}

/// Something to be kept.
#[derive(Debug)]
pub enum Command {
    /// Feeds somebody wants; the answer says how many are new.
    AddFeeds(Vec<Source>, oneshot::Sender<usize>),
    /// A feed nobody wants any more.
    DropFeed(i64, oneshot::Sender<bool>),
    /// A feed that is to be visited now; the answer says whether there is one.
    VisitFeed(i64, oneshot::Sender<bool>),
    /// A hub is about to be asked.
    Subscribe(Subscription, oneshot::Sender<()>),
    /// Until when a feed is subscribed; none if it is not any more.
    Subscribed(i64, Option<i64>, oneshot::Sender<()>),
    /// A visit to a feed.
    Visit(Box<FeedVisit>),
    /// The outcome of a page.
    Page(ItemRow, PageOutcome),
    /// How far a sink is.
    Position(String, Position, oneshot::Sender<()>),
    /// Answered when everything sent before is kept.
    Flush(oneshot::Sender<()>),
    /// The end.
    Stop,
}

/// What the rest of the program is told after a commit.
enum After {
    Feed { due: Vec<(i64, i64)>, items: Vec<ItemRow>, visited: bool },
    Page,
    Again(ItemRow),
    Added(oneshot::Sender<usize>, usize, Vec<(i64, i64)>),
    Dropped(oneshot::Sender<bool>, bool),
    Visiting(oneshot::Sender<bool>, Option<(i64, i64)>),
    Position(oneshot::Sender<()>),
}

/// Keeps things until it is told to stop.
pub fn run(shared: &Arc<Shared>, mut store: Store, mut commands: mpsc::Receiver<Command>) {
    let mut tidied = 0;
    let mut expired = now_ms();
    loop {
        let Some(first) = commands.blocking_recv() else { return };
        let (batch, stop) = gather(first, &mut commands);
        let start = std::time::Instant::now();
        let number = batch.len() as u64;
        let kept = keep(shared, &mut store, batch, &mut tidied)
            .and_then(|after| Ok((after, store.newest()?)));
        match kept {
            Ok((after, newest)) => {
                shared.counts.took("commit", start.elapsed());
                shared.counts.add("committed", number);
                after.into_iter().for_each(|after| tell(shared, after));
                shared.wake_sinks(newest);
            }
            // A full disk, most likely. Nothing is lost: the queue is as it was, and a restart goes on there.
            Err(error) => return shared.fail(error),
        }
        if stop {
            return;
        }
        if expired + TIDIED_EVERY < now_ms() {
            expired = now_ms();
            if let Err(error) = store.expire(expired, |line| shared.say(line)) {
                return shared.fail(error);
            }
        }
    }
}

/// As many commands as are there or come soon, and whether the last of all was among them.
fn gather(first: Command, commands: &mut mpsc::Receiver<Command>) -> (Vec<Command>, bool) {
    let mut batch = Vec::new();
    let mut next = Some(first);
    let deadline = std::time::Instant::now() + GATHER;
    while let Some(command) = next.take() {
        // Somebody waits for an answer, and should not wait for others. A sink may: its next articles come
        // with the same transaction.
        let urgent =
            !matches!(command, Command::Visit(_) | Command::Page(..) | Command::Position(..));
        if matches!(command, Command::Stop) {
            return (batch, true);
        }
        batch.push(command);
        while next.is_none() && batch.len() < BATCH {
            match commands.try_recv() {
                Ok(command) => next = Some(command),
                Err(_) if urgent || std::time::Instant::now() >= deadline => break,
                Err(_) => std::thread::sleep(Duration::from_millis(2)),
            }
        }
    }
    (batch, false)
}

fn keep(
    shared: &Arc<Shared>,
    store: &mut Store,
    commands: Vec<Command>,
    tidied: &mut i64,
) -> Result<Vec<After>, StoreError> {
    if commands.is_empty() {
        return Ok(Vec::new());
    }
    let now = now_ms();
    let mut minute = BTreeMap::<&'static str, f64>::new();
    store.batch(|batch| {
        let mut after = Vec::with_capacity(commands.len());
        for command in commands {
            let told = match command {
                Command::AddFeeds(sources, reply) => {
                    add_feeds(shared, batch, &sources, reply, now)?
                }
                Command::DropFeed(id, reply) => After::Dropped(reply, batch.drop_feed(id)?),
                Command::VisitFeed(id, reply) => {
                    let found = batch.set_due(id, now)?;
                    After::Visiting(reply, found.then_some((now, id)))
                }
                Command::Subscribe(asked, reply) => {
                    batch.ask_subscription(&asked, now)?;
                    After::Position(reply)
                }
                Command::Subscribed(feed, expires, reply) => {
                    batch.set_subscription(feed, expires)?;
                    After::Position(reply)
                }
                Command::Visit(visit) => keep_visit(shared, batch, *visit, now)?,
                Command::Page(item, outcome) => {
                    keep_page(shared, batch, item, outcome, now, &mut minute)?
                }
                Command::Position(sink, position, reply) => {
                    batch.set_position(&sink, &position)?;
                    After::Position(reply)
                }
                Command::Flush(reply) => After::Position(reply),
                Command::Stop => continue,
            };
            after.push(told);
        }
        for (name, value) in &minute {
            batch.add_to_minute(now, name, *value)?;
        }
        if !minute.is_empty() {
            batch.forget_minutes(now)?;
        }
        if *tidied + TIDIED_EVERY < now {
            let pruned = batch.prune_items(now)?;
            if pruned > 0 {
                shared.counts.add("items_pruned", pruned as u64);
            }
            *tidied = now;
        }
        Ok(after)
    })
}

fn first_interval(shared: &Shared) -> i64 {
    i64::try_from(shared.settings.intervals.first.as_millis()).unwrap_or(i64::MAX)
}

fn add_feeds(
    shared: &Shared,
    batch: &mut Batch<'_>,
    sources: &[Source],
    reply: oneshot::Sender<usize>,
    now: i64,
) -> Result<After, StoreError> {
    let due = add_sources(shared, batch, sources, now)?;
    Ok(After::Added(reply, due.len(), due))
}

fn add_sources(
    shared: &Shared,
    batch: &mut Batch<'_>,
    sources: &[Source],
    now: i64,
) -> Result<Vec<(i64, i64)>, StoreError> {
    let mut due = Vec::new();
    for source in sources {
        let (id, new) = batch.add_feed(source, first_interval(shared), now)?;
        if new {
            due.push((now, id));
        }
    }
    Ok(due)
}

fn keep_visit(
    shared: &Shared,
    batch: &mut Batch<'_>,
    mut visit: FeedVisit,
    now: i64,
) -> Result<After, StoreError> {
    let of = visit.items.len();
    let mut items = Vec::new();
    for item in visit.items {
        items.extend(batch.add_item(visit.id, item)?);
    }
    shared.counts.add("duplicate_item", (of - items.len()) as u64);
    shared.counts.add("items_new", items.len() as u64);
    if let Some((interval, asked)) = visit.adapt {
        let brought = Visit::Items { new: items.len(), of };
        let next = shared.settings.intervals.after(interval, brought, asked);
        visit.update.interval = i64::try_from(next.as_millis()).unwrap_or(i64::MAX);
        visit.update.due = now.saturating_add(visit.update.interval);
    }
    batch.update_feed(visit.id, &visit.update, items.len(), now)?;
    let mut due = Vec::new();
    for part in &visit.parts {
        let new = batch.add_part(part, first_interval(shared), now)?;
        due.extend(new.map(|id| (now, id)));
    }
    due.push((visit.update.due, visit.id));
    Ok(After::Feed { due, items, visited: true })
}

fn keep_page(
    shared: &Shared,
    batch: &mut Batch<'_>,
    mut item: ItemRow,
    outcome: PageOutcome,
    now: i64,
    minute: &mut BTreeMap<&'static str, f64>,
) -> Result<After, StoreError> {
    let mut count = |name: &'static str, value: f64| *minute.entry(name).or_default() += value;
    match outcome {
        PageOutcome::Article(article, lesson) => {
            let new = batch.add_article(&article, shared.settings.kept_pages)?;
            if new {
                batch.learn(&lesson)?;
            }
            let name = if new { "articles" } else { "duplicate_key" };
            shared.counts.one(name);
            count(name, 1.0);
            if let (true, Some(confidence)) = (new, article.confidence) {
                count("confidence", confidence);
            }
            batch.finish_item(item.id)?;
        }
        PageOutcome::Duplicate(step) => {
            shared.counts.one(step);
            count(step, 1.0);
            batch.finish_item(item.id)?;
        }
        PageOutcome::Again(error, due) => {
            shared.counts.one("tried_again");
            batch.fail_item(item.id, &error, Some(due), now)?;
            item.tries += 1;
            item.due = due;
            return Ok(After::Again(item));
        }
        PageOutcome::GivenUp(error) => {
            shared.counts.one("given_up");
            count("given_up", 1.0);
            batch.fail_item(item.id, &error, None, now)?;
        }
    }
    Ok(After::Page)
}

fn tell(shared: &Arc<Shared>, after: After) {
    match after {
        After::Feed { due, items, visited } => {
            items.into_iter().for_each(|item| shared.enqueue(item));
            shared.due_again(due);
            if visited {
                shared.frontier.feed_done();
            }
        }
        After::Page => shared.frontier.page_done(),
        After::Again(item) => {
            shared.frontier.rest(item);
            shared.frontier.page_done();
        }
        // Whoever asked may be gone by now; that is their affair.
        After::Added(reply, new, due) => {
            shared.due_again(due);
            let _ = reply.send(new);
        }
        After::Dropped(reply, was_there) => drop(reply.send(was_there)),
        After::Visiting(reply, due) => {
            let found = due.is_some();
            shared.due_again(due.into_iter().collect());
            let _ = reply.send(found);
        }
        After::Position(reply) => drop(reply.send(())),
    }
}

/// The site an item's page is asked from.
pub fn site_of_item(item: &ItemRow) -> String {
    Url::parse(&item.url).map(|url| site_of(&url)).unwrap_or_default()
}
