use super::*;
use crate::analysis::build::{GraphBuilder, boxed, nonneg, zero};
use crate::analysis::show;
use crate::ir::affine::Names;

#[test]
fn a_region_becomes_intervals_residues_and_guards() {
    let b = GraphBuilder::new(&["rows", "cols"]);
    let (rows, cols, y, x) = (b.size(0), b.size(1), b.var(0), b.var(1));
    let domain = boxed(&[(0.into(), rows.offset(-1)), (0.into(), cols.offset(-1))]);
    let region = Region {
        tests: vec![
            nonneg(y.scale(2).sub(&rows)),
            nonneg(rows.floor_div(2).sub(&x.scale(3)).offset(1)),
            zero(x.modulo(2).offset(-1)),
            zero(x.modulo(3).offset(-2)),
            nonneg(rows.sub(&cols)),
        ],
    };
    let sizes = ["rows".to_string(), "cols".to_string()];
    let vars = ["y".to_string(), "x".to_string()];
    let names = Names { sizes: &sizes, vars: &vars };
    let piece = piece(&domain, &region);
    assert_eq!(
        show::piece(&piece, &names),
        "rows >= cols; y in max(0, (rows + 1)/2)..=rows - 1; \
         x in 0..=min(cols - 1, (rows/2 + 1)/3) (5 mod 6)"
            .replace("(rows/2 + 1)/3", "(rows + 2)/6")
    );
    let facts = Facts::for_pipeline(&b.finish(&[]));
    let simple = simplify_interval(&facts, &piece.dims[0]);
    assert_eq!(show::interval(&simple, &names), "(rows + 1)/2..=rows - 1");
    assert!(piece.facts(&facts).proves(&x.offset(-5)));
}

#[test]
fn residues_intersect() {
    let of = |modulus, residue| Residue { modulus, residue };
    assert_eq!(of(2, 1).intersect(of(3, 2)), Some(of(6, 5)));
    assert_eq!(of(4, 1).intersect(of(2, 1)), Some(of(4, 1)));
    assert_eq!(of(4, 1).intersect(of(6, 4)), None);
    for (a, b) in [(of(4, 3), of(6, 1)), (of(2, 0), of(5, 3)), (of(6, 2), of(8, 4))] {
        for v in 0..200 {
            let both = |c: Residue| v % c.modulus == c.residue;
            assert_eq!(a.intersect(b).is_some_and(both), both(a) && both(b));
        }
    }
    let impossible = Region { tests: vec![of(2, 0).test(VarId(0)), of(2, 1).test(VarId(0))] };
    let none = piece(&boxed(&[(0.into(), 9.into())]), &impossible);
    assert_eq!(none.guards.len(), 1);
    assert!(none.facts(&Facts::default()).contradictory());
}
