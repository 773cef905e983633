//! What the caller runs: `let`s and serial loops around launches.

use super::NestContext;
use super::fields::is_step;
use super::task::task;
use super::work::work;
use crate::ir::VarId;
use crate::kernel::{HostStmt, Kernel, Launch, Runs};
use crate::loops::{LoopKind, Span, Stmt};

/// The caller's part of a nest.
pub struct Host {
    /// What the launches run, each once.
    pub kernels: Vec<Kernel>,
    /// What the caller runs.
    pub body: Vec<HostStmt>,
}

/// The caller's part of a nest. What tasks are handed is put together once, before the first
/// launch, or before each where launches stand in serial loops.
pub fn host(cx: &NestContext<'_>) -> Host {
    let mut host = Lowered { cx, kernels: Vec::new(), bodies: Vec::new() };
    let mut body = Vec::new();
    if !cx.steps.is_empty() {
        body.push(HostStmt::Declare(cx.fields.clone()));
    }
    body.extend(host.stmts(&cx.nest.body));
    Host { kernels: host.kernels, body }
}

struct Lowered<'c, 'a> {
    cx: &'c NestContext<'a>,
    kernels: Vec<Kernel>,
    /// What the kernels were made of.
    bodies: Vec<&'a [Stmt]>,
}

impl<'a> Lowered<'_, 'a> {
    fn stmts(&mut self, stmts: &'a [Stmt]) -> Vec<HostStmt> {
        let mut body = Vec::with_capacity(stmts.len() + 1);
        let mut bundled = false;
        for stmt in stmts {
            let lowered = self.stmt(stmt);
            if let HostStmt::Launch(launch) = &lowered
                && !bundled
            {
                body.extend(self.runs(launch).map(HostStmt::Runs));
                body.push(HostStmt::Bundle);
                bundled = self.cx.steps.is_empty();
            }
            body.push(lowered);
        }
        body
    }

    fn stmt(&mut self, stmt: &'a Stmt) -> HostStmt {
        match stmt {
            Stmt::Let { var, value } => HostStmt::Let { var: *var, value: value.clone() },
            Stmt::When { tests, body } => {
                HostStmt::When { tests: tests.clone(), body: self.stmts(body) }
            }
            Stmt::For { var, lo, hi, body, .. } if is_step(stmt, &self.cx.steps) => {
                let body = self.stmts(body);
                HostStmt::For { var: *var, lo: lo.clone(), hi: hi.clone(), body }
            }
            Stmt::For { .. } | Stmt::Compute(_) | Stmt::Copy(_) | Stmt::Scratch { .. } => {
                HostStmt::Launch(self.launch(stmt))
            }
        }
    }

    /// A chain of parallel loops as one launch of a kernel over their flattened iterations.
    fn launch(&mut self, stmt: &'a Stmt) -> Launch {
        let (mut vars, mut ranges) = (Vec::new(), Vec::new());
        let mut body = std::slice::from_ref(stmt);
        while let [Stmt::For { var, lo, hi, kind: LoopKind::Parallel, body: inner }] = body {
            vars.push(*var);
            ranges.push(Span { lo: lo.clone(), hi: hi.clone() });
            body = inner;
        }
        let work = work(self.cx, &vars, &ranges, body);
        let by =
            self.cx.nest.runs.and_then(|runs| {
                Some((vars.iter().position(|var| *var == runs.strip)?, runs.many))
            });
        Launch { kernel: self.kernel(vars, body), ranges, by, work }
    }

    /// How many strips of a launch run as one.
    fn runs(&self, launch: &Launch) -> Option<Runs> {
        let (dim, many) = launch.by?;
        let mut beside = launch.ranges.clone();
        let strips = beside.remove(dim);
        let again = self.cx.nest.runs?.again;
        Some(Runs { many, strips, beside, stored: self.cx.arrays.writes.clone(), again })
    }

    /// The kernel with this body, made if there is none yet.
    fn kernel(&mut self, vars: Vec<VarId>, body: &'a [Stmt]) -> usize {
        let mut known = self.kernels.iter().zip(&self.bodies);
        let same = known.position(|(kernel, known)| kernel.vars == vars && *known == body);
        same.unwrap_or_else(|| {
            self.kernels.push(Kernel { vars, body: task(self.cx, body) });
            self.bodies.push(body);
            self.kernels.len() - 1
        })
    }
}
