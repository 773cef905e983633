//! Hints that are misspelt, name no stage, or contradict each other.

pipeline::pipeline! {
    #[schedule(strategy = "greddy", no_fuse(blured, img), tile(0, 256))]
    fn misspelt(img: [f32; n]) -> out {
        blurred(x) = img(x);
        out(x) = blurred(x);
    }
}

pipeline::pipeline! {
    #[schedule(strategy = "none", tile(32, 256))]
    fn contradiction(img: [f32; n]) -> out { out(x) = img(x); }
}

pipeline::pipeline! {
    #[schedule(tile(8, 32, 256), step = -1)]
    fn tiles(img: [f32; n]) -> out { out(x) = img(x); }
}
