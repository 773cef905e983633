use super::*;
use crate::analysis::build::{GraphBuilder, Random, nonneg, zero};

fn rows() -> Affine {
    Affine::from(SizeId(0))
}

fn y() -> Affine {
    Affine::from(VarId(0))
}

/// `rows >= 1` and `0 <= y <= rows - 1`.
fn over_rows() -> Facts {
    let p = GraphBuilder::new(&["rows"]).finish(&[]);
    let interval = Interval::new(Affine::from(0), rows().offset(-1));
    Facts::for_pipeline(&p).with_interval(VarId(0), &interval)
}

fn at_most(facts: &Facts, a: &Affine, b: &Affine) -> bool {
    facts.proves(&b.sub(a))
}

#[test]
fn floors_are_monotone() {
    let f = over_rows();
    let last = rows().offset(-1);
    assert!(at_most(&f, &y().floor_div(2), &last.floor_div(2)));
    assert!(!at_most(&f, &y().floor_div(2), &last.floor_div(2).offset(-1)));
    assert!(at_most(&f, &y().offset(1).floor_div(2), &rows().ceil_div(2)));
    assert!(at_most(&f, &y().floor_div(2).floor_div(2), &last.floor_div(4)));
    assert!(at_most(&f, &rows().floor_div(8), &rows().floor_div(2).floor_div(3)));
    assert!(at_most(&f, &last.floor_div(2).scale(2), &last));
    assert!(at_most(&f, &last, &last.floor_div(2).scale(2).offset(1)));
    assert!(!at_most(&f, &last, &last.floor_div(2).scale(2)));
    let halves = rows().floor_div(2).add(&rows().ceil_div(2));
    assert!(at_most(&f, &halves, &rows()) && at_most(&f, &rows(), &halves));
}

#[test]
fn a_pyramid_of_floors() {
    let f = over_rows();
    // Two taps of the level above: 2·y + 1 <= floor(rows/2^k) - 1 for y < floor(rows/2^(k+1)).
    for k in 0..6 {
        let above = rows().floor_div(1 << k);
        let level = rows().floor_div(1 << (k + 1));
        let g = f.clone().with_interval(VarId(1), &Interval::new(0.into(), level.offset(-1)));
        let v = Affine::from(VarId(1));
        assert!(at_most(&g, &v.scale(2).offset(1), &above.offset(-1)));
        assert!(!at_most(&g, &v.scale(2).offset(2), &above.offset(-1)));
        assert!(at_most(&g, &v, &above.offset(-1).floor_div(2)));
    }
}

#[test]
fn divisibility() {
    let mut b = GraphBuilder::new(&["rows", "cols"]);
    let (rows, cols) = (b.size(0), b.size(1));
    b.constraint(zero(rows.modulo(8)), "rows % 8 == 0");
    b.constraint(nonneg(cols.sub(&rows)), "cols >= rows");
    let f = Facts::for_pipeline(&b.finish(&[]));
    let back = rows.floor_div(8).scale(8);
    assert!(at_most(&f, &back, &rows) && at_most(&f, &rows, &back));
    assert!(f.proves(&rows.offset(-8)));
    assert!(!f.proves(&rows.offset(-9)));
    assert!(f.proves_test(&zero(rows.modulo(2))));
    assert!(f.proves_test(&zero(rows.floor_div(2).modulo(4))));
    assert!(!f.proves_test(&zero(rows.modulo(16))));
    assert!(f.proves(&cols.floor_div(4).offset(-2)));
    assert!(at_most(&f, &rows.offset(-1).floor_div(2), &rows.floor_div(2).offset(-1)));
    assert!(!f.contradictory());
    assert!(f.with_test(&zero(rows.modulo(4).offset(-1))).contradictory());
}

#[test]
fn residues() {
    let v = Affine::from(VarId(1));
    for (m, r) in [(2, 0), (2, 1), (3, 2), (8, 5)] {
        let f = over_rows().with_test(&zero(v.modulo(m).offset(-r)));
        for shift in 0..m {
            // floor((v + shift)/m) is floor(v/m), or one more from m - r on.
            let carried = v.floor_div(m).offset(i64::from(shift + r >= m));
            assert!(f.proves_test(&zero(v.offset(shift).floor_div(m).sub(&carried))));
        }
        assert!(!f.contradictory());
    }
}

#[test]
fn not_equal_counts_where_one_side_is_ruled_out() {
    let f = over_rows();
    let odd = Test { affine: y().modulo(2), op: TestOp::NonZero };
    let f = f.with_test(&odd);
    assert!(f.proves_test(&zero(y().modulo(2).offset(-1))));
    assert!(f.proves(&y().offset(-1)));
}

/// A random expression over two sizes and two variables, divisions included.
fn expression(random: &mut Random, depth: usize) -> Affine {
    let mut e = Affine::from(random.from(-4, 4));
    let leaves = [rows(), Affine::from(SizeId(1)), y(), Affine::from(VarId(1))];
    for leaf in leaves {
        if random.from(0, 1) == 0 {
            e = e.add_scaled(&leaf, random.from(-2, 2));
        }
    }
    if depth > 0 && random.from(0, 1) == 0 {
        let c = random.from(2, 4);
        e = e.add_scaled(&expression(random, depth - 1).floor_div(c), random.from(-2, 2));
    }
    e
}

/// Never proves what a brute-force search refutes, nor a contradiction where a point exists.
#[test]
fn agrees_with_brute_force() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let (mut proved, mut refuted) = (0, 0);
    for round in 0..400 {
        let mut b = GraphBuilder::new(&["rows", "cols"]);
        let mut assumed: Vec<Test> = Vec::new();
        for _ in 0..random.from(0, 2) {
            let affine = expression(&mut random, 1);
            let op = [TestOp::NonNegative, TestOp::Zero, TestOp::NonZero];
            assumed.push(Test { affine, op: op[random.from(0, 2) as usize] });
        }
        b.estimate(0, 1);
        let facts = Facts::for_pipeline(&b.finish(&[]));
        let interval = Interval::new(Affine::from(0), rows().offset(-1));
        let mut facts = facts.with_interval(VarId(0), &interval);
        for test in &assumed {
            facts = facts.with_test(test);
        }
        let goals: Vec<Affine> = (0..4).map(|_| expression(&mut random, 2)).collect();
        let proofs: Vec<bool> = goals.iter().map(|g| facts.proves(g)).collect();
        let contradictory = facts.contradictory();
        for r in 1..=6 {
            for c in 1..=4 {
                for vy in 0..r {
                    for vx in -4..=4 {
                        let (sizes, vars) = ([r, c], [vy, vx]);
                        if !assumed.iter().all(|t| t.eval(&sizes, &vars)) {
                            continue;
                        }
                        assert!(!contradictory, "round {round}: {sizes:?} {vars:?} exist");
                        for (goal, proof) in goals.iter().zip(&proofs) {
                            let value = goal.eval(&sizes, &vars);
                            assert!(!proof || value >= 0, "round {round}: {goal:?} = {value}");
                            refuted += usize::from(value < 0);
                        }
                    }
                }
            }
        }
        proved += proofs.iter().filter(|p| **p).count();
    }
    assert!(proved > 40 && refuted > 1000, "{proved} proved, {refuted} values refuted");
}

#[test]
fn long_systems_are_given_up_not_endless() {
    let mut random = Random(7);
    let mut facts = Facts::default();
    for _ in 0..60 {
        let sum = (0..12).fold(Affine::from(random.from(1, 40)), |sum, i| {
            sum.add_scaled(&Affine::from(VarId(i)), random.from(-3, 3))
        });
        facts.assume(&sum);
    }
    // The origin satisfies all of them.
    assert!(!facts.contradictory());
    assert!(!facts.proves(&Affine::from(VarId(0)).offset(-1)));
}

/// What points refute, an elimination does not prove, and where there are points it finds no
/// contradiction.
#[test]
fn points_say_nothing_that_an_elimination_contradicts() {
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    let (mut refuted, mut left) = (0, 0);
    for round in 0..400 {
        let p = GraphBuilder::new(&["rows", "cols"]).finish(&[]);
        let mut facts = Facts::for_pipeline(&p);
        for (var, size) in [(0, rows()), (1, Affine::from(SizeId(1)))] {
            let (lo, hi) = (random.from(-2, 2), random.from(-2, 2));
            let last = size.floor_div(random.from(1, 3)).offset(hi);
            facts = facts.with_interval(VarId(var), &Interval::new(lo.into(), last));
        }
        for _ in 0..random.from(0, 3) {
            let op = [TestOp::NonNegative, TestOp::Zero, TestOp::NonZero];
            let op = op[random.from(0, 2) as usize];
            facts = facts.with_test(&Test { affine: expression(&mut random, 1), op });
        }
        let without =
            Facts { examples: Examples::default(), known: Rc::default(), ..facts.clone() };
        left += usize::from(facts.examples.exist());
        assert_eq!(facts.contradictory(), without.contradictory(), "round {round}");
        for goal in (0..4).map(|_| expression(&mut random, 2)) {
            refuted += usize::from(facts.examples.refute(&goal));
            assert_eq!(facts.proves(&goal), without.proves(&goal), "round {round}: {goal:?}");
        }
    }
    assert!(refuted > 600 && left > 200, "{refuted} goals refuted, points in {left} rounds");
}
