//! What the simulator says of the applications that `docs/ranks.md` shows; `BLESS=1` rewrites it.

use std::path::Path;

use clap::Parser;
use pipeline_apps::cli::Cli;

const APPS: &str = "bilateral_grid,blur,camera_pipeline,multiscale_interpolate,local_laplacian,resize,sobel,\
                    transpose,wavelet,harris,unsharp_mask";

fn said(arguments: &[&str]) -> String {
    let mut text = Vec::new();
    let arguments = ["apps", "scale"].into_iter().chain(arguments.iter().copied());
    Cli::parse_from(arguments).run(&mut text).expect("a table");
    String::from_utf8(text).expect("text")
}

#[test]
fn the_page_has_what_the_simulator_says() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let page = std::fs::read_to_string(docs.join("ranks.md")).expect("the page on ranks");
    let table = said(&[APPS, "--size", "1000,20000", "--ranks", "2,32"]);
    assert!(page.contains(&table), "docs/ranks.md has another table:\n{table}");
    let pictures = docs.join("images/scaling");
    let found = tempfile::tempdir().expect("a folder");
    let bless = std::env::var_os("BLESS").is_some();
    let folder = if bless { pictures.clone() } else { found.path().to_path_buf() };
    let _ = said(&[APPS, "--size", "1000,4000,20000", "--svg", folder.to_str().expect("a name")]);
    for app in APPS.split(',') {
        let picture = |of: &Path| std::fs::read_to_string(of.join(format!("{app}.svg"))).ok();
        assert_eq!(picture(&folder), picture(&pictures), "{app}; BLESS=1 rewrites it");
        assert!(picture(&pictures).is_some(), "{app} has no picture");
    }
    // Both distributions of the input of a transposition.
    let speedup = |apart: &[&str]| {
        let text = said(&[&["transpose", "--size", "23000", "--ranks", "16"], apart].concat());
        let row = text.lines().last().expect("a row");
        row.split('|').nth(5).and_then(|cell| cell.trim().parse::<f64>().ok()).expect("a number")
    };
    let [crossed, alike] = [speedup(&[]), speedup(&["--apart"])];
    assert!(crossed > 15.9 && (7.65..7.75).contains(&alike), "{crossed} {alike}");
}

#[test]
fn weak_scaling_gives_each_rank_the_size() {
    let text = said(&["harris", "--size", "2000", "--ranks", "1..64", "--weak", "--json"]);
    for (line, ranks) in text.lines().zip([1, 2, 4, 8, 16, 32, 64]) {
        let row: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(row["ranks"], ranks);
        assert!(
            row["speedup"].as_f64().is_some_and(|times| times > 0.9 * f64::from(ranks)),
            "{row}"
        );
    }
}

#[test]
fn what_cannot_be_scaled_is_said() {
    let wrong = |arguments: &[&str]| {
        let arguments = ["apps", "scale"].into_iter().chain(arguments.iter().copied());
        let cli = match Cli::try_parse_from(arguments) {
            Ok(cli) => cli,
            Err(error) => return error.to_string(),
        };
        format!("{:#}", cli.run(&mut Vec::new()).expect_err("nothing to say"))
    };
    assert!(wrong(&["nothing"]).contains("there is no application `nothing`"));
    assert!(wrong(&["harris", "--along", "z"]).contains("no result has a variable `z`"));
    assert!(wrong(&["harris", "--ranks", "0"]).contains("there are 1 to 1048576 ranks, not 0"));
    assert!(wrong(&["harris", "--network", "fast"]).contains("a network is microseconds"));
    assert!(wrong(&["local_laplacian", "--size", "10"]).contains("no size near [10, 10] has"));
}
