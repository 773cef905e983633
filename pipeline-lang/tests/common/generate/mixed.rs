//! Few stages, each of another kind: scans, iterations in time that keep circular buffers of
//! planes, with scans inside their steps, reductions with stencils before and behind, gathers
//! through borders, casts among all types, and live-outs at several rates.
//!
//! Every source has two dimensions and a border, so any index is legal and kinds combine freely.

use super::space::{Size, offset};
use super::{Generated, Param};
use crate::common::rng::Rng;
use pipeline_core::ir::ElemType;

/// Coordinates of a source for every one of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rate {
    Half,
    One,
    Double,
}

impl Rate {
    fn range(self, size: &str) -> String {
        match self {
            Rate::Half => format!("0..({size} + 1)/2"),
            Rate::One => format!("0..{size}"),
            Rate::Double => format!("0..2*{size}"),
        }
    }

    fn per_half(self) -> i64 {
        match self {
            Rate::Half => 1,
            Rate::One => 2,
            Rate::Double => 4,
        }
    }
}

/// What can be read.
#[derive(Clone, Debug)]
struct Source {
    name: String,
    ty: ElemType,
    rate: Rate,
    read: bool,
}

/// Where a value is computed: the names of its row and its column, and their rate.
#[derive(Clone, Copy)]
struct Point {
    vars: [&'static str; 2],
    rate: Rate,
}

const YX: [&str; 2] = ["y", "x"];

struct Mixed {
    rng: Rng,
    sources: Vec<Source>,
    items: Vec<String>,
    /// Window variables so far, for their names.
    windows: usize,
    /// Sources a value may read before it becomes a leaf.
    left: usize,
}

/// The pipeline of a seed.
pub fn generate_mixed(seed: u64, name: &str) -> Generated {
    let mut rng = Rng::new(seed);
    let ty = rng.pick(&ElemType::NUMERIC);
    let input = Source { name: "img".into(), ty, rate: Rate::One, read: true };
    let mut mixed = Mixed { rng, sources: Vec::new(), items: Vec::new(), windows: 0, left: 0 };
    mixed.enter(input);
    for number in 0..mixed.rng.range(2, 5) {
        match mixed.rng.below(12) {
            0 | 1 => mixed.scan(format!("scan{number}")),
            2 | 3 => mixed.iteration(&format!("time{number}"), format!("last{number}")),
            4..=6 => mixed.reduction(format!("cells{number}")),
            _ => mixed.stencil(format!("blur{number}")),
        }
    }
    mixed.behind();
    if mixed.rng.chance(20) {
        mixed.chain();
    }
    mixed.finish(ty, name)
}

impl Mixed {
    /// Enters a source, with a border.
    fn enter(&mut self, source: Source) {
        let mode = match self.rng.below(8) {
            0 => format!("constant({})", constant(source.ty)),
            1 => "repeat".into(),
            mode => ["clamp", "mirror", "mirror101"][mode % 3].to_string(),
        };
        self.items.push(format!("border {} = {mode};", source.name));
        self.sources.push(source);
    }

    fn number(&mut self) -> ElemType {
        self.rng.pick(&ElemType::NUMERIC)
    }

    fn rate(&mut self) -> Rate {
        self.rng.pick(&[Rate::One, Rate::One, Rate::One, Rate::Half, Rate::Double])
    }

    /// A stage of its sources only.
    fn stencil(&mut self, name: String) {
        let ty = if self.rng.chance(15) { ElemType::Bool } else { self.number() };
        let rate = self.rate();
        self.stage(name, ty, rate);
    }

    /// One or two stages of numbers that read what came last, so that there is something behind it.
    fn behind(&mut self) {
        let rate = self.rate();
        let names = if self.rng.chance(40) { vec!["behind", "beside"] } else { vec!["behind"] };
        let types: Vec<ElemType> = names.iter().map(|_| self.number()).collect();
        let value = |ty: &ElemType| self.value(*ty, Point { vars: YX, rate });
        let values: Vec<String> = types.iter().map(value).collect();
        for ((name, ty), value) in names.into_iter().zip(types).zip(values) {
            self.define(name.into(), ty, rate, &value);
        }
    }

    /// A stage of neighbours' values that are of neighbours' values themselves, along rows.
    fn chain(&mut self) {
        let mut numbers = (0..self.sources.len()).filter(|i| self.sources[*i].ty != ElemType::Bool);
        let source = numbers.next_back().expect("the input has numbers");
        let (ty, rate) = (self.number(), self.sources[source].rate);
        let orders = self.rng.pick(&[2, 3, 3]);
        let steps: Vec<(i64, &str)> =
            (0..orders).map(|_| (self.rng.range(1, 2), self.rng.pick(&["+", "-", "*"]))).collect();
        let value = self.link(source, ty, &steps, 0);
        self.define("chain".into(), ty, rate, &value);
    }

    /// A value so many points further: of a source, or of what all but the last step make of it.
    fn link(&mut self, source: usize, ty: ElemType, steps: &[(i64, &str)], by: i64) -> String {
        let Some(((step, op), inner)) = steps.split_last() else {
            let from = self.sources[source].ty;
            let value = self.at(source, ["y".into(), format!("x{}", offset(by))]);
            // Each in the same way.
            return if from == ty { value } else { format!("({value} as {ty})") };
        };
        let [a, b, c] = [0, 1, 2].map(|n| self.link(source, ty, inner, by + n * step));
        format!("max(({a} - {c}) * {b}, {b} {op} {c})")
    }

    fn stage(&mut self, name: String, ty: ElemType, rate: Rate) {
        let value = self.value(ty, Point { vars: YX, rate });
        self.define(name, ty, rate, &value);
    }

    /// A stage with this value at every point.
    fn define(&mut self, name: String, ty: ElemType, rate: Rate, value: &str) {
        self.items.push(format!("{name}(y, x): {ty} in [{}] = {value};", domain(rate)));
        self.enter(Source { name, ty, rate, read: false });
    }

    /// A stage that reads itself along a row, along a column, or both.
    fn scan(&mut self, name: String) {
        let (ty, rate) = (self.number(), self.rate());
        let forward = if self.rng.chance(75) { -1 } else { 1 };
        let by = forward * self.rng.range(1, 2);
        let reads: &[[i64; 2]] = match self.rng.below(6) {
            0 | 1 => &[[0, by]],
            2 => &[[by, 0]],
            3 => &[[by, -1], [by, 1]],
            _ => &[[0, by], [by, 0], [by, by]],
        };
        let mut value = format!("({})", self.value(ty, Point { vars: YX, rate }));
        for [dy, dx] in reads {
            let op = self.rng.pick(&["+", "-"]);
            value = format!("{value} {op} {name}(y{}, x{})", offset(*dy), offset(*dx));
        }
        if self.rng.chance(20) {
            let first = self.value(ty, Point { vars: YX, rate });
            value = format!("case {{ x == 3 => {first}, else => {value} }}");
        }
        self.items.push(format!("{name}(y, x): {ty} in [{}] = {value};", domain(rate)));
        // What is outside comes before everything else, so nothing may be redirected.
        self.items.push(format!("border {name} = constant({});", constant(ty)));
        self.sources.push(Source { name, ty, rate, read: false });
    }

    /// A stage that reads itself at earlier times, and where it says so in the same step, and a
    /// stage of its last steps: only these and what a step reads need be kept.
    fn iteration(&mut self, name: &str, last: String) {
        let (ty, rate) = (self.number(), self.rng.pick(&[Rate::One, Rate::One, Rate::Half]));
        let point = Point { vars: YX, rate };
        let (steps, back) = (self.rng.range(2, 9), self.rng.range(1, 2));
        let middle = self.rng.chance(15);
        let at = |t: String, y: String, x: String| match middle {
            true => format!("{name}({y}, {t}, {x})"),
            false => format!("{name}({t}, {y}, {x})"),
        };
        let mut terms = Vec::new();
        for _ in 0..self.rng.range(1, 3) {
            let by = [self.rng.range(1, back), self.rng.range(-1, 1), self.rng.range(-2, 2)];
            let [t, y, x] = [("t", -by[0]), ("y", by[1]), ("x", by[2])];
            let moved = |(var, by): (&str, i64)| format!("{var}{}", offset(by));
            terms.push(at(moved(t), moved(y), moved(x)));
        }
        // Scans inside the step.
        let within: &[[i64; 2]] = match self.rng.below(10) {
            0..=2 => &[[0, -1]],
            3 => &[[-1, 0]],
            4 => &[[0, -1], [-1, 0]],
            5 => &[[0, 1]],
            _ => &[],
        };
        for [dy, dx] in within {
            terms.push(at("t".into(), format!("y{}", offset(*dy)), format!("x{}", offset(*dx))));
        }
        if self.rng.chance(40) {
            terms.push(format!("({})", self.value(ty, point)));
        }
        let joined =
            terms.into_iter().reduce(|a, b| format!("{a} {} {b}", self.rng.pick(&["+", "-"])));
        let start = self.value(ty, point);
        let body = format!(
            "case {{ t < {back} => {start}, else => {} }}",
            joined.expect("at least one earlier step")
        );
        let head = at("t".into(), "y".into(), "x".into());
        let [rows, cols] = ["rows", "cols"].map(|size| rate.range(size));
        let ranges = match middle {
            true => format!("{rows}, 0..={steps}, {cols}"),
            false => format!("0..={steps}, {rows}, {cols}"),
        };
        self.items.push(format!("{head}: {ty} in [{ranges}] = {body};"));
        self.items.push(format!("border {name} = constant({});", constant(ty)));
        let mut value =
            at(steps.to_string(), "y".into(), format!("x{}", offset(self.rng.range(-1, 1))));
        if self.rng.chance(30) {
            let older = at((steps - 1).to_string(), "y".into(), "x".into());
            value = format!("{value} - {older}");
        }
        self.items.push(format!("{last}(y, x): {ty} in [{}] = {value};", domain(rate)));
        self.enter(Source { name: last, ty, rate, read: false });
    }

    /// Sums of a stencil, in cells, in bins of every row, or all together.
    fn reduction(&mut self, name: String) {
        let ty = self.number();
        let wide = self.number();
        if self.rng.chance(60) {
            self.stage(format!("soft_{name}"), wide, Rate::One);
        }
        let of = Point { vars: ["i", "j"], rate: Rate::One };
        let bin = |mixed: &mut Mixed, most: i64| {
            format!("clamp({}, 0, {most})", mixed.value(ElemType::I32, of))
        };
        let last = self.rng.range(0, 2);
        let planes = format!("0..={last}");
        let (ranges, target, rate) = match self.rng.below(10) {
            0 | 1 => (domain(Rate::One), "i, j".to_string(), Rate::One),
            2 => ("0..=rows/2, 0..=cols/2".into(), "i/2, j/2".into(), Rate::Half),
            3 => ("0..rows, 0..4".into(), format!("i, {}", bin(self, 3)), Rate::One),
            4 => ("0..2, 0..16".into(), format!("i % 2, {}", bin(self, 15)), Rate::One),
            5 => (format!("{planes}, 0..1"), "k, 0".into(), Rate::One),
            6 => (format!("{planes}, 0..16"), format!("k, {}", bin(self, 15)), Rate::One),
            7 => (format!("0..cols, {planes}"), "j, k".into(), Rate::One),
            8 => (format!("0..rows, {planes}"), "i, k".into(), Rate::One),
            _ => ("0..1, 0..1".into(), "0, 0".into(), Rate::One),
        };
        self.items.push(format!("{name}(y, x): {ty} in [{ranges}] = {};", constant(ty)));
        for _ in 0..self.rng.range(1, 2) {
            let op = self.rng.pick(&["+=", "+=", "min=", "max=", "*="]);
            let value = self.value(ty, of);
            let domain = domain(Rate::One);
            let (vars, over) = match target.contains('k') || self.rng.chance(30) {
                true if self.rng.chance(20) => ("(k, i, j)", format!("{planes}, {domain}")),
                true => ("(i, j, k)", format!("{domain}, {planes}")),
                false => ("(i, j)", domain),
            };
            self.items
                .push(format!("{name}({target}) {op} ({value}) as {ty} for {vars} in [{over}];"));
        }
        self.enter(Source { name, ty, rate, read: false });
    }

    /// A value at a point: a few terms, of which the first reads what came last.
    fn value(&mut self, ty: ElemType, at: Point) -> String {
        self.left = 5;
        if ty == ElemType::Bool {
            let of = self.number();
            let (a, b) = (self.terms(of, at), constant(of));
            return format!("({a}) {} {b}", self.rng.pick(&["<", ">=", "!="]));
        }
        self.terms(ty, at)
    }

    fn terms(&mut self, ty: ElemType, at: Point) -> String {
        let mut value = self.term(self.sources.len() - 1, ty, at);
        for _ in 0..self.rng.below(3) {
            let source = self.rng.below(self.sources.len());
            let term = self.term(source, ty, at);
            value = match self.rng.below(5) {
                0 => format!("min({value}, {term})"),
                1 => format!("max({value}, {term})"),
                2 => format!("({value}) * {term}"),
                3 => format!("({value}) - {term}"),
                _ => format!("({value}) + {term}"),
            };
        }
        value
    }

    /// A read of a source in the type.
    fn term(&mut self, source: usize, ty: ElemType, at: Point) -> String {
        let from = self.sources[source].ty;
        let value = match (self.rng.below(10), from) {
            (0 | 1, t) if t != ElemType::Bool => self.window(source, at),
            (2 | 3, _) => self.gather(source, at),
            _ => self.read(source, at),
        };
        let between = self.rng.chance(40).then(|| self.number());
        match between {
            Some(between) => {
                let value = self.cast(value, from, between);
                self.cast(value, between, ty)
            }
            None => self.cast(value, from, ty),
        }
    }

    fn read(&mut self, source: usize, at: Point) -> String {
        let mut index = self.index(source, at);
        if self.rng.chance(12) {
            let dim = self.rng.below(2);
            index[dim] = self.clamped(&index[dim], ["rows", "cols"][dim]);
        }
        self.at(source, index)
    }

    /// An index clamped at one end or at both, which may be ends of what is read.
    fn clamped(&mut self, index: &str, size: &str) -> String {
        let (first, last) = (self.rng.range(-2, 2), format!("{size} - {}", self.rng.range(0, 3)));
        match self.rng.below(3) {
            0 => format!("max({index}, {first})"),
            1 => format!("min({last}, {index})"),
            _ => format!("clamp({index}, {first}, {last})"),
        }
    }

    fn at(&mut self, source: usize, index: [String; 2]) -> String {
        self.sources[source].read = true;
        format!("{}({}, {})", self.sources[source].name, index[0], index[1])
    }

    /// The place in a source that a point is at, or one near it.
    fn index(&mut self, source: usize, at: Point) -> [String; 2] {
        let (from, to) = (at.rate.per_half(), self.sources[source].rate.per_half());
        at.vars.map(|var| {
            let by = offset(if self.rng.chance(60) { self.rng.range(-2, 2) } else { 0 });
            match (to / from, from / to) {
                (1, _) => format!("{var}{by}"),
                (0, per) => format!("({var}{by})/{per}"),
                (times, _) => format!("{times}*{var}{by}"),
            }
        })
    }

    /// A reduction over a window; now and then one that stays a loop.
    fn window(&mut self, source: usize, at: Point) -> String {
        let long = self.rng.chance(15);
        let names = [0, 1].map(|_| {
            self.windows += 1;
            format!("d{}", self.windows)
        });
        let ranges = match long.then(|| self.rng.below(8)) {
            Some(0 | 1) => ["-1..=rows / 8", "0..cols / 7"],
            Some(2) => ["0..2", "rows / 9..=cols / 6 step 2"],
            Some(_) => ["-3..=3", "-2..=2"],
            None => ["-1..=1", "0..=1"],
        };
        let op = self.rng.pick(&["sum", "min", "max", "sum"]);
        if long && self.rng.chance(50) {
            return self.windows_over_the_same_points(source, at, op, ranges);
        }
        if long && self.rng.chance(50) {
            return self.products_of_words(source, at, names, ranges);
        }
        let [y, x] = self.index(source, at);
        let index = [format!("{y} + {}", names[0]), format!("{x} + {}", names[1])];
        let read = self.at(source, index);
        format!("{op}({} in {}, {} in {}; {read})", names[0], ranges[0], names[1], ranges[1])
    }

    /// A sum of products of words.
    fn products_of_words(
        &mut self,
        source: usize,
        at: Point,
        [dy, dx]: [String; 2],
        ranges: [&str; 2],
    ) -> String {
        let ty = self.sources[source].ty;
        let factors = [0, 1].map(|_| {
            let [y, x] = self.index(source, at);
            let read = self.at(source, [format!("{y} + {dy}"), format!("{x} + {dx}")]);
            let word = self.cast(read, ty, ElemType::I16);
            format!("({word} as i32)")
        });
        let [a, b] = factors;
        let sum = format!("sum({dy} in {}, {dx} in {}; {a} * {b})", ranges[0], ranges[1]);
        self.cast(sum, ElemType::I32, ty)
    }

    /// Two reductions of what the same two reads are, with other names for the same points.
    fn windows_over_the_same_points(
        &mut self,
        source: usize,
        at: Point,
        op: &str,
        ranges: [&str; 2],
    ) -> String {
        let places = [0, 1].map(|_| self.index(source, at));
        let of = |mixed: &mut Mixed, op: &str, joined: &str| {
            mixed.windows += 2;
            let names = [mixed.windows - 1, mixed.windows].map(|n| format!("d{n}"));
            let [a, b] = places.each_ref().map(|[y, x]| {
                mixed.at(source, [format!("{y} + {}", names[0]), format!("{x} + {}", names[1])])
            });
            let [dy, dx] = names;
            format!("{op}({dy} in {}, {dx} in {}; {joined}({a}, {b}))", ranges[0], ranges[1])
        };
        format!("({} + {})", of(self, op, "max"), of(self, "sum", "min"))
    }

    /// A read at a data-dependent index, which the border makes one inside.
    fn gather(&mut self, source: usize, at: Point) -> String {
        let mut index = self.index(source, at);
        let data: &[usize] = match self.rng.below(5) {
            0 => &[0, 1],
            1 => &[0],
            _ => &[1],
        };
        for d in data {
            if self.left == 0 {
                break;
            }
            self.left -= 1;
            let of = self.rng.below(self.sources.len());
            let value = self.read(of, at);
            let integers =
                [ElemType::U8, ElemType::I8, ElemType::I16, ElemType::U16, ElemType::I32];
            let ty = self.rng.pick(&integers);
            index[*d] = self.cast(value, self.sources[of].ty, ty);
        }
        self.at(source, index)
    }

    fn cast(&mut self, text: String, from: ElemType, to: ElemType) -> String {
        match (from, to) {
            (a, b) if a == b => text,
            (ElemType::Bool, t) if t.is_float() => format!("({text} as u8 as {t})"),
            (ElemType::Bool, t) => format!("({text} as {t})"),
            (_, t) if t.is_int() && self.rng.chance(40) => format!("saturate({text}, {t})"),
            (_, t) => format!("({text} as {t})"),
        }
    }

    fn finish(mut self, ty: ElemType, name: &str) -> Generated {
        let stages = self.sources.split_off(1);
        let numbers: Vec<&Source> = stages.iter().filter(|s| s.ty != ElemType::Bool).collect();
        let (last, others) = numbers.split_last().expect("the last stage is of numbers");
        let mut outputs: Vec<&Source> =
            others.iter().filter(|s| !s.read || self.rng.chance(30)).copied().collect();
        outputs.push(last);
        let names: Vec<&str> = outputs.iter().map(|s| s.name.as_str()).collect();
        let result = match names.as_slice() {
            [one] => one.to_string(),
            many => format!("({})", many.join(", ")),
        };
        let items: String = self.items.iter().map(|item| format!("        {item}\n")).collect();
        let size = |name, middle| Size {
            name,
            least: 1,
            multiple: 1,
            argument: false,
            at: [1024, middle],
        };
        Generated {
            text: format!("pub fn {name}(img: [{ty}; rows, cols]) -> {result} {{\n{items}    }}"),
            sizes: vec![size("rows", 30), size("cols", 24)],
            params: vec![Param::Input {
                name: "img",
                ty,
                extents: vec!["rows".into(), "cols".into()],
            }],
            // Steps in time make any picture large for the reference.
            points: i64::MAX,
            outputs: outputs.iter().map(|s| (s.ty, 2)).collect(),
        }
    }
}

fn domain(rate: Rate) -> String {
    format!("{}, {}", rate.range("rows"), rate.range("cols"))
}

/// A value of a type.
fn constant(ty: ElemType) -> &'static str {
    match ty {
        ElemType::Bool => "true",
        t if t.is_float() => "0.5",
        _ => "3",
    }
}
