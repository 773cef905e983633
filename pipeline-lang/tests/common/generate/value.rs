//! Expressions of a given type. None is made of literals only, so literals always adapt.

use super::stage::Stage;
use super::window::REDUCTIONS;
use pipeline_core::ir::ElemType;

const FLOATS: [&str; 13] = [
    "0.5",
    "2.0",
    "-1.5",
    "0.25",
    "3",
    "1e-3",
    "255.0",
    "-0.0",
    "7.75",
    "1.0 / 3.0",
    "100",
    "-2",
    "1e9",
];

impl Stage {
    /// An expression of exactly this type.
    pub fn value(&mut self, ty: ElemType, depth: usize) -> String {
        if depth == 0 || self.reads > 14 {
            return self.leaf(ty);
        }
        match ty {
            ElemType::Bool => self.condition(depth),
            t if t.is_float() => self.float(t, depth),
            t => self.integer(t, depth),
        }
    }

    /// A read, scalar or index, cast if need be.
    fn leaf(&mut self, ty: ElemType) -> String {
        if self.rng.chance(82) && self.reads < 20 {
            for _ in 0..3 {
                // Rather what was defined last.
                let n = self.sources.len();
                let source = n - 1 - self.rng.below(n).min(self.rng.below(n));
                if let Some(read) = self.read(source, None) {
                    return self.cast(read, self.sources[source].ty, ty);
                }
            }
        }
        if self.rng.chance(50)
            && let Some(scalar) = (!self.scalars.is_empty()).then(|| self.rng.pick(&self.scalars))
        {
            return self.cast(scalar.name.to_string(), scalar.ty, ty);
        }
        let index = self.index();
        match ty {
            ElemType::Bool => self.index_condition(),
            _ => format!("({index} as {ty})"),
        }
    }

    /// An index expression.
    fn index(&mut self) -> String {
        let var = self.any_index();
        let k = self.rng.range(-3, 9);
        match self.rng.below(7) {
            0 => format!("({var} + {k})"),
            1 => format!("({var} / 2)"),
            2 => format!("({var} % 3)"),
            3 => format!("(2*{var} + {})", self.any_index()),
            4 if !self.sizes.is_empty() => {
                let size = self.rng.below(self.sizes.len());
                format!("({} - {var})", self.sizes[size].name)
            }
            _ => var,
        }
    }

    fn any_index(&mut self) -> String {
        if !self.windows.is_empty() && self.rng.chance(30) {
            let w = self.rng.below(self.windows.len());
            return self.windows[w].0.clone();
        }
        let var = self.rng.below(self.vars.len());
        self.vars[var].name.to_string()
    }

    /// A condition on index variables: it divides the domain.
    pub fn index_condition(&mut self) -> String {
        let var = self.rng.below(self.vars.len());
        let var = self.vars[var].name;
        let k = self.rng.range(0, 6);
        match self.rng.below(6) {
            0 => format!("({var} % 2 == {})", k % 2),
            1 => format!("({var} % 3 != {})", k % 3),
            2 => format!("({var} == {k})"),
            3 => format!("({var} > {k})"),
            4 if !self.sizes.is_empty() => {
                let size = self.rng.below(self.sizes.len());
                let half = self.rng.pick(&["", " - 2", " / 2"]);
                format!("({var} < {}{half})", self.sizes[size].name)
            }
            _ => format!("({var} < {k})"),
        }
    }

    /// The expression in another type.
    pub fn cast(&mut self, text: String, from: ElemType, to: ElemType) -> String {
        match (from, to) {
            (a, b) if a == b => text,
            (ElemType::Bool, t) if t.is_float() => format!("({text} as u8 as {t})"),
            (ElemType::Bool, t) => format!("({text} as {t})"),
            (t, ElemType::Bool) => {
                let op = self.rng.pick(&["<", "<=", ">", ">=", "==", "!="]);
                let literal = self.literal(t);
                format!("({text} {op} {literal})")
            }
            (_, t) if t.is_int() && self.rng.chance(15) => format!("saturate({text}, {t})"),
            (a, t) if a.widened() == Some(t) && self.rng.chance(30) => format!("widen({text})"),
            (_, t) => format!("({text} as {t})"),
        }
    }

    /// A literal that the type holds.
    pub fn literal(&mut self, ty: ElemType) -> String {
        let Some((lo, hi)) = ty.int_range() else {
            let text = self.rng.pick(&FLOATS);
            return if text.starts_with('-') || text.contains('/') {
                format!("({text})")
            } else {
                text.into()
            };
        };
        let value = match self.rng.below(8) {
            0 => hi,
            1 => lo,
            2 => hi / 2,
            _ => self.rng.range((-9).max(lo), 12),
        };
        match (value < 0, self.rng.chance(12)) {
            (true, false) => format!("({value})"),
            (true, true) => format!("({value}{ty})"),
            (false, false) => value.to_string(),
            (false, true) => format!("{value}{ty}"),
        }
    }

    /// A positive literal.
    fn divisor(&mut self, ty: ElemType) -> String {
        let value = self.rng.pick(&[1, 2, 3, 4, 5, 7, 8, 9, 10, 16, 25, 100, 127]);
        if ty.is_float() { format!("{value}.0") } else { value.to_string() }
    }

    fn number(&mut self) -> ElemType {
        self.rng.pick(&ElemType::NUMERIC)
    }

    fn condition(&mut self, depth: usize) -> String {
        match self.rng.below(10) {
            0 => format!("!{}", self.value(ElemType::Bool, depth - 1)),
            1 | 2 => {
                let op = self.rng.pick(&["&&", "||", "&", "|", "^", "==", "!="]);
                let (a, b) =
                    (self.value(ElemType::Bool, depth - 1), self.value(ElemType::Bool, depth - 1));
                format!("({a} {op} {b})")
            }
            3 => self.index_condition(),
            4 => self.leaf(ElemType::Bool),
            5 => self.choice(ElemType::Bool, depth),
            6 if self.windows.is_empty() => {
                let op = self.rng.pick(&["any", "all"]);
                self.window(op, ElemType::Bool, depth - 1)
            }
            _ => {
                let ty = self.number();
                let op = self.rng.pick(&["<", "<=", ">", ">=", "==", "!="]);
                let a = self.value(ty, depth - 1);
                let b =
                    if self.rng.chance(50) { self.literal(ty) } else { self.value(ty, depth - 1) };
                format!("({a} {op} {b})")
            }
        }
    }

    /// Either of two values, by data or by position.
    fn choice(&mut self, ty: ElemType, depth: usize) -> String {
        let c = match self.rng.chance(35) {
            true => self.index_condition(),
            false => self.value(ElemType::Bool, depth - 1),
        };
        let a = self.value(ty, depth - 1);
        let literal = ty != ElemType::Bool && self.rng.chance(40);
        let b = if literal { self.literal(ty) } else { self.value(ty, depth - 1) };
        match self.rng.chance(40) {
            true => format!("select({c}, {a}, {b})"),
            false => format!("(if {c} {{ {a} }} else {{ {b} }})"),
        }
    }

    fn operand(&mut self, ty: ElemType, depth: usize) -> String {
        if self.rng.chance(35) { self.literal(ty) } else { self.value(ty, depth) }
    }

    /// What integers and floats have in common; `None` for what they do not.
    fn common(&mut self, ty: ElemType, depth: usize) -> Option<String> {
        Some(match self.rng.below(20) {
            0..=3 => {
                let op = self.rng.pick(&["+", "-", "*", "+", "-"]);
                let (a, b) = (self.value(ty, depth - 1), self.operand(ty, depth - 1));
                if self.rng.chance(80) {
                    format!("({a} {op} {b})")
                } else {
                    format!("({b} {op} {a})")
                }
            }
            4 => {
                let f = self.rng.pick(&["min", "max", "abs_diff"]);
                let (a, b) = (self.value(ty, depth - 1), self.operand(ty, depth - 1));
                format!("{f}({a}, {b})")
            }
            5 => {
                let (a, b, c) = (self.value(ty, depth - 1), self.literal(ty), self.literal(ty));
                if self.rng.chance(30) {
                    format!("({a}).clamp({b}, {c})")
                } else {
                    format!("clamp({a}, {b}, {c})")
                }
            }
            6 => {
                let op = self.rng.pick(&["/", "/", "%"]);
                let a = self.value(ty, depth - 1);
                // A window's variable is a constant where the window is written out, maybe 0.
                let known = !self.windows.is_empty() || self.rng.chance(60);
                let b = if known { self.divisor(ty) } else { self.leaf(ty) };
                format!("({a} {op} {b})")
            }
            7 | 8 => self.choice(ty, depth),
            9 | 10 => {
                let from = self.number();
                let value = self.value(from, depth - 1);
                self.cast(value, from, ty)
            }
            11 => {
                self.names += 1;
                let name = format!("v{}", self.names);
                let (a, b) = (self.value(ty, depth - 1), self.value(ty, depth - 1));
                format!("{{ let {name} = {a}; {name} * {name} - {b} }}")
            }
            12 if self.helpers => {
                let (a, b) = (self.value(ty, depth - 1), self.value(ty, depth - 1));
                let f = self.rng.pick(&["blend", "spread"]);
                format!("{f}({a}, {b})")
            }
            13 if self.windows.is_empty() => {
                let op = self.rng.pick(&REDUCTIONS);
                self.window(op, ty, depth - 1)
            }
            14 => self.leaf(ty),
            _ => return None,
        })
    }

    fn float(&mut self, ty: ElemType, depth: usize) -> String {
        if let Some(text) = self.common(ty, depth) {
            return text;
        }
        let a = self.value(ty, depth - 1);
        match self.rng.below(6) {
            0 => format!("-{a}"),
            1 => format!("abs({a})"),
            2 => {
                let f = self.rng.pick(&["pow", "atan2"]);
                let b = self.operand(ty, depth - 1);
                format!("{f}({a}, {b})")
            }
            3 => format!("({a}).sqrt()"),
            _ => {
                let f = self.rng.pick(&[
                    "sqrt", "exp", "ln", "sin", "cos", "tan", "floor", "ceil", "round", "trunc",
                ]);
                format!("{f}({a})")
            }
        }
    }

    fn integer(&mut self, ty: ElemType, depth: usize) -> String {
        if let Some(text) = self.common(ty, depth) {
            return text;
        }
        let a = self.value(ty, depth - 1);
        match self.rng.below(7) {
            0 if ty.is_signed() => format!("-{a}"),
            1 if ty.is_signed() => format!("abs({a})"),
            2 => format!("!{a}"),
            3 => {
                let op = self.rng.pick(&["<<", ">>"]);
                let most = 8 * ty.bytes() as i64 - 1;
                let by = match self.rng.chance(75) {
                    true => self.rng.range(0, most).to_string(),
                    false => self.leaf(ty),
                };
                format!("({a} {op} {by})")
            }
            4 => {
                let f = self.rng.pick(&["saturating_add", "saturating_sub"]);
                let b = self.operand(ty, depth - 1);
                format!("{f}({a}, {b})")
            }
            5 => {
                let narrow = ElemType::NUMERIC.into_iter().find(|t| t.widened() == Some(ty));
                match narrow {
                    Some(narrow) => {
                        let f = self.rng.pick(&["widening_add", "widening_sub", "widening_mul"]);
                        let (b, c) =
                            (self.value(narrow, depth - 1), self.operand(narrow, depth - 1));
                        format!("{f}({b}, {c})")
                    }
                    None => self.leaf(ty),
                }
            }
            _ => {
                let op = self.rng.pick(&["&", "|", "^"]);
                let b = self.operand(ty, depth - 1);
                format!("({a} {op} {b})")
            }
        }
    }
}
