//! What holds of kernels.

use super::{
    Block, CallStep, HostStmt, Launch, Load, LoopForm, Nest, Node, PointFunction, Program, Row,
    RowForm, Stmt, Store, StoreOrder,
};
use crate::analysis::carried::MOST_SPAN;
use crate::ir::{ExprId, Index, Source, StageId};
use crate::loops::Role;

/// Checks that
/// - a full buffer is in its slot from its first writer to its last reader;
/// - tasks are launched with what they are handed, and run kernels that there are;
/// - a loop over a row calls a function of its form, with the scratchpads that the function asks
///   for, and points that may be computed twice do not change;
/// - a function that is the same as another one is handed as much, and that one is itself;
/// - a loop says where lines end if its function, which takes vectors, may reach beyond that;
/// - rows that are written some time after they were computed are those of a task with scratchpads,
///   and no function of the nest is handed a line of what they are stored to;
/// - values are used after they are computed, and those without a name once at most;
/// - carried values are of loops over vectors, and reach no further than the next one.
///
/// # Errors
/// A message for each violation.
pub fn verify(program: &Program) -> Result<(), Vec<String>> {
    let mut errors = Vec::new();
    let mut slots: Vec<Option<StageId>> = vec![None; program.slots];
    for step in &program.steps {
        memory(program, step, &mut slots, &mut errors);
        let mut nest = NestChecks { nest: &step.nest, errors: &mut errors };
        nest.check();
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// The memory of one step; `slots` says what is in each before and after it.
fn memory(
    program: &Program,
    step: &CallStep,
    slots: &mut [Option<StageId>],
    errors: &mut Vec<String>,
) {
    for allocation in &step.allocations {
        slots[allocation.slot] = Some(allocation.stage);
    }
    let nest = &step.nest;
    for source in nest.reads.iter().chain(&nest.writes) {
        let Source::Stage(stage) = source else { continue };
        let buffer = program.buffer(*source);
        if buffer.role == Role::Full && !slots.contains(&Some(*stage)) {
            errors.push(format!("{}: `{}` is in no slot", nest.name, buffer.name));
        }
    }
    for slot in &step.freed {
        slots[*slot] = None;
    }
}

struct NestChecks<'a> {
    nest: &'a Nest,
    errors: &'a mut Vec<String>,
}

impl<'a> NestChecks<'a> {
    fn check(&mut self) {
        for (number, function) in self.nest.functions.iter().enumerate() {
            self.function(number, function);
        }
        for kernel in &self.nest.kernels {
            self.stmts(&kernel.body, None);
        }
        self.host(&self.nest.body, false);
    }

    fn error(&mut self, message: &str) {
        self.errors.push(format!("{}: {message}", self.nest.name));
    }

    fn host(&mut self, stmts: &[HostStmt], around: bool) {
        let mut bundled = around;
        for stmt in stmts {
            match stmt {
                HostStmt::Bundle => bundled = true,
                HostStmt::Launch(Launch { kernel, .. }) => {
                    if !bundled {
                        self.error(&format!("kernel {kernel} is launched with nothing"));
                    }
                    if *kernel >= self.nest.kernels.len() {
                        self.error(&format!("there is no kernel {kernel}"));
                    }
                }
                HostStmt::When { body, .. } | HostStmt::For { body, .. } => {
                    self.host(body, bundled);
                }
                HostStmt::Declare(_) | HostStmt::Let { .. } | HostStmt::Runs(_) => {}
            }
        }
    }

    /// Statements of a task; `pads` are the scratchpads that were taken last.
    fn stmts(&mut self, stmts: &[Stmt], pads: Option<usize>) {
        for stmt in stmts {
            match stmt {
                Stmt::Row(row) => self.row(row, pads),
                Stmt::Dense { row, otherwise } => {
                    self.row(row, pads);
                    self.stmts(std::slice::from_ref(otherwise), pads);
                }
                Stmt::Point(number) => {
                    if self.called(*number, pads).is_some_and(|f| f.form != LoopForm::Point) {
                        self.error(&format!("function #{number} is not for a point by itself"));
                    }
                }
                Stmt::Take { pads, body, .. } => self.stmts(body, Some(*pads)),
                Stmt::When { body, .. } | Stmt::For { body, .. } => self.stmts(body, pads),
                Stmt::Let { .. } | Stmt::Copy(_) => {}
            }
        }
    }

    fn row(&mut self, row: &Row, pads: Option<usize>) {
        let number = row.function;
        let Some(function) = self.called(number, pads) else { return };
        let form = match row.form {
            RowForm::Vectors(_) | RowForm::Streamed(_) | RowForm::Copied(_) => {
                LoopForm::Vectors(row.var)
            }
            RowForm::VectorsAndPoints(_) => LoopForm::VectorsAndPoints(row.var),
            RowForm::Points => LoopForm::Points(row.var),
        };
        let more = matches!(row.form, RowForm::Copied(_)) && function.copied().is_none();
        let late = matches!(row.form, RowForm::Streamed(_) | RowForm::Copied(_));
        let stored: Vec<Source> = function.stored.iter().map(|p| p.line.source).collect();
        let loaded = self.nest.functions.iter().flat_map(|f| &f.loaded);
        let again = loaded.filter(|p| stored.contains(&p.line.source)).count() > 0;
        let overlaps = !matches!(row.form, RowForm::VectorsAndPoints(_) | RowForm::Points);
        let twice = overlaps && function.order == StoreOrder::WithValue;
        if function.form != form {
            self.error(&format!("function #{number} is not for the loop that calls it"));
        }
        if late && (pads.is_none() || again) {
            self.error(&format!("rows of function #{number} are written too late"));
        }
        if more {
            self.error(&format!("function #{number} does more than copy"));
        }
        if row.ends.is_some() != function.ends {
            self.error(&format!("function #{number} is not told where lines end"));
        }
        if twice {
            self.error(&format!("function #{number} may change a point twice"));
        }
    }

    /// A function that is called where these scratchpads are.
    fn called(&mut self, number: usize, pads: Option<usize>) -> Option<&'a PointFunction> {
        let Some(function) = self.nest.functions.get(number) else {
            self.error(&format!("there is no function #{number}"));
            return None;
        };
        if function.pads != pads {
            self.error(&format!("function #{number} is called with other scratchpads"));
        }
        Some(function)
    }

    fn function(&mut self, number: usize, function: &PointFunction) {
        self.block(number, &function.value, &stored(&function.stores));
        if function.ends && !matches!(function.form, LoopForm::Vectors(_)) {
            self.error(&format!("function #{number} reaches beyond ends by points"));
        }
        if let Some(first) = function.same_as {
            let handed =
                |of: &PointFunction| (of.pads, of.vars.len(), of.loaded.len(), of.stored.len());
            let known = self.nest.functions[..number].get(first);
            if known.is_none_or(|of| of.same_as.is_some() || handed(of) != handed(function)) {
                self.error(&format!("function #{number} is not the same as #{first}"));
            }
        }
        let Some(carrying) = &function.carrying else { return };
        self.block(number, &carrying.ahead, &carrying.values);
        let behind = &carrying.behind;
        let handed_on = behind.iter().map(|behind| behind.value);
        let kept: Vec<ExprId> = stored(&carrying.stores).into_iter().chain(handed_on).collect();
        self.block(number, &carrying.value, &kept);
        let firsts: Vec<ExprId> = behind.iter().map(|behind| behind.first).collect();
        self.block(number, &carrying.first, &firsts);
        let (values, spans) = (carrying.values.len(), &carrying.spans);
        let known = carrying.value.exprs.iter().all(|expr| {
            if let Node::Splice { value, by } = &expr.node {
                return spans.get(*value).is_some_and(|span| (0..=*span).contains(by));
            }
            if let Node::Handed(number) = &expr.node {
                return behind.get(*number).is_some_and(|behind| behind.span.is_none());
            }
            let Node::Behind { number, value, by } = &expr.node else { return true };
            let of = behind.get(*number).filter(|behind| behind.value == *value);
            of.and_then(|behind| behind.span).is_some_and(|span| (1..=span).contains(by))
        });
        let vectors = matches!(function.form, LoopForm::Vectors(_));
        let of_behind = behind.iter().filter_map(|behind| behind.span.as_ref());
        let near = spans.iter().chain(of_behind).all(|span| (1..=MOST_SPAN).contains(span));
        if !known || !vectors || !near || spans.len() != values {
            self.error(&format!("function #{number} carries what it cannot"));
        }
        if function.order != StoreOrder::Last || values + behind.len() == 0 {
            self.error(&format!("function #{number} has nothing to carry"));
        }
    }

    /// A block, of which these values are used outside.
    fn block(&mut self, number: usize, block: &Block, kept: &[ExprId]) {
        let mut uses = vec![0; block.exprs.len()];
        for (i, expr) in block.exprs.iter().enumerate() {
            for id in operands(&expr.node) {
                uses[id.0] += 1;
                if id.0 >= i {
                    self.error(&format!("function #{number} uses %{} before it is there", id.0));
                }
            }
            if let Node::Reduce { body, windows, .. } = &expr.node {
                let values: Vec<ExprId> =
                    windows.iter().flat_map(|window| window.value.values()).copied().collect();
                self.block(number, body, &values);
                if windows.first().is_none_or(|window| window.of.0 != i) {
                    self.error(&format!("function #{number}: %{i} is not its first window"));
                }
            }
            if let Node::With(first) = expr.node {
                let with = block.exprs.get(first.0).map(|expr| &expr.node);
                let known = matches!(with, Some(Node::Reduce { windows, .. })
                    if windows.iter().any(|window| window.of.0 == i));
                if !known {
                    self.error(&format!("function #{number}: %{i} is no window of %{}", first.0));
                }
            }
        }
        for (i, expr) in block.exprs.iter().enumerate().filter(|(_, expr)| !expr.named) {
            if uses[i] > 1 || kept.contains(&ExprId(i)) {
                let named = "needs a name";
                self.error(&format!("function #{number}: %{i} of type {} {named}", expr.ty));
            }
        }
    }
}

/// The values that stores use.
fn stored(stores: &[Store]) -> Vec<ExprId> {
    let of = |store: &Store| -> Vec<ExprId> {
        [store.value].into_iter().chain(store.index.iter().filter_map(data)).collect()
    };
    stores.iter().flat_map(of).collect()
}

/// The value that an index is, if it is one.
fn data(index: &Index) -> Option<ExprId> {
    match index {
        Index::Value(id) => Some(*id),
        Index::Affine(_) => None,
    }
}

/// The values of its block that an expression uses.
fn operands(node: &Node) -> Vec<ExprId> {
    match node {
        Node::Unary(_, a) | Node::Cast(a) | Node::SaturatingCast(a) => vec![*a],
        Node::ShiftLeft(a, _) | Node::ShiftRight(a, _) => vec![*a],
        Node::DivideBy(a, ..) => vec![*a],
        Node::DivideByProducts { value, .. } | Node::ClampToI32 { value, .. } => vec![*value],
        Node::Binary(_, a, b) | Node::WordPairAlike(a, b) => vec![*a, *b],
        Node::Select(c, a, b) => vec![*c, *a, *b],
        Node::Call(_, values) | Node::Combine { terms: values, .. } => values.clone(),
        Node::Load(load) => loaded_by(load),
        Node::Const(_) | Node::Scalar(_) | Node::Index(_) | Node::Test { .. } => Vec::new(),
        Node::Splice { .. } | Node::Handed(_) => Vec::new(),
        Node::Behind { value, .. } | Node::Prefix { value, .. } | Node::Last(value) => vec![*value],
        Node::Reduce { .. } => Vec::new(),
        Node::With(id) => vec![*id],
    }
}

/// The values that say where to load.
fn loaded_by(load: &Load) -> Vec<ExprId> {
    match load {
        Load::Line { .. } | Load::Interleaved { .. } => Vec::new(),
        Load::Splat { .. } | Load::BorderResolved { .. } | Load::Spread { .. } => Vec::new(),
        Load::With(id) => vec![*id],
        Load::Scattered { at, .. } => vec![*at],
        Load::Gather { index, .. }
        | Load::Pair { index, .. }
        | Load::Row { first: index, .. }
        | Load::Entries { index, .. } => index.iter().filter_map(|c| c.value()).collect(),
        Load::Point { index, .. } => index.iter().filter_map(data).collect(),
    }
}
