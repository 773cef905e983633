//! Which stages of Harris corners are inlined, and what the last one becomes.

use super::*;

const HARRIS: [&str; 3] = ["xx", "yy", "xy"];

fn harris() -> String {
    let stage = |name: &str, inset: usize, block: &str| {
        let range = |size: &str| match inset {
            1 => format!("1..={size} - 2"),
            _ => format!("2..={size} - 3"),
        };
        let (rows, cols) = (range("rows"), range("cols"));
        format!("stage {name}(y, x): f32 in [{rows}, {cols}] {{ case {{ {block} }} }}\n")
    };
    let mut text = String::from(
        "pipeline harris size rows ~ 6400 size cols ~ 6400 where rows - 5 >= 0 \"r\" \
         where cols - 5 >= 0 \"c\" input img: f32 [0..=rows - 1, 0..=cols - 1]\n",
    );
    let gradient = |minus: [&str; 3], plus: [&str; 3]| {
        let mut block = String::new();
        for (i, at) in minus.iter().chain(&plus).enumerate() {
            block += &format!("%{i}: f32 = read img({at}) ");
        }
        block
            + "%6: f32 = 2.0f32 %7: f32 = mul %1, %6 %8: f32 = mul %4, %6 %9: f32 = add %0, %7 \
               %10: f32 = add %9, %2 %11: f32 = add %3, %8 %12: f32 = add %11, %5 \
               %13: f32 = sub %12, %10 %14: f32 = 0.083333336f32 %15: f32 = mul %13, %14 yield %15"
    };
    let (up, down) = (
        ["y - 1, x - 1", "y - 1, x", "y - 1, x + 1"],
        ["y + 1, x - 1", "y + 1, x", "y + 1, x + 1"],
    );
    let (left, right) = (
        ["y - 1, x - 1", "y, x - 1", "y + 1, x - 1"],
        ["y - 1, x + 1", "y, x + 1", "y + 1, x + 1"],
    );
    text += &stage("ix", 1, &gradient(up, down));
    text += &stage("iy", 1, &gradient(left, right));
    for name in HARRIS {
        let (a, b) = name.split_at(1);
        let block = format!(
            "%0: f32 = read i{a}(y, x) %1: f32 = read i{b}(y, x) %2: f32 = mul %0, %1 yield %2"
        );
        text += &stage(&format!("i{name}"), 1, &block);
    }
    let mut window = Vec::new();
    for y in ["y - 1", "y", "y + 1"] {
        window.extend(["x - 1", "x", "x + 1"].map(|x| format!("{y}, {x}")));
    }
    let window: Vec<&str> = window.iter().map(String::as_str).collect();
    for name in HARRIS {
        text += &stage(&format!("s{name}"), 2, &taps(&format!("i{name}"), &window));
    }
    text += &stage(
        "det",
        2,
        "%0: f32 = read sxx(y, x) %1: f32 = read syy(y, x) %2: f32 = read sxy(y, x) \
         %3: f32 = read sxy(y, x) %4: f32 = mul %0, %1 %5: f32 = mul %2, %3 \
         %6: f32 = sub %4, %5 yield %6",
    );
    text += &stage(
        "trace",
        2,
        "%0: f32 = read sxx(y, x) %1: f32 = read syy(y, x) %2: f32 = add %0, %1 yield %2",
    );
    text += &stage(
        "harris",
        2,
        "%0: f32 = read det(y, x) %1: f32 = read trace(y, x) %2: f32 = 0.04f32 \
         %3: f32 = mul %2, %1 %4: f32 = mul %3, %1 %5: f32 = sub %0, %4 yield %5",
    );
    text + "output harris\n"
}

#[test]
fn harris_becomes_three_stages() {
    let p = parse(&harris()).unwrap_or_else(|e| panic!("{e}"));
    assert!(crate::check::check(&p).is_empty());
    let inlined = run(&harris());
    assert_eq!(names(&inlined), ["ixx", "iyy", "ixy", "sxy", "det", "trace", "sxx", "syy"]);
    let printed = inlined.pipeline.to_string();
    let at = printed.find("stage harris").expect("the output stays");
    assert_eq!(&printed[at..], HARRIS_STAGE);
    let stages: Vec<&str> = inlined.pipeline.stages.iter().map(|s| s.name.as_str()).collect();
    assert_eq!(stages, ["ix", "iy", "harris"]);
    // Values, on an image of random numbers.
    let mut rng = Rng::new(3);
    let image = Array::from_fn(ElemType::F32, &[0, 0], &[9, 8], |_| {
        Constant::F32(rng.range(0, 255) as f32 / 7.0)
    });
    same(&p, &inlined.pipeline, &[9, 8], &[], &[image], "harris");
}

#[test]
fn stages_that_are_kept_stay() {
    let p = parse(&harris()).unwrap_or_else(|e| panic!("{e}"));
    let sxx = p.stages.iter().position(|s| s.name == "sxx").map(StageId);
    let inlined = inline(p.clone(), &RowPrices::default(), &|s| {
        if Some(s) == sxx { InlinePolicy::Never } else { InlinePolicy::IfCheap }
    });
    let stages: Vec<&str> = inlined.pipeline.stages.iter().map(|s| s.name.as_str()).collect();
    assert_eq!(stages, ["ix", "iy", "sxx", "harris"]);
    let all = inline(p.clone(), &RowPrices::default(), &|_| InlinePolicy::Never);
    assert!(all.inlined.is_empty() && all.pipeline.stages.len() == p.stages.len());
}

/// The only stage beside the gradients.
const HARRIS_STAGE: &str = "\
stage harris(y, x): f32 in [2..=rows - 3, 2..=cols - 3] {
  case {
    %0: f32 = read ix(y - 1, x - 1)
    %1: f32 = mul %0, %0
    %2: f32 = read ix(y - 1, x)
    %3: f32 = mul %2, %2
    %4: f32 = add %1, %3
    %5: f32 = read ix(y - 1, x + 1)
    %6: f32 = mul %5, %5
    %7: f32 = add %4, %6
    %8: f32 = read ix(y, x - 1)
    %9: f32 = mul %8, %8
    %10: f32 = add %7, %9
    %11: f32 = read ix(y, x)
    %12: f32 = mul %11, %11
    %13: f32 = add %10, %12
    %14: f32 = read ix(y, x + 1)
    %15: f32 = mul %14, %14
    %16: f32 = add %13, %15
    %17: f32 = read ix(y + 1, x - 1)
    %18: f32 = mul %17, %17
    %19: f32 = add %16, %18
    %20: f32 = read ix(y + 1, x)
    %21: f32 = mul %20, %20
    %22: f32 = add %19, %21
    %23: f32 = read ix(y + 1, x + 1)
    %24: f32 = mul %23, %23
    %25: f32 = add %22, %24
    %26: f32 = read iy(y - 1, x - 1)
    %27: f32 = mul %26, %26
    %28: f32 = read iy(y - 1, x)
    %29: f32 = mul %28, %28
    %30: f32 = add %27, %29
    %31: f32 = read iy(y - 1, x + 1)
    %32: f32 = mul %31, %31
    %33: f32 = add %30, %32
    %34: f32 = read iy(y, x - 1)
    %35: f32 = mul %34, %34
    %36: f32 = add %33, %35
    %37: f32 = read iy(y, x)
    %38: f32 = mul %37, %37
    %39: f32 = add %36, %38
    %40: f32 = read iy(y, x + 1)
    %41: f32 = mul %40, %40
    %42: f32 = add %39, %41
    %43: f32 = read iy(y + 1, x - 1)
    %44: f32 = mul %43, %43
    %45: f32 = add %42, %44
    %46: f32 = read iy(y + 1, x)
    %47: f32 = mul %46, %46
    %48: f32 = add %45, %47
    %49: f32 = read iy(y + 1, x + 1)
    %50: f32 = mul %49, %49
    %51: f32 = add %48, %50
    %52: f32 = mul %0, %26
    %53: f32 = mul %2, %28
    %54: f32 = add %52, %53
    %55: f32 = mul %5, %31
    %56: f32 = add %54, %55
    %57: f32 = mul %8, %34
    %58: f32 = add %56, %57
    %59: f32 = mul %11, %37
    %60: f32 = add %58, %59
    %61: f32 = mul %14, %40
    %62: f32 = add %60, %61
    %63: f32 = mul %17, %43
    %64: f32 = add %62, %63
    %65: f32 = mul %20, %46
    %66: f32 = add %64, %65
    %67: f32 = mul %23, %49
    %68: f32 = add %66, %67
    %69: f32 = mul %25, %51
    %70: f32 = mul %68, %68
    %71: f32 = sub %69, %70
    %72: f32 = add %25, %51
    %73: f32 = 0.04f32
    %74: f32 = mul %73, %72
    %75: f32 = mul %74, %72
    %76: f32 = sub %71, %75
    yield %76
  }
}
output harris
";
