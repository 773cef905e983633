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

/// What the paper says of an application (Tables 1 and 9).
struct OfPaper {
    app: &'static str,
    stages: u64,
    /// Groupings without a bound.
    groupings: u64,
}

const fn paper(app: &'static str, stages: u64, groupings: u64) -> OfPaper {
    OfPaper { app, stages, groupings }
}

const PAPER: [OfPaper; 15] = [
    paper("unsharp_mask", 4, 10),
    paper("harris", 11, 104),
    paper("bilateral_grid", 7, 16),
    paper("multiscale_interpolate", 49, 741),
    paper("camera_pipeline", 32, 12_227),
    paper("pyramid_blending", 44, 27_108),
    paper("minifluxdiv", 4, 10),
    paper("multigrid_2d_v_4_4_4", 34, 2926),
    paper("multigrid_2d_v_10_0_0", 7, 595),
    paper("multigrid_2d_w_4_4_4", 102, 415),
    paper("multigrid_2d_w_10_0_0", 76, 2926),
    paper("multigrid_3d_v_4_4_4", 37, 703),
    paper("multigrid_3d_v_10_0_0", 36, 666),
    paper("multigrid_3d_w_4_4_4", 109, 435),
    paper("multigrid_3d_w_10_0_0", 79, 3160),
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
            row.extend(of_paper.map_or([Cell::Absent, Cell::Absent], |of| {
                [Cell::Count(of.stages), Cell::Count(of.groupings)]
            }));
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
    columns.extend(["paper: stages", "paper: groupings"].map(Column::structural));
    columns
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
