//! Pieces of memory that nobody uses, up to a limit.

use crate::memory::Memory;

/// Pieces of memory in the order in which they were given.
#[derive(Debug)]
pub struct Shelf {
    pieces: Vec<Memory>,
    bytes: usize,
    most_bytes: usize,
    most_pieces: usize,
}

impl Shelf {
    /// Room for so many bytes in so many pieces.
    pub const fn new(most_bytes: usize, most_pieces: usize) -> Self {
        Shelf { pieces: Vec::new(), bytes: 0, most_bytes, most_pieces }
    }

    /// The newest piece of just so many bytes.
    pub fn take_exactly(&mut self, bytes: usize) -> Option<Memory> {
        let found = self.pieces.iter().rposition(|memory| memory.len() == bytes)?;
        Some(self.remove(found))
    }

    /// The newest piece of at least so many bytes, whose lines may still be in a cache; the newest
    /// if all are smaller.
    pub fn take_newest(&mut self, bytes: usize) -> Option<Memory> {
        let newest = self.pieces.len().checked_sub(1)?;
        let found = self.pieces.iter().rposition(|memory| memory.len() >= bytes);
        Some(self.remove(found.unwrap_or(newest)))
    }

    fn remove(&mut self, piece: usize) -> Memory {
        let memory = self.pieces.remove(piece);
        self.bytes -= memory.len();
        memory
    }

    /// Puts a piece on the shelf. Returns what is in excess now, as [`excess`](Shelf::excess) does,
    /// or the piece if it is too large to be kept.
    pub fn give(&mut self, memory: Memory) -> Option<Memory> {
        // Room for one more than there may be, once.
        let room = (self.most_pieces + 1).saturating_sub(self.pieces.len());
        if memory.len() > self.most_bytes || self.pieces.try_reserve_exact(room).is_err() {
            return Some(memory);
        }
        self.bytes += memory.len();
        self.pieces.push(memory);
        self.excess()
    }

    /// The oldest piece, if there are too many.
    pub fn excess(&mut self) -> Option<Memory> {
        if self.bytes <= self.most_bytes && self.pieces.len() <= self.most_pieces {
            return None;
        }
        Some(self.remove(0))
    }

    /// All pieces.
    pub fn empty(&mut self) -> Vec<Memory> {
        self.bytes = 0;
        std::mem::take(&mut self.pieces)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory(bytes: usize) -> Memory {
        Memory::new(bytes).unwrap()
    }

    fn sizes(shelf: &Shelf) -> Vec<usize> {
        shelf.pieces.iter().map(Memory::len).collect()
    }

    #[test]
    fn the_newest_piece_of_a_size_goes_first() {
        let mut shelf = Shelf::new(1000, 10);
        let (first, second) = (memory(64), memory(64));
        let newest = second.start();
        for memory in [first, second, memory(128)] {
            assert!(shelf.give(memory).is_none());
        }
        assert!(shelf.take_exactly(100).is_none() && shelf.take_exactly(256).is_none());
        assert_eq!(shelf.take_exactly(64).map(|m| m.start()), Some(newest));
        assert_eq!((sizes(&shelf), shelf.bytes), (vec![64, 128], 192));
    }

    #[test]
    fn the_oldest_pieces_make_room() {
        let mut shelf = Shelf::new(1000, 3);
        for bytes in [300, 200, 400] {
            assert!(shelf.give(memory(bytes)).is_none());
        }
        // Too many bytes twice over, and too many pieces.
        assert_eq!(shelf.give(memory(500)).map(|m| m.len()), Some(300));
        assert_eq!(shelf.excess().map(|m| m.len()), Some(200));
        assert!(shelf.excess().is_none());
        assert!(shelf.give(memory(10)).is_none());
        assert_eq!(shelf.give(memory(10)).map(|m| m.len()), Some(400));
        assert_eq!((sizes(&shelf), shelf.bytes), (vec![500, 10, 10], 520));
        // One that is too large displaces no other.
        assert_eq!(shelf.give(memory(1001)).map(|m| m.len()), Some(1001));
        assert_eq!(shelf.empty().len(), 3);
        assert!(shelf.pieces.is_empty() && shelf.bytes == 0);
    }

    #[test]
    fn a_piece_that_is_too_small_is_taken_for_a_larger_one_to_replace() {
        let mut shelf = Shelf::new(1000, 10);
        assert!(shelf.take_newest(64).is_none());
        for bytes in [128, 256, 64] {
            assert!(shelf.give(memory(bytes)).is_none());
        }
        assert_eq!(shelf.take_newest(100).map(|m| m.len()), Some(256));
        assert_eq!(shelf.take_newest(200).map(|m| m.len()), Some(64));
        assert_eq!((sizes(&shelf), shelf.bytes), (vec![128], 128));
    }
}
