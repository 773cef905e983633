//! The comparison as a Markdown table, under what it was measured on.

use std::fmt::Write;

use super::{Row, Times};

/// The rows, and below them the geometric means of the ratios.
pub fn table(rows: &[Row], sets: &[String], peers: &[&str], runs: u32) -> String {
    let mut text = format!(
        "{}, {}, {} threads at most, {} {}, release profile of {}; fastest of {runs} runs in \
         milliseconds, the middle one in parentheses.\n\n",
        jiff::Timestamp::now().strftime("%Y-%m-%d"),
        processor(),
        std::thread::available_parallelism().map_or(1, usize::from),
        env!("CARGO_PKG_NAME"),
        env!("CARGO_PKG_VERSION"),
        env!("RUSTC_VERSION"),
    );
    let mut heads: Vec<String> = ["application", "size", "threads"].map(String::from).into();
    heads.extend(sets.iter().map(|set| format!("ours, {set}")));
    heads.extend(["stage by stage", "first call"].map(String::from));
    for peer in peers {
        heads.extend([peer.to_string(), format!("ours ÷ {peer}")]);
    }
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    text += &line(&heads);
    text += &format!("| --- | --- |{}\n", " ---: |".repeat(heads.len() - 2));
    for row in rows {
        let mut cells = vec![row.app.clone(), row.size.clone(), row.threads.to_string()];
        cells.extend(row.ours.iter().map(shown));
        cells.extend([shown(&row.apart), shown(&row.first)]);
        for (peer, times) in row.peers.iter().enumerate() {
            let ratio = ratio(row, peer).map_or("–".into(), |ratio| format!("{ratio:.2}"));
            cells.extend([times.as_ref().map_or("–".into(), shown), ratio]);
        }
        text += &line(&cells);
    }
    for (number, peer) in peers.iter().enumerate() {
        let mut threads: Vec<u16> = rows.iter().map(|row| row.threads).collect();
        threads.sort_unstable();
        threads.dedup();
        for threads in threads {
            let of = rows.iter().filter(|row| row.threads == threads);
            let ratios: Vec<f64> = of.filter_map(|row| ratio(row, number)).collect();
            if let Some(mean) = geometric_mean(&ratios) {
                let of = ratios.len();
                let _ = write!(text, "\nGeometric mean of ours ÷ {peer}, {threads} thread(s), ");
                let _ = writeln!(text, "{of} application(s): {mean:.3}");
            }
        }
    }
    text
}

/// Our fastest run, on the first instruction set, over that of a peer.
pub fn ratio(row: &Row, peer: usize) -> Option<f64> {
    Some(row.ours[0].fastest / row.peers[peer]?.fastest)
}

fn shown(times: &Times) -> String {
    format!("{:.2} ({:.2})", times.fastest, times.median)
}

fn geometric_mean(ratios: &[f64]) -> Option<f64> {
    let sum: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    (!ratios.is_empty()).then(|| (sum / ratios.len() as f64).exp())
}

/// The processor, as the system calls it.
fn processor() -> String {
    let known = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let value = |key: &str| {
        let line = known.lines().find(|line| line.starts_with(key))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    match (value("model name"), value("cpu family"), value("model\t")) {
        (Some(name), Some(family), Some(model)) => format!("{name}, family {family} model {model}"),
        (Some(name), ..) => name,
        _ => std::env::consts::ARCH.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_ratios_where_a_peer_has_times() {
        let times = |fastest| Times { fastest, median: 2.0 * fastest };
        let row = |threads, peer| Row {
            app: "blur".into(),
            size: "4x3".into(),
            threads,
            ours: vec![times(1.0), times(2.0)],
            apart: times(3.0),
            first: times(4.0),
            peers: vec![peer],
        };
        let rows = [row(1, Some(times(4.0))), row(1, Some(times(1.0))), row(2, None)];
        let text = table(&rows, &["AVX-512".into(), "AVX2".into()], &["them"], 7);
        let expected = "\
| application | size | threads | ours, AVX-512 | ours, AVX2 | stage by stage | first call | them | ours ÷ them |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| blur | 4x3 | 1 | 1.00 (2.00) | 2.00 (4.00) | 3.00 (6.00) | 4.00 (8.00) | 4.00 (8.00) | 0.25 |
| blur | 4x3 | 1 | 1.00 (2.00) | 2.00 (4.00) | 3.00 (6.00) | 4.00 (8.00) | 1.00 (2.00) | 1.00 |
| blur | 4x3 | 2 | 1.00 (2.00) | 2.00 (4.00) | 3.00 (6.00) | 4.00 (8.00) | – | – |

Geometric mean of ours ÷ them, 1 thread(s), 2 application(s): 0.500
";
        assert_eq!(text.split_once("\n\n").expect("a head").1, expected);
    }
}
