//! The report as JSON. The keys are those of the fields and documented in `docs/plan.md`.
//!
//! Written by hand: this crate is compiled by everyone who uses it, and every dependency with it.

use super::{
    Group, OnRanks, Propagated, RankArray, RankChoices, RankNeed, Report, Role, Shape, Stage,
};
use std::fmt::Write;

/// The report as JSON, indented, in UTF-8. Keys keep their order; what is not known is
/// `null`.
#[inline]
pub fn json(report: &Report) -> String {
    let mut out = String::new();
    value(report).write(&mut out, 0);
    out.push('\n');
    out
}

/// A value of JSON.
enum Json {
    Null,
    Bool(bool),
    Int(i128),
    Float(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(&'static str, Json)>),
}

/// The widest line that lists and objects are not broken for.
const WIDTH: usize = 100;

impl Json {
    #[inline]
    fn write(&self, out: &mut String, indent: usize) {
        let start = out.len();
        self.write_flat(out);
        let broken = match self {
            Json::List(items) => !items.is_empty(),
            Json::Object(members) => !members.is_empty(),
            _ => false,
        };
        // The outermost object is always broken.
        if !broken || (indent > 0 && indent + out.len() - start <= WIDTH) {
            return;
        }
        out.truncate(start);
        let inner = indent + 2;
        let line = |out: &mut String, i: usize| {
            out.push_str(if i == 0 { "\n" } else { ",\n" });
            out.push_str(&" ".repeat(inner));
        };
        let close = match self {
            Json::List(items) => {
                out.push('[');
                for (i, item) in items.iter().enumerate() {
                    line(out, i);
                    item.write(out, inner);
                }
                ']'
            }
            Json::Object(members) => {
                out.push('{');
                for (i, (key, member)) in members.iter().enumerate() {
                    line(out, i);
                    write_text(out, key);
                    out.push_str(": ");
                    member.write(out, inner);
                }
                '}'
            }
            _ => return,
        };
        out.push('\n');
        out.push_str(&" ".repeat(indent));
        out.push(close);
    }

    /// In one line.
    #[inline]
    fn write_flat(&self, out: &mut String) {
        let comma = |out: &mut String, i: usize| out.push_str(if i == 0 { "" } else { ", " });
        match self {
            Json::Null => out.push_str("null"),
            Json::Bool(b) => out.push_str(if *b { "true" } else { "false" }),
            Json::Int(n) => out.push_str(&n.to_string()),
            Json::Float(x) if x.is_finite() => out.push_str(&x.to_string()),
            Json::Float(_) => out.push_str("null"),
            Json::Text(text) => write_text(out, text),
            Json::List(items) => {
                out.push('[');
                for (i, item) in items.iter().enumerate() {
                    comma(out, i);
                    item.write_flat(out);
                }
                out.push(']');
            }
            Json::Object(members) => {
                out.push('{');
                for (i, (key, member)) in members.iter().enumerate() {
                    comma(out, i);
                    write_text(out, key);
                    out.push_str(": ");
                    member.write_flat(out);
                }
                out.push('}');
            }
        }
    }
}

/// A string with its quotes (RFC 8259, Section 7).
#[inline]
fn write_text(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if c < ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

#[inline]
fn text(s: &str) -> Json {
    Json::Text(s.into())
}

#[inline]
fn int(n: u64) -> Json {
    Json::Int(n.into())
}

#[inline]
fn optional<T>(value: &Option<T>, f: impl Fn(&T) -> Json) -> Json {
    value.as_ref().map_or(Json::Null, f)
}

#[inline]
fn list<T>(items: &[T], f: impl Fn(&T) -> Json) -> Json {
    Json::List(items.iter().map(f).collect())
}

#[inline]
fn times(of: &Propagated) -> Json {
    let ms = |ms: &Option<f64>| optional(ms, |ms| Json::Float(*ms));
    Json::Object(vec![("with_ms", ms(&of.with_ms)), ("without_ms", ms(&of.without_ms))])
}

#[inline]
fn texts(items: &[String]) -> Json {
    list(items, |s| text(s))
}

/// A number without digits that nobody could have measured.
#[inline]
fn rounded(x: f64, decimals: i32) -> Json {
    let scale = 10f64.powi(decimals);
    Json::Float((x * scale).round() / scale)
}

#[inline]
fn choices(of: &RankChoices) -> Json {
    Json::Object(vec![
        ("exchange_ms", rounded(of.exchange_ms, 4)),
        ("rank_ms", rounded(of.rank_ms, 4)),
        ("everywhere_ms", rounded(of.everywhere_ms, 4)),
    ])
}

#[inline]
fn ranks(r: &OnRanks) -> Json {
    let need = |need: &RankNeed| {
        Json::Object(vec![
            ("array", text(&need.array)),
            ("group", text(&need.group)),
            ("policy", text(&need.policy)),
            ("why", text(&need.why)),
        ])
    };
    let array = |of: &RankArray| {
        Json::Object(vec![
            ("array", text(&of.array)),
            ("ranks", int(of.ranks)),
            ("policy", text(&of.policy)),
            ("steps", of.steps.map_or(Json::Null, int)),
            ("messages", int(of.messages)),
            ("bytes", int(of.bytes)),
            ("choices", of.choices.as_ref().map_or(Json::Null, choices)),
        ])
    };
    Json::Object(vec![
        ("along", texts(&r.axes)),
        ("needs", list(&r.needs, need)),
        ("network", text(&r.network)),
        ("arrays", list(&r.arrays, array)),
    ])
}

#[inline]
fn value(r: &Report) -> Json {
    let t = &r.totals;
    let mut fields = vec![
        ("pipeline", text(&r.pipeline)),
        (
            "estimates",
            list(&r.estimates, |e| {
                Json::Object(vec![("size", text(&e.name)), ("value", Json::Int(e.value.into()))])
            }),
        ),
        ("machine", optional(&r.machine, machine)),
        ("asked_for", texts(&r.asked)),
        ("hints", texts(&r.hints)),
        ("cost_model", optional(&r.cost_model, |m| text(m))),
        ("strategy", text(&r.search.strategy)),
        ("groupings_enumerated", int(r.search.enumerated)),
        ("search_cut_short", optional(&r.search.cut_short, |c| text(c))),
        (
            "inlined",
            list(&r.inlined, |i| {
                let propagated = optional(&i.propagated, times);
                Json::Object(vec![
                    ("stage", text(&i.stage)),
                    ("into", texts(&i.into)),
                    ("propagated", propagated),
                ])
            }),
        ),
        (
            "cloned",
            list(&r.cloned, |c| {
                Json::Object(vec![
                    ("stage", text(&c.stage)),
                    ("readers", texts(&c.readers)),
                    ("times", times(&c.times)),
                ])
            }),
        ),
        ("enlarged", texts(&r.enlarged)),
        ("unused", texts(&r.unused)),
        (
            "warnings",
            list(&r.warnings, |w| {
                Json::Object(vec![("lint", text(&w.lint)), ("message", text(&w.message))])
            }),
        ),
        (
            "inputs",
            list(&r.inputs, |i| {
                Json::Object(vec![
                    ("name", text(&i.name)),
                    ("type", text(&i.ty)),
                    ("domain", text(&i.domain)),
                    ("extents", list(&i.extents, |e| int(*e))),
                    ("bytes", int(i.bytes)),
                ])
            }),
        ),
        ("groups", list(&r.groups, group)),
        (
            "not_fused",
            list(&r.not_fused, |n| {
                Json::Object(vec![
                    ("producer", text(&n.producer)),
                    ("consumer", text(&n.consumer)),
                    ("reason", text(&n.reason)),
                ])
            }),
        ),
        (
            "edges",
            list(&r.edges, |e| {
                Json::Object(vec![("producer", text(&e.producer)), ("consumer", text(&e.consumer))])
            }),
        ),
        (
            "totals",
            Json::Object(vec![
                ("full_bytes", int(t.full_bytes)),
                ("scratch_bytes", int(t.scratch_bytes)),
                ("bytes_moved", int(t.bytes_moved)),
                ("bytes_moved_unfused", int(t.bytes_moved_unfused)),
            ]),
        ),
    ];
    if !r.ranks.axes.is_empty() {
        fields.push(("ranks", ranks(&r.ranks)));
    }
    Json::Object(fields)
}

#[inline]
fn machine(m: &super::Machine) -> Json {
    Json::Object(vec![
        ("name", text(&m.name)),
        ("configured", text(&m.configured)),
        ("l1_bytes", int(m.l1)),
        ("l2_bytes", int(m.l2)),
        ("llc_bytes", int(m.llc)),
        ("cores", int(m.cores)),
        ("lanes", int(m.lanes)),
    ])
}

#[inline]
fn group(g: &Group) -> Json {
    Json::Object(vec![
        ("name", text(&g.name)),
        ("shape", shape(&g.shape)),
        ("tasks", int(g.tasks)),
        ("overlap", rounded(g.overlap, 6)),
        ("scratch_bytes", int(g.scratch_bytes)),
        ("scratch_place", optional(&g.scratch_place, |p| text(p))),
        ("bytes_read", int(g.bytes_read)),
        ("bytes_written", int(g.bytes_written)),
        (
            "cost_terms",
            list(&g.terms, |t| {
                Json::Object(vec![
                    ("name", text(&t.name)),
                    ("value", rounded(t.value, 6)),
                    ("unit", text(&t.unit)),
                ])
            }),
        ),
        ("predicted_ms", optional(&g.predicted_ms, |ms| rounded(*ms, 3))),
        ("hints", texts(&g.hints)),
        (
            "recipes",
            list(&g.recipes, |r| {
                Json::Object(vec![("of", text(&r.of)), ("steps", text(&r.steps))])
            }),
        ),
        ("stages", list(&g.stages, stage)),
    ])
}

#[inline]
fn shape(shape: &Shape) -> Json {
    match shape {
        Shape::Whole => Json::Object(vec![("kind", text("whole"))]),
        Shape::Tiles(t) => Json::Object(vec![
            ("kind", text(t.kind.name())),
            ("rows", int(t.rows)),
            ("width", optional(&t.width, |w| int(*w))),
            ("depths", list(&t.depths, depth)),
            ("step", int(t.step)),
            ("prologue", int(t.prologue)),
            ("times", int(t.times)),
        ]),
    }
}

#[inline]
fn depth((dim, size): &(String, u64)) -> Json {
    Json::Object(vec![("dimension", text(dim)), ("size", int(*size))])
}

#[inline]
fn stage(s: &Stage) -> Json {
    let mut members = vec![
        ("name", text(&s.name)),
        ("type", text(&s.ty)),
        ("domain", text(&s.domain)),
        ("extents", list(&s.extents, |e| int(*e))),
        ("live_out", Json::Bool(s.live_out)),
        ("layout", list(&s.layout, |variable| text(variable))),
        ("points", int(s.points)),
        ("points_computed", int(s.computed)),
        ("points_again", int(s.again)),
    ];
    match s.role {
        Role::Scratchpad { bytes, rows, folded_to } => members.extend([
            ("kept_in", text("scratchpad")),
            ("bytes", int(bytes)),
            ("rows", int(rows)),
            ("folded_to", int(folded_to)),
        ]),
        Role::Full { bytes } => {
            members.extend([("kept_in", text("full buffer")), ("bytes", int(bytes))]);
        }
        Role::Output { bytes } => {
            members.extend([("kept_in", text("result")), ("bytes", int(bytes))]);
        }
        Role::Register => members.extend([("kept_in", text("registers")), ("bytes", int(0))]),
    }
    Json::Object(members)
}
