// Class: Live-outs

use pipeline::pipeline;

pipeline! {
    fn p(a: [f32; n]) -> (a, missing) {
        b(x) = a(x);
    }
}

fn main() {}
