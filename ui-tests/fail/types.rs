// Class: Types and literals

use pipeline::pipeline;

pipeline! {
    fn p(img: [u8; rows, cols], gain: f32) -> (scaled, half) {
        scaled(y, x) = img(y, x) * gain;
        half(y, x) = img(y, x) * 0.5;
    }
}

fn main() {}
