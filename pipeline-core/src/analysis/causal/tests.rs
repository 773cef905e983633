//! Orders of stages that read themselves.

use super::{Causal, Obstacle, Serial, causal};
use crate::analysis::integer::Facts;
use crate::ir::StageId;
use crate::ir::text::parse;

/// The order of a stage over `t`, `y` and `x` that reads itself at these indices.
fn order(reads: &[&str]) -> Result<Causal, Obstacle> {
    let mut block = String::new();
    for (i, index) in reads.iter().enumerate() {
        block += &format!("%{i}: i32 = read f({index}) ");
    }
    let text = format!(
        "pipeline p size n ~ 64 stage f(t, y, x): i32 in [1..=n, 1..=n, 1..=n] border constant 0i32 \
         {{ case {{ {block} yield %0 }} }} output f"
    );
    let p = parse(&text).unwrap_or_else(|e| panic!("{e}"));
    causal(&p, &Facts::for_pipeline(&p), StageId(0))
}

/// `t+ x-; y` : `t` rising, `x` falling, `y` free and local; `(y)` if it is not local.
fn shown(reads: &[&str]) -> String {
    let name = |dim: usize| ["t", "y", "x"][dim];
    let order = match order(reads) {
        Ok(order) => order,
        Err(obstacle) => return format!("{} has no order", reads[obstacle.read]),
    };
    let serial = |s: &Serial| format!("{}{}", name(s.dim), if s.rising { '+' } else { '-' });
    let serial: Vec<String> = order.serial.iter().map(serial).collect();
    let free = order.free.iter().map(|f| match f.local {
        true => name(f.dim).to_string(),
        false => format!("({})", name(f.dim)),
    });
    format!("{}; {}", serial.join(" "), free.collect::<Vec<_>>().join(" "))
}

#[test]
fn scans_run_along_their_dimension() {
    assert_eq!(shown(&["t, y, x - 1"]), "x+; t y");
    assert_eq!(shown(&["t, y + 2, x", "t, y + 1, x"]), "y-; t x");
    assert_eq!(shown(&["t, y - 1, x", "t, y, x - 1", "t, y - 1, x - 1"]), "y+ x+; t");
    assert_eq!(shown(&["t, y - 1, x", "t, y, x + 1"]), "y+ x-; t");
    assert_eq!(shown(&["t, y - 1, x + 1", "t, y, x - 1"]), "y+ x+; t");
}

#[test]
fn monotone_orders_have_no_read_the_other_way() {
    let monotone = |reads: &[&str]| order(reads).expect("an order").monotone;
    assert!(monotone(&["t, y - 1, x", "t, y, x - 1", "t, y - 1, x - 1"]));
    assert!(monotone(&["t, y + 1, x", "t, y, x - 1"]));
    assert!(monotone(&["t - 1, y + 1, x - 1"]), "only serial dimensions count");
    assert!(!monotone(&["t, y - 1, x + 1", "t, y, x - 1"]));
    assert!(!monotone(&["t, y - n, n - x", "t, y, x - 1"]));
}

#[test]
fn time_leaves_space_free() {
    assert_eq!(shown(&["t - 1, y + 1, x - 1", "t - 2, y, x"]), "t+; (y) (x)");
    assert_eq!(shown(&["t + 1, y, x - 1"]), "t-; y (x)");
    assert_eq!(shown(&["t - 1, n - y, x"]), "t+; (y) x");
}

#[test]
fn what_is_proved_counts_as_much_as_what_is_seen() {
    assert_eq!(shown(&["t/2, y, x"]), "t+; y x");
    assert_eq!(shown(&["t, 0, x", "t, y - n, x + 1"]), "y+; t (x)");
}

#[test]
fn without_an_order_the_read_is_named() {
    assert_eq!(shown(&["t, y, x - 1", "t, y, x + 1"]), "t, y, x - 1 has no order");
    assert_eq!(shown(&["t, y, x"]), "t, y, x has no order");
    assert_eq!(
        shown(&["t - 1, y, x", "t, y - 1, x + 1", "t, y + 1, x - 1"]),
        "t, y - 1, x + 1 has no order"
    );
    assert_eq!(shown(&["t, y, x - 1", "t, y, n - x"]), "t, y, x - 1 has no order");
}

#[test]
fn a_stage_that_does_not_read_itself_is_free() {
    let text = "pipeline p size n ~ 64 stage f(y): i32 in [1..=n] { case { %0: i32 = 1i32 yield %0 \
                } } output f";
    let p = parse(text).expect("a legal text");
    let order = causal(&p, &Facts::for_pipeline(&p), StageId(0)).expect("any order will do");
    assert!(order.serial.is_empty() && order.free.len() == 1);
}
