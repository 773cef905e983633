//! Sharpens a colour picture: `cargo run --release --example unsharp [INPUT] [OUTPUT]`.
//!
//! An array as input is planar and has the margin of two pixels that the pipeline needs; a
//! picture gets one that repeats its edge.

use anyhow::Result;
use clap::Parser;
use harness::padded;
use pipeline::{interleaved, io, planar};
use pipeline_examples::cli::{Args, is_array, report};
use pipeline_examples::unsharp_mask;

const MARGIN: usize = 2;

fn main() -> Result<()> {
    let args = Args::parse();
    if args.shows(unsharp_mask::plan()) {
        return Ok(());
    }
    let (input, output) = (args.input_or("chelsea.png"), args.output_or("unsharp.png"));
    let img = if is_array(&input) {
        io::load(&input)?
    } else {
        let planes = planar(io::load_rgb(&input)?.view()).to_image();
        padded(&planes, MARGIN, MARGIN, false)
    };
    let [channels, rows, cols] = img.shape();
    println!("{}: {channels}x{rows}x{cols} f32 with margin", input.display());

    let (mask, best) = args.run(|| unsharp_mask(&img, 0.001, 3.0))?;

    if is_array(&output) {
        io::save(&output, &mask)?;
    } else {
        io::save(&output, &interleaved(mask.view()))?;
    }
    report("unsharp", &mask, best, &output);
    Ok(())
}
