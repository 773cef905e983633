//! What predicted times depend on.

use pipeline_core::passes::Made;
use pipeline_lang::elaborate::elaborate;
use pipeline_lang::error::Errors;
use pipeline_lang::syntax::parse::parse;

/// Nanoseconds of arithmetic that are predicted of a block of one group.
fn arithmetic(text: &str) -> f64 {
    let mut errors = Errors::default();
    let block = parse(text.parse().expect("tokens"), &mut errors);
    let graph = block.and_then(|block| elaborate(&block, &[], &mut errors));
    let graph = graph.unwrap_or_else(|| panic!("{:?}", errors.iter().collect::<Vec<_>>()));
    let machine = pipeline_core::options::Options::default().machine;
    let mut found = Vec::new();
    pipeline_core::compile_watched(graph.pipeline, &graph.settings.options(&machine), &mut |e| {
        if let Made::Plan(plan) = e.made {
            found = plan.verdicts.iter().map(|verdict| verdict.estimate.arithmetic).collect();
        }
    })
    .unwrap_or_else(|found| panic!("{found:?}"));
    let [arithmetic] = found[..] else { panic!("one group: {found:?}") };
    arithmetic
}

/// Histograms of 8 × 8 points of a picture, of which a step computes so many along a row.
fn histograms(step: i64) -> String {
    format!(
        "#[schedule(group(grid, out; along(x), strip = 200, step = {step}, width = \"whole\"))]
        pub fn f(img: [f32; 8 * rows, 8 * cols]) -> out where rows ~ 320, cols ~ 200 {{
            grid(y, x, z) in [0..rows, 0..cols, 0..16] = 0.0;
            grid(y, x, clamp((16.0 * img(8 * y + dy, 8 * x + dx)) as i32, 0, 15)) += 1.0
                for (y, x, dy, dx) in [0..rows, 0..cols, 0..8, 0..8];
            out(y, x, z) in [0..rows, 1..cols, 0..16] = grid(y, x - 1, z) + grid(y, x, z);
        }}"
    )
}

#[test]
fn updates_wait_for_each_other_where_few_neighbours_are_at_hand() {
    let [one, two, four, eight, sixteen] =
        [1, 2, 4, 8, 16].map(|step| arithmetic(&histograms(step)));
    assert!(one > 1.7 * two, "{one} {two}");
    assert!(two > 1.7 * four, "{two} {four}");
    assert!(four > 1.3 * eight, "{four} {eight}");
    assert!((eight / sixteen - 1.0).abs() < 0.05, "{eight} {sixteen}");
}
