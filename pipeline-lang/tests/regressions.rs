//! What random pipelines once found, by the smallest text that shows it.

mod common;

use common::check::{Outcome, check, compile};
use pipeline_core::options::Without;

/// The text compiles, and its loops agree with the reference.
fn right(text: &str) {
    match check(text, &[], 1) {
        Outcome::Agreed(agreed) => assert!(agreed.times > 0, "{text}"),
        Outcome::Refused(messages) => panic!("{messages:?}: {text}"),
        Outcome::Wrong(what) => panic!("{what}: {text}"),
    }
}

/// The text is refused with a message that has this in it.
fn refused(text: &str, part: &str) {
    let messages = compile(text).err().unwrap_or_default();
    assert!(messages.iter().any(|m| m.contains(part)), "{messages:?}: {text}");
}

/// Neither `3` nor `rows - 1` is always the smaller, but neither is negative.
#[test]
fn a_clamp_whose_value_has_a_range_of_its_own_is_inside() {
    right("fn p(img: [u8; rows]) -> f { f(x) = img(clamp(img(x) as i32 + 3, 0, rows - 1)); }");
    right("fn p(img: [u8; -1..=rows]) -> f { f(x) = img(clamp(img(x) as i32 + 5, -1, rows)); }");
}

#[test]
fn a_size_argument_needs_no_element_type() {
    let text =
        "pub fn p(img: [u8; rows], m: size) -> f { border img = clamp; f(x) in [0..m] = img(x); }";
    right(text);
    let expansion = pipeline_lang::expand(text.parse().expect("tokens")).to_string();
    assert!(!expansion.contains("compile_error"), "{expansion}");
}

/// At two rows `f` has no points, and `g` would read one of them.
#[test]
fn what_a_border_redirects_to_must_exist() {
    let text = "fn p(img: [u8; rows]) -> g {
        f(y) = img(y - 1) + img(y + 1);
        border f = clamp;
        g(y) in [0..rows] = f(y);
    }";
    refused(text, "may be empty");
    right(&text.replace("-> g", "-> g where rows >= 3"));
    right(&text.replace("= clamp", "= constant(7)"));
}

/// Four rows go along together, of which the first may be inside and the last not.
#[test]
fn rows_of_a_scan_that_differ_do_not_go_together() {
    let scan = |value: &str| {
        right(&format!(
            "fn p(img: [i16; rows, cols]) -> f where rows ~ 40, cols ~ 9 {{
                border img = mirror;
                border f = constant(0);
                f(y, x) in [0..rows, 0..cols] = {value};
            }}"
        ));
    };
    scan("img(y + 2, x) + f(y, x - 1)");
    scan("img(2*(y / 2) + 2, x) - f(y, x - 2)");
    scan("case { y >= 2 => img(y, x) + f(y, x - 1), else => 3 * f(y, x - 1) + 1 }");
    scan("case { y % 3 == 0 => img(y, x) + f(y, x - 1), else => 1 - f(y, x - 1) }");
}

/// A line of a volume is of more dimensions than the one that the scan stores.
#[test]
fn a_scan_along_rows_may_read_a_volume() {
    right(
        "fn p(vol: [f32; rows, cols, depth], img: [f32; rows, depth]) -> s {
            s(y, x) in [0..rows, 0..min(cols, depth)] = case {
                x == 0 => img(y, x),
                else => s(y, x - 1) + vol(y, 0, x),
            };
        }",
    );
}

/// `b` continues itself along rows only: what is beyond the edges of `c` on the left reads a strip
/// of `b`, also above the first row.
#[test]
fn strips_are_periodic_where_their_stages_are() {
    right(
        "fn p(img: [f32; rows, cols]) -> out where rows ~ 40, cols ~ 40 {
            border img = repeat;
            b(y, x) in [0..rows, -2..cols + 2] = sin(exp(img(y, x)) + cos(img(y + 1, x)));
            c(y, x) in [0..rows, 0..cols] = b(y, x - 2) + b(y, x + 1) * b(y, x + 2);
            border c = repeat;
            out(y, x) in [0..rows, 0..cols] = c(y - 1, x - 1) + c(y + 1, x) * c(y, x - 1);
        }",
    );
}

/// Two steps at once store behind rows whose ends have names, and read in front of them: tiles are
/// independent, and run in parallel.
#[test]
fn tiles_of_several_steps_run_in_parallel_behind_named_rows() {
    right(
        "fn p(img: [u16; deep, rows, cols]) -> out where cols >= 2, deep >= 5 {
            border img = repeat;
            out(z, y, x): u16 = img(z + 1, y - 1, x) * abs_diff(img(4, y, x), 32767u16)
                + out(z - 2, y + 1, x + 1) * out(z - 2, y + 1, x - 1) - out(z - 2, y + 1, x);
            border out = constant(3);
        }",
    );
}

/// Steps in time keep their newest planes in the places of older ones; a constant border redirects
/// no load of these to what is stored.
#[test]
fn a_constant_border_redirects_nothing_in_lanes() {
    right(
        "fn p(img: [f64; rows, cols]) -> last {
            border img = constant(0.5);
            near(y, x): u16 in [0..2*rows, 0..2*cols] =
                min(d in -1..=1, e in 0..=1; img((y + 2)/2 + d, (x - 1)/2 + e)) as u16;
            border near = clamp;
            time(t, y, x): u8 in [0..=5, 0..(rows + 1)/2, 0..(cols + 1)/2] = case {
                t < 2 => near(4*y, 4*x + 2) as u8,
                else => time(t - 2, y - 1, x - 2) + time(t - 1, y, x + 1) - (near(4*y - 1, 4*x) as u8),
            };
            border time = constant(3);
            last(y, x): u8 in [0..(rows + 1)/2, 0..(cols + 1)/2] = time(5, y, x);
        }",
    );
}

/// What is inlined into a window's condition joins data and a test of an index.
#[test]
fn a_condition_may_mix_indices_and_data_once_stages_are_inlined() {
    right(
        "fn p(img: [u8; rows, cols]) -> f where rows ~ 9, cols ~ 20 {
            near(y, x) = img(y, x) <= 200 || !(x > 2);
            f(y, x) in [0..rows - 1, 0..cols] =
                if all(i in 0..=1; near(y + i, x)) { img(y, x) } else { 9 };
        }",
    );
}

/// Computes that no statement runs went where passes that drop them were left out.
#[test]
fn passes_may_be_left_out() {
    let programs = [
        "fn p(a: [i32; rows, cols]) -> q {
            o(y, x) = case { y == 0 => a(y, x), else => o(y - 1, x) + a(y, x) };
            q(y, x) = o(y, x) * 2;
        }",
        "fn p(a: [i32; rows, cols]) -> q {
            o(y, x) = case { y == rows - 1 => a(y, x), else => o(y + 1, x) + a(y, x) };
            border o = clamp;
            q(y, x) = o(y - 1, x) * 2 + o(y + 1, x);
        }",
        "fn p(a: [u8; rows, cols]) -> o {
            border a = clamp;
            u(t, y, x) in [0..9, 0..rows, 0..cols] = case {
                t < 2 => a(y, x - 1),
                else => u(t - 1, y, x),
            };
            o(y, x) in [0..rows, 0..cols] = u(8, y, x);
        }",
    ];
    let names = Without::ALL.map(Without::name);
    for (program, one, other) in programs
        .iter()
        .flat_map(|program| names.iter().map(move |one| (program, one)))
        .flat_map(|(program, one)| names.iter().map(move |other| (program, one, other)))
    {
        let left_out = if one == other { (*one).to_string() } else { format!("{one}, {other}") };
        let text = format!("#[schedule(without({left_out}))] {program}");
        right(&text);
        let expansion = pipeline_lang::expand(text.parse().expect("tokens")).to_string();
        assert!(!expansion.contains("compile_error"), "{text}: {expansion}");
    }
}
