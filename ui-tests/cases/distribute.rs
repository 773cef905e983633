//! Variables that no result has, and stages whose points follow from one another.

pipeline::pipeline! {
    #[distribute]
    fn nothing(img: [f32; rows, cols]) -> out {
        out(y, x) = img(y, x);
    }
}

pipeline::pipeline! {
    #[distribute(rows)]
    fn unknown(img: [f32; rows, cols]) -> out {
        out(y, x) = img(y, x);
    }
}

pipeline::pipeline! {
    #[distribute(y = 4, x(2))]
    fn values(img: [f32; rows, cols]) -> out {
        out(y, x) = img(y, x);
    }
}

pipeline::pipeline! {
    #[distribute(a, b, c, d)]
    fn many(img: [f32; n, n, n, n]) -> out {
        out(a, b, c, d) = img(a, b, c, d);
    }
}

pipeline::pipeline! {
    #[distribute(y)]
    fn running(img: [f32; rows, cols]) -> out {
        border out = constant(0.0);
        out(y, x) in [0..rows, 0..cols] = out(y - 1, x) + img(y, x);
    }
}

pipeline::pipeline! {
    #[distribute(b)]
    fn histogram(img: [u8; rows, cols]) -> counts {
        counts(b): u32 in [0..256] = 0;
        counts(img(y, x)) += 1 for (y, x) in [0..rows, 0..cols];
    }
}

pipeline::pipeline! {
    #[distribute(z)]
    fn any<T: f32, f64>(img: [T; rows, cols]) -> out {
        out(y, x) = img(y, x);
    }
}

pipeline::pipeline! {
    #[distribute(y; rank(nothing), everywhere(out), inside(out), apart(near), rank = 3, rank())]
    fn policies(img: [f32; rows, cols]) -> out {
        border near = clamp;
        near(y, x) = img(y, x) * 2.0;
        out(y, x) = near(y - 1, x) + near(y, x);
    }
}

pipeline::pipeline! {
    #[distribute(rank(near))]
    fn no_variable(img: [f32; rows, cols]) -> out {
        border near = clamp;
        near(y, x) = img(y, x) * 2.0;
        out(y, x) = near(y - 1, x) + near(y, x);
    }
}

pipeline::pipeline! {
    #[distribute(y; everywhere(out))]
    fn a_result(img: [f32; rows, cols]) -> out {
        out(y, x) = img(y, x) * 2.0;
    }
}

pipeline::pipeline! {
    #[distribute(y; inside(near))]
    #[schedule(no_fuse(near))]
    fn alone(img: [f32; rows, cols]) -> out {
        border near = clamp;
        near(y, x) = img(y, x) * 2.0;
        out(y, x) = near(y - 1, x) + near(y, x);
    }
}

pipeline::pipeline! {
    #[distribute(y; rank(near))]
    #[schedule(group(near, out; strip = 8))]
    fn in_tiles(img: [f32; rows, cols]) -> out {
        border near = clamp;
        near(y, x) = sqrt(img(y, x));
        out(y, x) = near(y - 1, x) + near(y, x);
    }
}

pipeline::pipeline! {
    #[distribute(y; inside(near))]
    #[schedule(strategy = "none")]
    fn stored(img: [f32; rows, cols]) -> out {
        border near = clamp;
        near(y, x) = sqrt(exp(img(y, x)));
        out(y, x) = near(y - 1, x) + near(y, x) + near(y + 1, x);
    }
}

pipeline::pipeline! {
    #[distribute(y; rank(near), exchange(near))]
    fn twice(img: [f32; rows, cols]) -> out {
        border near = clamp;
        near(y, x) = img(y, x) * 2.0;
        out(y, x) = near(y - 1, x) + near(y, x);
    }
}

pipeline::pipeline! {
    #[distribute(y)]
    fn older_around(img: [f32; rows, cols], steps: size) -> out where steps >= 2 {
        border u = repeat;
        u(t, y, x): f32 in [0..=steps, 0..rows, 0..cols] = case {
            t < 2 => img(y, x),
            else => u(t - 1, y - 1, x) - u(t - 2, y, x),
        };
        out(y, x) = u(steps, y, x);
    }
}

pipeline::pipeline! {
    #[distribute(y; rank(u))]
    fn around(img: [f32; rows, cols], steps: size) -> out {
        border u = repeat;
        u(t, y, x): f32 in [0..=steps, 0..rows, 0..cols] = case {
            t == 0 => img(y, x),
            else => u(t - 1, y - 1, x),
        };
        out(y, x) = u(steps, y, x);
    }
}

pipeline::pipeline! {
    #[distribute(x; exchange(u))]
    fn newest_only(img: [f32; rows, cols]) -> out {
        u(y, x): f32 in [0..rows, 0..cols] = case {
            y == 0 => img(0, x),
            else => u(y - 1, x) + img(y, x),
        };
        border u = constant(0.0);
        out(x) in [0..cols] = u(rows - 1, x) + u(rows - 1, x - 1);
    }
}

pipeline::pipeline! {
    #[distribute(x)]
    #[schedule(group(cells, out; strip = 8))]
    fn whole_rows(img: [f32; rows, cols]) -> out where rows % 8 == 0, cols % 8 == 0 {
        cells(gy, gx): f32 in [0..rows / 8, 0..cols / 8] = 0.0;
        cells(gy, gx) += img(8 * gy + dy, 8 * gx + dx)
            for (gy, gx, dy, dx) in [0..rows / 8, 0..cols / 8, 0..8, 0..8];
        out(y, x) in [0..rows, 0..cols] = cells(y / 8, x / 8) - img(y, x);
    }
}

pipeline::pipeline! {
    #[distribute(c)]
    #[schedule(group(near, out; strip = 8))]
    fn of_all_planes(img: [f32; rows, cols]) -> (out, near) {
        border near = clamp;
        near(y, x) = sqrt(img(y, x));
        out(c, y, x) in [0..3, 0..rows, 0..cols] = near(y - 1, x) + near(y, x) * c as f32;
    }
}

pipeline::pipeline! {
    #[distribute(y)]
    fn no_distance(img: [f32; rows, cols]) -> out {
        u(t, y, x): f32 in [0..=9, 0..rows, 0..cols] = case {
            t == 0 => img(y, x),
            else => u(t - 1, rows - 1 - y, x) + 1.0,
        };
        out(y, x) = u(9, y, x);
    }
}

pipeline::pipeline! {
    #[distribute(y; rank(near))]
    fn unneeded(img: [f32; rows, cols]) -> out {
        near(y, x) = img(y, x) * 2.0;
        out(y, x) = img(y, x) * 4.0;
    }
}

pipeline::pipeline! {
    #[distribute(y; inside(out))]
    fn inside_of_a_result(img: [f32; rows, cols]) -> out {
        out(y, x) = img(y, x) * 2.0;
    }
}

pipeline::pipeline! {
    #[distribute(y; rank(less), exchange(more))]
    #[schedule(group(less, more; strip = 8))]
    fn both_in_a_group(img: [f32; rows, cols]) -> (less, more) {
        border less = clamp;
        less(y, x) = img(y, x) * 2.0;
        more(y, x) = less(y - 1, x) + less(y + 1, x);
    }
}
