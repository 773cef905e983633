// Class: Machines and hints

use pipeline::pipeline;

pipeline! {
    #[machine(haswel, l1 = "32KB")]
    #[schedule(no_fuse(blured), step = 0)]
    fn p(a: [f32; n]) -> out {
        blurred(x) = a(x) + a(x + 1);
        out(x) = blurred(x) + blurred(x + 1);
    }
}

fn main() {}
