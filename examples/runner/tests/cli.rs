//! The command line: what it writes and prints, and what it says of slips.

use std::fs;
use std::path::Path;

use clap::Parser;
use harness::Value as _;
use pipeline::{Image, io};
use pipeline_apps::cli::Cli;
use serde_json::Value;
use tempfile::{TempDir, tempdir};

/// What a command line prints, or the error that it ends with.
fn apps(arguments: &str) -> Result<String, String> {
    let words = ["apps"].into_iter().chain(arguments.split_whitespace());
    let cli = Cli::try_parse_from(words).map_err(|error| error.to_string())?;
    let mut out = Vec::new();
    cli.run(&mut out).map_err(|error| format!("{error:#}"))?;
    Ok(String::from_utf8(out).expect("text"))
}

fn folder() -> TempDir {
    tempdir().expect("a folder")
}

/// A folder with the input of `blur`.
fn with_blur() -> TempDir {
    let folder = folder();
    let img = Image::from_fn([9, 7], |[y, x]| (100 * y + x) as u16);
    io::save_npy(folder.path().join("blur_in_img.npy"), &img).expect("a file");
    folder
}

fn shown(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

#[test]
fn every_application_is_listed_with_its_variants() {
    let list = apps("list").expect("a list");
    for app in pipeline_apps::everything() {
        assert!(list.contains(&format!("{}: {}\n", app.about().name, app.about().summary)));
    }
    let variants = "    variants default, none, ";
    assert_eq!(list.matches(variants).count(), pipeline_apps::everything().len());
}

#[test]
fn plans_come_in_five_forms() {
    let plan = |rest: &str| apps(&format!("explain blur {rest}")).expect("a plan");
    assert!(plan("").starts_with("Plan of blur"));
    assert!(plan("--format json").starts_with('{'));
    assert!(plan("--format dot").starts_with("digraph"));
    assert!(plan("--format svg").starts_with("<svg"));
    assert!(plan("--format hints").starts_with("#[schedule(\n    group("));
    assert!(plan("--variant none").contains("strategy = \"none\""));
    let error = apps("explain blur --variant reference").expect_err("no plan");
    assert!(error.contains("has no plan"), "{error}");
}

#[test]
fn a_comparison_has_a_line_for_each_number_of_threads() {
    let folder = folder();
    let picture = folder.path().join("ratios.svg");
    let peer = "them=test -f {inputs}/blur_in_img.npy && \
                echo '{\"ms_min\": {threads}.5, \"ms_median\": 9}'";
    let arguments = "apps compare --apps blur:40x30 --runs 4 --rounds 2 --svg";
    let arguments = arguments.split(' ').chain([shown(&picture), "--peer", peer]);
    let mut text = Vec::new();
    Cli::parse_from(arguments).run(&mut text).expect("a table");
    let text = String::from_utf8(text).expect("text");
    for line in
        ["| blur | 40x30 | 1 | ", "| blur | 40x30 | 2 | ", " | 1.50 (9.00) | ", " | 2.50 (9.00) | "]
    {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert!(text.contains("Geometric mean of ours ÷ them, 2 thread(s), 1 application(s): "));
    let picture = std::fs::read_to_string(picture).expect("a picture");
    assert!(picture.contains("blur, 2 threads"));
    let error = apps("compare --apps none").expect_err("no such application");
    assert!(error.contains("there is no application `none`"), "{error}");
}

#[test]
fn arrays_go_in_and_come_out() {
    let (inputs, out) = (with_blur(), folder());
    let out = out.path().join("new");
    let text = apps(&format!(
        "run blur --inputs {} --out {} --runs 2 --threads 1",
        shown(inputs.path()),
        shown(&out)
    ));
    assert!(text.expect("a run").contains("blur_out_blur.npy"));
    let blur: Image<u16, 2> = io::load_npy(out.join("blur_out_blur.npy")).expect("a result");
    assert_eq!(blur.shape(), [7, 5]);
    assert_eq!(blur[[2, 3]], 304); // in the middle of a ramp: 100·(2 + 1) + (3 + 1)
}

#[test]
fn pictures_go_in_and_come_out() {
    let folder = folder();
    let photo = Image::from_fn([12, 10, 3], |[y, x, c]| (20 * y + x + c) as u8);
    let (input, output) = (folder.path().join("in.png"), folder.path().join("out.png"));
    io::save(&input, &photo).expect("a picture");
    apps(&format!("run unsharp_mask --inputs {} --out {}", shown(&input), shown(&output)))
        .expect("a run");
    let sharp = io::load_rgb::<u8>(&output).expect("a picture");
    assert_eq!(sharp.shape(), [12, 10, 3]);
}

/// The photographs of the project are larger than this one.
#[test]
fn a_small_picture_will_do_for_every_application_on_pictures() {
    let folder = folder();
    let photo = Image::from_fn([80, 100, 3], |[y, x, c]| (3 * y + x + c) as u8);
    let input = folder.path().join("small.png");
    io::save(&input, &photo).expect("a picture");
    let mut enlarged = Vec::new();
    for app in pipeline_apps::everything() {
        let name = app.about().name;
        match apps(&format!("run {name} --inputs {} --runs 1", shown(&input))) {
            Ok(text) if text.starts_with("photograph enlarged from 100x80 to ") => {
                enlarged.push(name);
            }
            Ok(_) => {}
            Err(error) => assert!(error.contains("does not work on pictures"), "{name}: {error}"),
        }
    }
    assert_eq!(enlarged, ["multiscale_interpolate", "local_laplacian"]);
}

#[test]
fn json_is_one_line_of_known_keys() {
    let text = apps("run harris --size 40x30 --runs 3 --threads 2 --json").expect("a run");
    assert_eq!(text.lines().count(), 1);
    let line: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(line["app"], "harris");
    assert_eq!(line["size"], "40x30");
    assert!(line["enlarged_from"].is_null());
    assert_eq!(line["threads"], 2);
    assert_eq!(line["variant"], "default");
    assert_eq!(line["max_abs_diff_to_reference"], 0.0);
    let number = |key: &str| line[key].as_f64().expect("a number");
    assert!(number("ms_min") > 0.0 && number("ms_min") <= number("ms_median"));
    assert!((number("ns_per_pixel") - number("ms_min") * 1e6 / 1200.0).abs() < 1e-6);
    assert!(number("bytes_scratch") > 0.0);
    assert_eq!(line["bytes_full"], 0);
}

#[test]
fn every_variant_runs() {
    for variant in ["default", "none", "reference"] {
        let text = apps(&format!("run blur --size 20x10 --variant {variant} --json"));
        let line: Value = serde_json::from_str(&text.expect("a run")).expect("JSON");
        assert_eq!(line["variant"], variant);
        assert_eq!(line["max_abs_diff_to_reference"], 0.0);
    }
}

#[test]
fn slips_are_errors_that_say_what_is_wrong() {
    let inputs = with_blur();
    let file = inputs.path().join("blur_in_img.npy");
    let (dir, file) = (shown(inputs.path()), shown(&file));
    let cases = [
        ("run blurr".into(), "there is no application `blurr`; there are harris,"),
        ("explain blurr".into(), "there is no application `blurr`"),
        (
            "run blur --size 9x9 --variant fast".into(),
            "blur has no variant `fast`; there are default,",
        ),
        ("run blur --size 9by9".into(), "`9by9` is no number"),
        ("run blur --size 0x9".into(), "a side is 1 to"),
        ("run blur --size 2x2".into(), "it needs rows >= 3"),
        ("run blur --runs 0".into(), "0 is not in"),
        ("run blur --threads 0".into(), "0 is not in"),
        ("run blur --size 9x9 --inputs .".into(), "cannot be used with"),
        ("run minifluxdiv --inputs a.png".into(), "a.png: no such picture"),
        ("run blur --inputs /nowhere".into(), "/nowhere: neither a folder of arrays nor a picture"),
        (format!("run harris --inputs {dir}"), "harris_in_img.npy"),
        (format!("run blur --inputs {dir} --out {file}"), "`--out` takes a folder"),
        (format!("run blur --inputs {dir} --out {file}/sub"), "making the folder"),
        (
            "run blur --size 9x9 --out a.tiff".into(),
            "a.tiff: `--out` takes a folder, or a picture (.png, .jpg)",
        ),
        ("run multigrid_2d_v_4_4_4 --size 64".into(), "a side has 8·n + 7 points"),
        ("run multigrid_2d_v_4_4_4 --size 15x23".into(), "all sides must be equal"),
        ("run multigrid_2d_v_4_4_4 --size 15 --out a.png".into(), "are no picture"),
        ("run pyramid_blending --size 20x16".into(), "cols % 8 == 0"),
    ];
    for (arguments, expected) in cases {
        let error = apps(&arguments).expect_err(&arguments);
        assert!(error.contains(expected), "{arguments}: {error}");
    }
}

#[test]
fn a_missing_file_is_said_once() {
    let inputs = with_blur();
    let error =
        apps(&format!("run harris --inputs {}", shown(inputs.path()))).expect_err("no file");
    assert_eq!(error.matches("harris_in_img.npy").count(), 1, "{error}");
    assert_eq!(error.matches("(os error 2)").count(), 1, "{error}");
}

#[test]
fn a_folder_may_have_a_dot_in_its_name_if_it_is_there() {
    let out = folder();
    let dotted = out.path().join("results.v2");
    let run = format!("run blur --size 9x9 --out {}", shown(&dotted));
    apps(&run).expect_err("neither a folder nor a picture");
    assert!(!dotted.exists());
    fs::create_dir(&dotted).expect("a folder");
    apps(&run).expect("a run");
    assert!(dotted.join("blur_out_blur.npy").exists());
}

#[test]
fn inputs_of_another_type_or_shape_are_errors() {
    let folder = folder();
    let path = folder.path().join("blur_in_img.npy");
    let run = || apps(&format!("run blur --inputs {}", shown(folder.path()))).expect_err("a slip");
    io::save_npy(&path, &Image::new([9, 9], 0.0f32)).expect("a file");
    assert!(run().contains("input `img`: an input of 2 dimensions of u16"), "{}", run());
    io::save_npy(&path, &Image::new([9], 0u16)).expect("a file");
    assert!(run().contains("input `img`"), "{}", run());
    fs::write(&path, b"no array").expect("a file");
    assert!(run().contains("not a valid .npy file"), "{}", run());
    assert!(f32::load(&path).is_err());
}
