//! The first blur that everybody writes.

pipeline::pipeline! {
    fn blur(img: [u8; rows, cols]) -> out
    where rows ~ 480, cols ~ 640
    {
        border img = clamp;
        out(y, x) = sum(dy in -1..=1, dx in -1..=1; img(y + dy, x + dx)) / 9;
    }
}

pipeline::pipeline! {
    fn wider(img: [u8; rows, cols]) -> out
    where rows ~ 480, cols ~ 640
    {
        border img = clamp;
        out(y, x) = (sum(dy in -1..=1, dx in -1..=1; img(y + dy, x + dx) as u16) / 9) as u8;
    }
}

pipeline::pipeline! {
    #[allow(narrow_sum)]
    fn wrapping(img: [u8; rows, cols]) -> out
    where rows ~ 480, cols ~ 640
    {
        out(y, x) = img(y, x) + img(y, x + 1);
    }
}

pipeline::pipeline! {
    fn generic<T: u8, f32>(img: [T; rows, cols]) -> out
    where rows ~ 480, cols ~ 640
    {
        out(y, x): T = img(y, x) - img(y, x + 1);
    }
}
