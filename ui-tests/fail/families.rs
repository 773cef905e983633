// Class: Families, loops and constants

use pipeline::pipeline;

pipeline! {
    fn p(a: [f32; n]) -> out {
        for k in 0..3 { level[k](x) = a(x); }
        out(x) = level[3](x);
    }
}

fn main() {}
