//! Rows of groups worked by hand, reasons not to fuse, and whole plans.

mod blocks;
mod lines;
mod planes;
mod scans;
mod written;

use super::align::{Aligner, STEP};
use super::grouping::Strategy;
use super::shape::{Kept, Shape, rows as kept_rows};
use super::{Group, Plan, plan};
use crate::analysis::Analyses;
use crate::analysis::integer::Facts;
use crate::analysis::order::order;
use crate::ir::affine::Names;
use crate::ir::text::parse;
use crate::ir::{Affine, Pipeline};
use crate::machine::Machine;
use crate::options::Options;

/// A stage of rank 2 that adds what it reads.
fn stage(name: &str, rows: &str, border: &str, reads: &[&str]) -> String {
    let mut text =
        format!("stage {name}(y, x): f32 in [{rows}, 0..=cols - 1]{border} {{\n  case {{\n");
    for (i, read) in reads.iter().enumerate() {
        text += &format!("    %{i}: f32 = read {read}\n");
    }
    let (mut value, mut next) = (0, reads.len());
    for i in 1..reads.len() {
        text += &format!("    %{next}: f32 = add %{value}, %{i}\n");
        (value, next) = (next, next + 1);
    }
    text + &format!("    yield %{value}\n  }}\n}}\n")
}

fn pipeline(stages: &[String], outputs: &[&str]) -> Pipeline {
    let outputs: String = outputs.iter().map(|o| format!("output {o}\n")).collect();
    let text = format!(
        "pipeline p\nsize rows ~ 4096\nsize cols ~ 4096\n\
         input img: f32 [-8..=rows + 7, 0..=cols - 1]\n{}{outputs}",
        stages.concat()
    );
    parse(&text).unwrap_or_else(|e| panic!("line {}: {}\n{text}", e.line, e.message))
}

/// The rows of all stages as one group, a line each, or why there are none.
fn rows(p: &Pipeline) -> String {
    let order = order(p).expect("an acyclic graph");
    let facts = Facts::for_pipeline(p);
    match Aligner::new(p, &facts, &order).align(&order.stages) {
        Err(reason) => reason,
        Ok(alignments) => {
            let shape = Shape { strip: 128, step: 1, widths: Vec::new() };
            let rows = kept_rows(&alignments[0], &shape).expect("rows");
            let vars = vec!["t".to_string()];
            let names = Names { sizes: &[], vars: &vars };
            let show = |list: &[Affine]| -> String {
                let shown: Vec<String> =
                    list.iter().map(|a| a.display(&names).to_string()).collect();
                shown.join(" or ")
            };
            assert_eq!(Affine::from(STEP).display(&names).to_string(), "t");
            let mut text = format!("prologue {}\n", rows.prologue);
            for (s, kept) in alignments[0].stages.iter().zip(&rows.kept) {
                let name = &p.stages[s.stage.0].name;
                let kept = match kept {
                    Kept::Nothing => "nothing".to_string(),
                    Kept::Tile(n) | Kept::Circular(n) => n.to_string(),
                };
                let (lo, hi) = (show(s.rows.lo()), show(s.rows.hi()));
                text += &format!("{name}: {lo}..={hi}, keeps {kept}\n");
            }
            text
        }
    }
}

#[test]
fn a_chain_of_stencils_keeps_only_what_the_next_stage_reads() {
    let p = pipeline(
        &[
            stage("a", "-2..=rows + 1", "", &["img(y - 1, x)", "img(y + 1, x)"]),
            stage("b", "-1..=rows", "", &["a(y - 1, x)", "a(y + 1, x)"]),
            stage("c", "0..=rows - 1", "", &["b(y - 1, x)", "b(y + 1, x)"]),
        ],
        &["c"],
    );
    // Three rows are live at a time; circular buffers are powers of two. A strip starts four rows
    // early.
    let expected = "prologue 4\na: t - 2..=t + 2, keeps 4\nb: t - 1..=t + 1, keeps 4\nc: t..=t, keeps nothing\n";
    assert_eq!(rows(&p), expected);
}

#[test]
fn sampling_stages_advance_at_their_own_rate() {
    // Down by two and up again, as in PolyMage's Fig. 6: `down` gives a row every other step.
    let p = pipeline(
        &[
            stage("down", "0..=rows/2", "", &["img(2*y, x)", "img(2*y - 1, x)"]),
            stage("up", "0..=rows - 1", "", &["down(y/2, x)", "down((y + 1)/2, x)"]),
        ],
        &["up"],
    );
    let expected = "prologue 2\ndown: t/2..=(t + 1)/2, keeps 2\nup: t..=t, keeps nothing\n";
    assert_eq!(rows(&p), expected);
    // Decimation: two rows of `fine` for each row of `coarse`.
    let p = pipeline(
        &[
            stage("fine", "0..=rows - 1", "", &["img(y, x)", "img(y + 1, x)"]),
            stage("coarse", "1..=rows/2 - 1", "", &["fine(2*y - 1, x)", "fine(2*y, x)"]),
        ],
        &["coarse"],
    );
    assert_eq!(
        rows(&p),
        "prologue 0\nfine: 2*t - 1..=2*t, keeps 2\ncoarse: t..=t, keeps nothing\n"
    );
}

/// A sum of rank 2: over the domain of each update, at the target, of what it reads.
fn reduction(name: &str, rows: &str, updates: &[(&str, &str, &str)]) -> String {
    let mut text = format!(
        "stage {name}(y, x): f32 in [{rows}, 0..=cols - 1] {{\n  case {{\n    %0: f32 = 0.5f32\n    \
         yield %0\n  }}\n"
    );
    for (domain, target, read) in updates {
        text += &format!(
            "  update (v, x, d) in [{domain}] {{\n    %0: f32 = read {read}\n    \
             %1: f32 = read {name}({target})\n    %2: f32 = add %1, %0\n    yield %2\n  }}\n"
        );
    }
    text + "}\n"
}

/// Rows summed by an update, between rows of `a` and rows of `c`.
fn summed(updates: &[(&str, &str, &str)]) -> String {
    rows(&pipeline(
        &[
            stage("a", "0..=rows - 1", "", &["img(y - 1, x)", "img(y + 1, x)"]),
            reduction("s", "0..=rows/4", updates),
            stage("c", "1..=rows/4 - 1", "", &["s(y - 1, x)", "s(y, x)"]),
        ],
        &["c"],
    ))
}

#[test]
fn rows_of_a_reduction_need_the_rows_that_their_updates_read() {
    let all = "0..=rows/4 - 1, 0..=cols - 1, 0..=3";
    assert_eq!(
        summed(&[(all, "v, x", "a(4*v + d, x)")]),
        "prologue 1\na: 4*t - 4..=4*t + 3, keeps 4\ns: t - 1..=t, keeps 2\nc: t..=t, keeps nothing\n"
    );
    // The coordinate of the row is that of the target, wherever its variable starts.
    assert_eq!(
        summed(&[(all, "v + 1, x", "a(4*v + 3 - d, x)")]),
        "prologue 1\na: 4*t - 8..=4*t - 1, keeps 4\ns: t - 1..=t, keeps 2\nc: t..=t, keeps nothing\n"
    );
    // Four values of a variable change one row; another update asks for more.
    let quotient = ("0..=rows - 1, 0..=cols - 1, 0..=0", "(v + 1)/4, x", "a(v, x)");
    assert_eq!(
        summed(&[quotient]),
        "prologue 1\na: 4*t - 5..=4*t + 2, keeps 4\ns: t - 1..=t, keeps 2\nc: t..=t, keeps nothing\n"
    );
    assert_eq!(
        summed(&[quotient, (all, "v, x", "a(4*v + d, x)")]),
        "prologue 2\na: 4*t - 5..=4*t + 3, keeps 8\ns: t - 1..=t, keeps 2\nc: t..=t, keeps nothing\n"
    );
}

#[test]
fn updates_that_do_not_follow_rows_are_refused() {
    let all = "0..=rows/4 - 1, 0..=cols - 1, 0..=3";
    let anywhere = "updates of `s` are at rows that no variable of theirs says";
    assert_eq!(summed(&[(all, "0, x", "a(v, x)")]), anywhere);
    assert_eq!(summed(&[("0..=rows/8, 0..=cols - 1, 0..=0", "2*v, x", "a(v, x)")]), anywhere);
    assert_eq!(summed(&[("0..=2, 0..=cols - 1, 0..=2", "v + d, x", "a(v, x)")]), anywhere);
    let long = "0..=rows/4 - 1, 0..=cols - 1, 0..=rows/2";
    let own = "`s` reads `a` at rows that do not follow its own";
    assert_eq!(summed(&[(long, "v, x", "a(v + d, x)")]), own);
    assert_eq!(
        summed(&[(all, "v, x", "a(d, x)")]),
        "`s` reads `a` at rows that do not follow its own"
    );
}

/// `g` is read with its last dimension following the first of `c`, or with its first.
fn planes(g: &str, read: &str) -> Vec<usize> {
    let text = format!(
        "pipeline p\nsize n ~ 64\ninput img: f32 [0..=n - 1, 0..=n - 1, 0..=n - 1]\n\
         stage g({g}): f32 in [0..=n - 1, 0..=n - 1, 0..=n - 1] {{\n  case {{\n\
         \x20   %0: f32 = read img({g})\n    yield %0\n  }}\n}}\n\
         stage c(k, y, x): f32 in [0..=n - 1, 0..=n - 1, 0..=n - 1] {{\n  case {{\n\
         \x20   %0: f32 = read {read}\n    yield %0\n  }}\n}}\noutput c\n"
    );
    let p = parse(&text).unwrap_or_else(|e| panic!("line {}: {}\n{text}", e.line, e.message));
    let order = order(&p).expect("an acyclic graph");
    let facts = Facts::for_pipeline(&p);
    let found = Aligner::new(&p, &facts, &order).align(&order.stages).expect("it lines up");
    found.into_iter().find(|a| a.sliding == 1).expect("along the rows").planes
}

#[test]
fn planes_are_not_along_the_lanes_of_a_producer() {
    // One plane of `g` at a time is a scratchpad without that dimension.
    assert_eq!(planes("k, y, x", "g(k, y, x)"), [0]);
    // All coordinates along the lanes of `g` lie next to each other, so none is left out.
    assert_eq!(planes("x, y, k", "g(x, y, k)"), [0; 0]);
}

#[test]
fn planes_that_roll_through_a_cube_are_cut() {
    let domain = |margin: i64| {
        let one = format!("{margin}..=n - {}", margin + 1);
        format!("[{one}, {one}, {one}]")
    };
    let stage = |name: &str, of: &str, margin: i64| {
        let (read, domain) = (format!("read {of}"), domain(margin));
        format!(
            "stage {name}(z, y, x): f64 in {domain} {{\n  case {{\n    %0: f64 = {read}(z - 1, y, \
             x)\n    %1: f64 = {read}(z + 1, y, x)\n    %2: f64 = {read}(z, y + 1, x)\n    \
             %3: f64 = add %0, %1\n    %4: f64 = add %3, %2\n    yield %4\n  }}\n}}\n"
        )
    };
    let text = format!(
        "pipeline p\nsize n ~ 255\ninput img: f64 {}\n{}{}output b\n",
        domain(0),
        stage("a", "img", 1),
        stage("b", "a", 2)
    );
    let p = parse(&text).unwrap_or_else(|e| panic!("line {}: {}\n{text}", e.line, e.message));
    let plan = plan(&Analyses::of(&p), &Options::default()).expect("no groups are written");
    let [group] = &plan.groups[..] else { panic!("{:?}", groups(&p, &plan)) };
    let tiled = group.tiled().expect("a group in tiles");
    // Three whole planes of `a` take 1.5 MiB, more than the second-level cache.
    assert_eq!(tiled.alignment.sliding, 0);
    assert!(tiled.shape.width(1).is_some_and(|rows| rows < 128), "{:?}", tiled.shape);
    assert_eq!(tiled.shape.width(2), None);
}

#[test]
fn what_cannot_roll_says_why() {
    let a = |border: &str| stage("a", "0..=rows - 1", border, &["img(y, x)"]);
    let with = |border: &str, rows_of_b: &str, reads: &[&str]| {
        rows(&pipeline(&[a(border), stage("b", rows_of_b, "", reads)], &["b"]))
    };
    let all = "0..=rows - 1";
    assert_eq!(
        with("", all, &["a(rows - y - 1, x)"]),
        "`b` reads `a` at rows that do not follow its own"
    );
    assert_eq!(with("", all, &["a(0, x)"]), "`b` reads `a` at rows that do not follow its own");
    assert_eq!(
        with(" border repeat", all, &["a(y + 1, x)"]),
        "`b` reads `a` through a periodic border"
    );
    assert_eq!(
        with("", "0..=rows/2 - 1", &["a(y, x)", "a(2*y, x)"]),
        "`a` is read at different rates"
    );
    assert_eq!(
        with(" border clamp", "-65..=rows - 1", &["a(y, x)"]),
        "`b` reads `a` through a clamped border only from beyond its edge"
    );
    assert_eq!(
        with(" border mirror", "0..=2*rows - 1", &["a(y, x)"]),
        "`b` reads `a` through a mirrored border from far beyond its edge"
    );
}

/// A tile has the points at which a read lands.
#[test]
fn what_is_redirected_beside_an_edge_rolls() {
    let b = |border: &str, rows_of_b: &str, reads: &[&str]| {
        let a = stage("a", "0..=rows - 1", border, &["img(y, x)"]);
        let all = rows(&pipeline(&[a, stage("b", rows_of_b, "", reads)], &["b"]));
        let of_a = all.lines().find_map(|line| line.strip_prefix("a: "));
        of_a.unwrap_or(&all).to_string()
    };
    let all = "0..=rows - 1";
    // The last row is read by the last ones of `b` only from beyond it.
    assert_eq!(b(" border clamp", all, &["a(y + 3, x)"]), "t..=t + 3, keeps 4");
    assert_eq!(b(" border clamp", "-64..=rows - 1", &["a(y, x)"]), "t..=t + 64, keeps 128");
    assert_eq!(b(" border mirror", "1..=rows + 1", &["a(y, x)"]), "t - 4..=t, keeps 8");
    // What a stencil reads is on both sides already.
    for mode in [" border mirror", " border mirror101"] {
        let both = b(mode, all, &["a(y - 2, x)", "a(y, x)", "a(y + 1, x)"]);
        assert_eq!(both, "t - 2..=t + 2, keeps 8");
        let down = b(mode, "0..=rows/2 - 1", &["a(2*y - 1, x)", "a(2*y + 2, x)"]);
        assert_eq!(down, "2*t - 1..=2*t + 2, keeps 4");
        let up = b(mode, "0..=2*rows - 1", &["a(y/2, x)", "a((y + 1)/2, x)"]);
        // The last row reads one beyond, which mirror101 finds in the one before the last.
        assert_eq!(up, "(t + 1)/2 - 2..=(t + 1)/2, keeps 4");
    }
}

#[test]
fn a_tile_computes_what_it_owns_of_a_stage_that_is_stored_and_read() {
    let all = "0..=rows - 1";
    let with = |of_b: &str, read: &str| {
        let stages = [stage("a", all, "", &["img(y, x)"]), stage("b", of_b, "", &[read])];
        rows(&pipeline(&stages, &["a", "b"]))
    };
    assert_eq!(with(all, "a(y, x)"), "prologue 0\na: t..=t, keeps 1\nb: t..=t, keeps nothing\n");
    // Row `t` of `a` belongs to the tile of row `t`, though its own tile does not read it.
    let ahead = with("0..=rows - 3", "a(y + 2, x)");
    assert_eq!(ahead, "prologue 2\na: t..=t + 2, keeps 1\nb: t..=t, keeps nothing\n");
    // Two rows of `a` for each of `b`, and one for every two.
    let down = with("0..=rows/2 - 1", "a(2*y, x)");
    assert_eq!(down, "prologue 0\na: 2*t..=2*t + 1, keeps 2\nb: t..=t, keeps nothing\n");
    let up = with("0..=2*rows - 1", "a(y/2, x)");
    assert_eq!(up, "prologue 1\na: t/2..=t/2, keeps 1\nb: t..=t, keeps nothing\n");
}

fn groups(p: &Pipeline, plan: &Plan) -> Vec<String> {
    let names = |g: &Group| -> String {
        let names: Vec<&str> = g.stages.iter().map(|s| p.stages[s.0].name.as_str()).collect();
        names.join(" ")
    };
    plan.groups.iter().map(names).collect()
}

#[test]
fn plans_fuse_what_saves_traffic() {
    let p = pipeline(
        &[
            stage("a", "-1..=rows", "", &["img(y - 1, x)", "img(y + 1, x)"]),
            stage("b", "0..=rows - 1", "", &["a(y - 1, x)", "a(y + 1, x)"]),
            stage("flipped", "0..=rows - 1", "", &["b(rows - y - 1, x)"]),
        ],
        &["flipped"],
    );
    let options = Options::default();
    let fused = plan(&Analyses::of(&p), &options).expect("no groups are written");
    assert_eq!(groups(&p, &fused), ["a b", "flipped"]);
    let none = plan(&Analyses::of(&p), &Options { strategy: Some(Strategy::None), ..options })
        .expect("no groups are written");
    assert_eq!(groups(&p, &none), ["a", "b", "flipped"]);
}

/// `a` to `d`, each reading rows of the one before.
fn chain() -> Pipeline {
    let reads = |of: &str| [format!("{of}(y - 1, x)"), format!("{of}(y + 1, x)")];
    let of = |name: &str, source: &str, out: i64| {
        let [up, down] = reads(source);
        let (lo, hi) = (format!("{}", 0 - out), format!("rows - 1 + {out}"));
        stage(name, &format!("{lo}..={hi}"), "", &[&up, &down])
    };
    let stages = [of("a", "img", 3), of("b", "a", 2), of("c", "b", 1), of("d", "c", 0)];
    pipeline(&stages, &["d"])
}

#[test]
fn a_stage_of_its_own_is_in_no_group() {
    let p = chain();
    let of = |no_fuse: &[&str], strategy: Option<Strategy>| {
        let no_fuse = no_fuse.iter().map(ToString::to_string).collect();
        let options = Options { no_fuse, strategy, ..Options::default() };
        let plan = plan(&Analyses::of(&p), &options).expect("no groups are written");
        groups(&p, &plan)
    };
    assert_eq!(of(&[], None), ["a b c d"]);
    let greedy = Strategy::Greedy { overlap_threshold: 0.4 };
    for strategy in [None, Some(Strategy::INCREMENTAL), Some(greedy)] {
        assert_eq!(of(&["b"], strategy), ["a", "b", "c d"], "{strategy:?}");
        assert_eq!(of(&["d", "a"], strategy), ["a", "b c", "d"], "{strategy:?}");
    }
}

#[test]
fn line_buffers_fit_the_machine() {
    let p = chain();
    let with = |l2: i64| {
        let machine = Machine { l2, ..Machine::default() };
        plan(&Analyses::of(&p), &Options { machine, ..Options::default() })
            .expect("no groups are written")
    };
    // Three circular buffers of four rows of 16 KiB, or of blocks of them.
    for l2 in [256 << 10, 255 << 10, 64 << 10] {
        let plan = with(l2);
        assert_eq!(groups(&p, &plan), ["a b c d"]);
        let tiled = plan.groups[0].tiled().expect("a group in tiles");
        assert!(super::cost::scratch_bytes(&p, &tiled, &p.estimates()) <= l2 / 4 * 3);
    }
}
