//! The report as a picture: a box a group with its stages in layers, and what it does at its side.
//!
//! The picture needs nothing else: no scripts, no fonts, no files. It has its own background, and
//! dark colours where the viewer asks for them.

mod graph;
mod layout;
mod scene;
mod sheet;

use super::figures::{bytes, counted, extents, kept, milliseconds, percent, thousands};
use super::picture::{NodeKind, Picture, PictureNode, picture};
use super::{Group, Report, Role, Shape, text};
use scene::{CAPTION_HEADINGS, CAPTION_VALUES, LINE, NODE_HEIGHT, Scene};
use sheet::Sheet;

/// Room around everything.
const MARGIN: f64 = 24.0;
/// Height of the title.
const TITLE: f64 = 44.0;

/// The report as an SVG document.
#[inline]
pub fn svg(report: &Report) -> String {
    let picture = picture(report);
    let captions: Vec<Vec<(&str, String)>> =
        report.groups.iter().enumerate().map(|(i, g)| caption(i, g)).collect();
    let labels: Vec<(String, String)> = picture.nodes.iter().map(label).collect();
    let scene = Scene::new(&picture, &labels, &captions);
    let footer = footer(report);
    let title = text::title(report);
    let keys = keys(&picture);
    let keys_width = keys.iter().map(|k| key_width(k.1)).sum::<f64>();
    let texts = footer.iter().map(String::as_str).chain([title.trim_end()]);
    let text_width = texts.map(|t| t.chars().count() as f64 * 7.2).fold(keys_width, f64::max);
    let width = scene.width.max(text_width) + 2.0 * MARGIN;
    let below = TITLE + MARGIN + scene.height;
    let height = below + 44.0 + LINE * footer.len() as f64 + MARGIN;

    let mut sheet = Sheet::new(width, height, title.trim_end());
    sheet.text("pl-t", MARGIN, MARGIN + 14.0, title.trim_end());
    sheet.shift(((width - scene.width) / 2.0).floor(), TITLE + MARGIN);
    for (group, lines) in scene.groups.iter().zip(&captions) {
        sheet.rect("pl-g", group.x, group.y, (group.width, group.height), 8.0);
        for (i, (heading, value)) in lines.iter().enumerate() {
            let y = group.y + 22.0 + LINE * i as f64;
            let classes = if i == 0 { ("pl-b", "pl-b") } else { ("pl-c", "pl-v") };
            sheet.text(classes.0, group.x + CAPTION_HEADINGS, y, heading);
            sheet.text(classes.1, group.x + CAPTION_VALUES, y, value);
        }
    }
    sheet.edges(&scene.routes);
    for ((node, (name, about)), place) in picture.nodes.iter().zip(&labels).zip(&scene.places) {
        let (x, y, width) = *place;
        sheet.open(&explanation(node));
        sheet.rect(class(&node.kind), x, y, (width, NODE_HEIGHT), radius(&node.kind));
        sheet.text("pl-n", x + width / 2.0, y + 16.0, name);
        sheet.text("pl-m", x + width / 2.0, y + 30.0, about);
        sheet.close();
    }
    sheet.close();

    let mut x = MARGIN;
    for (class, name, radius) in keys {
        sheet.rect(class, x, below + 18.0, (22.0, 13.0), radius.min(6.0));
        sheet.text("pl-c", x + 28.0, below + 29.0, name);
        x += key_width(name);
    }
    for (i, line) in footer.iter().enumerate() {
        sheet.text("pl-c", MARGIN, below + 54.0 + LINE * i as f64, line);
    }
    sheet.finish()
}

/// What is said at the side of a group: headings and values.
#[inline]
fn caption(i: usize, group: &Group) -> Vec<(&'static str, String)> {
    let mut lines = vec![("Group", (i + 1).to_string())];
    match &group.shape {
        Shape::Whole => lines.push(("shape", "whole domain".into())),
        Shape::Tiles(tiles) => {
            lines.push(("shape", tiles.kind.name().into()));
            let cut = tiles.depths.iter().map(|d| d.1).chain(tiles.width);
            let sizes: Vec<String> =
                std::iter::once(tiles.rows).chain(cut).map(thousands).collect();
            lines.push(match sizes.len() {
                1 => ("strips", counted(tiles.rows, "row")),
                _ => ("blocks", sizes.join(" × ")),
            });
            if tiles.step > 1 && tiles.step < tiles.rows {
                lines.push(("step", counted(tiles.step, "row")));
            }
            if tiles.prologue > 0 {
                lines.push(("prologue", counted(tiles.prologue, "row")));
            }
            if tiles.times > 1 {
                lines.push(("at once", counted(tiles.times, "time step")));
            }
            lines.push(("overlap", percent(group.overlap)));
        }
    }
    lines.push(("tasks", thousands(group.tasks)));
    if group.scratch_bytes > 0 {
        lines.push(("scratch", bytes(group.scratch_bytes)));
    }
    lines.push(("reads", bytes(group.bytes_read)));
    lines.push(("writes", bytes(group.bytes_written)));
    lines.extend(group.predicted_ms.map(|ms| ("predicted", milliseconds(ms))));
    lines
}

/// What is written in a node.
#[inline]
fn label(node: &PictureNode<'_>) -> (String, String) {
    let about = match &node.kind {
        NodeKind::Input(input) => format!("{}, {}", input.ty, extents(&input.extents)),
        NodeKind::Inlined => "inlined".into(),
        NodeKind::Stage(stage) => match &stage.role {
            Role::Scratchpad { folded_to, .. } => {
                format!("{}, {}", stage.ty, counted(*folded_to, "row"))
            }
            Role::Full { bytes: b } => format!("{}, {}", stage.ty, bytes(*b)),
            Role::Output { bytes: b } => format!("{}, {}", stage.ty, bytes(*b)),
            Role::Register => format!("{}, registers", stage.ty),
        },
    };
    (node.name.to_string(), about)
}

/// What is shown when the pointer rests on a node.
#[inline]
fn explanation(node: &PictureNode<'_>) -> String {
    match &node.kind {
        NodeKind::Input(input) => {
            format!("{}: {} {}, {}", node.name, input.ty, input.domain, bytes(input.bytes))
        }
        NodeKind::Inlined => format!("{}: inlined", node.name),
        NodeKind::Stage(stage) => format!(
            "{}: {} {}, {} points computed, {}",
            node.name,
            stage.ty,
            stage.domain,
            thousands(stage.computed),
            kept(stage)
        ),
    }
}

#[inline]
fn class(kind: &NodeKind<'_>) -> &'static str {
    match kind {
        NodeKind::Input(_) => "pl-i",
        NodeKind::Inlined => "pl-d",
        NodeKind::Stage(stage) => match stage.role {
            Role::Output { .. } => "pl-o",
            Role::Full { .. } => "pl-f",
            Role::Scratchpad { .. } | Role::Register => "pl-s",
        },
    }
}

#[inline]
fn radius(kind: &NodeKind<'_>) -> f64 {
    if matches!(kind, NodeKind::Input(_)) { NODE_HEIGHT / 2.0 } else { 4.0 }
}

/// The kinds of nodes that a picture has, with their names.
#[inline]
fn keys(picture: &Picture<'_>) -> Vec<(&'static str, &'static str, f64)> {
    let all = [
        ("pl-i", "input", 6.0),
        ("pl-s", "rows kept by a task", 3.0),
        ("pl-f", "full buffer", 3.0),
        ("pl-o", "result", 3.0),
        ("pl-d", "inlined", 3.0),
    ];
    let present = |key: &(&str, &str, f64)| picture.nodes.iter().any(|n| class(&n.kind) == key.0);
    all.into_iter().filter(present).collect()
}

#[inline]
fn key_width(name: &str) -> f64 {
    52.0 + 6.0 * name.chars().count() as f64
}

#[inline]
fn footer(report: &Report) -> Vec<String> {
    let t = &report.totals;
    let (moved, unfused) = (bytes(t.bytes_moved), bytes(t.bytes_moved_unfused));
    vec![
        format!("Memory traffic {moved}; with every stage by itself {unfused}"),
        format!(
            "Between groups at most {}; scratch at most {} a thread",
            bytes(t.full_bytes),
            bytes(t.scratch_bytes)
        ),
    ]
}
