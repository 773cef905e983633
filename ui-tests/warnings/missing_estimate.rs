//! Sizes without an estimate.

pipeline::pipeline! {
    fn small(img: [f32; rows, cols]) -> out {
        out(y, x) = img(y, x) + 1.0;
    }
}

pipeline::pipeline! {
    fn large(img: [f32; rows, cols]) -> out
    where rows ~ 6400, cols ~ 6400
    {
        out(y, x) = img(y, x) + 1.0;
    }
}

pipeline::pipeline! {
    #[allow(missing_estimate)]
    fn any(img: [f32; rows, cols]) -> out {
        out(y, x) = img(y, x) + 1.0;
    }
}
