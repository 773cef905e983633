//! Domains as the generator knows them: by their figures at sample sizes, and exactly where they
//! are simple.

/// The sizes are tried at their estimates and at middling values.
pub const SAMPLES: usize = 2;

/// First and last index at each sample.
pub type At = [(i64, i64); SAMPLES];

/// A size parameter.
#[derive(Clone, Debug)]
pub struct Size {
    /// Its name.
    pub name: &'static str,
    /// Smallest legal value.
    pub least: i64,
    /// Legal values are multiples of this.
    pub multiple: i64,
    /// Given by the caller rather than by an input's shape.
    pub argument: bool,
    /// Its value at each sample; the first is its estimate.
    pub at: [i64; SAMPLES],
}

/// `lo ..= size + hi`, or `lo ..= hi` without a size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exact {
    pub size: Option<usize>,
    pub lo: i64,
    pub hi: i64,
}

impl Exact {
    /// Its figures.
    pub fn at(self, sizes: &[Size]) -> At {
        std::array::from_fn(|s| (self.lo, self.hi + self.size.map_or(0, |i| sizes[i].at[s])))
    }

    /// Whether it has points whatever the sizes are.
    pub fn never_empty(self, sizes: &[Size]) -> bool {
        self.hi + self.size.map_or(0, |i| sizes[i].least) >= self.lo
    }

    /// The part in both; `None` where that is not simple.
    pub fn meet(self, other: Exact) -> Option<Exact> {
        let (lo, hi) = (self.lo.max(other.lo), self.hi.min(other.hi));
        (self.size == other.size).then_some(Exact { size: self.size, lo, hi })
    }

    /// Every index moved.
    pub fn moved(self, by: i64) -> Exact {
        Exact { size: self.size, lo: self.lo + by, hi: self.hi + by }
    }
}

/// One dimension of an input or stage.
#[derive(Clone, Debug)]
pub struct Dim {
    pub at: At,
    /// The size that it grows with.
    pub class: Option<usize>,
    pub exact: Option<Exact>,
}

impl Dim {
    pub fn exact(exact: Exact, sizes: &[Size]) -> Dim {
        Dim { at: exact.at(sizes), class: exact.size, exact: Some(exact) }
    }
}

/// Something that can be read.
#[derive(Clone, Debug)]
pub struct Source {
    /// What stands before the parentheses: `f`, `f[2]`.
    pub name: String,
    pub ty: pipeline_core::ir::ElemType,
    pub dims: Vec<Dim>,
    pub border: bool,
}

/// One step from an index variable to an index.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    Mul(i64),
    Add(i64),
    Div(i64),
    /// A window variable that runs from the first to the last, times the coefficient.
    Window(usize, i64, i64, i64),
}

/// The values of the variable for which every index is in the range; as inference has it, a
/// bordered source constrains as if it were read without offsets.
pub fn preimage(steps: &[Step], border: bool, range: (i64, i64)) -> (i64, i64) {
    steps.iter().rev().fold(range, |(lo, hi), step| match *step {
        Step::Add(_) | Step::Window(..) if border => (lo, hi),
        Step::Add(k) => (lo - k, hi - k),
        Step::Window(_, k, first, last) => {
            let ends = [k * first, k * last];
            (lo - ends[0].min(ends[1]), hi - ends[0].max(ends[1]))
        }
        Step::Mul(k) => (-((-lo).div_euclid(k)), hi.div_euclid(k)),
        Step::Div(c) => (c * lo, c * hi + c - 1),
    })
}

/// The exact range of the variable, where it is simple.
pub fn exact_preimage(steps: &[Step], border: bool, exact: Exact) -> Option<Exact> {
    steps.iter().rev().try_fold(exact, |e, step| match *step {
        Step::Add(_) | Step::Window(..) if border => Some(e),
        Step::Add(k) => Some(e.moved(-k)),
        Step::Window(_, 1, first, last) => {
            Some(Exact { size: e.size, lo: e.lo - first, hi: e.hi - last })
        }
        _ => None,
    })
}

/// `+ 3`, `- 3` or nothing behind a term.
pub fn offset(k: i64) -> String {
    match k {
        0 => String::new(),
        k if k < 0 => format!(" - {}", -k),
        k => format!(" + {k}"),
    }
}

/// `2*y + 1`, `(y + dy)/2`.
pub fn spelled(var: &str, steps: &[Step], windows: &[String]) -> String {
    let (mut text, mut sum, mut product) = (var.to_string(), false, false);
    for step in steps {
        let term = if sum { format!("({text})") } else { text.clone() };
        match *step {
            Step::Add(k) => (text, sum) = (format!("{text}{}", offset(k)), sum || k != 0),
            Step::Window(w, 1, ..) => (text, sum) = (format!("{text} + {}", windows[w]), true),
            Step::Window(w, k, ..) => {
                (text, sum) = (format!("{text} + {k}*{}", windows[w]), true);
            }
            Step::Mul(k) if product => (text, sum) = (format!("{k}*({text})"), false),
            Step::Mul(k) => (text, sum, product) = (format!("{k}*{term}"), false, true),
            Step::Div(c) => (text, sum, product) = (format!("{term}/{c}"), false, true),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preimages_are_exact() {
        let lists: [&[Step]; 5] = [
            &[Step::Mul(2), Step::Add(1)],
            &[Step::Add(1), Step::Div(2)],
            &[Step::Mul(3), Step::Add(-2), Step::Div(2)],
            &[Step::Div(2), Step::Mul(2), Step::Add(1)],
            &[Step::Div(2), Step::Add(3), Step::Div(3)],
        ];
        for steps in lists {
            let value = |v: i64| {
                steps.iter().fold(v, |v, step| match *step {
                    Step::Mul(k) => v * k,
                    Step::Add(k) => v + k,
                    Step::Div(c) => v.div_euclid(c),
                    Step::Window(..) => v,
                })
            };
            let (lo, hi) = preimage(steps, false, (-3, 11));
            for v in -60..60 {
                assert_eq!((lo..=hi).contains(&v), (-3..=11).contains(&value(v)), "{steps:?} {v}");
            }
        }
    }

    #[test]
    fn spelling_keeps_precedence() {
        let windows = ["dy".to_string()];
        let steps = [Step::Mul(2), Step::Window(0, 1, -1, 1), Step::Add(-1), Step::Div(3)];
        assert_eq!(spelled("y", &steps, &windows), "(2*y + dy - 1)/3");
        assert_eq!(spelled("y", &[Step::Div(2), Step::Mul(2), Step::Add(1)], &[]), "2*(y/2) + 1");
        assert_eq!(spelled("y", &[Step::Add(0)], &[]), "y");
    }
}
