//! Literals that their types cannot hold.

pipeline::pipeline! {
    fn broken(img: [u8; n], line: [f32; n]) -> out {
        a(x) = img(x) * 0.5;
        b(x) = img(x) + 256;
        c(x) = line(x) + 16777217;
        d(x) = line(x) * (1 / 3);
        out(x): u8 = -1;
    }
}
