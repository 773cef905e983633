//! Small pipelines for tests, written by hand.

use crate::ir::*;

/// A pipeline in the making; every location is 0 unless [`GraphBuilder::locate`] says otherwise.
pub(crate) struct GraphBuilder {
    p: Pipeline,
}

/// A block in the making.
pub(crate) struct Exprs {
    exprs: Vec<Expr>,
    read_types: Vec<ElemType>,
    input_types: Vec<ElemType>,
    loc: Loc,
}

/// Affine indices.
pub(crate) fn at(index: &[Affine]) -> Vec<Index> {
    index.iter().cloned().map(Index::Affine).collect()
}

/// `affine >= 0`.
pub(crate) fn nonneg(affine: Affine) -> Test {
    Test { affine, op: TestOp::NonNegative }
}

/// `affine == 0`.
pub(crate) fn zero(affine: Affine) -> Test {
    Test { affine, op: TestOp::Zero }
}

/// A domain from pairs of bounds.
pub(crate) fn boxed(bounds: &[(Affine, Affine)]) -> Domain {
    Domain(bounds.iter().map(|(lo, hi)| Interval::new(lo.clone(), hi.clone())).collect())
}

impl GraphBuilder {
    /// With sizes of these names, each estimated at 6400.
    pub(crate) fn new(sizes: &[&str]) -> GraphBuilder {
        let size = |name: &&str| Size {
            name: name.to_string(),
            estimate: 6400,
            argument: false,
            loc: Loc(0),
        };
        let p = Pipeline {
            name: "test".into(),
            sizes: sizes.iter().map(size).collect(),
            constraints: Vec::new(),
            scalars: Vec::new(),
            inputs: Vec::new(),
            stages: Vec::new(),
            outputs: Vec::new(),
        };
        GraphBuilder { p }
    }

    pub(crate) fn size(&self, i: usize) -> Affine {
        Affine::from(SizeId(i))
    }

    pub(crate) fn var(&self, i: usize) -> Affine {
        Affine::from(VarId(i))
    }

    pub(crate) fn estimate(&mut self, i: usize, estimate: i64) {
        self.p.sizes[i].estimate = estimate;
    }

    pub(crate) fn constraint(&mut self, test: Test, text: &str) {
        self.p.constraints.push(Constraint { test, text: text.into() });
    }

    /// An `f32` input with these extents.
    pub(crate) fn input(&mut self, name: &str, extents: &[Affine]) -> Source {
        self.typed_input(name, ElemType::F32, extents)
    }

    pub(crate) fn typed_input(&mut self, name: &str, ty: ElemType, extents: &[Affine]) -> Source {
        let bounds: Vec<_> = extents.iter().map(|e| (Affine::from(0), e.offset(-1))).collect();
        let loc = Loc(0);
        let domain = boxed(&bounds);
        self.p.inputs.push(Input {
            name: name.into(),
            ty,
            domain,
            border: None,
            values: None,
            loc,
        });
        Source::Input(InputId(self.p.inputs.len() - 1))
    }

    pub(crate) fn border(&mut self, source: Source, mode: BorderMode) {
        let border = Some(Border { mode, loc: Loc(0) });
        match source {
            Source::Input(i) => self.p.inputs[i.0].border = border,
            Source::Stage(s) => self.p.stages[s.0].border = border,
        }
    }

    /// An `f32` stage; without a domain it is to be inferred.
    pub(crate) fn stage(&mut self, name: &str, vars: &[&str], domain: Option<Domain>) -> StageId {
        self.typed_stage(name, ElemType::F32, vars, domain)
    }

    pub(crate) fn typed_stage(
        &mut self,
        name: &str,
        ty: ElemType,
        vars: &[&str],
        domain: Option<Domain>,
    ) -> StageId {
        let open = || Interval { lo: Vec::new(), hi: Vec::new() };
        self.p.stages.push(Stage {
            name: name.into(),
            ty,
            vars: vars.iter().map(|v| v.to_string()).collect(),
            domain: domain.unwrap_or_else(|| Domain(vars.iter().map(|_| open()).collect())),
            border: None,
            cases: Vec::new(),
            updates: Vec::new(),
            loc: Loc(0),
        });
        StageId(self.p.stages.len() - 1)
    }

    /// A window variable's name.
    pub(crate) fn window_var(&mut self, stage: StageId, name: &str) -> VarId {
        let vars = &mut self.p.stages[stage.0].vars;
        vars.push(name.into());
        VarId(vars.len() - 1)
    }

    pub(crate) fn define(&mut self, stage: StageId, f: impl FnOnce(&mut Exprs) -> ExprId) {
        self.case(stage, Vec::new(), f);
    }

    pub(crate) fn case(
        &mut self,
        stage: StageId,
        tests: Vec<Test>,
        f: impl FnOnce(&mut Exprs) -> ExprId,
    ) {
        let value = self.exprs().block(f);
        let loc = Loc(0);
        self.p.stages[stage.0].cases.push(Case { region: Region { tests }, value, loc });
    }

    fn exprs(&self) -> Exprs {
        Exprs {
            exprs: Vec::new(),
            read_types: self.p.stages.iter().map(|s| s.ty).collect(),
            input_types: self.p.inputs.iter().map(|i| i.ty).collect(),
            loc: Loc(0),
        }
    }

    pub(crate) fn finish(mut self, outputs: &[StageId]) -> Pipeline {
        self.p.outputs = outputs.to_vec();
        self.p
    }
}

impl Exprs {
    fn block(mut self, f: impl FnOnce(&mut Exprs) -> ExprId) -> Block {
        let result = f(&mut self);
        Block { exprs: self.exprs, result }
    }

    pub(crate) fn locate(&mut self, loc: u32) {
        self.loc = Loc(loc);
    }

    pub(crate) fn push(&mut self, ty: ElemType, node: Node) -> ExprId {
        self.exprs.push(Expr { ty, node, loc: self.loc });
        ExprId(self.exprs.len() - 1)
    }

    pub(crate) fn read(&mut self, source: Source, index: Vec<Index>) -> ExprId {
        let ty = match source {
            Source::Input(i) => self.input_types[i.0],
            Source::Stage(s) => self.read_types[s.0],
        };
        self.push(ty, Node::Read { source, index })
    }

    pub(crate) fn int(&mut self, ty: ElemType, v: i64) -> ExprId {
        self.push(ty, Node::Const(Value::Int(ty, v)))
    }

    pub(crate) fn float(&mut self, v: f32) -> ExprId {
        self.push(ElemType::F32, Node::Const(Value::F32(v)))
    }

    pub(crate) fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        let ty = op.gives(self.exprs[a.0].ty);
        self.push(ty, Node::Binary(op, a, b))
    }

    pub(crate) fn add(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.binary(BinaryOp::Add, a, b)
    }

    pub(crate) fn test(&mut self, test: Test) -> ExprId {
        self.push(ElemType::Bool, Node::Test(test))
    }

    pub(crate) fn select(&mut self, c: ExprId, a: ExprId, b: ExprId) -> ExprId {
        let ty = self.exprs[a.0].ty;
        self.push(ty, Node::Select(c, a, b))
    }

    /// The sum of the reads at these indices.
    pub(crate) fn taps(&mut self, source: Source, indices: &[Vec<Affine>]) -> ExprId {
        let reads: Vec<ExprId> = indices.iter().map(|i| self.read(source, at(i))).collect();
        let mut sum = reads[0];
        for read in &reads[1..] {
            sum = self.add(sum, *read);
        }
        sum
    }

    pub(crate) fn reduce(
        &mut self,
        op: ReduceOp,
        vars: Vec<WindowVar>,
        f: impl FnOnce(&mut Exprs) -> ExprId,
    ) -> ExprId {
        let inner = Exprs {
            exprs: Vec::new(),
            read_types: self.read_types.clone(),
            input_types: self.input_types.clone(),
            loc: self.loc,
        };
        let body = inner.block(f);
        let ty = body.ty();
        self.push(ty, Node::Reduce { op, vars, body: Box::new(body), fused: false })
    }
}

/// A small generator of random numbers (xorshift), the same in every run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// From `lo` to `hi`.
    pub(crate) fn from(&mut self, lo: i64, hi: i64) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        lo + (self.0 >> 16) as i64 % (hi - lo + 1)
    }
}
