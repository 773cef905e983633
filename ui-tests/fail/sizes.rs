// Class: Sizes, estimates and clauses

use pipeline::pipeline;

pipeline! {
    fn p(img: [f32; rows, cols], b: [f32; n / 2]) -> out
    where rows ~ 500, rows >= 512
    {
        out(y, x) = img(y, x);
    }
}

fn main() {}
