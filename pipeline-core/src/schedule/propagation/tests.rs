//! What is propagated, and what it is worth.

use super::*;
use crate::ir::text::parse;
use crate::machine::{Machine, Rates};
use crate::schedule::plan;

/// A picture through a stage `a` with this border and these cases, and an output that reads it so.
fn pipeline(border: &str, cases: &str, at: &[&str]) -> Pipeline {
    let mut out = format!("%0: f32 = read a({}) ", at[0]);
    for (i, index) in at.iter().enumerate().skip(1) {
        let (read, sum, before) = (2 * i - 1, 2 * i, 2 * i - 2);
        out += &format!("%{read}: f32 = read a({index}) %{sum}: f32 = add %{before}, %{read} ");
    }
    let text = format!(
        "pipeline p size rows ~ 4096 size cols ~ 4096 where rows - 4 >= 0 \"rows >= 4\"
         where cols - 4 >= 0 \"cols >= 4\"
         input img: f32 [0..=rows - 1, 0..=cols - 1] border clamp
         stage a(y, x): f32 in [0..=rows - 1, 0..=cols - 1] {border} {{ {cases} }}
         stage out(y, x): f32 in [0..=rows - 1, 0..=cols - 1] {{
           case {{ {out} yield %{} }} }} output out",
        2 * at.len() - 2
    );
    parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

const SUM: &str = "case { %0: f32 = read img(y, x - 1) %1: f32 = read img(y, x + 1)
    %2: f32 = add %0, %1 yield %2 }";

/// What is chosen for a pipeline.
fn chosen(p: &Pipeline, options: &Options) -> Option<Chosen> {
    let analyses = Analyses::of(p);
    let plan = plan(&analyses, options).expect("no groups are written");
    let declared: Vec<String> = p.stages.iter().map(|s| s.name.clone()).collect();
    choose(&analyses, &plan, options, &declared)
}

fn names(chosen: &Option<Chosen>) -> Vec<&str> {
    chosen.iter().flat_map(|c| &c.propagated).map(|p| p.stage.as_str()).collect()
}

/// What does not line up would be an array of its own: a picture is written and read less.
#[test]
fn a_stage_that_no_group_holds_is_propagated_where_memory_counts() {
    let flipped = pipeline("", SUM, &["y, x", "rows - 1 - y, x"]);
    let found = chosen(&flipped, &Options::default());
    assert_eq!(names(&found), ["a"]);
    let Some(Chosen { pipeline: left, propagated }) = found else { panic!("nothing is chosen") };
    assert_eq!(propagated[0].predicted.map(|p| p.with < 0.6 * p.without), Some(true));
    assert_eq!(left.stages.len(), 1);
    let periodic = pipeline("border repeat", SUM, &["y - 1, x", "y, x", "y + 1, x"]);
    assert_eq!(names(&chosen(&periodic, &Options::default())), ["a"]);
}

#[test]
fn groups_that_wait_for_memory_stay() {
    for at in [&["y, x - 1", "y, x + 1"][..], &["y - 1, x", "y, x", "y + 1, x"]] {
        let p = pipeline("border mirror", SUM, at);
        assert_eq!(chosen(&p, &Options::default()), None, "{at:?}");
    }
}

/// A tile's rows are written and read again for one operation: much where one core computes, and
/// nothing where all wait for memory.
#[test]
fn what_takes_more_in_tiles_than_where_it_is_read_goes() {
    let double = "case { %0: f32 = read img(y, x) %1: f32 = add %0, %0 yield %1 }";
    let p = pipeline("", double, &["y, x"]);
    let rates = Rates { memory: 1e3, memory_of_all: 1e3, ..Machine::default().rates };
    let machine = Machine { cores: 1, rates, ..Machine::default() };
    let computing = Options { machine, ..Options::default() };
    let Some(Chosen { pipeline: left, propagated }) = chosen(&p, &computing) else {
        panic!("nothing is chosen")
    };
    let [Propagation { stage, cloned_in: None, predicted: Some(times) }] = &propagated[..] else {
        panic!("{propagated:?}")
    };
    assert_eq!((stage.as_str(), left.stages.len()), ("a", 1));
    assert!(times.with <= PROPAGATED * times.without, "{times:?}");
    assert_eq!(chosen(&p, &Options::default()), None);
}

#[test]
fn what_is_dear_to_repeat_stays() {
    let mut dear = String::from("case { %0: f32 = read img(y, x) ");
    (0..60).for_each(|i| dear += &format!("%{}: f32 = exp %{i} ", i + 1));
    let p = pipeline("", &(dear + "yield %60 }"), &["y, x", "rows - 1 - y, x"]);
    assert_eq!(chosen(&p, &Options::default()), None);
}

/// With the update, what lines up does so no less.
#[test]
fn what_an_update_reads_stays() {
    let with = |update: &str| {
        let p = pipeline("", SUM, &["y, x", "rows - 1 - y, x"]);
        let text = p.to_string().replace("}\noutput out", &format!("  {update}\n}}\noutput out"));
        parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
    };
    let update = "update (y, x) in [0..=rows - 1, 0..=cols - 1] {
        %0: f32 = read out(y, x) %1: f32 = read img(y, x) %2: f32 = add %0, %1 yield %2 }";
    assert_eq!(names(&chosen(&with(""), &Options::default())), ["a"]);
    assert_eq!(chosen(&with(update), &Options::default()), None);
}

#[test]
fn hints_and_the_machine_say_what_stays() {
    let p = pipeline("", SUM, &["y, x", "rows - 1 - y, x"]);
    let names = || vec!["a".to_string()];
    for options in [
        Options { no_propagate: names(), ..Options::default() },
        Options { no_fuse: names(), ..Options::default() },
        Options { strategy: Some(Strategy::None), ..Options::default() },
        // Two rows, and the one that is stored.
        Options { machine: Machine { streams: 2, ..Machine::default() }, ..Options::default() },
    ] {
        assert_eq!(chosen(&p, &options), None, "{options:?}");
    }
    let three = Machine { streams: 3, ..Machine::default() };
    assert!(chosen(&p, &Options { machine: three, ..Options::default() }).is_some());
}

/// Rows at both ends of every plane would be loops of their own.
#[test]
fn cases_between_loops_stay() {
    let volume = |index: &str| {
        let text = format!(
            "pipeline p size n ~ 512 where n - 4 >= 0 \"n\" 
             input img: f32 [0..=n - 1, 0..=n - 1, 0..=n - 1]
             stage a(z, y, x): f32 in [0..=n - 1, 0..=n - 1, 0..=n - 1] border repeat {{
               case {{ %0: f32 = read img(z, y, x) %1: f32 = exp %0 yield %1 }} }}
             stage out(z, y, x): f32 in [0..=n - 1, 0..=n - 1, 0..=n - 1] {{
               case {{ %0: f32 = read a(z, y, x) %1: f32 = read a({index}) %2: f32 = add %0, %1
                 yield %2 }} }} output out"
        );
        parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
    };
    assert_eq!(names(&chosen(&volume("z - 1, y, x"), &Options::default())), ["a"]);
    assert_eq!(chosen(&volume("z, y - 1, x"), &Options::default()), None);
}

/// Merging joins producers and consumers only, so that each pair is looked at by itself.
#[test]
fn a_few_are_looked_at() {
    let count = MOST_PROPAGATIONS + 2;
    let mut text = String::from("pipeline p size n ~ 4096\n");
    (0..count).for_each(|i| {
        text += &format!("input img{i}: f32 [0..=n - 1, 0..=n - 1]\n");
    });
    let stage = |name: &str, block: &str| {
        format!("stage {name}(y, x): f32 in [0..=n - 1, 0..=n - 1] {{ case {{ {block} }} }}\n")
    };
    for i in 0..count {
        let squared = format!("%0: f32 = read img{i}(y, x) %1: f32 = mul %0, %0 yield %1");
        text += &stage(&format!("a{i}"), &squared);
        let flipped = format!(
            "%0: f32 = read a{i}(y, x) %1: f32 = read a{i}(n - 1 - y, x) %2: f32 = sub %0, %1
             yield %2"
        );
        text += &stage(&format!("out{i}"), &flipped);
    }
    (0..count).for_each(|i| text += &format!("output out{i}\n"));
    let p = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let merging = Options { strategy: Some(Strategy::GREEDY), ..Options::default() };
    let found = chosen(&p, &merging);
    let expected: Vec<String> = (0..MOST_PROPAGATIONS).map(|i| format!("a{i}")).collect();
    assert_eq!(names(&found), expected);
}

/// A picture of planes that are computed from one, `half` of each second row of them and rows
/// before it, and a result that reads both, `half` from its last point on: no group holds that.
fn planes(dear: usize, before: usize) -> Pipeline {
    let mut value = String::from(
        "%0: f32 = read img(y, x) %1: i32 = index k %2: f32 = cast %1
        %3: f32 = mul %0, %2 ",
    );
    (0..dear).for_each(|i| value += &format!("%{}: f32 = exp %{} ", i + 4, i + 3));
    let mut sum = String::from("%0: f32 = read a(2*y + 3, x, k) ");
    (0..before).for_each(|i| {
        let (read, term, total) = (2 * i, 2 * i + 1, 2 * i + 2);
        sum += &format!(
            "%{term}: f32 = read a(2*y + {}, x, k) %{total}: f32 = add %{read}, %{term} ",
            2 - i as i64
        );
    });
    let text = format!(
        "pipeline p size n ~ 1024
         input img: f32 [0..=n + 3, 0..=n - 1]
         stage a(y, x, k): f32 in [0..=n + 3, 0..=n - 1, 0..=7] {{ case {{ {value}
           yield %{} }} }}
         stage half(y, x, k): f32 in [0..=n/2, 0..=n - 1, 0..=7] {{ case {{ {sum}
           yield %{} }} }}
         stage out(y, x, k): f32 in [0..=n - 1, 0..=n - 1, 0..=7] {{ case {{
           %0: f32 = read a(y, x, k) %1: f32 = read half(n/2 - y/2, n - 1 - x, k) %2: f32 = add %0, %1
           yield %2 }} }}
         output out",
        dear + 3,
        2 * before
    );
    parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// Without propagation of `half`, which would be an array of its own in one group then.
fn clones(p: &Pipeline, more: Options) -> Option<Chosen> {
    chosen(p, &Options { no_propagate: vec!["half".into()], ..more })
}

#[test]
fn what_another_group_reads_is_cloned_where_memory_counts() {
    let of = planes(2, 3);
    let Some(Chosen { pipeline: left, propagated }) = clones(&of, Options::default()) else {
        panic!("nothing is chosen")
    };
    let [Propagation { stage, cloned_in: Some(readers), predicted: Some(times) }] = &propagated[..]
    else {
        panic!("{propagated:?}")
    };
    assert_eq!((stage.as_str(), &readers[..]), ("a", &["out".to_string()][..]));
    assert!(times.with <= PROPAGATED * times.without, "{times:?}");
    assert_eq!(left.stages.len(), 3);
}

#[test]
fn what_is_little_and_read_once_goes_everywhere() {
    let Some(Chosen { pipeline: left, propagated }) = clones(&planes(0, 1), Options::default())
    else {
        panic!("nothing is chosen")
    };
    let [Propagation { stage, cloned_in: None, predicted: Some(times) }] = &propagated[..] else {
        panic!("{propagated:?}")
    };
    assert_eq!(stage, "a");
    assert!(times.with <= PROPAGATED * times.without, "{times:?}");
    assert_eq!(left.stages.len(), 2);
}

#[test]
fn what_is_dear_or_small_is_not_cloned() {
    assert_eq!(clones(&planes(40, 3), Options::default()), None);
    let large = Machine { llc: 1 << 30, ..Machine::default() };
    let found = clones(&planes(0, 1), Options { machine: large, ..Options::default() });
    assert!(found.into_iter().flat_map(|c| c.propagated).all(|of| of.cloned_in.is_none()));
    let no_propagate = vec!["a".to_string(), "half".to_string()];
    assert_eq!(chosen(&planes(0, 1), &Options { no_propagate, ..Options::default() }), None);
}
