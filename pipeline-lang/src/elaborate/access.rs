//! Reads of inputs and stages.

use super::expr::{Elab, ExprUse};
use super::names::{Usage, at};
use super::operand::{Const, Operand};
use super::print;
use super::program::{StageDim, StageState, Symbol};
use super::scope::NameScope;
use crate::syntax::{Expr, StageRef};
use pipeline_core::ir::{Affine, ElemType, Index, InputId, Node, Source, StageId};
use proc_macro2::Span;

/// What to do where a member is not known at compile time.
const NO_MEMBER: &str = "; choose among members with `if`, or make what numbers them a dimension";

/// Something that can be read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Readable {
    pub(super) source: Source,
    pub(super) rank: usize,
    /// Its type; unknown after an error, or until it is elaborated.
    pub(super) ty: Option<ElemType>,
    pub(super) span: Span,
}

/// What to say of values where nothing is computed yet.
pub(super) fn unknown_yet(name: &str, kind: &str) -> String {
    format!(
        "`{name}` is {kind}, whose values are not known yet: what stands here is made of sizes and \
         constants"
    )
}

impl Elab<'_, '_> {
    /// `f(args)` on an input or stage.
    pub(super) fn access(
        &mut self,
        callee: &StageRef,
        args: &[Expr],
        scope: &NameScope,
    ) -> Operand {
        let source = self.values_of(callee, scope);
        let operands: Vec<Operand> =
            args.iter().map(|a| self.expr_at(ExprUse::Index, a, scope)).collect();
        let Some(source) = source else { return Operand::Poison };
        if !self.right_count(callee, &source, args.len()) {
            return Operand::Poison;
        }
        let items: Vec<_> = operands.into_iter().zip(args).collect();
        self.read(source, &items)
    }

    /// Whether a read has one index a dimension; reports if not.
    pub(super) fn right_count(
        &mut self,
        callee: &StageRef,
        source: &Readable,
        found: usize,
    ) -> bool {
        if found != source.rank {
            let (shown, rank) = (print::stage(callee), source.rank);
            let given =
                if found == 1 { "1 index is".into() } else { format!("{found} indices are") };
            let has = print::count(rank, "dimension");
            self.error(source.span, format!("`{shown}` has {has}, but {given} given"));
        }
        found == source.rank
    }

    /// The input or stage whose values an expression reads.
    pub(super) fn values_of(&mut self, callee: &StageRef, scope: &NameScope) -> Option<Readable> {
        let name = print::name(&callee.name);
        match self.program.symbols.get(&name).map(|s| s.0) {
            Some(symbol @ (Symbol::Input(_) | Symbol::Stage(_))) if !self.defines => {
                self.error(callee.name.span(), unknown_yet(&name, symbol.describe()));
                None
            }
            _ => self.readable(callee, scope),
        }
    }

    /// The input or stage that a name means.
    pub(super) fn readable(&mut self, callee: &StageRef, scope: &NameScope) -> Option<Readable> {
        let name = print::name(&callee.name);
        let span = callee.name.span();
        match self.program.symbols.get(&name).map(|s| s.0) {
            Some(Symbol::Input(id)) => self.input(id, callee),
            Some(Symbol::Stage(_)) => {
                let d = self.member(callee, scope)?;
                self.stage(d, span)
            }
            Some(symbol) => {
                let kind = symbol.describe();
                self.error(span, format!("`{name}` is {kind}; a stage or an input stands here"));
                None
            }
            None => {
                self.unknown(Usage::Source, &callee.name, scope);
                None
            }
        }
    }

    fn input(&mut self, id: InputId, callee: &StageRef) -> Option<Readable> {
        let span = callee.name.span();
        if let Some(member) = callee.members.first() {
            let shown = print::name(&callee.name);
            let message = format!("`{shown}` is an input, not a family; index it as `{shown}(…)`");
            self.error(member.span, message);
            return None;
        }
        let input = &self.program.inputs[id.0];
        let (rank, ty) = (input.domain.0.len(), input.ty);
        Some(Readable { source: Source::Input(id), rank, ty, span })
    }

    fn stage(&mut self, d: usize, span: Span) -> Option<Readable> {
        if self.updating == Some(d) {
            let name = &self.program.defs[d].name;
            let message = format!(
                "an update of `{name}` cannot read `{name}`: its operator combines the value with \
                 the point that is there, and no other point is at hand"
            );
            self.error(span, message);
            return None;
        }
        if self.stage == Some(d) {
            let def = &self.program.defs[d];
            let (ty, rank) = (def.ty.or(self.own_type), def.stage.vars.len());
            if ty.is_none() {
                self.untyped.get_or_insert(span);
            }
            return Some(Readable { source: Source::Stage(StageId(d)), rank, ty, span });
        }
        if !self.reads.contains(&d) {
            self.reads.push(d);
        }
        let def = &self.program.defs[d];
        match (def.ty, def.state) {
            (None, StageState::Waiting) if !self.missing.contains(&d) => self.missing.push(d),
            (None, StageState::Active | StageState::Done) => self.blocked = true,
            _ => {}
        }
        let rank = def.stage.vars.len();
        Some(Readable { source: Source::Stage(StageId(d)), rank, ty: def.ty, span })
    }

    /// The number of a stage or of a family's member.
    pub(super) fn member(&mut self, callee: &StageRef, scope: &NameScope) -> Option<usize> {
        let name = print::name(&callee.name);
        let span = callee.name.span();
        let members: Option<Vec<i64>> =
            callee.members.iter().map(|m| self.integer_or(m, scope, NO_MEMBER)).collect();
        let members = members?;
        let (symbol, defined) = self.program.symbols.get(&name).copied()?;
        let Symbol::Stage(arity) = symbol else {
            let kind = symbol.describe();
            self.error(span, format!("`{name}` is {kind}, not a stage"));
            return None;
        };
        if arity != members.len() {
            let message = match (arity, members.len()) {
                (0, _) => at(&format!("`{name}` is one stage, not a family; defined"), defined),
                (_, 0) => format!("`{name}` is a family of stages; name a member: `{name}[k]`"),
                (n, m) => {
                    format!("members of `{name}` have {}, not {m}", print::count(n, "number"))
                }
            };
            self.error(span, message);
            return None;
        }
        let key = (name, members);
        if let Some(d) = self.program.members.get(&key) {
            return Some(*d);
        }
        let (name, members) = key;
        if !self.program.incomplete.contains(&name) && !self.program.partial {
            let shown: String = members.iter().map(|m| format!("[{m}]")).collect();
            let known = self.members_of(&name);
            self.error(span, format!("`{name}{shown}` is not defined; members are {known}"));
        }
        None
    }

    /// The members of a family, as a range where they are one.
    fn members_of(&self, name: &str) -> String {
        let mut members: Vec<&Vec<i64>> =
            self.program.members.keys().filter(|(n, _)| n == name).map(|(_, m)| m).collect();
        members.sort();
        if let [first, .., last] = members.as_slice()
            && let ([a], [b]) = (first.as_slice(), last.as_slice())
            && b - a + 1 == members.len() as i64
        {
            return format!("{a}..={b}");
        }
        let shown: Vec<String> = members
            .iter()
            .take(8)
            .map(|m| m.iter().map(|k| format!("[{k}]")).collect::<String>())
            .collect();
        let more = if members.len() > shown.len() { ", …" } else { "" };
        format!("{}{more}", shown.join(", "))
    }

    /// Reads a source at operands; their number is right.
    pub(super) fn read(&mut self, source: Readable, items: &[(Operand, &Expr)]) -> Operand {
        let index: Vec<Option<Index>> =
            items.iter().enumerate().map(|(i, item)| self.index(source, i, item)).collect();
        let index: Option<Vec<Index>> = index.into_iter().collect();
        let (Some(index), Some(ty)) = (index, source.ty) else { return Operand::Poison };
        Operand::Value(self.push(ty, Node::Read { source: source.source, index }, source.span))
    }

    fn index(&mut self, source: Readable, dim: usize, item: &(Operand, &Expr)) -> Option<Index> {
        let (operand, e) = (&item.0, item.1);
        let integer = |c: Const| super::index::as_affine(&Operand::Const(Const::int(c.as_int()?)));
        let affine = match operand {
            Operand::Poison => return None,
            Operand::Index(a) => Some(a.clone()),
            Operand::Const(c) => integer(*c),
            Operand::Value(v) => match &self.builders[v.level].expr(v.id).node {
                Node::Index(a) => Some(a.clone()),
                _ => None,
            },
            Operand::Cond(_) => None,
        };
        if let Some(affine) = affine {
            return self.stepped(source, dim, affine, e).map(Index::Affine);
        }
        let ty = match operand {
            Operand::Value(v) if v.ty.is_int() => {
                if self.step_of(source, dim).is_some() {
                    let name = self.name_of(source);
                    let message = format!(
                        "`{name}` is defined with a step here, so an index must be known from the \
                         index variables"
                    );
                    self.error(e.span, message);
                    return None;
                }
                return Some(Index::Value(self.local(*v)));
            }
            Operand::Const(c) if c.as_int().is_some() => {
                self.error(e.span, "this index is beyond 2^31");
                return None;
            }
            Operand::Const(c) => c.default_type(),
            Operand::Value(v) => v.ty,
            _ => ElemType::Bool,
        };
        let (shown, cast) = (print::brief(e, "this"), print::cast(e, "i32"));
        self.error(e.span, format!("an index is an integer, {shown} is {ty}; cast it: `{cast}`"));
        None
    }

    fn step_of(&self, source: Readable, dim: usize) -> Option<(Affine, i64)> {
        match source.source {
            Source::Stage(StageId(d)) => {
                self.program.defs[d].dims.get(dim).and_then(|d: &StageDim| d.step.clone())
            }
            Source::Input(_) => None,
        }
    }

    fn name_of(&self, source: Readable) -> String {
        match source.source {
            Source::Stage(StageId(d)) => self.program.defs[d].name.clone(),
            Source::Input(InputId(i)) => self.program.inputs[i].name.clone(),
        }
    }

    /// The index into what is stored of a stage with a step.
    fn stepped(&mut self, source: Readable, dim: usize, e: Affine, expr: &Expr) -> Option<Affine> {
        let Some((lo, step)) = self.step_of(source, dim) else { return Some(e) };
        let distance = e.sub(&lo);
        let divides = |k: i64| k % step == 0;
        if !divides(distance.constant()) || !distance.terms().iter().all(|t| divides(t.1)) {
            let name = self.name_of(source);
            let sizes: Vec<String> = self.program.sizes.iter().map(|s| s.name.clone()).collect();
            let names = pipeline_core::ir::affine::Names { sizes: &sizes, vars: &self.vars };
            let message = format!(
                "index `{}` does not fall on the step: `{name}` is defined at {} and every {step} \
                 from there",
                print::text(expr),
                lo.display(&names)
            );
            self.error(expr.span, message);
            return None;
        }
        Some(distance.floor_div(step))
    }
}
