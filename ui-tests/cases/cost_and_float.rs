//! Models that are not known, weights that are none.

pipeline::pipeline! {
    #[cost(polymages)]
    #[float(strictly)]
    fn unknown(img: [f32; n]) -> out { out(x) = img(x); }
}

pipeline::pipeline! {
    #[cost(polymage, w1 = 0)]
    #[float]
    fn nonsense(img: [f32; n]) -> out { out(x) = img(x); }
}
