//! Counts instructions instead of time: no cache, no neighbour and no clock can change the number.
//!
//! valgrind's callgrind does the counting. It runs the program again, which does the work once and
//! marks it with [`counted`]; everything around it is left out.

use std::process::Command;

/// Does the work that is to be counted.
#[inline(never)]
pub fn counted<T>(work: impl FnOnce() -> T) -> T {
    work()
}

/// The instructions that this program spends in [`counted`] when it is run with these arguments.
pub fn count(arguments: &[String]) -> Result<u64, String> {
    let program = std::env::current_exe().map_err(|e| e.to_string())?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg("--toggle-collect=*instructions*counted*")
        .arg(program)
        .args(arguments)
        .output()
        .map_err(|e| format!("valgrind: {e}"))?;
    let report = String::from_utf8_lossy(&output.stderr);
    collected(&report)
        .filter(|&count| count > 0 && output.status.success())
        .ok_or_else(|| format!("valgrind counted nothing: {}", report.trim()))
}

/// The number in callgrind's line `Collected : 123`.
fn collected(report: &str) -> Option<u64> {
    let after = report.split("Collected :").nth(1)?;
    after.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::collected;

    #[test]
    fn the_count_is_found_in_the_report() {
        let report =
            "==7== Events    : Ir\n==7== Collected : 12345\n==7==\n==7== I   refs:  12,345";
        assert_eq!(collected(report), Some(12345));
        assert_eq!(collected("==7== killed"), None);
    }
}
