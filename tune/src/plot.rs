//! What a search found, as a picture: PolyMage (ASPLOS 2015), Figure 9.

use crate::search::{Found, Raced};
use std::fmt::Write;

/// Side of the plane, and the space around it, in pixels.
const SIDE: f64 = 480.0;
const AROUND: f64 = 70.0;

/// A point for each plan that ran: milliseconds on the first number of threads to the right, on the
/// last one upwards, each from 0 to the greatest. The default is a filled square.
pub fn scatter(title: &str, found: &Found) -> String {
    let whole = SIDE + 2.0 * AROUND;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {whole} {whole}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"{whole}\" \
         height=\"{whole}\" fill=\"white\"/>\n"
    );
    let points: Vec<Point> = found.raced.iter().filter_map(Point::of).collect();
    let greatest = |of: fn(&Point) -> f64| points.iter().map(of).fold(f64::MIN_POSITIVE, f64::max);
    let (right, top) = (greatest(|p| p.x), greatest(|p| p.y));
    let (bottom, middle) = (AROUND + SIDE, AROUND + SIDE / 2.0);
    let _ = writeln!(
        svg,
        "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{title}: {} plans</text>\n<path \
         d=\"M{AROUND} {AROUND}V{bottom}H{}\" fill=\"none\" stroke=\"black\"/>",
        AROUND / 2.0,
        points.len(),
        AROUND + SIDE
    );
    if let Some(lanes) = found.raced.first().map(|raced| &raced.measured.lanes) {
        let [first, last] = [lanes.first(), lanes.last()].map(|lane| lane.map_or(0, |l| l.threads));
        let _ = writeln!(
            svg,
            "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">ms, {first} thread(s), to \
             {right:.1}</text>\n<text transform=\"translate({} {middle}) rotate(-90)\" \
             text-anchor=\"middle\">ms, {last} thread(s), to {top:.1}</text>",
            bottom + AROUND / 2.0,
            AROUND / 2.0
        );
    }
    for Point { x, y, name, default } in &points {
        let (x, y) = (AROUND + SIDE * x / right, bottom - SIDE * y / top);
        let mark = match default {
            true => format!(
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"10\" height=\"10\" fill=\"#c0392b\">",
                x - 5.0,
                y - 5.0
            ),
            false => format!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"none\" stroke=\"#2c3e50\">"
            ),
        };
        let end = if *default { "rect" } else { "circle" };
        let _ = writeln!(svg, "{mark}<title>{}</title></{end}>", escaped(name));
    }
    svg + "</svg>\n"
}

/// A plan in the plane.
struct Point {
    x: f64,
    y: f64,
    name: String,
    default: bool,
}

impl Point {
    fn of(Raced { candidate, measured, .. }: &Raced) -> Option<Point> {
        Some(Point {
            x: measured.lanes.first()?.fastest,
            y: measured.lanes.last()?.fastest,
            name: candidate.names.join("; "),
            default: candidate.name() == "default",
        })
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
