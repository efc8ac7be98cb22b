//! The store stage: one thread that keeps everything, many outcomes a transaction.
//!
//! New items enter the queue in the transaction that notes the feed's visit, and leave it in the one that
//! keeps their article. What the rest of the program believes is changed only after the commit.

use super::Say;
use super::commands::{Command, FeedVisit, News, NewsSender, PageOutcome, Receipt};
use super::ending::Ending;
use super::failures::Noted;
use super::outbox::Outbox;
use super::{Failing, Failure, Failures};
use crate::clock::Clock;
use crate::counts::{Counter, Counts, Stage};
use crate::feed::{Source, shown_address};
use crate::record::iso;
use crate::store::{Batch, FeedUpdate, ItemRow, Store, StoreError};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};

/// Outcomes that make a transaction at most.
const BATCH: usize = 512;
/// How long the first outcome of a transaction may wait for others.
const GATHER: Duration = Duration::from_millis(100);
/// Milliseconds between two looks at what is too old to be kept: an hour.
const TIDIED_EVERY: i64 = 3_600_000;
/// What the sum of confidences is called in the minutes.
const CONFIDENCE: &str = "confidence";

/// The store stage.
pub struct Commit {
    /// The store, which nobody else writes to.
    pub store: Store,
    /// What is to be kept.
    pub commands: mpsc::Receiver<Command>,
    /// Who is told what was kept.
    pub news: NewsSender,
    /// The sinks, which are told that there is something new.
    pub outbox: Arc<Outbox>,
    /// What is counted.
    pub counts: Arc<Counts>,
    /// Ends the run if nothing can be kept.
    pub ending: Ending,
    /// Tells the user which articles are deleted.
    pub say: Say,
    /// The first interval of a new feed, in milliseconds.
    pub first_interval: i64,
    /// How many of the newest pages are kept.
    pub kept_pages: usize,
    /// Where it is told what fails.
    pub failures: Failures,
    /// When something was kept, and what is too old.
    pub clock: Clock,
    /// Runs while commands are gathered.
    pub runtime: tokio::runtime::Handle,
}

/// Who is told what after a commit, besides the schedule.
enum Answer {
    Number(oneshot::Sender<usize>, usize),
    Truth(oneshot::Sender<bool>, bool),
    Done(oneshot::Sender<()>),
    Kept(Receipt),
}

impl Answer {
    /// Whoever asked may be gone by now; that is their affair.
    fn send(self) {
        match self {
            Answer::Number(reply, number) => drop(reply.send(number)),
            Answer::Truth(reply, truth) => drop(reply.send(truth)),
            Answer::Done(reply) => drop(reply.send(())),
            Answer::Kept(receipt) => receipt.acknowledge(),
        }
    }
}

/// What a transaction has to tell once it is committed.
#[derive(Default)]
struct Told {
    news: Vec<News>,
    answers: Vec<Answer>,
    counts: Vec<(Counter, u64)>,
    minute: BTreeMap<&'static str, f64>,
    failures: Vec<Noted>,
}

impl Told {
    fn count(&mut self, counter: Counter, number: usize) {
        self.counts.push((counter, number as u64));
    }

    /// Counts something once, also for the plots of the last hours.
    fn count_in_minute(&mut self, counter: Counter) {
        self.count(counter, 1);
        *self.minute.entry(counter.name()).or_default() += 1.0;
    }
}

impl Commit {
    /// Keeps things until it is told to stop.
    pub fn run(mut self) {
        let mut tidied = 0;
        let mut expired = self.clock.now_ms();
        while let Some((batch, stop)) = self.runtime.block_on(gather(&mut self.commands)) {
            if !batch.is_empty()
                && let Err(error) = self.commit(batch, &mut tidied)
            {
                // A full disk, most likely. Nothing is lost: the queue is as it was, and a restart goes on there.
                return self.ending.fail(error);
            }
            if stop {
                return;
            }
            if expired + TIDIED_EVERY < self.clock.now_ms() {
                expired = self.clock.now_ms();
                if let Err(error) = self.store.expire(expired, |line| (self.say)(line)) {
                    return self.ending.fail(error);
                }
            }
        }
    }

    fn commit(&mut self, commands: Vec<Command>, tidied: &mut i64) -> Result<(), StoreError> {
        let start = Instant::now();
        let number = commands.len() as u64;
        let (first_interval, kept_pages) = (self.first_interval, self.kept_pages);
        let now = self.clock.now_ms();
        let told = self.store.batch(|batch| {
            let mut keep = Keep { batch, first_interval, kept_pages, now, told: Told::default() };
            commands.into_iter().try_for_each(|command| keep.command(command))?;
            keep.minute()?;
            keep.tidy(tidied)?;
            Ok(keep.told)
        })?;
        let newest = self.store.newest()?;
        self.counts.took(Stage::Commit, start.elapsed());
        self.counts.add(Counter::Committed, number);
        told.counts.into_iter().for_each(|(counter, number)| self.counts.add(counter, number));
        // The schedule hears of it before those who asked: what they do next comes after.
        let _ = self.news.send(told.news);
        told.answers.into_iter().for_each(Answer::send);
        self.failures.note(told.failures);
        self.outbox.announce(newest);
        Ok(())
    }
}

/// As many commands as are there or come soon, and whether the last of all was among them; none if nobody is left
/// to send any.
async fn gather(commands: &mut mpsc::Receiver<Command>) -> Option<(Vec<Command>, bool)> {
    let mut next = commands.recv().await?;
    let mut batch = Vec::new();
    let mut deadline = tokio::time::Instant::now() + GATHER;
    loop {
        if matches!(next, Command::Stop) {
            return Some((batch, true));
        }
        if next.is_urgent() {
            // What is there already comes along, but nothing is waited for.
            deadline = tokio::time::Instant::now();
        }
        batch.push(next);
        if batch.len() >= BATCH {
            return Some((batch, false));
        }
        match tokio::time::timeout_at(deadline, commands.recv()).await {
            Ok(Some(command)) => next = command,
            Ok(None) | Err(_) => return Some((batch, false)),
        }
    }
}

/// A transaction on its way.
struct Keep<'b, 's> {
    batch: &'b mut Batch<'s>,
    first_interval: i64,
    kept_pages: usize,
    now: i64,
    told: Told,
}

impl Keep<'_, '_> {
    fn command(&mut self, command: Command) -> Result<(), StoreError> {
        let answer = match command {
            Command::AddFeeds(sources, reply) => {
                let due = self.add_sources(&sources)?;
                let new = due.len();
                self.told.news.push(News::Due(due));
                Answer::Number(reply, new)
            }
            Command::DropFeed(id, reply) => {
                self.told.failures.push(Noted::FeedWell(id));
                Answer::Truth(reply, self.batch.drop_feed(id)?)
            }
            Command::Mark(articles, marks, reply) => {
                Answer::Number(reply, self.batch.mark(&articles, marks, self.now)?)
            }
            Command::VisitFeed(id, reply) => {
                let found = self.batch.set_due(id, self.now)?;
                if found {
                    self.told.news.push(News::Due(vec![(self.now, id)]));
                }
                Answer::Truth(reply, found)
            }
            Command::Subscribe(asked, reply) => {
                self.batch.ask_subscription(&asked, self.now)?;
                Answer::Done(reply)
            }
            Command::Subscribed(feed, expires, reply) => {
                self.batch.set_subscription(feed, expires)?;
                Answer::Done(reply)
            }
            Command::Position(progress, reply) => {
                self.batch.set_position(&progress.sink, &progress.position)?;
                self.batch.got_again(&progress.sink, progress.again)?;
                self.batch.set_aside(&progress.sink, &progress.set_aside, self.now)?;
                Answer::Done(reply)
            }
            Command::Flush(reply) => Answer::Done(reply),
            Command::Visit(visit) => return self.visit(*visit),
            Command::Page(item, outcome) => return self.page(item, outcome),
            Command::Stop => return Ok(()),
        };
        self.told.answers.push(answer);
        Ok(())
    }

    /// Adds feeds; when the new ones are due.
    fn add_sources(&mut self, sources: &[Source]) -> Result<Vec<(i64, i64)>, StoreError> {
        let mut due = Vec::new();
        for source in sources {
            let (id, new) = self.batch.add_feed(source, self.first_interval, self.now)?;
            if new {
                due.push((self.now, id));
            }
        }
        Ok(due)
    }

    fn visit(&mut self, visit: FeedVisit) -> Result<(), StoreError> {
        let FeedVisit { id, mut update, items: all, parts, next } = visit;
        let of = all.len();
        let mut items = Vec::new();
        for item in all {
            items.extend(self.batch.add_item(id, item)?);
        }
        self.told.count(Counter::DuplicateItem, of - items.len());
        self.told.count(Counter::ItemsNew, items.len());
        (update.interval, update.due) = next.after(items.len(), self.now);
        self.batch.update_feed(id, &update, items.len(), self.now)?;
        self.note_visit(id, &update, parts.is_empty())?;
        let parts = self.batch.add_parts(id, &parts, self.first_interval, self.now)?;
        self.told.count(Counter::PartsTooDeep, parts.too_deep);
        self.told.count(Counter::PartsRetired, parts.retired);
        let mut due = parts.due;
        due.push((update.due, id));
        self.told.news.push(News::Visited { feed: id, items, due });
        Ok(())
    }

    /// Notes whether a feed works. A page that names its feed is no failure: the feed is read from now on.
    fn note_visit(&mut self, id: i64, update: &FeedUpdate, alone: bool) -> Result<(), StoreError> {
        let noted = match &update.error {
            Some(reason) if alone => {
                let url = self.batch.feed_url(id)?.unwrap_or_default();
                let failure = Failure {
                    time: iso(self.now),
                    what: Failing::Feed,
                    url: shown_address(&url),
                    feed: None,
                    reason: reason.clone(),
                    tries: update.failures,
                    next: Some(iso(update.due)),
                };
                Noted::Feed(id, failure)
            }
            _ => Noted::FeedWell(id),
        };
        self.told.failures.push(noted);
        Ok(())
    }

    /// Notes that a page failed, and when it is tried again.
    fn note_page(
        &mut self,
        item: &ItemRow,
        reason: &str,
        next: Option<i64>,
    ) -> Result<(), StoreError> {
        let feed = self.batch.feed_url(item.feed)?;
        self.told.failures.push(Noted::Page(Failure {
            time: iso(self.now),
            what: Failing::Page,
            url: shown_address(&item.url),
            feed: feed.map(|url| shown_address(&url)),
            reason: reason.into(),
            tries: item.tries.saturating_add(1),
            next: next.map(iso),
        }));
        Ok(())
    }

    fn page(&mut self, mut item: ItemRow, outcome: PageOutcome) -> Result<(), StoreError> {
        match outcome {
            PageOutcome::Article(article, lesson, receipt) => {
                if self.batch.add_article(&article, self.kept_pages)? {
                    self.batch.learn(&lesson)?;
                    self.told.count_in_minute(Counter::Articles);
                    if let Some(confidence) = article.confidence {
                        *self.told.minute.entry(CONFIDENCE).or_default() += confidence;
                    }
                } else {
                    self.told.count_in_minute(Counter::DuplicateKey);
                }
                self.batch.finish_item(item.id)?;
                self.told.answers.push(Answer::Kept(receipt));
            }
            PageOutcome::Duplicate(step) => {
                self.told.count_in_minute(step);
                self.batch.finish_item(item.id)?;
            }
            PageOutcome::Again(error, due) => {
                self.told.count(Counter::TriedAgain, 1);
                self.batch.fail_item(item.id, &error, Some(due), self.now)?;
                self.note_page(&item, &error, Some(due))?;
                item.tries += 1;
                item.due = due;
                self.told.news.push(News::PageAgain(item));
                return Ok(());
            }
            PageOutcome::GivenUp(error) => {
                self.told.count_in_minute(Counter::GivenUp);
                self.batch.fail_item(item.id, &error, None, self.now)?;
                self.note_page(&item, &error, None)?;
            }
        }
        self.told.news.push(News::PageDone(item));
        Ok(())
    }

    /// Adds to the figures of this minute, which the plots are made of.
    fn minute(&mut self) -> Result<(), StoreError> {
        for (name, value) in &self.told.minute {
            self.batch.add_to_minute(self.now, name, *value)?;
        }
        if !self.told.minute.is_empty() {
            self.batch.forget_minutes(self.now)?;
        }
        Ok(())
    }

    /// Forgets what is too old to be kept, now and then.
    fn tidy(&mut self, tidied: &mut i64) -> Result<(), StoreError> {
        if *tidied + TIDIED_EVERY < self.now {
            let pruned = self.batch.prune_items(self.now)?;
            self.told.count(Counter::ItemsPruned, pruned);
            *tidied = self.now;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::commands::StoreQueue;
    use super::*;

    fn position() -> Command {
        Command::Position(Default::default(), oneshot::channel().0)
    }

    #[tokio::test]
    async fn what_comes_soon_shares_a_transaction_and_who_asks_does_not_wait() {
        let (queue, mut commands) = StoreQueue::new();
        queue.put(position()).await;
        let later = queue.clone();
        let late = tokio::spawn(async move {
            tokio::time::sleep(GATHER / 4).await;
            later.put(position()).await;
        });
        let (batch, stop) = gather(&mut commands).await.unwrap();
        assert_eq!((batch.len(), stop), (2, false));
        late.await.unwrap();

        queue.put(position()).await;
        queue.put(Command::Flush(oneshot::channel().0)).await;
        queue.put(position()).await;
        let start = Instant::now();
        let (batch, _) = gather(&mut commands).await.unwrap();
        assert_eq!(batch.len(), 3, "what is there comes along");
        assert!(start.elapsed() < GATHER, "and nothing is waited for");

        queue.put(Command::Stop).await;
        assert!(matches!(gather(&mut commands).await, Some((batch, true)) if batch.is_empty()));
        drop(queue);
        assert!(gather(&mut commands).await.is_none());
    }
}
