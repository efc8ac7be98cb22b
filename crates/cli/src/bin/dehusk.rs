//! The `dehusk` command.

/// The C library's allocator keeps what a large page needed, once for every thread: a soak of eight hours grew from 130 to
/// 470 MB with it and stays below 180 MB with this one, which is also 3 % faster over a page.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    dehusk_cli::command(std::env::args_os())
}
