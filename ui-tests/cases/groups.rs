//! Written groups that are misspelt, contradict others, or cannot be computed together.

pipeline::pipeline! {
    #[schedule(
        group(blured, img; strip = 0, width = -3),
        group(blurred, out; step = 8, strip = 4),
        group(out; strips = 8),
        no_fuse(sharp),
        group(sharp, blurred_colums),
        group(out_columns; width = "all")
    )]
    fn misspelt(img: [f32; rows, cols]) -> out where rows ~ 1024, cols ~ 1024 {
        blurred(y, x) = img(y, x);
        sharp(y, x) = blurred(y, x);
        out(y, x) = sharp(y, x);
    }
}

pipeline::pipeline! {
    #[schedule(group(a, turned))]
    fn transposed(img: [f32; rows, cols]) -> turned where rows ~ 1024, cols ~ 1024 {
        a(y, x) = 2.0 * img(y, x);
        turned(x, y) = a(y, x);
    }
}

pipeline::pipeline! {
    #[schedule(group(a, c), no_fuse(b))]
    fn between(img: [f32; rows, cols]) -> c where rows ~ 1024, cols ~ 1024 {
        a(y, x) = 2.0 * img(y, x);
        b(y, x) = a(y, x) + 1.0;
        c(y, x) = a(y, x) + b(y, x);
    }
}

pipeline::pipeline! {
    #[schedule(group(a, c), group(b, d))]
    fn between_of_another(img: [f32; rows, cols]) -> (c, d) where rows ~ 1024, cols ~ 1024 {
        a(y, x) = 2.0 * img(y, x);
        b(y, x) = a(y, x) + 1.0;
        c(y, x) = a(y, x) + b(y, x);
        d(y, x) = b(y, x) * 3.0;
    }
}

pipeline::pipeline! {
    #[schedule(group(a, d), group(b, c))]
    fn waiting(img: [f32; rows, cols]) -> (c, d) where rows ~ 1024, cols ~ 1024 {
        a(y, x) = 2.0 * img(y, x);
        b(y, x) = img(y, x) + 1.0;
        c(y, x) = a(y, x) + 1.0;
        d(y, x) = b(y, x) * 3.0;
    }
}

pipeline::pipeline! {
    #[schedule(group(a, b; width = 64))]
    fn no_columns(img: [f32; rows, cols]) -> b where rows ~ 1024, cols ~ 1024 {
        a(y, x) = 2.0 * img(y, x);
        b(y, x) = a(y, cols - 1 - x);
    }
}

pipeline::pipeline! {
    #[schedule(group(a, b; along(x)))]
    fn no_such_rows(img: [f32; rows, cols]) -> b where rows ~ 1024, cols ~ 1024 {
        a(y, x) = 2.0 * img(y, x);
        b(y, x) = a(y, x) + 1.0;
    }
}

pipeline::pipeline! {
    #[schedule(group(a, b; depth(z = 4)))]
    fn no_such_depth(img: [f32; rows, cols]) -> b where rows ~ 1024, cols ~ 1024 {
        a(y, x) = 2.0 * img(y, x);
        b(y, x) = a(y, x) + 1.0;
    }
}

pipeline::pipeline! {
    #[schedule(group(a, b; times = 3), group(c; times = 1, step = 2))]
    fn no_steps(img: [f32; rows, cols]) -> c where rows ~ 1024, cols ~ 1024 {
        border c = constant(0.0);
        a(y, x) = 2.0 * img(y, x);
        b(y, x) = a(y, x) + 1.0;
        c(t, y, x) in [0..8, 0..rows, 0..cols] =
            c(t - 1, y - 1, x) + c(t - 1, y + 1, x) * b(y, x);
    }
}

pipeline::pipeline! {
    #[schedule(group(heat; strip = 9))]
    fn tiles_of_a_step(img: [f32; rows, cols]) -> heat where rows ~ 1024, cols ~ 1024 {
        border heat = constant(0.0);
        heat(t, y, x) in [0..8, 0..rows, 0..cols] =
            heat(t - 1, y - 1, x) + heat(t - 1, y + 1, x) * img(y, x);
    }
}

pipeline::pipeline! {
    #[schedule(group(heat; times = 9))]
    fn few_steps(img: [f32; rows, cols]) -> heat where rows ~ 1024, cols ~ 1024 {
        border heat = constant(0.0);
        heat(t, y, x) in [0..8, 0..rows, 0..cols] =
            heat(t - 1, y - 1, x) + heat(t - 1, y + 1, x) * img(y, x);
    }
}

pipeline::pipeline! {
    #[schedule(group(a, b; depth(x = 4)))]
    fn columns_are_no_depth(img: [f32; rows, cols]) -> b where rows ~ 1024, cols ~ 1024 {
        a(y, x) = 2.0 * img(y, x);
        b(y, x) = a(y, x) + 1.0;
    }
}

pipeline::pipeline! {
    #[schedule(group(a; strip = 8), group(b; times = 4))]
    fn by_itself(img: [f32; rows, cols]) -> b where rows ~ 1024, cols ~ 1024 {
        a(y, x) = 2.0 * img(y, x);
        b(y, x) = a(y, x) + 1.0;
    }
}

pipeline::pipeline! {
    #[schedule(group(a, sums))]
    fn recursive(img: [f32; rows, cols]) -> sums where rows ~ 1024, cols ~ 1024 {
        border sums = constant(0.0);
        a(y, x) = 2.0 * img(y, x);
        sums(y, x) = sums(y, x - 1) + sums(y - 1, x) + a(y, x);
    }
}

pipeline::pipeline! {
    #[schedule(group(down, up; strip = 16))]
    fn columns(img: [f32; rows, cols]) -> up where rows ~ 1024, cols ~ 1024 {
        border down = constant(0.0);
        border up = constant(0.0);
        down(y, x) = down(y - 1, x) + img(y, x);
        up(y, x) = up(y + 1, x) + down(y, x);
    }
}
