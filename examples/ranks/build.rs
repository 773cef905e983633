//! Takes the pipelines of the applications as they are, adds a line to each, and writes functions
//! that run them on ranks and on one machine.

use anyhow::{Context, Result, anyhow};
use pipeline_core::ir::affine::Names;
use pipeline_core::ir::{Affine, Domain, ElemType, Input, Pipeline, ValueRange};
use pipeline_tune::Subject;
use pipeline_tune::subject::GraphParam;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The applications, with the attributes that they are compiled with.
const APPS: [(&str, &[&str]); 16] = [
    ("bilateral_grid", &["y", "x", "y, x"]),
    ("blur", &["y", "x", "y, x", "y; apart(img)"]),
    ("camera_pipeline", &["y", "x", "y, x"]),
    ("equalize", &["y", "x", "y, x"]),
    ("harris", &["y", "x", "y, x"]),
    ("heat", &["y", "x", "y, x"]),
    ("life", &["y", "x", "y, x"]),
    ("local_laplacian", &["y", "x", "y, x"]),
    ("multigrid_2d_v_4_4_4", &["y", "x", "y, x"]),
    ("multiscale_interpolate", &["y", "x", "y, x"]),
    ("pyramid_blending", &["y", "x", "y, x"]),
    ("resize", &["y", "x", "y, x"]),
    ("sobel", &["y", "x", "y, x"]),
    ("transpose", &["y", "x", "y, x", "x; apart(img)"]),
    ("unsharp_mask", &["y", "x", "y, x"]),
    ("wavelet", &["y", "x", "y, x"]),
];

fn main() -> Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let (mut modules, mut all) = (String::new(), String::new());
    for (app, attributes) in APPS {
        let subject = subject(app).with_context(|| format!("the block of {app}"))?;
        for along in attributes {
            let name = format!("{app}_{}", words(along).join("_"));
            modules += &module(&name, along, &subject)?;
            let sizes: Vec<&str> = subject.graph.sizes.iter().map(|s| s.name.as_str()).collect();
            writeln!(all, "    {name} = {app:?} {along:?} {sizes:?},")?;
        }
    }
    let text = format!("{modules}\napplications! {{\n{all}}}\n");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").context("cargo says where")?);
    std::fs::write(out.join("applications.rs"), text)?;
    Ok(())
}

/// The names in an attribute.
fn words(attribute: &str) -> Vec<&str> {
    attribute.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect()
}

/// The block of an application: that of its file, here or there, or the multigrids' with its
/// numbers.
fn subject(app: &str) -> Result<Subject> {
    let of_multigrid = app.starts_with("multigrid_2d");
    let file =
        if of_multigrid { "multigrid/src/plane.rs".into() } else { format!("{app}/src/lib.rs") };
    let own = Path::new("pipelines").join(format!("{app}.rs"));
    let path = if own.exists() { own } else { Path::new("../apps").join(file) };
    println!("cargo::rerun-if-changed={}", path.display());
    let mut text = std::fs::read_to_string(&path)?;
    if of_multigrid {
        let numbers = ["pre", "post", "coarse"].map(|name| (name, "4"));
        let all =
            numbers.into_iter().chain([("cycles", "1"), ("summary", "\"a cycle\""), ("name", app)]);
        text = all.fold(text, |text, (name, value)| text.replace(&format!("${name}"), value));
    }
    let start = text.find("variants! {").context("no block")? + "variants! {".len();
    let mut depth = 1;
    let end = text[start..].char_indices().find(|(_, c)| {
        depth += i32::from(*c == '{') - i32::from(*c == '}');
        depth == 0
    });
    let (length, _) = end.context("the block has no end")?;
    let tokens = text[start..start + length].parse().map_err(|e| anyhow!("{e}"))?;
    Subject::parse(tokens)
}

/// The block with its attribute, and what runs it.
fn module(name: &str, along: &str, subject: &Subject) -> Result<String> {
    let (graph, pipeline) = (&subject.graph, &subject.name);
    let mut text = format!(
        "#[allow(missing_docs, warnings)]\npub mod {name} {{\nuse super::*;\n\
         pipeline::pipeline! {{\n#[distribute({along})]\n{}\n}}\n",
        subject.text
    );
    let sizes = graph.sizes.iter().enumerate();
    let sizes: String = sizes.map(|(i, s)| format!("    let {} = sizes[{i}];\n", s.name)).collect();
    let given = |of: &dyn Fn(usize) -> String| -> String {
        let param = |param: &GraphParam| match *param {
            GraphParam::Input(i) => of(i),
            GraphParam::Scalar(i) => scalar(graph, i),
            GraphParam::Size(i) => format!("{} as usize", graph.sizes[i].name),
        };
        subject.params.iter().map(param).collect::<Vec<_>>().join(", ")
    };
    let inputs = || 0..graph.inputs.len();
    let made = inputs().map(|i| format!("mut in_{i}")).collect::<Vec<_>>().join(", ");
    let made = if graph.inputs.len() == 1 { made } else { format!("({made})") };
    let outs: Vec<String> = (0..graph.outputs.len()).map(|i| format!("out_{i}")).collect();
    let results = if outs.len() == 1 { outs[0].clone() } else { format!("({})", outs.join(", ")) };
    // Only arguments of `inputs` that are shapes and sizes: scalars are given, too.
    let shapes = given(&|i| shape(&graph.inputs[i], graph));
    writeln!(
        text,
        "pub fn on_ranks<C: Communicator>(comm: &C, sizes: &[i64]) -> Result<Option<Vec<Vec<u8>>>> \
         {{\n{sizes}    let {made} = {pipeline}::inputs(comm, {shapes})?;"
    )?;
    for i in inputs() {
        writeln!(text, "    in_{i}.fill(|index| {});", value(&graph.inputs[i], i))?;
    }
    let args = given(&|i| format!("&mut in_{i}"));
    writeln!(text, "    let {results} = {pipeline}::on(comm, {args})?;")?;
    let gathered = outs.iter().map(|out| format!("{out}.gather(comm, 0)?.map(|i| bytes(&i))"));
    let gathered = gathered.collect::<Vec<_>>().join(", ");
    writeln!(text, "    Ok([{gathered}].into_iter().collect())\n}}")?;
    text += &on_files(subject, &made, &results)?;
    text += &makes_files(subject)?;
    writeln!(
        text,
        "pub fn traffic(ranks: usize, network: Network, sizes: &[i64]) -> Result<Vec<Traffic>> \
         {{\n{sizes}    {pipeline}::traffic(ranks, network, {shapes})\n}}"
    )?;
    for (function, call) in [("whole", ""), ("reference", "::reference")] {
        writeln!(text, "pub fn {function}(sizes: &[i64]) -> Result<Vec<Vec<u8>>> {{\n{sizes}")?;
        for (i, input) in graph.inputs.iter().enumerate() {
            let (shape, value) = (shape(input, graph), value(input, i));
            writeln!(text, "    let in_{i} = Image::from_fn({shape}, |index| {value});")?;
        }
        let args = given(&|i| format!("&in_{i}"));
        let bytes = outs.iter().map(|out| format!("bytes(&{out})")).collect::<Vec<_>>().join(", ");
        writeln!(
            text,
            "    let {results} = {pipeline}{call}({args})?;\n    Ok(vec![{bytes}])\n}}"
        )?;
    }
    Ok(text + "}\n")
}

/// The function that runs it on files.
fn on_files(subject: &Subject, made: &str, results: &str) -> Result<String> {
    let (graph, pipeline) = (&subject.graph, &subject.name);
    let file = |name: &str| format!("named(from, \"in\", {name:?})");
    let given = |of: &dyn Fn(usize) -> String| -> String {
        let param = |param: &GraphParam| match *param {
            GraphParam::Input(i) => of(i),
            GraphParam::Scalar(i) => {
                let scalar = &graph.scalars[i];
                format!(
                    "pipeline::io::load_npy_scalar::<{}>({})?",
                    scalar.ty.name(),
                    file(&scalar.name)
                )
            }
            GraphParam::Size(i) => {
                let name = &graph.sizes[i].name;
                format!("pipeline::io::load_npy_scalar::<u32>({})? as usize", file(name))
            }
        };
        subject.params.iter().map(param).collect::<Vec<_>>().join(", ")
    };
    let shapes = given(&|i| format!("shape({})?", file(&graph.inputs[i].name)));
    let mut text = format!(
        "pub fn on_files<C: Communicator>(comm: &C, from: &Naming<'_>, to: &Naming<'_>) -> \
         Result<()> {{\n    let {made} = {pipeline}::inputs(comm, {shapes})?;\n"
    );
    for (i, input) in graph.inputs.iter().enumerate() {
        writeln!(text, "    in_{i}.load_npy({})?;", file(&input.name))?;
    }
    let args = given(&|i| format!("&mut in_{i}"));
    writeln!(text, "    let {results} = {pipeline}::on(comm, {args})?;")?;
    for (i, output) in graph.outputs.iter().enumerate() {
        let name = &graph.stages[output.0].name;
        writeln!(text, "    out_{i}.save_npy(comm, named(to, \"out\", {name:?}))?;")?;
    }
    Ok(text + "    Ok(())\n}\n")
}

/// The function that writes files for it.
fn makes_files(subject: &Subject) -> Result<String> {
    let graph = &subject.graph;
    let file = |name: &str| format!("named(to, \"in\", {name:?})");
    let mut text = String::from(
        "pub fn make_files(sizes: &[i64], to: &Naming<'_>) -> Result<()> {\nuse pipeline::io;\n",
    );
    for (i, size) in graph.sizes.iter().enumerate() {
        writeln!(text, "    let {} = sizes[{i}];", size.name)?;
    }
    for param in &subject.params {
        match *param {
            GraphParam::Input(i) => {
                let input = &graph.inputs[i];
                let image =
                    format!("Image::from_fn({}, |index| {})", shape(input, graph), value(input, i));
                writeln!(text, "    io::save_npy({}, &{image})?;", file(&input.name))?;
            }
            GraphParam::Scalar(i) => {
                let (of, value) = (&graph.scalars[i], scalar(graph, i));
                let (file, ty) = (file(&of.name), of.ty.name());
                writeln!(text, "    io::save_npy_scalar({file}, {value} as {ty})?;")?;
            }
            GraphParam::Size(i) => {
                let name = &graph.sizes[i].name;
                writeln!(text, "    io::save_npy_scalar({}, {name} as u32)?;", file(name))?;
            }
        }
    }
    Ok(text + "    Ok(())\n}\n")
}

/// The extents of an input, over variables that are called as the sizes.
fn shape(input: &Input, graph: &Pipeline) -> String {
    let names = graph.size_names();
    let show = |a: &Affine| a.display(&Names { sizes: &names, vars: &[] }).to_string();
    let Domain(dims) = &input.domain;
    let extents = dims.iter().map(|dim| {
        let (lo, hi) = (show(&dim.lo[0]), show(&dim.hi[0]));
        format!("(({hi}) - ({lo}) + 1) as usize")
    });
    format!("[{}]", extents.collect::<Vec<_>>().join(", "))
}

/// An element of an input.
fn value(input: &Input, number: usize) -> String {
    let ty = input.ty.name();
    match input.ty {
        ElemType::F32 | ElemType::F64 => format!("real({number}, &index) as {ty}"),
        ElemType::Bool
        | ElemType::U8
        | ElemType::I8
        | ElemType::U16
        | ElemType::I16
        | ElemType::U32
        | ElemType::I32 => {
            let ValueRange { lo, hi } = input.values.unwrap_or(ValueRange { lo: 0, hi: 100 });
            format!("whole_number({number}, &index, {lo}, {hi}) as {ty}")
        }
    }
}

fn scalar(graph: &Pipeline, i: usize) -> String {
    match graph.scalars[i].ty {
        ElemType::F32 | ElemType::F64 => "0.75".into(),
        ElemType::Bool => "true".into(),
        ElemType::U8
        | ElemType::I8
        | ElemType::U16
        | ElemType::I16
        | ElemType::U32
        | ElemType::I32 => graph.scalars[i].values.map_or(1, |v| 1.clamp(v.lo, v.hi)).to_string(),
    }
}
