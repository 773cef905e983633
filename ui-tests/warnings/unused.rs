//! Names that nothing uses.

pipeline::pipeline! {
    fn noisy(img: [f32; rows, cols], mask: [u8; rows, cols], gain: f32, m: size) -> out
    where rows ~ 480, cols ~ 640, m ~ 3
    {
        const LIMIT = 3;
        fn half(v) = v / 2.0;
        border img = clamp;
        spare(y, x) = img(y, x) * 2.0;
        out(y, x) = img(y, x);
    }
}

pipeline::pipeline! {
    #[allow(unused_input, unused_scalar, unused_size, unused_constant, unused_helper)]
    #[allow(unused_border, unused_stage, dead_code)]
    fn silent(img: [f32; rows, cols], mask: [u8; rows, cols], gain: f32, m: size) -> out
    where rows ~ 480, cols ~ 640, m ~ 3
    {
        const LIMIT = 3;
        fn half(v) = v / 2.0;
        border img = clamp;
        spare(y, x) = img(y, x) * 2.0;
        out(y, x) = img(y, x);
    }
}

pipeline::pipeline! {
    fn used(img: [f32; rows, cols], mask: [u8; rows, cols], gain: f32, m: size) -> out
    where rows ~ 480, cols ~ 640, m ~ 3
    {
        const LIMIT = 3;
        fn half(v) = v / 2.0;
        border img = clamp;
        wide(y, x) = img(y, x - 1) * mask(y, x) as f32;
        out(y, x) in [0..min(m, rows), 0..cols] = min(half(wide(y, x)) * gain, LIMIT);
    }
}
