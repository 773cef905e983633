//! Windows of more points than their variables may decide something at.

pipeline::pipeline! {
    fn f(img: [f32; rows, cols]) -> (far, ragged, factors) {
        border img = clamp;
        far(y, x) = max(dy in -1500..=1500, dx in -1500..=1500;
            if dy * dy + dx * dx <= 2250000 { img(y + dy, x + dx) } else { 0.0 });
        ragged(y, x) = max(dy in -200..=200, dx in -200..=200;
            if (dy + dx) % 2 == 0 { img(y + dy, x + dx) } else { 0.0 });
        factors(y, x) = max(dy in -200..=200, dx in -200..=200; img(y, x + dy * dx));
    }
}
