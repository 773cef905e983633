//! Scans along rows in lanes across them: loops whose accesses go to panels, in which the points of
//! neighbouring rows are adjacent.

use super::block::stored_type;
use super::compute::collect_vars;
use super::index::Scope;
use super::load::{Line, Linear, Row, affine, linear, pointer, stepping};
use super::nest::NestEmitter;
use pipeline_core::ir::{Affine, Index, Source, VarId};
use pipeline_core::loops::{Access, Bound, ComputeId, Hold, LoopKind, LoopNest, Stmt};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// The most columns that a panel holds beyond those that the loop computes at once.
const REACH: i64 = 64;

/// The most panels of a loop; each takes a few KiB of a task's stack.
const PANELS: usize = 16;

/// The panels of a compute in a lanes loop across rows.
#[derive(Clone, Debug)]
pub struct Panels {
    /// The variable of the serial loop along the rows.
    pub along: VarId,
    /// The variable of the lanes loop.
    pub across: VarId,
    /// One for each line that the compute accesses so.
    pub list: Vec<Panel>,
}

/// The rows of a source at one place as a panel.
#[derive(Clone, Debug)]
pub struct Panel {
    /// The source and its line in the first row, with 0 along it; the pointer's name is the
    /// panel's.
    pub row: Row,
    /// The dimension in which the rows follow each other.
    dim: usize,
    /// Whether the loop goes to larger coordinates, or to smaller ones.
    rising: bool,
    /// The nearest and the farthest accesses: the coordinate less what the loop's variable adds to
    /// it.
    first: i64,
    last: i64,
    /// The one that is stored to; none if the panel is only loaded from.
    stored: Option<i64>,
}

/// An access as one of a panel.
struct InPanel {
    line: Line,
    dim: usize,
    rising: bool,
    offset: i64,
}

/// The access as one that a panel can hold: in each lane of another row, and along the rows with
/// the serial loop.
fn in_panel(index: &[Affine], along: VarId, across: VarId) -> Option<InPanel> {
    let Linear { line, along: at, stride } = linear(index, along)?;
    let dim = (0..index.len()).find(|d| index[*d].mentions_var(across))?;
    let rows = linear(index, across).filter(|a| a.line.dim == dim && a.stride == 1);
    let innermost = line.dim == index.len() - 1 && line.dim != dim;
    let offset = at.add_scaled(&along.into(), -stride).as_constant()?;
    let fits = innermost && rows.is_some() && stride.abs() == 1;
    fits.then_some(InPanel { line, dim, rising: stride == 1, offset })
}

impl Panels {
    /// The panels of a compute of a stage that reads itself, if what it stores goes to one: then
    /// what it loads of its own stage must, too, for the stage gets its points later than they are
    /// computed.
    pub fn of(emitter: &NestEmitter<'_>, id: ComputeId) -> Option<Panels> {
        let compute = &emitter.nest.computes[id.0];
        let Loops { along, across, .. } = Loops::around(&emitter.nest.body, id)?;
        let [store] = &compute.stores[..] else { return None };
        let own = Source::Stage(store.stage);
        if !store.data.is_empty() || compute.access != Access::Inside || compute.updates() {
            return None;
        }
        let mut panels = Panels { along, across, list: Vec::new() };
        let stored = in_panel(&store.index, along, across)?;
        let (own_line, own_dim) = (stored.line.clone(), stored.dim);
        let (mut used, mut windows) = (Vec::new(), Vec::new());
        collect_vars(&compute.value, &mut used, &mut windows);
        // Panels are filled before the windows run.
        let before = |line: &Line| {
            !line.index.iter().any(|a| windows.iter().any(|w: &VarId| a.mentions_var(*w)))
        };
        panels.add(emitter, own, stored, true).then_some(())?;
        let (mut possible, mut reads_itself) = (true, false);
        compute.value.for_each_read(&mut |_, _, source, index| {
            let access = affine(index).and_then(|i| in_panel(&i, along, across));
            let access = access.filter(|a| before(&a.line));
            let clear = |a: &InPanel| a.line == own_line || is_apart(&a.line, &own_line, own_dim);
            possible &= source != own || access.as_ref().is_some_and(clear);
            reads_itself |= source == own;
            if let Some(access) = access {
                let held = panels.add(emitter, source, access, false);
                possible &= source != own || held;
            }
        });
        (possible && reads_itself && panels.list.len() <= PANELS).then_some(panels)
    }

    /// Adds an access; false if no panel can hold it.
    fn add(
        &mut self,
        emitter: &NestEmitter<'_>,
        source: Source,
        access: InPanel,
        stored: bool,
    ) -> bool {
        let buffer = emitter.loops.buffer(source);
        let whole = |d| matches!(buffer.hold(d), Hold::Whole | Hold::Part(_));
        if !(0..buffer.domain.0.len()).all(whole) {
            return false;
        }
        let InPanel { line, dim, rising, offset } = access;
        let same = |p: &&mut Panel| p.row.source == source && p.row.line == line;
        if let Some(panel) = self.list.iter_mut().find(same) {
            let (first, last) = (panel.first.min(offset), panel.last.max(offset));
            let fits = panel.rising == rising && last - first <= REACH;
            if fits {
                (panel.first, panel.last) = (first, last);
            }
            return fits;
        }
        let number = self.list.iter().filter(|p| p.row.source == source).count();
        let name = match number {
            0 => format!("{} panel", buffer.name),
            more => format!("{} panel {more}", buffer.name),
        };
        let row = Row { source, line, name: emitter.names.ident(&name) };
        let (first, last) = (offset, offset);
        let stored = stored.then_some(offset);
        self.list.push(Panel { row, dim, rising, first, last, stored });
        true
    }

    /// The panel of an access and where in it that is: its column and its row.
    pub fn find(&self, source: Source, index: &[Index]) -> Option<(&Panel, Affine)> {
        let index = affine(index)?;
        let access = in_panel(&index, self.along, self.across)?;
        let holds = |p: &&Panel| {
            let row = &p.row;
            let range = p.first..=p.last;
            row.source == source
                && row.line == access.line
                && p.rising == access.rising
                && range.contains(&access.offset)
        };
        let column = index.last().expect("an access has an index").clone();
        self.list.iter().find(holds).map(|panel| (panel, column))
    }
}

/// Whether two lines of a source, and those of all rows of a panel whose rows follow each other in
/// `dim`, have no point in common: they are at a fixed distance in another dimension.
fn is_apart(a: &Line, b: &Line, dim: usize) -> bool {
    let distance = |d: usize| a.index[d].sub(&b.index[d]).as_constant().is_some_and(|k| k != 0);
    (0..a.index.len()).any(|d| d != dim && distance(d))
}

/// A serial loop along rows around a lanes loop across them that holds one compute.
struct Loops<'a> {
    along: VarId,
    columns: (&'a Bound, &'a Bound),
    across: VarId,
    rows: (&'a Bound, &'a Bound),
    compute: ComputeId,
}

impl Loops<'_> {
    /// The statement as such loops, of more than one column, and with the same rows in each.
    fn of(stmt: &Stmt) -> Option<Loops<'_>> {
        let Stmt::For { var: along, lo, hi, kind: LoopKind::Serial, body } = stmt else {
            return None;
        };
        let [lanes] = &body[..] else { return None };
        let Stmt::For { var: across, lo: first, hi: last, kind: LoopKind::Lanes, body } = lanes
        else {
            return None;
        };
        let [Stmt::Compute(compute)] = body[..] else { return None };
        let fixed = |bound: &Bound| !bound.list().iter().any(|a| a.mentions_var(*along));
        let (columns, rows) = ((lo, hi), (first, last));
        let fits = lo.list() != hi.list() && fixed(first) && fixed(last);
        fits.then_some(Loops { along: *along, columns, across: *across, rows, compute })
    }

    /// Those that hold a compute, if it is in no others.
    fn around(stmts: &[Stmt], id: ComputeId) -> Option<Loops<'_>> {
        let (mut found, mut uses) = (None, 0);
        for stmt in stmts {
            collect(stmt, id, &mut found, &mut uses);
        }
        found.filter(|_| uses == 1)
    }
}

fn collect<'a>(stmt: &'a Stmt, id: ComputeId, found: &mut Option<Loops<'a>>, uses: &mut usize) {
    if let Some(loops) = Loops::of(stmt).filter(|l| l.compute == id) {
        *found = Some(loops);
    }
    match stmt {
        Stmt::For { body, .. } | Stmt::When { body, .. } | Stmt::Scratch { body, .. } => {
            body.iter().for_each(|stmt| collect(stmt, id, found, uses));
        }
        Stmt::Compute(c) => *uses += usize::from(*c == id),
        Stmt::Let { .. } => {}
    }
}

impl NestEmitter<'_> {
    /// A serial loop along rows with the lanes loop across them, if its compute has panels: for a
    /// few rows at a time, some columns at a time are copied to panels, computed there, and copied
    /// back.
    pub fn panel_loop(&self, stmt: &Stmt, scope: &Scope<'_>) -> Option<TokenStream> {
        let Loops { columns, rows, compute: id, .. } = Loops::of(stmt)?;
        let panels = self.computes[id.0].pointers.panels.as_ref()?;
        let (x, y) = (scope.var(panels.along), scope.var(panels.across));
        let name =
            |var: VarId, what: &str| self.names.ident(&format!("{} {what}", self.nest.vars[var.0]));
        let (next_row, last_row) = (name(panels.across, "next"), name(panels.across, "last row"));
        let (next, last) = (name(panels.along, "next"), name(panels.along, "last column"));
        let (from, upto) = (name(panels.along, "from"), name(panels.along, "upto"));
        let count = name(panels.across, "rows");
        let (x_lo, x_hi) = (scope.bound(columns.0), scope.bound(columns.1));
        let (y_lo, y_hi) = (scope.bound(rows.0), scope.bound(rows.1));
        let copies =
            Copies { emitter: self, scope, across: &y, rows: &count, ends: (&from, &upto) };
        let memories = panels.list.iter().map(|panel| copies.memory(panel));
        let fills = panels.list.iter().map(|panel| copies.fill(panel));
        let empties = panels.list.iter().map(|panel| copies.empty(panel));
        let lanes = self.vectors(panels.across, (quote!(#y), quote!(#y + #count - 1)), id, scope);
        Some(quote! {
            {
                #(#memories)*
                let (mut #next_row, #last_row) = (#y_lo, #y_hi);
                while #next_row <= #last_row {
                    let #y = #next_row;
                    let #count = isize::min(#last_row - #y + 1, rt::panel::ROWS);
                    let (mut #next, #last) = (#x_lo, #x_hi);
                    while #next <= #last {
                        let #from = #next;
                        let #upto = isize::min(#from + rt::panel::COLUMNS - 1, #last);
                        #(#fills)*
                        for #x in #from..=#upto {
                            #lanes
                        }
                        #(#empties)*
                        #next = #upto + 1;
                    }
                    #next_row += #count;
                }
            }
        })
    }
}

/// What the copies between panels and arrays need to know.
struct Copies<'a> {
    emitter: &'a NestEmitter<'a>,
    scope: &'a Scope<'a>,
    /// The variable of the lanes loop, which is the first row.
    across: &'a TokenStream,
    /// The number of rows.
    rows: &'a Ident,
    /// The first and last values of the serial loop's variable that are computed at once.
    ends: (&'a Ident, &'a Ident),
}

impl Copies<'_> {
    fn memory(&self, panel: &Panel) -> TokenStream {
        let memory = self.memory_name(panel);
        let elem = stored_type(self.emitter.loops.buffer(panel.row.source).ty);
        let reach = Literal::i64_unsuffixed(panel.last - panel.first);
        quote! {
            let mut #memory =
                rt::panel::Panel::<#elem, { (rt::panel::COLUMNS + #reach) as usize }>::new();
        }
    }

    /// The panel's address, and what is loaded from it before it is computed.
    fn fill(&self, panel: &Panel) -> TokenStream {
        let (memory, name, row) = (self.memory_name(panel), &panel.row.name, self.across);
        let (start, end) = self.columns(panel, (panel.first, panel.last));
        let columns = match (panel.stored, panel.rising) {
            (None, _) => Some((start.clone(), end)),
            (Some(at), true) if panel.first < at => {
                Some((start.clone(), self.columns(panel, (at, at)).0))
            }
            (Some(at), false) if panel.last > at => Some((self.columns(panel, (at, at)).1, end)),
            (Some(_), _) => None,
        };
        let fill = columns.map(|(start, end)| {
            let (elem, unit, lines) = self.lines(panel, quote!(.cast_const()));
            quote! {
                unsafe {
                    rt::panel::fill::<V, #elem, #unit>(#name, #row, #lines, #start..#end);
                }
            }
        });
        quote! {
            let #name = #memory.at(#start, #row);
            #fill
        }
    }

    /// What has been computed, to the array.
    fn empty(&self, panel: &Panel) -> TokenStream {
        let Some(at) = panel.stored else { return TokenStream::new() };
        let (name, row) = (&panel.row.name, self.across);
        let (start, end) = self.columns(panel, (at, at));
        let (elem, unit, lines) = self.lines(panel, TokenStream::new());
        quote! {
            unsafe {
                rt::panel::empty::<V, #elem, #unit>(#name, #row, #lines, #start..#end);
            }
        }
    }

    fn memory_name(&self, panel: &Panel) -> Ident {
        self.emitter.names.ident(&format!("{} memory", panel.row.name))
    }

    /// The first column that accesses at these offsets reach, and the one behind the last.
    fn columns(&self, panel: &Panel, (first, last): (i64, i64)) -> (TokenStream, TokenStream) {
        let (from, upto) = self.ends;
        let (first, end) = (Literal::i64_unsuffixed(first), Literal::i64_unsuffixed(last + 1));
        match panel.rising {
            true => (quote!((#from + (#first))), quote!((#upto + (#end)))),
            false => (quote!((#first - #upto)), quote!((#end - #from))),
        }
    }

    /// The element type of a panel's array, whether its rows are contiguous, and the rows.
    fn lines(&self, panel: &Panel, cast: TokenStream) -> (Ident, TokenStream, TokenStream) {
        let Row { source, line, .. } = &panel.row;
        let loops: &LoopNest = self.emitter.loops;
        let buffer = loops.buffer(*source);
        let field = self.emitter.field(*source);
        let start = pointer(loops, self.scope, *source, line);
        // Inputs have no pointers for writing.
        let cast = self.emitter.writes.contains(source).then_some(cast);
        let (unit, step) = stepping(buffer, &field, line.dim);
        let unit = unit.expect("rows go along the innermost dimension");
        let (stride, rows) = (stepping(buffer, &field, panel.dim).1, self.rows);
        let lines = quote! {
            rt::panel::Lines { start: #start #cast, stride: #stride, step: #step, rows: #rows }
        };
        (stored_type(buffer.ty), unit, lines)
    }
}
