// Class: Read outside the domain

use pipeline::pipeline;

pipeline! {
    fn p(img: [f32; rows, cols]) -> out {
        out(y, x) in [0..rows, 0..cols] = img(y - 1, x);
    }
}

fn main() {}
