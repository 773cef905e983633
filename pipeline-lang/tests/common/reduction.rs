//! Random reductions: of floats, whose sums depend on the order of the updates, and of integers.

use super::rng::Rng;

/// A pipeline, as text, in which a picture is reduced to few points that all of its points read.
pub fn reduction(seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let ty = rng.pick(&["f32", "f32", "f64", "i32"]);
    let [root, third, half] = match ty {
        "i32" => ["abs", "3", "-5"],
        _ => ["sqrt", "0.3", "0.5"],
    };
    let op = rng.pick(&["+=", "+=", "+=", "*=", "min=", "max="]);
    let near = rng.pick(&["img(y, x)", "img(y + 1, x)", "img(y - 1, x + 2)"]);
    // Many updates have private copies of what they change.
    let estimate = rng.pick(&[16, 2048]);
    let domain = rng.pick(&[
        "(y, x) in [0..rows, 0..cols]",
        "(y, x) in [0..rows, 0..cols]",
        "(x, y) in [0..cols, 0..rows]",
        "(y, x) in [0..rows, 0..3]",
        "(y, x) in [1..rows - 1, 2..cols]",
    ]);
    let (extent, at) = rng.pick(&[
        ("1", "0"),
        ("4", "x % 4"),
        ("4", "y % 4"),
        ("8", "img(y, x) % 8"),
        ("5", "img(y, 0) % 5"),
    ]);
    let first = rng.pick(&[half, "b as $ + 3", "img(b, 0) as $"]).replace('$', ty);
    let stored = rng.pick(&["near(y, x)", "img(y, x) as $"]).replace('$', ty);
    let again = match rng.chance(20) {
        true => format!("    total({at}) {op} {half} for {domain};\n"),
        false => String::new(),
    };
    let outputs = if rng.chance(30) { "(out, total)" } else { "out" };
    format!(
        "fn p(img: [u8; rows, cols]) -> {outputs} where rows ~ {estimate}, cols ~ {estimate} {{\n\
         \x20   border img = clamp;\n\
         \x20   near(y, x): {ty} = {root}({near} as {ty}) / 7;\n\
         \x20   total(b): {ty} in [0..{extent}] = {first};\n\
         \x20   total({at}) {op} {stored} * {third} for {domain};\n\
         {again}\
         \x20   out(y, x): {ty} = near(y, x) - total(img(y, x) as i32 % {extent});\n}}\n"
    )
}
