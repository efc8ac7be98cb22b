//! A global allocator that counts.
//!
//! Counting is off unless [`measure`] runs, so that timings in the same program do not pay for it. It
//! counts one thread's work: the programs that use it have one thread while they measure.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

static ON: AtomicBool = AtomicBool::new(false);
static CALLS: AtomicUsize = AtomicUsize::new(0);
static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

/// The allocator; a program opts in with `#[global_allocator]`.
pub struct Counting;

/// What a piece of work asked of the heap.
#[derive(Clone, Copy, Debug, Default)]
pub struct Heap {
    /// Allocations and reallocations.
    pub allocations: usize,
    /// The most bytes that were live at once beyond those that were live before.
    pub peak: usize,
}

/// Does some work and tells what it asked of the heap. What it frees of older memory counts against it.
pub fn measure<T>(work: impl FnOnce() -> T) -> (T, Heap) {
    // Old memory may be freed while counting: a middle value keeps the difference from wrapping.
    const START: usize = usize::MAX / 2;
    CALLS.store(0, Relaxed);
    LIVE.store(START, Relaxed);
    PEAK.store(START, Relaxed);
    ON.store(true, Relaxed);
    let result = work();
    ON.store(false, Relaxed);
    let heap = Heap { allocations: CALLS.load(Relaxed), peak: PEAK.load(Relaxed) - START };
    (result, heap)
}

fn grown(bytes: usize) {
    if ON.load(Relaxed) {
        CALLS.fetch_add(1, Relaxed);
        let live = LIVE.fetch_add(bytes, Relaxed) + bytes;
        PEAK.fetch_max(live, Relaxed);
    }
}

fn shrunk(bytes: usize) {
    if ON.load(Relaxed) {
        LIVE.fetch_sub(bytes, Relaxed);
    }
}

// SAFETY: every call is passed on to the system's allocator with the same arguments; the counters are
// atomics and allocate nothing.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grown(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        grown(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Old and new may be live together while the bytes move, but the system grows large blocks in
        // place; count what stays.
        shrunk(layout.size());
        grown(size);
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        shrunk(layout.size());
        unsafe { System.dealloc(pointer, layout) }
    }
}
