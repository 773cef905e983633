//! Round trips, errors with their lines, and texts that are no pipelines at all.

mod things;

use super::random::Rng;
use super::*;
use crate::ir::affine::Names;
use crate::ir::verify::verify;
use crate::ir::*;

/// Every construct, as it prints.
const ALL: &str = r#"pipeline `two words`
size rows ~ 6400
size n[3] ~ 64 argument
where rows - n[3] - 1 >= 0 "rows > \"n\" \\ 2\n"
where rows mod 2 == 0 "even"
scalar k: f32
scalar max: u8
input img: f32 [0..=rows + 1, max(0, -rows + 3)..=min(n[3], 2*rows, (rows + 1)/2)] border clamp
input `raw data`: u16 [0..=rows] border constant 65535u16
stage down[2](y, x; dy, dx, dy#2, rows#2): f32 in [1..=rows, 1..=n[3]] border mirror101 {
  case y - 1 >= 0, x mod 2 == 1, (y + x + 1) mod 3 != 0 {
    %0: f32 = sum dy in -1..=1, dx in 0..=2 {
      %0: f32 = read img(y + dy, x - dx)
      %1: f32 = max dy#2 in -3..=-2 {
        %0: f32 = read img(2*y + dy#2, (x + dx)/2)
        yield %0
      }
      %2: f32 = mul %0, %1
      yield %2
    }
    %1: f32 = scalar k
    %2: f32 = min %0, %1
    %3: f32 = -0.0f32
    %4: f32 = NaNf32
    %5: f32 = atan2 %3, %4
    %6: bool = lt %2, %5
    %7: f32 = sqrt %2
    %8: f32 = select %6, %7, %5
    yield %8
  }
  case {
    %0: bool = all rows#2 in -1..=1 {
      %0: bool = test rows#2 - rows >= 0
      yield %0
    }
    %1: i32 = index (y - 2*x + 3)/4 - 1
    %2: u8 = cast %0
    %3: u16 = read `raw data`(%1)
    %4: u8 = saturate %3
    %5: u8 = shr %4, %2
    %6: u8 = scalar max
    %7: u8 = abs_diff %6, %5
    %8: f32 = cast %7
    %9: f32 = neg %8
    yield %9
  }
}
stage later(in): f64 in [0..=4] border repeat {
  case {
    %0: f64 = 1e-5f64
    %1: f64 = read last(in + 1)
    %2: f64 = -inff64
    yield %0
  }
}
stage last(mod): f64 in [0..=4] {
  case mod mod 2 == 0 {
    %0: f64 = 5e-324f64
    yield %0
  }
}
output down[2]
output later
"#;

fn error(text: &str) -> String {
    parse(text).expect_err("the text is wrong").to_string()
}

#[test]
fn every_construct_prints_as_it_parses() {
    let p = parse(ALL).unwrap();
    assert_eq!(p.to_string(), ALL);
    assert_eq!(parse(&p.to_string()).unwrap(), p);
    assert_eq!(p.stages[0].vars, ["y", "x", "dy", "dx", "dy", "rows"]);
    assert_eq!(p.constraints[0].text, "rows > \"n\" \\ 2\n");
    let Node::Read { source, .. } = p.stages[1].cases[0].value.exprs[1].node else { panic!() };
    assert_eq!(source, Source::Stage(StageId(2)));
}

#[test]
fn line_breaks_and_comments_count_for_nothing() {
    let with_comments = ALL.replace('\n', " // a comment, \"quoted\n\n");
    assert_eq!(parse(&with_comments), parse(ALL));
    let flat = ALL.replace('\n', " ");
    assert_eq!(parse(&flat), parse(ALL));
}

#[test]
fn random_pipelines_survive_the_round_trip() {
    let mut rng = Rng::new(1);
    for i in 0..600 {
        let p = random::pipeline(&mut rng);
        let text = p.to_string();
        assert_eq!(verify(&p), Ok(()), "pipeline {i}:\n{text}");
        match parse(&text) {
            Ok(back) => assert!(back == p, "pipeline {i} comes back different:\n{text}\n{back}"),
            Err(e) => panic!("pipeline {i}: {e}\n{text}"),
        }
    }
}

#[test]
fn every_float_survives_the_round_trip() {
    let check = |value: Value| {
        let text = format!(
            "pipeline p stage s(x): {0} in [0..=1] {{ case {{ %0: {0} = {value} yield %0 }} }}",
            value.ty()
        );
        let p = parse(&text).unwrap_or_else(|e| panic!("{value}: {e}"));
        let Node::Const(back) = p.stages[0].cases[0].value.exprs[0].node else { panic!("{value}") };
        assert!(back.same(value), "{value} comes back as {back}");
    };
    let mut rng = Rng::new(2);
    for exponent in 0..=255u32 {
        for mantissa in [0, 1, 0x7F_FFFF, rng.next() as u32 & 0x7F_FFFF] {
            for sign in [0, 1u32 << 31] {
                check(Value::F32(f32::from_bits(sign | exponent << 23 | mantissa)));
            }
        }
    }
    for exponent in 0..=2047u64 {
        for mantissa in [0, 1, (1 << 52) - 1, rng.next() & ((1 << 52) - 1)] {
            check(Value::F64(f64::from_bits(exponent << 52 | mantissa)));
        }
    }
    for ty in ElemType::NUMERIC {
        if let Some((lo, hi)) = ty.int_range() {
            check(Value::Int(ty, lo));
            check(Value::Int(ty, hi));
        }
    }
}

#[test]
fn any_name_survives_the_round_trip() {
    let mut p = parse(ALL).unwrap();
    let names =
        ["", "a b", "`", "\\", "a\nb", "\u{1b}", "x[", "x[1]y", "1x", "r#type", "é[7]", "\""];
    for name in names {
        p.name = name.into();
        p.sizes[0].name = format!("{name}s");
        p.inputs[0].name = format!("{name}i");
        p.stages[0].name = name.into();
        p.stages[0].vars[1] = format!("{name}v");
        p.constraints[0].text = name.into();
        assert_eq!(parse(&p.to_string()).as_ref(), Ok(&p), "{name:?}\n{p}");
    }
}

#[test]
fn index_expressions_parse_as_in_source() {
    let names = Names { sizes: &["rows".into()], vars: &["y".into(), "rows".into()] };
    let (rows, y) = (Affine::from(SizeId(0)), Affine::from(VarId(0)));
    let parse = |text: &str| parse_affine(text, &names);
    let half = y.offset(1).floor_div(2);
    assert_eq!(parse("2*rows + (y + 1)/2 - 3").unwrap(), rows.scale(2).add(&half).offset(-3));
    assert_eq!(parse("-y/2").unwrap(), y.floor_div(2).neg());
    assert_eq!(parse("(-y)/2").unwrap(), y.neg().floor_div(2));
    assert_eq!(parse("y mod 3 * 2").unwrap(), y.modulo(3).scale(2));
    assert_eq!(parse("3*((y + 1)/2) // no more").unwrap(), half.scale(3));
    assert_eq!(parse("rows#2 - rows").unwrap(), Affine::from(VarId(1)).sub(&rows));
    assert_eq!(
        parse_test("y mod 2 == 1", &names).unwrap(),
        Test { affine: y.modulo(2).offset(-1), op: TestOp::Zero }
    );
    let fails = |text: &str, message: &str| assert_eq!(parse(text).unwrap_err().message, message);
    fails("y * y", "neither factor is a constant");
    fails("y / 0", "the divisor is not a positive constant");
    fails("y / rows", "the divisor is not a positive constant");
    fails("z", "no size or variable is named `z`");
    fails("y#2", "no size or variable is named `y#2`");
    fails("y +", "expected an index expression, found the end");
    fails("y y", "expected the end, found `y`");
    fails("9223372036854775807", "index expression with a number out of range");
    fails(
        "99999999999999999999",
        "expected a whole number within range, found `99999999999999999999`",
    );
    fails("1000000000000*(1000000000000*y)", "number out of range");
    fails(&format!("{}y{}", "(".repeat(1000), ")".repeat(1000)), "nested too deeply");
    let remainders = (2..40).fold("y + 1".to_string(), |s, d| format!("({s} + y) mod {d}"));
    fails(&remainders, "index expression with too many terms");
    let quotients = (0..50).fold("y + 1".to_string(), |s, _| format!("({s} + y)/3"));
    fails(&quotients, "index expression with divisions nested too deeply");
}

#[test]
fn errors_name_the_line() {
    assert_eq!(error(""), "line 1: expected `pipeline`, found the end");
    assert_eq!(error("pipeline p\n\nsize n ~ x"), "line 3: expected a number, found `x`");
    assert_eq!(error("pipeline p\nsize n"), "line 2: expected `~`, found the end");
    assert_eq!(
        error("pipeline p\nbuffer n"),
        "line 2: expected an item of the pipeline, found `buffer`"
    );
    assert_eq!(error("pipeline p\n$"), "line 2: unexpected `$`");
    assert_eq!(error("pipeline `p\n`"), "line 1: missing closing `");
    assert_eq!(error("pipeline `\\x`"), "line 1: unknown escape");
    let case = |body: &str| {
        error(&format!(
            "pipeline p\nsize n ~ 1\nscalar k: u8\nstage s(x; d): u8 in [0..=n] {{\n{body}"
        ))
    };
    assert_eq!(case("case x { yield %0 }"), "line 5: expected `>=`, `==` or `!=`, found `{`");
    assert_eq!(case("case { yield %0 }"), "line 5: %0 is not defined before");
    assert_eq!(case("case { %1: u8 = 0u8"), "line 5: this is expression %0");
    assert_eq!(
        case("case {\n%0: u8 = 256u8"),
        "line 6: `256u8` is not a constant of an element type"
    );
    assert_eq!(case("case {\n%0: u8 = - x"), "line 6: expected a number, found `x`");
    assert_eq!(case("case {\n%0: u7 = 1u8"), "line 6: expected an element type, found `u7`");
    assert_eq!(case("case {\n%0: u8 = scalar q"), "line 6: no scalar is named `q`");
    assert_eq!(case("case {\n%0: u8 = frobnicate %0"), "line 6: no operator is named `frobnicate`");
    assert_eq!(
        case("case {\n%0: u8 = sum n in 0..=1 {"),
        "line 6: a size cannot be the variable of a window"
    );
    assert_eq!(
        case("case {\n%0: u8 = read t(x)\nyield %0 }\n}"),
        "line 6: no input or stage is named `t`"
    );
    let twice = "pipeline p\nsize n ~ 1\nsize n ~ 1";
    assert_eq!(error(twice), "line 3: there is a size `n` already");
    let rank = "pipeline p\nstage s(x, y): u8 in [0..=1] {}";
    assert_eq!(error(rank), "line 2: not one interval for each variable");
    let output = "pipeline p\ninput i: u8 [0..=1]\noutput i";
    assert_eq!(error(output), "line 3: `i` is an input and cannot be an output");
    let nest = "%0: u8 = sum d in 0..=1 { ".repeat(1000);
    assert_eq!(case(&format!("case {{ {nest}")), "line 5: nested too deeply");
}

#[test]
fn mutated_texts_never_panic() {
    let mut rng = Rng::new(3);
    let pieces = [
        "(",
        ")",
        "{",
        "}",
        "%",
        "%0",
        "%99999999999999999999999",
        "..=",
        "-",
        "*",
        "/ 0",
        "mod 3",
        "\"",
        "`",
        "\\u{110000}",
        "\n",
        "//",
        "max(",
        "9223372036854775807",
        "NaNf32",
        "1e999f64",
        "stage",
        "#7",
        "é",
        "\u{0}",
        "yield",
        "1.",
        "border constant",
        "in",
        ";",
        "1e-",
    ];
    let mut parsed = 0;
    for round in 0..6000 {
        let mut text: Vec<char> = if round % 2 == 0 {
            ALL.chars().collect()
        } else {
            random::pipeline(&mut rng).to_string().chars().collect()
        };
        for _ in 0..1 + rng.below(3) {
            let (at, other) = (rng.below(text.len()), rng.below(text.len()));
            match rng.below(5) {
                0 => drop(text.drain(at..text.len().min(at + 1 + rng.below(5)))),
                1 => drop(text.splice(at..at, rng.pick(&pieces).chars())),
                2 => text.truncate(at.max(1)),
                3 => text.swap(at, other),
                _ => {
                    let (a, b) = (at.min(other), at.max(other).min(at.min(other) + 40));
                    let copy: Vec<char> = text[a..b].to_vec();
                    drop(text.splice(a..a, copy));
                }
            }
            if text.is_empty() {
                text.push('p');
            }
        }
        let text: String = text.into_iter().collect();
        match parse(&text) {
            Ok(p) => {
                parsed += 1;
                // Whatever parses has its ids in range, and what verifies comes back.
                if verify(&p).is_ok() {
                    assert_eq!(parse(&p.to_string()).as_ref(), Ok(&p), "{text}");
                }
            }
            Err(e) => assert!(e.line >= 1 && e.line <= text.lines().count().max(1), "{e}\n{text}"),
        }
    }
    assert!(parsed > 50, "only {parsed} mutated texts parse");
}

#[test]
fn names_of_operators_are_distinct() {
    let mut names: Vec<&str> = BinaryOp::ALL.map(BinaryOp::name).to_vec();
    names.extend(UnaryOp::ALL.map(UnaryOp::name));
    names.extend(Function::ALL.map(Function::name));
    names
        .extend(ReduceOp::ALL.map(ReduceOp::name).iter().filter(|n| !matches!(**n, "min" | "max")));
    names.extend(["scalar", "index", "test", "read", "cast", "saturate", "combine", "select"]);
    let count = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count);
}
