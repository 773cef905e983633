// Class: Borders

use pipeline::pipeline;

pipeline! {
    fn p(a: [u8; n]) -> out {
        border a = clmp;
        out(x) = a(x - 1);
    }
}

fn main() {}
