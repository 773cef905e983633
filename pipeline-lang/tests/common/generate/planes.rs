//! A few planes of a picture, computed from each other, of which data mostly choose one at a pixel:
//! with tables that are looked up at distances, cells that are summed, and planes at other rates.

use super::space::offset;
use crate::common::rng::Rng;
use pipeline_core::ir::ElemType;

/// The pipeline of a seed.
pub fn generate_planes(seed: u64, name: &str) -> String {
    let mut rng = Rng::new(seed);
    let ty = rng.pick(&[ElemType::F32, ElemType::F32, ElemType::I32, ElemType::U8]);
    let planes = rng.pick(&[8, 8, 8, 11, 16, 24, 5]);
    let mut items = vec![format!("fn bin(v) = clamp(v as i32, 0, {});", planes - 1)];
    // How many pixels a point of the last stage of planes stands for.
    let mut per = 1;
    let order = rng.below(3);
    let at = |k: &str, y: &str, x: &str| match order {
        0 => format!("{k}, {y}, {x}"),
        1 => format!("{y}, {k}, {x}"),
        _ => format!("{y}, {x}, {k}"),
    };
    let domain = |per: i64| {
        let of = |size: &str| {
            if per == 1 { format!("0..{size}") } else { format!("0..{size}/{per} + 2") }
        };
        at(&format!("0..{planes}"), &of("rows"), &of("cols"))
    };
    if rng.chance(20) {
        // A histogram of each cell.
        per = rng.pick(&[4, 8]);
        items.push("border img = clamp;".into());
        let target = at(&format!("bin(img({per}*gy + dy, {per}*gx + dx))"), "gy", "gx");
        let over = format!(
            "for (gy, gx, dy, dx) in [0..rows/{per} + 2, 0..cols/{per} + 2, 0..{per}, 0..{per}]"
        );
        let (point, domain) = (at("k", "y", "x"), domain(per));
        // Its draws are its own, so that other seeds' pipelines stay.
        let mut rng = Rng::new(!seed);
        items.push(match rng.chance(80) {
            false => format!(
                "p0({point}) in [{domain}]: {ty} = 0 as {ty};\n    p0({target}) += 1 as {ty} {over};"
            ),
            true => {
                // Several values a cell.
                let values = rng.pick(&[2, 2, 4, 3]);
                let first = rng.chance(70);
                let of = |c: &str, rest: &str| match first {
                    true => format!("{c}, {rest}"),
                    false => format!("{rest}, {c}"),
                };
                let op = rng.pick(&["+=", "+=", "min=", "*="]);
                let updates = (0..values).map(|c| {
                    let target = of(&c.to_string(), &target);
                    format!("\n    cells({target}) {op} img({per}*gy + dy, {per}*gx + {c}) {over};")
                });
                let updates: String = updates.collect();
                let (last, value) = (values - 1, |c: &str| of(c, &point));
                format!(
                    "cells({}) in [{}]: {ty} = 1 as {ty};{updates}\n    \
                     p0({point}) in [{domain}]: {ty} = cells({}) - cells({});",
                    of("c", &point),
                    of(&format!("0..{values}"), &domain),
                    value("0"),
                    value(&last.to_string()),
                )
            }
        });
    } else {
        let step = rng.range(1, 3);
        let most = planes - 1;
        let value = match rng.below(3) {
            0 => format!("img(y, x) * (k as {ty})"),
            1 => {
                items.push(format!(
                    "table(i) in [-{0}..={0}]: {ty} = ((i as i32) * (i as i32) - 3) as {ty};",
                    most * (step + 1)
                ));
                format!("table(bin(img(y, x)) - {step}*k) + (k as {ty})")
            }
            _ => {
                items.push(format!(
                    "table(i) in [0..={}]: {ty} = (7 - i) as {ty};",
                    most * (step + 1)
                ));
                format!("img(y, x) * table({step}*k + bin(img(y, x)))")
            }
        };
        items.push(format!("p0({}) in [{}]: {ty} = {value};", at("k", "y", "x"), domain(1)));
    }
    // All planes of a large picture, weighed by it, instead of one that is chosen.
    let all = order == 0 && rng.chance(40);
    let count = rng.range(if all { 1 } else { 0 }, 2);
    for number in 0..count {
        let halves = per == 1 && rng.chance(30);
        items.push(format!("border p{number} = {};", rng.pick(&["clamp", "mirror", "repeat"])));
        let reads: Vec<String> = (0..rng.range(1, 3))
            .map(|_| {
                let [y, x] = ["y", "x"].map(|var| {
                    let by = if rng.chance(50) { 0 } else { rng.range(-2, 2) };
                    format!("{}{var}{}", if halves { "2*" } else { "" }, offset(by))
                });
                let k = if all { "k" } else { rng.pick(&["k", "k", "k", "2", "k - 1"]) };
                format!("p{number}({})", at(k, &y, &x))
            })
            .collect();
        let op = rng.pick(&[" + ", " - ", " * "]);
        per *= if halves { 2 } else { 1 };
        let (next, value) = (number + 1, reads.join(op));
        items.push(format!("p{next}({}) in [{}]: {ty} = {value};", at("k", "y", "x"), domain(per)));
    }
    let along = per * rng.pick(&[1, 8, 8, 9, 13]);
    let divided = |var: &str, by: i64| if by == 1 { var.into() } else { format!("{var}/{by}") };
    let (y, x) = (divided("y", per), if rng.chance(25) { "0".into() } else { divided("x", along) });
    let last = format!("p{count}");
    let chosen = |k: &str| format!("{last}({})", at(k, &y, &x));
    let mut value = chosen("bin(img(y, x))");
    let neighbours = rng.chance(40);
    if neighbours {
        items.push(format!("place(y, x) = clamp(img(y, x) as i32, 0, {});", planes - 2));
        value = format!("{} - {}", chosen("place(y, x)"), chosen("place(y, x) + 1"));
    }
    if !neighbours && rng.chance(60) {
        value =
            format!("{value} * {}", chosen(&format!("min(bin(img(y, x)) + 1, {})", planes - 1)));
    }
    if per > 1 && rng.chance(50) {
        let next = format!("{last}({})", at("bin(img(y, x))", &y, &format!("{x} + 1")));
        value = format!("{value} - {next}");
    }
    items.push(match all {
        true => format!(
            "out(k, y, x) in [0..{planes}, 0..rows, 0..cols]: {ty} = img(y, x) * {last}(k, {y}, {x});"
        ),
        false => format!("out(y, x) in [0..rows, 0..cols]: {ty} = {value};"),
    });
    let outputs = if rng.chance(15) { format!("(out, {last})") } else { "out".into() };
    let items = items.join("\n    ");
    let times = if all { 10 } else { 1 };
    format!(
        "fn {name}(img: [{ty}; rows, cols]) -> {outputs} where rows ~ {}, cols ~ {} {{\n    \
         {items}\n}}",
        300 * times,
        200 * times
    )
}
