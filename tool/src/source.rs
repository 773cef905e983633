//! What the compiler runs on.

use crate::blocks::blocks;
use anyhow::{Context, Result, anyhow, bail};
use pipeline_core::ir::Pipeline;
use pipeline_core::options::Options;
use pipeline_core::passes::Watch;
use pipeline_core::report::Report;
use pipeline_core::{compile_watched, ir};
use pipeline_lang::elaborate::Configuration;
use pipeline_lang::error::Errors;
use pipeline_lang::syntax::parse::parse;
use pipeline_lang::{compile, expand_for};
use proc_macro2::{Span, TokenStream};
use std::path::{Path, PathBuf};

/// A file that was read.
pub enum SourceFile {
    /// Blocks.
    Rust(Rust),
    /// A stage graph.
    Graph {
        /// The file.
        file: PathBuf,
        /// What is in it.
        graph: Pipeline,
    },
}

/// A Rust file.
pub struct Rust {
    file: PathBuf,
    blocks: Vec<TokenStream>,
}

impl SourceFile {
    /// A stage graph from its text.
    pub fn graph(file: &Path) -> Result<SourceFile> {
        let graph = ir::text::parse(&read(file)?)
            .map_err(|e| anyhow!("{}:{}: {}", file.display(), e.line, e.message))?;
        Ok(SourceFile::Graph { file: file.to_path_buf(), graph })
    }

    /// Compiles everything in the file, for the machine that this build is configured for; the
    /// reports, one a pipeline and element type.
    pub fn compile(self, watch: &mut Watch<'_>) -> Result<Vec<Report>> {
        match self {
            SourceFile::Rust(rust) => rust.compile(watch),
            SourceFile::Graph { file, graph } => {
                let machine = Configuration::of_this_build().machine().map_err(|e| anyhow!(e))?;
                let options = Options { machine, ..Options::default() };
                let compiled = compile_watched(graph, &options, watch).map_err(|found| {
                    let line = |message: &String| format!("{}: {message}", file.display());
                    let messages: Vec<String> = found.iter().map(|d| line(&d.message)).collect();
                    anyhow!(messages.join("\n"))
                })?;
                Ok(vec![compiled.report])
            }
        }
    }
}

impl Rust {
    /// The blocks of a file that are given to the macro of this name.
    pub fn read(file: &Path, name: &str) -> Result<Rust> {
        let tokens: TokenStream = read(file)?.parse().map_err(|e: proc_macro2::LexError| {
            anyhow!("{}: not the tokens of Rust: {e}", place(file, e.span()))
        })?;
        let blocks = blocks(tokens, name);
        if blocks.is_empty() {
            bail!(
                "{}: no `{name}! {{ … }}` in it; `--macro NAME` takes the blocks of a macro that \
                 hands them on",
                file.display()
            );
        }
        Ok(Rust { file: file.to_path_buf(), blocks })
    }

    /// The tokens of the blocks.
    pub fn blocks(&self) -> &[TokenStream] {
        &self.blocks
    }

    /// The Rust that the blocks expand to.
    pub fn expand(&self) -> Result<String> {
        self.compile(&mut |_| ())?;
        let configuration = Configuration::of_this_build();
        let expanded = self.blocks.iter().map(|block| {
            let expansion = expand_for(block.clone(), &configuration);
            let file = syn::parse2(expansion).context("the expansion is not Rust")?;
            Ok(prettyplease::unparse(&file))
        });
        Ok(expanded.collect::<Result<Vec<_>>>()?.join("\n"))
    }

    fn compile(&self, watch: &mut Watch<'_>) -> Result<Vec<Report>> {
        let (mut errors, mut reports) = (Errors::default(), Vec::new());
        let configuration = Configuration::of_this_build();
        for tokens in &self.blocks {
            let mut own = Errors::default();
            if let Some(block) = parse(tokens.clone(), &mut own) {
                let variants = compile(&block, &configuration, &mut own, watch);
                reports.extend(variants.into_iter().map(|variant| variant.report));
            }
            own.iter().for_each(|(span, message)| errors.push(*span, message));
        }
        if errors.is_empty() {
            return Ok(reports);
        }
        let line =
            |(span, message): &(Span, String)| format!("{}: {message}", place(&self.file, *span));
        Err(anyhow!(errors.iter().map(line).collect::<Vec<_>>().join("\n")))
    }
}

fn read(file: &Path) -> Result<String> {
    std::fs::read_to_string(file).with_context(|| format!("reading {}", file.display()))
}

/// `file:line:column`, as rustc counts them.
fn place(file: &Path, span: Span) -> String {
    let start = span.start();
    format!("{}:{}:{}", file.display(), start.line, start.column + 1)
}
