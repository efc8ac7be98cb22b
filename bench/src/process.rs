//! What another process uses, looked up twice a second in `/proc` until it ends: its memory, and the
//! processor's time by the names of its threads.

use std::collections::BTreeMap;
use std::process::Child;
use std::time::{Duration, Instant};

/// Ticks of the processor's clock a second, as `/proc` counts on Linux.
const TICKS: f64 = 100.0;
const LOOK: Duration = Duration::from_millis(500);

/// The processor's time of a process, in seconds.
#[derive(Clone, Debug, Default)]
pub struct Usage {
    /// By thread: its name and its time.
    threads: BTreeMap<String, (String, f64)>,
    all: f64,
}

impl Usage {
    /// What a process, by its number or `self`, has used until now.
    pub fn of(process: &str) -> Usage {
        let mut usage =
            Usage { all: seconds(&format!("/proc/{process}/stat")), ..Usage::default() };
        let tasks = std::fs::read_dir(format!("/proc/{process}/task"));
        for task in tasks.into_iter().flatten().flatten() {
            let path = task.path().display().to_string();
            let name = std::fs::read_to_string(format!("{path}/comm")).unwrap_or_default();
            let id = task.file_name().to_string_lossy().into_owned();
            usage.threads.insert(id, (name.trim().into(), seconds(&format!("{path}/stat"))));
        }
        usage
    }

    /// What was used since an earlier look.
    pub fn since(&self, before: &Usage) -> Usage {
        Usage { threads: BTreeMap::new(), all: self.all - before.all }
    }

    /// Seconds in all.
    pub fn seconds(&self) -> f64 {
        self.all
    }

    /// Adds a later look at the same process; threads that are gone keep what they had.
    fn update(&mut self, later: Usage) {
        self.all = self.all.max(later.all);
        self.threads.extend(later.threads);
    }

    fn by_name(&self) -> BTreeMap<&str, f64> {
        let mut names = BTreeMap::new();
        for (name, seconds) in self.threads.values() {
            *names.entry(name.as_str()).or_default() += seconds;
        }
        names
    }
}

/// User and system time in a `stat` file; 0 where there is none any more.
fn seconds(path: &str) -> f64 {
    let stat = std::fs::read_to_string(path).unwrap_or_default();
    // The name in brackets may have spaces.
    let fields: Vec<&str> = stat.rsplit(") ").next().unwrap_or_default().split(' ').collect();
    let ticks = [11, 12].iter().filter_map(|n| fields.get(*n)?.parse::<f64>().ok());
    ticks.sum::<f64>() / TICKS
}

/// Bytes of a process that are in memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct Resident {
    /// What it has asked for.
    own: u64,
    /// Parts of files, its program among them, which the system can take back at any time.
    files: u64,
}

impl Resident {
    /// What a process, by its number or `self`, has in memory.
    pub fn of(process: &str) -> Option<Resident> {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        let kilobytes = |name: &str| -> Option<u64> {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_whitespace().next()?.parse().ok()
        };
        let files = kilobytes("RssFile:")? + kilobytes("RssShmem:").unwrap_or_default();
        Some(Resident { own: kilobytes("RssAnon:")? << 10, files: files << 10 })
    }

    /// What it has asked for.
    pub fn own(&self) -> u64 {
        self.own
    }

    fn all(&self) -> u64 {
        self.own + self.files
    }
}

/// A process that is looked at until it ends.
#[derive(Debug)]
pub struct Watched {
    child: Child,
    start: Instant,
    resident: Vec<Resident>,
    usage: Usage,
}

impl Watched {
    /// Begins with a process that was just started.
    pub fn new(child: Child) -> Watched {
        Watched { child, start: Instant::now(), resident: Vec::new(), usage: Usage::default() }
    }

    /// Looks on until it ends; its exit code.
    pub fn wait(&mut self) -> Option<i32> {
        let process = self.child.id().to_string();
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return status.code();
            }
            self.resident.extend(Resident::of(&process));
            self.usage.update(Usage::of(&process));
            std::thread::sleep(LOOK);
        }
    }

    /// Prints what it used for so many articles, beside what served them.
    pub fn print(&self, articles: usize, server: &Usage) {
        let wall = self.start.elapsed().as_secs_f64();
        println!("{articles} articles in {wall:.1} s: {:.0} a second", articles as f64 / wall);
        let each = |seconds: f64| seconds * 1000.0 / articles.max(1) as f64;
        let (stream, server) = (self.usage.all, server.seconds());
        println!(
            "processor: stream {stream:.1} s, {:.2} ms an article; server {server:.1} s, {:.2} ms; both {:.2} ms, \
             {:.0} articles a second on two processors",
            each(stream),
            each(server),
            each(stream + server),
            2000.0 / each(stream + server),
        );
        for (name, seconds) in self.usage.by_name() {
            println!(
                "  {name:<16} {seconds:>9.1} s {:>5.1} % {:>8.3} ms an article",
                100.0 * seconds / stream.max(0.01),
                each(seconds)
            );
        }
        self.print_memory();
    }

    fn print_memory(&self) {
        let most = |part: &[Resident]| part.iter().map(Resident::all).max().unwrap_or_default();
        let files = self.resident.iter().map(|r| r.files).max().unwrap_or_default();
        let (first, second) = self.resident.split_at(self.resident.len() / 2);
        println!(
            "resident: at most {} MB in the first half, {} MB in the second, of which files {} MB",
            most(first) >> 20,
            most(second) >> 20,
            files >> 20,
        );
        let tenths: Vec<f64> = (0..10).map(|tenth| self.mean_of_tenth(tenth)).collect();
        let shown: Vec<String> = tenths.iter().map(|mean| format!("{mean:.0}")).collect();
        println!("resident over time, the mean of each tenth: {} MB", shown.join(" "));
        if let [.., sixth, _, _, _, tenth] = tenths[..] {
            let grown = 100.0 * (tenth - sixth) / sixth.max(1.0);
            println!("from the sixth tenth of the time to the last it changes by {grown:+.1} %");
        }
    }

    /// Megabytes.
    fn mean_of_tenth(&self, tenth: usize) -> f64 {
        let at = |tenth: usize| tenth * self.resident.len() / 10;
        let part = self.resident.get(at(tenth)..at(tenth + 1)).unwrap_or_default();
        let sum: u64 = part.iter().map(Resident::all).sum();
        sum as f64 / part.len().max(1) as f64 / f64::from(1 << 20)
    }
}
