//! Vectors that grow by an eighth: doubling would leave a quarter of the memory unused on average.

/// Adds an item at the end.
pub fn push<T>(items: &mut Vec<T>, item: T) {
    if items.len() == items.capacity() {
        items.reserve_exact(items.len() / 8 + 4);
    }
    items.push(item);
}

/// Bytes on the heap.
pub fn heap_bytes<T>(items: &Vec<T>) -> usize {
    items.capacity() * std::mem::size_of::<T>()
}
