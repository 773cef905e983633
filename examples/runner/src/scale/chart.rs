//! Speedups over ranks as a picture: *Distributed Halide*, Figures 5 and 7.

use std::fmt::Write;

use super::Point;

/// What one size gives.
pub struct Line {
    /// The size.
    pub size: String,
    /// From few ranks to many.
    pub points: Vec<Point>,
}

/// Sides of the plane and the space around it, in pixels.
const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 300.0;
const AROUND: f64 = 56.0;

/// Colours of lines, which tell them apart in print as well.
const COLOURS: [&str; 6] = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf"];

/// Ranks to the right and speedup upwards, both in powers of two; dashed, as many times as ranks.
pub fn chart(title: &str, lines: &[Line]) -> String {
    let most = lines.iter().flat_map(|l| &l.points).map(|p| p.ranks).max().unwrap_or(1).max(2);
    let end = (most as f64).log2();
    let x = |ranks: f64| AROUND + WIDTH * ranks.log2() / end;
    let y = |speedup: f64| AROUND + HEIGHT * (1.0 - (speedup.log2() + 1.0).max(0.0) / (end + 1.0));
    let (right, bottom) = (AROUND + WIDTH, AROUND + HEIGHT);
    let (wide, high) = (WIDTH + 2.0 * AROUND + 90.0, HEIGHT + 2.0 * AROUND);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"{wide}\" height=\"{high}\" \
         fill=\"white\"/>\n<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" \
         font-size=\"14\">{title}</text>\n<path d=\"M{AROUND} {AROUND}V{bottom}H{right}\" \
         fill=\"none\" stroke=\"black\"/>\n<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"#888\" \
         stroke-dasharray=\"5 4\"/>\n<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">ranks</text>\n\
         <text transform=\"translate(14 {}) rotate(-90)\" text-anchor=\"middle\">times as \
         fast</text>\n",
        AROUND + WIDTH / 2.0,
        AROUND / 2.0,
        x(1.0),
        y(1.0),
        x(most as f64),
        y(most as f64),
        AROUND + WIDTH / 2.0,
        bottom + 40.0,
        AROUND + HEIGHT / 2.0,
    );
    for power in (0..=end as u32).step_by(2) {
        let ranks = f64::from(1u32 << power);
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{ranks}</text><text x=\"{}\" \
             y=\"{:.1}\" text-anchor=\"end\">{ranks}</text>",
            x(ranks),
            bottom + 18.0,
            AROUND - 6.0,
            y(ranks) + 4.0
        );
    }
    for (number, Line { size, points }) in lines.iter().enumerate() {
        let colour = COLOURS[number % COLOURS.len()];
        let at = |p: &Point| format!("{:.1},{:.1}", x(p.ranks as f64), y(p.speedup()));
        let path: Vec<String> = points.iter().map(at).collect();
        let beside = AROUND + 20.0 * number as f64 + 10.0;
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/><text \
             x=\"{}\" y=\"{beside}\" fill=\"{colour}\">{size}</text>",
            path.join(" "),
            right + 8.0
        );
    }
    svg + "</svg>\n"
}
