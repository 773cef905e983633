//! What runs on ranks.

use pipeline::pipeline;

pipeline! {
    #[distribute(y)]
    #[schedule(no_fuse(across))]
    #[allow(narrow_sum)]
    pub fn blur(img: [u16; rows, cols]) -> down
    where rows ~ 1024, cols ~ 1024
    {
        across(y, x) = (img(y, x) + img(y, x + 1) + img(y, x + 2)) / 3;
        down(y, x) = (across(y, x) + across(y + 1, x) + across(y + 2, x)) / 3;
    }
}

pipeline! {
    #[distribute(y)]
    pub fn harris(img: [f32; rows, cols]) -> corners
    where rows ~ 1024, cols ~ 1024
    {
        border img = clamp;
        border ix = mirror;
        border iy = mirror101;
        ix(y, x) = img(y, x + 1) - img(y, x - 1) + img(y + 1, x + 1) - img(y - 1, x - 1);
        iy(y, x) = img(y + 1, x) - img(y - 1, x) + img(y + 1, x + 1) - img(y - 1, x - 1);
        sxx(y, x) = sum(dy in -1..=1, dx in -1..=1; ix(y + dy, x + dx) * ix(y + dy, x + dx));
        syy(y, x) = sum(dy in -1..=1, dx in -1..=1; iy(y + dy, x + dx) * iy(y + dy, x + dx));
        sxy(y, x) = sum(dy in -1..=1, dx in -1..=1; ix(y + dy, x + dx) * iy(y + dy, x + dx));
        corners(y, x) = sxx(y, x) * syy(y, x) - sxy(y, x) * sxy(y, x)
            - 0.04 * (sxx(y, x) + syy(y, x)) * (sxx(y, x) + syy(y, x));
    }
}

pipeline! {
    #[distribute(y)]
    #[schedule(no_fuse(half, quarter))]
    pub fn pyramid(img: [f32; rows, cols]) -> out
    where rows ~ 1024, cols ~ 1024, rows >= 4, cols >= 4
    {
        border img = mirror;
        border half = clamp;
        border quarter = clamp;
        half(y, x) in [0..rows / 2, 0..cols / 2] =
            (img(2 * y, 2 * x) + img(2 * y + 1, 2 * x + 1) + img(2 * y - 1, 2 * x)) / 3.0;
        quarter(y, x) in [0..rows / 4, 0..cols / 4] =
            (half(2 * y, 2 * x) + half(2 * y + 1, 2 * x + 1) + half(2 * y - 2, 2 * x)) / 3.0;
        out(y, x) in [0..rows, 0..cols] =
            img(y, x) + half(y / 2 + 1, x / 2) - quarter(y / 4, x / 4) * quarter(y / 4 - 1, x / 4);
    }
}

pub mod columns {
    use pipeline::pipeline;

    pipeline! {
        #[distribute(x)]
        #[schedule(no_fuse(near))]
        pub fn edges(img: [f32; rows, cols]) -> out
        where rows ~ 1024, cols ~ 1024
        {
            border img = mirror;
            border near = clamp;
            near(y, x) = img(y - 1, x + 2) + img(y + 1, x - 3) + img(y, x);
            out(y, x) = near(y - 1, x - 1) * near(y + 2, x + 1) - near(y, x);
        }
    }
}

pub mod generic {
    use pipeline::pipeline;

    pipeline! {
        /// For several element types, with a scalar of the type.
        #[distribute(y)]
        #[schedule(no_fuse(across))]
        #[allow(narrow_sum)]
        pub fn sharpened<C: u8, i16, f32>(img: [C; rows, cols], bias: C) -> (out, across)
        where rows ~ 1024, cols ~ 1024
        {
            border img = mirror;
            border across = repeat;
            across(y, x): C = max(img(y - 1, x), img(y, x + 1));
            out(y, x) = across(y - 1, x) as i32 + across(y + 2, x) as i32 - bias as i32;
        }
    }
}

pub mod beside {
    use pipeline::pipeline;

    pipeline! {
        /// What is read is beside the slice, on one side only.
        #[distribute(x; apart(img))]
        pub fn before(img: [f32; rows, cols]) -> out
        where rows ~ 1024, cols ~ 1024
        {
            border img = clamp;
            out(y, x) in [0..rows, 0..cols + 40] = img(y, x - 3);
        }
    }
}

pub mod grid {
    use pipeline::pipeline;

    pipeline! {
        #[distribute(y, x)]
        #[schedule(no_fuse(near))]
        pub fn edges(img: [f32; rows, cols]) -> out
        where rows ~ 1024, cols ~ 1024
        {
            border img = mirror;
            border near = clamp;
            near(y, x) = img(y - 1, x + 2) + img(y + 1, x - 3) + img(y, x);
            out(y, x) = near(y - 1, x - 1) * near(y + 2, x + 1) - near(y, x);
        }
    }

    pipeline! {
        #[distribute(y, x)]
        #[schedule(strip = 8, width = 16)]
        pub fn fused(img: [f32; rows, cols]) -> out
        where rows ~ 1024, cols ~ 1024
        {
            border img = mirror101;
            border near = clamp;
            border far = mirror;
            near(y, x) = sum(d in -2..=2; img(y + d, x)) + sum(d in -2..=2; img(y, x + d));
            far(y, x) = sum(d in -2..=2; near(y + d, x)) * sum(d in -2..=2; near(y, x + d));
            out(y, x) = far(y - 1, x - 1) * far(y + 2, x + 1) - far(y, x);
        }
    }
}

pub mod around {
    use pipeline::pipeline;

    pipeline! {
        /// What repeats, from rank to rank: a picture, and a stage that is stored.
        #[distribute(y; exchange(near))]
        pub fn rows(img: [f32; rows, cols]) -> out
        where rows ~ 4096, cols ~ 4096
        {
            border img = repeat;
            border near = repeat;
            near(y, x) = max(img(y - 1, x + 2), img(y + 2, x - 3)) + img(y, x);
            out(y, x) = near(y - 1, x - 1) * near(y + 2, x + 1) - near(y, x);
        }
    }

    pipeline! {
        #[distribute(x)]
        pub fn columns(img: [u8; rows, cols]) -> out
        where rows ~ 4096, cols ~ 4096
        {
            border img = repeat;
            out(y, x) = (img(y - 1, x + 2) as u16 + img(y + 2, x - 3) as u16
                + 2 * img(y, x - 1) as u16) as u8;
        }
    }

    pipeline! {
        /// Corners come from the rank at the opposite one.
        #[distribute(y, x)]
        #[schedule(strip = 8, width = 16)]
        pub fn both(img: [f32; rows, cols]) -> out
        where rows ~ 4096, cols ~ 4096
        {
            border img = repeat;
            border near = repeat;
            near(y, x) = img(y - 1, x + 2) + img(y + 1, x - 3) + img(y, x);
            out(y, x) = near(y - 1, x - 1) * near(y + 2, x + 1) - near(y, x);
        }
    }

    pipeline! {
        /// A stage that keeps its border, for it is read half a row away.
        #[distribute(y; exchange(near))]
        pub fn stored(img: [f32; rows, cols]) -> out
        where rows ~ 4096, cols ~ 4096
        {
            border img = repeat;
            border near = repeat;
            near(y, x) = max(img(y - 1, x + 2), img(y + 2, x - 3)) + img(y, x);
            out(y, x) in [0..rows, 0..cols] = near(y - 1, x + cols / 2) * near(y + 2, x + 1) - near(y, x);
        }
    }

    pipeline! {
        /// Another border of the picture that `rows` reads.
        #[distribute(y)]
        pub fn clamped(img: [f32; rows, cols]) -> out
        where rows ~ 4096, cols ~ 4096
        {
            border img = clamp;
            out(y, x) = img(y - 1, x) + 2.0 * img(y + 1, x + 3);
        }
    }

    pipeline! {
        /// Read behind the one end and before the other, and at twice the rate.
        #[distribute(y)]
        pub fn halved(img: [f32; rows, cols]) -> out
        where rows ~ 4096, cols ~ 4096
        {
            border img = repeat;
            out(y, x) in [0..=rows / 2, 0..cols] = img(2 * y - 3, x) + img(2 * y + 1, x + 1);
        }
    }
}

pub mod transposed {
    use pipeline::pipeline;

    pipeline! {
        #[distribute(y)]
        pub fn turned(img: [u8; rows, cols]) -> out
        where rows ~ 1024, cols ~ 1024
        {
            out(y, x) in [0..cols, 0..rows] = img(x, y);
        }
    }
}

pub mod in_time {
    use pipeline::pipeline;

    pipeline! {
        /// Twenty steps of heat that spreads.
        #[distribute(y)]
        pub fn heat(img: [f32; rows, cols]) -> out
        where rows ~ 4096, cols ~ 4096
        {
            border u = clamp;
            u(t, y, x): f32 in [0..=20, 0..rows, 0..cols] = case {
                t == 0 => img(y, x),
                else => u(t - 1, y, x) + 0.2 * (u(t - 1, y - 1, x) + u(t - 1, y + 1, x)
                    + u(t - 1, y, x - 1) + u(t - 1, y, x + 1) - 4.0 * u(t - 1, y, x)),
            };
            out(y, x) = u(20, y, x) - img(y, x);
        }
    }

    pipeline! {
        /// All of it on every rank.
        #[distribute(y; everywhere(u))]
        pub fn repeated(img: [f32; rows, cols]) -> out
        where rows ~ 4096, cols ~ 4096
        {
            border u = clamp;
            u(t, y, x): f32 in [0..=7, 0..rows, 0..cols] = case {
                t == 0 => img(y, x),
                else => 0.5 * u(t - 1, y - 1, x) + 0.5 * u(t - 1, y + 1, x),
            };
            out(y, x) = u(7, y, x);
        }
    }

    pipeline! {
        /// A wave: each step from the two before it.
        #[distribute(y, x)]
        pub fn wave(img: [f32; rows, cols]) -> out
        where rows ~ 4096, cols ~ 4096
        {
            border u = mirror;
            border img = clamp;
            u(t, y, x): f32 in [0..13, 0..rows, 0..cols] = case {
                t < 2 => img(y - t, x),
                else => 2.0 * u(t - 1, y, x) - u(t - 2, y, x) + 0.1 * (u(t - 1, y - 2, x)
                    + u(t - 1, y + 1, x) + u(t - 2, y, x - 3) + u(t - 1, y, x + 1)
                    - 4.0 * u(t - 1, y, x)),
            };
            out(y, x) = u(12, y, x) + u(11, y, x);
        }
    }

    pipeline! {
        /// Heat that spreads for as many steps as a call says.
        #[distribute(y)]
        pub fn heat_for(img: [f32; rows, cols], steps: size) -> out
        where rows ~ 4096, cols ~ 4096, steps ~ 1000
        {
            border u = clamp;
            u(t, y, x): f32 in [0..=steps, 0..rows, 0..cols] = case {
                t == 0 => img(y, x),
                else => u(t - 1, y, x) + 0.2 * (u(t - 1, y - 1, x) + u(t - 1, y + 1, x)
                    + u(t - 1, y, x - 1) + u(t - 1, y, x + 1) - 4.0 * u(t - 1, y, x)),
            };
            out(y, x) = u(steps, y, x);
        }
    }

    pipeline! {
        /// Cells on a torus, all generations of which are a result.
        #[distribute(y, x)]
        pub fn torus(img: [u8; rows, cols], steps: size) -> (cells, out)
        where rows ~ 4096, cols ~ 4096, steps ~ 100
        {
            border cells = repeat;
            cells(t, y, x): u8 in [0..=steps, 0..rows, 0..cols] = case {
                t == 0 => img(y, x) / 64,
                else => (cells(t - 1, y - 2, x) + cells(t - 1, y + 1, x - 1)
                    + cells(t - 1, y, x + 3)) % 16,
            };
            out(y, x) = cells(steps, y, x) + cells(steps, y - 1, x + 1);
        }
    }

    pipeline! {
        /// Cells of which the first generation is read around the edges, too.
        #[distribute(y)]
        pub fn history(img: [u8; rows, cols], steps: size) -> out
        where rows ~ 4096, cols ~ 4096, steps ~ 100
        {
            border cells = repeat;
            cells(t, y, x): u8 in [0..=steps, 0..rows, 0..cols] = case {
                t == 0 => img(y, x) / 64,
                else => (cells(t - 1, y - 1, x) + cells(t - 1, y + 1, x + 1)) % 16,
            };
            out(y, x) = cells(0, y - 2, x) + cells(steps, y + 1, x - 1);
        }
    }

    pipeline! {
        /// The same along rows, of which the newest generation is kept.
        #[distribute(x)]
        pub fn ring(img: [f32; rows, cols], steps: size) -> out
        where rows ~ 4096, cols ~ 4096, steps ~ 100
        {
            border u = repeat;
            u(t, y, x): f32 in [0..=steps, 0..rows, 0..cols] = case {
                t == 0 => img(y, x),
                else => 0.5 * u(t - 1, y, x - 1) + 0.25 * u(t - 1, y - 1, x)
                    + 0.25 * u(t - 1, y, x + 2),
            };
            out(y, x) = u(steps, y, x);
        }
    }

    pipeline! {
        /// A wave whose newest two steps are exchanged after each, all steps of which are a result.
        #[distribute(y, x; exchange(u))]
        pub fn waves(img: [f32; rows, cols]) -> (u, out)
        where rows ~ 4096, cols ~ 4096
        {
            border u = mirror101;
            u(t, y, x): f32 in [0..9, 0..rows, 0..cols] = case {
                t < 2 => img(y, x),
                else => 1.5 * u(t - 1, y, x) - 0.5 * u(t - 2, y, x)
                    + 0.1 * (u(t - 1, y - 2, x) - u(t - 1, y + 1, x + 1)),
            };
            out(y, x) = u(8, y, x) + u(8, y, x - 2);
        }
    }

    pipeline! {
        /// Recursive filters along rows, which are cut, and along columns, which are not.
        #[distribute(y)]
        pub fn smooth(img: [f32; rows, cols]) -> out
        where rows ~ 4096, cols ~ 4096
        {
            there(y, x): f32 in [0..rows, 0..cols] = case {
                x == 0 => img(y, 0),
                else => 0.5 * there(y, x - 1) + 0.5 * img(y, x),
            };
            back(y, x): f32 in [0..rows, 0..cols] = case {
                x == cols - 1 => there(y, x),
                else => 0.5 * back(y, x + 1) + 0.5 * there(y, x),
            };
            border back = clamp;
            out(y, x) = back(y - 1, x) + back(y + 1, x);
        }
    }
}

pub mod plain {
    use pipeline::pipeline;

    pipeline! {
        #[distribute(y; apart(img))]
        #[allow(narrow_sum)]
        pub fn apart(img: [u16; rows, cols]) -> down
        where rows ~ 6000, cols ~ 8000
        {
            across(y, x) = (img(y, x) + img(y, x + 1) + img(y, x + 2)) / 3;
            down(y, x) = (across(y, x) + across(y + 1, x) + across(y + 2, x)) / 3;
        }
    }

    pipeline! {
        #[distribute(y)]
        #[allow(narrow_sum)]
        pub fn blur(img: [u16; rows, cols]) -> down
        where rows ~ 6000, cols ~ 8000
        {
            across(y, x) = (img(y, x) + img(y, x + 1) + img(y, x + 2)) / 3;
            down(y, x) = (across(y, x) + across(y + 1, x) + across(y + 2, x)) / 3;
        }
    }
}

/// A blur of two passes, by every policy of the first one.
pub mod separable {
    use pipeline::pipeline;

    macro_rules! blur {
        ($name:ident, $($attributes:tt)*) => {
            pipeline! {
                $($attributes)*
                pub fn $name(img: [f32; rows, cols]) -> down
                where rows ~ 1024, cols ~ 1024
                {
                    border img = clamp;
                    border across = clamp;
                    across(y, x) = sqrt(img(y - 1, x) + img(y, x) + img(y, x + 1));
                    down(y, x) = across(y - 1, x) + across(y, x) + across(y + 1, x);
                }
            }
        };
    }
    blur!(exchanged, #[distribute(y; exchange(across))]);
    blur!(again, #[distribute(y; rank(across))]);
    blur!(everywhere, #[distribute(y; everywhere(across))]);
    blur!(inside, #[distribute(y; inside(across))]);
    blur!(chosen, #[distribute(y)] #[schedule(no_fuse(across))]);
}

pub mod reduced {
    use pipeline::pipeline;

    pipeline! {
        /// Spreads grey values by how often each of them and those below it occur.
        #[distribute(y)]
        pub fn equalized(img: [u8; rows, cols]) -> (out, brightest)
        where rows ~ 4096, cols ~ 4096
        {
            border near = clamp;
            near(y, x): u8 = max(img(y, x), 1);
            counts(b): u32 in [0..256] = (b / 100) as u32;
            counts(near(y, x)) += 1 for (y, x) in [0..rows, 0..cols];
            brightest(i): i32 in [0..1] = -1;
            brightest(0) max= (img(y, x) as i32) for (y, x) in [0..rows, 0..cols];
            below(b): u32 in [0..256] = case {
                b == 0 => counts(0),
                else => below(b - 1) + counts(b),
            };
            out(y, x): u32 = below(near(y, x)) + (near(y + 1, x) as u32);
        }
    }

    pipeline! {
        /// A reduction that is a result and is reduced further, and first values that are read.
        #[distribute(y)]
        pub fn totals(img: [u8; rows, cols]) -> (of_both, total, out)
        where rows ~ 4096, cols ~ 4096
        {
            border img = clamp;
            near(y, x): u32 = max(img(y, x), img(y + 1, x)) as u32;
            border near = clamp;
            of_both(b, c): u32 in [0..8, 0..2] = near(b + 2, c) + (img(b + 9, 0) as u32);
            of_both(img(y, x) % 8, x % 2) += near(y, x) for (y, x) in [0..rows, 0..cols];
            total(b): u32 in [0..8] = 7;
            total(b) += of_both(b, c) for (b, c) in [0..8, 0..2];
            out(y, x) = near(y - 1, x) + near(y + 1, x) + total(img(y, x) % 8);
        }
    }

    pipeline! {
        /// Sums of floats, in private copies, from a value that is not 0.
        #[distribute(y)]
        pub fn balanced(img: [u16; rows, cols]) -> (out, light)
        where rows ~ 4096, cols ~ 4096
        {
            border img = clamp;
            near(y, x): f32 = sqrt((img(y, x) as f32) + (img(y + 1, x) as f32));
            light(i): f32 in [0..1] = 0.5;
            light(0) += near(y, x) for (y, x) in [0..rows, 0..cols];
            by(b): f32 in [0..8] = 1.0 / (b + 1) as f32;
            by(img(y, x) % 8) += near(y, x) * 0.1 for (y, x) in [0..rows, 0..cols];
            out(y, x): f32 = near(y, x) / light(0) + by(img(y, x) % 8);
        }
    }

    pipeline! {
        /// A sum of floats that is a result, on a grid: the ranks of one column have turns.
        #[distribute(y, x)]
        pub fn weighed(img: [u16; rows, cols]) -> (out, heavy)
        where rows ~ 40, cols ~ 40
        {
            heavy(c): f64 in [0..2] = (img(0, 0) as f64) / 7.0;
            heavy(x % 2) += (img(y, x) as f64) / 3.0 for (y, x) in [0..rows, 0..cols];
            out(y, x): f64 = (img(y, x) as f64) / heavy(0);
        }
    }

    pipeline! {
        /// Parameters that are called like those which functions on ranks have beside them.
        #[distribute(y)]
        pub fn named(comm: [f32; rows, cols], network: f32, ranks: i32) -> out
        where rows ~ 400, cols ~ 400
        {
            border comm = clamp;
            out(y, x) = comm(y + 1, x) * network + ranks as f32;
        }
    }

    pipeline! {
        #[distribute(y, x)]
        pub fn columns(img: [u8; rows, cols]) -> (out, least)
        where rows ~ 4096, cols ~ 4096
        {
            border img = mirror;
            counts(b, c): u32 in [0..256, 0..2] = 0;
            counts(img(y, x), x % 2) += 1 for (y, x) in [0..rows, 0..cols];
            least(c): i32 in [0..2] = 255;
            least(c) min= (img(y, 0) as i32) for (c, y) in [0..2, 0..rows];
            out(y, x): u32 = counts(img(y, x), 0) + counts(img(y + 1, x), 1);
        }
    }
}
