//! The ways to install it that can be tried without installing: what the Dockerfile does, step by step, without an engine.

use std::path::Path;
use std::process::Command;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn dockerfile() -> Vec<String> {
    let text = std::fs::read_to_string(format!("{ROOT}/Dockerfile")).unwrap();
    text.lines().filter(|line| !line.starts_with('#')).map(str::to_string).collect()
}

/// What stands behind an instruction, each time it is given.
fn given(instruction: &str) -> Vec<String> {
    let lines = dockerfile();
    lines.iter().filter_map(|line| Some(line.strip_prefix(instruction)?.trim().into())).collect()
}

#[test]
fn the_container_builds_this_very_command() {
    let builds: Vec<String> =
        given("RUN").into_iter().filter(|step| step.starts_with("cargo ")).collect();
    assert_eq!(builds, ["cargo build --release --locked -p dehusk-cli"]);
    // The package is there, and the lock file fits: `--locked` would end the build otherwise.
    let cargo = option_env!("CARGO").unwrap_or("cargo");
    let tree = ["tree", "--locked", "--offline", "-p", "dehusk-cli", "--depth", "0"];
    let output = Command::new(cargo).args(tree).current_dir(ROOT).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let copied = given("COPY --from=build");
    assert_eq!(copied, ["/src/target/release/dehusk /usr/local/bin/dehusk"]);
    assert_eq!(given("ENTRYPOINT"), ["[\"dehusk\"]"]);
    let ignored = std::fs::read_to_string(format!("{ROOT}/.dockerignore")).unwrap();
    for needed in ["Cargo.toml", "Cargo.lock", "crates", "bench", "bindings"] {
        assert!(Path::new(ROOT).join(needed).exists(), "{needed}");
        assert!(!ignored.lines().any(|line| line == needed), "{needed} is not sent to the build");
    }
}

/// The image has a C library and nothing else that a program could need.
#[cfg(target_os = "linux")]
#[test]
fn the_container_has_all_libraries() {
    let output = Command::new("ldd").arg(env!("CARGO_BIN_EXE_dehusk")).output();
    let Ok(output) = output else {
        println!("SKIPPED: the libraries of the command, because ldd is missing");
        return;
    };
    let list = String::from_utf8(output.stdout).unwrap();
    let names = list.lines().filter_map(|line| line.split_whitespace().next());
    let there = ["linux-vdso", "libc.so", "libm.so", "libgcc_s.so", "ld-linux"];
    for name in names {
        assert!(there.iter().any(|part| name.contains(part)), "{name} is not in the image");
    }
}

/// The command that the first lines of the Dockerfile show is one that this command takes.
#[cfg(feature = "stream")]
#[test]
fn the_arguments_shown_are_arguments() {
    let text = std::fs::read_to_string(format!("{ROOT}/Dockerfile")).unwrap();
    let shown = text.lines().find_map(|line| line.split_once("dehusk:/data dehusk ")).unwrap().1;
    let arguments: Vec<&str> = shown.split(' ').chain(["--help"]).collect();
    let run = crate::support::dehusk(&arguments);
    assert_eq!(run.code, 0, "{}", run.stderr);
}
