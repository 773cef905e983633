//! What experiments say without running anything; `BLESS=1` rewrites it.

use std::path::Path;

use clap::Parser;
use pipeline_apps::cli::Cli;

/// Applications of at most 46 stages: the tables of all would be long.
const SMALL: &str = "harris,unsharp_mask,bilateral_grid,blur,camera_pipeline,pyramid_blending,\
                     minifluxdiv,resize,sobel,transpose,wavelet,shi_tomasi,night,enhance,\
                     harris_hipacc,unsharp_hipacc";

/// Applications whose groupings are few.
const FEW: &str = "harris,unsharp_mask,bilateral_grid,blur,minifluxdiv,resize,sobel,transpose,\
                   wavelet,shi_tomasi,night,enhance,harris_hipacc,unsharp_hipacc";

/// And those of the paper's whose groupings are counted, or given up, in seconds.
const GROUPED: &str = "harris,unsharp_mask,bilateral_grid,blur,minifluxdiv,resize,sobel,transpose,\
                       wavelet,shi_tomasi,night,enhance,harris_hipacc,unsharp_hipacc,\
                       camera_pipeline,multiscale_interpolate,pyramid_blending,\
                       multigrid_2d_v_4_4_4,multigrid_2d_v_10_0_0,multigrid_3d_v_10_0_0";

fn agrees(study: &str, apps: &[&str]) {
    let arguments = ["apps", "study", study, "--structure"].into_iter().chain(apps.iter().copied());
    let mut text = Vec::new();
    Cli::parse_from(arguments).run(&mut text).expect("a table");
    let text = String::from_utf8(text).expect("text");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/study_{study}.md"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &text).expect("writing");
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = golden.lines().zip(text.lines()).find(|(old, new)| old != new);
    assert!(golden == text, "{}: {differs:?}; BLESS=1 rewrites it", path.display());
    let page =
        std::fs::read_to_string(format!("{}/../../docs/science.md", env!("CARGO_MANIFEST_DIR")));
    let page = page.expect("the page of experiments");
    assert!(page.contains(&text), "docs/science.md has another table of `{study}`");
}

#[test]
fn grouping() {
    agrees("grouping", &["--apps", GROUPED]);
}

#[test]
fn search() {
    agrees("search", &[]);
}

#[test]
fn strategies() {
    agrees("strategies", &["--apps", SMALL]);
}

#[test]
fn propagation() {
    agrees("propagation", &[]);
}

#[test]
fn propagations() {
    agrees("propagations", &["--apps", "harris,unsharp_mask,camera_pipeline,bilateral_grid"]);
}

#[test]
fn ablation() {
    agrees("ablation", &["--apps", FEW]);
}

#[test]
fn columns() {
    agrees("columns", &["--apps", FEW]);
}

#[test]
fn weights() {
    agrees("weights", &["--apps", "bilateral_grid,sobel,wavelet"]);
}

#[test]
fn sweep() {
    agrees("sweep", &["--apps", "harris,bilateral_grid,sobel"]);
}

#[test]
fn what_an_experiment_is_not_about() {
    let arguments = ["apps", "study", "propagation", "--structure", "--apps", "sobel"];
    let wrong = Cli::parse_from(arguments).run(&mut Vec::new());
    let message = wrong.expect_err("not one of the seven").to_string();
    assert!(message.contains("harris") && message.contains("not sobel"), "{message}");
}
