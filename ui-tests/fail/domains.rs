// Class: Domains

use pipeline::pipeline;

pipeline! {
    fn p(a: [f32; n]) -> (reversed, square) {
        reversed(x) in [5..=3] = a(x);
        square(x) in [0..n * n] = a(x);
    }
}

fn main() {}
