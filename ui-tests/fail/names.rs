// Class: Unknown and duplicate names

use pipeline::pipeline;

pipeline! {
    fn p(img: [f32; rows, cols]) -> out {
        smooth(y, x) = imgg(y, x);
        smooth(y, x) = 2 * img(y, x);
        out(y, x) = smooth(y, x);
    }
}

fn main() {}
