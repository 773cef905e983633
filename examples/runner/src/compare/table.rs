//! The comparison as a Markdown table, under what it was measured on.

use std::fmt::Write;

use super::{Row, Times};

/// The rows, and below them the geometric means of the ratios. Each of our instruction sets has a
/// ratio to each peer: which of them a peer's program uses, only its author knows.
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
    let ours = |set: usize| match sets {
        [_] => "ours".to_owned(),
        _ => format!("ours, {}", sets[set]),
    };
    for peer in peers {
        heads.push(peer.to_string());
        heads.extend((0..sets.len()).map(|set| format!("{} ÷ {peer}", ours(set))));
    }
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    text += &line(&heads);
    text += &format!("| --- | --- |{}\n", " ---: |".repeat(heads.len() - 2));
    for row in rows {
        let mut cells = vec![row.app.clone(), row.size.clone(), row.threads.to_string()];
        cells.extend(row.ours.iter().map(shown));
        cells.extend([shown(&row.apart), shown(&row.first)]);
        for (peer, times) in row.peers.iter().enumerate() {
            cells.push(times.as_ref().map_or("–".into(), shown));
            let ratios = (0..sets.len()).map(|set| ratio(row, set, peer));
            cells.extend(ratios.map(|of| of.map_or("–".into(), |ratio| format!("{ratio:.2}"))));
        }
        text += &line(&cells);
    }
    let mut threads: Vec<u16> = rows.iter().map(|row| row.threads).collect();
    threads.sort_unstable();
    threads.dedup();
    for (number, peer) in peers.iter().enumerate() {
        for threads in &threads {
            for set in 0..sets.len() {
                let of = rows.iter().filter(|row| row.threads == *threads);
                let ratios: Vec<f64> = of.filter_map(|row| ratio(row, set, number)).collect();
                let Some(mean) = geometric_mean(&ratios) else { continue };
                let (ours, of) = (ours(set), ratios.len());
                let _ = write!(text, "\nGeometric mean of {ours} ÷ {peer}, {threads} thread(s), ");
                let _ = writeln!(text, "{of} application(s): {mean:.3}");
            }
        }
    }
    text
}

/// Our fastest run on an instruction set over that of a peer.
pub fn ratio(row: &Row, set: usize, peer: usize) -> Option<f64> {
    Some(row.ours[set].fastest / row.peers[peer]?.fastest)
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
| application | size | threads | ours, AVX-512 | ours, AVX2 | stage by stage | first call | them | ours, AVX-512 ÷ them | ours, AVX2 ÷ them |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| blur | 4x3 | 1 | 1.00 (2.00) | 2.00 (4.00) | 3.00 (6.00) | 4.00 (8.00) | 4.00 (8.00) | 0.25 | 0.50 |
| blur | 4x3 | 1 | 1.00 (2.00) | 2.00 (4.00) | 3.00 (6.00) | 4.00 (8.00) | 1.00 (2.00) | 1.00 | 2.00 |
| blur | 4x3 | 2 | 1.00 (2.00) | 2.00 (4.00) | 3.00 (6.00) | 4.00 (8.00) | – | – | – |

Geometric mean of ours, AVX-512 ÷ them, 1 thread(s), 2 application(s): 0.500

Geometric mean of ours, AVX2 ÷ them, 1 thread(s), 2 application(s): 1.000
";
        assert_eq!(text.split_once("\n\n").expect("a head").1, expected);

        let one = rows.map(|row| Row { ours: row.ours[..1].to_vec(), ..row });
        let text = table(&one, &["AVX2".into()], &["them"], 7);
        assert!(text.contains("| them | ours ÷ them |\n"), "{text}");
        assert!(text.contains("Geometric mean of ours ÷ them, 1 thread(s)"), "{text}");
    }
}
