//! Corner response of a picture: `cargo run --release --example harris [INPUT] [OUTPUT]`.

use anyhow::Result;
use clap::Parser;
use pipeline::{Image, io};
use pipeline_examples::cli::{Args, is_array, report};
use pipeline_examples::{harris, visible};

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
