use pipeline::pipeline;

pipeline! {
    fn values(
        light: [f32 in 0..1; rows, cols],
        dark: [u8 in 0..300; rows, cols],
        none: [i16 in 4..4; rows, cols],
        sized: [i16 in 0..rows; rows, cols],
        half: i32 in 0.5..3,
        gain: u8 in 1..=rows,
        few: size in 1..9,
    ) -> out {
        out(y, x) in [0..rows, 0..few] = light(y, x) + (dark(y, x) + gain) as f32
            + (none(y, x) + sized(y, x)) as f32 + half as f32;
    }
}

pipeline! {
    fn unfinished(img: [u8 in 0; rows]) -> out {
        out(y) = img(y);
    }
}

pipeline! {
    fn outside(img: [u8 in 0..=4; rows], table: [u8; 4]) -> out {
        out(y) = table(img(y));
    }
}
