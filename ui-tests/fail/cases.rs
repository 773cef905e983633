// Class: Cases

use pipeline::pipeline;

pipeline! {
    fn p(a: [f32; n]) -> (twice, never) {
        twice(x) in [0..n] = case { x <= 2 => 0.0, x >= 2 => a(x) };
        never(x) in [0..n] = case { x < 2 => 0.0, x > 2 => a(x) };
    }
}

fn main() {}
