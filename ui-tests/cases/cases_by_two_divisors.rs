pipeline::pipeline! {
    fn p(img: [u8; n, m]) -> out where n ~ 100, m ~ 100 {
        out(y, x) = case { x % 3 == 0 => img(y, x), x % 5 == 1 => 1, else => 2 };
    }
}
