//! Which coordinates of an array a read may end at, once its border has redirected it.

use super::Span;

/// What a read beyond the edge of an array ends at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// Nothing is read there: there are no such reads, or they have a value of their own.
    Nothing,
    /// The nearest coordinate.
    Clamp,
    /// Reflection that repeats the edge.
    Mirror,
    /// Reflection that does not repeat the edge.
    Mirror101,
    /// The other end.
    Repeat,
}

impl Edge {
    /// The coordinates of `whole` that reads of these end at: a span around them.
    pub fn land(self, read: Span, whole: Span) -> Span {
        if read.is_empty() || whole.is_empty() || whole.contains(read) {
            return read.intersection(whole);
        }
        let inside = read.intersection(whole);
        let clamped = |at: isize| at.clamp(whole.first, whole.last);
        match self {
            Edge::Nothing => inside,
            Edge::Clamp => Span::new(clamped(read.first), clamped(read.last)),
            Edge::Mirror => inside.hull(reflected(read, whole, 1)),
            Edge::Mirror101 => inside.hull(reflected(read, whole, 0)),
            Edge::Repeat => whole,
        }
    }
}

/// What the coordinates of `read` beyond `whole` are reflected to: the first one beyond an edge so
/// many (`repeated`) before what a reflection about the edge itself gives.
fn reflected(read: Span, whole: Span, repeated: isize) -> Span {
    let extent = whole.len() as isize;
    let below = read.intersection(Span::new(isize::MIN / 2, whole.first - 1));
    let above = read.intersection(Span::new(whole.last + 1, isize::MAX / 2));
    // Farther than the array is wide they come back; then all of it is at hand.
    let far = |span: Span, distance: isize| !span.is_empty() && distance + 1 - repeated > extent;
    if far(below, whole.first - below.first) || far(above, above.last - whole.last) {
        return whole;
    }
    let about = |edge: isize, at: isize, inwards: isize| 2 * edge - at - inwards * repeated;
    let below = match below.is_empty() {
        true => Span::NONE,
        false => {
            let at = |i| about(whole.first, i, 1);
            Span::new(at(below.last), at(below.first))
        }
    };
    let above = match above.is_empty() {
        true => Span::NONE,
        false => {
            let at = |i| about(whole.last, i, -1);
            Span::new(at(above.last), at(above.first))
        }
    };
    below.hull(above)
}
