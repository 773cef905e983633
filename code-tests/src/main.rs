//! Pipelines that between them use whatever generated code calls of the runtime, several of them
//! the same parts of it: what one caller alone has is inlined anyway.

use pipeline::{Image, pipeline};

/// Recursive filters forth and back along rows, each loop of which transposes blocks into buffers
/// and back.
macro_rules! scans {
    ($($name:ident $T:ident;)*) => {$(
        pipeline! {
            #[allow(missing_estimate)]
            fn $name(a: [$T; rows, cols], k: $T) -> (back, sums) {
                forth(y, x) = case {
                    x == 0 => a(y, x),
                    else => forth(y, x - 1) + k * (a(y, x) - forth(y, x - 1)),
                };
                back(y, x) = case {
                    x == cols - 1 => forth(y, x),
                    else => back(y, x + 1) + k * (forth(y, x) - back(y, x + 1)),
                };
                sums(y, x) = case { x == 0 => back(y, x), else => sums(y, x - 1) + back(y, x) };
            }
        }
    )*};
}

scans! {
    bytes u8;
    words i16;
    numbers i32;
    singles f32;
    doubles f64;
}

/// Borders, sampling, gathers, conversions, conditions and functions.
macro_rules! points {
    ($($name:ident $T:ident;)*) => {$(
        pipeline! {
            #[allow(missing_estimate, narrow_sum)]
            fn $name(a: [$T; rows, cols], table: [i32; 256]) -> (half, looked_up, chosen, bent) {
                border a = mirror;
                border table = clamp;
                half(y, x) in [0..(rows + 1) / 2, 0..(cols + 1) / 2] =
                    a(2 * y, 2 * x) + a(2 * y, 2 * x + 1) + a(2 * y - 1, 2 * x + 2);
                looked_up(y, x) = table(a(y, x) as i32) + table((x / 2) as i32 + a(y, x - 1) as i32);
                chosen(y, x) = if a(y, x) > a(y, x + 1) {
                    a(y, x) as i32 as u8
                } else {
                    a(y + 1, x) as f32 as u16 as u8
                };
                bent(y, x) = sin(a(y, x) as f32) + exp(sqrt(abs(a(y, x + 1) as f32)))
                    + pow(a(y, x) as f32, 0.5).floor() + (a(y, x) as f64 / 3.0) as f32;
            }
        }
    )*};
}

points! {
    of_bytes u8;
    of_words u16;
    of_numbers i32;
    of_singles f32;
}

pipeline! {
    #[allow(missing_estimate)]
    fn counted(a: [u8; rows, cols]) -> (bins, grid) {
        bins(v) in [0..256] = 0;
        bins(a(y, x)) += 1 for (y, x) in [0..rows, 0..cols];
        grid(y, x) in [0..(rows + 7) / 8, 0..(cols + 7) / 8] = 0;
        grid(y / 8, x / 8) += a(y, x) as i32 for (y, x) in [0..rows, 0..cols];
    }
}

/// Clamps to the range of the type that they are cast to: one of words, one of numbers.
macro_rules! clamped {
    ($($name:ident $T:ident: $lo:literal, $hi:literal, $To:ident;)*) => {$(
        pipeline! {
            #[allow(missing_estimate, narrow_sum)]
            fn $name(a: [$T; rows, cols], b: [$T; rows, cols]) -> (written, named) {
                written(y, x) = clamp(a(y, x) + b(y, x), $lo, $hi) as $To;
                named(y, x) = saturate(a(y, x) - b(y, x), $To);
            }
        }
    )*};
}

clamped! {
    words_to_bytes i16: 0, 255, u8;
    numbers_to_words i32: -32768, 32767, i16;
}

fn image<T: pipeline::Element>(of: impl Fn(usize) -> T) -> Image<T, 2> {
    Image::from_fn([40, 70], |[y, x]| of((y * 31 + x * 7) % 251))
}

fn main() -> pipeline::Result<()> {
    let table = Image::from_fn([256], |[i]| (i * i) as i32);
    let byte = image(|n| n as u8);
    println!("{:?}", bytes(&byte, 3)?);
    println!("{:?}", words(&image(|n| n as i16), 3)?);
    println!("{:?}", numbers(&image(|n| n as i32), 3)?);
    println!("{:?}", singles(&image(|n| n as f32), 0.3)?);
    println!("{:?}", doubles(&image(|n| n as f64), 0.3)?);
    println!("{:?}", of_bytes(&byte, &table)?);
    println!("{:?}", of_words(&image(|n| n as u16), &table)?);
    println!("{:?}", of_numbers(&image(|n| n as i32), &table)?);
    println!("{:?}", of_singles(&image(|n| n as f32), &table)?);
    println!("{:?}", counted(&byte)?);
    let (word, number) = (image(|n| n as i16), image(|n| n as i32));
    println!("{:?}", words_to_bytes(&word, &word)?);
    println!("{:?}", numbers_to_words(&number, &number)?);
    Ok(())
}
