//! The tree as a compact text: operators and calls in prefix form.

use quote::ToTokens;

use crate::syntax::{
    BinaryOp, Body, Broken, Clause, Dim, Expr, ExprKind, Item, ParamKind, PipelineBlock, RangeExpr,
    StageRef, UnaryOp, UpdateOp,
};

fn list<T>(items: &[T], show: impl Fn(&T) -> String) -> String {
    items.iter().map(show).collect::<Vec<_>>().join(" ")
}

pub(super) fn expr(e: &Expr) -> String {
    match &e.kind {
        ExprKind::Int { value, suffix } => format!("{value}{suffix}"),
        ExprKind::Float { value, suffix } => format!("{value:?}{suffix}"),
        ExprKind::Bool(value) => value.to_string(),
        ExprKind::Name(name) => name.to_string(),
        ExprKind::Call { callee, args } if args.is_empty() => format!("({})", target(callee)),
        ExprKind::Call { callee, args } => format!("({} {})", target(callee), list(args, expr)),
        ExprKind::Member(callee) => target(callee),
        ExprKind::Window { op, ranges, body } => {
            let ranges = list(ranges, |(var, r)| format!("{var} in {}", range(r)));
            format!("({op} [{ranges}] {})", expr(body))
        }
        ExprKind::Array(values) => format!("[{}]", list(values, expr)),
        ExprKind::Unary(op, a) => format!("({} {})", unary(*op), expr(a)),
        ExprKind::Binary(op, a, b) => format!("({} {} {})", binary(*op), expr(a), expr(b)),
        ExprKind::Cast(a, ty) => format!("(as {} {ty})", expr(a)),
        ExprKind::If(c, a, b) => format!("(if {} {} {})", expr(c), expr(a), expr(b)),
        ExprKind::Block(lets, value) => {
            let lets = list(lets, |(name, e)| format!("({name} {})", expr(e)));
            format!("(let {lets} {})", expr(value))
        }
    }
}

fn unary(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Neg => "-",
        UnaryOp::Not => "!",
    }
}

fn binary(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitOr => "|",
        BinaryOp::BitXor => "^",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::And => "&&",
        BinaryOp::Or => "||",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
    }
}

fn range(r: &RangeExpr) -> String {
    let dots = if r.inclusive { "..=" } else { ".." };
    let step = r.step.as_ref().map_or_else(String::new, |s| format!(" step {}", expr(s)));
    format!("{}{dots}{}{step}", expr(&r.lo), expr(&r.hi))
}

fn target(t: &StageRef) -> String {
    let members: String = t.members.iter().map(|m| format!("[{}]", expr(m))).collect();
    format!("{}{members}", t.name)
}

pub(super) fn item(i: &Item) -> String {
    match i {
        Item::Const { name, value } => format!("(const {name} {})", expr(value)),
        Item::Helper { name, params, body } => {
            format!("(fn {name} [{}] {})", list(params, ToString::to_string), expr(body))
        }
        Item::Border { target: t, mode, value } => {
            let value = value.as_ref().map_or_else(String::new, |v| format!(" {}", expr(v)));
            format!("(border {} {mode}{value})", target(t))
        }
        Item::Stage(s) => {
            let ty = s.ty.as_ref().map_or_else(String::new, |ty| format!(" : {ty}"));
            let domain =
                s.domain.as_ref().map_or_else(String::new, |d| format!(" in [{}]", list(d, range)));
            let vars = list(&s.vars, ToString::to_string);
            format!("({} [{vars}]{ty}{domain} = {})", target(&s.target), body(&s.body))
        }
        Item::Update(u) => {
            let op = match u.op {
                UpdateOp::Add => "+=",
                UpdateOp::Sub => "-=",
                UpdateOp::Mul => "*=",
                UpdateOp::Min => "min=",
                UpdateOp::Max => "max=",
            };
            format!(
                "({} [{}] {op} {} for [{}] in [{}])",
                target(&u.target),
                list(&u.args, expr),
                expr(&u.value),
                list(&u.vars, ToString::to_string),
                list(&u.domain, range)
            )
        }
        Item::Broken(Broken { stage: None, .. }) => "(broken)".into(),
        Item::Broken(Broken { stage: Some(name), vars, .. }) => {
            format!("(broken {name} [{}])", list(vars, ToString::to_string))
        }
        Item::For { var, range: r, items } => {
            format!("(for {var} in {} {})", range(r), list(items, item))
        }
        Item::If { cond, then, otherwise } => {
            format!("(if {} ({}) ({}))", expr(cond), list(then, item), list(otherwise, item))
        }
    }
}

fn body(b: &Body) -> String {
    match b {
        Body::Expr(e) => expr(e),
        Body::Cases { arms, .. } => {
            let arm = |(cond, value): &(Option<Expr>, Expr)| {
                let cond = cond.as_ref().map_or_else(|| "else".into(), expr);
                format!("({cond} => {})", expr(value))
            };
            format!("(case {})", list(arms, arm))
        }
    }
}

/// Everything but the items.
pub(super) fn header(b: &PipelineBlock) -> String {
    let mut parts = Vec::new();
    parts.extend(b.docs.iter().map(|doc| doc.to_token_stream().to_string()));
    parts.extend(b.settings.iter().map(|s| format!("@{}({})", s.name, s.args)));
    let vis = b.vis.to_token_stream().to_string();
    parts.extend((!vis.is_empty()).then_some(vis));
    parts.push(b.name.to_string());
    for ty in &b.type_params {
        parts.push(format!("<{}: {}>", ty.name, list(&ty.types, ToString::to_string)));
    }
    for param in &b.params {
        let values = param.values.as_ref().map(|r| format!(" in {}", range(r)));
        let values = values.unwrap_or_default();
        parts.push(match &param.kind {
            ParamKind::Scalar(ty) => format!("({} : {ty}{values})", param.name),
            ParamKind::Input { elem, dims } => {
                let dims = list(dims, |dim| match dim {
                    Dim::Extent(e) => expr(e),
                    Dim::Range(r) => range(r),
                });
                format!("({} : [{elem}{values}; {dims}])", param.name)
            }
        });
    }
    parts.push(format!("-> {}", list(&b.outputs, target)));
    for clause in &b.clauses {
        parts.push(match clause {
            Clause::Estimate { name, value } => format!("(~ {name} {})", expr(value)),
            Clause::Constraint(e) => expr(e),
        });
    }
    parts.join(" ")
}
