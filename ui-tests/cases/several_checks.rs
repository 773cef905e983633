//! Everything that the checks find is reported at once.

pipeline::pipeline! {
    fn broken(img: [f32; rows, cols], curve: [f32; 16]) -> (a, b, c)
    where rows ~ 100, rows >= 512
    {
        a(y, x) in [0..rows, 0..cols] = img(y + 1, x);
        b(y, x) = case { y < 4 => 0.0, y > 4 => img(y, x) };
        c(y, x) = curve(img(y, x) as i32);
    }
}
