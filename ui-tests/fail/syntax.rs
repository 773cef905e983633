// Class: Syntax

use pipeline::pipeline;

pipeline! {
    fn p(a: [f32; n]) -> out {
        smooth(x) = a(x)
        out(x) = if smooth(x) > 0.0 { smooth(x) };
    }
}

fn main() {}
