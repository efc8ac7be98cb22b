//! How long a thread has worked. On a busy machine that is far less than the time that has passed, of which a page
//! that has to wait for the processor is not guilty.

use std::time::Duration;

/// The processor's time that this thread has used, where the system tells; elsewhere the time that has passed.
pub fn worked() -> Duration {
    #[cfg(unix)]
    {
        let used = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::try_from(used).unwrap_or_default()
    }
    #[cfg(not(unix))]
    {
        static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
        START.get_or_init(std::time::Instant::now).elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn who_waits_does_not_work() {
        let start = worked();
        std::thread::sleep(Duration::from_millis(60));
        assert!(worked() - start < Duration::from_millis(50));
        let mut number = 1_u64;
        while worked() - start < Duration::from_millis(55) {
            number = std::hint::black_box(number.wrapping_mul(3));
        }
    }
}
