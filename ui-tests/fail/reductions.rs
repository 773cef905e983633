// Class: Reductions

use pipeline::pipeline;

pipeline! {
    fn p(img: [u8; rows, cols]) -> (hist, lines) {
        hist(b) in [0..200]: u32 = 0;
        hist(img(y, x)) += 1 for (y, x) in [0..rows, 0..cols];
        lines(y) in [0..rows]: u32 = 0;
        lines(y + 1) += img(y, x) as u32 for (y, x) in [0..rows, 0..cols];
    }
}

fn main() {}
