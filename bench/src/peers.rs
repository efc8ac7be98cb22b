//! Python programs that run beside ours, each in a process of its own.
//!
//! A peer loads its pages once and then waits: it works only while it is asked to, so programs can take
//! turns on one core.

use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

/// The interpreter to use when none is named: `DEHUSK_PYTHON`, else `python3`.
pub fn default_python() -> String {
    std::env::var("DEHUSK_PYTHON").unwrap_or_else(|_| "python3".into())
}

/// A script of the `peers` folder.
pub fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("peers").join(name)
}

/// A running peer that answers one round at a time.
pub struct Peer {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// What it says of itself: its name and version.
    pub version: String,
}

impl Peer {
    /// Starts a peer over a file of pages. The error says why it can not take part.
    pub fn start(python: &str, peer: &str, pages: &Path) -> Result<Peer, String> {
        let mut child = Command::new(python)
            .arg(script("speed.py"))
            .arg(peer)
            .arg(pages)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("{python}: {e}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("{python}: no pipes"));
        };
        let mut peer =
            Peer { child, input, output: BufReader::new(output), version: String::new() };
        let line = peer.line().map_err(|e| format!("{python}: {e}"))?;
        match line.strip_prefix("ready ") {
            Some(version) => peer.version = version.into(),
            None => return Err(line),
        }
        Ok(peer)
    }

    /// Runs over all pages once.
    pub fn round(&mut self) -> io::Result<Duration> {
        writeln!(self.input, "go")?;
        self.input.flush()?;
        let line = self.line()?;
        line.parse().map(Duration::from_secs_f64).map_err(|_| io::Error::other(line))
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        Ok(line.trim_end().into())
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // It may have ended by itself; there is nothing to do about it if not.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A file of pages for peers, removed when it is dropped.
pub struct PageFile(PathBuf);

impl PageFile {
    /// Writes pages one after another, each after its length in four bytes.
    pub fn write<'a>(name: &str, pages: impl Iterator<Item = &'a [u8]>) -> io::Result<PageFile> {
        let path = std::env::temp_dir().join(format!("dehusk-bench-{}-{name}", std::process::id()));
        let file = PageFile(path);
        let mut out = io::BufWriter::new(fs::File::create(&file.0)?);
        for page in pages {
            out.write_all(&(page.len() as u32).to_le_bytes())?;
            out.write_all(page)?;
        }
        out.flush()?;
        Ok(file)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for PageFile {
    fn drop(&mut self) {
        // A file that can not be removed from the temporary folder does no harm.
        let _ = fs::remove_file(&self.0);
    }
}
