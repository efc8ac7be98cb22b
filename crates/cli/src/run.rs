//! The run over all inputs: each is read, extracted and written; one that fails stops no other.

use crate::args::ExtractArgs;
use crate::clean;
use crate::fetch::Client;
use crate::input::Input;
use crate::output::{Output, OutputError};
use crate::plan::{Plan, Target};
use crate::progress::Progress;
use std::collections::VecDeque;
use std::io::{self, Write};
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

/// The verb `extract`.
pub fn extract(args: ExtractArgs) -> ExitCode {
    if args.list {
        return list();
    }
    let result = Plan::new(args).map_err(|e| e.to_string()).and_then(|plan| run(&plan));
    result.unwrap_or_else(|error| {
        eprintln!("dehusk: {}", clean::one_line(&error));
        ExitCode::from(2)
    })
}

fn list() -> ExitCode {
    let registry = dehusk::extractor::registry();
    let entries = registry.entries();
    let width = entries.iter().map(|e| e.name().len()).max().unwrap_or_default();
    let mut out = String::new();
    for (index, entry) in entries.iter().enumerate() {
        let mark = if index == 0 { " (the default)" } else { "" };
        out.push_str(&format!("{:width$}  {}{mark}\n", entry.name(), entry.about()));
        out.push_str(&format!("{:width$}  from: {}\n", "", entry.source()));
        out.push_str(&format!("{:width$}  languages: {}\n", "", entry.languages()));
    }
    match io::stdout().write_all(out.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => ExitCode::from(2),
        _ => ExitCode::SUCCESS,
    }
}

fn run(plan: &Plan) -> Result<ExitCode, String> {
    let output = Output::new(plan).map_err(|e| e.to_string())?;
    let progress = Progress::new(plan.inputs.len(), !matches!(plan.target, Target::Folder { .. }));
    let mut writer = Writer { plan, output, progress, tally: Tally::default() };
    let ended = in_order(plan, |index, outcome| writer.take(index, outcome));
    writer.progress.finish();
    ended.map(|()| writer.tally.exit_code()).map_err(|error| error.to_string())
}

/// Works on as many inputs at once as the plan allows and hands the outcomes over in their order.
fn in_order(
    plan: &Plan,
    mut take: impl FnMut(usize, Outcome) -> Result<(), OutputError>,
) -> Result<(), OutputError> {
    let client = Client::new(plan.fetch.clone());
    let crashed = |_| Outcome::Failed("dehusk crashed on this page: please report it".into());
    thread::scope(|scope| {
        let mut running = VecDeque::new();
        let mut waiting = plan.inputs.iter().enumerate();
        loop {
            while running.len() < plan.jobs
                && let Some((index, input)) = waiting.next()
            {
                running.push_back((index, scope.spawn(|| outcome(plan, &client, input))));
            }
            let Some((index, thread)) = running.pop_front() else { return Ok(()) };
            take(index, thread.join().unwrap_or_else(crashed))?;
        }
    })
}

fn outcome(plan: &Plan, client: &Client, input: &Input) -> Outcome {
    match article(plan, client, input) {
        Ok((Some(text), warnings)) => Outcome::Content { text, warnings },
        Ok((None, warnings)) => Outcome::Nothing { warnings },
        Err(error) => Outcome::Failed(error),
    }
}

fn article(
    plan: &Plan,
    client: &Client,
    input: &Input,
) -> Result<(Option<String>, Vec<String>), String> {
    let max_bytes = plan.fetch.max_bytes;
    let source = input.read(client, max_bytes).map_err(|e| e.to_string())?;
    let mut options = plan.options.clone();
    if let Some(url) = source.url {
        options = options.with_url(url);
    }
    if let Some(content_type) = source.content_type {
        options = options.with_content_type(content_type);
    }
    if let Some(content_encoding) = source.content_encoding {
        options = options.with_content_encoding(content_encoding);
    }
    let (article, forgotten) = match &plan.memory {
        Some(memory) => memory.extract(&options, &source.bytes)?,
        None => (options.extract_bytes(&source.bytes).map_err(|e| e.to_string())?, None),
    };
    let mut warnings = plan.view.warnings(&article);
    warnings.extend(forgotten);
    if source.cut {
        warnings.push(format!("only the first {max_bytes} bytes were read: raise --max-bytes"));
    }
    Ok((plan.view.of(&article, plan.target.json_layout()), warnings))
}

/// Hands outcomes to the output and tells the user what the output does not say.
struct Writer<'p> {
    plan: &'p Plan,
    output: Output<'p>,
    progress: Progress,
    tally: Tally,
}

impl Writer<'_> {
    fn take(&mut self, index: usize, outcome: Outcome) -> Result<(), OutputError> {
        self.report(index, &outcome);
        match &outcome {
            Outcome::Content { .. } => self.tally.content += 1,
            Outcome::Nothing { .. } => {}
            Outcome::Failed(_) => self.tally.errors += 1,
        }
        let written = self.output.write(index, &outcome);
        self.progress.step();
        match written {
            // One file that cannot be written does not concern the others.
            Err(error @ (OutputError::Exists { .. } | OutputError::File { .. })) => {
                self.tally.errors += 1;
                self.say(index, &error.to_string());
                Ok(())
            }
            // Nobody reads on, as with `| head`: leave at once, without waiting for pages under way.
            Err(OutputError::Closed) => std::process::exit(0),
            other => other,
        }
    }

    fn report(&self, index: usize, outcome: &Outcome) {
        match outcome {
            Outcome::Failed(error) => self.say(index, error),
            Outcome::Nothing { warnings } => {
                self.say(index, "no content was found");
                self.warn(index, warnings);
            }
            Outcome::Content { warnings, .. } => self.warn(index, warnings),
        }
    }

    fn warn(&self, index: usize, warnings: &[String]) {
        warnings.iter().for_each(|w| self.say(index, &format!("warning: {w}")));
    }

    fn say(&self, index: usize, message: &str) {
        let name = self.plan.inputs.get(index).map(Input::name).unwrap_or_default();
        let name = if name == "-" { "standard input".into() } else { name };
        self.progress
            .message(&format!("dehusk: {}", clean::one_line(&format!("{name}: {message}"))));
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
