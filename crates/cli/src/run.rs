//! The run over all inputs: each is read, extracted and written; one that fails stops no other.

use crate::error::{CommandError, with_causes};
use crate::fetch::Client;
use crate::input::Input;
use crate::one_page::{self, PageFailure, Seen};
use crate::output::{Output, OutputError, OutputNames};
use crate::plan::{Plan, Target};
use crate::progress::Progress;
use crate::terminal;
use std::collections::VecDeque;
use std::process::ExitCode;
use std::thread;

/// What became of an input.
#[derive(Debug)]
pub enum Outcome {
    /// There is something to write.
    Content {
        /// It.
        text: String,
        /// What was lost on the way.
        warnings: Vec<String>,
    },
    /// The page was read, and nothing in it is content.
    Nothing {
        /// What was lost on the way.
        warnings: Vec<String>,
    },
    /// It could not be read.
    Failed(String),
}

/// How many inputs went which way.
#[derive(Debug, Default)]
struct Tally {
    content: usize,
    errors: usize,
}

impl Tally {
    /// 0 content, 1 nothing found, 2 errors.
    fn exit_code(&self) -> ExitCode {
        match (self.errors, self.content) {
            (1.., _) => ExitCode::from(2),
            (0, 0) => ExitCode::from(1),
            (0, _) => ExitCode::SUCCESS,
        }
    }
}

/// An input that is worked on.
#[derive(Debug)]
pub struct Job {
    /// The name by which results and messages speak of it.
    pub name: String,
    /// The name of its file, where results go to a folder.
    pub file: String,
}

/// Carries out a plan.
pub fn run(plan: &Plan) -> Result<ExitCode, CommandError> {
    let output = Output::new(plan)?;
    let progress = Progress::new(
        plan.inputs.count().unwrap_or(0),
        !matches!(plan.target, Target::Folder { .. }),
    );
    let mut writer = Writer { output, progress, tally: Tally::default() };
    let ended = in_order(plan, |job, outcome| writer.take(job, outcome));
    writer.progress.finish();
    ended?;
    writer.output.finish()?;
    Ok(writer.tally.exit_code())
}

/// Works on as many inputs at once as the plan allows and hands the outcomes over in their order.
fn in_order(
    plan: &Plan,
    mut take: impl FnMut(&Job, Outcome) -> Result<(), OutputError>,
) -> Result<(), OutputError> {
    let client = &plan.client();
    let crashed = || Outcome::Failed("dehusk crashed on this page: please report it".into());
    let mut names = OutputNames::new(plan);
    #[cfg(feature = "suite")]
    if let Some(entry) = &plan.together {
        let inputs: Vec<Input> = plan.inputs.pages(plan.max_bytes).collect();
        let all = thread::scope(|scope| {
            scope.spawn(|| crate::together::see(plan, client, &inputs, entry)).join()
        });
        let mut all = all.unwrap_or_default().into_iter();
        return inputs.iter().try_for_each(|input| {
            let job = Job { name: input.name(), file: names.next(input) };
            take(&job, all.next().map_or_else(crashed, told))
        });
    }
    thread::scope(|scope| {
        let mut running = VecDeque::new();
        let mut waiting = plan.inputs.pages(plan.max_bytes);
        loop {
            while running.len() < plan.jobs
                && let Some(input) = waiting.next()
            {
                let job = Job { name: input.name(), file: names.next(&input) };
                running.push_back((job, scope.spawn(move || outcome(plan, client, &input))));
            }
            let Some((job, thread)) = running.pop_front() else { return Ok(()) };
            take(&job, thread.join().unwrap_or_else(|_| crashed()))?;
        }
    })
}

fn outcome(plan: &Plan, client: &Client, input: &Input) -> Outcome {
    told(one_page::see(plan, client, input))
}

fn told(seen: Result<Seen, PageFailure>) -> Outcome {
    match seen {
        Ok(Seen { text: Some(text), warnings }) => Outcome::Content { text, warnings },
        Ok(Seen { text: None, warnings }) => Outcome::Nothing { warnings },
        Err(failure) => Outcome::Failed(with_causes(&failure)),
    }
}

/// Hands outcomes to the output and tells the user what the output does not say.
struct Writer<'p> {
    output: Output<'p>,
    progress: Progress,
    tally: Tally,
}

impl Writer<'_> {
    fn take(&mut self, job: &Job, outcome: Outcome) -> Result<(), OutputError> {
        self.report(job, &outcome);
        match &outcome {
            Outcome::Content { .. } => self.tally.content += 1,
            Outcome::Nothing { .. } => {}
            Outcome::Failed(_) => self.tally.errors += 1,
        }
        let written = self.output.write(job, &outcome);
        self.progress.step();
        match written {
            // One file that cannot be written does not concern the others.
            Err(error @ (OutputError::Exists { .. } | OutputError::File { .. })) => {
                self.tally.errors += 1;
                self.say(job, &with_causes(&error));
                Ok(())
            }
            // Nobody reads on, as with `| head`: leave at once, without waiting for pages under way.
            Err(OutputError::Closed) => std::process::exit(0),
            other => other,
        }
    }

    fn report(&self, job: &Job, outcome: &Outcome) {
        match outcome {
            Outcome::Failed(error) => self.say(job, error),
            Outcome::Nothing { warnings } => {
                self.say(job, "no content was found");
                self.warn(job, warnings);
            }
            Outcome::Content { warnings, .. } => self.warn(job, warnings),
        }
    }

    fn warn(&self, job: &Job, warnings: &[String]) {
        warnings.iter().for_each(|w| self.say(job, &format!("warning: {w}")));
    }

    fn say(&self, job: &Job, message: &str) {
        let name = if job.name == "-" { "standard input" } else { &job.name };
        self.progress.suspend(|| terminal::say(&format!("{name}: {message}")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(content: usize, errors: usize) -> String {
        format!("{:?}", Tally { content, errors }.exit_code())
    }

    #[test]
    fn exit_codes_tell_content_nothing_and_errors_apart() {
        assert_eq!(code(3, 0), format!("{:?}", ExitCode::from(0)));
        assert_eq!(code(0, 0), format!("{:?}", ExitCode::from(1)));
        assert_eq!(code(3, 1), format!("{:?}", ExitCode::from(2)));
    }
}
