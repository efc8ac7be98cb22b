//! The `dehusk` command.

fn main() -> std::process::ExitCode {
    dehusk_cli::command(std::env::args_os())
}
