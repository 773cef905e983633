//! Settings that are not known, or given twice.

pipeline::pipeline! {
    #[machine(haswell)]
    #[schedul(no_fuse(out))]
    #[tiles(3)]
    #[machine(zen3)]
    fn broken(img: [f32; n]) -> out {
        out(x) = img(x);
    }
}
