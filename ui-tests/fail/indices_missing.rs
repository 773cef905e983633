// Class: Number of indices

use pipeline::pipeline;

pipeline! {
    fn p(img: [f32; rows, cols]) -> out {
        out(y, x) = img(y);
    }
}

fn main() {}
