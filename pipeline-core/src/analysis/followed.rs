//! Which updates of a reduction change a coordinate.

use crate::ir::{Affine, Atom, Index, Update, VarId};

/// A reduction variable that an index of an update's target is a function of: coordinate `i` is
/// changed where the variable is `per·i + start` or one of the `per - 1` values after it, and
/// nowhere else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Followed {
    /// The variable.
    pub var: VarId,
    /// Values of the variable for each coordinate: at least 1.
    pub per: i64,
    /// The first value for coordinate 0.
    pub start: i64,
}

impl Followed {
    /// The coordinate that a value of the variable changes.
    pub fn coordinate(&self, value: &Affine) -> Affine {
        value.offset(-self.start).floor_div(self.per)
    }

    /// The first value of the variable that changes a coordinate.
    pub fn first(&self, coordinate: &Affine) -> Affine {
        coordinate.scale(self.per).offset(self.start)
    }

    /// The last value of the variable that changes a coordinate.
    pub fn last(&self, coordinate: &Affine) -> Affine {
        self.first(coordinate).offset(self.per - 1)
    }
}

/// By dimension of an update's target, the variable that it follows: where its index is `v + c` or
/// `floor((v + s) / d) + c` for constants, and no other index mentions the variable.
pub fn followed(update: &Update) -> Vec<Option<Followed>> {
    let rank = update.domain.0.len();
    let target = target(update);
    let alone = |var: VarId| target.iter().filter(|i| mentions(i, var)).count() == 1;
    let of = |index: &Index| match index {
        Index::Affine(a) => form(a).filter(|f| f.var.0 < rank && alone(f.var)),
        Index::Value(_) => None,
    };
    target.iter().map(of).collect()
}

/// The indices of the point that an update changes.
///
/// # Panics
/// If the update is not of the form that the verifier asks for.
pub fn target(update: &Update) -> &[Index] {
    update.parts().expect("the verifier has updates of their form").target
}

/// Whether an index mentions a variable outside data.
pub fn mentions(index: &Index, var: VarId) -> bool {
    matches!(index, Index::Affine(a) if a.mentions_var(var))
}

fn form(a: &Affine) -> Option<Followed> {
    let [(atom, 1)] = a.terms() else { return None };
    match atom {
        Atom::Var(var) => Some(Followed { var: *var, per: 1, start: -a.constant() }),
        Atom::Div(inner, per) => match inner.terms() {
            [(Atom::Var(var), 1)] => {
                let start = -per * a.constant() - inner.constant();
                Some(Followed { var: *var, per: *per, start })
            }
            _ => None,
        },
        Atom::Size(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::text::parse;

    /// What the target `s(…)` of an update over `v` and `w` follows, by dimension.
    fn of(target: &str, rank: usize) -> Vec<Option<(usize, i64, i64)>> {
        let (vars, domain) = match rank {
            1 => ("a", "0..=9"),
            _ => ("a, b", "0..=9, 0..=9"),
        };
        let text = format!(
            "pipeline p\nsize n ~ 9\nstage s({vars}): u8 in [{domain}] {{\n\
             case {{ %0: u8 = 0u8 yield %0 }}\n\
             update (v, w) in [1..=3, 1..=3] {{ %0: u8 = read s({target})\n%1: u8 = 1u8\n\
             %2: u8 = add %0, %1 yield %2 }}\n}}\noutput s\n"
        );
        let p = parse(&text).unwrap_or_else(|e| panic!("line {}: {}\n{text}", e.line, e.message));
        let found = followed(&p.stages[0].updates[0]);
        found.into_iter().map(|f| f.map(|f| (f.var.0, f.per, f.start))).collect()
    }

    #[test]
    fn a_target_follows_variables_and_their_quotients() {
        assert_eq!(of("v - 1, w + 2", 2), [Some((0, 1, 1)), Some((1, 1, -2))]);
        assert_eq!(of("(w + 3)/4 - 1", 1), [Some((1, 4, 1))]);
        assert_eq!(of("v, v", 2), [None, None]);
        assert_eq!(of("v + w", 1), [None]);
        assert_eq!(of("2*v", 1), [None]);
        assert_eq!(of("v - 2*(v/2)", 1), [None]);
        assert_eq!(of("v + n - n, 3", 2), [Some((0, 1, 0)), None]);
        assert_eq!(of("v + n - 9", 1), [None]);
    }

    #[test]
    fn values_of_the_variable_change_their_coordinate() {
        let f = Followed { var: VarId(0), per: 4, start: 1 };
        let ends = |i: i64| (f.first(&i.into()).as_constant(), f.last(&i.into()).as_constant());
        assert_eq!((ends(0), ends(-1)), ((Some(1), Some(4)), (Some(-3), Some(0))));
        for v in -9..9i64 {
            let i = f.coordinate(&v.into()).as_constant().expect("a constant");
            assert_eq!(i, (v + 3).div_euclid(4) - 1);
            assert!((4 * i + 1..=4 * i + 4).contains(&v));
        }
    }
}
