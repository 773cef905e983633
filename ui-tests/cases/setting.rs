//! Settings that are not there yet, and one that is not known.

pipeline::pipeline! {
    #[machine(haswell)]
    #[schedule(no_fuse(out))]
    #[tiles(3)]
    fn broken(img: [f32; n]) -> out {
        out(x) = img(x);
    }
}
