// Class: Indices

use pipeline::pipeline;

pipeline! {
    fn p(table: [u8; 256], raw: [u16; n]) -> out {
        out(x) = table(raw(x) >> 4);
    }
}

fn main() {}
