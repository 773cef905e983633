//! The report as a graph for Graphviz.

use super::figures::{bytes, extents, kept, percent, shape};
use super::picture::{NodeKind, PictureNode, picture};
use super::{Group, Report, Role, text};
use std::fmt::Write;

/// The report in the language of Graphviz's `dot`: a cluster a group, inputs as parallelograms,
/// results with a double frame, inlined stages dashed.
#[inline]
pub fn dot(report: &Report) -> String {
    let picture = picture(report);
    let mut out = String::new();
    let _ = writeln!(out, "digraph {} {{", quoted(&report.pipeline));
    let _ = writeln!(out, "  label={}; labelloc=t;", quoted(text::title(report).trim_end()));
    out.push_str("  fontname=\"Helvetica\"; rankdir=TB; nodesep=0.3; ranksep=0.45;\n");
    out.push_str("  node [fontname=\"Helvetica\", fontsize=11, shape=box];\n");
    out.push_str("  edge [color=\"#59636e\", arrowsize=0.7];\n");
    for (i, node) in picture.nodes.iter().enumerate().filter(|(_, n)| n.group.is_none()) {
        let _ = writeln!(out, "  {};", declaration(i, node));
    }
    for (g, group) in report.groups.iter().enumerate() {
        let _ = writeln!(out, "  subgraph cluster_{g} {{");
        let _ = writeln!(out, "    label=\"{}\"; labeljust=l;", caption(g, group));
        out.push_str("    style=\"rounded,filled\"; color=\"#c8d1dc\"; fillcolor=\"#f3f6fa\";\n");
        for (i, node) in picture.nodes.iter().enumerate().filter(|(_, n)| n.group == Some(g)) {
            let _ = writeln!(out, "    {};", declaration(i, node));
        }
        out.push_str("  }\n");
    }
    for (producer, consumer) in &picture.edges {
        let _ = writeln!(out, "  n{producer} -> n{consumer};");
    }
    out.push_str("}\n");
    out
}

#[inline]
fn caption(g: usize, group: &Group) -> String {
    let (read, written) = (bytes(group.bytes_read), bytes(group.bytes_written));
    let mut lines = vec![format!("Group {}: {}", g + 1, shape(group))];
    if group.scratch_bytes > 0 {
        let scratch = bytes(group.scratch_bytes);
        lines.push(format!("overlap {}, scratch {scratch} a task", percent(group.overlap)));
    }
    lines.push(format!("{read} read, {written} written"));
    // `\l` ends a line that is set to the left.
    lines.iter().map(|line| format!("{}\\l", escaped(line))).collect()
}

#[inline]
fn declaration(i: usize, node: &PictureNode<'_>) -> String {
    let (label, look) = match node.kind {
        NodeKind::Input(input) => (
            format!("{}\n{}, {}", node.name, input.ty, extents(&input.extents)),
            "shape=parallelogram, style=filled, fillcolor=\"#e4ecfb\"",
        ),
        NodeKind::Inlined => (format!("{}\ninlined", node.name), "style=\"rounded,dashed\""),
        NodeKind::Stage(stage) => {
            let label = format!("{}\n{}, {}", node.name, stage.ty, kept(stage));
            let look = match stage.role {
                Role::Output { .. } => "peripheries=2, style=filled, fillcolor=\"#dcefe0\"",
                Role::Full { .. } => "style=\"rounded,filled\", fillcolor=\"#fdf0d8\"",
                _ => "style=\"rounded,filled\", fillcolor=white",
            };
            (label, look)
        }
    };
    format!("n{i} [label={}, {look}]", quoted(&label))
}

/// A string of the language.
#[inline]
fn quoted(text: &str) -> String {
    format!("\"{}\"", escaped(text))
}

/// What stands in a string; a backslash would start an escape of labels.
#[inline]
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c => out.push(c),
        }
    }
    out
}
