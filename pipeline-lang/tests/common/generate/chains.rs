//! Chains of stencils, each of which reads the one before through a border: all borders, at
//! different rates, inside and far outside; and ends of large ones that no group holds.

use super::space::offset;
use crate::common::rng::Rng;
use pipeline_core::ir::{BorderMode, ElemType};

/// Twice the number of coordinates of a stage for every one of the input.
type PerHalf = i64;

/// The pipeline of a seed.
pub fn generate_chains(seed: u64, name: &str) -> String {
    let mut rng = Rng::new(seed);
    let ty = rng.pick(&[ElemType::I32, ElemType::F32, ElemType::U8, ElemType::I16]);
    let constant = format!("constant({})", if ty.is_float() { "0.5" } else { "3" });
    let modes: Vec<String> = BorderMode::REDIRECTING
        .iter()
        .map(|mode| mode.name().to_string())
        .chain([constant])
        .collect();
    // Half of all chains have one mode.
    let whole = rng.chance(50).then(|| rng.below(modes.len()));
    let mode = |rng: &mut Rng| &modes[whole.unwrap_or_else(|| rng.below(modes.len()))];
    let mut items = Vec::new();
    if rng.chance(80) {
        items.push(format!("border img = {};", mode(&mut rng)));
    }
    let bordered = !items.is_empty();
    let (mut source, mut rate): (String, PerHalf) = ("img".into(), 2);
    let (count, mut first) = (rng.range(2, 4), rate);
    for number in 0..count {
        let stage = format!("s{number}");
        let own = match rng.below(6) {
            0 if rate < 4 => rate * 2,
            1 if rate > 1 => rate / 2,
            _ => rate,
        };
        // Without a border nothing but its own points can be read.
        let (own, reach) = if number == 0 && !bordered { (rate, 0) } else { (own, 3) };
        first = if number == 0 { own } else { first };
        let taps = rng.range(2, 4);
        let reads: Vec<String> = (0..taps)
            .map(|_| {
                let [y, x] = ["y", "x"].map(|var| {
                    let by = if rng.chance(30) { 0 } else { rng.range(-reach, reach) };
                    let by = offset(by);
                    match own.cmp(&rate) {
                        std::cmp::Ordering::Less => format!("2*{var}{by}"),
                        std::cmp::Ordering::Equal => format!("{var}{by}"),
                        std::cmp::Ordering::Greater => format!("{var}/2{by}"),
                    }
                });
                format!("{source}({y}, {x})")
            })
            .collect();
        let mut value = reads[0].clone();
        for read in &reads[1..] {
            value = format!("({value} {} {read})", rng.pick(&["+", "-", "*"]));
        }
        if ty == ElemType::I16 && rng.chance(50) {
            value = mean(&mut rng, &reads[0], &value);
        }
        if rng.chance(10) {
            value = format!("{value} * (x as {ty})");
        }
        if own == rate && reach > 0 && rng.chance(20) {
            let sum = long_window(&mut rng, &source);
            value = if rng.chance(50) { sum } else { format!("{value} + {sum}") };
        }
        items.push(format!("{stage}(y, x): {ty} in [{}] = {value};", domain(own)));
        if number + 1 < count {
            items.push(format!("border {stage} = {};", mode(&mut rng)));
        }
        (source, rate) = (stage, own);
    }
    let large = rng.chance(50);
    if large && first == 2 {
        items.extend(turned(&source, rate, ty, mode(&mut rng)));
        source = "turned".into();
    }
    let (items, [rows, cols]) =
        (items.join("\n    "), if large { [4096, 4000] } else { [300, 200] });
    format!(
        "fn {name}(img: [{ty}; rows, cols]) -> {source} where rows ~ {rows}, cols ~ {cols} {{\n    \
         {items}\n}}"
    )
}

/// The mean of two words, rounded down, up or to zero: its sum is no word.
fn mean(rng: &mut Rng, a: &str, b: &str) -> String {
    let (one, half) = (rng.pick(&["", " + 1"]), rng.pick(&["/ 2", ">> 1"]));
    format!("((({a} as i32) + ({b} as i32){one}) {half}) as i16")
}

/// What no group holds: the first stage, and the last one from its end on.
fn turned(source: &str, rate: PerHalf, ty: ElemType, mode: &str) -> [String; 2] {
    let last = if rate < 2 { "rows/2 - y/2, cols/2 - x/2" } else { "rows - y, cols - x" };
    let value = format!("s0(y, x) - {source}({last})");
    let stage = format!("turned(y, x): {ty} in [{}] = {value};", domain(2));
    [format!("border {source} = {mode};"), stage]
}

/// A window of so many points that it is no list of them: of integers a running sum.
fn long_window(rng: &mut Rng, source: &str) -> String {
    let rows = [rng.range(-9, 1), rng.range(4, 12)];
    let columns = if rng.chance(40) { [0, 0] } else { [rng.range(-4, 0), rng.range(1, 4)] };
    let rows = if columns == [0, 0] { [-14, 14] } else { rows };
    let [[top, bottom], [left, right]] = [rows, columns];
    let read = format!("{source}(y + dy, x + dx)");
    format!("sum(dy in {top}..={bottom}, dx in {left}..={right}; {read})")
}

fn domain(rate: PerHalf) -> String {
    let range = |size: &str| match rate {
        1 => format!("0..({size} + 1)/2"),
        2 => format!("0..{size}"),
        _ => format!("0..2*{size}"),
    };
    format!("{}, {}", range("rows"), range("cols"))
}
