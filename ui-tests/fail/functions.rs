// Class: Functions

use pipeline::pipeline;

pipeline! {
    fn p(a: [u8; n], k: f32) -> (root, largest) {
        root(x) = sqrt(a(x));
        largest(x) = max(k);
    }
}

fn main() {}
