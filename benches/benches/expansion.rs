//! How long the macro takes, built as Cargo builds procedural macros: the workspace's `bench`
//! profile compiles the compiler's crates without optimisation.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use pipeline_lang::expand;
use proc_macro2::{TokenStream, TokenTree};

/// The source file of an application.
macro_rules! source {
    ($app:literal) => {
        include_str!(concat!("../../examples/apps/", $app, ".rs"))
    };
}

/// A W-cycle of multigrid: 109 stages.
fn multigrid(source: &str) -> TokenStream {
    let values = [
        ("$name", "cycle"),
        ("$summary", "\"\""),
        ("$pre", "4"),
        ("$post", "4"),
        ("$coarse", "4"),
        ("$cycles", "2"),
    ];
    let start = source.find("harness::variants!").expect("a block");
    let end = source.find("type Inputs").expect("what is behind it");
    let text = values.iter().fold(source[start..end].to_string(), |t, (k, v)| t.replace(k, v));
    block(&text)
}

/// The tokens inside the first `variants! { … }` of an application.
fn block(source: &str) -> TokenStream {
    let tokens: TokenStream = source.parse().expect("tokens");
    let mut tokens = tokens.into_iter().skip_while(|t| t.to_string() != "variants").skip(2);
    match tokens.next() {
        Some(TokenTree::Group(group)) => group.stream(),
        other => panic!("no block behind `variants!` but {other:?}"),
    }
}

/// A chain of `stages` three-point blurs, alternately along rows and columns.
fn chain(stages: usize) -> TokenStream {
    let text = format!(
        "pub fn chain(img: [f32; rows, cols]) -> f[{stages}] where rows ~ 4096, cols ~ 4096 {{
            const N = {stages};
            f[0](y, x) = img(y, x);
            for k in 1..=N {{
                if k % 2 == 0 {{
                    f[k](y, x) = stencil(f[k - 1], 0.25, [[1, 2, 1]]);
                }} else {{
                    f[k](y, x) = stencil(f[k - 1], 0.25, [[1], [2], [1]]);
                }}
            }}
        }}"
    );
    text.parse().expect("tokens")
}

/// A pyramid of `levels` levels, down and up again: five stages a level.
fn pyramid(levels: usize) -> TokenStream {
    let text = format!(
        "pub fn pyramid(img: [f32; rows, cols]) -> up[0] where rows ~ 4096, cols ~ 4096 {{
            const N = {levels};
            down[0](y, x) in [0..rows, 0..cols] = img(y, x);
            border img = clamp;
            for k in 0..N {{ border down[k] = mirror; border up[k + 1] = mirror; }}
            for k in 1..=N {{
                downx[k](y, x) in [0..((rows - 1) >> k) + 1, 0..((cols - 1) >> (k - 1)) + 1] =
                    stencil(down[k - 1](2 * y, x), 0.25, [[1], [2], [1]]);
                down[k](y, x) in [0..((rows - 1) >> k) + 1, 0..((cols - 1) >> k) + 1] =
                    downx[k](y, 2 * x);
            }}
            up[N](y, x) = down[N](y, x);
            for k in 0..N {{
                upx[k](y, x) in [0..((rows - 1) >> k) + 1, 0..((cols - 1) >> (k + 1)) + 1] =
                    0.5 * (up[k + 1](y / 2, x) + up[k + 1]((y + 1) / 2, x));
                band[k](y, x) in [0..((rows - 1) >> k) + 1, 0..((cols - 1) >> k) + 1] =
                    down[k](y, x) - upx[k](y, x / 2);
                up[k](y, x) = upx[k](y, x / 2) + 0.5 * band[k](y, x);
            }}
        }}"
    );
    text.parse().expect("tokens")
}

fn expansions(c: &mut Criterion) {
    let cases = [
        ("harris", block(source!("harris/src/lib"))),
        ("camera_pipeline", block(source!("camera_pipeline/src/lib"))),
        ("pyramid_blending", block(source!("pyramid_blending/src/lib"))),
        ("multiscale_interpolate", block(source!("multiscale_interpolate/src/lib"))),
        ("local_laplacian", block(source!("local_laplacian/src/lib"))),
        ("multigrid_2d_w_4_4_4", multigrid(source!("multigrid/src/plane"))),
        ("multigrid_3d_w_4_4_4", multigrid(source!("multigrid/src/space"))),
        ("chain of 100 stages", chain(100)),
        ("pyramid of 100 stages", pyramid(20)),
    ];
    for (name, tokens) in cases {
        let expansion = expand(tokens.clone()).to_string();
        assert!(!expansion.contains("compile_error"), "{name}: {expansion}");
        let mut group = c.benchmark_group("expansion");
        group.sample_size(10);
        group.bench_function(name, |b| {
            b.iter_batched(|| tokens.clone(), expand, BatchSize::PerIteration);
        });
    }
}

criterion_group!(benches, expansions);
criterion_main!(benches);
