//! Corner response of a picture: `cargo run --release --example harris [INPUT] [OUTPUT]`.

use anyhow::Result;
use clap::Parser;
use pipeline::{Image, io};
use pipeline_examples::cli::{Args, is_array, report};
use pipeline_examples::harris;

fn main() -> Result<()> {
    let args = Args::parse();
    if args.shows(harris::plan()) {
        return Ok(());
    }
    let (input, output) = (args.input_or("coffee.png"), args.output_or("harris.png"));
    let img: Image<f32, 2> = io::load(&input)?;
    println!("{}: {}x{} f32", input.display(), img.shape()[0], img.shape()[1]);

    let (response, best) = args.run(|| harris(&img))?;

    if is_array(&output) {
        io::save(&output, &response)?;
    } else {
        io::save(&output, &visible(&response))?;
    }
    report("harris", &response, best, &output);
    Ok(())
}

/// Flat regions grey, corners white, edges black; cube roots, because responses differ by orders
/// of magnitude.
fn visible(response: &Image<f32, 2>) -> Image<f32, 2> {
    let largest = response.as_slice().iter().fold(f32::MIN_POSITIVE, |m, r| m.max(r.abs()));
    Image::from_fn(response.shape(), |at| 0.5 + 0.5 * (response[at] / largest).cbrt())
}
