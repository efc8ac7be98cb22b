//! Vectors that grow by an eighth: doubling would leave a quarter of the memory unused on average.

/// Items from which on a vector is seldom moved; shorter ones are as long as they need to be, or nearly.
const MANY: usize = 512;

/// Adds an item at the end.
pub fn push<T>(items: &mut Vec<T>, item: T) {
    reserve(items, 1);
    items.push(item);
}

/// Makes room for so many more items, and for little more than these.
pub fn reserve<T>(items: &mut Vec<T>, more: usize) {
    if items.capacity() - items.len() < more {
        let step = if items.len() < MANY { items.len() / 16 } else { items.len() / 8 };
        items.reserve_exact(more.max(step));
    }
}

/// Bytes on the heap.
pub fn heap_bytes<T>(items: &Vec<T>) -> usize {
    items.capacity() * std::mem::size_of::<T>()
}
