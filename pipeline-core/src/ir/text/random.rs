//! Random pipelines that pass the verifier and evaluate at any sizes: every source has a border,
//! every domain a point, and the cases of a stage exclude and complement each other.

use crate::ir::op::Takes;
use crate::ir::*;

/// A generator of reproducible numbers.
pub(crate) struct Rng(u64);

impl Rng {
    /// A generator for a seed.
    pub(crate) fn new(seed: u64) -> Rng {
        Rng(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// The next number.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// A number from `lo` to `hi`.
    pub(crate) fn range(&mut self, lo: i64, hi: i64) -> i64 {
        lo + self.below((hi - lo + 1) as usize) as i64
    }

    /// One of several things.
    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// Any value of a type, the strange ones often.
    pub(crate) fn value(&mut self, ty: ElemType) -> Value {
        let bits = self.next() << 40 ^ self.next();
        match ty {
            ElemType::Bool => Value::Bool(bits & 1 == 1),
            ElemType::F32 => {
                let small = f32::from_bits(bits as u32 & 0x807F_FFFF);
                let any = f32::from_bits(bits as u32);
                let plain = (bits % 1000) as f32 / 8.0;
                Value::F32(self.pick(&[0.0, -0.0, f32::INFINITY, f32::NAN, small, any, plain]))
            }
            ElemType::F64 => {
                let any = f64::from_bits(bits ^ bits << 32);
                let plain = (bits % 1000) as f64 / 8.0;
                Value::F64(self.pick(&[-0.0, f64::NEG_INFINITY, f64::NAN, 5e-324, any, plain]))
            }
            t => Value::wrap(t, bits as i64),
        }
    }

    /// Any of the values that are declared, if some are, or of the type.
    pub(crate) fn declared(&mut self, ty: ElemType, values: Option<ValueRange>) -> Value {
        match values {
            Some(ValueRange { lo, hi }) => Value::Int(ty, self.range(lo, hi)),
            None => self.value(ty),
        }
    }
}

/// All element types.
pub(crate) const TYPES: [ElemType; 9] = [
    ElemType::Bool,
    ElemType::U8,
    ElemType::I8,
    ElemType::U16,
    ElemType::I16,
    ElemType::U32,
    ElemType::I32,
    ElemType::F32,
    ElemType::F64,
];

/// A random pipeline.
pub(crate) fn pipeline(rng: &mut Rng) -> Pipeline {
    let count = 1 + rng.below(3);
    let size = |name: &&str| Size {
        name: name.to_string(),
        estimate: rng.range(1, 5000),
        argument: rng.below(3) == 0,
        loc: Loc(7),
    };
    let sizes = ["rows", "n[1]", "strange size"][..count].iter().map(size).collect();
    let mut p = Pipeline {
        name: rng.pick(&["p", "two words", "ünicode", "stage"]).into(),
        sizes,
        constraints: Vec::new(),
        scalars: Vec::new(),
        inputs: Vec::new(),
        stages: Vec::new(),
        outputs: Vec::new(),
    };
    if rng.below(2) == 0 {
        let affine = Affine::from(SizeId(0)).offset(rng.range(0, 5)).floor_div(3);
        let test = Test { affine, op: TestOp::NonNegative };
        p.constraints.push(Constraint { test, text: "\"rows\" \\ 3\n >= 0".into() });
    }
    for i in 0..1 + rng.below(3) {
        let ty = rng.pick(&ElemType::NUMERIC);
        p.scalars.push(Scalar { name: format!("k{i}"), ty, values: values(rng, ty), loc: Loc(1) });
    }
    for i in 0..1 + rng.below(3) {
        let ty = rng.pick(&ElemType::NUMERIC);
        let (domain, border) = (domain(rng, &p), border(rng, ty));
        let (name, values) = (format!("in put{i}"), values(rng, ty));
        p.inputs.push(Input { name, ty, domain, border, values, loc: Loc(2) });
    }
    for i in 0..1 + rng.below(5) {
        let stage = stage(rng, &p, i);
        p.stages.push(stage);
    }
    p.outputs = (0..p.stages.len())
        .rev()
        .map(StageId)
        .filter(|s| p.stages[s.0].ty != ElemType::Bool)
        .collect();
    if p.outputs.is_empty() {
        return pipeline(rng);
    }
    p
}

fn domain(rng: &mut Rng, p: &Pipeline) -> Domain {
    let interval = |rng: &mut Rng| {
        let lo = rng.range(-3, 3);
        let size = Affine::from(SizeId(rng.below(p.sizes.len())));
        let mut interval = Interval::new(Affine::from(lo), size.offset(lo + rng.range(0, 2)));
        if rng.below(3) == 0 {
            interval.lo.push(size.floor_div(rng.range(2, 4)).neg().offset(lo));
            interval.hi.push(size.scale(2).offset(1).floor_div(3).offset(lo + 2));
        }
        interval
    };
    Domain((0..1 + rng.below(3)).map(|_| interval(rng)).collect())
}

fn values(rng: &mut Rng, ty: ElemType) -> Option<ValueRange> {
    let (least, largest) = ty.int_range().filter(|_| rng.below(3) == 0)?;
    let (a, b) = (rng.range(least, largest), rng.range(least, largest));
    Some(ValueRange { lo: a.min(b), hi: a.max(b) })
}

fn border(rng: &mut Rng, ty: ElemType) -> Option<Border> {
    let mut modes = BorderMode::REDIRECTING.to_vec();
    modes.push(BorderMode::Constant(rng.value(ty)));
    Some(Border { mode: rng.pick(&modes), loc: Loc(3) })
}

fn stage(rng: &mut Rng, p: &Pipeline, i: usize) -> Stage {
    let ty = rng.pick(&TYPES);
    let domain = domain(rng, p);
    let rank = domain.0.len();
    // Names clash with a size's and with each other's on purpose.
    let mut vars: Vec<String> =
        ["y", "rows", "π x"][..rank].iter().map(|s| s.to_string()).collect();
    vars.extend(["dx", "dx", "in"].map(String::from));
    let mut maker = Maker { p, rank, open: Vec::new(), vars: vars.len() };
    let mut case = |rng: &mut Rng, tests: Vec<Test>| {
        let region = Region { tests };
        Case { region, value: maker.block(rng, ty, 0), loc: Loc(4) }
    };
    let mut cases = if rng.below(2) == 0 {
        vec![case(rng, vec![])]
    } else {
        let var = Affine::from(VarId(rng.below(rank)));
        let test = match rng.below(2) {
            0 => Test { affine: var.modulo(2).offset(-1), op: TestOp::Zero },
            _ => Test { affine: var.offset(-1), op: TestOp::NonNegative },
        };
        vec![case(rng, vec![test.negated()]), case(rng, vec![test])]
    };
    let name = if i == 1 { "member[1][23]".into() } else { format!("s{i}") };
    let mut updates = match ty {
        ElemType::Bool => Vec::new(),
        _ => (0..rng.below(3)).map(|_| update(rng, p, StageId(i), ty, &domain)).collect(),
    };
    let mut border = border(rng, ty);
    if rng.below(4) == 0 {
        updates.clear();
        // What is outside comes before everything else, so nothing may be redirected.
        let constant = BorderMode::Constant(rng.value(ty));
        border = Some(Border { mode: constant, loc: Loc(3) });
        read_itself(rng, StageId(i), rank, &mut cases);
    }
    Stage { name, ty, vars, border, domain, cases, updates, loc: Loc(5) }
}

/// Makes the last case combine its value with an earlier point of its own stage.
fn read_itself(rng: &mut Rng, own: StageId, rank: usize, cases: &mut [Case]) {
    let (lead, back) = (rng.below(rank), rng.range(1, 2));
    let along = |rng: &mut Rng, d| if d == lead { -back } else { rng.range(-1, 1) };
    let index = (0..rank).map(|d| Index::Affine(Affine::from(VarId(d)).offset(along(rng, d))));
    let index = index.collect();
    let Some(Case { value, .. }) = cases.last_mut() else { return };
    let ty = value.exprs[value.result.0].ty;
    let ops = match ty {
        ElemType::Bool => [BinaryOp::And, BinaryOp::Xor],
        _ => [BinaryOp::Sub, BinaryOp::Max],
    };
    let read = ExprId(value.exprs.len());
    let node = Node::Read { source: Source::Stage(own), index };
    value.exprs.push(Expr { ty, node, loc: Loc(6) });
    let node = Node::Binary(rng.pick(&ops), value.result, read);
    value.exprs.push(Expr { ty, node, loc: Loc(6) });
    value.result = ExprId(read.0 + 1);
}

/// An update of every point of a stage, perhaps several times.
fn update(rng: &mut Rng, p: &Pipeline, own: StageId, ty: ElemType, domain: &Domain) -> Update {
    let mut domain = domain.clone();
    let mut vars: Vec<String> = ["y", "x", "x y"].map(String::from)[..domain.0.len()].to_vec();
    let target = (0..vars.len()).map(|d| Index::Affine(VarId(d).into())).collect();
    if rng.below(2) == 0 {
        domain.0.push(Interval::new(Affine::from(0), Affine::from(rng.range(0, 2))));
        vars.push("again".into());
    }
    let rank = vars.len();
    vars.extend(["dx", "dx", "in"].map(String::from));
    let mut maker = Maker { p, rank, open: Vec::new(), vars: vars.len() };
    let mut value = maker.block(rng, ty, 0);
    let mut push = |node| {
        value.exprs.push(Expr { ty, node, loc: Loc(6) });
        ExprId(value.exprs.len() - 1)
    };
    let read = push(Node::Read { source: Source::Stage(own), index: target });
    let op = rng.pick(&[BinaryOp::Add, BinaryOp::Mul, BinaryOp::Min, BinaryOp::Max]);
    let result = push(Node::Binary(op, read, value.result));
    value.result = result;
    Update { vars, domain, value, loc: Loc(7) }
}

struct Maker<'a> {
    p: &'a Pipeline,
    rank: usize,
    open: Vec<VarId>,
    vars: usize,
}

impl Maker<'_> {
    fn block(&mut self, rng: &mut Rng, ty: ElemType, depth: usize) -> Block {
        let mut b = Block { exprs: Vec::new(), result: ExprId(0) };
        for _ in 0..1 + rng.below(4) {
            let ty = rng.pick(&TYPES);
            self.value(rng, &mut b, ty, depth);
        }
        b.result = self.value(rng, &mut b, ty, depth);
        b
    }

    fn affine(&self, rng: &mut Rng) -> Affine {
        let mut sum = Affine::from(rng.range(-9, 9));
        for _ in 0..rng.below(4) {
            let own = rng.below(self.rank + self.open.len());
            let leaf = match rng.below(3) {
                0 => Affine::from(SizeId(rng.below(self.p.sizes.len()))),
                _ if own < self.rank => Affine::from(VarId(own)),
                _ => Affine::from(self.open[own - self.rank]),
            };
            sum = sum.add_scaled(&leaf, rng.range(-3, 3)).offset(rng.range(-1, 1));
            if rng.below(3) == 0 {
                sum = sum.floor_div(rng.range(1, 5));
            }
        }
        sum
    }

    fn test(&self, rng: &mut Rng) -> Test {
        let affine = self.affine(rng);
        let affine = if rng.below(2) == 0 { affine.modulo(3).offset(-2) } else { affine };
        Test { affine, op: rng.pick(&[TestOp::Zero, TestOp::NonZero, TestOp::NonNegative]) }
    }

    /// Appends an expression of a type.
    fn value(&mut self, rng: &mut Rng, b: &mut Block, ty: ElemType, depth: usize) -> ExprId {
        let node = self.node(rng, b, ty, depth);
        b.exprs.push(Expr { ty, node, loc: Loc(6) });
        ExprId(b.exprs.len() - 1)
    }

    /// An earlier expression of a type, or a new constant.
    fn operand(&mut self, rng: &mut Rng, b: &mut Block, ty: ElemType) -> ExprId {
        let found: Vec<usize> = (0..b.exprs.len()).filter(|i| b.exprs[*i].ty == ty).collect();
        if found.is_empty() || rng.below(6) == 0 {
            b.exprs.push(Expr { ty, node: Node::Const(rng.value(ty)), loc: Loc(8) });
            return ExprId(b.exprs.len() - 1);
        }
        ExprId(rng.pick(&found))
    }

    fn node(&mut self, rng: &mut Rng, b: &mut Block, ty: ElemType, depth: usize) -> Node {
        for _ in 0..20 {
            match rng.below(10) {
                0 => {
                    let found = self.p.scalars.iter().position(|s| s.ty == ty);
                    if let Some(i) = found {
                        return Node::Scalar(ScalarId(i));
                    }
                }
                1 if ty == ElemType::I32 => return Node::Index(self.affine(rng)),
                1 if ty == ElemType::Bool => return Node::Test(self.test(rng)),
                2 => {
                    let inputs = (0..self.p.inputs.len()).map(|i| Source::Input(InputId(i)));
                    let stages = (0..self.p.stages.len()).map(|s| Source::Stage(StageId(s)));
                    let all: Vec<Source> = inputs.chain(stages).collect();
                    let source = rng.pick(&all);
                    if self.p.source_type(source) == ty {
                        return self.read(rng, b, source);
                    }
                }
                3 => {
                    let op = rng.pick(&UnaryOp::ALL);
                    if op.takes().includes(ty) {
                        return Node::Unary(op, self.operand(rng, b, ty));
                    }
                }
                4 | 5 => {
                    use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
                    // Bools come of comparisons as a rule.
                    let op = match ty == ElemType::Bool && rng.below(4) > 0 {
                        true => rng.pick(&[Eq, Ne, Lt, Le, Gt, Ge]),
                        false => rng.pick(&BinaryOp::ALL),
                    };
                    if let Some(of) = operand_type(rng, op, ty) {
                        let a = self.operand(rng, b, of);
                        return Node::Binary(op, a, self.operand(rng, b, of));
                    }
                }
                6 if ty != ElemType::Bool => {
                    let numeric = rng.pick(&ElemType::NUMERIC);
                    let from = if ty.is_int() { rng.pick(&TYPES) } else { numeric };
                    if rng.below(2) == 0 && ty.is_int() {
                        return Node::SaturatingCast(self.operand(rng, b, numeric));
                    }
                    return Node::Cast(self.operand(rng, b, from));
                }
                7 => {
                    let c = self.operand(rng, b, ElemType::Bool);
                    let a = self.operand(rng, b, ty);
                    return Node::Select(c, a, self.operand(rng, b, ty));
                }
                8 if ty.is_float() => {
                    let f = rng.pick(&Function::ALL);
                    let operands = (0..f.arity()).map(|_| self.operand(rng, b, ty)).collect();
                    return Node::Call(f, operands);
                }
                9 if depth < 2 => {
                    let op = rng.pick(&ReduceOp::ALL);
                    if op.takes().includes(ty) {
                        if rng.below(3) == 0 {
                            let terms = (0..1 + rng.below(4)).map(|_| self.operand(rng, b, ty));
                            return Node::Combine { op, terms: terms.collect() };
                        }
                        return self.reduce(rng, op, ty, depth);
                    }
                }
                _ => {}
            }
        }
        Node::Const(rng.value(ty))
    }

    fn read(&mut self, rng: &mut Rng, b: &mut Block, source: Source) -> Node {
        let rank = self.p.source_domain(source).0.len();
        let index = (0..rank).map(|_| match rng.below(4) {
            0 => {
                let ty = rng.pick(&[ElemType::U8, ElemType::I16, ElemType::I32, ElemType::U32]);
                Index::Value(self.operand(rng, b, ty))
            }
            _ => Index::Affine(self.affine(rng)),
        });
        Node::Read { source, index: index.collect() }
    }

    /// A variable of a window between constants or, now and then, to a size.
    fn window_var(&self, rng: &mut Rng, id: VarId) -> WindowVar {
        let first = rng.range(-2, 1);
        let last = match rng.below(6) {
            0 => Affine::from(SizeId(rng.below(self.p.sizes.len()))).offset(-rng.range(1, 2)),
            _ => Affine::from(first + rng.range(0, 2)),
        };
        WindowVar::new(id, first, last)
    }

    fn reduce(&mut self, rng: &mut Rng, op: ReduceOp, ty: ElemType, depth: usize) -> Node {
        let first = self.vars - 3 + depth;
        let count = if depth == 0 { 1 + rng.below(2) } else { 1 };
        let mut vars = Vec::new();
        for v in first..first + count {
            if !self.open.contains(&VarId(v)) {
                vars.push(self.window_var(rng, VarId(v)));
            }
        }
        if vars.is_empty() {
            return Node::Const(rng.value(ty));
        }
        let outer = self.open.len();
        self.open.extend(vars.iter().map(|v| v.id));
        let body = Box::new(self.block(rng, ty, depth + 1));
        self.open.truncate(outer);
        let product = ty.is_float() && body.product().is_some();
        let fused = op == ReduceOp::Sum && product;
        Node::Reduce { op, vars, body, fused }
    }
}

/// A type of operands that makes the operator give `ty`.
fn operand_type(rng: &mut Rng, op: BinaryOp, ty: ElemType) -> Option<ElemType> {
    match op.takes() {
        Takes::Only(of) => (op.gives(of) == ty).then_some(of),
        Takes::Anything if op.is_comparison() => (ty == ElemType::Bool).then(|| rng.pick(&TYPES)),
        _ if op.is_comparison() => (ty == ElemType::Bool).then(|| rng.pick(&ElemType::NUMERIC)),
        takes => takes.includes(ty).then_some(ty),
    }
}
