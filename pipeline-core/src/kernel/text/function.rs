//! How functions are printed: their lines, expressions and stores.

use super::{Printer, lanes, list, value};
use crate::ir::text::{show_name, show_test};
use crate::ir::{ExprId, WindowVar};
use crate::kernel::{
    Ahead, AheadBy, Aligned, Block, Carrying, CombinedWindow, Division, Divisor, HandedOn, Indices,
    LoopForm, Member, Node, OwnCache, PointFunction, Pointer, Store, StoreOrder, StorePlace,
    Stride, WindowValue,
};
use std::fmt;

impl Printer<'_, '_, '_> {
    /// A function of a nest.
    pub(super) fn function(&mut self, number: usize, function: &PointFunction) -> fmt::Result {
        let form = match function.form {
            LoopForm::Point => "a point".to_string(),
            LoopForm::Points(var) => format!("points along {}", self.var(var)),
            LoopForm::Vectors(var) => format!("vectors along {}", self.var(var)),
            LoopForm::VectorsAndPoints(var) => {
                format!("vectors and points along {}", self.var(var))
            }
        };
        let pads = function.pads.map(|pads| format!("pads {pads}"));
        let vars = function.vars.iter().map(|v| self.var(*v));
        let handed: Vec<String> = pads.into_iter().chain(vars).collect();
        let known = function.same_as.map(|first| format!(", the same as #{first},"));
        let known = known.unwrap_or_default();
        writeln!(self.f, "  function #{number} of {form}({}){known} {{", handed.join(", "))?;
        for pointer in function.loaded.iter().chain(&function.stored) {
            let text = self.pointer(pointer);
            writeln!(self.f, "    line {text}")?;
        }
        if function.same_as.is_some() {
            return writeln!(self.f, "  }}");
        }
        if let Some(Aligned { inner, divisor }) = &function.aligned {
            let inner = self.affine(inner);
            writeln!(self.f, "    vectors where {inner} is a multiple of {divisor} by themselves")?;
        }
        self.values(function, &function.value, &function.stores, "    ")?;
        match function.order {
            StoreOrder::Last => {}
            StoreOrder::WithValue => writeln!(self.f, "    each with its value")?,
        }
        if let Some(carrying) = &function.carrying {
            self.carrying(function, carrying)?;
        }
        writeln!(self.f, "  }}")
    }

    /// A line with its name, and what vectors ask for ahead of it.
    fn pointer(&self, Pointer { name, line, ahead }: &Pointer) -> String {
        let asked = ahead.as_ref().map(|Ahead { along, every, by }| {
            let every = lanes(if *every == 1 { Stride::Next } else { Stride::Every(*every) });
            let by = match by {
                AheadBy::Bytes(bytes) => format!(", {bytes} bytes on"),
                AheadBy::Coordinates { dim, count, level } => {
                    let level = match level {
                        OwnCache::First => "",
                        OwnCache::Second => ", to the second-level cache",
                    };
                    format!(", {count} on in dimension {dim}{level}")
                }
            };
            format!(", asked for ahead of {}{every}{by}", self.affine(along))
        });
        format!("`{name}` = {}{}", self.line(line), asked.unwrap_or_default())
    }

    /// What vectors have of those before them.
    fn carrying(&mut self, function: &PointFunction, carrying: &Carrying) -> fmt::Result {
        let Carrying { ahead, values, spans, value, stores, behind, first } = carrying;
        if values.is_empty() {
            writeln!(self.f, "    vectors are {{")?;
        } else {
            let of: Vec<(&ExprId, &i64)> = values.iter().zip(spans).collect();
            let carried = list(&of, |(id, span)| format!("{} for {span} more", self::value(**id)));
            writeln!(self.f, "    vectors carry {carried}, of {{")?;
            self.values(function, ahead, &[], "      ")?;
            writeln!(self.f, "    }} to {{")?;
        }
        self.values(function, value, stores, "      ")?;
        writeln!(self.f, "    }}")?;
        if !behind.is_empty() {
            let handed_on = list(behind, |HandedOn { value: id, first, span }| {
                let (id, first) = (self::value(*id), self::value(*first));
                let meant = span.map(|span| format!(" for {span} before")).unwrap_or_default();
                format!("{id}{meant}, of the first {first}")
            });
            writeln!(self.f, "    and hand on {handed_on}, of {{")?;
            self.values(function, first, &[], "      ")?;
            writeln!(self.f, "    }}")?;
        }
        Ok(())
    }

    /// Expressions and stores.
    fn values(
        &mut self,
        function: &PointFunction,
        block: &Block,
        stores: &[Store],
        indent: &str,
    ) -> fmt::Result {
        let lines = self.block(block, function, indent);
        write!(self.f, "{lines}")?;
        stores.iter().try_for_each(|store| {
            let text = self.store(store, function);
            writeln!(self.f, "{indent}store {text}")
        })
    }

    /// The values of a group, and where they lie: of neighbours on one line, the first.
    pub(super) fn members(
        &self,
        members: &[Member],
        name: &dyn Fn(usize) -> String,
    ) -> (String, String) {
        let values: Vec<String> = members.iter().map(|member| value(member.value)).collect();
        let place = |m: &Member| format!("{} at {}", name(m.line), self.affine(&m.along));
        let one_line = members.iter().all(|member| member.line == members[0].line);
        let places = if one_line { &members[..1] } else { members };
        let places: Vec<String> = places.iter().map(place).collect();
        (values.join(" and "), places.join(", "))
    }

    /// Where a value is stored.
    fn store(&self, store: &Store, function: &PointFunction) -> String {
        let value = value(store.value);
        let name = |line: usize| &function.stored[line].name;
        match &store.place {
            StorePlace::Line { line, along, stride } => {
                format!("{value} to `{}` at {}{}", name(*line), self.affine(along), lanes(*stride))
            }
            StorePlace::Interleaved { members, every } => {
                let (values, places) = self.members(members, &|line| format!("`{}`", name(line)));
                format!("{values} interleaved to {places}, every {every}")
            }
            StorePlace::With(store) => format!("{value} with store {store}"),
            StorePlace::Scattered { line, at } => {
                format!("{value} to `{}` at {}", name(*line), self::value(*at))
            }
            StorePlace::Point => {
                let index = list(&store.index, |i| self.index(i));
                format!("{value} to {}({index})", self.stage(store.stage))
            }
        }
    }

    /// The expressions of a block, one a line.
    fn block(&self, block: &Block, function: &PointFunction, indent: &str) -> String {
        let lines = block.exprs.iter().enumerate().map(|(i, expr)| {
            let named = if expr.named { "let " } else { "" };
            let node = self.node(&expr.node, function, indent);
            format!("{indent}{named}%{i}: {} = {node}\n", expr.ty)
        });
        lines.collect()
    }

    /// What an expression is.
    fn node(&self, node: &Node, function: &PointFunction, indent: &str) -> String {
        let values = |ids: &[ExprId]| list(ids, |id| value(*id));
        match node {
            Node::Const(constant) => constant.to_string(),
            Node::Scalar(s) => format!("scalar {}", show_name(&self.program.scalars[s.0])),
            Node::Index(Indices::Same(a)) => format!("index {}", self.affine(a)),
            Node::Index(Indices::InLanes(vector)) => format!("index {}", self.in_lanes(vector)),
            Node::Index(Indices::EachLane(a)) => format!("index {}, each lane", self.affine(a)),
            Node::Test { test, each_lane } => {
                let each_lane = if *each_lane { ", each lane" } else { "" };
                format!("test {}{each_lane}", show_test(test, &self.names()))
            }
            Node::Load(load) => self.load(load, function),
            Node::Unary(op, a) => format!("{} {}", op.name(), value(*a)),
            Node::Binary(op, a, b) => format!("{} {}", op.name(), values(&[*a, *b])),
            Node::WordPairAlike(a, b) => format!("word_pair {} for all lanes", values(&[*a, *b])),
            Node::ShiftLeft(a, by) => format!("shl {} by {by}", value(*a)),
            Node::ShiftRight(a, by) => format!("shr {} by {by}", value(*a)),
            Node::DivideBy(a, by, Division::Quotient) => format!("div {} by {by}", value(*a)),
            Node::DivideBy(a, by, Division::Remainder) => format!("rem {} by {by}", value(*a)),
            Node::DivideByProducts { value: of, by: divisor, tested } => {
                let Divisor { by, near, rest } = divisor;
                let products =
                    format!("div {} by {by}, products with {near} and {rest}", value(*of));
                match tested {
                    true => format!("{products} from {} on", divisor.least()),
                    false => products,
                }
            }
            Node::ClampToI32 { value: of, lo, hi } => {
                format!("clamp {} to {lo}..={hi} and cast", value(*of))
            }
            Node::Cast(a) => format!("cast {}", value(*a)),
            Node::SaturatingCast(a) => format!("saturate {}", value(*a)),
            Node::Select(c, a, b) => format!("select {}", values(&[*c, *a, *b])),
            Node::Call(call, operands) => format!("{} {}", call.name(), values(operands)),
            Node::Splice { value, by } => format!("carried {value} from {by} on"),
            Node::Behind { number, value, by } => {
                let value = self::value(*value);
                format!("{by} of {number} of the vector before, and {value}")
            }
            Node::Handed(number) => format!("handed on {number}"),
            Node::Prefix { op, value } => {
                format!("prefix {} of {}", op.name(), self::value(*value))
            }
            Node::Last(value) => format!("last of {}", self::value(*value)),
            Node::Combine { op, terms } => format!("combine {} {}", op.name(), values(terms)),
            Node::Reduce { vars, body, windows } => {
                let vars = list(vars, |WindowVar { id, first, last }| {
                    let [first, last] = [first, last].map(|a| self.affine(a));
                    format!("{} in {first}..={last}", self.var(*id))
                });
                let inner = format!("{indent}  ");
                let lines = self.block(body, function, &inner);
                let (op, yields) = match &windows[..] {
                    [one] => (one.op.name(), window_value(&one.value)),
                    several => {
                        let window = |w: &CombinedWindow| {
                            format!(
                                "{} {} for {}",
                                w.op.name(),
                                window_value(&w.value),
                                value(w.of)
                            )
                        };
                        ("windows", list(several, window))
                    }
                };
                format!("{op} {vars} {{\n{lines}{inner}yield {yields}\n{indent}}}")
            }
            Node::With(id) => format!("combined with {}", value(*id)),
        }
    }
}

/// What a window combines.
fn window_value(of: &WindowValue) -> String {
    match *of {
        WindowValue::Plain(id) => value(id),
        WindowValue::Product([a, b]) => format!("{}·{}, fused", value(a), value(b)),
    }
}
