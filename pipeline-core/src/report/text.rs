//! The report as text, for people who have not read the manual.

use super::figures::{
    bytes, counted, extents, kept, milliseconds, percent, shape, signed, thousands,
};
use super::{
    Cloned, Group, Inlined, Machine, Propagated, RankArray, RankChoices, RankNeed, Report, Shape,
    Stage,
};

/// Columns of a heading within a block.
const HEADINGS: usize = 12;

/// A line of what stands before the groups, behind its heading.
type HeadLine = (&'static str, String);

/// The report as text: lines of plain UTF-8.
#[inline]
pub fn text(report: &Report) -> String {
    let mut out = title(report);
    out.push('\n');
    out.push_str(&head(report));
    for (i, group) in report.groups.iter().enumerate() {
        out.push('\n');
        out.push_str(&group_block(i, group));
    }
    if !report.not_fused.is_empty() {
        out.push_str("\nNot fused\n");
        out.push_str(&not_fused(report));
    }
    out.push_str("\nTotals\n");
    out.push_str(&totals(report));
    out
}

/// `Plan of harris for rows = 6,400, cols = 6,400`
#[inline]
pub fn title(report: &Report) -> String {
    let size = |e: &super::Estimate| format!("{} = {}", e.name, signed(e.value));
    let sizes: Vec<String> = report.estimates.iter().map(size).collect();
    match sizes.is_empty() {
        true => format!("Plan of {}\n", report.pipeline),
        false => format!("Plan of {} for {}\n", report.pipeline, sizes.join(", ")),
    }
}

/// The lines before the groups.
#[inline]
fn head(report: &Report) -> String {
    let mut lines: Vec<HeadLine> = Vec::new();
    for input in &report.inputs {
        let size = format!("{}, {}", extents(&input.extents), bytes(input.bytes));
        lines.push(("input", format!("{}: {}, {size}", input.name, input.ty)));
    }
    lines.extend(inlined(report));
    for Cloned { stage, readers, times } in &report.cloned {
        lines.push(("cloned", format!("{stage} in {}{}", readers.join(", "), gain(times))));
    }
    if !report.enlarged.is_empty() {
        let beyond = "computed beyond the edges, for periodic borders";
        lines.push(("enlarged", format!("{}; {beyond}", report.enlarged.join(", "))));
    }
    if !report.unused.is_empty() {
        lines.push(("unused", format!("{}; not computed", report.unused.join(", "))));
    }
    for warning in &report.warnings {
        lines.push(("warning", format!("{}: {}", warning.lint, warning.message)));
    }
    lines.extend(report.machine.iter().flat_map(machine));
    lines.extend(on_ranks(report));
    lines.extend(report.asked.iter().map(|hint| ("asked for", hint.clone())));
    if let Some(model) = &report.cost_model {
        lines.push(("cost model", model.clone()));
    }
    lines.push(("strategy", report.search.strategy.clone()));
    let cut = report.search.cut_short.as_ref().map(|c| format!("; cut short by {c}"));
    let found = counted(report.search.enumerated, "grouping");
    lines.push(("search", format!("{found} enumerated{}", cut.unwrap_or_default())));
    headed("", &lines)
}

/// The stages that went into others, those together that went into the same ones.
#[inline]
fn inlined(report: &Report) -> Vec<HeadLine> {
    let alike = |a: &Inlined, b: &Inlined| a.into == b.into && a.propagated == b.propagated;
    let line = |together: &[Inlined]| {
        let stages: Vec<&str> = together.iter().map(|i| i.stage.as_str()).collect();
        let line = match together[0].into.as_slice() {
            [] => stages.join(", "),
            into => format!("{} into {}", stages.join(", "), into.join(", ")),
        };
        match &together[0].propagated {
            None => ("inlined", line),
            Some(propagated) => ("propagated", format!("{line}{}", gain(propagated))),
        }
    };
    report.inlined.chunk_by(alike).map(line).collect()
}

/// The machine that the plan is for.
#[inline]
fn machine(m: &Machine) -> [HeadLine; 2] {
    let caches = format!("{} L1, {} L2, {} LLC", bytes(m.l1), bytes(m.l2), bytes(m.llc));
    let (lanes, cores) = (counted(m.lanes, "lane"), counted(m.cores, "core"));
    [
        ("machine", format!("{} ({})", m.name, m.configured)),
        ("machine", format!("{cores}, {lanes} of 32 bits, {caches}")),
    ]
}

/// What ranks have and exchange.
#[inline]
fn on_ranks(report: &Report) -> Vec<HeadLine> {
    let mut lines: Vec<HeadLine> = Vec::new();
    if !report.ranks.axes.is_empty() {
        let along = report.ranks.axes.join(", ");
        let network = &report.ranks.network;
        lines.push(("ranks", format!("in slices along {along}; on a network of {network}:")));
    }
    lines.extend(report.ranks.needs.iter().map(|need| {
        let RankNeed { array, group, policy, why } = need;
        ("ranks", format!("{array} for {group}: {policy}; {why}"))
    }));
    let alike = |a: &RankArray, b: &RankArray| {
        let travels = |of: &RankArray| RankArray { ranks: 0, choices: None, ..of.clone() };
        travels(a) == travels(b)
    };
    lines.extend(report.ranks.arrays.chunk_by(alike).map(|run| ("ranks", on_so_many(run))));
    lines
}

/// What travels of an array on numbers of ranks that have the same of it.
#[inline]
fn on_so_many(run: &[RankArray]) -> String {
    let (first, last) = (&run[0], &run[run.len() - 1]);
    let ranks = match run {
        [_] => format!("{}", first.ranks),
        _ => format!("{} to {}", first.ranks, last.ranks),
    };
    let RankArray { array, policy, steps, messages, bytes: size, choices, .. } = first;
    let every = match steps {
        None => String::new(),
        Some(1) => " after every step".into(),
        Some(steps) => format!(" after every {steps} steps"),
    };
    let travels = match messages {
        0 => String::new(),
        _ => format!("; a rank gets {}, {}", counted(*messages, "message"), bytes(*size)),
    };
    let why = choices.as_ref().map_or(String::new(), |of| {
        let RankChoices { exchange_ms, rank_ms, everywhere_ms } = of;
        format!(
            "; predicted on {}: {exchange_ms:.3} ms exchanged, {rank_ms:.3} on each rank, \
             {everywhere_ms:.3} everywhere",
            first.ranks
        )
    });
    format!("{array} on {ranks} ranks: {policy}{every}{travels}{why}")
}

/// What a propagation should change.
#[inline]
fn gain(propagated: &Propagated) -> String {
    match (propagated.with_ms, propagated.without_ms) {
        (Some(with), Some(without)) => {
            format!(": {}, and {} without", milliseconds(with), milliseconds(without))
        }
        _ => String::new(),
    }
}

#[inline]
fn group_block(i: usize, group: &Group) -> String {
    let names: Vec<&str> = group.stages.iter().map(|s| s.name.as_str()).collect();
    let mut lines = vec![("shape", shape(group))];
    lines.extend(recipes(group).into_iter().map(|line| ("recipe", line)));
    lines.push(("tasks", tasks(group)));
    let computed: u64 = group.stages.iter().map(|s| s.computed).fold(0, u64::saturating_add);
    let again: u64 = group.stages.iter().map(|s| s.again).fold(0, u64::saturating_add);
    if group.shape != Shape::Whole {
        let of = format!("{} of {} points", thousands(again), thousands(computed));
        lines.push(("overlap", format!("{}: {of} are computed again", percent(group.overlap))));
    }
    if group.scratch_bytes > 0 {
        let place = group.scratch_place.as_ref().map(|p| format!(", {p}"));
        let place = place.unwrap_or_default();
        lines.push(("scratch", format!("{} a task{place}", bytes(group.scratch_bytes))));
    }
    let (read, written) = (bytes(group.bytes_read), bytes(group.bytes_written));
    lines.push(("memory", format!("{read} read, {written} written")));
    for term in &group.terms {
        let unit = if term.unit.is_empty() { String::new() } else { format!(" {}", term.unit) };
        lines.push(("cost", format!("{} {:.3}{unit}", term.name, term.value)));
    }
    if let Some(ms) = group.predicted_ms {
        lines.push(("predicted", milliseconds(ms)));
    }
    lines.extend(group.hints.iter().map(|hint| ("hint", hint.clone())));
    let title = format!("Group {}: {}\n", i + 1, names.join(", "));
    format!("{title}{}\n{}", headed("  ", &lines), table(&stage_rows(group)))
}

/// The recipes, and of which nest each is if there are several; those of several nests that run
/// alike are one.
#[inline]
fn recipes(group: &Group) -> Vec<String> {
    let mut lines: Vec<(String, &str)> = Vec::new();
    for recipe in group.recipes.iter().filter(|r| !r.steps.is_empty()) {
        match lines.iter_mut().find(|line| line.1 == recipe.steps) {
            Some(line) => line.0 += &format!(", {}", recipe.of),
            None => lines.push((recipe.of.clone(), &recipe.steps)),
        }
    }
    match &lines[..] {
        [(_, steps)] => vec![(*steps).into()],
        _ => lines.into_iter().map(|(of, steps)| format!("{of}: {steps}")).collect(),
    }
}

#[inline]
fn tasks(group: &Group) -> String {
    match group.tasks {
        1 => "1".into(),
        n => format!("{} in parallel", thousands(n)),
    }
}

/// Lines under headings; a heading that repeats is shown once.
#[inline]
fn headed(indent: &str, lines: &[(&str, String)]) -> String {
    let mut out = String::new();
    let mut last = "";
    for (heading, line) in lines {
        let shown = if *heading == last { "" } else { heading };
        out.push_str(&format!("{indent}{shown:<HEADINGS$}{line}\n"));
        last = heading;
    }
    out
}

#[inline]
fn stage_rows(group: &Group) -> Vec<[String; 5]> {
    let heads = ["stage", "type", "extents", "points computed", "kept"];
    let mut rows = vec![heads.map(String::from)];
    rows.extend(
        group
            .stages
            .iter()
            .map(|s| [s.name.clone(), s.ty.clone(), extents(&s.extents), computed(s), kept(s)]),
    );
    rows
}

#[inline]
fn computed(stage: &Stage) -> String {
    let once = stage.computed.saturating_sub(stage.again);
    match stage.again {
        0 => thousands(stage.computed),
        again => format!(
            "{} (+{})",
            thousands(stage.computed),
            percent(again as f64 / once.max(1) as f64)
        ),
    }
}

/// Rows in columns as wide as their widest cell.
#[inline]
fn table<const N: usize>(rows: &[[String; N]]) -> String {
    let width = |column: usize| rows.iter().map(|r| r[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..N).map(width).collect();
    let mut out = String::new();
    for row in rows {
        let line = row.iter().zip(&widths).map(|(cell, width)| padded(cell, *width));
        let line = line.collect::<Vec<_>>().join("  ");
        out.push_str(&format!("  {}\n", line.trim_end()));
    }
    out
}

/// The text with blanks up to a width, which may be more than `format!` takes.
#[inline]
fn padded(text: &str, width: usize) -> String {
    let missing = width.saturating_sub(text.chars().count());
    text.to_string() + &" ".repeat(missing)
}

#[inline]
fn not_fused(report: &Report) -> String {
    let rows = report.not_fused.iter().map(|n| {
        let pair = format!("`{}` and `{}`", n.producer, n.consumer);
        [pair, format!("because {}", n.reason)]
    });
    table(&rows.collect::<Vec<_>>())
}

#[inline]
fn totals(report: &Report) -> String {
    let t = &report.totals;
    let moved = format!("{}, for {} if every stage", bytes(t.bytes_moved), {
        bytes(t.bytes_moved_unfused)
    });
    let lines = [
        ("memory", format!("{moved} were computed by itself")),
        ("buffers", format!("{} at most between groups", bytes(t.full_bytes))),
        ("scratch", format!("{} at most a thread", bytes(t.scratch_bytes))),
    ];
    headed("  ", &lines)
}
