//! Comparisons that are always true, or never.

pipeline::pipeline! {
    fn always(img: [u8; n]) -> (every, none, edge)
    where n ~ 640
    {
        every(x) = if img(x) >= 0 { img(x) } else { 0 };
        none(x) = (img(x) as f32 * 0.5 > 200.0) as u8;
        edge(x) = if x >= 0 { img(x) } else { 0 };
    }
}

pipeline::pipeline! {
    fn sometimes<T: u8, i8>(img: [T; n]) -> (every, levels[0], levels[1])
    where n ~ 640
    {
        every(x) = (img(x) >= 0) as u8;
        for k in 0..2 {
            levels[k](x) = (img(x) as i32 > 300 * k - 10) as u8;
        }
    }
}

pipeline::pipeline! {
    #[allow(constant_comparison)]
    fn meant(img: [u8; n]) -> every
    where n ~ 640
    {
        every(x) = if img(x) >= 0 { img(x) } else { 0 };
    }
}
