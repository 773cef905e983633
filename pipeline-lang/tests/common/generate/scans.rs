//! Scans in a chain with stencils between them: forth and back along rows and columns, of pictures
//! and of planes, with cases or a border where they begin, and far reads of themselves.

use super::space::offset;
use crate::common::rng::Rng;
use pipeline_core::ir::ElemType;

/// The pipeline of a seed.
pub fn generate_scans(seed: u64, name: &str) -> String {
    let mut rng = Rng::new(seed);
    let ty = rng.pick(&[ElemType::F32, ElemType::F32, ElemType::I32, ElemType::U8, ElemType::F64]);
    let planes = rng.chance(25);
    let dims: &[&str] = if planes { &["k", "y", "x"] } else { &["y", "x"] };
    let mut chain = Chain { rng, ty, dims, items: Vec::new(), last: "img".into() };
    chain.border("img");
    let count = chain.rng.range(2, 5);
    let mut names = Vec::new();
    for number in 0..count {
        let name = format!("s{number}");
        match chain.rng.chance(65) {
            true => chain.scan(&name),
            false => chain.stencil(&name),
        }
        names.push(name);
    }
    let wanted: Vec<&String> = names[..names.len() - 1].iter().collect();
    let more = wanted.into_iter().find(|_| chain.rng.chance(15)).cloned();
    let outputs = match more {
        Some(more) => format!("({more}, {})", chain.last),
        None => chain.last.clone(),
    };
    let (first, extents) = if planes { ("depth, ", ", depth ~ 3") } else { ("", "") };
    let items = chain.items.join("\n    ");
    format!(
        "fn {name}(img: [{ty}; {first}rows, cols]) -> {outputs} where rows ~ 1000, cols ~ 3000\
         {extents} {{\n    {items}\n}}"
    )
}

struct Chain<'a> {
    rng: Rng,
    ty: ElemType,
    /// The variables of a stage.
    dims: &'a [&'a str],
    items: Vec<String>,
    /// The stage that came last.
    last: String,
}

impl Chain<'_> {
    fn border(&mut self, of: &str) {
        let mode = self.rng.pick(&["clamp", "clamp", "mirror", "constant(1)", "repeat"]);
        let mode =
            if mode == "constant(1)" { format!("constant(1 as {})", self.ty) } else { mode.into() };
        self.items.push(format!("border {of} = {mode};"));
    }

    /// A point beside the own one: along a dimension by so much.
    fn beside(&self, dim: usize, by: i64) -> String {
        let at = |(d, var): (usize, &&str)| {
            if d == dim { format!("{var}{}", offset(by)) } else { (*var).to_string() }
        };
        self.dims.iter().enumerate().map(at).collect::<Vec<String>>().join(", ")
    }

    fn domain(&self) -> String {
        let of = |var: &&str| match *var {
            "k" => "0..depth",
            "y" => "0..rows",
            _ => "0..cols",
        };
        self.dims.iter().map(of).collect::<Vec<&str>>().join(", ")
    }

    /// What came last at or beside the own point.
    fn read(&mut self) -> String {
        let (rows, columns) = (self.dims.len() - 2, self.dims.len() - 1);
        let dim = self.rng.pick(&[rows, columns]);
        let by = if self.rng.chance(70) { 0 } else { self.rng.range(-2, 2) };
        format!("{}({})", self.last, self.beside(dim, by))
    }

    fn stencil(&mut self, name: &str) {
        let reads: Vec<String> = (0..self.rng.range(1, 3)).map(|_| self.read()).collect();
        let value = reads.join(self.rng.pick(&[" + ", " - "]));
        self.enter(name, &value);
    }

    /// A stage that reads itself along one dimension, or along the planes.
    fn scan(&mut self, name: &str) {
        let (rows, columns) = (self.dims.len() - 2, self.dims.len() - 1);
        let dim = self.rng.pick(&[0, rows, columns, columns]);
        let (var, size) = (self.dims[dim], ["depth", "rows", "cols"][3 - self.dims.len() + dim]);
        let far = self.rng.pick(&[1, 1, 1, 2, 3]);
        let rising = self.rng.chance(60);
        let own = format!("{name}({})", self.beside(dim, if rising { -far } else { far }));
        let read = self.read();
        let next = match self.ty {
            ElemType::F32 | ElemType::F64 => format!("0.25 * {own} + 0.75 * {read}"),
            _ => format!("{own} {} {read}", self.rng.pick(&["+", "^", "-"])),
        };
        if self.rng.chance(25) {
            self.items.push(format!("border {name} = constant(2 as {});", self.ty));
            return self.add(name, &next);
        }
        let begins = match rising {
            true if far == 1 => format!("{var} == 0"),
            true => format!("{var} < {far}"),
            false if far == 1 => format!("{var} == {size} - 1"),
            false => format!("{var} >= {size} - {far}"),
        };
        let value = format!("case {{ {begins} => {read}, else => {next} }}");
        self.enter(name, &value);
    }

    /// Adds a stage, with a border for those that read it.
    fn enter(&mut self, name: &str, value: &str) {
        self.add(name, value);
        if !self.items.iter().any(|item| item.starts_with(&format!("border {name} "))) {
            // What a stage reads of itself must stay where it is.
            let scan = value.contains(&format!("{name}("));
            match scan {
                true => self.items.push(format!("border {name} = constant(0 as {});", self.ty)),
                false => self.border(name),
            }
        }
    }

    fn add(&mut self, name: &str, value: &str) {
        let (vars, domain, ty) = (self.dims.join(", "), self.domain(), self.ty);
        self.items.push(format!("{name}({vars}) in [{domain}]: {ty} = {value};"));
        self.last = name.into();
    }
}
