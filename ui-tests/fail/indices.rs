// Class: Indices

use pipeline::pipeline;

pipeline! {
    fn p(img: [f32; rows, cols]) -> out {
        out(y, x) = img(y * x, 0);
    }
}

fn main() {}
