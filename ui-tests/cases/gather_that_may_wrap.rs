pipeline::pipeline! {
    fn p(img: [i32; n]) -> out where n ~ 100 {
        padded(x) in [0..=n + 1] = img(clamp(x, 1, n) - 1);
        out(x) in [0..n] = padded(clamp(img(x), 1, n + 1));
    }
}
