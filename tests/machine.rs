//! Machines and schedules: what the plan says of them, and that they change no result.

use pipeline::{Image, Plan, pipeline};
use pipeline_core::ir::ElemType;
use pipeline_core::machine::{Machine, PRESETS, bytes};

/// The same pipeline for every machine, and with every hint: long rows of several stages, so that
/// the line buffers fit some caches and not others.
macro_rules! with {
    ($name:ident, $(#[$attribute:meta])*) => {
        pipeline! {
            $(#[$attribute])*
            fn $name(img: [f32; rows, cols]) -> (sharp, small)
            where rows ~ 2000, cols ~ 12000
            {
                border img = mirror;
                border tall = clamp;
                tall(y, x) = sum(d in -2..=2; img(y + d, x)) / 5.0;
                wide(y, x) = (tall(y, x) + tall(y, x + 1)) * 0.5;
                twice(y, x) = wide(y, x) * wide(y, x);
                border wide = clamp;
                border twice = clamp;
                mean(y, x) = sum(d in -1..=1; twice(y + d, x) - wide(y + d, x));
                sharp(y, x) in [0..rows, 0..cols] = img(y, x) - 0.25 * mean(y, x);
                small(y, x) in [0..rows / 2, 0..cols / 2] = tall(2*y, 2*x) + 1.0;
            }
        }
    };
}

with!(plain,);
with!(haswell, #[machine(haswell)]);
with!(opteron, #[machine(opteron)]);
with!(zen3, #[machine(zen3)]);
with!(skylake_avx512, #[machine(skylake_avx512)]);
with!(apple_m1, #[machine(apple_m1)]);
with!(generic, #[machine(generic)]);
with!(tiny, #[machine(l1 = "1KiB", l2 = "1KiB", llc = "64KiB", cores = 1, lanes = 1)]);
with!(huge, #[machine(l1 = "1MiB", l2 = "64MiB", llc = "1GiB", cores = 512, lanes = 64)]);
with!(greedy, #[schedule(strategy = "greedy")]);
with!(incremental, #[schedule(strategy = "incremental", limit = 4)]);
with!(none, #[schedule(strategy = "none")]);
with!(alone, #[machine(generic)] #[schedule(no_fuse(wide, mean))]);
with!(tiled, #[schedule(tile(32, 256))]);
with!(polymage, #[cost(polymage)]);
with!(mincut, #[schedule(strategy = "mincut")]);
with!(hipacc, #[cost(hipacc)]);

#[test]
fn no_machine_and_no_hint_changes_a_result() -> Result<(), pipeline::Error> {
    for shape in [[2, 2], [3, 5], [37, 41], [130, 70]] {
        let img = Image::from_fn(shape, |[y, x]| ((y * 31 + x * 17 + y * x) % 257) as f32 * 0.3);
        let expected = plain::reference(&img)?;
        macro_rules! agree {
            ($($name:ident)*) => { $(
                assert_eq!($name(&img)?, expected, "{} {shape:?}", stringify!($name));
                assert_eq!($name::reference(&img)?, expected);
            )* };
        }
        agree!(plain haswell opteron zen3 skylake_avx512 apple_m1 generic tiny huge);
        agree!(greedy incremental none alone tiled polymage mincut hipacc);
    }
    Ok(())
}

/// The lines of a plan with this heading.
fn headed(plan: &Plan, heading: &str) -> Vec<String> {
    let text = plan.text();
    let mut lines = text.lines().skip_while(|l| !l.starts_with(heading));
    let first = lines.next().map(|l| l[heading.len()..].trim().to_string());
    let more = lines.take_while(|l| l.starts_with("            ")).map(|l| l.trim().to_string());
    first.into_iter().chain(more).collect()
}

/// The machine of a plan and where it was configured.
fn machine(plan: &Plan) -> String {
    headed(plan, "machine").swap_remove(0)
}

#[test]
fn the_plan_says_the_machine_and_where_it_was_configured() {
    let plans = [
        ("haswell", haswell::plan()),
        ("opteron", opteron::plan()),
        ("zen3", zen3::plan()),
        ("skylake_avx512", skylake_avx512::plan()),
        ("apple_m1", apple_m1::plan()),
        ("generic", generic::plan()),
    ];
    assert_eq!(plans.map(|(name, _)| name), PRESETS);
    for (name, plan) in plans {
        assert_eq!(machine(plan), format!("{name} (the attribute `machine({name})`)"));
        let preset = Machine::preset(name, "").expect("a preset");
        assert!(headed(plan, "machine")[1].starts_with(&format!("{} core", preset.cores)));
    }
    assert_eq!(
        headed(tiny::plan(), "machine"),
        [
            "custom (the attribute `machine(l1 = \"1KiB\", l2 = \"1KiB\", llc = \"64KiB\", \
             cores = 1, lanes = 1)`)",
            "1 core, 1 lane of 32 bits, 1.0 KiB L1, 1.0 KiB L2, 64.0 KiB LLC"
        ]
    );
}

#[test]
fn a_block_without_a_machine_takes_that_of_the_features() {
    if option_env!("PIPELINE_MACHINE").is_some() {
        return;
    }
    let features = [
        (cfg!(feature = "target-haswell"), "haswell", "target-haswell"),
        (cfg!(feature = "target-zen3"), "zen3", "target-zen3"),
        (cfg!(feature = "target-skylake-avx512"), "skylake_avx512", "target-skylake-avx512"),
        (cfg!(feature = "target-opteron"), "opteron", "target-opteron"),
        (cfg!(feature = "target-apple-m1"), "apple_m1", "target-apple-m1"),
        (cfg!(feature = "target-native"), "native", "target-native"),
        (cfg!(feature = "target-generic"), "generic", "target-generic"),
    ];
    let enabled: Vec<_> = features.iter().filter(|f| f.0).collect();
    let found = machine(plain::plan());
    match enabled.as_slice() {
        [] => assert!(found == "generic (the default)", "{found}"),
        // If its caches cannot be found, it is `generic` and says so.
        [(_, "native", _), ..] => {
            assert!(found.contains("(the feature `target-native`"), "{found}")
        }
        [(_, name, feature), others @ ..] => {
            let start = format!("{name} (the feature `{feature}`");
            assert!(found.starts_with(&start), "{found}");
            for (.., other) in others {
                assert!(found.contains(&format!("`{other}`")), "{found}");
            }
        }
    }
}

#[test]
fn the_plan_says_what_was_asked_for() {
    let asked = |plan: &Plan| headed(plan, "asked for");
    assert_eq!(asked(greedy::plan()), ["strategy = \"greedy\", threshold = 0.4"]);
    assert_eq!(asked(incremental::plan()), ["strategy = \"incremental\", limit = 4"]);
    assert_eq!(asked(none::plan()), ["strategy = \"none\""]);
    assert_eq!(asked(mincut::plan()), ["strategy = \"mincut\""]);
    assert_eq!(asked(alone::plan()), ["no_fuse(wide)", "no_fuse(mean)"]);
}

pipeline! {
    #[allow(missing_estimate)]
    #[schedule(tile(32, 256), times = 4)]
    fn lonely(img: [f32; rows, cols]) -> out { out(y, x) = img(y, x) * 2.0; }
}

#[test]
fn the_plan_says_which_hints_have_no_effect() {
    let asked = |plan: &Plan| headed(plan, "asked for");
    let nothing = "without effect: no stages are computed together in tiles";
    let times = "without effect: no stage computes so many steps in time at once";
    assert_eq!(
        asked(lonely::plan()),
        [
            format!("strip = 32, {nothing}"),
            format!("width = 256, {nothing}"),
            format!("step = 32, {nothing}"),
            format!("times = 4, {times}"),
        ]
    );
    let (json, hint) = (lonely::plan().json(), format!("\"strip = 32, {nothing}\""));
    assert!(json.contains(&hint), "{json}");
    // What a group obeys stands there, and nothing else does.
    for hint in asked(tiled::plan()) {
        let (hint, effect) = hint.split_once(", ").map_or((hint.as_str(), true), |h| (h.0, false));
        let obeyed = tiled::plan().json().matches(&format!("\"{hint}\"")).count() > 0;
        assert_eq!(obeyed, effect, "{hint}: {}", tiled::plan());
    }
}

/// The groups that a plan lists.
fn groups(plan: &Plan) -> Vec<String> {
    let group = |l| str::strip_prefix(l, "Group ")?.split_once(": ").map(|g| g.1.to_string());
    plan.text().lines().filter_map(group).collect()
}

#[test]
fn stages_of_their_own_are_neither_fused_nor_inlined() {
    // `mean` is inlined into its only consumer otherwise.
    assert!(!groups(generic::plan()).join(" ").contains("mean"), "{}", generic::plan());
    let alone = groups(alone::plan());
    for stage in ["wide", "mean"] {
        assert!(alone.iter().any(|group| group == stage), "{alone:?}");
    }
    assert!(groups(none::plan()).iter().all(|g| !g.contains(',')));
}

/// Scratch bytes of a thread, from the end of a plan's JSON.
fn scratch_bytes(plan: &Plan) -> i64 {
    let json = plan.json();
    let totals = json.split("\"totals\"").nth(1).expect("totals");
    let scratch = totals.split("\"scratch_bytes\":").nth(1).expect("scratch bytes");
    let digits: String = scratch.trim_start().chars().take_while(char::is_ascii_digit).collect();
    digits.parse().expect("a number")
}

#[test]
fn scratchpads_fit_the_second_level_cache_of_the_machine() {
    assert!(groups(generic::plan()).iter().any(|g| g.contains(',')), "{}", generic::plan());
    for (plan, l2) in
        [(generic::plan(), 1 << 20), (haswell::plan(), 256 << 10), (tiny::plan(), 1 << 10)]
    {
        assert!(scratch_bytes(plan) <= l2 / 4 * 3, "{plan}");
    }
    assert!(scratch_bytes(tiny::plan()) < scratch_bytes(generic::plan()));
}

mod arguments_of_macros {
    use pipeline::pipeline;

    macro_rules! tuned {
        ($name:ident, $machine:ident, $cores:literal, $strategy:literal, $stage:ident) => {
            pipeline! {
                #[allow(missing_estimate)]
                #[machine($machine, cores = $cores)]
                #[schedule(strategy = $strategy, no_fuse($stage))]
                fn $name(img: [u8; n]) -> out { $stage(x) = !img(x); out(x) = !$stage(x); }
            }
        };
    }
    tuned!(mine, zen3, 3, "dp", middle);

    #[test]
    fn settings_are_read_through_macros() {
        let expected = "machine     zen3 (the attribute `machine(zen3, cores = 3)`)";
        assert!(mine::plan().text().contains(expected), "{}", mine::plan());
        assert!(mine::plan().text().contains("no_fuse(middle)"), "{}", mine::plan());
    }
}

/// The table of presets in the guide is the one that the compiler uses.
#[test]
fn the_guide_has_the_figures_of_the_presets() {
    let guide = include_str!("../docs/machine.md");
    for name in PRESETS {
        let m = Machine::preset(name, "").expect("a preset");
        let (w, r) = (m.weights, m.rates);
        let (l1, l2, llc) = (bytes(m.l1), bytes(m.l2), bytes(m.llc));
        let (cores, lanes, tile) = (m.cores, m.lanes(ElemType::F32), m.innermost_tile);
        let rows = [
            format!("| `{name}` | {l1} | {l2} | {llc} | {cores} | {lanes} |"),
            format!("| `{name}` | {} | {} | {} | {} | {tile} |", w.w1, w.w2, w.w3, w.w4),
            format!(
                "| `{name}` | {} | {} | {} | {} | {} | {} | {} | {} |",
                r.l2, r.llc, r.memory, r.memory_of_all, r.operations, r.launch, r.task, r.row
            ),
        ];
        for row in rows {
            assert!(guide.lines().any(|line| line == row), "docs/machine.md lacks\n{row}");
        }
    }
}
