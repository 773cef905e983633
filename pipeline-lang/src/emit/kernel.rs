//! What a task of a nest runs: the statements inside the parallel loops.

use super::compute::{Pointers, compute_name, point_name};
use super::index::Scope;
use super::load::pointer;
use super::nest::NestEmitter;
use pipeline_core::ir::VarId;
use pipeline_core::loops::collapse::Row;
use pipeline_core::loops::{Bound, ComputeId, LoopKind, Stmt};
use proc_macro2::TokenStream;
use quote::quote;

impl NestEmitter<'_> {
    /// Statements; `fields` are the variables that the nest holds.
    pub fn row_stmts(&self, stmts: &[Stmt], fields: &[VarId]) -> TokenStream {
        stmts.iter().map(|s| self.row_stmt(s, fields)).collect()
    }

    fn row_stmt(&self, stmt: &Stmt, fields: &[VarId]) -> TokenStream {
        let scope = self.scope(fields);
        match stmt {
            Stmt::Let { var, value } => {
                let (name, value) = (scope.var(*var), scope.bound(value));
                quote!(let #name = #value;)
            }
            Stmt::When { tests, body } => {
                let tests = tests.iter().map(|t| scope.test(t));
                let body = self.row_stmts(body, fields);
                quote!(if #(#tests)&&* { #body })
            }
            Stmt::For { var, lo, hi, kind: LoopKind::Lanes, body } => {
                self.lanes_loop(*var, lo, hi, body, &scope)
            }
            Stmt::For { var, lo, hi, kind: LoopKind::Collapsed, body } => {
                let (name, lo, hi) = (scope.var(*var), scope.bound(lo), scope.bound(hi));
                let body = self.row_stmts(body, fields);
                let row = self.dense_row(stmt, &scope);
                quote!(if UNIT { #row } else { for #name in #lo..=#hi { #body } })
            }
            Stmt::For { var, lo, hi, kind: LoopKind::Serial, body } if matches!(body.as_slice(), [Stmt::Compute(id)] if self.is_scalar_loop(*id, *var)) => {
                self.points_loop(*var, lo, hi, body, &scope)
            }
            Stmt::For { var, lo, hi, body, .. } => {
                let (name, lo, hi) = (scope.var(*var), scope.bound(lo), scope.bound(hi));
                let body = self.row_stmts(body, fields);
                quote!(for #name in #lo..=#hi { #body })
            }
            Stmt::Scratch { pads, body } => {
                let pads = self.scratch_with(pads).take(pads, &scope);
                let body = self.row_stmts(body, fields);
                quote!(#pads #body)
            }
            Stmt::Copy(copy) => self.copy(copy, &scope),
            Stmt::Compute(id) => {
                let name = compute_name(*id);
                let none = Pointers::default();
                let args = self.args((*id, None), &none, &scope);
                quote!(#name::<Scalar, UNIT>(#args);)
            }
        }
    }

    /// Collapsed loops where rows are dense: vectors over the elements of a row.
    fn dense_row(&self, stmt: &Stmt, scope: &Scope<'_>) -> TokenStream {
        let row = Row::of(stmt).expect("the verifier checks collapsed loops");
        let form = self.rows.iter().find(|form| form.compute == row.compute);
        let form = form.expect("a dense form of every compute in collapsed loops");
        let (lo, hi) = row.elements();
        self.vectors(row.lane, (scope.bound(&lo), scope.bound(&hi)), form.dense, scope)
    }

    /// A lanes loop: vectors, the last of which ends with the row and may overlap the one before
    /// it. Points computed twice get the same values, because a compute loads nothing that it
    /// stores. A row that is shorter than a vector runs point by point.
    fn lanes_loop(
        &self,
        var: VarId,
        lo: &Bound,
        hi: &Bound,
        body: &[Stmt],
        scope: &Scope<'_>,
    ) -> TokenStream {
        let [Stmt::Compute(id)] = body else { unreachable!("a lanes loop holds one compute") };
        if self.nest.computes[id.0].updates() {
            return self.update_lanes(var, lo, hi, *id, scope);
        }
        self.vectors(var, (scope.bound(lo), scope.bound(hi)), *id, scope)
    }

    /// The loop over the vectors of a lanes loop between these bounds.
    pub fn vectors(
        &self,
        var: VarId,
        (lo, hi): (TokenStream, TokenStream),
        id: ComputeId,
        scope: &Scope<'_>,
    ) -> TokenStream {
        let pointers = self.pointers(id, scope);
        let (name, args) = (scope.var(var), self.args_of(id, var, scope));
        let (function, point) = (compute_name(id), point_name(id));
        quote!({
            #pointers
            rt::vectors!(#name in #lo, #hi => #function #point (#args));
        })
    }

    /// The pointers that do not change within a loop over a compute.
    fn pointers(&self, id: ComputeId, scope: &Scope<'_>) -> TokenStream {
        let Pointers { rows, outs, .. } = &self.computes[id.0].pointers;
        let pointers = rows.iter().chain(outs).map(|row| {
            let name = &row.name;
            let pointer = pointer(self.loops, scope, row.source, &row.line);
            quote!(let #name = #pointer;)
        });
        pointers.collect()
    }

    /// The arguments of a compute in a loop over `var`.
    fn args_of(&self, id: ComputeId, var: VarId, scope: &Scope<'_>) -> TokenStream {
        self.args((id, Some(var)), &self.computes[id.0].pointers, scope)
    }

    /// A lanes loop over a compute that changes points: each must be computed once, so the last
    /// points of a row that fill no vector are computed one by one.
    fn update_lanes(
        &self,
        var: VarId,
        lo: &Bound,
        hi: &Bound,
        id: ComputeId,
        scope: &Scope<'_>,
    ) -> TokenStream {
        let pointers = self.pointers(id, scope);
        let (name, lo, hi) = (scope.var(var), scope.bound(lo), scope.bound(hi));
        let (function, point) = (compute_name(id), point_name(id));
        let args = self.args_of(id, var, scope);
        quote!({
            #pointers
            rt::changes!(#name in #lo, #hi => #function #point (#args));
        })
    }

    /// A loop whose points have to come one after the other.
    fn points_loop(
        &self,
        var: VarId,
        lo: &Bound,
        hi: &Bound,
        body: &[Stmt],
        scope: &Scope<'_>,
    ) -> TokenStream {
        let [Stmt::Compute(id)] = body else { unreachable!("a loop of points holds one compute") };
        let pointers = self.pointers(*id, scope);
        let (name, lo, hi) = (scope.var(var), scope.bound(lo), scope.bound(hi));
        let (function, args) = (compute_name(*id), self.args_of(*id, var, scope));
        quote!({
            #pointers
            rt::points!(#name in #lo, #hi => #function (#args));
        })
    }
}
