//! Random iterations in time: a stage of which every step is a stencil over the steps before it.

use super::rng::Rng;

/// A pipeline, as text, in which a stage iterates in time over planes or cubes.
pub fn iteration(seed: u64) -> String {
    let own = match seed % 8 {
        3 | 6 => Some("repeat"),
        4 => Some("mirror101"),
        5 => Some("clamp"),
        _ => None,
    };
    let mut rng = Rng::new(seed);
    let ty = rng.pick(&["f32", "f32", "f64", "i32", "u8"]);
    let space: &[&str] = if rng.chance(20) { &["z", "y", "x"] } else { &["y", "x"] };
    let sizes = &["depth", "rows", "cols"][3 - space.len()..];
    let (at, extents) = (space.join(", "), sizes.join(", "));
    let ranges: Vec<String> = sizes.iter().map(|s| format!("0..{s}")).collect();
    let ranges = ranges.join(", ");
    let (first, more) = (rng.range(-2, 2), rng.range(0, 2));
    let last = if more == 0 { "steps".to_string() } else { format!("steps + {more}") };
    let constant = if ty.starts_with('f') { "constant(0.5)" } else { "constant(3)" };
    let border = rng.pick(&["clamp", "mirror", "repeat", constant]);
    let own = own.unwrap_or(constant);
    let mut items = vec![format!("border a = {border};"), format!("border u = {own};")];
    let forced = rng.chance(20);
    if forced {
        items.push(format!(
            "force(t, {at}) in [{first}..={last}, {ranges}]: {ty} = a({at}) + t as {ty};"
        ));
    }
    let mut step = |back: i64| {
        let mut terms = Vec::new();
        for _ in 0..rng.range(1, 5) {
            let moved = |rng: &mut Rng, var: &&str| format!("{var} + {}", rng.range(-2, 2));
            let index: Vec<String> = space.iter().map(|var| moved(&mut rng, var)).collect();
            terms.push(format!("u(t - {}, {})", rng.range(1, back), index.join(", ")));
        }
        if rng.chance(30) {
            let index: Vec<String> =
                space.iter().map(|v| format!("{v} + {}", rng.range(-1, 1))).collect();
            terms.push(format!("a({})", index.join(", ")));
        }
        if forced {
            terms.push(format!("force(t, {at})"));
        }
        let joined = terms.into_iter().reduce(|a, b| format!("{a} {} {b}", rng.pick(&["+", "-"])));
        joined.unwrap_or_default()
    };
    let back = 1 + i64::from(seed.is_multiple_of(5)) + i64::from(seed.is_multiple_of(11));
    let mut cases = vec![(format!("t <= {}", first + (seed % 3) as i64 / 2), format!("a({at})"))];
    for condition in ["t % 2 == 0", "y == 0", "t >= steps", "x >= cols - 2", "t % 3 == 1"] {
        let body = step(back);
        cases.push((condition.into(), body));
    }
    let rest = step(back);
    // Conditions on one variable are apart from each other, or the compiler could not tell.
    let also = 1 + rng.below(2 * cases.len());
    let start = usize::from(also < cases.len() || !rng.chance(85));
    let cases =
        cases.into_iter().enumerate().filter(|(i, _)| *i >= start && (*i == 0 || *i == also));
    let cases: Vec<String> = cases
        .map(|(_, (condition, body))| format!("{condition} => {body}"))
        .chain([format!("else => {rest}")])
        .collect();
    let body = match cases.as_slice() {
        [_] => format!("a({at}) + {rest}"),
        _ => format!("case {{ {} }}", cases.join(", ")),
    };
    items.push(format!("u(t, {at}) in [{first}..={last}, {ranges}]: {ty} = {body};"));
    let older = rng.range(0, 2);
    let value = match older {
        0 => format!("u({last}, {at})"),
        _ => format!("u({last}, {at}) - u({last} - {older}, {at})"),
    };
    items.push(format!("last({at}) in [{ranges}]: {ty} = {value};"));
    let outputs = if rng.chance(25) { "(u, last)" } else { "last" };
    let least =
        if older > 0 { format!(" where steps >= {}", first + older) } else { String::new() };
    let items: Vec<String> = items.into_iter().map(|i| format!("    {i}\n")).collect();
    format!(
        "fn p(a: [{ty}; {extents}], steps: size) -> {outputs}{least} {{\n{}}}\n",
        items.concat()
    )
}
