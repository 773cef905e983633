//! Functions, constants, paths, closures and macros of the Rust around a block.

const GAIN: f32 = 2.0;

fn gamma(a: f32) -> f32 {
    a * GAIN
}

pipeline::pipeline! {
    fn named(img: [f32; rows, cols]) -> out {
        out(y, x) = gamma(img(y, x)) * GAIN;
    }
}

pipeline::pipeline! {
    fn reached(img: [f32; rows, cols]) -> out {
        a(y, x) = crate::outside_names::gamma(img(y, x));
        b(y, x) = img(y, x) * std::f32::consts::PI;
        c(y, x) = img(y, x).map(|v| v + 1.0);
        out(y, x) = vec![img(y, x)];
    }
}
