//! Groupings that the dynamic program looks at: PolyMage+ (TOPLAS 42(3), 2020), Tables 1 and 9.

use std::time::Instant;

use anyhow::Result;
use pipeline_core::analysis::Analyses;
use pipeline_core::ir::Pipeline;
use pipeline_core::options::Options;
use pipeline_core::schedule::cost::Costs;
use pipeline_core::schedule::dag;
use pipeline_core::schedule::grouping::{Grouping, SearchLimits, Strategy, group};

use super::{App, Cell, Column, Context, Table};

/// Groupings after which a search gives up: the paper's largest number is 27,108.
const MOST: usize = 30_000;

/// The paper's bounds of the first round of Algorithm 5.
const LIMITS: [Option<usize>; 4] = [None, Some(32), Some(16), Some(8)];

/// What the paper says of an application (Tables 1 and 9), under each of [`LIMITS`]; nothing where
/// it did not need one.
struct OfPaper {
    app: &'static str,
    stages: u64,
    groupings: [Option<u64>; 4],
    seconds: [Option<f64>; 4],
}

/// An application without bounds.
const fn free(app: &'static str, stages: u64, groupings: u64, seconds: f64) -> OfPaper {
    let groupings = [Some(groupings), None, None, None];
    OfPaper { app, stages, groupings, seconds: [Some(seconds), None, None, None] }
}

/// An application under every bound.
const fn bounded(
    app: &'static str,
    stages: u64,
    [g, g32, g16, g8]: [u64; 4],
    [s, s32, s16, s8]: [f64; 4],
) -> OfPaper {
    let groupings = [Some(g), Some(g32), Some(g16), Some(g8)];
    OfPaper { app, stages, groupings, seconds: [Some(s), Some(s32), Some(s16), Some(s8)] }
}

/// An application under every bound, of which the paper says the seconds without one only.
const fn at_once(app: &'static str, stages: u64, groupings: [u64; 4], seconds: f64) -> OfPaper {
    let bounded = bounded(app, stages, groupings, [seconds; 4]);
    OfPaper { seconds: [Some(seconds), None, None, None], ..bounded }
}

const PAPER: [OfPaper; 15] = [
    free("unsharp_mask", 4, 10, 0.05),
    free("harris", 11, 104, 0.15),
    free("bilateral_grid", 7, 16, 0.02),
    free("multiscale_interpolate", 49, 741, 3.0),
    bounded("camera_pipeline", 32, [12_227, 12_227, 3825, 1631], [13.7, 13.7, 5.1, 1.0]),
    bounded("pyramid_blending", 44, [27_108, 26_952, 7809, 923], [25.7, 25.0, 10.3, 0.3]),
    free("minifluxdiv", 4, 10, 0.05),
    bounded("multigrid_2d_v_4_4_4", 34, [2926, 1936, 1096, 580], [76.0, 33.6, 9.2, 3.5]),
    free("multigrid_2d_v_10_0_0", 7, 595, 0.07),
    bounded("multigrid_2d_w_4_4_4", 102, [415, 306, 305, 195], [30.0, 28.0, 25.0, 20.0]),
    bounded("multigrid_2d_w_10_0_0", 76, [2926, 1936, 1096, 580], [75.7, 35.9, 8.7, 3.6]),
    at_once("multigrid_3d_v_4_4_4", 37, [703, 688, 472, 268], 0.06),
    at_once("multigrid_3d_v_10_0_0", 36, [666, 656, 456, 260], 0.06),
    bounded("multigrid_3d_w_4_4_4", 109, [435, 383, 199, 47], [80.0, 65.0, 45.0, 30.0]),
    bounded("multigrid_3d_w_10_0_0", 79, [3160, 2032, 1144, 604], [139.0, 59.0, 16.2, 5.6]),
];

/// A row for each application as it is written, and one for it as it is planned, with stages
/// inlined.
pub fn table(apps: &[App], context: &Context) -> Result<Table> {
    let mut table = Table { columns: columns(), ..Table::default() };
    for App { name, subject } in apps {
        context.progress.set_message(*name);
        let none = Options { strategy: Some(Strategy::None), ..subject.options.clone() };
        let forms = [("as written", &none), ("inlined", &subject.options)];
        for (form, options) in forms {
            let planned = subject.plan(options)?;
            let mut row = vec![Cell::Text(name.to_string()), Cell::Text(form.to_string())];
            row.extend(row_of(&planned.graph, &subject.options));
            let of_paper = PAPER.iter().find(|of| of.app == *name);
            row.extend(cells(of_paper));
            table.rows.push(row);
        }
        context.progress.inc(1);
    }
    Ok(table)
}

fn columns() -> Vec<Column> {
    let mut columns =
        ["application", "form", "stages", "most successors"].map(Column::structural).to_vec();
    let shown = |limit: Option<usize>| limit.map_or("∞".to_string(), |limit| limit.to_string());
    for limit in LIMITS {
        columns.push(Column::structural(format!("groupings, l = {}", shown(limit))));
    }
    for limit in LIMITS {
        columns.push(Column::time(format!("s, l = {}", shown(limit))));
    }
    columns.push(Column::structural("paper: stages"));
    let of_paper = |limit| format!("paper: l = {}", shown(limit));
    columns.extend(LIMITS.map(|limit| Column::structural(of_paper(limit))));
    columns.extend(LIMITS.map(|limit| Column::time(format!("paper: s, l = {}", shown(limit)))));
    columns
}

/// The paper's figures in the last columns.
fn cells(of_paper: Option<&OfPaper>) -> Vec<Cell> {
    let of = |value: &dyn Fn(&OfPaper) -> Option<Cell>| of_paper.and_then(value);
    let stages = of(&|paper| Some(Cell::Count(paper.stages)));
    let groupings = (0..LIMITS.len()).map(|l| of(&|paper| paper.groupings[l].map(Cell::Count)));
    let seconds = (0..LIMITS.len()).map(|l| of(&|paper| paper.seconds[l].map(Cell::Time)));
    let all = [stages].into_iter().chain(groupings).chain(seconds);
    all.map(|cell| cell.unwrap_or(Cell::Absent)).collect()
}

fn row_of(graph: &Pipeline, options: &Options) -> Vec<Cell> {
    let analyses = Analyses::of(graph);
    let dag = dag(&analyses);
    let successors = (0..dag.len()).map(|node| dag.successors(node).len()).max().unwrap_or(0);
    let mut row = vec![Cell::Count(dag.len() as u64), Cell::Count(successors as u64)];
    let (mut counts, mut seconds) = (Vec::new(), Vec::new());
    for limit in LIMITS {
        let strategy = match limit {
            None => Strategy::Dp,
            // "The subsequent iteration is run again without any group limit" (Section 7.2).
            Some(limit) => Strategy::Incremental { limit, step: dag.len().max(2) },
        };
        let mut costs = Costs::new(&analyses, options);
        let start = Instant::now();
        let Grouping { enumerated, bound_hit, .. } =
            group(strategy, &dag, &mut costs, &SearchLimits { states: MOST });
        seconds.push(Cell::Time(start.elapsed().as_secs_f64()));
        counts.push(match bound_hit {
            true => Cell::MoreThan(enumerated.min(MOST) as u64),
            false => Cell::Count(enumerated as u64),
        });
    }
    row.extend(counts);
    row.extend(seconds);
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Groups of at most `l` adjacent stages of a line of `n`.
    fn of_line(n: u64, l: u64) -> u64 {
        n * l - l * (l - 1) / 2
    }

    #[test]
    fn the_papers_multigrids_are_counted_as_lines() {
        let lines = [
            ("multigrid_2d_v_4_4_4", 76),
            ("multigrid_2d_w_10_0_0", 76),
            ("multigrid_3d_v_4_4_4", 37),
            ("multigrid_3d_v_10_0_0", 36),
            ("multigrid_3d_w_10_0_0", 79),
        ];
        for (name, n) in lines {
            let of = PAPER.iter().find(|of| of.app == name).expect("one of the paper's");
            let line = [n, 32, 16, 8].map(|l| Some(of_line(n, l)));
            assert_eq!(of.groupings, line, "{name}");
        }
        assert_eq!((of_line(34, 34), of_line(38, 38)), (595, 741));
    }
}
