// Class: Windows and stencils

use pipeline::pipeline;

pipeline! {
    fn p(a: [u8; n]) -> (empty, signed) {
        empty(x) = sum(d in 2..=1; a(x + d));
        signed(x) = stencil(a, [-1, 2, -1]);
    }
}

fn main() {}
