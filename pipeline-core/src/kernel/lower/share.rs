//! Which functions of a nest are one: they compute the same of what they are handed.
//!
//! ```text
//! g[1](y, x) = gx[1](y, 2*x - 1) + …        compute_4(n, s, y, x, gx_1_row_0, g_1_out)
//! g[2](y, x) = gx[2](y, 2*x - 1) + …        compute_4(n, s, y, x, gx_2_row_0, g_2_out)
//! ```
//!
//! So it is for the levels of a pyramid, and for loops along several edges of one stage. A function
//! is handed its variables, and the pointers of its lines. If those are called by their numbers
//! and all else is equal, then so is what runs; it is printed and compiled once, and each loop
//! calls it with its own variables and pointers. Functions of vectors are inlined where they are
//! called, so that loops run as fast.

use crate::ir::{Affine, Atom, ElemType, Index, InputId, Source, StageId, VarId};
use crate::kernel::{
    AheadBy, Block, Coordinate, InLanes, Indices, Line, LinePlace, Load, LoopForm, Neighbours,
    Node, PointFunction, Pointer, Store, StorePlace,
};
use rustc_hash::FxHashMap;

/// Says of functions which are the same as ones before them; `ty` is the type of an array, and
/// `vars` how many variables the nest has.
pub fn share(functions: &mut [PointFunction], vars: usize, ty: &dyn Fn(Source) -> ElemType) {
    let mut alike: FxHashMap<_, Vec<usize>> = FxHashMap::default();
    for (number, function) in functions.iter().enumerate() {
        alike.entry(rough(function)).or_default().push(number);
    }
    for numbers in alike.into_values().filter(|numbers| numbers.len() > 1) {
        let mut known: Vec<(Code, usize)> = Vec::new();
        for number in numbers {
            let code = Code::of(&functions[number], vars, ty);
            match known.iter().find(|(of, _)| *of == code) {
                Some((_, first)) => functions[number].same_as = Some(*first),
                None => known.push((code, number)),
            }
        }
    }
}

/// What is quickly told of functions, and equal for those that are the same.
fn rough(function: &PointFunction) -> (Option<usize>, [usize; 5]) {
    let PointFunction { pads, vars, loaded, stored, value, stores, .. } = function;
    let counts = [vars.len(), loaded.len(), stored.len(), value.exprs.len(), stores.len()];
    (*pads, counts)
}

/// What a function computes, whatever its variables and arrays are called.
#[derive(PartialEq)]
struct Code {
    /// The function of variables and lines that have numbers only.
    function: PointFunction,
    /// The types of the arrays that it is handed lines of, and of those that it stores to.
    types: Vec<ElemType>,
}

impl Code {
    fn of(function: &PointFunction, vars: usize, ty: &dyn Fn(Source) -> ElemType) -> Code {
        let handed = function.loaded.iter().chain(&function.stored).map(|p| p.line.source);
        let stored = function.stores.iter().map(|store| Source::Stage(store.stage));
        let types = handed.chain(stored).map(ty).collect();
        let mut function = function.clone();
        let mut numbers = VarNumbers { first: vars, of: FxHashMap::default() };
        numbers.function(&mut function);
        Code { function, types }
    }
}

/// The numbers that variables of a function have, in the order in which it is handed them, and
/// behind those its windows'.
struct VarNumbers {
    /// The first number that no variable of the nest has.
    first: usize,
    of: FxHashMap<VarId, VarId>,
}

impl VarNumbers {
    fn function(&mut self, function: &mut PointFunction) {
        function.vars.iter_mut().for_each(|var| self.define(var));
        match &mut function.form {
            LoopForm::Point => {}
            LoopForm::Points(var) | LoopForm::Vectors(var) | LoopForm::VectorsAndPoints(var) => {
                self.var(var);
            }
        }
        // Where they end is asked of the arrays.
        let asks = function.ends || function.value.is_border_resolved();
        for pointer in function.loaded.iter_mut().chain(&mut function.stored) {
            self.pointer(pointer, asks);
        }
        self.block(&mut function.value);
        self.stores(&mut function.stores);
        if let Some(carrying) = &mut function.carrying {
            for block in [&mut carrying.ahead, &mut carrying.value, &mut carrying.first] {
                self.block(block);
            }
            self.stores(&mut carrying.stores);
        }
        if let Some(aligned) = &mut function.aligned {
            self.affine(&mut aligned.inner);
        }
    }

    fn define(&mut self, var: &mut VarId) {
        let number = VarId(self.first + self.of.len());
        let _ = self.of.insert(*var, number);
        *var = number;
    }

    fn var(&self, var: &mut VarId) {
        *var = self.of.get(var).copied().unwrap_or(*var);
    }

    fn affine(&self, a: &mut Affine) {
        *a = a.substitute(&|atom| match atom {
            Atom::Var(var) => self.of.get(var).map(|number| Affine::atom(Atom::Var(*number))),
            Atom::Size(_) | Atom::Div(..) => None,
        });
    }

    /// A line that is handed by its pointer: where it lies does not matter, and its array only if
    /// something is asked of that.
    fn pointer(&self, Pointer { name, line, ahead }: &mut Pointer, asks: bool) {
        name.clear();
        line.index.clear();
        line.border = line.border.filter(|border| border.value().is_some());
        let mut of_array = asks || line.neighbours != Neighbours::Adjacent;
        if let Some(ahead) = ahead {
            self.affine(&mut ahead.along);
            of_array |= matches!(ahead.by, AheadBy::Coordinates { .. });
        }
        if !of_array {
            (line.source, line.dim) = (Source::Input(InputId(0)), 0);
        }
    }

    /// Stores: along lines, the stage does not matter.
    fn stores(&self, stores: &mut [Store]) {
        for store in stores {
            match &mut store.place {
                StorePlace::Line { along, .. } => self.affine(along),
                StorePlace::Interleaved { members, .. } => {
                    members.iter_mut().for_each(|member| self.affine(&mut member.along));
                }
                StorePlace::With(_) | StorePlace::Scattered { .. } => {}
                StorePlace::Point => {
                    store.index.iter_mut().for_each(|index| self.index(index));
                    continue;
                }
            }
            store.index.clear();
            store.stage = StageId(0);
        }
    }

    fn block(&mut self, block: &mut Block) {
        for expr in &mut block.exprs {
            match &mut expr.node {
                Node::Index(Indices::Same(a) | Indices::EachLane(a)) => self.affine(a),
                Node::Index(Indices::InLanes(vector)) => self.in_lanes(vector),
                Node::Test { test, .. } => self.affine(&mut test.affine),
                Node::Load(load) => self.load(load),
                Node::Reduce { vars, body, .. } => {
                    vars.iter_mut().for_each(|of| self.define(&mut of.id));
                    self.block(body);
                }
                Node::Const(_)
                | Node::Scalar(_)
                | Node::Unary(..)
                | Node::Binary(..)
                | Node::WordPairAlike(..)
                | Node::ShiftLeft(..)
                | Node::ShiftRight(..)
                | Node::DivideBy(..)
                | Node::DivideByProducts { .. }
                | Node::ClampToI32 { .. }
                | Node::Cast(_)
                | Node::SaturatingCast(_)
                | Node::Select(..)
                | Node::Call(..)
                | Node::Splice { .. }
                | Node::Behind { .. }
                | Node::Handed(_)
                | Node::Prefix { .. }
                | Node::Last(_)
                | Node::Combine { .. }
                | Node::With(_) => {}
            }
        }
    }

    fn load(&self, load: &mut Load) {
        match load {
            Load::Line { line, along, .. }
            | Load::Splat { line, along }
            | Load::BorderResolved { line, along, .. } => {
                if let LinePlace::Here(Line { index, .. }) = line {
                    index.iter_mut().for_each(|a| self.affine(a));
                }
                self.affine(along);
            }
            Load::Interleaved { members, .. } => {
                members.iter_mut().for_each(|member| self.affine(&mut member.along));
            }
            Load::With(_) | Load::Scattered { .. } => {}
            Load::Gather { index, .. }
            | Load::Pair { index, .. }
            | Load::Entries { index, .. }
            | Load::Row { first: index, .. } => {
                index.iter_mut().for_each(|coordinate| self.coordinate(coordinate));
            }
            Load::Spread { first, distances, .. } => {
                first.iter_mut().for_each(|a| self.affine(a));
                self.in_lanes(distances);
            }
            Load::Point { index, .. } => index.iter_mut().for_each(|index| self.index(index)),
        }
    }

    fn index(&self, index: &mut Index) {
        match index {
            Index::Affine(a) => self.affine(a),
            Index::Value(_) => {}
        }
    }

    fn coordinate(&self, coordinate: &mut Coordinate) {
        match coordinate {
            Coordinate::Same(a) => self.affine(a),
            Coordinate::From { first, distances } => {
                self.affine(first);
                self.in_lanes(distances);
            }
            Coordinate::Each(..) | Coordinate::Uniform(_) => {}
        }
    }

    fn in_lanes(&self, vector: &mut InLanes) {
        self.affine(&mut vector.first);
        vector.quotients.iter_mut().for_each(|quotient| self.affine(&mut quotient.inner));
    }
}
