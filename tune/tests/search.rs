//! Candidates of a small block, compiled and run.

use pipeline_tune::{
    Budget, CandidateRace, Entry, Space, Subject, candidates, plot::scatter, search, table::table,
    ways,
};
use std::path::Path;
use std::time::Duration;

const BLOCK: &str = "pub fn soft(img: [f32; rows, cols], by: f32) -> (out, top)
where rows ~ 120, cols ~ 130 {
    border tall = clamp;
    tall(y, x) = exp(by * img(y, x)) + exp(by - img(y, x));
    out(y, x) = stencil(tall, 0.25, [[1], [2], [1]]);
    top(x) = out(0, x);
}";

fn subject() -> Subject {
    Subject::parse(BLOCK.parse().expect("tokens")).expect("a block")
}

fn race() -> CandidateRace {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    CandidateRace {
        facade: workspace.to_path_buf(),
        folder: workspace.join("target").join("tune"),
        threads: vec![1, 2],
        runs: 3,
        values: Default::default(),
        target: Default::default(),
    }
}

#[test]
fn equal_plans_are_one_candidate() {
    let subject = subject();
    let ways = ways::strategies(&subject.options);
    let count = ways.len();
    let found = candidates(&subject, ways);
    assert!(found.len() >= 2 && found.len() < count, "{} of {count}", found.len());
    let names: usize = found.iter().map(|candidate| candidate.names.len()).sum();
    assert_eq!(names, count, "each way leads somewhere");
    assert_eq!(found[0].name(), "default");
    // The hints of a candidate lead to its plan.
    for candidate in &found {
        let options = subject.with_hints(&candidate.hints).expect("hints");
        let again = subject.plan(&options).expect("a plan");
        assert_eq!(again.plan.groups, candidate.planned.plan.groups, "{}", candidate.name());
    }
}

#[test]
fn polymages_space_has_147_ways() {
    let subject = subject();
    let ways = ways::polymage(&subject.options);
    assert_eq!(ways.len(), 3 * 7 * 7);
    // The rows that fit make fewer plans of them.
    assert!((2..147).contains(&candidates(&subject, ways).len()));
}

#[test]
fn a_search_ends_with_the_default_in_its_place() {
    let subject = subject();
    let budget = Budget(Duration::from_secs(1));
    let mut shown = 0;
    let found = search(&subject, Space::Ours, budget, &race(), &mut |_| shown += 1);
    let found = found.unwrap_or_else(|error| panic!("{error:#}"));
    assert!(shown >= 3 && found.raced.len() >= 2, "{} ran", found.raced.len());
    let default = found.raced.iter().find(|raced| raced.candidate.name() == "default");
    assert_eq!(default.expect("the default").ratios, [1.0, 1.0]);
    assert!(found.raced.is_sorted_by(|a, b| a.ratio() <= b.ratio()));
    for raced in &found.raced {
        let lanes = &raced.measured.lanes;
        assert_eq!(lanes.iter().map(|lane| lane.threads).collect::<Vec<_>>(), [1, 2]);
        assert!(lanes.iter().all(|lane| 0.0 < lane.fastest && lane.fastest <= lane.median));
    }
    let text = table(&found);
    let svg = scatter("soft", &found);
    assert_eq!(svg.matches("<circle").count(), found.raced.len() - 1, "{svg}");
    assert!(svg.contains("<title>default</title></rect>") || svg.contains("<title>default; "));
    assert!(text.contains("| default") && text.contains("#[schedule("), "{text}");
}

#[test]
fn what_does_not_compile_is_an_error() {
    let wrong = race().run(&subject(), &[Entry::exact("#[schedule(strp = 8)]\n")], &mut || ());
    let message = wrong.expect_err("no such hint").to_string();
    assert!(message.contains("do not compile") && message.contains("did you mean"), "{message}");
}

#[test]
fn entries_run_on_the_instruction_set_they_name() {
    let subject = subject();
    let run = |name: &str| {
        let named = Entry { instructions: Some(name), ..Entry::exact("") };
        race().run(&subject, &[Entry::exact(""), named], &mut || ())
    };
    let measured = run("build").unwrap_or_else(|error| panic!("{error:#}"));
    assert_eq!(measured.iter().map(|m| m.lanes.len()).collect::<Vec<_>>(), [2, 2]);
    let wrong = run("avx3").expect_err("no such instruction set").to_string();
    assert!(wrong.contains("the candidates failed"), "{wrong}");
}
