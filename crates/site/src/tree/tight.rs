//! Vectors that grow by a sixteenth: doubling would leave a quarter of the memory unused on average.

/// Adds an item at the end.
pub fn push<T>(items: &mut Vec<T>, item: T) {
    reserve(items, 1);
    items.push(item);
}

/// Makes room for so many more items, and for little more than these.
pub fn reserve<T>(items: &mut Vec<T>, more: usize) {
    if items.capacity() - items.len() < more {
        items.reserve_exact(more.max(items.len() / 16));
    }
}

/// Bytes on the heap.
pub fn heap_bytes<T>(items: &Vec<T>) -> usize {
    items.capacity() * std::mem::size_of::<T>()
}
