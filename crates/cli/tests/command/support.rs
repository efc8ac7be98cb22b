//! Running the command, and folders to run it in.

use std::io::Write;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// Our own page, with all the husk a page has.
pub const ARTICLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/article.html");

/// A small page with enough text for any extractor.
pub fn page(sentence: &str) -> String {
    let body = format!(
        "<p>{}</p>\n",
        format!("{sentence}, and so on, until it is long enough. ").repeat(8)
    )
    .repeat(4);
    format!(
        "<!DOCTYPE html><html><head><title>A page</title></head><body><article><h1>A page</h1>\n{body}</article></body></html>"
    )
}

/// The bytes, packed.
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// What a run of the command gave.
pub struct Run {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    /// The only line on standard error; fails if there are more or fewer.
    pub fn complaint(&self) -> &str {
        let lines: Vec<_> = self.stderr.lines().collect();
        assert_eq!(lines.len(), 1, "not one line: {}", self.stderr);
        lines[0]
    }
}

/// A command that is not influenced by the settings of whoever runs the tests.
pub fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dehusk"));
    for variable in [
        "NO_COLOR",
        "CLICOLOR",
        "CLICOLOR_FORCE",
        "COLUMNS",
        "DEHUSK_CONTACT",
        "http_proxy",
        "https_proxy",
    ] {
        command.env_remove(variable);
    }
    command
}

/// Runs the command with nothing on standard input.
pub fn dehusk(args: &[&str]) -> Run {
    dehusk_with(args, b"")
}

/// Runs the command with these bytes on standard input.
pub fn dehusk_with(args: &[&str], stdin: &[u8]) -> Run {
    let mut command = command();
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // The command may be done before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(stdin);
    let output = child.wait_with_output().unwrap();
    Run {
        code: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// A folder that goes away with its test.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap())
    }

    /// The path of something in the folder.
    pub fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().into()
    }

    /// A file in the folder; gives its path.
    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.0.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, content).unwrap();
        path.to_str().unwrap().into()
    }

    /// The names in a folder of the folder, sorted.
    pub fn names(&self, folder: &str) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path().join(folder)).unwrap();
        let mut names: Vec<_> =
            entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}
