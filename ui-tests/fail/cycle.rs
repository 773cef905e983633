// Class: Cycles and self reference

use pipeline::pipeline;

pipeline! {
    fn p(a: [f32; n]) -> out {
        f(x) = g(x) + a(x);
        g(x) = f(x);
        out(x) = g(x);
    }
}

fn main() {}
