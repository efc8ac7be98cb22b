//! The `dehusk` command.

/// The C library's allocator keeps what a large page needed, once for every thread: a soak of eight hours grew from 130 to
/// 470 MB with it; with this one it has 199 MB in the middle and 195 at the end (`bench --bin soak`).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    dehusk_cli::command(std::env::args_os())
}
