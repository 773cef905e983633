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

/// Applications of which many plans are made in seconds; of the last two, one stage is left.
const WEIGHED: &str = "harris,bilateral_grid,resize,wavelet,enhance,harris_hipacc,unsharp_hipacc,\
                       blur,sobel";

/// The small ones, and larger ones of which few cores and many have other plans.
const PLANNED: &str = "harris,unsharp_mask,bilateral_grid,blur,camera_pipeline,pyramid_blending,\
                       minifluxdiv,resize,sobel,transpose,wavelet,shi_tomasi,night,enhance,\
                       harris_hipacc,unsharp_hipacc,local_laplacian,multigrid_2d_v_4_4_4,\
                       multigrid_3d_v_4_4_4";

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
    assert!(page().contains(&text), "docs/science.md has another table of `{study}`");
}

/// The page of experiments.
fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/science.md");
    std::fs::read_to_string(path).expect("the page of experiments")
}

/// A table of a page, and the heading that it stands below.
struct Shown<'a> {
    heading: &'a str,
    table: String,
}

/// The tables of a page.
fn tables(page: &str) -> Vec<Shown<'_>> {
    let (mut heading, mut tables, mut inside) = ("", Vec::<Shown<'_>>::new(), false);
    for line in page.lines() {
        let row = line.starts_with('|');
        if line.starts_with('#') {
            heading = line.trim_start_matches('#').trim();
        }
        match tables.last_mut() {
            Some(last) if row && inside => last.table += &format!("{line}\n"),
            _ if row => tables.push(Shown { heading, table: format!("{line}\n") }),
            _ => {}
        }
        inside = row;
    }
    tables
}

/// The other direction of the tests below: a table that no experiment prints without times has a
/// heading that says that it is one of times.
#[test]
fn the_page_has_no_other_tables() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let files =
        std::fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path());
    let printed = files.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    let printed: Vec<String> =
        printed.map(|path| std::fs::read_to_string(path).expect("a table")).collect();
    let page = page();
    let (timed, structural): (Vec<Shown<'_>>, Vec<Shown<'_>>) =
        tables(&page).into_iter().partition(|shown| shown.heading.starts_with("Times of "));
    for Shown { heading, table } in &structural {
        let known = printed.iter().any(|text| tables(text).iter().any(|of| of.table == *table));
        assert!(known, "no experiment prints the table below \"{heading}\":\n{table}");
    }
    let found = [printed.len(), structural.len(), timed.len()];
    assert!(found[0] == found[1] && found[2] > 0, "printed, structural and timed: {found:?}");
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
fn decisions() {
    agrees("decisions", &["--apps", SMALL]);
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
fn cores() {
    agrees("cores", &["--apps", PLANNED]);
}

#[test]
fn weights() {
    agrees("weights", &["--apps", WEIGHED]);
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
