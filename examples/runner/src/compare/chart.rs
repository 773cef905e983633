//! The comparison as a picture: a bar for each ratio.

use std::fmt::Write;

use super::Row;
use super::table::ratio;

/// Pixels of a bar's height, of names beside it, and of a factor of two.
const BAR: f64 = 16.0;
const NAMES: f64 = 230.0;
const TWICE: f64 = 80.0;

/// Colours of bars, by what we are compared with.
const COLOURS: [&str; 5] = ["#9aa5b1", "#1f77b4", "#d62728", "#2ca02c", "#9467bd"];

/// How many times as fast we are as stage by stage and as each peer, in powers of two: to the right
/// of the line where we are faster, to the left where we are slower. Of several instruction sets it
/// shows the first, as bars for all of them would be too many to compare.
pub fn chart(rows: &[Row], peers: &[&str]) -> String {
    let bars: Vec<(String, f64, usize)> = rows.iter().flat_map(|row| bars(row, peers)).collect();
    let (least, most) = bars.iter().fold((0.0f64, 1.0f64), |(least, most), bar| {
        let power = bar.1.log2();
        (least.min(power.floor()), most.max(power.ceil()))
    });
    let line = NAMES - least * TWICE;
    let (wide, high) = (line + most * TWICE + 60.0, 60.0 + BAR * bars.len() as f64);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"{wide}\" height=\"{high}\" \
         fill=\"white\"/>\n"
    );
    for power in least as i32..=most as i32 {
        let x = line + f64::from(power) * TWICE;
        let times = 2f64.powi(power);
        let _ = writeln!(
            svg,
            "<path d=\"M{x} 34V{:.0}\" stroke=\"#ccc\"/><text x=\"{x}\" y=\"28\" \
             text-anchor=\"middle\">{times}</text>",
            high - 16.0
        );
    }
    let title = "times as fast as".to_owned();
    let mut legend = format!("<text x=\"8\" y=\"14\" font-size=\"12\">{title}</text>");
    for (number, name) in ["stage by stage"].iter().chain(peers).enumerate() {
        let x = 110.0 + 110.0 * number as f64;
        let colour = COLOURS[number % COLOURS.len()];
        let _ = write!(legend, "<text x=\"{x}\" y=\"14\" fill=\"{colour}\">■ {name}</text>");
    }
    let _ = writeln!(svg, "{legend}");
    for (number, (name, times, of)) in bars.iter().enumerate() {
        let (y, to) = (36.0 + BAR * number as f64, times.log2() * TWICE);
        let (x, width) = if to < 0.0 { (line + to, -to) } else { (line, to) };
        let colour = COLOURS[of % COLOURS.len()];
        let _ = writeln!(
            svg,
            "<text x=\"8\" y=\"{:.0}\">{name}</text><rect x=\"{x:.1}\" y=\"{:.0}\" \
             width=\"{:.1}\" height=\"{:.0}\" fill=\"{colour}\"/><text x=\"{:.1}\" \
             y=\"{:.0}\">{times:.2}</text>",
            y + 11.0,
            y + 2.0,
            width.max(0.5),
            BAR - 4.0,
            line + to.max(0.0) + 4.0,
            y + 11.0
        );
    }
    let _ = writeln!(svg, "<path d=\"M{line} 34V{:.0}\" stroke=\"black\"/>", high - 16.0);
    svg + "</svg>\n"
}

/// What a row shows: whom it is of, how many times as fast we are, and as what.
fn bars(row: &Row, peers: &[&str]) -> Vec<(String, f64, usize)> {
    let threads =
        if row.threads == 1 { "1 thread".into() } else { format!("{} threads", row.threads) };
    let name = format!("{}, {threads}", row.app);
    let apart = (name, row.apart.fastest / row.ours[0].fastest, 0);
    let others = (0..peers.len())
        .filter_map(|peer| Some((String::new(), 1.0 / ratio(row, 0, peer)?, peer + 1)));
    [apart].into_iter().chain(others).collect()
}

#[cfg(test)]
mod tests {
    use super::super::Times;
    use super::*;

    #[test]
    fn bars_go_to_either_side() {
        let times = |fastest| Times { fastest, median: fastest };
        let row = Row {
            app: "blur".into(),
            size: "4x3".into(),
            threads: 2,
            ours: vec![times(2.0)],
            apart: times(8.0),
            first: times(4.0),
            peers: vec![Some(times(1.0)), None],
        };
        let svg = chart(&[row], &["them", "others"]);
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert_eq!(svg.matches("fill=\"#9aa5b1\"/>").count(), 1);
        // Slower by two: from a factor of two left of the line up to it.
        assert!(svg.contains("<rect x=\"230.0\"") && svg.contains("width=\"80.0\""), "{svg}");
        assert!(
            svg.contains("blur, 2 threads") && svg.contains(">4.00<") && svg.contains(">0.50<")
        );
    }
}
