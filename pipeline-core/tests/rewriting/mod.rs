//! Single rewrites by name, as a file of a test asks for them:
//!
//! ```text
//! parallel y                        loops over y run in parallel
//! lanes x                           loops over x run in lanes
//! split y by 4                      strip-mining
//! step y by 4 after 2               steps of rows, after a prologue
//! unroll y by 2                     unroll-and-jam
//! unroll y by 4 skewed by 1
//! runs of strip to end, 8 rows, 250 again     strips of 8 rows in runs
//! stage rows of img, r              staging of a recurrence along rows
//! stage tiles of img                staging of loads across rows
//! ```

use pipeline_core::ir::affine::Names;
use pipeline_core::ir::{Affine, Interval, Source, VarId};
use pipeline_core::loops::dependence::NestSetting;
use pipeline_core::loops::dependence::race::Race;
use pipeline_core::loops::rewrite::combine::combine;
use pipeline_core::loops::rewrite::lanes::lanes;
use pipeline_core::loops::rewrite::parallel::parallel;
use pipeline_core::loops::rewrite::runs::{Strips, in_runs};
use pipeline_core::loops::rewrite::split::{Split, SplitNames, named_end};
use pipeline_core::loops::rewrite::stage::Buffers;
use pipeline_core::loops::rewrite::stage_rows::stage_rows;
use pipeline_core::loops::rewrite::stage_tiles::{TileSize, stage_tiles};
use pipeline_core::loops::rewrite::step::RowSteps;
use pipeline_core::loops::rewrite::unroll_jam::{UnrollJam, Unrolled};
use pipeline_core::loops::walk::{for_each_stmt, with_body};
use pipeline_core::loops::{Bound, Compute, LoopNest, Nest, Stmt};
use pipeline_core::schedule::speed::STAGED_ROWS;

/// The nests of some loops with one rewrite made.
pub fn rewritten(mut loops: LoopNest, rewrite: &str) -> Result<LoopNest, String> {
    let words: Vec<&str> = rewrite.split_whitespace().collect();
    match words[..] {
        ["parallel", var] => {
            each_var(&mut loops, var, &|nest, setting, var| parallel(nest, setting, &[var]))?
        }
        ["lanes", var] => each_var(&mut loops, var, &in_lanes)?,
        ["split", var, "by", by] => each_loop(&mut loops, var, &split(number(by)?))?,
        ["step", var, "by", by, "after", prologue] => {
            each_loop(&mut loops, var, &step(number(by)?, number(prologue)?))?;
        }
        ["unroll", var, "by", by] => each_loop(&mut loops, var, &unroll(number(by)?, 0))?,
        ["unroll", var, "by", by, "skewed", "by", skew] => {
            each_loop(&mut loops, var, &unroll(number(by)?, number(skew)?))?;
        }
        ["runs", "of", strip, "to", end, rows, "rows,", again, "again"] => {
            runs(&mut loops, [strip, end.trim_end_matches(',')], [number(rows)?, number(again)?])?;
        }
        ["stage", "rows", "of", ..] => {
            let sources = sources(&loops, &words[3..])?;
            stage(&mut loops, |nest, buffers| stage_rows(nest, buffers, &sources, STAGED_ROWS));
        }
        ["stage", "tiles", "of", ..] => {
            let sources = sources(&loops, &words[3..])?;
            let size = TileSize { rows: 32, columns: 64 };
            stage(&mut loops, |nest, buffers| stage_tiles(nest, buffers, &sources, size));
        }
        _ => return Err(format!("there is no pass and no rewrite `{rewrite}`")),
    }
    Ok(loops)
}

fn number(text: &str) -> Result<i64, String> {
    text.parse().map_err(|_| format!("`{text}` is no number"))
}

/// The inputs and stages of these names, with commas behind all but the last.
fn sources(loops: &LoopNest, names: &[&str]) -> Result<Vec<Source>, String> {
    let source = |name: &&str| {
        let name = name.trim_end_matches(',');
        let input = loops.inputs.iter().position(|b| b.name == name);
        let input = input.map(|i| Source::Input(pipeline_core::ir::InputId(i)));
        let own = |b: &Option<_>| {
            b.as_ref().is_some_and(|b: &pipeline_core::loops::Buffer| b.name == name)
        };
        let stage = loops.stages.iter().position(own);
        let stage = stage.map(|i| Source::Stage(pipeline_core::ir::StageId(i)));
        input.or(stage).ok_or_else(|| format!("there is no `{name}`"))
    };
    names.iter().map(source).collect()
}

fn stage(loops: &mut LoopNest, rewrite: impl Fn(&mut Nest, &mut Buffers<'_>)) {
    let inputs = loops.inputs.clone();
    for nest in &mut loops.nests {
        let stages = &mut loops.stages;
        let mut buffers = Buffers { inputs: &inputs, stages, least: &loops.least };
        rewrite(nest, &mut buffers);
    }
}

/// What becomes of the loops over a variable.
type OfVar<'a> = dyn Fn(&mut Nest, NestSetting<'_>, VarId) -> Result<(), Box<Race>> + 'a;

/// Rewrites the loops over the variables of this name.
fn each_var(loops: &mut LoopNest, name: &str, rewrite: &OfVar<'_>) -> Result<(), String> {
    let setting = NestSetting { stages: &loops.stages, least: &loops.least };
    for nest in &mut loops.nests {
        for var in (0..nest.vars.len()).map(VarId) {
            if nest.vars.name(var) == name
                && let Err(race) = rewrite(nest, setting, var)
            {
                let names = Names { sizes: &loops.sizes, vars: nest.vars.names() };
                return Err(race.text(&names, &loops.stages));
            }
        }
    }
    Ok(())
}

/// Runs strips in runs, whose variables, of the strip and of its end, have these names.
fn runs(loops: &mut LoopNest, names: [&str; 2], [rows, again]: [i64; 2]) -> Result<(), String> {
    for nest in &mut loops.nests {
        let [strip, end] = names.map(|name| nest.vars.names().iter().position(|n| n == name));
        let (Some(strip), Some(end)) = (strip, end) else {
            return Err(format!("`{}` has no {names:?}", nest.name));
        };
        in_runs(nest, Strips { strip: VarId(strip), end: VarId(end), rows }, again);
    }
    Ok(())
}

fn in_lanes(nest: &mut Nest, setting: NestSetting<'_>, of: VarId) -> Result<(), Box<Race>> {
    let mut computes = Vec::new();
    for_each_stmt(&nest.body, &mut |stmt| {
        if let Stmt::For { var, body, .. } = stmt
            && let ([Stmt::Compute(id)], true) = (&body[..], *var == of)
        {
            computes.push(*id);
        }
    });
    lanes(nest, setting, &computes, None)
}

/// What becomes of a loop, given as its head and its body.
type OfLoop<'a> = dyn Fn(&mut Nest, NestSetting<'_>, &Unrolled<'_>, Vec<Stmt>) -> Made + 'a;

/// Statements, or why there are none.
type Made = Result<Vec<Stmt>, Box<Race>>;

/// Rewrites the loops over a variable of this name.
fn each_loop(loops: &mut LoopNest, name: &str, rewrite: &OfLoop<'_>) -> Result<(), String> {
    let setting = NestSetting { stages: &loops.stages, least: &loops.least };
    for nest in &mut loops.nests {
        let body = std::mem::take(&mut nest.body);
        nest.body = in_list(nest, setting, body, (name, rewrite)).map_err(|race| {
            let names = Names { sizes: &loops.sizes, vars: nest.vars.names() };
            race.text(&names, &loops.stages)
        })?;
    }
    Ok(())
}

fn in_list(
    nest: &mut Nest,
    setting: NestSetting<'_>,
    stmts: Vec<Stmt>,
    (name, rewrite): (&str, &OfLoop<'_>),
) -> Made {
    let mut list = Vec::new();
    for stmt in stmts {
        match stmt {
            Stmt::For { var, lo, hi, kind, body } if nest.vars.name(var) == name => {
                let head = Unrolled { var, lo: &lo, hi: &hi, kind };
                list.extend(rewrite(nest, setting, &head, body)?);
            }
            other => {
                let mut made = Ok(());
                list.push(with_body(other, |body| {
                    in_list(nest, setting, body, (name, rewrite)).unwrap_or_else(|race| {
                        made = Err(race);
                        Vec::new()
                    })
                }));
                made?;
            }
        }
    }
    Ok(list)
}

/// The ends of a loop, named in front of it where they have to be.
fn ends(nest: &mut Nest, of: &Unrolled<'_>, before: &mut Vec<Stmt>) -> (Affine, Affine) {
    let first = named_end(&mut nest.vars, before, (of.var, "first"), of.lo);
    let last = named_end(&mut nest.vars, before, (of.var, "last"), of.hi);
    (first, last)
}

/// A loop over part of what it went over.
fn over(of: &Unrolled<'_>, part: Interval, body: Vec<Stmt>) -> Stmt {
    let (lo, hi) = (Bound::Max(part.lo), Bound::Min(part.hi));
    Stmt::For { var: of.var, lo, hi, kind: of.kind, body }
}

fn split(by: i64) -> impl Fn(&mut Nest, NestSetting<'_>, &Unrolled<'_>, Vec<Stmt>) -> Made {
    move |nest, _, of, body| {
        let mut stmts = Vec::new();
        let (first, last) = ends(nest, of, &mut stmts);
        let names = SplitNames::of(nest.vars.name(of.var));
        let split = Split::new(&mut nest.vars, names, (&first, &last), by);
        let inside = over(of, split.interval(), body);
        let body = split.inside.iter().cloned().chain([inside]).collect();
        stmts.push(split.around(of.kind, body));
        Ok(stmts)
    }
}

fn step(
    by: i64,
    prologue: i64,
) -> impl Fn(&mut Nest, NestSetting<'_>, &Unrolled<'_>, Vec<Stmt>) -> Made {
    move |nest, _, of, body| {
        let mut stmts = Vec::new();
        let (first, last) = ends(nest, of, &mut stmts);
        let row = nest.vars.name(of.var).to_string();
        let steps = RowSteps::new(&mut nest.vars, &row, (&first, &last), by, prologue);
        let rows = steps.past_prologue(vec![over(of, steps.interval(), body)]);
        stmts.push(steps.around(steps.inside.iter().cloned().chain(rows).collect()));
        Ok(stmts)
    }
}

fn unroll(
    by: i64,
    skew: i64,
) -> impl Fn(&mut Nest, NestSetting<'_>, &Unrolled<'_>, Vec<Stmt>) -> Made {
    move |nest, setting, of, body| {
        let together = |computes: &[Compute], _: Option<VarId>| Some(combine(computes));
        UnrollJam { by, skew, base: None, combine: &together }.apply(nest, setting, of, body)
    }
}
