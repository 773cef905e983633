//! Stages that read themselves, of no type or of the wrong one.

pipeline::pipeline! {
    fn broken(a: [u8; rows, cols]) -> (sat, total, count) {
        sat(y, x) = sat(y - 1, x);
        total(y, x): u32 = case { y == 0 => 0, else => total(y - 1, x) + a(y, x) };
        count(y, x) in [0..rows, 0..cols] = case { y == 0 => 0, else => count(y - 1, x) + 1 };
    }
}
